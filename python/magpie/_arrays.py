"""Arrays on their way to Magpie: through files in shared memory, which both processes map."""

import atexit
import collections.abc
import json
import os
import pathlib
import shutil
import sys
import tempfile
import weakref

import numpy as np

_SHARED = pathlib.Path("/dev/shm")
_PREFIX = "magpie-python-"

#: How safetensors call NumPy's types.
_TYPES = {
    "|b1": "BOOL",
    "|u1": "U8",
    "|i1": "I8",
    "<u2": "U16",
    "<i2": "I16",
    "<u4": "U32",
    "<i4": "I32",
    "<u8": "U64",
    "<i8": "I64",
    "<f2": "F16",
    "<f4": "F32",
    "<f8": "F64",
    "<c8": "C64",
}

#: Where arrays of empty() lie: the address of each, and its file.
_files = {}

_folder = None
_owner = None
_count = 0


def _remove_old():
    """Takes away what a Python left behind that was killed."""
    for folder in _root().glob(_PREFIX + "*-*"):
        try:
            os.kill(int(folder.name[len(_PREFIX) :].split("-")[0]), 0)
        except ProcessLookupError:
            shutil.rmtree(folder, ignore_errors=True)
        except (PermissionError, ValueError):
            pass  # It lives, or is not ours.


def _root():
    return _SHARED if os.access(_SHARED, os.W_OK) else pathlib.Path(tempfile.gettempdir())


def _remove_ours():
    if _folder is not None and _owner == os.getpid():
        shutil.rmtree(_folder, ignore_errors=True)


atexit.register(_remove_ours)


def folder():
    """A folder in shared memory that ends with this process."""
    global _folder, _owner
    if _folder is None or _owner != os.getpid():
        _remove_old()
        _folder = pathlib.Path(tempfile.mkdtemp(prefix="%s%d-" % (_PREFIX, os.getpid()), dir=_root()))
        _owner = os.getpid()
        _files.clear()
    return _folder


def place(name):
    """A new folder in it for one call, and a file to be."""
    global _count
    _count += 1
    within = folder() / str(_count)
    within.mkdir()
    return within / name


def empty(shape, dtype=np.float32):
    """An array of zeros in shared memory, which Magpie reads where it is, without a copy.

    A tensor that shares its memory (``torch.from_numpy``) is read so, too.
    """
    path = place("array.npy")
    shape = (shape,) if np.ndim(shape) == 0 else tuple(shape)
    array = np.lib.format.open_memmap(path, mode="w+", dtype=np.dtype(dtype), shape=shape)
    address = array.__array_interface__["data"][0]
    _files[address] = (path, array.nbytes)
    weakref.finalize(array, _forget, address, path, os.getpid())
    return array


def _forget(address, path, owner):
    if owner == os.getpid() and _files.get(address, (None,))[0] == path:
        del _files[address]
        shutil.rmtree(path.parent, ignore_errors=True)


def _torch():
    """PyTorch, if somebody has loaded it: else nothing can be a tensor."""
    return sys.modules.get("torch")


def _is_tensor(value):
    return _torch() is not None and isinstance(value, _torch().Tensor)


def _is_module(value):
    return _torch() is not None and isinstance(value, _torch().nn.Module)


def _bytes(value):
    """What safetensors call the type of an array, its shape, and its memory as an array."""
    if _is_tensor(value):
        torch = _torch()
        value = value.detach().cpu()
        if value.layout != torch.strided:
            raise TypeError("a tensor of layout %s; make it dense" % value.layout)
        if value.dtype == torch.bfloat16:
            return "BF16", tuple(value.shape), value.contiguous().view(torch.int16).numpy()
        for name, safetensors in [("float8_e4m3fn", "F8_E4M3"), ("float8_e5m2", "F8_E5M2")]:
            if value.dtype == getattr(torch, name, None):
                return safetensors, tuple(value.shape), value.contiguous().view(torch.uint8).numpy()
        if value.is_quantized:
            raise TypeError("a quantised tensor; give its int_repr()")
        value = value.resolve_conj().resolve_neg().numpy()
    array = np.asarray(value)
    shape = array.shape
    if array.dtype.kind in "mM":
        array = array.view(np.int64)
    if array.dtype == np.complex128:
        array = np.ascontiguousarray(array).reshape(-1).view(np.float64)
        shape = shape + (2,)
    little = array.astype(array.dtype.newbyteorder("<"), copy=False)
    name = _TYPES.get(little.dtype.str)
    if name is None:
        raise TypeError("an array of %s, of which Magpie has no type; give numbers" % array.dtype)
    return name, shape, little


def as_numpy(value):
    """An array as NumPy has it; None of several, and of types that NumPy lacks."""
    if isinstance(value, np.ndarray):
        return value
    if not _is_tensor(value):
        return None
    kind, shape, array = _bytes(value)
    return array.reshape(shape) if kind in _TYPES.values() else None


def _address(value):
    if _is_tensor(value):
        here = value.layout == _torch().strided and value.device.type == "cpu" and value.is_contiguous()
        return value.data_ptr() if here else None
    return value.__array_interface__["data"][0] if value.flags.c_contiguous else None


def _file_of(value):
    """The file that an array of empty() is, if it is all of it in the same type."""
    if not (_is_tensor(value) or isinstance(value, np.ndarray)):
        return None
    path, size = _files.get(_address(value), (None, 0))
    name = str(value.dtype).replace("torch.", "")
    if path is None or name == "bfloat16":
        return None
    there = np.load(path, mmap_mode="r")
    same = there.dtype == np.dtype(name) and there.shape == tuple(value.shape)
    return path if same else None


def write(arrays, path):
    """Writes arrays by their names as safetensors."""
    header, offset, parts = {}, 0, []
    for name, value in arrays.items():
        kind, shape, array = _bytes(value)
        end = offset + array.nbytes
        header[str(name)] = {"dtype": kind, "shape": list(shape), "data_offsets": [offset, end]}
        parts.append((offset, array))
        offset = end
    text = json.dumps(header).encode()
    text += b" " * (-(8 + len(text)) % 64)  # So that the arrays are aligned.
    start = 8 + len(text)
    with open(path, "w+b") as out:
        out.write(len(text).to_bytes(8, "little"))
        out.write(text)
        out.truncate(start + offset)
    if offset:
        memory = np.memmap(path, dtype=np.uint8, mode="r+", offset=0)
        for begin, array in parts:
            if array.nbytes:
                view = memory[start + begin : start + begin + array.nbytes].view(array.dtype)
                np.copyto(view.reshape(array.shape), array)


def read(path):
    """Reads what write() has written; of bf16, which NumPy lacks, the bits as uint16."""
    names = {name: code for code, name in _TYPES.items()}
    names.update({"BF16": "<u2", "F8_E4M3": "|u1", "F8_E5M2": "|u1"})
    with open(path, "rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
        data = file.read()
    arrays = {}
    for name, each in header.items():
        begin, end = each["data_offsets"]
        flat = np.frombuffer(data[begin:end], dtype=names[each["dtype"]])
        arrays[name] = flat.reshape(each["shape"]).copy()
    return arrays


class Inputs:
    """What was given, as files for Magpie; those that it made are gone when it is left."""

    def __init__(self, given):
        self._given = given
        self._made = []

    def __enter__(self):
        try:
            return self._paths(self._given)
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_):
        for each in self._made:
            shutil.rmtree(each.parent, ignore_errors=True)

    def _paths(self, given):
        if isinstance(given, (str, os.PathLike)):
            return [pathlib.Path(given)]
        if _is_module(given):
            given = given.state_dict()
        if isinstance(given, (list, tuple)) and given and all(isinstance(x, (str, os.PathLike)) for x in given):
            return [pathlib.Path(each) for each in given]
        if not isinstance(given, collections.abc.Mapping):
            given = {"array": given}
        if not given:
            raise ValueError("there is no array in it")
        files = [_file_of(value) for value in given.values()]
        if len(files) == 1 and files[0] is not None:
            return files
        path = place("arrays.safetensors")
        self._made.append(path)
        write(given, path)
        return [path]

"""Arrays on their way to Magpie: through files in shared memory, which both processes map."""

import atexit
import collections.abc
import errno
import json
import math
import os
import pathlib
import shutil
import sys
import tempfile
import threading
import weakref

import numpy as np

from ._mapped import Mappings, Model

_SHARED = pathlib.Path("/dev/shm")
_PREFIX = "magpie-python-"

#: What an array without a name is called, and how its file says that it is one.
_ALONE = "array"
_ONE = {"magpie": "one array"}

#: Bytes that stay free for what stands around arrays.
_SPARE = 1 << 20

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

#: Of this process, one in each root.
_folders = {}

_owner = None
_count = 0
_lock = threading.RLock()


def _forked():
    """A child has no thread that holds the lock."""
    global _lock
    _lock = threading.RLock()


os.register_at_fork(after_in_child=_forked)


def _roots():
    """Shared memory, and the temporary directory for what does not fit there."""
    temporary = pathlib.Path(tempfile.gettempdir())
    return [_SHARED, temporary] if os.access(_SHARED, os.W_OK) else [temporary]


def _remove_old():
    """Takes away what a Python left behind that was killed."""
    for folder in [each for root in _roots() for each in root.glob(_PREFIX + "*-*")]:
        try:
            os.kill(int(folder.name[len(_PREFIX) :].split("-")[0]), 0)
        except ProcessLookupError:
            shutil.rmtree(folder, ignore_errors=True)
        except (PermissionError, ValueError):
            pass  # It lives, or is not ours.


def absolute(path):
    """Where a path leads from here: the process behind may have started elsewhere."""
    return pathlib.Path(os.path.abspath(path))


def _remove_ours():
    if _owner == os.getpid():
        for folder in _folders.values():
            shutil.rmtree(folder, ignore_errors=True)


atexit.register(_remove_ours)


def folder(root=None):
    """A folder that ends with this process, in shared memory if nobody says where."""
    global _owner
    with _lock:
        if _owner != os.getpid():
            _remove_old()
            _folders.clear()
            _owner = os.getpid()
        root = root or _roots()[0]
        if root not in _folders:
            if "multiprocessing.util" in sys.modules:
                # Its children end without what atexit knows.
                sys.modules["multiprocessing.util"].Finalize(None, _remove_ours, exitpriority=0)
            _folders[root] = pathlib.Path(tempfile.mkdtemp(prefix="%s%d-" % (_PREFIX, os.getpid()), dir=root))
        return _folders[root]


def place(name, size=0):
    """A file to be, in a folder of its own for one call, where there is room for so many bytes."""
    roots = _roots()
    root = next((each for each in roots if shutil.disk_usage(each).free >= size + _SPARE), None)
    if root is None:
        where = " nor into ".join(str(each) for each in roots)
        raise OSError(errno.ENOSPC, "%.1f MiB of arrays fit not into %s" % (size / 2**20, where))
    return _place(name, root)


def place_on_disk(name):
    """The same in the temporary directory, for what is of a size that nobody knows."""
    return _place(name, _roots()[-1])


def _place(name, root):
    global _count
    with _lock:
        _count += 1
        within = folder(root) / str(_count)
        within.mkdir()
    return within / name


def empty(shape, dtype=np.float32):
    """An array of zeros in shared memory, which is analysed where it is, without a copy.

    A tensor that shares its memory (``torch.from_numpy``) is read so, too.
    """
    shape = (shape,) if np.ndim(shape) == 0 else tuple(shape)
    dtype = np.dtype(dtype)
    path = place("array.npy", dtype.itemsize * math.prod(shape))
    try:
        array = np.lib.format.open_memmap(path, mode="w+", dtype=dtype, shape=shape)
        with open(path, "r+b") as file:
            _reserve(file, os.path.getsize(path))
    except BaseException:
        _remove(path.parent, os.getpid())
        raise
    weakref.finalize(array, _remove, path.parent, os.getpid())
    return array


def _reserve(file, size):
    """Where memory is full, this fails; a mapping would end the process when it is written."""
    if size and hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file.fileno(), 0, size)
    else:
        file.truncate(size)


def _remove(folder, owner):
    if owner == os.getpid():
        shutil.rmtree(folder, ignore_errors=True)


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
        if value.device.type == "meta":
            raise TypeError("a tensor without data, of the device meta")
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
    order = array.dtype.str[0]
    if array.dtype.kind in "mM":
        array = array.view(order + "i8")
    if array.dtype.str[1:] == "c16":
        array = np.ascontiguousarray(array).reshape(-1).view(order + "f8")
        shape = shape + (2,)
    little = array.astype(array.dtype.newbyteorder("<"), copy=False)
    name = _TYPES.get(little.dtype.str)
    if name is None:
        raise TypeError("an array of %s, of which Magpie has no type; give numbers" % array.dtype)
    return name, shape, little


def as_numpy(value):
    """An array as NumPy has it; None of several, and of types that NumPy lacks."""
    if isinstance(value, (np.ndarray, np.generic)):
        return np.asarray(value)
    if not _is_tensor(value):
        return None
    kind, shape, array = _bytes(value)
    return array.reshape(shape) if kind in _TYPES.values() else None


def paths(given):
    """What one path or several are, from here; None of what is none."""
    several = given if isinstance(given, (list, tuple)) else [given]
    if several and all(isinstance(each, (str, os.PathLike)) for each in several):
        return [absolute(each) for each in several]
    return None


def items(given):
    """Arrays with their names, of a module, a pandas table, a mapping or a list; None of one array."""
    pandas = sys.modules.get("pandas")
    if _is_module(given):
        given = given.state_dict()
    elif isinstance(given, (list, tuple)) and any(isinstance(x, np.ndarray) or _is_tensor(x) for x in given):
        given = dict(enumerate(given))
    elif not isinstance(given, collections.abc.Mapping):
        if pandas is None or not isinstance(given, pandas.DataFrame):
            return None
    return list(given.items())


def described(given):
    """Of arrays, by their names, type, shape and memory, each once."""
    arrays = {}
    given_items = items(given)
    for name, value in [(_ALONE, given)] if given_items is None else given_items:
        if str(name) == "__metadata__":
            raise ValueError("no array can be called '__metadata__'")
        if str(name) in arrays:
            raise ValueError("two arrays are called '%s'" % name)
        try:
            arrays[str(name)] = _bytes(value)
        except TypeError as e:
            raise TypeError("'%s' is %s" % (name, e)) from None
    if not arrays:
        raise ValueError("there is no array in it")
    return arrays


def size_of(arrays):
    """Bytes of such arrays."""
    return sum(array.nbytes for _, _, array in arrays.values())


def write(arrays, path, one=False):
    """Writes what described() gives as safetensors, and says where in the file each begins."""
    header, offset, parts = {}, 0, []
    if one:
        header["__metadata__"] = _ONE
    for name, (kind, shape, array) in arrays.items():
        end = offset + array.nbytes
        header[name] = {"dtype": kind, "shape": list(shape), "data_offsets": [offset, end]}
        parts.append((offset, array))
        offset = end
    text = json.dumps(header).encode()
    text += b" " * (-(8 + len(text)) % 64)  # So that the arrays are aligned.
    start = 8 + len(text)
    with open(path, "w+b") as out:
        out.write(len(text).to_bytes(8, "little"))
        out.write(text)
        _reserve(out, start + offset)
    if offset:
        memory = np.memmap(path, dtype=np.uint8, mode="r+", offset=0)
        for begin, array in parts:
            if array.nbytes:
                view = memory[start + begin : start + begin + array.nbytes].view(array.dtype)
                np.copyto(view.reshape(array.shape), array)
    return {name: start + each["data_offsets"][0] for name, each in header.items() if name != "__metadata__"}


def read(path):
    """Reads safetensors, what write() has written or others; of types that NumPy lacks, the bits."""
    names = {name: code for code, name in _TYPES.items()}
    names["BF16"] = "<u2"
    with open(path, "rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
        data = file.read()
    metadata = header.pop("__metadata__", None)
    arrays = {}
    for name, each in header.items():
        begin, end = each["data_offsets"]
        flat = np.frombuffer(data[begin:end], dtype=names.get(each["dtype"], np.uint8))
        packed = flat.size != math.prod(each["shape"])
        arrays[name] = (flat if packed else flat.reshape(each["shape"])).copy()
    return arrays[_ALONE] if metadata == _ONE and list(arrays) == [_ALONE] else arrays


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
        found = paths(given)
        if found is not None:
            return found
        arrays = described(given)
        mappings = Mappings()
        places = {name: mappings.find(array) for name, (_, _, array) in arrays.items()}
        others = {name: each for name, each in arrays.items() if places[name] is None}
        path = place("arrays.safetensors", size_of(others))
        self._made.append(path)
        copied = write(others, path) if others else {}
        if len(others) == len(arrays):
            return [path]
        model = Model(path.with_suffix(".onnx"))
        for name, (kind, shape, _) in arrays.items():
            model.add(name, kind, shape, *(places[name] or (path, copied[name])))
        return [model.write()]

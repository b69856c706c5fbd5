"""What the package offers: Magpie's commands, with arrays for files and tables for text."""

import collections.abc
import json
import os
import shutil
import warnings

import numpy as np

from . import _arrays
from ._arrays import Inputs
from ._process import answer, run

_CONTAINER = b"\x89MAG\r\n\x1a\n"


def _options(**options):
    """Options of the command line: of a list one each, of None none."""
    words = []
    for name, value in options.items():
        if value is None:
            continue
        for each in value if isinstance(value, (list, tuple)) else [value]:
            words += ["--" + name.replace("_", "-"), str(each)]
    return words


def _table(rows, **attributes):
    try:
        import pandas
    except ImportError:
        raise ImportError("Magpie's tables are of pandas; install it, as with 'pip install pandas'") from None
    table = pandas.DataFrame(rows)
    table.attrs.update(attributes)
    return table


def analyze(data, codecs=None, block=None, mag=None, match=None):
    """How far arrays compress, block by block: a row for each array and codec.

    :param data: an array, a tensor, a dict or list of them, a torch module, a pandas table, or paths of files
    :param codecs: one or several, as ``"bpc"`` or ``["bdi", "mag-bdi:mag=16"]``; default: six that need no training
    :param block: bytes of a block, 128 by default
    :param mag: memory access granularity in bytes, 32 by default
    :param match: only arrays of such names, as ``"*.weight"``
    """
    options = _options(codec=codecs, block=block, mag=mag, match=match)
    with Inputs(data) as paths:
        document = json.loads(run("analyze", *paths, "--format", "json", *options))
    rows = [
        {
            "name": array["name"],
            "dtype": array["dtype"],
            "shape": tuple(array["shape"]),
            "bytes": array["bytes"],
            "codec": result["codec"],
            "rawRatio": result["rawRatio"],
            "effectiveRatio": result["effectiveRatio"],
            "storedBytes": result["storedBytes"],
            "effectiveBytes": result["effectiveBytes"],
        }
        for array in document["allocations"]
        for result in array["results"]
    ]
    return _table(rows, blockBytes=document["blockBytes"], magBytes=document["magBytes"])


def advise(model, batch=None, context=None, codecs=None, match=None):
    """What tensors would save on the memory bus, in device memory and in storage: a row for each.

    Totals, and with ``batch`` and ``context`` the cache of keys and values, are in the table's ``attrs``.

    :param model: as of :func:`analyze`
    :param batch: sequences that the model generates tokens for at once
    :param context: tokens of each
    :param codecs: those that the bus may have
    """
    options = _options(batch=batch, context=context, codec=codecs, match=match)
    with Inputs(model) as paths:
        document = json.loads(run("advise", *paths, "--format", "json", *options))
    rows = [
        {
            "name": tensor["name"],
            "type": tensor["type"],
            "shape": tuple(tensor["shape"]),
            "bytes": tensor["bytes"],
            "entropy": tensor["entropy"],
            "sparseBlocks": tensor["sparseBlocks"],
            "busCodec": tensor["bus"]["codec"],
            "busRatio": tensor["bus"]["ratio"],
            "busSavedBytes": tensor["bus"]["savedBytes"],
            "target": tensor["capacity"]["target"],
            "targetSavedBytes": tensor["capacity"]["savedBytes"],
            "buddyAccessFraction": tensor["capacity"]["buddyAccessFraction"],
            "storageCodec": tensor["storage"]["codec"],
            "storageRatio": tensor["storage"]["ratio"],
            "storageSavedBytes": tensor["storage"]["savedBytes"],
        }
        for tensor in document["tensors"]
    ]
    rest = {key: value for key, value in document.items() if key not in ("schema", "tensors")}
    return _table(rows, **rest)


def pages(data, page=None, arrange=None, rows=None, codecs=None, match=None):
    """What whole pages take under LZ4, Snappy, Deflate and zstd: a row for each array, arrangement and coder.

    :param data: as of :func:`analyze`
    :param page: bytes of a page, 4096 by default
    :param arrange: one or several, as ``"channel-bits"``; default: all
    :param rows: rows whose channels lie together, 64 by default
    :param codecs: codecs of blocks to set beside
    """
    arrange = ",".join([arrange] if isinstance(arrange, str) else arrange) if arrange else None
    options = _options(page=page, arrange=arrange, rows=rows, codec=codecs, match=match)
    with Inputs(data) as paths:
        document = json.loads(run("pages", *paths, "--format", "json", *options))
    rows = [
        {
            "name": array["name"],
            "type": array["type"],
            "shape": tuple(array["shape"]),
            "bytes": array["bytes"],
            "arrangement": taken["arrangement"],
            "coder": taken["coder"],
            "takenBytes": taken["bytes"],
            "ratio": taken["ratio"],
        }
        for array in document["arrays"]
        for taken in array["taken"]
    ]
    return _table(rows, pageBytes=document["pageBytes"], total=document["total"])


def profile(series, threshold=None, max_ratio=None):
    """Target ratios for Buddy Compression: a row for each allocation.

    :param series: snapshots in order, each as the data of :func:`analyze`; or a folder of them
    :param threshold: of a target's entries so many may exceed it, 0.3 by default
    :param max_ratio: of all memory, 4 by default
    """
    options = _options(threshold=threshold, max_ratio=max_ratio)
    if hasattr(series, "shape") or isinstance(series, collections.abc.Mapping):
        raise TypeError("a series is a list of snapshots, each of arrays; this is one snapshot")
    if isinstance(series, (str, os.PathLike)):
        text = run("profile", _arrays.absolute(series), "--format", "json", *options)
    else:
        folder = _arrays.place_on_disk("series")
        try:
            folder.mkdir()
            for number, snapshot in enumerate(series):
                step = folder / ("%06d" % number)
                step.mkdir()
                for path in _arrays.paths(snapshot) or []:
                    os.symlink(path, step / path.name)
                if _arrays.paths(snapshot) is None:
                    _arrays.write(_arrays.described(snapshot), step / "arrays.safetensors")
            text = run("profile", folder, "--format", "json", *options)
        finally:
            shutil.rmtree(folder.parent, ignore_errors=True)
    document = json.loads(text)
    rows = [
        {
            "name": each["name"],
            "bytes": each["bytes"],
            "target": each["target"],
            "buddyAccessFraction": each["buddyAccessFraction"],
            "ratios": each["ratios"],
        }
        for each in document["allocations"]
    ]
    return _table(rows, ratios=document["ratios"], designs=document["designs"])


def compress(data, codec="mag-bdi", file=None):
    """Arrays as a Magpie container.

    :param data: as of :func:`analyze`; files are taken as they are
    :param codec: one that needs no training
    :param file: where to write it; without, its bytes are given back
    """
    files = _arrays.paths(data)
    if files is not None:
        return _compressed(files, codec, file, _arrays.place_on_disk("arrays.mgp"))
    arrays = _arrays.described(data)
    # Room for the container, too, which may be as large.
    made = _arrays.place("array.npy", 2 * _arrays.size_of(arrays))
    try:
        array = _arrays.as_numpy(data)
        if array is not None:
            np.save(made, array, allow_pickle=False)
        else:
            made = made.with_name("arrays.safetensors")
            _arrays.write(arrays, made, one=_arrays.items(data) is None)
    except BaseException:
        shutil.rmtree(made.parent, ignore_errors=True)
        raise
    return _compressed([made], codec, file, made.with_name("arrays.mgp"))


def _compressed(files, codec, file, made):
    """What is made lies in a folder that is gone afterwards."""
    try:
        out = made if file is None else _arrays.absolute(file)
        _, notes = answer("compress", *files, "-o", out, "--codec", codec, "--format", "json")
        for note in notes:
            warnings.warn(note.replace(str(made), "the container"), stacklevel=3)
        return out.read_bytes() if file is None else None
    finally:
        shutil.rmtree(made.parent, ignore_errors=True)


def decompress(source):
    """What :func:`compress` has put into a container: an array, or a dict of them by name.

    Of a container of several files, as of the command line, a dict of those.

    :param source: the container's bytes, or its file
    """
    made = _arrays.place_on_disk("arrays.mgp")
    try:
        if isinstance(source, (bytes, bytearray, memoryview)):
            made.write_bytes(source)
            source = made
        source = _arrays.absolute(source)
        folder = made.with_name("out")
        with open(source, "rb") as start:
            if start.read(len(_CONTAINER)) != _CONTAINER:
                raise ValueError("%s: no Magpie container" % source)
        run("decompress", source, "-o", folder)
        if folder.is_file():
            return _load(folder, source.name)
        files = sorted(each for each in folder.rglob("*") if each.is_file())
        return {str(each.relative_to(folder)): _load(each, each.name) for each in files}
    finally:
        shutil.rmtree(made.parent, ignore_errors=True)


def _load(file, name):
    with open(file, "rb") as start:
        magic = start.read(9)
    if magic.startswith(b"\x93NUMPY"):
        return np.load(file, allow_pickle=False)
    if magic[8:] in (b"{", b" "):
        return _arrays.read(file)
    raise ValueError("%s: holds a file that is no array of NumPy; magpie decompress gives it back" % name)

"""Arrays whose memory is a file that is mapped already: Magpie maps it, too, and nothing is copied.

They are handed over as an ONNX model, whose weights may stand in other files at any place.
"""

import os

_DATA = "data-%d"

#: ONNX's numbers of the types that safetensors name.
_TYPES = {
    "F32": 1,
    "U8": 2,
    "I8": 3,
    "U16": 4,
    "I16": 5,
    "I32": 6,
    "I64": 7,
    "BOOL": 9,
    "F16": 10,
    "F64": 11,
    "U32": 12,
    "U64": 13,
    "C64": 14,
    "BF16": 16,
    "F8_E4M3": 17,
    "F8_E5M2": 19,
}


class Mappings:
    """The files that this process has mapped and shares with others, as /proc tells."""

    def __init__(self):
        self._shared = []
        try:
            with open("/proc/self/maps") as maps:
                lines = maps.readlines()
        except OSError:
            return  # No Linux: everything is copied.
        for line in lines:
            fields = line.rstrip("\n").split(" ", 5)
            if len(fields) == 6 and fields[1].endswith("s"):
                begin, end = (int(each, 16) for each in fields[0].split("-"))
                self._shared.append((begin, end, int(fields[2], 16), int(fields[4]), fields[5].lstrip()))

    def find(self, array):
        """The file that an array is part of, and where in it; None of memory that is no file."""
        if not self._shared or not array.flags.c_contiguous or array.nbytes == 0:
            return None
        address = array.__array_interface__["data"][0]
        for begin, end, offset, inode, path in self._shared:
            if begin <= address and address + array.nbytes <= end:
                file = _reachable(path, inode)
                return None if file is None else (file, offset + address - begin)
        return None


def _reachable(path, inode):
    """A way to a file, which may be open and have no name any more."""
    suffix = " (deleted)"
    if not path.endswith(suffix):
        return path if os.path.isfile(path) and os.stat(path).st_ino == inode else None
    for fd in os.listdir("/proc/self/fd"):
        way = "/proc/%d/fd/%s" % (os.getpid(), fd)
        try:
            if os.path.isfile(way) and os.stat(way).st_ino == inode and os.readlink(way) == path:
                return way
        except OSError:
            pass  # It was the list's own.
    return None


def _number(value):
    groups = []
    while value > 0x7F:
        groups.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(groups + [value])


def _field(number, value):
    """A field of a message of Protocol Buffers."""
    if isinstance(value, int):
        return _number(number << 3) + _number(value)
    value = value.encode("utf-8", "replace") if isinstance(value, str) else value
    return _number(number << 3 | 2) + _number(len(value)) + value


class Model:
    """A model whose weights are parts of files, in a folder of its own."""

    def __init__(self, path):
        self._path = path
        self._tensors = []
        self._links = {}

    def add(self, name, kind, shape, file, offset):
        """A weight of a type of safetensors, and where it is."""
        if file not in self._links:
            link = _DATA % len(self._links)
            os.symlink(file, self._path.with_name(link))
            self._links[file] = link
        place = {"location": self._links[file], "offset": str(offset)}
        self._tensors.append(
            b"".join(_field(1, extent) for extent in shape)
            + _field(2, _TYPES[kind])
            + _field(8, name)
            + b"".join(_field(13, _field(1, key) + _field(2, value)) for key, value in place.items())
            + _field(14, 1)
        )

    def write(self):
        """Writes it, and gives its path."""
        graph = b"".join(_field(5, tensor) for tensor in self._tensors)
        self._path.write_bytes(_field(1, 8) + _field(8, _field(2, 17)) + _field(7, graph))
        return self._path

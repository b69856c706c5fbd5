"""Writes streams of draws, which `magpie depth` replays; docs/draw-streams.md says what a file has.

    from draw_stream import Draw, Pass, Stream, Target

    frame = Target("frame", 1280, 720)
    vertices = array("f", [-1, -1, 0, 1, 1, -1, 0, 1, 0, 1, 0, 1])   # x, y, z and w of each, 0 <= z <= w
    Stream("triangle", "by hand", [frame], [[Pass("all", frame, True, [Draw("one", vertices, [0, 1, 2])])]]).write(
        "triangle.draws")

It needs nothing but Python's own library.
"""

import os
import struct
import zlib
from array import array
from dataclasses import dataclass

MAGIC = b"magpieD"
HEAD, PASS, END = 1, 2, 3

TESTS = ("never", "less", "equal", "lequal", "greater", "notequal", "gequal", "always")
FORMATS = ("d16", "d24", "d32f")
RANGES = ("normal", "reversed")
OPERATIONS = ("keep", "zero", "replace", "incr", "decr", "incr-wrap", "decr-wrap", "invert")
CULLING = ("none", "back", "front")
CLIP_DEPTHS = ("0 to 1", "-1 to 1")


@dataclass(frozen=True)
class Target:
    """A depth buffer; a range of "reversed" is cleared to 0."""

    name: str
    width: int
    height: int
    format: str = "d24"
    samples: int = 1
    range: str = "normal"


@dataclass
class StencilFace:
    """What triangles that face one way do to stencil values; masks and references have 8 bits."""

    test: str = "always"
    read_mask: int = 255
    fail: str = "keep"
    depth_fail: str = "keep"
    depth_pass: str = "keep"
    reference: int = 0
    write_mask: int = 255


@dataclass
class Draw:
    """Triangles in clip space, y upwards: floats of vertices, and three vertices for each triangle.

    The viewport is left, top, width, height, and the depths that z / w of 0 and 1 become; None is all of
    the target. The scissor is left, top, width and height. "back" culls what runs clockwise on the screen. Stencil is
    two faces: of what runs counter-clockwise, and of the rest; None is none.
    """

    name: str
    vertices: array
    indices: list
    test: str = "less"
    writes: bool = True
    bias: tuple = (0.0, 0.0)
    culling: str = "none"
    viewport: tuple = None
    scissor: tuple = None
    note: str = ""
    stencil: tuple = None


@dataclass
class Pass:
    """Draws to a target, which is cleared before them or keeps what it has.

    Stencil is what all stencil values become first; with None they stay, or are 0 where the target is cleared.
    """

    name: str
    target: Target
    clears: bool
    draws: list
    stencil: int = None


@dataclass
class Stream:
    """Frames, each a list of passes. Without stencil, files have the first version of the format."""

    name: str
    origin: str
    targets: list
    frames: list
    clip_depth: str = "0 to 1"

    def write(self, path):
        """Writes the file, whole or not at all."""
        part = f"{path}.part"
        with open(part, "wb") as file:
            file.write(MAGIC + bytes([2 if self._has_stencil() else 1]))
            _section(file, HEAD, self._head())
            known = {}
            passes = triangles = 0
            for number, frame in enumerate(self.frames):
                for each in frame:
                    _section(file, PASS, self._pass(number, each, known))
                    passes += 1
                    triangles += sum(len(draw.indices) // 3 for draw in each.draws)
            draws = sum(len(each.draws) for frame in self.frames for each in frame)
            _section(file, END, _number(passes) + _number(draws) + _number(triangles))
        os.replace(part, path)

    def _has_stencil(self):
        passes = [each for frame in self.frames for each in frame]
        return any(
            each.stencil is not None or any(draw.stencil is not None for draw in each.draws) for each in passes
        )

    def _head(self):
        head = _text(self.name) + _text(self.origin) + bytes([CLIP_DEPTHS.index(self.clip_depth)])
        head += _number(len(self.frames)) + _number(len(self.targets))
        for target in self.targets:
            head += _text(target.name) + _number(target.width) + _number(target.height)
            head += bytes([FORMATS.index(target.format), target.samples, RANGES.index(target.range)])
        return head

    def _pass(self, frame, each, known):
        parts = [_number(frame), _text(each.name), _number(self.targets.index(each.target))]
        stencil = self._has_stencil()
        parts += [bytes([each.clears])]
        if stencil:
            parts += [b"\0" if each.stencil is None else bytes([1, each.stencil])]
        parts += [_number(len(each.draws))]
        for draw in each.draws:
            viewport = draw.viewport or (0, 0, each.target.width, each.target.height, 0, 1)
            parts += [_text(draw.name), bytes([TESTS.index(draw.test), draw.writes])]
            parts += [struct.pack("<2d", *draw.bias), bytes([CULLING.index(draw.culling)])]
            if stencil:
                parts += [_stencil(draw.stencil)]
            parts += [struct.pack("<6d", *viewport), bytes([draw.scissor is not None])]
            parts += [_number(side) for side in draw.scissor or ()]
            parts += [_text(draw.note), *_triangles(draw, known)]
        return b"".join(parts)


def _stencil(faces):
    if faces is None:
        return b"\0"
    data = bytearray([1])
    for face in faces:
        operations = [OPERATIONS.index(each) for each in (face.fail, face.depth_fail, face.depth_pass)]
        data += bytes([TESTS.index(face.test), face.read_mask, *operations, face.reference, face.write_mask])
    return bytes(data)


def _triangles(draw, known):
    """The vertices in the order in which triangles name them; the same ones again are named, not repeated."""
    numbers = {}
    corners = bytearray()
    for index in draw.indices:
        following = len(numbers)
        corners += _number(following - numbers.setdefault(index, following))
    bits = array("I", draw.vertices.tobytes())
    planes = bytearray()
    for axis in range(4):
        values = [bits[4 * index + axis] for index in numbers]
        changes = array("I", [(b - a) & 0xFFFFFFFF for a, b in zip([0, *values], values)]).tobytes()
        for plane in range(4):
            planes += changes[plane::4]
    whole = _number(len(numbers)) + _number(len(draw.indices) // 3) + bytes(corners + planes)
    number = known.setdefault("count", 0)
    known["count"] += 1
    before = known.setdefault(whole, number)
    return [_number(number - before)] if before < number else [_number(0), b"\x04", whole]


def _section(file, kind, data):
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = deflate.compress(data) + deflate.flush()
    file.write(struct.pack("<4I", kind, len(data), len(packed), crc32c(data)) + packed)


def _number(value):
    data = bytearray()
    while value > 0x7F:
        data.append(value & 0x7F | 0x80)
        value >>= 7
    data.append(value)
    return bytes(data)


def _text(text):
    data = text.encode("utf-8")
    return _number(len(data)) + data


def _table():
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ 0x82F63B78 * (byte & 1)
        table.append(byte)
    return table


_CRC = _table()


def crc32c(data):
    """CRC-32C, which Python's library does not have."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ _CRC[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF

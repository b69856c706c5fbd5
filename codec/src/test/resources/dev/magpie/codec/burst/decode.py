"""Decodes blocks of the codec magpie, by docs/own-codec.md alone.

Reads lines of block bytes, MAG, modes joined by +, tag, and the coded bits in hexadecimal digits; writes a line with
the block's bytes for each.
"""

import re
import sys

NUMBER_BITS = 4


class Bits:
    def __init__(self, data, count):
        self.value = int.from_bytes(data, "big") >> (8 * len(data) - count)
        self.left = count

    def read(self, width):
        self.left -= width
        assert self.left >= 0, "the fields do not fit"
        return self.value >> self.left & ((1 << width) - 1)


def deltas(bits, width, words):
    """Words by which of them are coded."""
    base = bits.read(width)
    coded = [i for i, each in enumerate(words) if each]
    size = min(width, bits.left // len(coded)) if coded else 0
    for i in coded:
        words[i] = (base + bits.read(size)) % (1 << width)


def planes(bits, width, words):
    first, mask = bits.read(width), bits.read(width)
    places = [place for place in reversed(range(width)) if mask >> place & 1]
    coded = [i for i, each in enumerate(words) if each]
    for i in coded[:1]:
        words[i] = first
    for i in coded[1:]:
        word = first & ~mask
        for place in places:
            word |= bits.read(1) << place
        words[i] = word


def high_parts(bits, width, words, count, zero):
    written = count - 1 if zero else count
    number = {2: 1, 4: 2}[count]
    low = min(width - 1, (bits.left - written * width - len(words) * number) // (len(words) - written))
    parts = [0] * (count - written) + [bits.read(width - low) for _ in range(written)]
    numbers = [bits.read(number) for _ in words]
    for i, part in enumerate(numbers):
        words[i] = parts[part] << low | bits.read(low)


def decode(block, mag, modes, tag, data):
    bits = Bits(data, 8 * mag * (tag + 1))
    z, kind, width = re.fullmatch(r"(z?)(delta|plane|pair|quad|ero)(\d+)", modes[bits.read(NUMBER_BITS)]).groups()
    width = int(width)
    count = 8 * block // width
    if kind in ("pair", "quad"):
        words = [0] * count
        high_parts(bits, width, words, 2 if kind == "pair" else 4, zero=bool(z))
    else:
        words = [bits.read(1) if z else 1 for _ in range(count)]
        if kind == "ero":
            words = [each and bits.read(width) for each in words]
        else:
            {"delta": deltas, "plane": planes}[kind](bits, width, words)
    assert bits.read(bits.left) == 0, "no zeros behind the fields"
    return b"".join(each.to_bytes(width // 8, "little") for each in words)


for line in sys.stdin:
    block, mag, modes, tag, data = line.split()
    print(decode(int(block), int(mag), modes.split("+"), int(tag), bytes.fromhex(data)).hex())

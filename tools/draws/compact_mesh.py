"""Reads the meshes of real:NAME, and writes them as engines of this folder take them.

    python3 compact_mesh.py ship.mesh ship.bin

The output is little-endian: the number of vertices and of triangles (32 bits each), x, y and z of each
vertex (floats), and three vertices for each triangle (32 bits each).
"""

import gzip
import struct
import sys


def read(path):
    """The vertices as tuples, and the corners of all triangles."""
    with gzip.open(path) as file:
        data = file.read()
    vertices, triangles, *least, step = struct.unpack_from(">ii4f", data)
    position = 24

    def varint():
        nonlocal position
        value = shift = 0
        while True:
            byte = data[position]
            position += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7

    axes = []
    for axis in range(3):
        steps = 0
        values = []
        for _ in range(vertices):
            signed = varint()
            steps += (signed >> 1) ^ -(signed & 1)
            values.append(least[axis] + steps * step)
        axes.append(values)
    corners = []
    unused = 0
    for _ in range(3 * triangles):
        corner = unused - varint()
        corners.append(corner)
        unused = max(unused, corner + 1)
    return list(zip(*axes)), corners


def main(source, destination):
    vertices, corners = read(source)
    with open(destination, "wb") as file:
        file.write(struct.pack("<ii", len(vertices), len(corners) // 3))
        for vertex in vertices:
            file.write(struct.pack("<3f", *vertex))
        file.write(struct.pack(f"<{len(corners)}i", *corners))


if __name__ == "__main__":
    main(*sys.argv[1:])

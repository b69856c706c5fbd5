"""Writes blocks.gguf beside this file, by the format's specification (docs/gguf.md of ggml)."""

import pathlib
import struct

HERE = pathlib.Path(__file__).parent
ALIGNMENT = 64
U32, F32, BOOL, STRING, ARRAY, F64 = 4, 6, 7, 8, 9, 12

# Name, type's number, dimensions with that of rows first, bytes.
TENSORS = [
    ("embed.weight", 0, (3, 2), 24),  # f32
    ("norm.weight", 30, (5,), 10),  # bf16
    ("blk.0.attn_q.weight", 8, (64, 2), 4 * 34),  # q8_0
    ("blk.0.ffn_up.weight", 12, (256, 1), 144),  # q4_k
    ("blk.0.ffn_down.weight", 39, (32, 3), 3 * 17),  # mxfp4
    ("blk.1.ffn_down.weight", 40, (64,), 36),  # nvfp4
]


def text(value):
    encoded = value.encode()
    return struct.pack("<Q", len(encoded)) + encoded


def pair(key, kind, value):
    return text(key) + struct.pack("<I", kind) + value


values = [
    pair("general.architecture", STRING, text("magpie")),
    pair("general.alignment", U32, struct.pack("<I", ALIGNMENT)),
    pair("magpie.rope", F32, struct.pack("<f", 0.5)),
    pair("magpie.tied", BOOL, b"\1"),
    pair("magpie.scale", F64, struct.pack("<d", 2)),
    pair(
        "tokenizer.tokens",
        ARRAY,
        struct.pack("<IQ", STRING, 3) + text("mag") + text("pie") + text("π"),
    ),
    pair("tokenizer.scores", ARRAY, struct.pack("<IQ3f", F32, 3, 1, 2, 3)),
]

infos, data = b"", b""
for name, kind, dimensions, size in TENSORS:
    infos += text(name) + struct.pack("<I", len(dimensions))
    infos += struct.pack("<%dQ" % len(dimensions), *dimensions)
    infos += struct.pack("<IQ", kind, len(data))
    data += bytes((len(data) + i) % 251 for i in range(size))
    data += b"\0" * (-len(data) % ALIGNMENT)

header = b"GGUF" + struct.pack("<IQQ", 3, len(TENSORS), len(values))
header += b"".join(values) + infos
header += b"\0" * (-len(header) % ALIGNMENT)
(HERE / "blocks.gguf").write_bytes(header + data.rstrip(b"\0"))

"""Writes zarr.zip beside this file: arrays of Zarr version 2 with zarr-python, of version 3 by its
specification, the bytes with numcodecs; run it again to add one."""

import json
import pathlib
import shutil
import tempfile

import numcodecs
import numpy as np
import zarr

HERE = pathlib.Path(tempfile.mkdtemp())
GRID = np.arange(30 * 40, dtype="<f4").reshape(30, 40)
GRID[8:16, 16:32] = 7  # A chunk of what is where nothing is stored.
CHUNKS = (8, 16)
RUNS = (np.arange(60 * 80) // 3).astype("<f4").reshape(60, 80)

COMPRESSORS = {
    "plain": None,
    "zlib": numcodecs.Zlib(1),
    "gzip": numcodecs.GZip(1),
    "zstd": numcodecs.Zstd(1),
    "lz4": numcodecs.LZ4(),
}
BLOSC = {}
for name in ["blosclz", "lz4", "lz4hc", "snappy", "zlib", "zstd"]:
    if name in numcodecs.blosc.list_compressors():
        for shuffle in [0, 1, 2]:
            BLOSC["blosc-%s-%d" % (name, shuffle)] = numcodecs.Blosc(name, 9, shuffle)


def save(name, array, **options):
    options = {"chunks": CHUNKS, "fill_value": 7, "write_empty_chunks": False, **options}
    out = zarr.open(str(HERE / (name + ".zarr")), mode="w", shape=array.shape, dtype=array.dtype, **options)
    out[...] = array


for name, compressor in COMPRESSORS.items():
    save("v2-" + name, GRID, compressor=compressor)
for name, compressor in BLOSC.items():
    save("v2-" + name, RUNS, compressor=compressor, chunks=(40, 64))
save("v2-slash", GRID, dimension_separator="/")
save("v2-fortran", GRID, order="F")
save("v2-filter", GRID, compressor=numcodecs.Zlib(1), filters=[numcodecs.Shuffle(4)])
save("v2-big", GRID.astype(">f4"))
save("v2-blocks", RUNS, compressor=numcodecs.Blosc("lz4", 5, 1, 1024), chunks=(40, 64))
group = zarr.open_group(str(HERE / "v2-group.zarr"), mode="w")
group.create_dataset("a/scalar", data=np.float64(3), chunks=())
group.create_dataset("b", data=np.arange(5, dtype="<i2"), chunks=2)
group.create_dataset("text", data=np.array(["jay"], dtype=object), object_codec=numcodecs.VLenUTF8())


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return data + (crc ^ 0xFFFFFFFF).to_bytes(4, "little")


def zstd(data):
    return bytes(numcodecs.Zstd(1).encode(data))


def version3(name, array, codecs, encode, chunks=CHUNKS, data_type="float32", fill=7.0, keys=None):
    folder = HERE / (name + ".zarr")
    folder.mkdir(parents=True)
    keys = keys or {"name": "default"}
    metadata = {
        "zarr_format": 3,
        "node_type": "array",
        "shape": array.shape,
        "data_type": data_type,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": chunks}},
        "chunk_key_encoding": keys,
        "fill_value": fill,
        "codecs": codecs,
        "attributes": {},
    }
    (folder / "zarr.json").write_text(json.dumps(metadata))
    for i in range(-(-array.shape[0] // chunks[0])):
        for j in range(-(-array.shape[1] // chunks[1])):
            part = array[i * chunks[0] : (i + 1) * chunks[0], j * chunks[1] : (j + 1) * chunks[1]]
            whole = np.full(chunks, 7, array.dtype)
            whole[: part.shape[0], : part.shape[1]] = part
            if (whole != 7).any():
                key = "%d.%d" % (i, j) if keys["name"] == "v2" else "c/%d/%d" % (i, j)
                path = folder / key
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(encode(whole))


LITTLE = {"name": "bytes", "configuration": {"endian": "little"}}
ZSTD = {"name": "zstd", "configuration": {"level": 1, "checksum": False}}
version3("v3-zstd", GRID, [LITTLE, ZSTD], lambda whole: zstd(whole.tobytes()))
version3("v3-crc", GRID, [LITTLE, {"name": "crc32c"}], lambda whole: crc32c(whole.tobytes()))
version3(
    "v3-gzip",
    GRID,
    [LITTLE, {"name": "gzip", "configuration": {"level": 1}}],
    lambda whole: bytes(numcodecs.GZip(1).encode(whole.tobytes())),
    keys={"name": "v2", "configuration": {"separator": "."}},
)
version3(
    "v3-blosc",
    GRID,
    [{"name": "bytes", "configuration": {"endian": "big"}}, {"name": "blosc", "configuration": {"cname": "lz4"}}],
    lambda whole: bytes(numcodecs.Blosc("lz4", 5, 1).encode(whole.astype(">f4"))),
    fill="0x40e00000",
)
version3(
    "v3-transposed",
    GRID,
    [{"name": "transpose", "configuration": {"order": [1, 0]}}, LITTLE, ZSTD],
    lambda whole: zstd(whole.T.tobytes()),
)
version3(
    "v3-bf16", GRID, [LITTLE], lambda whole: (whole.view("<u4") >> 16).astype("<u2").tobytes(), data_type="bfloat16"
)


def shard(whole):
    data, index = b"", b""
    for i in range(0, 8, 4):
        for j in range(0, 16, 8):
            inner = whole[i : i + 4, j : j + 8]
            coded = zstd(inner.tobytes()) if (inner != 7).any() else b""
            place = (len(data), len(coded)) if coded else (2**64 - 1, 2**64 - 1)
            index += np.array(place, dtype="<u8").tobytes()
            data += coded
    return data + crc32c(index)


SHARDS = {
    "name": "sharding_indexed",
    "configuration": {
        "chunk_shape": [4, 8],
        "codecs": [LITTLE, ZSTD],
        "index_codecs": [LITTLE, {"name": "crc32c"}],
        "index_location": "end",
    },
}
version3("v3-shards", GRID, [SHARDS], shard)

shutil.make_archive(str(pathlib.Path(__file__).parent / "zarr"), "zip", HERE)
shutil.rmtree(HERE)

"""Writes the fixtures beside this file with NumPy and h5py; run it again to add one."""

import io
import pathlib
import zipfile

import h5py
import numpy as np
from numpy.lib import format as npy

HERE = pathlib.Path(__file__).parent


def save(name, array, version=None):
    with open(HERE / name, "wb") as out:
        npy.write_array(out, array, version)


save("f32.npy", np.arange(6, dtype="<f4").reshape(2, 3))
save("big-endian.npy", np.arange(4, dtype=">u4"))
save("fortran.npy", np.asfortranarray(np.arange(6, dtype="<i2").reshape(2, 3)))
save("version2.npy", np.arange(3, dtype="<f8"), (2, 0))
save("version3.npy", np.zeros(2, dtype=[("π", "<f4"), ("n", "u1", (2, 2))]), (3, 0))
save("scalar.npy", np.array(7, dtype="<i8"))
save("empty.npy", np.zeros((0, 5), dtype="<f2"))
save("bool.npy", np.array([True, False, True]))
save("complex.npy", np.array([1 + 2j, 3 - 4j], dtype="<c8"))
save("text.npy", np.array(["magpie", "jay"]))
save("date.npy", np.array(["2026-01-01"], dtype="datetime64[ns]"))
save("objects.npy", np.array([{}, None], dtype=object))

first, second = np.arange(8, dtype="<i4"), np.tile(np.arange(4, dtype="<f8"), 64)
np.savez(HERE / "stored.npz", first=first, second=second)
np.savez_compressed(HERE / "deflated.npz", first=first, second=second)
with zipfile.ZipFile(HERE / "zip64.npz", "w", zipfile.ZIP_DEFLATED) as out:
    for name, array in [("group/first", first), ("second", second)]:
        with out.open(name + ".npy", "w", force_zip64=True) as entry:
            npy.write_array(entry, array)
    out.writestr("note.txt", "no array")


class Unseekable(io.RawIOBase):
    def __init__(self, out):
        self.out = out

    def writable(self):
        return True

    def write(self, data):
        return self.out.write(data)


with open(HERE / "streamed.npz", "wb") as out:
    with zipfile.ZipFile(Unseekable(out), "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open("first.npy", "w") as entry:
            npy.write_array(entry, first)

grid = np.arange(30 * 40, dtype="<f4").reshape(30, 40)
with h5py.File(HERE / "contiguous.h5", "w") as file:
    file["b/grid"] = grid
    file["b/a"] = np.arange(5, dtype=">i2")
    file["z"] = np.uint64(3)
    file["a/bool"] = np.array([True, False])
    file["a/complex"] = np.array([1 + 2j], dtype="<c16")
    file["a/half"] = np.arange(3, dtype="<f2")
    file["text"] = "not a number"
    file["texts"] = np.array([b"ab", b"c"])
    file["struct"] = np.zeros(2, dtype=[("x", "<f4"), ("n", "u1")])
    file["empty"] = np.zeros((0, 4), "<f8")
    file.create_dataset("unwritten", (16,), "<i4")
    file.create_dataset("null", data=h5py.Empty("f"))
    file["c/up"] = file["b"]
    file["b/loop"] = file["/"]
    file["soft"] = h5py.SoftLink("/b/grid")
    file["dangling"] = h5py.SoftLink("/nothing")
    file["outside"] = h5py.ExternalLink("../../etc/hosts", "/x")
with h5py.File(HERE / "big-endian.h5", "w", libver="v110") as file:
    file["complex"] = np.array([1 + 2j], dtype=">c8")
    file["float"] = np.arange(4, dtype=">f4")
    file["int"] = np.arange(4, dtype=">i8")
    file["little"] = np.arange(4, dtype="<f2")
for libver in ["earliest", "v110"]:
    with h5py.File(HERE / f"chunked-{libver}.h5", "w", libver=(libver, "v110")) as file:
        file.create_dataset("plain", data=grid, chunks=(7, 11))
        file.create_dataset("gzip", data=grid, chunks=(7, 11), compression="gzip")
        file.create_dataset("shuffle", data=grid, chunks=(30, 9), shuffle=True, compression="gzip", fletcher32=True)
        file.create_dataset("lzf", data=grid, chunks=(16, 16), compression="lzf")
        file.create_dataset("line", data=grid.ravel(), chunks=(100,), maxshape=(None,))
        file.create_dataset("cube", data=grid.reshape(3, 10, 40), chunks=(2, 3, 40), maxshape=(None, None, 40), compression="gzip")
        sparse = file.create_dataset("sparse", (100,), "<i4", chunks=(10,), fillvalue=-1)
        sparse[20:25] = 5
        file.create_dataset("one", data=grid[:4], chunks=(4, 40), compression="gzip")

# LZF stores what it cannot make smaller as it is, and the chunk then says so.
noise = np.random.default_rng(1).integers(0, 256, (30, 40), "u1")
half = np.where(np.arange(40) < 20, noise, np.uint8(5))
for libver in ["earliest", "v110"]:
    with h5py.File(HERE / f"filters-{libver}.h5", "w", libver=(libver, "v110")) as file:
        for name, data in [("grid", grid), ("half", half)]:
            group = file.create_group(name)
            group["plain"] = data
            for filters in [
                dict(fletcher32=True),
                dict(fletcher32=True, shuffle=True),
                dict(fletcher32=True, compression="gzip"),
                dict(fletcher32=True, compression="lzf"),
                dict(shuffle=True, compression="lzf"),
                dict(compression="lzf", maxshape=(None, 40)),
                dict(compression="lzf", maxshape=(None, None)),
                dict(compression="lzf", chunks=(30, 40)),
            ]:
                label = " ".join(f"{key}={value}" for key, value in filters.items())
                group.create_dataset(label, data=data, **{"chunks": (14, 15), **filters})

# Indices of chunks in another order than the dataset's, or with gaps.
for name, dataset in {
    "growing": dict(data=grid, chunks=(14, 15), maxshape=(None, 40)),
    "grown": dict(data=grid, chunks=(14, 15), maxshape=(30, None)),
    "roomy": dict(data=grid, chunks=(14, 15), maxshape=(60, 80)),
    "gaps": dict(shape=(30, 40), dtype="<f4", chunks=(14, 15), maxshape=(None, 40)),
}.items():
    with h5py.File(HERE / f"index-{name}.h5", "w", libver=("v110", "v110")) as file:
        file.create_dataset("x", **dataset)
        if name == "gaps":
            file["x"][:, 20:] = 1
            file["x"].resize((90, 40))

"""Tests of the package, with a Magpie that MAGPIE names or the PATH has."""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import types
import unittest
import unittest.mock

import numpy as np

import magpie
from magpie import _arrays, _process

try:
    import torch
except ImportError:
    torch = None


def counting(count=4096, dtype=np.float32):
    return np.arange(count, dtype=dtype)


def left():
    return sorted(path for each in _arrays._folders.values() for path in each.rglob("*") if path.is_file())


class Analyze(unittest.TestCase):
    def test_array(self):
        table = magpie.analyze(counting(), codecs=["bdi", "bpc"])
        self.assertEqual(["bdi", "bpc"], list(table.codec))
        self.assertEqual([(4096,), (4096,)], list(table["shape"]))
        self.assertEqual("f32", table["dtype"][0])
        self.assertTrue((table.rawRatio > 1).all())
        self.assertEqual(128, table.attrs["blockBytes"])
        self.assertEqual([], left())

    def test_what_is_measured_is_what_is_there(self):
        zeros = magpie.analyze(np.zeros(4096, np.int32), codecs="bdi")
        noise = magpie.analyze(np.random.default_rng(1).integers(0, 2**32, 4096, np.uint32), codecs="bdi")
        self.assertEqual(4, zeros.effectiveRatio[0])
        self.assertEqual(1, noise.effectiveRatio[0])

    def test_names_types_and_shapes(self):
        arrays = {
            "a": counting(6).reshape(2, 3),
            "half": np.ones((4, 2), np.float16),
            "flags": np.array([True, False]),
            "complex": np.ones(3, np.complex128),
            "big": counting(8, ">i4"),
            "turned": counting(6).reshape(2, 3).T,
            "day": np.array(["2026-01-01"], "datetime64[D]"),
            "none": np.zeros((0, 3), np.float32),
        }
        table = magpie.analyze(arrays, codecs="bdi").set_index("name")
        self.assertEqual(list(arrays), list(table.index))
        self.assertEqual("f32 (2, 3)", "%s %s" % (table["dtype"]["a"], table["shape"]["a"]))
        self.assertEqual("f16 (4, 2)", "%s %s" % (table["dtype"]["half"], table["shape"]["half"]))
        self.assertEqual("f64 (3, 2)", "%s %s" % (table["dtype"]["complex"], table["shape"]["complex"]))
        self.assertEqual("i32", table["dtype"]["big"])
        self.assertEqual((3, 2), table["shape"]["turned"])

    def test_values_arrive(self):
        path = _arrays.place("arrays.safetensors")
        turned = counting(6).reshape(2, 3).T
        given = {"turned": turned, "big": counting(8, ">i4"), "scalar": np.float64(3)}
        _arrays.write(_arrays.described(given), path)
        arrays = _arrays.read(path)
        np.testing.assert_array_equal(turned, arrays["turned"])
        np.testing.assert_array_equal(np.arange(8), arrays["big"])
        self.assertEqual(3, arrays["scalar"])
        path.unlink()

    def test_paths_and_options(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "x y.npy")
            np.save(path, counting())
            for given in (path, str(path), [path]):
                self.assertEqual(["x y"], list(magpie.analyze(given, codecs="zvc").name))
            table = magpie.analyze({"a": counting(), "b": counting()}, codecs="bdi", match="b", block=64, mag=16)
            self.assertEqual(["b"], list(table.name))
            self.assertEqual(16, table.attrs["magBytes"])

    def test_paths_are_from_here(self):
        """Wherever the process behind has started."""
        magpie.analyze(counting(), codecs="bdi")
        here = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            try:
                os.chdir(folder)
                np.save("-x.npy", counting(100))
                self.assertEqual([400], list(magpie.analyze("-x.npy", codecs="bdi").bytes))
                self.assertEqual([400], list(magpie.analyze(["./-x.npy"], codecs="bdi").bytes))
                magpie.compress(counting(), file="x.mgp")
                self.assertEqual({"-x.npy", "x.mgp"}, set(os.listdir(folder)))
                np.testing.assert_array_equal(counting(), magpie.decompress("x.mgp"))
                os.mkdir("0")
                os.rename("-x.npy", "0/x.npy")
                self.assertEqual(["x"], list(magpie.profile(".").name))
            finally:
                os.chdir(here)

    def test_big_endian_arrays_are_those_of_little_end(self):
        days = np.arange(4096).astype("<M8[s]")
        waves = np.exp(1j * np.arange(4096))
        for little in [days, waves, counting(4096, "<f8")]:
            big = little.astype(little.dtype.newbyteorder(">"))
            sizes = [magpie.analyze(each, codecs="bpc").storedBytes[0] for each in (little, big)]
            self.assertEqual(sizes[0], sizes[1], little.dtype)

    def test_tables(self):
        import pandas

        table = pandas.DataFrame({"x": counting(), "n": counting(4096, np.int16)})
        self.assertEqual(["f32", "i16"], list(magpie.analyze(table, codecs="bdi")["dtype"]))
        self.assertEqual(["array"], list(magpie.analyze(table.x, codecs="bdi").name))
        self.assertEqual({"x", "n"}, set(magpie.profile([table, table]).name))
        self.assertEqual({"x", "n"}, set(magpie.decompress(magpie.compress(table))))
        hidden = np.ma.masked_greater(counting(), 100)
        np.testing.assert_array_equal(counting(), magpie.decompress(magpie.compress(hidden)))
        with self.assertRaisesRegex(TypeError, "'s' is an array of object"):
            magpie.analyze(pandas.DataFrame({"s": ["a", "b"]}))

    def test_errors(self):
        with self.assertRaisesRegex(TypeError, "'epoch' is an array of object"):
            magpie.analyze({"x": counting(), "epoch": {}})
        with self.assertRaisesRegex(ValueError, "two arrays are called '1'"):
            magpie.analyze({1: counting(), "1": counting()})
        with self.assertRaisesRegex(magpie.MagpieError, "the nearest"):
            magpie.analyze(counting(), codecs="bpd")
        with self.assertRaisesRegex(magpie.MagpieError, "no such file"):
            magpie.analyze("nowhere.npy")
        with self.assertRaisesRegex(TypeError, "of object"):
            magpie.analyze(np.array([{}], dtype=object))
        with self.assertRaises(ValueError):
            magpie.analyze({})
        self.assertEqual([], left())
        self.assertEqual(1, len(magpie.analyze(counting(), codecs="bdi")))


def copied(data):
    """Files that hold what is handed over, beside those that were there."""
    before = left()
    with _arrays.Inputs(data):
        return [path.name for path in left() if path not in before and not path.is_symlink()]


class Shared(unittest.TestCase):
    """Arrays that are in mapped files are not copied."""

    def test_empty(self):
        array = magpie.empty((64, 32), np.float32)
        array[:] = 7
        self.assertEqual(1, len(left()))
        self.assertEqual(["arrays.onnx"], copied(array))
        table = magpie.analyze(array, codecs="bdi")
        self.assertEqual(4, table.effectiveRatio[0])
        self.assertEqual("f32 (64, 32)", "%s %s" % (table["dtype"][0], table["shape"][0]))
        array[:] = np.random.default_rng(1).random((64, 32))
        self.assertEqual(1, magpie.analyze(array, codecs="bdi").effectiveRatio[0])
        self.assertEqual(["arrays.onnx"], copied(array[1:]))
        self.assertEqual(["arrays.safetensors"], copied(array[:, 1:]))
        del array
        self.assertEqual([], left())
        folders = os.listdir(_arrays.folder())
        for shape, dtype in [(-5, np.float32), (5, object)]:
            with self.assertRaises((ValueError, OverflowError)):
                magpie.empty(shape, dtype)
        self.assertEqual(folders, os.listdir(_arrays.folder()))

    def test_parts_beside_what_has_to_be_copied(self):
        array = magpie.empty((2, 4096), np.int32)
        array[0] = 7
        array[1] = np.random.default_rng(1).integers(0, 2**31, 4096)
        given = {"constant": array[0], "own": counting(), "noise": array[1], "none": np.zeros(0), 5: array[0, :0]}
        self.assertEqual(["arrays.onnx", "arrays.safetensors"], sorted(copied(given)))
        table = magpie.analyze(given, codecs=["bdi", "bpc"])
        apart = [magpie.analyze({name: np.array(each)}, codecs=["bdi", "bpc"]) for name, each in given.items()]
        columns = ["name", "dtype", "shape", "bytes", "codec", "effectiveBytes", "storedBytes"]
        expected = [tuple(row) for each in apart for row in each[columns].itertuples(index=False)]
        self.assertEqual(expected, [tuple(row) for row in table[columns].itertuples(index=False)])

    def test_files_that_others_mapped(self):
        from multiprocessing import shared_memory

        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "numbers of mine.bin")
            path.write_bytes(bytes(100) + counting(5000).tobytes())
            file = np.memmap(path, np.float32, "r", offset=100)
            self.assertEqual(["arrays.onnx"], copied(file))
            expected = magpie.analyze(counting(5000), codecs="bpc").storedBytes[0]
            self.assertEqual(expected, magpie.analyze(file, codecs="bpc").storedBytes[0])
            # What a program has changed in its copy alone is not in the file.
            changed = np.memmap(path, np.float32, "c", offset=100)
            changed[:] = 0
            self.assertEqual(["arrays.safetensors"], copied(changed))
            path.unlink()
            self.assertEqual(expected, magpie.analyze(file, codecs="bpc").storedBytes[0])
        memory = shared_memory.SharedMemory(create=True, size=4096)
        try:
            array = np.frombuffer(memory.buf, np.int16)
            self.assertEqual(["arrays.onnx"], copied(array))
            self.assertEqual(["i16"], list(magpie.analyze(array, codecs="bdi")["dtype"]))
            del array
        finally:
            memory.close()
            memory.unlink()


class Room(unittest.TestCase):
    """What does not fit into shared memory lies in the temporary directory, and what fits nowhere is said."""

    def free(self, **bytes_by_root):
        def usage(path):
            return types.SimpleNamespace(free=bytes_by_root["shared" if path == _arrays._SHARED else "temporary"])

        return unittest.mock.patch("shutil.disk_usage", usage)

    def test_the_temporary_directory_takes_what_shared_memory_cannot(self):
        array = counting(1 << 20)
        with self.free(shared=1 << 21, temporary=1 << 30):
            with _arrays.Inputs(array) as paths:
                self.assertIn(pathlib.Path(tempfile.gettempdir()), paths[0].parents)
            self.assertEqual(array.nbytes, magpie.analyze(array, codecs="bdi").bytes[0])
            own = magpie.empty(1 << 20)
            self.assertEqual(4, magpie.analyze(own, codecs="bdi").effectiveRatio[0])
            np.testing.assert_array_equal(array, magpie.decompress(magpie.compress(array)))

    def test_what_comes_out_needs_room_too(self):
        array = np.random.default_rng(1).integers(0, 2**32, 1 << 18, np.uint32)
        with self.free(shared=3 << 19, temporary=1 << 30):
            np.testing.assert_array_equal(array, magpie.decompress(magpie.compress(array)))
            self.assertEqual(["x"], list(magpie.profile({"x": array} for _ in range(2)).name))
            self.assertEqual([], [each for each in left() if _arrays._SHARED in each.parents])

    def test_a_full_machine(self):
        with self.free(shared=1 << 20, temporary=1 << 20):
            with self.assertRaisesRegex(OSError, "4.0 MiB of arrays fit not into .* nor into"):
                magpie.analyze(counting(1 << 20), codecs="bdi")
            with self.assertRaises(OSError):
                magpie.empty(1 << 20)
        self.assertEqual([], left())


@unittest.skipIf(torch is None, "no PyTorch")
class Torch(unittest.TestCase):
    def test_tensors(self):
        tensors = {
            "bf16": torch.arange(64).to(torch.bfloat16),
            "f32": torch.zeros(8, 8, requires_grad=True),
            "turned": torch.zeros(4, 8).t(),
        }
        table = magpie.analyze(tensors, codecs="bdi").set_index("name")
        self.assertEqual(["bf16", "f32", "f32"], list(table["dtype"]))
        self.assertEqual((8, 4), table["shape"]["turned"])

    def test_model(self):
        torch.manual_seed(1)
        model = torch.nn.Sequential(torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 8))
        table = magpie.advise(model).set_index("name")
        self.assertEqual({"0.weight", "0.bias", "2.weight", "2.bias"}, set(table.index))
        self.assertEqual((32, 64), table["shape"]["0.weight"])
        self.assertEqual(4 * (64 * 32 + 32 + 32 * 8 + 8), table.attrs["total"]["bytes"])

    def test_compress(self):
        tensor = torch.arange(1000).reshape(10, 100)
        np.testing.assert_array_equal(tensor.numpy(), magpie.decompress(magpie.compress(tensor)))
        bits = magpie.decompress(magpie.compress(tensor.to(torch.bfloat16)))
        self.assertEqual((10, 100), bits.shape)
        self.assertEqual(0x3F80, bits[0, 1])

    def test_a_tensor_over_a_shared_array_is_not_copied(self):
        array = magpie.empty(4096, np.int16)
        tensor = torch.from_numpy(array)
        self.assertEqual(["arrays.onnx"], copied(tensor))
        tensor[:] = 0x3F80
        table = magpie.analyze(tensor.view(torch.bfloat16), codecs="bdi")
        self.assertEqual("bf16 4.0", "%s %s" % (table["dtype"][0], table.effectiveRatio[0]))

    def test_a_shared_model_is_not_copied(self):
        """Whose memory is an open file without a name."""
        model = torch.nn.Linear(256, 64)
        expected = magpie.advise(model)
        model.share_memory()
        self.assertEqual(["arrays.onnx"], copied(model))
        self.assertTrue(expected.equals(magpie.advise(model)))

    def test_modules(self):
        model = torch.nn.Linear(8, 4)
        again = magpie.decompress(magpie.compress(model))
        np.testing.assert_array_equal(model.bias.detach().numpy(), again["bias"])
        self.assertEqual({"weight", "bias"}, set(magpie.profile([model, model]).name))

    def test_what_has_no_memory_of_its_own(self):
        with self.assertRaisesRegex(TypeError, "'array' is a tensor without data"):
            magpie.analyze(torch.empty(3, device="meta"))
        with self.assertRaisesRegex(TypeError, "make it dense"):
            magpie.analyze(torch.eye(3).to_sparse())


class Others(unittest.TestCase):
    def test_advise(self):
        table = magpie.advise({"x.k_proj.weight": np.zeros((64, 64), np.float16)}, batch=2, context=10)
        self.assertEqual(["4"], list(table.target))
        self.assertIn("serving", table.attrs)

    def test_pages(self):
        arrays = {"words": counting(), "x": np.random.default_rng(1).standard_normal((64, 64)).astype(np.float32)}
        table = magpie.pages(arrays, codecs="bdi", arrange=["as-stored", "channel-bits"], page=2048)
        self.assertEqual(2 * 2 * 5, len(table))
        self.assertEqual({"lz4", "snappy", "deflate", "zstd", "bdi"}, set(table.coder))
        x = table[(table.name == "x") & (table.coder == "deflate")].set_index("arrangement")
        self.assertGreater(x.ratio["channel-bits"], x.ratio["as-stored"])
        self.assertEqual(2048, table.attrs["pageBytes"])

    def test_profile(self):
        series = [{"x": np.full(4096, step, np.int32), "y": counting()} for step in range(3)]
        table = magpie.profile(series, threshold=0.1).set_index("name")
        self.assertEqual({"x", "y"}, set(table.index))
        self.assertEqual(3, len(table["ratios"]["x"]))
        self.assertEqual(3, len(table.attrs["ratios"]))
        self.assertEqual([], left())
        with tempfile.TemporaryDirectory() as folder:
            for step in range(2):
                pathlib.Path(folder, str(step)).mkdir()
                np.savez(pathlib.Path(folder, str(step), "memory.npz"), x=series[step]["x"])
            self.assertEqual(["x"], list(magpie.profile(folder).name))
            files = [pathlib.Path(folder, str(step), "memory.npz") for step in range(2)]
            self.assertEqual(["x"], list(magpie.profile(files).name))
        self.assertEqual(["array"], list(magpie.profile([counting(), counting()]).name))

    def test_a_name_that_no_array_can_have(self):
        with self.assertRaisesRegex(ValueError, "__metadata__"):
            magpie.compress({"__metadata__": counting()})

    def test_what_a_series_is(self):
        for one in (counting(), {"x": counting()}):
            with self.assertRaisesRegex(TypeError, "a series is a list of snapshots"):
                magpie.profile(one)

    def test_forms_stay(self):
        self.assertEqual(3, magpie.decompress(magpie.compress(np.float32(3))))
        self.assertEqual(["array"], list(magpie.decompress(magpie.compress({"array": counting()}))))
        self.assertEqual(["0", "1"], list(magpie.decompress(magpie.compress([counting(3), counting(4)]))))

    def test_files_of_others(self):
        """With metadata, and of a type that NumPy lacks and packs."""
        header = b'{"__metadata__": {"format": "pt"}, "x": {"dtype": "F4", "shape": [4], "data_offsets": [0, 2]}}'
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "model.safetensors")
            path.write_bytes(len(header).to_bytes(8, "little") + header + b"\x12\x34")
            self.assertEqual([0x12, 0x34], list(magpie.decompress(magpie.compress(path))["x"]))

    def test_what_is_left_out_is_said(self):
        with tempfile.TemporaryDirectory() as folder:
            np.save(pathlib.Path(folder, "a.npy"), counting())
            pathlib.Path(folder, "b.txt").write_text("no array")
            with self.assertWarnsRegex(UserWarning, "skipped 1 file of other kinds"):
                magpie.analyze(folder, codecs="bdi")

    def test_compress(self):
        array = counting(5000).reshape(50, 100)
        data = magpie.compress(array, codec="bpc")
        self.assertLess(len(data), array.nbytes)
        np.testing.assert_array_equal(array, magpie.decompress(data))
        both = {"a": array, "b": counting(7, np.int64)}
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "both.mgp")
            self.assertIsNone(magpie.compress(both, file=path))
            again = magpie.decompress(path)
            self.assertEqual(list(both), list(again))
            for name in both:
                np.testing.assert_array_equal(both[name], again[name])
            self.assertEqual(array.nbytes, magpie.analyze(path, codecs="bdi", match="a").bytes[0])
        with tempfile.TemporaryDirectory() as folder:
            files = pathlib.Path(folder, "files")
            files.mkdir()
            np.save(files / "a.npy", array)
            np.save(files / "b.npy", both["b"])
            _process.run("compress", files, "-o", pathlib.Path(folder, "files.mgp"))
            self.assertEqual(pathlib.Path(folder, "files.mgp").read_bytes(), magpie.compress(files))
            again = magpie.decompress(pathlib.Path(folder, "files.mgp"))
            self.assertEqual(["a.npy", "b.npy"], list(again))
            (files / "text.txt").write_text("no array")
            _process.run("compress", files, "-o", pathlib.Path(folder, "text.mgp"))
            with self.assertRaisesRegex(ValueError, "text.txt: holds a file that is no array"):
                magpie.decompress(pathlib.Path(folder, "text.mgp"))
        with self.assertRaisesRegex(magpie.MagpieError, "damaged"):
            magpie.decompress(data[:100] + bytes([data[100] ^ 1]) + data[101:])
        with self.assertRaisesRegex(ValueError, "no Magpie container"):
            magpie.decompress(b"something else")
        self.assertEqual([], left())


class Process(unittest.TestCase):
    def test_threads_share_a_folder(self):
        script = """
            import magpie, sys, threading
            from magpie import _arrays
            sys.setswitchinterval(1e-6)
            arrays = []
            threads = [threading.Thread(target=lambda: arrays.append(magpie.empty(10))) for _ in range(16)]
            for each in threads: each.start()
            for each in threads: each.join()
            folder = _arrays.folder()
            made = list(folder.parent.glob(folder.name.rpartition("-")[0] + "-*"))
            print(len(made), len(list(folder.iterdir())))
        """
        for _ in range(5):
            ran = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE, check=True)
            self.assertEqual(b"1 16\n", ran.stdout)

    def test_one_process_serves_many_threads(self):
        results, failures = [], []

        def work(number):
            try:
                results.append(magpie.analyze(np.full(1024 * number, number), codecs="bdi").bytes[0])
            except Exception as e:  # noqa: B902
                failures.append(e)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(1, 9)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        self.assertEqual([], failures)
        self.assertEqual([8192 * number for number in range(1, 9)], sorted(results))

    def test_a_process_that_ends_is_told_and_started_again(self):
        magpie.analyze(counting(), codecs="bdi")
        _process._server._process.kill()
        _process._server._process.wait()
        self.assertEqual(1, len(magpie.analyze(counting(), codecs="bdi")))

    def test_the_process_ends_with_python(self):
        script = """
            import magpie, numpy, os, sys
            from magpie import _arrays, _process
            keep = magpie.empty(10)
            magpie.analyze(numpy.zeros(10), codecs="bdi")
            print(_process._server._process.pid, _arrays.folder(), flush=True)
            if sys.argv[1] == "kill":
                os.kill(os.getpid(), 9)
        """
        for how in ("end", "kill"):
            ran = subprocess.run(
                [sys.executable, "-c", textwrap.dedent(script), how], stdout=subprocess.PIPE, check=how == "end"
            )
            pid, folder = ran.stdout.decode().split()
            for _ in range(200):
                if not alive(int(pid)):
                    break
                time.sleep(0.05)
            self.assertFalse(alive(int(pid)), how)
            if how == "kill":
                _arrays._remove_old()
            self.assertFalse(os.path.exists(folder), how)

    def test_ctrl_c_ends_a_call(self):
        """Of a call that would wait for ever: nobody writes to the pipe that it reads."""
        script = """
            import magpie, numpy, os, signal, sys
            from magpie import _process
            # A shell that runs the tests in the background has it ignored.
            signal.signal(signal.SIGINT, signal.default_int_handler)
            pipe = sys.argv[1] + "/pipe"
            os.mkfifo(pipe)
            magpie.analyze(numpy.zeros(10), codecs="bdi")
            print("begins", flush=True)
            try:
                _process.run("compress", pipe, "-o", pipe + ".mgp")
            except KeyboardInterrupt:
                print(len(magpie.analyze(numpy.zeros(10), codecs="bdi")), flush=True)
        """
        with tempfile.TemporaryDirectory() as folder:
            python = subprocess.Popen(
                [sys.executable, "-c", textwrap.dedent(script), folder], stdout=subprocess.PIPE
            )
            with python.stdout:
                self.assertEqual(b"begins\n", python.stdout.readline())
                time.sleep(0.5)
                python.send_signal(signal.SIGINT)
                self.assertEqual(b"1\n", python.stdout.readline())
                self.assertEqual(0, python.wait(60))
            self.assertEqual(["pipe"], os.listdir(folder))

    def test_a_child_does_not_keep_the_process(self):
        """One that outlives Python, and one that multiprocessing ends."""
        script = """
            import magpie, multiprocessing, numpy, os, time
            from magpie import _arrays, _process

            def measure(pipe):
                magpie.analyze(numpy.zeros(10), codecs="bdi")
                pipe.send((str(_arrays.folder()), _process._server._process.pid))

            magpie.analyze(numpy.zeros(10), codecs="bdi")
            here, there = multiprocessing.Pipe()
            child = multiprocessing.get_context("fork").Process(target=measure, args=(there,))
            child.start()
            folder, pid = here.recv()
            child.join()
            assert child.exitcode == 0 and not os.path.exists(folder), folder
            server = _process._server._process.pid
            assert server != pid
            sleeper = os.fork()
            if sleeper == 0:
                os.close(1)
                time.sleep(30)
                os._exit(0)
            print(sleeper, time.monotonic(), flush=True)
        """
        ran = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE, check=True)
        sleeper, began = ran.stdout.split()
        self.assertLess(time.monotonic() - float(began), 8)
        os.kill(int(sleeper), signal.SIGKILL)

    def test_another_program(self):
        script = "import magpie, numpy; magpie.analyze(numpy.zeros(1))"
        with tempfile.TemporaryDirectory() as folder:
            other = pathlib.Path(folder, "magpie")
            for says in ["hello", "[1]"]:
                other.write_text("#!/bin/sh\nread line\necho '%s'\n" % says)
                other.chmod(0o755)
                env = dict(os.environ, MAGPIE=str(other))
                ran = subprocess.run([sys.executable, "-c", script], stderr=subprocess.PIPE, env=env)
                self.assertIn(b"magpie is no Magpie: it says", ran.stderr)

    def test_no_magpie(self):
        script = "import magpie, numpy; magpie.analyze(numpy.zeros(1))"
        env = dict(os.environ, MAGPIE="/nowhere/magpie")
        ran = subprocess.run([sys.executable, "-c", script], stderr=subprocess.PIPE, env=env)
        self.assertIn(b"MAGPIE=/nowhere/magpie: no program that can be run", ran.stderr)


def alive(pid):
    """Whether it runs; one that nobody has waited for does not."""
    try:
        with open("/proc/%d/stat" % pid) as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


class Examples(unittest.TestCase):
    @unittest.skipIf(torch is None, "no PyTorch")
    def test_a_text_model_is_trained(self):
        import importlib.util

        path = pathlib.Path(__file__).resolve().parents[1] / "examples" / "text_model.py"
        spec = importlib.util.spec_from_file_location("text_model", path)
        example = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(example)
        example.WIDTH, example.HEAD, example.LAYERS, example.HIDDEN, example.CONTEXT = 64, 16, 1, 64, 32
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "text.md").write_text("to be or not to be\n" * 1000)
            arguments = ["text_model.py", folder, "--minutes", "0.02", "-o", folder + "/model"]
            with unittest.mock.patch.object(sys, "argv", arguments), unittest.mock.patch("builtins.print"):
                example.main()
            weights = magpie.advise(folder + "/model/weights.pt")
            self.assertEqual({"bf16"}, set(weights.type))
            self.assertIn("layers.0.self_attn.k_proj.weight", list(weights.name))
            self.assertFalse(weights.equals(magpie.advise(folder + "/model/random.pt")))
            cache = magpie.analyze(folder + "/model/cache.pt", codecs="bdi").set_index("name")
            self.assertEqual((16, 4, 32, 16), cache["shape"]["cache.layers.0.keys"])


class Notebook(unittest.TestCase):
    def test_all_cells_run(self):
        import json

        path = pathlib.Path(__file__).resolve().parents[1] / "examples" / "tensors.ipynb"
        notebook = json.loads(path.read_text())
        if torch is None:
            self.skipTest("no PyTorch")
        names = {}
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                exec(compile("".join(cell["source"]), str(path), "exec"), names)
        self.assertGreater(len(names["table"]), 0)


if __name__ == "__main__":
    unittest.main()

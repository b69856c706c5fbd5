"""Tests torch_snapshots.py where PyTorch is installed: python3 -m unittest discover tools"""

import json
import os
import struct
import tempfile
import unittest

try:
    import torch
except ImportError:
    torch = None


@unittest.skipIf(torch is None, "PyTorch is not installed")
class SnapshotsTest(unittest.TestCase):
    def test_tensors_are_there_to_the_bit(self):
        from torch_snapshots import Snapshots

        torch.manual_seed(1)
        model = torch.nn.Sequential(
            torch.nn.Linear(8, 4), torch.nn.BatchNorm1d(4), torch.nn.ReLU(), torch.nn.Linear(4, 2)
        )
        optimizer = torch.optim.Adam(model.parameters())
        with tempfile.TemporaryDirectory() as directory:
            snapshots = Snapshots(directory, model, optimizer, steps=[1, 3])
            for step in range(4):
                loss = model(torch.randn(16, 8)).square().mean()
                loss.backward()
                optimizer.step()
                self.assertEqual(snapshots.step(step), step in (1, 3))
                last = model[0].weight.detach().clone()
                optimizer.zero_grad()
            snapshots.close()
            self.assertEqual(sorted(os.listdir(directory)), ["t000000001", "t000000003"])
            with open(os.path.join(directory, "t000000003", "memory.safetensors"), "rb") as file:
                header = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))
                data = file.read()
        for name in (
            "weight.0.weight",
            "gradient.3.bias",
            "buffer.1.running_mean",
            "optimizer.0.weight.exp_avg",
            "activation.2.0",
        ):
            self.assertIn(name, header)
        begin, end = header["weight.0.weight"]["data_offsets"]
        values = struct.unpack("<32f", data[begin:end])
        self.assertEqual(list(values), last.reshape(-1).tolist())
        self.assertEqual(header["activation.2.0"]["shape"], [16, 4])
        self.assertEqual(max(each["data_offsets"][1] for each in header.values()), len(data))


if __name__ == "__main__":
    unittest.main()

"""Writes the .pt files beside this file with PyTorch; run it again to add one."""

import os
import pathlib

import torch

HERE = pathlib.Path(__file__).parent


def counting(shape, dtype):
    size = torch.Size(shape).numel()
    return torch.arange(size, dtype=torch.float32).to(dtype).reshape(shape)


class Call:
    """What Python would run when it loads the file."""

    def __reduce__(self):
        return os.getenv, ("HOME",)


shared = counting((2, 3), torch.float32)
module = torch.nn.Linear(3, 2)
with torch.no_grad():
    module.weight.copy_(shared)
    module.bias.copy_(torch.tensor([1.0, -1.0]))
torch.save(module, HERE / "module.pt")
optimiser = torch.optim.SGD(module.parameters(), lr=0.5, momentum=0.5)
module(torch.ones(1, 3)).sum().backward()
optimiser.step()

torch.save(
    {
        "types": {
            "f64": counting((2,), torch.float64),
            "f16": counting((2,), torch.float16),
            "bf16": counting((3,), torch.bfloat16),
            "i64": counting((2,), torch.int64),
            "u8": counting((3,), torch.uint8),
            "bool": torch.tensor([True, False]),
            "complex": torch.tensor([1 + 2j]),
        },
        "scalar": torch.tensor(7, dtype=torch.int32),
        "none": torch.empty((0, 3)),
        "weight": shared,
        "tied": shared,
        "rows": shared[1:],
        "transposed": counting((2, 3), torch.int16).t(),
        "column": counting((2, 3), torch.int8)[:, 1],
        "steps": [counting((1,), torch.int16), 5],
        "epoch": 2**70,
        "note": "no tensor",
        "call": Call(),
    },
    HERE / "tensors.pt",
)
torch.save(optimiser.state_dict(), HERE / "optimiser.pt")
torch.save(counting((2, 2), torch.float32), HERE / "root.pth")
torch.save({"w": shared}, HERE / "protocol4.pt", pickle_protocol=4)
torch.save({"w": shared}, HERE / "before.pt", _use_new_zipfile_serialization=False)

sparse = torch.tensor([[0.0, 2.0, 0.0], [3.0, 0.0, 4.0]])
torch.save(
    {
        "coo": sparse.to_sparse(),
        "csr": sparse.to_sparse_csr(),
        "quantised": torch.quantize_per_tensor(sparse, 0.5, 0, torch.qint8),
        "channels": torch.quantize_per_channel(
            sparse, torch.tensor([0.5, 0.25]), torch.tensor([0, 1]), 0, torch.qint8
        ),
    },
    HERE / "sparse.pt",
)

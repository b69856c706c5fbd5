"""Dumps every tensor of a PyTorch training run at chosen steps, for `magpie profile`.

Put this file beside your script:

    from torch_snapshots import Snapshots

    snapshots = Snapshots("series", model, optimizer, steps=[100, 200, 300])
    for step, (x, y) in enumerate(loader):
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        snapshots.step(step)          # before optimizer.zero_grad()
        optimizer.zero_grad()

It writes series/t000000100/memory.safetensors and so on: weights, gradients, optimizer state, buffers,
and the activations of the last forward pass. It needs PyTorch and nothing else. Tensors that
safetensors has no type for, and all on meta devices, are left out and counted.
"""

import ctypes
import json
import os
import struct

import torch

_TYPES = {
    torch.float64: "F64",
    torch.float32: "F32",
    torch.float16: "F16",
    torch.bfloat16: "BF16",
    torch.int64: "I64",
    torch.int32: "I32",
    torch.int16: "I16",
    torch.int8: "I8",
    torch.uint8: "U8",
    torch.bool: "BOOL",
}
for _name in ("uint16", "uint32", "uint64"):  # of newer PyTorch
    if hasattr(torch, _name):
        _TYPES[getattr(torch, _name)] = _name.replace("uint", "U")


class Snapshots:
    """Writes a snapshot at each of some steps; removes its hooks when closed."""

    def __init__(self, directory, model, optimizer=None, steps=(), activations=True):
        self.directory = directory
        self.model = model
        self.optimizer = optimizer
        self.steps = set(steps)
        self.skipped = 0
        self._activations = {}
        self._hooks = []
        if activations:
            for name, module in model.named_modules():
                if not any(module.children()):
                    self._hooks.append(module.register_forward_hook(self._keep(name)))

    def _keep(self, name):
        def hook(_module, _inputs, output):
            outputs = output if isinstance(output, (tuple, list)) else (output,)
            for index, tensor in enumerate(outputs):
                if isinstance(tensor, torch.Tensor):
                    self._activations[f"activation.{name}.{index}"] = tensor.detach()

        return hook

    def step(self, step):
        """Writes a snapshot if the step is one of those wanted; says whether it did."""
        if step not in self.steps:
            return False
        place = os.path.join(self.directory, f"t{step:09d}")
        os.makedirs(place, exist_ok=True)
        self._write(os.path.join(place, "memory.safetensors"), self._tensors())
        return True

    def _tensors(self):
        tensors = {}
        names = {}
        for name, parameter in self.model.named_parameters():
            names[parameter] = name
            tensors[f"weight.{name}"] = parameter.detach()
            if parameter.grad is not None:
                tensors[f"gradient.{name}"] = parameter.grad.detach()
        for name, buffer in self.model.named_buffers():
            tensors[f"buffer.{name}"] = buffer.detach()
        if self.optimizer is not None:
            for parameter, state in self.optimizer.state.items():
                for key, value in state.items():
                    if isinstance(value, torch.Tensor):
                        owner = names.get(parameter, f"unnamed{len(tensors)}")
                        tensors[f"optimizer.{owner}.{key}"] = value.detach()
        tensors.update(self._activations)
        return tensors

    def _write(self, path, tensors):
        header = {}
        parts = []
        offset = 0
        for name, tensor in tensors.items():
            if tensor.dtype not in _TYPES or tensor.device.type == "meta" or tensor.is_sparse:
                self.skipped += 1
                continue
            flat = tensor.to("cpu").contiguous().reshape(-1).view(torch.uint8)
            size = flat.numel()
            header[name] = {
                "dtype": _TYPES[tensor.dtype],
                "shape": list(tensor.shape),
                "data_offsets": [offset, offset + size],
            }
            parts.append(flat)
            offset += size
        text = json.dumps(header).encode("utf-8")
        text += b" " * (-len(text) % 8)
        part = path + ".part"
        try:
            with open(part, "wb") as file:
                file.write(struct.pack("<Q", len(text)))
                file.write(text)
                for flat in parts:
                    file.write(ctypes.string_at(flat.data_ptr(), flat.numel()))
            os.replace(part, path)
        except BaseException:
            if os.path.exists(part):
                os.remove(part)
            raise

    def close(self):
        """Takes the hooks away."""
        for hook in self._hooks:
            hook.remove()
        self._hooks.clear()
        self._activations.clear()

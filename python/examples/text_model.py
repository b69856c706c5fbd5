"""Trains a small transformer on text, byte by byte, and keeps its weights and its cache as bf16.

    python3 text_model.py /usr/share/perl --minutes 120 -o model

The model is built as Llama is: rotary positions, RMS norms, gated feed-forward layers. Its tensors are
called so, too, in ``weights.pt``; ``random.pt`` is the same model before it has learnt anything, and
``cache.pt`` the keys and values that it keeps of text it was not trained on. All three are written
again every few minutes.
"""

import argparse
import math
import pathlib
import time

import torch
from torch import nn
from torch.nn import functional

WIDTH, LAYERS, HEADS, HIDDEN, CONTEXT = 256, 4, 4, 704, 512
HEAD = WIDTH // HEADS


class Norm(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(WIDTH))

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-5) * self.weight


def rotated(x):
    """Turns pairs of elements by their token's place."""
    rate = 10000 ** (-torch.arange(0, HEAD, 2) / HEAD)
    angle = torch.arange(x.shape[-2])[:, None] * rate
    low, high = x.chunk(2, -1)
    return torch.cat([low * angle.cos() - high * angle.sin(), high * angle.cos() + low * angle.sin()], -1)


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        for name in ["q_proj", "k_proj", "v_proj", "o_proj"]:
            setattr(self, name, nn.Linear(WIDTH, WIDTH, bias=False))

    def forward(self, x, kept):
        batch, tokens, _ = x.shape
        q, k, v = (
            each(x).view(batch, tokens, HEADS, HEAD).transpose(1, 2)
            for each in [self.q_proj, self.k_proj, self.v_proj]
        )
        q, k = rotated(q), rotated(k)
        kept.append((k, v))
        score = (q @ k.transpose(-1, -2)) / math.sqrt(HEAD)
        future = torch.ones(tokens, tokens, dtype=torch.bool).triu(1)
        seen = score.masked_fill(future, -math.inf).softmax(-1) @ v
        return self.o_proj(seen.transpose(1, 2).reshape(batch, tokens, WIDTH))


class FeedForward(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate_proj = nn.Linear(WIDTH, HIDDEN, bias=False)
        self.up_proj = nn.Linear(WIDTH, HIDDEN, bias=False)
        self.down_proj = nn.Linear(HIDDEN, WIDTH, bias=False)

    def forward(self, x):
        return self.down_proj(functional.silu(self.gate_proj(x)) * self.up_proj(x))


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.input_layernorm, self.self_attn = Norm(), Attention()
        self.post_attention_layernorm, self.mlp = Norm(), FeedForward()

    def forward(self, x, kept):
        x = x + self.self_attn(self.input_layernorm(x), kept)
        return x + self.mlp(self.post_attention_layernorm(x))


class TextModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed_tokens = nn.Embedding(256, WIDTH)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.norm = Norm()
        self.lm_head = nn.Linear(WIDTH, 256, bias=False)
        for name, weight in self.named_parameters():
            if weight.dim() == 2:
                nn.init.normal_(weight, std=0.02)

    def forward(self, tokens, kept):
        x = self.embed_tokens(tokens)
        for layer in self.layers:
            x = layer(x, kept)
        return self.lm_head(self.norm(x))

    def loss(self, text):
        return functional.cross_entropy(self(text[:, :-1], []).flatten(0, 1), text[:, 1:].flatten())


def save(tensors, path):
    part = path.with_suffix(".part")
    torch.save({name: each.detach().to(torch.bfloat16).contiguous() for name, each in tensors.items()}, part)
    part.replace(path)


def save_cache(model, text, path):
    kept = []
    with torch.no_grad():
        model(text[:, :CONTEXT], kept)
    tensors = {}
    for layer, (keys, values) in enumerate(kept):
        tensors["cache.layers.%d.keys" % layer] = keys
        tensors["cache.layers.%d.values" % layer] = values
    save(tensors, path)


def texts(folder):
    """All text files below a folder, two megabytes of them for the test."""
    files = sorted(each for each in pathlib.Path(folder).rglob("*") if each.suffix in {".txt", ".rst", ".md", ".pod"})
    if not files:
        raise SystemExit("%s: no text in it (.txt, .rst, .md, .pod)" % folder)
    order = torch.randperm(len(files), generator=torch.Generator().manual_seed(1)).tolist()
    data = torch.frombuffer(bytearray(b"".join(files[i].read_bytes() for i in order)), dtype=torch.uint8).long()
    test = min(1 << 21, len(data) // 10)
    return data[:-test], data[-test:]


def sample(data, sequences):
    starts = torch.randint(len(data) - CONTEXT - 1, (sequences,)).tolist()
    return torch.stack([data[at : at + CONTEXT + 1] for at in starts])


def main():
    parser = argparse.ArgumentParser(description="Trains a small transformer on text.")
    parser.add_argument("folder", help="where text lies")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--sequences", type=int, default=8, help="in a step")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=pathlib.Path("model"))
    given = parser.parse_args()
    torch.manual_seed(1)
    training, test = texts(given.folder)
    held_out = torch.stack([test[at : at + CONTEXT + 1] for at in range(0, 16 * CONTEXT, CONTEXT)])
    model = TextModel()
    print("%d weights, %.1f MB of text" % (sum(each.numel() for each in model.parameters()), len(training) / 1e6))
    given.output.mkdir(parents=True, exist_ok=True)
    save(model.state_dict(), given.output / "random.pt")
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-3, betas=(0.9, 0.95), weight_decay=0.1)
    began, said, step, done = time.monotonic(), 0, 0, 0
    while done < 1:
        done = min(1, (time.monotonic() - began) / 60 / given.minutes)
        for group in optimiser.param_groups:  # A warm-up, then half a cosine down to a tenth.
            group["lr"] = 1e-3 * min(1, step / 100) * (0.55 + 0.45 * math.cos(math.pi * done))
        loss = model.loss(sample(training, given.sequences))
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1)
        optimiser.step()
        step += 1
        if done == 1 or time.monotonic() - said > 120:
            with torch.no_grad():
                print(
                    "%3.0f %%  step %d  loss %.3f  held out %.3f" % (100 * done, step, loss, model.loss(held_out)),
                    flush=True,
                )
            save(model.state_dict(), given.output / "weights.pt")
            save_cache(model, held_out, given.output / "cache.pt")
            said = time.monotonic()


if __name__ == "__main__":
    main()

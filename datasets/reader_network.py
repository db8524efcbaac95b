"""The networks that read: small residual networks that name kind, rank, index and suit of one rectified crop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

from datasets.labels import INDICES, KINDS, RANKS, SUITS, UNKNOWN

HEADS: Mapping[str, int] = {"kind": len(KINDS), "rank": len(RANKS), "index": len(INDICES), "suit": len(SUITS)}
FEATURES = 192
CORNER_HEADS: Mapping[str, int] = {name: HEADS[name] for name in ("kind", "index", "suit")}
"""What is asked of a corner: whether an index is there to be read, which one, and the suit of the pip beside it."""


def _convolution(inputs: int, outputs: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class _Residual(nn.Module):
    def __init__(self, inputs: int, outputs: int, stride: int) -> None:
        super().__init__()
        self.first = _convolution(inputs, outputs, stride)
        self.second = nn.Sequential(nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False), nn.BatchNorm2d(outputs))
        self.short: nn.Module = nn.Identity()
        if stride > 1 or inputs != outputs:
            pool = nn.AvgPool2d(stride) if stride > 1 else nn.Identity()
            self.short = nn.Sequential(
                pool, nn.Conv2d(inputs, outputs, 1, bias=False), nn.BatchNorm2d(outputs)
            )

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(self.second(self.first(x)) + self.short(x), inplace=True)


class ReaderNetwork(nn.Module):
    """Maps crops [N,3,144,96] (RGB, 0..1) to logits of each head and to features [N,192].

    The last map keeps its `places` (9x6 for such crops, one for every 16 pixels): on a card it matters where an index
    or a pip stands.
    """

    def __init__(
        self,
        heads: Mapping[str, int] = HEADS,
        places: tuple[int, int] = (9, 6),
        widths: Sequence[int] = (24, 48, 96, 144),
        depths: Sequence[int] = (1, 2, 2),
    ) -> None:
        super().__init__()
        stages: list[nn.Module] = [_convolution(3, widths[0], 2)]
        for before, after, depth in zip(widths, widths[1:], depths, strict=False):
            stages += [_Residual(before, after, 2), *(_Residual(after, after, 1) for _ in range(depth - 1))]
        self.body = nn.Sequential(*stages)
        self.narrow = _convolution(widths[-1], 48, kernel=1)
        self.drop = nn.Dropout(0.2)
        self.describe = nn.Linear(48 * places[0] * places[1] + widths[-1], FEATURES)
        self.heads = nn.ModuleDict({name: nn.Linear(FEATURES, size) for name, size in heads.items()})

    def forward(self, crops: Tensor) -> dict[str, Tensor]:
        x = self.body((crops - 0.45) * 4)
        overall = x.mean((2, 3))
        places = self.narrow(x).flatten(1)
        features = functional.relu(self.describe(self.drop(torch.cat([places, overall], 1))))
        named = {name: head(self.drop(features)) for name, head in self.heads.items()}
        return {**named, "features": features}


def corner_network() -> ReaderNetwork:
    """The reader of corners: patches [N,3,96,64] in, an answer for each of `CORNER_HEADS` out."""
    return ReaderNetwork(CORNER_HEADS, (6, 4))


def reading_loss(outputs: Mapping[str, Tensor], labels: Tensor) -> Tensor:
    """Return the mean loss of a batch; `labels` is Nx4 class numbers (kind, rank, index, suit), `UNKNOWN` skipped.

    Heads that the network does not have are not asked.
    """
    total = outputs["kind"].new_zeros(())
    for column, name in enumerate(HEADS):
        if name not in outputs:
            continue
        target = labels[:, column]
        asked = target != UNKNOWN
        loss = functional.cross_entropy(
            outputs[name].float(), target, ignore_index=UNKNOWN, label_smoothing=0.02, reduction="sum"
        )
        if bool(asked.any()):
            total = total + loss / len(labels)
    return total

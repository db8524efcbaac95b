"""From training checkpoints to the files that ship.

`python -m datasets.export reader|corners|detector CHECKPOINT FILE.onnx`; `--and CHECKPOINT` writes the mean of two
readers, of which one was trained on from the other. A reader written to FILE.pt can be trained on.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor, nn

from datasets.crops import CROP_HEIGHT, CROP_WIDTH
from datasets.reader_network import CORNER_HEADS, HEADS, ReaderNetwork, corner_network
from vision.corners import PATCH_HEIGHT, PATCH_WIDTH

OPSET = 17


class _AsTuple(nn.Module):
    def __init__(self, network: ReaderNetwork, names: Sequence[str]) -> None:
        super().__init__()
        self.network, self.names = network, names

    def forward(self, crops: Tensor) -> tuple[Tensor, ...]:
        outputs = self.network(crops)
        return tuple(outputs[name] for name in self.names)


def export_reader(
    checkpoint: Path, into: Path, other: Path | None = None, share: float = 0.5, corners: bool = False
) -> None:
    """Write the averaged weights of a reader checkpoint as ONNX: input `crops` [N,3,144,96], an output per head.

    Of a corner reader (`corners`) the input is [N,3,96,64].

    With `other` the mean of both checkpoints' weights, of which `share` (0 to 1) are the first one's; they must come
    from one line of training. Into a file that ends in `.pt` the weights are written as a checkpoint instead, for
    training to start from.
    """
    weights = torch.load(checkpoint, weights_only=True)["average"]
    if other is not None:
        more = torch.load(other, weights_only=True)["average"]
        weights = {
            name: share * value + (1 - share) * more[name] if value.dtype.is_floating_point else value
            for name, value in weights.items()
        }
    into.parent.mkdir(parents=True, exist_ok=True)
    if into.suffix == ".pt":
        torch.save({"average": weights}, into)
        return
    network = corner_network() if corners else ReaderNetwork()
    network.load_state_dict(weights)
    names = list(CORNER_HEADS) if corners else [*HEADS, "features"]
    size = (PATCH_HEIGHT, PATCH_WIDTH) if corners else (CROP_HEIGHT, CROP_WIDTH)
    torch.onnx.export(
        _AsTuple(network.eval(), names),
        (torch.zeros(1, 3, *size),),
        str(into),
        input_names=["crops"],
        output_names=names,
        dynamic_axes={name: {0: "n"} for name in ["crops", *names]},
        opset_version=OPSET,
        dynamo=False,
    )


def export_detector(checkpoint: Path, into: Path, size: int = 416) -> None:
    """Write a detector checkpoint as ONNX with free picture size: output [1,11,N] as `datasets.train_detector` says."""
    os.environ.setdefault("YOLO_OFFLINE", "true")
    os.environ.setdefault("YOLO_AUTOINSTALL", "false")
    from ultralytics import YOLO

    into.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "detector.pt"
        shutil.copy(checkpoint, copy)
        written = YOLO(str(copy)).export(
            format="onnx", imgsz=size, dynamic=True, simplify=False, opset=OPSET, nms=False, device="cpu"
        )
        shutil.move(str(written), into)


def main() -> None:
    parser = argparse.ArgumentParser(description="Write trained weights as the files that ship.")
    parser.add_argument("what", choices=["reader", "corners", "detector"])
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("into", type=Path)
    parser.add_argument("--and", dest="other", type=Path, help="a second reader, to write the mean of both")
    parser.add_argument("--share", type=float, default=0.5, help="how much the first one counts in that mean")
    given = parser.parse_args()
    if given.what == "detector":
        export_detector(given.checkpoint, given.into)
    else:
        export_reader(given.checkpoint, given.into, given.other, given.share, given.what == "corners")


if __name__ == "__main__":
    main()

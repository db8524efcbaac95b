"""Training of the card detector with ultralytics.

`python -m datasets.train_detector --scenes runs/scenes --start yolo11n.pt --into runs/detector --minutes 90`

The detector is a YOLO11n that gives, for each card, a box, one of `DETECTIONS` and two axis points (see
`datasets.scenes.axis_points`). Folders of scenes are what `datasets.scenes` and `datasets.photo_scenes` write.
A checkpoint is kept after every epoch; `--resume` goes on from the last one. On machines with several graphics
cards give `--device 0,1`: ultralytics then trains on all of them.
"""

from __future__ import annotations

import argparse
import os
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

from datasets.labels import DETECTIONS

if TYPE_CHECKING:
    from ultralytics import YOLO

AXIS_TOLERANCE = 0.08
"""Spread of the axis points' loss, as a share of the card's size: smaller asks for more precision."""
SNAPSHOT_SECONDS = 180.0


def listing(scenes: list[Path], into: Path, held_out: int) -> Path:
    """Write the picture lists and the data file that ultralytics reads; return the data file.

    `held_out` pictures, drawn evenly, are kept for the closing validation and never trained on. A folder may be
    named twice to be seen twice as often. Raises `FileNotFoundError` when a folder holds no pictures.
    """
    pictures: list[Path] = []
    for folder in scenes:
        found = sorted(folder.resolve().glob("images/*.jpg"))
        if not found:
            raise FileNotFoundError(f"no pictures in {folder}/images: render scenes first")
        pictures += found
    kept = set(random.Random(0).sample(sorted(set(pictures)), min(held_out, len(pictures) // 5)))
    into.mkdir(parents=True, exist_ok=True)
    train, validate = into / "train.txt", into / "validate.txt"
    train.write_text("".join(f"{p}\n" for p in pictures if p not in kept))
    validate.write_text("".join(f"{p}\n" for p in sorted(kept)))
    data = into / "scenes.yaml"
    names = "".join(f"  {number}: {name}\n" for number, name in enumerate(DETECTIONS))
    data.write_text(
        f"path: {into.resolve()}\ntrain: {train.resolve()}\nval: {validate.resolve()}\nkpt_shape: [2, 2]\n"
        f"kpt_oks_sigmas: [{AXIS_TOLERANCE}, {AXIS_TOLERANCE}]\nnames:\n{names}"
    )
    return data


def _as_float(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _as_float(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_as_float(part) for part in value)
    return value.float() if hasattr(value, "float") else value


def _snapshot(trainer: Any, file: Path) -> None:
    """Write the averaged weights as they are now: an epoch can take long, and a run can be ended at any time."""
    import copy

    import torch

    partial = file.with_suffix(".partial")
    state = {
        "epoch": -1,
        "model": None,
        "ema": copy.deepcopy(trainer.ema.ema).half(),
        "train_args": vars(trainer.args),
    }
    torch.save(state, partial)
    partial.replace(file)


def _prepare(model: YOLO, threads: int, precision: str, minutes: float) -> None:
    import time

    import torch

    started = saved = time.monotonic()

    def begin(trainer: Any) -> None:
        torch.set_num_threads(threads)
        if trainer.device.type != "cpu":
            return
        network, plain_batch = trainer.model, trainer.preprocess_batch
        network.to(memory_format=torch.channels_last)

        def channels_last(batch: dict[str, Any]) -> dict[str, Any]:
            batch = plain_batch(batch)
            batch["img"] = batch["img"].contiguous(memory_format=torch.channels_last)
            return batch

        trainer.preprocess_batch = channels_last
        if precision == "bf16":
            plain_predict = network.predict

            # only the network itself: boxes and losses need more digits than bfloat16 has
            def predict(*given: Any, **named: Any) -> Any:
                with torch.autocast("cpu", torch.bfloat16):
                    outputs = plain_predict(*given, **named)
                return _as_float(outputs)

            network.predict = predict

    def keep_threads(trainer: Any) -> None:
        # ultralytics sets its own thread count whenever it looks for a device
        torch.set_num_threads(threads)

    def pace(trainer: Any) -> None:
        # few long epochs: the rate falls by the clock, not in steps from epoch to epoch
        share = min(1.0, (time.monotonic() - started) / 60 / minutes)
        for group in trainer.optimizer.param_groups:
            group["lr"] = group["initial_lr"] * (1 - 0.98 * share)

    def keep(trainer: Any) -> None:
        nonlocal saved
        if time.monotonic() - saved > SNAPSHOT_SECONDS:
            saved = time.monotonic()
            _snapshot(trainer, Path(trainer.wdir) / "snapshot.pt")

    model.add_callback("on_train_start", begin)
    model.add_callback("on_train_batch_start", pace)
    model.add_callback("on_train_batch_end", keep)
    model.add_callback("on_train_epoch_start", keep_threads)


def train(
    data: Path,
    into: Path,
    start: Path | None,
    minutes: float,
    batch: int,
    threads: int,
    size: int,
    precision: str,
    device: str,
    rate: float = 1e-3,
    epochs: int = 300,
) -> Path:
    """Train for `minutes` (or `epochs`, whichever ends first) and return the file of the last weights."""
    from ultralytics import YOLO

    model = YOLO("yolo11n-pose.yaml", task="pose")
    if start is not None:
        model = model.load(str(start))
    _prepare(model, threads, precision, minutes)
    model.train(
        data=str(data), project=str(into.resolve()), name="run", exist_ok=True, time=minutes / 60, epochs=epochs,
        imgsz=size, batch=batch, workers=0, device=device, amp=device != "cpu",
        optimizer="AdamW", lr0=rate, lrf=0.01, warmup_epochs=0.05, cos_lr=False, weight_decay=0.01,
        mosaic=0.0, close_mosaic=0, degrees=0.0, translate=0.0, scale=0.0, shear=0.0, perspective=0.0,
        fliplr=0.0, flipud=0.0, erasing=0.0, hsv_h=0.02, hsv_s=0.4, hsv_v=0.3,
        val=False, plots=False, save=True, save_period=1, cache=False, verbose=False,
    )  # fmt: skip
    return into / "run" / "weights" / "last.pt"


def resume(into: Path, threads: int, precision: str, minutes: float) -> Path:
    """Go on with an unfinished run in `into` and return the file of the last weights."""
    from ultralytics import YOLO

    last = into / "run" / "weights" / "last.pt"
    model = YOLO(str(last))
    _prepare(model, threads, precision, minutes)
    model.train(resume=True)
    return last


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the card detector.")
    parser.add_argument("--scenes", type=Path, nargs="+", default=[Path("runs/scenes")])
    parser.add_argument("--start", type=Path, help="weights to begin with, such as yolo11n.pt")
    parser.add_argument("--into", type=Path, default=Path("runs/detector"))
    parser.add_argument("--minutes", type=float, default=90)
    parser.add_argument("--epochs", type=int, default=300)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--size", type=int, default=416)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--held-out", type=int, default=100)
    parser.add_argument("--precision", choices=["fp32", "bf16"], default="fp32")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--resume", action="store_true")
    given = parser.parse_args()
    settings = {
        "YOLO_OFFLINE": "true",
        "YOLO_AUTOINSTALL": "false",
        "YOLO_CONFIG_DIR": str(given.into.resolve()),
    }
    for name, value in settings.items():
        os.environ.setdefault(name, value)
    if given.resume:
        resume(given.into, given.threads, given.precision, given.minutes)
        return
    data = listing(given.scenes, given.into, given.held_out)
    train(
        data, given.into, given.start, given.minutes, given.batch, given.threads, given.size, given.precision,
        given.device, given.rate, given.epochs,
    )  # fmt: skip


if __name__ == "__main__":
    main()

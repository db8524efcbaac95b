"""Training of the card reader: `python -m datasets.train_reader --artwork artwork --into runs/reader --minutes 60`.

Crops are made while it trains. A checkpoint is written every few minutes; `--resume` goes on from it, and
`--start FILE` begins a new run with the weights of an earlier one. Two cores are best used by `--threads 2` beside the
one process that makes crops.
"""

from __future__ import annotations

import argparse
import functools
import logging
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from datasets.crop_stream import CropMixture, CropStream, MakesCrops
from datasets.reader_network import HEADS, ReaderNetwork, reading_loss

log = logging.getLogger("train_reader")


@dataclass(frozen=True)
class Schedule:
    """How long and how fast: `minutes` of training, batch size, highest learning rate, share of warm-up."""

    minutes: float
    batch: int = 128
    rate: float = 2e-3
    warm_up: float = 0.02

    def rate_at(self, share: float) -> float:
        if share < self.warm_up:
            return self.rate * share / self.warm_up
        return self.rate * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * min(1.0, share))))


class Training:
    """Network, averaged network and optimiser, with how far they are."""

    def __init__(
        self,
        folder: Path,
        schedule: Schedule,
        precision: str,
        network: Callable[[], ReaderNetwork] = ReaderNetwork,
    ) -> None:
        self.folder, self.schedule = folder, schedule
        self.network = network().to(memory_format=torch.channels_last)
        self.average = {k: v.clone() for k, v in self.network.state_dict().items()}
        self.optimiser = torch.optim.AdamW(
            self.network.parameters(), schedule.rate, (0.9, 0.98), weight_decay=0.03
        )
        self.half = torch.bfloat16 if precision == "bf16" else None
        self.steps, self.seconds = 0, 0.0

    @property
    def share(self) -> float:
        return self.seconds / 60 / self.schedule.minutes

    def start_from(self, weights: Path) -> None:
        state = torch.load(weights, weights_only=True)
        self.network.load_state_dict(state.get("average", state))
        self.average = {k: v.clone() for k, v in self.network.state_dict().items()}

    def step(self, pixels: Tensor, labels: Tensor) -> float:
        for group in self.optimiser.param_groups:
            group["lr"] = self.schedule.rate_at(self.share)
        self.network.train()
        self.optimiser.zero_grad(set_to_none=True)
        with torch.autocast("cpu", self.half, enabled=self.half is not None):
            outputs = self.network(pixels)
        loss = reading_loss(outputs, labels)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimiser.step()
        self.steps += 1
        keep = min(0.998, (1 + self.steps) / (10 + self.steps))
        with torch.no_grad():
            for name, value in self.network.state_dict().items():
                if value.dtype.is_floating_point:
                    self.average[name].mul_(keep).add_(value, alpha=1 - keep)
                else:
                    self.average[name].copy_(value)
        return float(loss)

    def save(self) -> None:
        state = {
            "network": self.network.state_dict(),
            "average": self.average,
            "optimiser": self.optimiser.state_dict(),
            "steps": self.steps,
            "seconds": self.seconds,
        }
        partial = self.folder / "checkpoint.partial"
        torch.save(state, partial)
        partial.replace(self.folder / "checkpoint.pt")

    def resume(self) -> None:
        state = torch.load(self.folder / "checkpoint.pt", weights_only=True)
        self.network.load_state_dict(state["network"])
        self.average = state["average"]
        self.optimiser.load_state_dict(state["optimiser"])
        self.steps, self.seconds = state["steps"], state["seconds"]


def train(training: Training, stream: CropStream, save_every: float = 180.0, turning: bool = True) -> None:
    """Train until the schedule's minutes are over, writing a checkpoint every `save_every` seconds and at the end.

    `turning`: a crop turned upside down shows the same card, so that half of them are.
    """
    rng = torch.Generator().manual_seed(training.steps)
    last_save = last_log = time.monotonic()
    before = time.monotonic()
    while training.share < 1:
        pixels, rows = stream.batch(training.schedule.batch)
        # light changes once more each time a crop is drawn, so that a second use is not the same picture
        batch = torch.from_numpy(np.ascontiguousarray(pixels[..., ::-1])).permute(0, 3, 1, 2).float() / 255
        gain = 1 + (torch.rand(len(batch), 3, 1, 1, generator=rng) - 0.5) * 0.3
        shift = (torch.rand(len(batch), 1, 1, 1, generator=rng) - 0.5) * 0.16
        batch = ((batch - 0.5) * gain + 0.5 + shift).contiguous(memory_format=torch.channels_last)
        if turning and torch.rand((), generator=rng) < 0.5:
            batch = batch.flip((2, 3)).contiguous(memory_format=torch.channels_last)
        labels = torch.from_numpy(rows.astype(np.int64))
        loss = training.step(batch, labels)
        now = time.monotonic()
        training.seconds += now - before
        before = now
        if now - last_log > 30:
            with torch.no_grad():
                outputs = training.network(batch)
            right = {}
            for column, name in enumerate(HEADS):
                if name not in outputs:
                    continue
                asked = labels[:, column] >= 0
                hit = outputs[name].argmax(1)[asked] == labels[asked, column]
                right[name] = float(hit.float().mean())
            log.info(
                "step %d share %.3f loss %.3f made %d used %d %s",
                training.steps,
                training.share,
                loss,
                stream.made,
                training.steps * training.schedule.batch,
                " ".join(f"{k} {v:.3f}" for k, v in right.items()),
            )
            last_log = now
        if now - last_save > save_every:
            training.save()
            last_save = now
    training.save()


def _build(
    artwork: Path,
    photos: Path,
    procedural: int,
    seed: int,
    real: Path | None,
    real_share: float,
    scenes: Sequence[Path],
    scene_share: float,
) -> MakesCrops:
    from datasets.materials import crop_maker
    from datasets.real_crops import RealCrops
    from datasets.scene_crops import SceneCrops

    sources: list[MakesCrops] = [crop_maker(artwork, photos, procedural, seed)]
    shares = [1.0]
    if real:
        sources.append(RealCrops.load(real))
        shares.append(real_share)
    cut = [SceneCrops.load(folder) for folder in scenes]
    sources += cut
    shares += [scene_share * len(crops.labels) / sum(len(each.labels) for each in cut) for crops in cut]
    return CropMixture(sources, [2.0 - sum(shares), *shares[1:]])


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the card reader.")
    add_options(parser, Path("runs/reader"))
    parser.add_argument(
        "--scenes",
        type=Path,
        nargs="+",
        default=[],
        help="crops of rendered scenes, made by datasets.scene_crops",
    )
    parser.add_argument("--scene-share", type=float, default=0.25, help="that of all of them together")
    given = parser.parse_args()
    training = begun(given, ReaderNetwork)
    build = functools.partial(
        _build,
        given.artwork,
        given.photos,
        given.procedural,
        given.seed,
        given.real,
        given.real_share,
        given.scenes,
        given.scene_share,
    )
    with CropStream(build, given.into, given.makers, reuse=given.reuse, seed=given.seed) as stream:
        train(training, stream)


def add_options(parser: argparse.ArgumentParser, into: Path) -> None:
    """The options that the training of every reader has."""
    parser.add_argument("--artwork", type=Path, default=Path("artwork"))
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos"))
    parser.add_argument("--into", type=Path, default=into)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--procedural", type=int, default=100, help="decks to make up")
    parser.add_argument("--makers", type=int, default=1, help="processes that make crops")
    parser.add_argument("--reuse", type=float, default=2.0, help="times that a crop is used")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--precision", choices=["fp32", "bf16"], default="fp32")
    parser.add_argument("--start", type=Path, help="weights to begin with")
    parser.add_argument("--real", type=Path, help="crops of photographs, made by datasets.real_crops")
    parser.add_argument("--real-share", type=float, default=0.25)
    parser.add_argument("--resume", action="store_true")


def begun(given: argparse.Namespace, network: Callable[[], ReaderNetwork]) -> Training:
    """A training as the options ask for it: from nothing, from other weights, or where it was."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
    given.into.mkdir(parents=True, exist_ok=True)
    schedule = Schedule(given.minutes, given.batch, given.rate)
    training = Training(given.into, schedule, given.precision, network)
    if given.resume:
        training.resume()
    elif given.start:
        training.start_from(given.start)
    return training


if __name__ == "__main__":
    main()

"""The networks are trained for a few steps from nothing and run as shipped weights are."""

from __future__ import annotations

import functools
import importlib.util
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from datasets.corner_crops import CornerMaker
from datasets.crop_stream import CropStream, MakesCrops
from datasets.crops import CropMaker
from datasets.face_pool import FacePool
from datasets.labels import INDICES, KINDS, RANKS, SUITS
from datasets.scenes import SceneMaker, write_scene
from datasets.surfaces import Surfaces
from tests.datasets.drawn_decks import drawn_deck
from vision.corner_reader import CornerReader
from vision.corners import PATCH_HEIGHT, PATCH_WIDTH
from vision.detector import CardDetector
from vision.networks import OnnxNetwork
from vision.reader import CardReader

# found, not imported: ultralytics changes how pictures are opened for everybody in the process
MISSING = [name for name in ("torch", "ultralytics") if importlib.util.find_spec(name) is None]
if MISSING and not os.environ.get("CI"):
    pytest.skip(f"the training extra is not installed: {', '.join(MISSING)}", allow_module_level=True)

# libraries of the training extra warn about each other; what matters here is that the commands work
pytestmark = pytest.mark.filterwarnings("ignore")


def _crops() -> MakesCrops:
    return CropMaker(FacePool([drawn_deck()]), Surfaces(()))


def _corners() -> MakesCrops:
    return CornerMaker(FacePool([drawn_deck()]), Surfaces(()))


def test_a_few_steps_of_the_reader_lower_its_loss_and_export_runs(tmp_path: Path) -> None:
    import torch

    from datasets.export import export_reader
    from datasets.train_reader import Schedule, Training

    torch.manual_seed(0)
    training = Training(tmp_path, Schedule(minutes=1, batch=16, warm_up=0.001), "fp32")
    training.seconds = 1.0
    with CropStream(functools.partial(_crops), tmp_path, capacity=400) as stream:
        pixels, rows = stream.batch(16, least=16)
    batch = torch.from_numpy(np.ascontiguousarray(pixels[..., ::-1])).permute(0, 3, 1, 2).float() / 255
    labels = torch.from_numpy(rows.astype(np.int64))
    losses = [training.step(batch, labels) for _ in range(8)]
    assert losses[-1] < losses[0]
    training.save()

    again = Training(tmp_path, Schedule(minutes=1), "fp32")
    again.resume()
    assert again.steps == training.steps

    export_reader(tmp_path / "checkpoint.pt", tmp_path / "reader.onnx")
    outputs = OnnxNetwork(tmp_path / "reader.onnx").run(batch.numpy())
    shapes = {name: array.shape for name, array in outputs.items()}
    assert shapes == {
        "kind": (16, len(KINDS)),
        "rank": (16, len(RANKS)),
        "index": (16, len(INDICES)),
        "suit": (16, len(SUITS)),
        "features": (16, 192),
    }
    assert len(CardReader(OnnxNetwork(tmp_path / "reader.onnx")).read_crops(pixels)) == 16


def test_a_few_steps_of_the_corner_reader_lower_its_loss_and_export_runs(tmp_path: Path) -> None:
    import torch

    from datasets.export import export_reader
    from datasets.reader_network import corner_network
    from datasets.train_reader import Schedule, Training

    torch.manual_seed(0)
    training = Training(tmp_path, Schedule(minutes=1, batch=16, warm_up=0.001), "fp32", corner_network)
    training.seconds = 1.0
    shape = (PATCH_HEIGHT, PATCH_WIDTH)
    with CropStream(functools.partial(_corners), tmp_path, capacity=400, shape=shape) as stream:
        pixels, rows = stream.batch(16, least=16)
    batch = torch.from_numpy(np.ascontiguousarray(pixels[..., ::-1])).permute(0, 3, 1, 2).float() / 255
    labels = torch.from_numpy(rows.astype(np.int64))
    losses = [training.step(batch, labels) for _ in range(8)]
    assert losses[-1] < losses[0]
    training.save()

    export_reader(tmp_path / "checkpoint.pt", tmp_path / "corners.onnx", corners=True)
    network = OnnxNetwork(tmp_path / "corners.onnx")
    assert {name: array.shape for name, array in network.run(batch.numpy()).items()} == {
        "kind": (16, len(KINDS)),
        "index": (16, len(INDICES)),
        "suit": (16, len(SUITS)),
    }
    table, quad = np.zeros((60, 60, 3), np.uint8), np.array([[5, 5], [35, 5], [35, 50], [5, 50]], np.float32)
    assert CornerReader(network).read(table, [quad, quad]).index.shape == (2, 2, len(INDICES))


def test_the_detector_trains_by_its_command_and_exports(tmp_path: Path) -> None:
    scenes = tmp_path / "scenes"
    for part in ("images", "labels", "quads"):
        (scenes / part).mkdir(parents=True)
    maker = SceneMaker(FacePool([drawn_deck()]), Surfaces(()))
    for number in range(12):
        write_scene(scenes, f"s{number}", *maker.scene(random.Random(number), 96))
    run = tmp_path / "run"
    _command(
        "datasets.train_detector",
        "--scenes",
        scenes,
        "--into",
        run,
        "--size",
        96,
        "--batch",
        4,
        "--epochs",
        1,
    )
    _command("datasets.export", "detector", run / "run" / "weights" / "last.pt", tmp_path / "detector.onnx")

    values = OnnxNetwork(tmp_path / "detector.onnx").run(np.zeros((1, 3, 64, 96), np.float32))
    assert next(iter(values.values())).shape[:2] == (1, 11)
    detector = CardDetector(OnnxNetwork(tmp_path / "detector.onnx"), threshold=0.0001)
    assert detector.find(np.zeros((96, 96, 3), np.uint8), 96) is not None


def _command(module: str, *arguments: object) -> None:
    words = [sys.executable, "-m", module, *(str(argument) for argument in arguments)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


def test_a_folder_without_scenes_is_named(tmp_path: Path) -> None:
    from datasets.train_detector import listing

    with pytest.raises(FileNotFoundError, match="render scenes first"):
        listing([tmp_path], tmp_path / "run", 1)


def test_the_mean_of_two_readers_lies_between_them(tmp_path: Path) -> None:
    import torch

    from datasets.export import export_reader
    from datasets.reader_network import ReaderNetwork

    network = ReaderNetwork()
    for name, shift in (("one", 0.0), ("other", 2.0), ("middle", 1.0)):
        weights = {key: value.clone() for key, value in network.state_dict().items()}
        weights["heads.kind.bias"] += shift
        torch.save({"average": weights}, tmp_path / f"{name}.pt")
    export_reader(tmp_path / "one.pt", tmp_path / "mean.onnx", tmp_path / "other.pt")
    export_reader(tmp_path / "middle.pt", tmp_path / "middle.onnx")
    crops = np.random.default_rng(1).random((2, 3, 144, 96), np.float32)
    mean, middle = (OnnxNetwork(tmp_path / f"{name}.onnx").run(crops)["kind"] for name in ("mean", "middle"))
    np.testing.assert_allclose(mean, middle, atol=1e-5)
    export_reader(tmp_path / "one.pt", tmp_path / "trained-on.pt", tmp_path / "other.pt")
    kept, expected = (torch.load(tmp_path / f"{name}.pt")["average"] for name in ("trained-on", "middle"))
    for name, value in expected.items():
        torch.testing.assert_close(kept[name], value)
    export_reader(tmp_path / "one.pt", tmp_path / "nearer.pt", tmp_path / "other.pt", 0.75)
    nearer = torch.load(tmp_path / "nearer.pt")["average"]["heads.kind.bias"]
    torch.testing.assert_close(nearer, network.state_dict()["heads.kind.bias"] + 0.5)

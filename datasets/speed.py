"""How fast the networks and the live table's eyes are, always against something in the same run.

    python -m datasets.speed runtimes --checkpoint DETECTOR.pt --scenes FOLDER --int8 FILE
    python -m datasets.speed pipeline CLIP --width 1920
    python -m datasets.speed start

Seconds mean little on a machine that does other things as well: rounds of all contestants are mixed, and
processor seconds stand beside the shortest seconds by the clock. `runtimes` needs the training extra; OpenVINO
is measured if it is installed.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.clip_evaluation import Told, compare, expected_of, told_from
from datasets.evaluation_detector import scenes_in
from vision.detector import LIVE_SIZE, CardDetector, letterboxed
from vision.frames import Frame
from vision.networks import Floats, OnnxNetwork, weights, weights_folder
from vision.pack import Pack
from vision.sight import LIVE, CardSight
from vision.sightings import Image
from vision.tracker import PileTracker

Contestant = Callable[[Image], object]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one measurement."""
    parsed = _parser().parse_args(arguments)
    cv2.setNumThreads(parsed.threads)
    return int(parsed.run(parsed))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m datasets.speed", description=__doc__)
    commands = parser.add_subparsers(required=True)
    runtimes = commands.add_parser("runtimes", help="the detector by every runtime there is")
    runtimes.add_argument(
        "--checkpoint", type=Path, required=True, help="the detector as ultralytics keeps it"
    )
    runtimes.add_argument(
        "--scenes", type=Path, required=True, help="rendered scenes, to run and to calibrate on"
    )
    runtimes.add_argument("--size", type=int, default=LIVE_SIZE)
    runtimes.add_argument("--rounds", type=int, default=30)
    runtimes.add_argument("--int8", type=Path, help="write the 8 bit network there (made anew if absent)")
    runtimes.set_defaults(run=_runtimes)
    pipeline = commands.add_parser("pipeline", help="the whole way from a film's frame to an observation")
    pipeline.add_argument("clip", type=Path)
    pipeline.add_argument("--width", type=int, default=1920, help="frames are brought to this width first")
    pipeline.add_argument("--seconds", type=float, default=40.0, help="how much of the film")
    pipeline.set_defaults(run=_pipeline)
    start = commands.add_parser("start", help="from an empty process to the first reading, and its memory")
    start.add_argument("--rounds", type=int, default=5)
    start.set_defaults(run=_start)
    for command in (runtimes, pipeline, start):
        command.add_argument("--models", type=Path, default=weights_folder())
        command.add_argument("--threads", type=int, default=1)
    return parser


def races(
    contestants: Mapping[str, Contestant], pictures: Sequence[Image], rounds: int
) -> dict[str, tuple[float, float]]:
    """Shortest seconds by the clock and median processor seconds of each, in rounds that take turns."""
    clock: dict[str, list[float]] = {name: [] for name in contestants}
    busy: dict[str, list[float]] = {name: [] for name in contestants}
    for number in range(rounds + 2):
        picture = pictures[number % len(pictures)]
        for name, run in contestants.items():
            start, work = time.perf_counter(), time.process_time()
            run(picture)
            if number >= 2:
                clock[name].append(time.perf_counter() - start)
                busy[name].append(time.process_time() - work)
    return {name: (min(clock[name]), statistics.median(busy[name])) for name in contestants}


def race_table(found: Mapping[str, tuple[float, float]], against: str) -> str:
    """A Markdown table; how many times faster each is than `against`, by the clock and by processor time."""
    rows = ["| runtime | ms, shortest | ms of processor, median | times faster | by processor |"]
    rows.append("| --- | ---: | ---: | ---: | ---: |")
    clock, busy = found[against]
    for name, (mine, work) in found.items():
        rows.append(
            f"| {name} | {1000 * mine:.1f} | {1000 * work:.1f} | {clock / mine:.2f} | {busy / max(work, 1e-9):.2f} |"
        )
    return "\n".join(rows)


def quantised(source: Path, target: Path, pictures: Sequence[Image], size: int) -> None:
    """Writes an 8 bit copy of the detector: convolutions only, calibrated on pictures, the head's last steps as
    they were, for boxes and scores do not share a scale."""
    from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
    from onnxruntime.quantization.shape_inference import quant_pre_process

    class Pictures(CalibrationDataReader):
        def __init__(self) -> None:
            self._left: Iterator[Floats] = (letterboxed(picture, size)[0] for picture in pictures)

        def get_next(self) -> dict[str, Floats] | None:
            batch = next(self._left, None)
            return None if batch is None else {"images": batch}

    ready = target.with_suffix(".ready.onnx")
    quant_pre_process(str(source), str(ready), skip_symbolic_shape=True)
    quantize_static(
        str(ready),
        str(target),
        Pictures(),
        quant_format=QuantFormat.QDQ,
        op_types_to_quantize=["Conv"],
        per_channel=True,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
    )
    ready.unlink()


def _runtimes(parsed: argparse.Namespace) -> int:
    pictures = [scene.image for scene in scenes_in(parsed.scenes)]
    net, whole = _torch(parsed)
    nets: dict[str, Contestant] = {"torch": net}
    ours = weights(parsed.models, "detector")
    networks = {"onnxruntime fp32": OnnxNetwork(ours, parsed.threads)}
    if parsed.int8 is not None:
        if not parsed.int8.is_file():
            quantised(ours, parsed.int8, pictures[:60], parsed.size)
        networks["onnxruntime int8"] = OnnxNetwork(parsed.int8, parsed.threads)
    for name, network in networks.items():
        nets[name] = _bare(network.run, parsed.size)
    if importlib.util.find_spec("openvino") is not None:
        files = {"fp32": ours, "int8": parsed.int8}
        for name, file in files.items():
            for precision in ("f32", "as it likes") if file is not None else ():
                run = _openvino(file, precision, parsed.threads)
                nets[f"openvino {name}, computing in {precision}"] = _bare(run, parsed.size)
    print_table("the network alone", race_table(races(nets, pictures, parsed.rounds), "torch"))
    if whole is None:
        sys.stdout.write("ultralytics' own predict needs torchvision, which is not installed: left out.\n")
        return 0
    detector = CardDetector(networks["onnxruntime fp32"])
    both: dict[str, Contestant] = {
        "ultralytics predict": whole,
        "ours, picture to cards": lambda picture: detector.find(picture, parsed.size),
    }
    print_table("picture to cards", race_table(races(both, pictures, parsed.rounds), "ultralytics predict"))
    return 0


def print_table(title: str, table: str) -> None:
    """A heading and a table on standard output."""
    sys.stdout.write(f"# {title}\n\n{table}\n\n")


def _torch(parsed: argparse.Namespace) -> tuple[Contestant, Contestant | None]:
    """The same network by torch alone, and ultralytics' whole way from picture to boxes if it can go it."""
    import torch
    from ultralytics import YOLO

    torch.set_num_threads(parsed.threads)
    model = YOLO(str(parsed.checkpoint))
    fused = YOLO(str(parsed.checkpoint)).model.float().fuse().eval()

    def net(picture: Image) -> object:
        with torch.inference_mode():
            return fused(torch.from_numpy(letterboxed(picture, parsed.size)[0]))

    if importlib.util.find_spec("torchvision.ops") is None:
        return net, None
    return net, lambda picture: model.predict(picture, imgsz=parsed.size, verbose=False, device="cpu")


def _bare(run: Callable[[Floats], object], size: int) -> Contestant:
    return lambda picture: run(letterboxed(picture, size)[0])


def _openvino(file: Path, precision: str, threads: int) -> Callable[[Floats], object]:
    import openvino

    asked: dict[str, Any] = {"INFERENCE_NUM_THREADS": threads, "PERFORMANCE_HINT": "LATENCY"}
    if precision == "f32":
        asked["INFERENCE_PRECISION_HINT"] = "f32"
    compiled = openvino.Core().compile_model(str(file), "CPU", asked)
    return lambda batch: compiled(batch)


def _pipeline(parsed: argparse.Namespace) -> int:
    truth = json.loads(parsed.clip.with_suffix(".json").read_text(encoding="utf-8"))
    film = cv2.VideoCapture(str(parsed.clip))
    rate = float(film.get(cv2.CAP_PROP_FPS))
    tracker = PileTracker(CardSight.from_folder(parsed.models, LIVE, threads=parsed.threads), pack=Pack(1, 4))
    idle: list[float] = []
    looking: list[float] = []
    told: list[Told] = []
    for number in range(int(parsed.seconds * rate)):
        got, picture = film.read()
        if not got:
            break
        factor = parsed.width / picture.shape[1]
        image = np.asarray(cv2.resize(picture, None, fx=factor, fy=factor), np.uint8)
        before, work = tracker.looks, time.process_time()
        observations = tracker.step(Frame(image, number / rate, number))
        spent = time.process_time() - work
        (looking if tracker.looks > before else idle).append(spent)
        told += [told_from(each, spent) for each in observations]
    seconds = (len(idle) + len(looking)) / rate
    score = compare([one for one in expected_of(truth) if one.clear < seconds - 1], told)
    total = sum(idle) + sum(looking)
    rows = [
        f"{seconds:.0f} s of film at {parsed.width} pixels, {rate:.0f} frames/s, {score.laid} cards laid",
        f"a frame without a look: {1000 * statistics.median(idle):.1f} ms of processor",
        f"a frame with a look: {1000 * statistics.median(looking or [0.0]):.1f} ms, {len(looking)} of them",
        f"all: {1000 * total / (len(idle) + len(looking)):.1f} ms a frame, "
        f"{(len(idle) + len(looking)) / total:.0f} frames/s on a core that has nothing else to do",
        f"told right {score.right}; after being clear: half {score.to_json()['wait_p50']} s, 95 % "
        f"{score.to_json()['wait_p95']} s; with processor time {score.to_json()['latency_p95']} s",
    ]
    sys.stdout.write("\n".join(rows) + "\n")
    return 0


_FIRST_READING = """
import resource, sys, time
from pathlib import Path
from vision.sight import LIVE, CardSight
import numpy
import web.command_line
sight = CardSight.from_folder(Path(sys.argv[1]), LIVE, threads=int(sys.argv[2]))
sight.see(numpy.full((720, 1280, 3), 90, numpy.uint8))
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
"""


def _start(parsed: argparse.Namespace) -> int:
    """Processes that load the live table's program and its networks and look at one picture."""
    clock, busy, memory = [], [], []
    for _ in range(parsed.rounds):
        begun = time.perf_counter()
        command = [sys.executable, "-c", _FIRST_READING, str(parsed.models), str(parsed.threads)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        clock.append(time.perf_counter() - begun)
        work, most = done.stdout.split()
        busy.append(float(work))
        memory.append(float(most))
    sys.stdout.write(
        f"from nothing to the first look: shortest {min(clock):.2f} s by the clock, "
        f"{statistics.median(busy):.2f} s of processor; memory at most {max(memory):.0f} MB\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())

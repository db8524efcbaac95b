"""Evaluation: `python -m datasets.evaluation photos --split eval` and its kin print what sight is worth.

Nothing is ever chosen on the `eval` photographs. What has to be chosen (the threshold, the calibration) is chosen
by `calibrate` on the training photographs that training leaves out.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from datasets.evaluation_calibration import fit, reliability_table, samples_of, samples_of_scenes
from datasets.evaluation_detector import detector_table, measured, scenes_in
from datasets.evaluation_labels import DEFAULT_FOLDER, LabelledPhoto, labelled_photos
from datasets.evaluation_report import confusions, outcome_table, reason_table, width_table, write_gallery
from datasets.evaluation_representation import representation_table
from datasets.evaluation_scoring import ScoredPhoto, scored
from vision.acceptance import write_acceptance
from vision.detector import LIVE_SIZE, CardDetector
from vision.networks import MissingWeights, OnnxNetwork, weights, weights_folder
from vision.photographs import open_photograph
from vision.sight import PHOTO, CardSight


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; 2 when something that it needs is not there."""
    parsed = _parser().parse_args(arguments)
    try:
        if parsed.command == "photos":
            return _photos(parsed)
        if parsed.command == "enrolment":
            return _enrolment(parsed)
        if parsed.command == "detector":
            return _detector(parsed)
        if parsed.command == "representation":
            return _representation()
        if parsed.command == "scenes":
            return _scenes(parsed)
        if parsed.command == "crops":
            return _crops(parsed)
        if parsed.command == "corners":
            return _corners(parsed)
        return _calibrate(parsed)
    except (MissingWeights, FileNotFoundError) as problem:
        sys.stderr.write(f"{problem}\n")
        return 2


def evaluated(photos: Sequence[LabelledPhoto], sight: CardSight) -> Iterator[ScoredPhoto]:
    """Reads and judges photographs one after another."""
    for photo in photos:
        image = open_photograph(photo.path)
        start = time.perf_counter()
        seen = sight.see(image)
        yield scored(photo, seen, time.perf_counter() - start)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m datasets.evaluation", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    photos = commands.add_parser("photos", help="read labelled photographs and print tables of outcomes")
    photos.add_argument("--split", choices=("eval", "train"), default="eval")
    photos.add_argument("--held-out", action="store_true", help="only what training leaves out of train")
    photos.add_argument(
        "--set", action="append", default=[], help="only this set; may be given several times"
    )
    photos.add_argument("--every", type=int, default=1, help="only every so manieth photograph")
    photos.add_argument("--html", type=Path, help="write a page of every misreading there")
    photos.add_argument("--json", type=Path, help="write every sighting there, one photograph a line")
    photos.add_argument("--threshold", type=float, help="another acceptance threshold than the shipped one")
    photos.add_argument(
        "--size", type=int, default=PHOTO.size, help="side of the detector's picture in pixels"
    )
    calibrate = commands.add_parser(
        "calibrate", help="choose calibration and threshold on what training leaves out"
    )
    calibrate.add_argument(
        "--wrong", type=float, default=0.002, help="share of accepted cards that may be wrong"
    )
    calibrate.add_argument(
        "--scenes", type=Path, nargs="*", default=[], help="rendered scenes with reserved decks, too"
    )
    calibrate.add_argument(
        "--detail",
        type=float,
        nargs="*",
        default=[],
        help="the photographs taken anew with such a share of pixels",
    )
    calibrate.add_argument("--write", action="store_true", help="store them beside the reader's weights")
    enrolment = commands.add_parser(
        "enrolment", help="enrol a deck from some photographs of a set, read the others"
    )
    enrolment.add_argument("--set", default="phone-black-deck")
    enrolment.add_argument(
        "--shots", type=int, default=3, help="most pictures of each card that are enrolled"
    )
    detector = commands.add_parser("detector", help="measure the detector alone on rendered scenes")
    detector.add_argument("--scenes", type=Path, required=True, help="folder that datasets.scenes wrote")
    detector.add_argument("--size", type=int, default=LIVE_SIZE, help="side of its picture in pixels")
    detector.add_argument("--models", type=Path, default=None, help="another folder of weights")
    detector.add_argument("--threads", type=int, default=1)
    scenes = commands.add_parser("scenes", help="read the cards of rendered scenes")
    scenes.add_argument("--scenes", type=Path, required=True, help="folder that datasets.scenes wrote")
    scenes.add_argument("--models", type=Path, default=None, help="another folder of weights")
    scenes.add_argument("--threads", type=int, default=1)
    crops = commands.add_parser("crops", help="the reader alone where pips and corner index disagree")
    corners = commands.add_parser("corners", help="the corner reader alone")
    for command in (crops, corners):
        command.add_argument("--artwork", type=Path, default=Path("artwork"))
        command.add_argument(
            "--seed", type=int, default=901, help="which made-up decks, beside the reserved ones"
        )
    commands.add_parser("representation", help="what boxes, axis points and masks cost in corner error")
    for command in (photos, calibrate, enrolment, crops, corners):
        command.add_argument("--photos", type=Path, default=DEFAULT_FOLDER, help="the photographs folder")
        command.add_argument("--models", type=Path, default=None, help="another folder of weights")
        command.add_argument("--threads", type=int, default=1)
    return parser


def _sight(parsed: argparse.Namespace, size: int = PHOTO.size) -> CardSight:
    folder = parsed.models if parsed.models is not None else weights_folder()
    return CardSight.from_folder(folder, replace(PHOTO, size=size), threads=parsed.threads)


def _photos(parsed: argparse.Namespace) -> int:
    sight = _sight(parsed, parsed.size)
    if parsed.threshold is not None:
        sight.acceptance = sight.acceptance.accepting(parsed.threshold)
    chosen = labelled_photos(parsed.photos, parsed.split, parsed.set, parsed.held_out)[:: parsed.every]
    results = list(evaluated(chosen, sight))
    seconds = sum(photo.seconds for photo in results) / max(1, len(results))
    title = f"{parsed.split}{', held out of training' if parsed.held_out else ''}: {len(results)} photographs"
    confused = "\n".join(
        f"{count} x {truth} read as {name}" for truth, name, count in confusions(results)[:25]
    )
    _say(
        f"# {title}\n",
        outcome_table(results),
        "",
        width_table(results),
        "",
        reason_table(results),
        "",
        confused,
    )
    _say(f"\n{seconds:.2f} s a photograph, {parsed.threads} thread(s)")
    if parsed.html is not None:
        write_gallery(results, parsed.html, title)
    if parsed.json is not None:
        parsed.json.write_text(
            "".join(json.dumps(_record(photo)) + "\n" for photo in results), encoding="utf-8"
        )
    return 0


def _calibrate(parsed: argparse.Namespace) -> int:
    sight = _sight(parsed)
    photos = [
        photo
        for photo in labelled_photos(parsed.photos, "train", only_held_out=True)
        if photo.set not in ("phone-black-deck", "jass-deck")
    ]
    samples = samples_of(photos, sight)
    photographed = len(samples)
    for detail in parsed.detail:
        samples += samples_of(photos, sight, detail)
    anew = len(samples) - photographed
    for folder in parsed.scenes:
        samples += samples_of_scenes(folder, sight)
    acceptance = fit(samples, parsed.wrong)
    rendered = len(samples) - photographed - anew
    _say(
        f"{photographed} cards of {len(photos)} held-out photographs, {anew} taken anew, {rendered} rendered"
    )
    _say(repr(acceptance), "")
    _say(reliability_table(samples, acceptance))
    if parsed.write:
        folder = parsed.models if parsed.models is not None else weights_folder()
        write_acceptance(acceptance, weights(folder, "reader"))
    return 0


def _enrolment(parsed: argparse.Namespace) -> int:
    from datasets.evaluation_enrolment import enrolment_table

    photos = labelled_photos(parsed.photos, "train", [parsed.set])
    _say(enrolment_table(photos, _sight(parsed), parsed.shots))
    return 0


def _detector(parsed: argparse.Namespace) -> int:
    folder = parsed.models if parsed.models is not None else weights_folder()
    detector = CardDetector(OnnxNetwork(weights(folder, "detector"), parsed.threads))
    result = measured(scenes_in(parsed.scenes), detector, parsed.size)
    _say(f"# {result.scenes} scenes, {parsed.size} pixels\n", detector_table(result))
    return 0


def _scenes(parsed: argparse.Namespace) -> int:
    from datasets.evaluation_scenes import scene_outcomes, scenes_table

    folder = parsed.models if parsed.models is not None else weights_folder()
    result = scene_outcomes(
        scenes_in(parsed.scenes), CardSight.from_folder(folder, PHOTO, threads=parsed.threads)
    )
    _say(f"# {result.scenes} scenes\n", scenes_table(result))
    return 0


def _crops(parsed: argparse.Namespace) -> int:
    from datasets.evaluation_crops import CROP_KINDS, crop_outcomes, crops_table
    from datasets.materials import face_pool
    from datasets.surfaces import Surfaces
    from vision.reader import CardReader

    folder = parsed.models if parsed.models is not None else weights_folder()
    reader = CardReader(OnnxNetwork(weights(folder, "reader"), parsed.threads))
    pool = face_pool(parsed.artwork, 24, parsed.seed, reserved=True)
    surfaces = Surfaces.load(parsed.photos / "backgrounds")
    _say(crops_table([crop_outcomes(kind, pool, surfaces, reader) for kind in CROP_KINDS]))
    return 0


def _corners(parsed: argparse.Namespace) -> int:
    from datasets.corner_crops import CornerMaker
    from datasets.evaluation_corners import corner_outcomes, corners_table
    from datasets.materials import face_pool
    from datasets.surfaces import Surfaces
    from vision.corner_reader import CornerReader

    folder = parsed.models if parsed.models is not None else weights_folder()
    reader = CornerReader(OnnxNetwork(weights(folder, "corners"), parsed.threads))
    pool = face_pool(parsed.artwork, 24, parsed.seed, reserved=True)
    maker = CornerMaker(pool, Surfaces.load(parsed.photos / "backgrounds"))
    _say(corners_table(corner_outcomes(maker, reader)))
    return 0


def _representation() -> int:
    _say(representation_table())
    return 0


def _record(photo: ScoredPhoto) -> dict[str, Any]:
    return {
        "file": photo.photo.file,
        "judged": [[card.truth.name, card.outcome.value] for card in photo.judged],
        "invented": len(photo.invented),
        "cards": [card.to_json() for card in photo.seen],
    }


def _say(*lines: str) -> None:
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    sys.exit(main())

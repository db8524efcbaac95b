"""How well whole games on video are followed: events right, wrong, doubled, missed, false; latency from rest.

    python -m datasets.clip_evaluation FOLDER --into RESULTS --jobs 2 --html PAGE

FOLDER holds clips (`*.mp4` or `*.avi`) with their truth beside them, as `datasets.clips` writes them. What was
told of a clip is kept in `RESULTS/NAME.told.json`, one file a clip: the same command goes on after a stop, and
follows a clip anew only when the weights are others (or with `--again`, after a change of the tracker).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import logging
import statistics
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import cv2
import joblib

from datasets.clip_gallery import ClipFaults, confusion_table, write_clip_gallery
from vision.frames import Pace, frames
from vision.networks import weights, weights_folder
from vision.observations import Observation
from vision.pack import Pack
from vision.sight import LIVE, CardSight, Sight
from vision.sources import open_source
from vision.tracker import PileTracker

log = logging.getLogger(__name__)

EARLY, LATE = 0.5, 4.0
"""An observation may come so many seconds before the card rests, or after it is clear."""
CORRECTED = 1.2
"""A card laid askew and then put right lies readable so many seconds before it rests for good."""


@dataclass(frozen=True, slots=True)
class Expected:
    """One true event: what, which card, when it rested, from when it was clear, how long before rest it may be
    told."""

    event: str
    card: str | None
    rest: float
    clear: float
    early: float = EARLY


@dataclass(frozen=True, slots=True)
class Told:
    """One observation, and the seconds that the step took which told it."""

    t: float
    event: str
    card: str | None
    confidence: float
    took: float
    reason: str | None
    note: str | None


@dataclass(slots=True)
class Score:
    """Counts over one clip or several. `latencies` are seconds from clear to told, without and with the
    time that reading took."""

    laid: int = 0
    right: int = 0
    wrong: int = 0
    missed: int = 0
    refused: int = 0
    doubled: int = 0
    false: int = 0
    back: int = 0
    back_right: int = 0
    gone: int = 0
    gone_right: int = 0
    asked: int = 0
    frames: int = 0
    looks: int = 0
    seconds: float = 0.0
    clip_seconds: float = 0.0
    waits: list[float] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)
    faults: list[dict[str, Any]] = field(default_factory=list)

    def add(self, other: Score) -> None:
        """Count another clip in."""
        for name, value in asdict(other).items():
            setattr(self, name, getattr(self, name) + value)

    def to_json(self) -> dict[str, Any]:
        """Counts, shares and latencies; the faults one by one."""
        counts = {name: value for name, value in asdict(self).items() if isinstance(value, int)}
        return {
            **counts,
            "right_share": round(self.right / max(1, self.laid), 4),
            "wrong_share": round(self.wrong / max(1, self.laid), 4),
            "wait_p50": quantile(self.waits, 0.5),
            "wait_p95": quantile(self.waits, 0.95),
            "latency_p50": quantile(self.latencies, 0.5),
            "latency_p95": quantile(self.latencies, 0.95),
            "frames_a_second": round(self.frames / max(self.seconds, 1e-6), 1),
            "clip_seconds": round(self.clip_seconds, 1),
            "faults": self.faults,
        }


def quantile(values: Sequence[float], share: float) -> float | None:
    """The value below which that share of the values lies, to a millisecond; None if there are none."""
    if not values:
        return None
    if len(values) == 1:
        return round(values[0], 3)
    return round(statistics.quantiles(values, n=100, method="inclusive")[round(share * 100) - 1], 3)


def compare(expected: Sequence[Expected], told: Sequence[Told]) -> Score:
    """Hold what was told against what happened.

    A laid card is right if it was told once with its name, wrong if another card was told in its place,
    refused if only an unreadable card was told, else missed. What was told beyond that is doubled (the
    card was told just before) or false. Unreadable cards that answer nothing are `asked`.
    """
    score = Score()
    left = [each for each in told if each.event not in ("unreadable", "camera-lost")]
    unread = [each for each in told if each.event == "unreadable"]
    partners: dict[int, Told] = {}
    for exact in (True, False):
        for place, event in enumerate(expected):
            if place in partners:
                continue
            found = [
                each
                for each in left
                if each.event == event.event
                and (not exact or each.card == event.card)
                and event.rest - event.early <= each.t <= event.clear + LATE
            ]
            if found:
                partners[place] = min(found, key=lambda each: abs(each.t - event.clear))
                left.remove(partners[place])
    for place, event in enumerate(expected):
        _count(score, event, partners.get(place), unread)
    for extra in left:
        doubled = any(
            each.card == extra.card and each.event == extra.event and 0 <= extra.t - each.t < 30
            for each in partners.values()
        )
        score.doubled += doubled
        score.false += not doubled
        score.faults.append({"kind": "doubled" if doubled else "false", **asdict(extra)})
    score.asked += len(unread)
    return score


def _count(score: Score, event: Expected, partner: Told | None, unread: list[Told]) -> None:
    right = partner is not None and partner.card == event.card
    if event.event == "taken-back":
        score.back += 1
        score.back_right += right
    elif event.event == "gone":
        score.gone += 1
        score.gone_right += partner is not None
    elif event.event == "laid":
        score.laid += 1
        answer = next((each for each in unread if event.rest - EARLY <= each.t <= event.clear + LATE), None)
        if partner is not None and right:
            score.right += 1
            score.waits.append(partner.t - event.clear)
            score.latencies.append(partner.t - event.clear + partner.took)
        elif partner is not None:
            score.wrong += 1
        elif answer is not None:
            score.refused += 1
            unread.remove(answer)
        else:
            score.missed += 1
    if not right and event.event != "camera-moved":
        told = None if partner is None else asdict(partner)
        score.faults.append({"kind": "not right", "expected": asdict(event), "told": told})


def follow(clip: Path, sight: Sight, pack: Pack, pace: Pace = "fast") -> tuple[list[Told], Score]:
    """Run the tracker over a clip; what it told, and a score that holds only times and counts of looks."""
    source = open_source(str(clip), pace)
    tracker = PileTracker(sight, pack=pack)
    told: list[Told] = []
    score = Score()
    begun = time.perf_counter()
    for frame in frames(source):
        before = time.perf_counter()
        observations = tracker.step(frame)
        took = time.perf_counter() - before
        told += [told_from(observation, took) for observation in observations]
        score.frames += 1
        score.clip_seconds = frame.t
    score.seconds = time.perf_counter() - begun
    score.looks = tracker.looks
    return told, score


def told_from(observation: Observation, took: float) -> Told:
    """An observation as it is kept and compared."""
    shown = observation.details()
    return Told(
        observation.t,
        shown["event"],
        shown["card"],
        observation.confidence,
        round(took, 4),
        shown["reason"],
        shown["note"],
    )


def expected_of(truth: Mapping[str, Any]) -> list[Expected]:
    """The true events of a truth file."""
    return [
        Expected(
            event["event"],
            event["card"],
            float(event.get("rest", event.get("t"))),
            float(event["clear"]),
            CORRECTED if event.get("manner") == "correct" else EARLY,
        )
        for event in truth.get("events", truth.get("truth", []))
    ]


@dataclass(frozen=True, slots=True)
class Job:
    """One clip to follow: with which weights, by how many threads, and where what was told is kept."""

    clip: Path
    models: Path
    threads: int
    pace: Pace
    into: Path | None
    again: bool

    @property
    def record(self) -> Path | None:
        """The file that keeps what was told of the clip."""
        return None if self.into is None else self.into / f"{self.clip.stem}.told.json"


def checksum(models: Path) -> str:
    """Tells weights and their acceptance apart."""
    digest = hashlib.sha256()
    for file in (weights(models, name) for name in ("detector", "reader", "corners")):
        digest.update(file.read_bytes())
    beside = weights(models, "reader").with_name("acceptance.json")
    digest.update(beside.read_bytes() if beside.is_file() else b"")
    return digest.hexdigest()[:16]


def told_of(job: Job) -> tuple[list[Told], Score]:
    """What is told of a clip, from its record if there is one with the same weights.

    Raises FileNotFoundError for a clip without truth, MissingWeights without weights.
    """
    truth = json.loads(job.clip.with_suffix(".json").read_text(encoding="utf-8"))
    mark = checksum(job.models)
    if job.record is not None and job.record.is_file() and not job.again:
        kept = json.loads(job.record.read_text(encoding="utf-8"))
        if kept["weights"] == mark:
            return [Told(**each) for each in kept["told"]], Score(**kept["times"])
    cv2.setNumThreads(job.threads)
    jokers = max(2, sum(event.card == "JOKER" for event in expected_of(truth)))
    sight = CardSight.from_folder(job.models, LIVE, threads=job.threads)
    told, times = follow(job.clip, sight, Pack(1, jokers), job.pace)
    if job.record is not None:
        measured = ("frames", "looks", "seconds", "clip_seconds")
        kept = {
            "weights": mark,
            "times": {name: getattr(times, name) for name in measured},
            "told": [asdict(each) for each in told],
        }
        job.record.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    return told, times


def evaluate(work: Sequence[Job], jobs: int = 1) -> tuple[dict[str, Any], list[ClipFaults]]:
    """Score every clip and all together, several at once in processes of their own; the faults by clip."""
    total = Score()
    rows, faults = [], []
    results = joblib.Parallel(n_jobs=jobs, return_as="generator")(
        joblib.delayed(told_of)(job) for job in work
    )
    for job, (told, times) in zip(work, results, strict=True):
        truth = json.loads(job.clip.with_suffix(".json").read_text(encoding="utf-8"))
        score = compare(expected_of(truth), told)
        score.add(times)
        total.add(score)
        about = {name: truth.get(name) for name in ("deck", "card_px", "tilt", "size", "fps")}
        rows.append({"clip": job.clip.name, **about, **score.to_json()})
        faults.append(ClipFaults(job.clip, score.faults))
        log.info("%s", _line(job.clip.name, score))
    return {"clips": rows, "all": {**total.to_json(), "clips": len(rows)}}, faults


HEADER = (
    f"{'clip':<16}{'laid':>6}{'right':>7}{'wrong':>7}{'missed':>8}{'refused':>9}{'doubled':>9}{'false':>7}"
    f"{'back':>8}{'gone':>7}{'wait95':>8}{'with':>8}{'fps':>7}"
)


def _line(name: str, score: Score) -> str:
    wait, latency = quantile(score.waits, 0.95), quantile(score.latencies, 0.95)
    return (
        f"{name:<16}{score.laid:>6}{score.right:>7}{score.wrong:>7}{score.missed:>8}{score.refused:>9}"
        f"{score.doubled:>9}{score.false:>7}{score.back_right:>5}/{score.back:<2}{score.gone_right:>4}/{score.gone:<2}"
        f"{wait if wait is not None else '-':>8}{latency if latency is not None else '-':>8}"
        f"{score.frames / max(score.seconds, 1e-6):>7.0f}"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Evaluate a folder of clips; returns the exit code."""
    parser = argparse.ArgumentParser(prog="datasets.clip_evaluation")
    parser.add_argument("folder", type=Path, help="clips with their truth beside them, or one clip")
    parser.add_argument("--json", type=Path, help="write every figure and fault here")
    parser.add_argument("--models", type=Path, help="weights to use instead of the shipped ones")
    parser.add_argument("--pace", choices=("fast", "real"), default="fast")
    parser.add_argument("--threads", type=int, default=1, help="threads of each process")
    parser.add_argument("--jobs", type=int, default=1, help="clips followed at once")
    parser.add_argument("--into", type=Path, help="folder that keeps what was told of each clip")
    parser.add_argument("--again", action="store_true", help="follow clips that have been followed before")
    parser.add_argument("--html", type=Path, help="write a page of every fault with its picture")
    chosen = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    clips = [chosen.folder]
    if chosen.folder.is_dir():
        clips = sorted(path for path in chosen.folder.iterdir() if path.suffix in (".mp4", ".avi"))
    clips = [clip for clip in clips if clip.with_suffix(".json").is_file()]
    if not clips:
        log.error("no clip with its truth in %s: make some with python -m datasets.clips", chosen.folder)
        return 2
    if chosen.into is not None:
        chosen.into.mkdir(parents=True, exist_ok=True)
    models = chosen.models if chosen.models is not None else weights_folder()
    log.info("%s", HEADER)
    work = [Job(clip, models, chosen.threads, chosen.pace, chosen.into, chosen.again) for clip in clips]
    figures, faults = evaluate(work, chosen.jobs)
    total = figures["all"]
    log.info(
        "%d clips, %d cards laid: right %.2f %%, wrong %.2f %%, doubled %d, missed %d, refused %d, false %d",
        total["clips"],
        total["laid"],
        100 * total["right_share"],
        100 * total["wrong_share"],
        total["doubled"],
        total["missed"],
        total["refused"],
        total["false"],
    )
    log.info(
        "from clear to told: half within %s s, 95 %% within %s s; with the reading itself %s s",
        total["wait_p50"],
        total["wait_p95"],
        total["latency_p95"],
    )
    log.info("%s", confusion_table(faults))
    if chosen.html:
        write_clip_gallery(faults, chosen.html, f"{total['clips']} clips, {total['laid']} cards laid")
    if chosen.json:
        chosen.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""A page of everything that was not told right of a clip, with the picture at that moment and the true card in it."""

from __future__ import annotations

import base64
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.sightings import Image

_WIDE = 520
_LATER = 0.2
"""Seconds after a card is clear at which its picture is taken."""
_STYLE = (
    "body{font:14px system-ui;margin:1.5em}td,th{padding:.1em .6em;text-align:left}"
    "figure{display:inline-block;margin:.4em;vertical-align:top;width:540px;background:#f2f2f2;padding:.4em}"
    ".wrong,.false,.doubled{background:#fbd5d5}img{max-width:100%}"
)


@dataclass(frozen=True, slots=True)
class ClipFaults:
    """A clip and its faults, as `datasets.clip_evaluation.compare` lists them."""

    clip: Path
    faults: Sequence[dict[str, Any]]


def fault_kind(fault: dict[str, Any]) -> str:
    """`wrong`, `missed`, `doubled` or `false`."""
    if fault["kind"] != "not right":
        return str(fault["kind"])
    return "missed" if fault["told"] is None else "wrong"


def confusions(clips: Sequence[ClipFaults]) -> list[tuple[str, str, int]]:
    """Every pair of what happened and what was told instead, most frequent first; `-` for nothing."""
    pairs: Counter[tuple[str, str]] = Counter()
    for one in clips:
        for fault in one.faults:
            happened = _words(fault["expected"]) if fault["kind"] == "not right" else "-"
            told = fault["told"] if fault["kind"] == "not right" else fault
            pairs[happened, "-" if told is None else _words(told)] += 1
    return [(happened, told, count) for (happened, told), count in pairs.most_common()]


def confusion_table(clips: Sequence[ClipFaults]) -> str:
    """The confusions as a Markdown table."""
    rows = ["| happened | told | times |", "| --- | --- | ---: |"]
    return "\n".join(rows + [f"| {one} | {other} | {count} |" for one, other, count in confusions(clips)])


def write_clip_gallery(clips: Sequence[ClipFaults], file: Path, title: str) -> None:
    """Writes one page that stands alone: the confusions, then every fault with its picture, clip by clip."""
    rows = "".join(f"<tr><td>{a}<td>{b}<td>{n}" for a, b, n in confusions(clips))
    parts = [
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(title)}</title>",
        f"<style>{_STYLE}</style><h1>{escape(title)}</h1>",
        f"<table><tr><th>happened<th>told<th>times{rows}</table>",
    ]
    for one in clips:
        if one.faults:
            parts.append(f"<h2>{escape(one.clip.name)}</h2>")
            parts += _figures(one)
    file.write_text("\n".join(parts), encoding="utf-8")


def _figures(one: ClipFaults) -> list[str]:
    truth = json.loads(one.clip.with_suffix(".json").read_text(encoding="utf-8"))
    film = cv2.VideoCapture(str(one.clip))
    figures = []
    for fault in sorted(one.faults, key=_moment):
        film.set(cv2.CAP_PROP_POS_MSEC, 1000 * _moment(fault))
        got, frame = film.read()
        happened = fault["expected"] if fault["kind"] == "not right" else None
        told = fault["told"] if fault["kind"] == "not right" else fault
        kind = fault_kind(fault)
        text = f"{kind} at {_moment(fault):.2f} s: {_words(happened)}, told {_words(told)}"
        if told is not None:
            text += f", {told['confidence']:.2f} {told['reason'] or ''} {told['note'] or ''}"
        picture = _inline(_drawn(np.asarray(frame, np.uint8), happened, truth)) if got else ""
        figures.append(f'<figure class="{kind}">{picture}<figcaption>{escape(text)}</figcaption></figure>')
    film.release()
    return figures


def _moment(fault: dict[str, Any]) -> float:
    return float(fault["expected"]["clear"]) + _LATER if fault["kind"] == "not right" else float(fault["t"])


def _words(event: dict[str, Any] | None) -> str:
    return "nothing" if event is None else f"{event['event']} {event['card'] or ''}".strip()


def _drawn(frame: Image, happened: dict[str, Any] | None, truth: dict[str, Any]) -> Image:
    """The frame, small, with the true card's outline."""
    factor = min(1.0, _WIDE / frame.shape[1])
    small = np.array(cv2.resize(frame, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
    for event in truth.get("events", []):
        if happened is not None and event["clear"] == happened["clear"] and event.get("quad"):
            corners = np.round(np.array(event["quad"], np.float32) * factor).astype(np.int32)
            cv2.polylines(small, [corners.reshape(-1, 1, 2)], True, (0, 0, 230), 1)
    return small


def _inline(image: Image) -> str:
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 80])
    return f'<img src="data:image/jpeg;base64,{base64.b64encode(data.tobytes()).decode()}">'

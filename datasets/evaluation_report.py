"""Evaluation reports: tables of outcomes, the confusion matrix, and a page of every misreading with its pictures."""

import base64
from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

import cv2
import numpy as np

from datasets.evaluation_labels import LabelKind
from datasets.evaluation_scoring import WIDTHS, Judged, Outcome, ScoredPhoto, width_class
from vision.photographs import open_photograph
from vision.quads import rectify
from vision.sightings import CardSeen, Image

_LONGEST = 520
_ORDER = ["?", *(f"{low}-{high}" for low, high in zip((0, *WIDTHS), WIDTHS, strict=False)), f"{WIDTHS[-1]}+"]

Groups = list[tuple[str, list[Judged], int, int]]
"""Name of a group, its cards, how many names were invented in it, and how many photographs it has."""


def grouped(photos: Sequence[ScoredPhoto]) -> Groups:
    """The cards by set; where corners are labelled, cards with two free indices apart from those with one."""
    groups: Groups = []
    for name in dict.fromkeys(photo.photo.set for photo in photos):
        chosen = [photo for photo in photos if photo.photo.set == name]
        cards = [judged for photo in chosen for judged in photo.judged]
        invented = sum(len(photo.invented) for photo in chosen)
        if chosen[0].photo.kind is LabelKind.CORNERS:
            both = [card for card in cards if card.free_indices >= 2]
            groups.append((f"{name}, two indices free", both, invented, len(chosen)))
            one = [card for card in cards if card.free_indices == 1]
            if one:
                groups.append((f"{name}, one index free", one, 0, len(chosen)))
            backs = [card for card in cards if card.free_indices == 0]
            if backs:
                groups.append((f"{name}, backs", backs, 0, len(chosen)))
        else:
            groups.append((name, cards, invented, len(chosen)))
    return groups


def outcome_table(photos: Sequence[ScoredPhoto]) -> str:
    """A Markdown table: for each set the cards, right, wrong, refused, missed, and names invented."""
    rows = [
        "| set | photos | cards | right | wrong | refused | missed | invented |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, cards, invented, count in grouped(photos):
        rows.append(_row(name, cards, invented, count))
    every = [card for photo in photos for card in photo.judged]
    rows.append(_row("all", every, sum(len(photo.invented) for photo in photos), len(photos)))
    return "\n".join(rows)


def width_table(photos: Sequence[ScoredPhoto]) -> str:
    """A Markdown table of outcomes by the width of the card in pixels."""
    rows = [
        "| width | cards | right | wrong | refused | missed |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    cards = [card for photo in photos for card in photo.judged]
    for name in _ORDER:
        chosen = [card for card in cards if width_class(card.seen) == name]
        if chosen:
            counts = _counts(chosen)
            rows.append(
                f"| {name} | {len(chosen)} | " + " | ".join(str(counts[each]) for each in Outcome) + " |"
            )
    return "\n".join(rows)


def reason_table(photos: Sequence[ScoredPhoto]) -> str:
    """A Markdown table of why cards were refused."""
    counts = Counter(
        (photo.photo.set, card.seen.reason.value)
        for photo in photos
        for card in photo.judged
        if card.outcome is Outcome.REFUSED and card.seen is not None and card.seen.reason is not None
    )
    rows = ["| set | reason | cards |", "| --- | --- | ---: |"]
    return "\n".join(
        rows + [f"| {name} | {reason} | {count} |" for (name, reason), count in sorted(counts.items())]
    )


def confusions(photos: Sequence[ScoredPhoto]) -> list[tuple[str, str, int]]:
    """Every pair of a card and what was read instead, most frequent first; `-` for an unread one."""
    pairs = Counter(
        (card.truth.name, (card.seen.name if card.seen is not None else None) or "-")
        for photo in photos
        for card in photo.judged
        if card.outcome is not Outcome.RIGHT
    )
    return [(truth, name, count) for (truth, name), count in pairs.most_common()]


def write_gallery(photos: Sequence[ScoredPhoto], file: Path, title: str) -> None:
    """Writes one page that stands alone: the tables, the confusions and a picture of everything not read right."""
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8>",
        f"<title>{escape(title)}</title><style>body{{font:14px system-ui;margin:1.5em}}pre{{overflow:auto}}"
        "figure{display:inline-block;margin:.4em;vertical-align:top;width:540px;background:#f2f2f2;padding:.4em}"
        ".wrong,.invented{background:#fbd5d5}img{max-width:100%}</style>",
        f"<h1>{escape(title)}</h1>",
        *(f"<pre>{escape(table)}</pre>" for table in (outcome_table(photos), width_table(photos))),
        f"<pre>{escape(reason_table(photos))}</pre><h2>Confusions</h2>",
        "<table>"
        + "".join(f"<tr><td>{t}<td>read as<td>{n}<td>{c}" for t, n, c in confusions(photos))
        + "</table>",
        "<h2>Misreadings</h2>",
    ]
    parts += [figure for photo in _worst_first(photos) for figure in _figures(photo)]
    file.write_text("\n".join(parts), encoding="utf-8")


def _worst_first(photos: Iterable[ScoredPhoto]) -> list[ScoredPhoto]:
    weight = {Outcome.WRONG: 0, Outcome.MISSED: 1, Outcome.REFUSED: 2, Outcome.RIGHT: 3}
    return sorted(
        photos,
        key=lambda photo: min([0 if photo.invented else 3, *(weight[one.outcome] for one in photo.judged)]),
    )


def _figures(photo: ScoredPhoto) -> list[str]:
    bad = [card for card in photo.judged if card.outcome is not Outcome.RIGHT]
    if not bad and not photo.invented:
        return []
    image = open_photograph(photo.photo.path)
    entries = [(card.outcome.value, card.truth.name, card.seen) for card in bad]
    entries += [("invented", "nothing", card) for card in photo.invented]
    lines, crops = [], []
    for outcome, truth, seen in entries:
        lines.append(f"{outcome}: {truth} {_said(seen)}")
        if seen is not None:
            crops.append(rectify(image, seen.quad))
    kind = "invented" if photo.invented else min((card.outcome.value for card in bad), key="wrong".__ne__)
    pictures = _inline(_drawn(image, photo)) + "".join(_inline(crop) for crop in crops)
    text = "<br>".join(escape(line) for line in lines)
    return [
        f'<figure class="{kind}">{pictures}<figcaption>{escape(photo.photo.file)}<br>{text}</figcaption></figure>'
    ]


def _said(seen: CardSeen | None) -> str:
    if seen is None:
        return "(not found)"
    guesses = ", ".join(f"{card} {share:.2f}" for card, share in seen.alternatives[:3])
    reason = "" if seen.reason is None else f" {seen.reason.value}"
    return f"-> {seen.name or 'not read'}{reason}, {seen.confidence:.2f}, {seen.width:.0f} px wide; else {guesses}"


def _drawn(image: Image, photo: ScoredPhoto) -> Image:
    factor = min(1.0, _LONGEST / max(image.shape[:2]))
    small = np.array(cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
    for card in photo.seen:
        colour = (0, 0, 230) if card.name is None else (0, 170, 0)
        corners = np.round(card.quad * factor).astype(np.int32)
        cv2.polylines(small, [corners.reshape(-1, 1, 2)], True, colour, 2 if card.top else 1)
        cv2.putText(small, card.name or "?", tuple(int(v) for v in corners[0]), 0, 0.5, (230, 60, 0), 1)
    return small


def _inline(image: Image) -> str:
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 80])
    return f'<img src="data:image/jpeg;base64,{base64.b64encode(data.tobytes()).decode()}">'


def _counts(cards: Sequence[Judged]) -> Counter[Outcome]:
    return Counter(card.outcome for card in cards)


def _row(name: str, cards: Sequence[Judged], invented: int, photos: int) -> str:
    counts = _counts(cards)
    cells = [f"{counts[each]} ({counts[each] / max(1, len(cards)):.1%})" for each in Outcome]
    return f"| {name} | {photos} | {len(cards)} | {' | '.join(cells)} | {invented} |"

"""Sight on rendered scenes: what becomes of their whole and of their covered cards."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from datasets.evaluation_detector import Scene
from datasets.evaluation_scoring import Outcome
from vision.quads import likeness, width
from vision.sight import Sight
from vision.sightings import CardSeen

SAME_CARD = 0.45
"""A sighting is of a card if their quads share so much of what both cover together."""
NARROWEST = 30.0
"""Cards narrower in pixels are not asked for."""
KINDS = ("whole", "covered")


@dataclass(frozen=True)
class SceneOutcomes:
    """By kind of card how often each outcome came, the names read where no card lies, and the wrong ones as
    (scene, true name, name read, confidence)."""

    counts: Mapping[str, Mapping[Outcome, int]]
    invented: int
    wrong: tuple[tuple[int, str, str, float], ...]
    scenes: int


def scene_outcomes(scenes: Iterator[Scene], sight: Sight) -> SceneOutcomes:
    """Reads scenes one after another. Jokers and backs are not asked for; a free card takes its sighting first."""
    counts = {kind: Counter[Outcome]() for kind in KINDS}
    wrong: list[tuple[int, str, str, float]] = []
    invented = number = 0
    for number, scene in enumerate(scenes, start=1):
        left = list(sight.see(scene.image))
        for card in sorted(scene.cards, key=lambda card: -card.visible):
            seen = max(left, key=lambda one: likeness(one.quad, card.quad), default=None)
            if seen is not None and likeness(seen.quad, card.quad) > SAME_CARD:
                left = [one for one in left if one is not seen]
            else:
                seen = None
            if card.name in (None, "JOKER", "BACK") or width(card.quad) < NARROWEST:
                continue
            outcome = _outcome(seen, card.name or "")
            counts[card.kind][outcome] += 1
            if outcome is Outcome.WRONG and seen is not None:
                wrong.append((number - 1, card.name or "", seen.name or "", seen.confidence))
        invented += sum(one.face is not None for one in left)
    return SceneOutcomes(counts, invented, tuple(wrong), number)


def scenes_table(result: SceneOutcomes) -> str:
    """A Markdown table by kind of card, and every wrong name."""
    rows = ["| cards | | right | wrong | refused | missed |", "| --- | ---: | ---: | ---: | ---: | ---: |"]
    for kind, counts in result.counts.items():
        asked = sum(counts.values())
        shares = [f"{counts[one]} ({counts[one] / max(1, asked):.1%})" for one in Outcome]
        rows.append(f"| {kind} | {asked} | {' | '.join(shares)} |")
    rows += ["", f"{result.invented} invented"]
    rows += [
        f"scene {scene}: {truth} read as {name} ({sure:.3f})" for scene, truth, name, sure in result.wrong
    ]
    return "\n".join(rows)


def _outcome(seen: CardSeen | None, name: str) -> Outcome:
    if seen is None:
        return Outcome.MISSED
    if seen.name is None:
        return Outcome.REFUSED
    return Outcome.RIGHT if seen.name == name else Outcome.WRONG

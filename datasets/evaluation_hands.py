"""Hand scan measured: `python -m datasets.evaluation_hands` reads real hands of cards and says what became of them.

Only photographs that training leaves out are read, those with several cards of which somebody could see an index,
and those in which fingers lie over a single card.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from datasets.evaluation_labels import DEFAULT_FOLDER, LabelKind, LabelledPhoto, labelled_photos
from datasets.evaluation_scoring import Outcome, ScoredPhoto, scored
from vision.hand_scan import HandCard, scan_hand
from vision.networks import MissingWeights, weights_folder
from vision.photographs import open_photograph
from vision.sight import CardSight
from vision.sightings import BACK, CardSeen

SETS = ("phone-white-deck", "phone-black-deck", "mixed-tables-9-to-A", "green-felt-hands")
_LEAST_CARDS = 2


@dataclass(frozen=True, eq=False)
class ScoredHand:
    """One hand's cards judged, and which of them only an index told."""

    photo: ScoredPhoto
    by_index: tuple[CardSeen, ...]

    @property
    def exact(self) -> bool:
        """Whether every card was read right and nothing else was."""
        return self.safe and all(one.outcome is Outcome.RIGHT for one in self.photo.judged)

    @property
    def safe(self) -> bool:
        """Whether nothing false was said: what is missing somebody has to add."""
        return not self.photo.invented and all(one.outcome is not Outcome.WRONG for one in self.photo.judged)


def hands(photos: Sequence[LabelledPhoto]) -> tuple[LabelledPhoto, ...]:
    """The photographs that show a hand: several cards face up, or single ones under fingers."""
    kept = []
    for photo in photos:
        face_up = tuple(truth for truth in photo.cards if truth.name != BACK)
        if photo.kind is LabelKind.SINGLE or len(face_up) >= _LEAST_CARDS:
            kept.append(replace(photo, cards=face_up))
    return tuple(kept)


def scanned(photos: Sequence[LabelledPhoto], sight: CardSight) -> Iterator[ScoredHand]:
    """Reads and judges hands one after another."""
    for photo in photos:
        found = scan_hand(open_photograph(photo.path), sight).cards
        seen = [_as_seen(card) for card in found]
        by_index = [one for one, card in zip(seen, found, strict=True) if card.by_index]
        yield ScoredHand(scored(photo, seen), tuple(by_index))


def hands_table(results: Sequence[ScoredHand]) -> str:
    """A Markdown table: a row for each set and one for all."""
    lines = [
        "| set | hands | read exactly | nothing false | cards | right | wrong | seen, not read | missed | invented |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    sets = sorted({one.photo.photo.set for one in results})
    for name in sets:
        lines.append(_row(name, [one for one in results if one.photo.photo.set == name]))
    lines.append(_row("all", results))
    return "\n".join(lines)


def faults(results: Sequence[ScoredHand]) -> tuple[str, ...]:
    """A line for each false card: the file, what lies there, what was said, how sure and from what."""
    lines = []
    for one in results:
        false = [(card.truth.name, card.seen) for card in one.photo.judged if card.outcome is Outcome.WRONG]
        false += [("nothing", seen) for seen in one.photo.invented]
        for truth, seen in false:
            if seen is not None:
                told = " from its index" if any(seen is other for other in one.by_index) else ""
                lines.append(
                    f"{one.photo.photo.file}: {truth} read as {seen.name}{told} ({seen.confidence:.2f})"
                )
    return tuple(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table and the faults; 2 when photographs or weights are not there."""
    parser = argparse.ArgumentParser(prog="python -m datasets.evaluation_hands", description=__doc__)
    parser.add_argument("--photos", type=Path, default=DEFAULT_FOLDER, help="the photographs folder")
    parser.add_argument("--models", type=Path, default=None, help="another folder of weights")
    parser.add_argument(
        "--set", action="append", default=[], help="only this set; may be given several times"
    )
    parser.add_argument("--all", action="store_true", help="those that training uses as well")
    parser.add_argument("--every", type=int, default=1, help="only every so manieth photograph")
    parser.add_argument("--threads", type=int, default=1)
    parsed = parser.parse_args(arguments)
    try:
        folder = parsed.models if parsed.models is not None else weights_folder()
        sight = CardSight.from_folder(folder, threads=parsed.threads)
        photos = labelled_photos(parsed.photos, "train", parsed.set or SETS, not parsed.all)
    except (MissingWeights, FileNotFoundError) as problem:
        sys.stderr.write(f"{problem}\n")
        return 2
    results = list(scanned(hands(photos)[:: parsed.every], sight))
    sys.stdout.write("\n".join([hands_table(results), "", *faults(results)]) + "\n")
    return 0


def _as_seen(card: HandCard) -> CardSeen:
    return CardSeen(card.card, False, card.confidence, card.quad, 1.0, False, card.reason, card.alternatives)


def _row(name: str, results: Sequence[ScoredHand]) -> str:
    cards = [card for one in results for card in one.photo.judged]
    counts = [sum(card.outcome is outcome for card in cards) for outcome in Outcome]
    shares = " | ".join(f"{count} ({count / max(1, len(cards)):.1%})" for count in counts)
    exact, safe = sum(one.exact for one in results), sum(one.safe for one in results)
    invented = sum(len(one.photo.invented) for one in results)
    return f"| {name} | {len(results)} | {exact} | {safe} | {len(cards)} | {shares} | {invented} |"


if __name__ == "__main__":
    sys.exit(main())

"""Reading: a photograph's file in, what is said of it out; the value behind `scheids read`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.photographs import UnreadablePicture, open_photograph
from vision.sight import Sight
from vision.sightings import CardSeen


@dataclass(frozen=True)
class PhotoRead:
    """The cards of one photograph, or the one sentence that says why it could not be opened."""

    file: str
    cards: tuple[CardSeen, ...]
    error: str | None = None

    def to_json(self) -> dict[str, Any]:
        """`{"file", "cards": [...]}`, or `{"file", "cards": [], "error"}` for a picture that could not be opened."""
        value: dict[str, Any] = {"file": self.file, "cards": [card.to_json() for card in self.cards]}
        if self.error is not None:
            value["error"] = self.error
        return value


def read_photo(path: str | Path, sight: Sight) -> PhotoRead:
    """Reads the cards of one photograph. A file that is no usable picture is answered, not raised."""
    try:
        image = open_photograph(path)
    except UnreadablePicture as problem:
        return PhotoRead(str(path), (), str(problem))
    return PhotoRead(str(path), sight.see(image))

"""Reading: a photograph's file in, what is said of it out; the value behind `scheids read`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.camera_checks import Tip, check_picture
from vision.mirroring import looks_mirrored, see_mirrored
from vision.photographs import UnreadablePicture, open_photograph
from vision.sight import CardSight, Sight
from vision.sightings import CardSeen


@dataclass(frozen=True)
class PhotoRead:
    """The cards of one photograph, or the one sentence that says why it could not be opened."""

    file: str
    cards: tuple[CardSeen, ...]
    error: str | None = None
    mirrored: bool = False
    """The picture is a mirror image; the cards were read the right way round."""
    advice: tuple[Tip, ...] = ()
    """Where no card was read: what would make it a better picture."""

    def to_json(self) -> dict[str, Any]:
        """`{"file", "cards": [...]}`, with `"mirrored": true` for a mirror image, with `"error"` for no picture."""
        value: dict[str, Any] = {"file": self.file, "cards": [card.to_json() for card in self.cards]}
        if self.error is not None:
            value["error"] = self.error
        if self.mirrored:
            value["mirrored"] = True
        return value


def read_photo(path: str | Path, sight: Sight) -> PhotoRead:
    """Reads the cards of one photograph. A file that is no usable picture is answered, not raised."""
    try:
        image = open_photograph(path)
    except UnreadablePicture as problem:
        return PhotoRead(str(path), (), str(problem))
    seen = sight.see(image)
    if isinstance(sight, CardSight) and not any(card.name for card in seen) and looks_mirrored(image, sight):
        return PhotoRead(str(path), see_mirrored(image, sight), mirrored=True)
    advice = () if any(card.name for card in seen) else check_picture(image, seen)
    return PhotoRead(str(path), seen, advice=advice)

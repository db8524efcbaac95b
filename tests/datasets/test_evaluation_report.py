"""Tables and the page of misreadings."""

from pathlib import Path

import numpy as np
from PIL import Image as Pillow

from datasets.evaluation_labels import LabelKind, LabelledPhoto, Truth
from datasets.evaluation_report import confusions, outcome_table, reason_table, width_table, write_gallery
from datasets.evaluation_scoring import ScoredPhoto, scored
from referee.cards import Card
from vision.sightings import CardSeen, Reason


def _seen(name: str | None, x: float = 60, wide: float = 50) -> CardSeen:
    half, tall = wide / 2, wide * 0.7
    corners = [[x - half, 60 - tall], [x + half, 60 - tall], [x + half, 60 + tall], [x - half, 60 + tall]]
    face = Card.parse(name) if name is not None else None
    reason = Reason.GLARE if name is None else None
    return CardSeen(
        face, False, 0.9, np.array(corners, np.float32), 1.0, True, reason, ((Card.parse("2C"), 0.4),)
    )


def _photos(folder: Path) -> list[ScoredPhoto]:
    path = folder / "card.png"
    Pillow.fromarray(np.full((120, 200, 3), 90, np.uint8)).save(path)
    single = LabelledPhoto("eval/one/0.jpg", path, "eval", "one", LabelKind.SINGLE, (Truth("10H"),))
    boxes = ((40.0, 30.0, 50.0, 40.0), (70.0, 80.0, 80.0, 90.0))
    placed = (
        Truth("10H", boxes),
        Truth("KS", ((150.0, 60.0, 160.0, 70.0),)),
        Truth("BACK", ((0.0, 0.0, 9.0, 9.0),), whole=True),
    )
    corners = LabelledPhoto("eval/two/0.jpg", path, "eval", "two", LabelKind.CORNERS, placed)
    return [
        scored(single, [_seen("10H")]),
        scored(single, [_seen("9H"), _seen("JOKER", 150)]),
        scored(single, [_seen(None)]),
        scored(single, []),
        scored(corners, [_seen("10H"), _seen("KC", 150)]),
    ]


def test_outcomes_are_counted_by_set_and_by_how_much_of_a_card_is_free(tmp_path: Path) -> None:
    table = outcome_table(_photos(tmp_path))
    assert "| one | 4 | 4 | 1 (25.0%) | 1 (25.0%) | 1 (25.0%) | 1 (25.0%) | 1 |" in table
    assert "| two, two indices free | 1 | 1 | 1 (100.0%) | 0 (0.0%) | 0 (0.0%) | 0 (0.0%) | 0 |" in table
    assert "| two, one index free | 1 | 1 | 0 (0.0%) | 1 (100.0%) | 0 (0.0%) | 0 (0.0%) | 0 |" in table
    assert "| two, backs | 1 | 1 | 0 (0.0%) | 0 (0.0%) | 0 (0.0%) | 1 (100.0%) | 0 |" in table
    assert "| all | 5 | 7 |" in table


def test_outcomes_are_counted_by_width_and_refusals_by_reason(tmp_path: Path) -> None:
    photos = _photos(tmp_path)
    assert "| 40-60 | 5 | 2 | 2 | 1 | 0 |" in width_table(photos)
    assert "| ? | 2 | 0 | 0 | 0 | 2 |" in width_table(photos)
    assert "| one | glare | 1 |" in reason_table(photos)


def test_confusions_name_what_was_read_instead(tmp_path: Path) -> None:
    found = confusions(_photos(tmp_path))
    assert ("10H", "-", 2) in found
    assert ("10H", "9H", 1) in found
    assert ("KS", "KC", 1) in found


def test_the_gallery_stands_alone_and_shows_every_misreading(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    write_gallery(_photos(tmp_path), page, "a <test>")
    text = page.read_text()
    assert text.count("<figure") == 4
    assert "wrong: 10H -&gt; 9H" in text
    assert "invented: nothing -&gt; JOKER" in text
    assert "missed: 10H (not found)" in text
    assert "a &lt;test&gt;" in text
    assert "http" not in text

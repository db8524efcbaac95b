"""The evaluation commands on photographs of toy cards that toy networks know."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image as Pillow

from datasets import evaluation
from datasets.evaluation import _parser, _sight, main
from datasets.evaluation_calibration import samples_of
from datasets.evaluation_enrolment import enrolled_from, enrolment_table
from datasets.evaluation_labels import labelled_photos
from referee.cards import Card
from tests.vision.toy_cards import ColourReader, PlantedDetector, lay, toy_quad, toy_table
from vision.detector import CardDetector
from vision.reader import CardReader
from vision.sight import PHOTO, CardSight

QUAD = toy_quad(320, 240, 120, 12)
CARDS = {"AH": (0, 0, 220), "10C": (0, 190, 0), "KS": (220, 0, 0)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Nine photographs of three toy cards, the last one labelled wrongly."""
    rows = ["file,split,set,kind,cards,licence,source"]
    (tmp_path / "train").mkdir()
    for number in range(9):
        name = list(CARDS)[number % 3]
        image = toy_table(seed=number)
        lay(image, QUAD, CARDS[name])
        file = f"train/{number}.png"
        Pillow.fromarray(image[:, :, ::-1].copy()).save(tmp_path / file)
        rows.append(f"{file},train,toys,single,{'2D' if number == 8 else name},own,none")
    (tmp_path / "labels.csv").write_text("\n".join(rows) + "\n")
    (tmp_path / "boxes.csv").write_text("file,label,what,x1,y1,x2,y2\n")
    return tmp_path


@pytest.fixture
def sight(monkeypatch: pytest.MonkeyPatch) -> CardSight:
    network = PlantedDetector([QUAD], [(0.9, 0.05, 0.0)], 640)
    made = CardSight(CardDetector(network), CardReader(ColourReader()))
    monkeypatch.setattr(evaluation, "_sight", lambda *_: made)
    return made


def test_photographs_are_read_and_every_misreading_is_shown(
    folder: Path, sight: CardSight, capsys: pytest.CaptureFixture[str]
) -> None:
    page, lines = folder / "page.html", folder / "lines.json"
    asked = ["photos", "--split", "train", "--photos", str(folder), "--html", str(page), "--json", str(lines)]
    assert main(asked) == 0
    told = capsys.readouterr().out
    assert "| toys | 9 | 9 | 8 (88.9%) | 1 (11.1%) | 0 (0.0%) | 0 (0.0%) | 0 |" in told
    assert "1 x 2D read as KS" in told
    assert page.read_text().count("<figure") == 1
    records = [json.loads(line) for line in lines.read_text().splitlines()]
    assert len(records) == 9
    assert records[0]["judged"] == [["AH", "right"]]
    assert records[0]["cards"][0]["card"] == "AH"


def test_a_part_of_the_photographs_can_be_asked_for(
    folder: Path, sight: CardSight, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["photos", "--split", "train", "--photos", str(folder), "--every", "3"]) == 0
    assert "3 photographs" in capsys.readouterr().out
    assert main(["photos", "--split", "train", "--photos", str(folder), "--set", "others"]) == 0
    assert "0 photographs" in capsys.readouterr().out


def test_calibration_is_printed_as_a_table(
    folder: Path, sight: CardSight, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", "--photos", str(folder), "--detail", "0.5"]) == 0
    assert "| confidence | readings |" in capsys.readouterr().out


def test_photographs_taken_anew_with_fewer_pixels_are_harder_to_read(folder: Path, sight: CardSight) -> None:
    photos = labelled_photos(folder)[:8]
    sharp, soft = samples_of(photos, sight), samples_of(photos, sight, 0.25)
    assert all(sample.right for sample in sharp)
    assert sum(s.probability for s in soft) < sum(s.probability for s in sharp)
    assert samples_of(photos, sight, 0.25) == soft


def test_without_photographs_or_weights_one_sentence_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["photos", "--models", str(tmp_path)]) == 2
    assert "no weights" in capsys.readouterr().err


def test_a_pack_is_enrolled_from_some_photographs_and_read_in_the_others(
    folder: Path, sight: CardSight
) -> None:
    photos = [photo for photo in labelled_photos(folder) if photo.cards[0].name != "2D"]
    result = enrolled_from(photos, sight, shots=1)
    assert result.deck.cards == {Card.parse(name) for name in CARDS}
    assert len(result.shown) == 3
    assert len(result.left) == 5
    assert "| after enrolment | 5 | 5 (100.0%) | 0 (0.0%)" in enrolment_table(photos, sight, shots=1)


def test_a_pack_with_one_photograph_of_each_card_is_taken_again(folder: Path, sight: CardSight) -> None:
    photos = labelled_photos(folder)[:3]
    assert "3 of them taken again to read" in enrolment_table(photos, sight, shots=2)


def test_photographs_are_measured_with_the_effort_that_ships() -> None:
    chosen = _parser().parse_args(["photos"])
    assert _sight(chosen).effort == PHOTO
    assert _sight(_parser().parse_args(["photos", "--size", "640"]), 640).effort == replace(PHOTO, size=640)

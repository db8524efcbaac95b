from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets import packages
from datasets.artwork import HEIGHT, SYSTEM_PYTHON, card_cut_out, main, render_deck, render_decks
from datasets.card_files import LAYOUTS, places
from datasets.catalogue import CATALOGUE, Artwork
from datasets.decks import FACE_CODES, DeckLibrary
from datasets.index_glyphs import NoIndexError, relabel
from datasets.packages import ARTWORK_PACKAGES, FetchError, Package, archive_of, fetch

PNG_DECK = Artwork("toy", "pip/toy", "cards", "knoll-plain", "CC0-1.0", "nobody")
SVG_DECK = Artwork("toy-svg", "npm/toy", "cards", "kennard", "CC0-1.0", "nobody", "nl", relabel="nl")

DRAWN = ("AS", "2C", "10D", "QH", "KS")
NAMES = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}

KENNARD_CARD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="240" height="336"'
    ' viewBox="-120 -168 240 336"><symbol id="V{s}{r}" viewBox="-500 -500 1000 1000"><path d="{d}" stroke="red"'
    ' stroke-width="80" fill="none"/></symbol><rect x="-119" y="-167" width="238" height="334" rx="12"'
    ' fill="white"/><use xlink:href="#V{s}{r}" x="-114" y="-156" width="32" height="32"/></svg>'
)


def _has_librsvg() -> bool:
    if not Path(SYSTEM_PYTHON).is_file():
        return False
    check = "import gi, cairo; gi.require_version('Rsvg', '2.0'); from gi.repository import Rsvg"
    return subprocess.run([SYSTEM_PYTHON, "-c", check], capture_output=True, check=False).returncode == 0


needs_librsvg = pytest.mark.skipif(
    not _has_librsvg(), reason="the system's Python lacks librsvg's bindings (gir1.2-rsvg-2.0)"
)


@pytest.fixture
def unpacked(tmp_path: Path, drawn_card: Callable[[str], np.ndarray]) -> Path:
    folder = tmp_path / "unpacked" / "pip" / "toy" / "cards"
    folder.mkdir(parents=True)
    for code in DRAWN:
        name = f"{NAMES.get(code[:-1], code[:-1])}_of_{SUIT_NAMES[code[-1]]}.png"
        cv2.imwrite(str(folder / name), drawn_card(code))
    cv2.imwrite(str(folder / "red_joker.png"), drawn_card("AH"))
    return tmp_path


def test_a_deck_of_pictures_is_rendered_and_what_it_lacks_is_told(unpacked: Path) -> None:
    rendered = render_deck(PNG_DECK, unpacked)
    assert rendered.count == len(DRAWN) + 1, "and a joker"
    assert rendered.missing == tuple(code for code in FACE_CODES if code not in DRAWN)
    card = cv2.imread(str(unpacked / "cards" / "toy" / "QH.png"), cv2.IMREAD_UNCHANGED)
    assert card is not None
    assert card.shape[0] == HEIGHT
    assert card.shape[2] == 4


def test_a_rendered_deck_is_kept_until_asked_again(unpacked: Path) -> None:
    render_deck(PNG_DECK, unpacked)
    mark = unpacked / "cards" / "toy" / "mark"
    mark.touch()
    render_decks([PNG_DECK], unpacked, jobs=1, backend="threading")
    assert mark.exists()
    render_decks([PNG_DECK], unpacked, jobs=1, backend="threading", again=True)
    assert not mark.exists()


@needs_librsvg
def test_a_dutch_queen_is_made_of_an_english_one(tmp_path: Path) -> None:
    folder = tmp_path / "unpacked" / "npm" / "toy" / "cards"
    folder.mkdir(parents=True)
    for code in ("2H", "QH", "10H"):
        text = KENNARD_CARD.format(s=code[-1], r=code[:-1], d="M-300 0L300 0")
        (folder / f"{code.replace('10', 'T')}.svg").write_text(text, encoding="utf-8")
    assert render_deck(SVG_DECK, tmp_path).count == 3
    queen, two = (
        cv2.imread(str(tmp_path / "cards" / "toy-svg" / f"{code}.png"), cv2.IMREAD_UNCHANGED)
        for code in ("QH", "2H")
    )
    assert queen is not None
    assert two is not None

    def red_rows(card: np.ndarray) -> int:
        return int(((card[..., 2] > 200) & (card[..., 1] < 100) & (card[..., 3] > 200)).any(axis=1).sum())

    assert red_rows(two) < 10, "the drawn bar stays"
    assert red_rows(queen) > 25, "a tall V has taken the bar's place"


def test_relabelling_changes_only_what_differs() -> None:
    card = KENNARD_CARD.format(s="H", r="Q", d="M0 0")
    assert 'd="M0 0"' not in relabel(card, "QH", "nl")
    seven = KENNARD_CARD.format(s="H", r="7", d="M0 0")
    assert relabel(seven, "7H", "nl") == seven
    with pytest.raises(NoIndexError):
        relabel(seven, "QH", "nl")


def test_a_cut_out_is_the_opaque_part_only() -> None:
    picture = np.zeros((500, 400, 4), np.uint8)
    picture[50:450, 100:380] = 255
    cut = card_cut_out(picture)
    assert cut is not None
    assert cut.shape == (HEIGHT, round(280 * HEIGHT / 400), 4)
    assert card_cut_out(np.zeros((500, 400, 4), np.uint8)) is None
    sliver = np.zeros((500, 400, 4), np.uint8)
    sliver[:, :60] = 255
    assert card_cut_out(sliver) is None


def test_art_without_ground_is_laid_on_a_white_card() -> None:
    picture = np.zeros((500, 360, 4), np.uint8)
    picture[200:300, 100:200] = (0, 0, 255, 255)
    card = card_cut_out(picture, on_white=True)
    assert card is not None
    assert card[20, 160].tolist() == [255, 255, 255, 255]
    assert card[224, 130].tolist() == [0, 0, 255, 255]


def test_the_catalogue_is_sound() -> None:
    names = [artwork.name for artwork in CATALOGUE]
    assert len(names) == len(set(names))
    folders = {package.folder for package in ARTWORK_PACKAGES}
    for artwork in CATALOGUE:
        assert artwork.layout in LAYOUTS
        assert artwork.package in folders
        assert artwork.licence
        assert artwork.author
    assert all(package.sha256 for package in ARTWORK_PACKAGES)


def test_every_deck_is_credited() -> None:
    credits_text = (Path(__file__).parents[2] / "CREDITS.md").read_text(encoding="utf-8")
    missing = [a.name for a in CATALOGUE if not a.relabel and f"| {a.name} |" not in credits_text]
    assert missing == []


def test_extras_are_jokers_and_backs_only(tmp_path: Path) -> None:
    sheet = tmp_path / "npm" / "toy" / "sheet.svgz"
    sheet.parent.mkdir(parents=True)
    sheet.touch()
    extras = Artwork("x", "npm/toy", "sheet.svgz", "gnome", "CC0-1.0", "nobody", parts="extras")
    assert not set(places(extras, tmp_path)) & set(FACE_CODES)
    faces = Artwork("x", "npm/toy", "sheet.svgz", "gnome", "CC0-1.0", "nobody", parts="without jokers")
    assert set(FACE_CODES) < set(places(faces, tmp_path))
    assert not any(code.startswith("JK") for code in places(faces, tmp_path))


def test_an_archive_that_is_not_the_pinned_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = Package("npm", "@a/cards", "1.0.0", sha256="0" * 64)

    def deliver(command: list[str], folder: Path) -> str:
        assert command == ["npm", "pack", "@a/cards@1.0.0"]
        (folder / "a-cards-1.0.0.tgz").write_bytes(b"something else")
        return ""

    monkeypatch.setattr(packages, "_run", deliver)
    with pytest.raises(FetchError, match="not the archive that was pinned"):
        fetch((package,), tmp_path / "archives", tmp_path / "unpacked")
    assert not (tmp_path / "unpacked").exists()


def test_an_archive_that_did_not_come_is_named(tmp_path: Path) -> None:
    with pytest.raises(FetchError, match=r"bookworm did not deliver fonts-x 1:2\.0"):
        archive_of(Package("bookworm", "fonts-x", "1:2.0"), tmp_path)
    debian = tmp_path / "fonts-x_1%3a2.0_all.deb"
    debian.touch()
    assert archive_of(Package("bookworm", "fonts-x", "1:2.0"), tmp_path) == debian


def test_the_command_line_says_what_it_needs(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([])
    assert "--into" in capsys.readouterr().err


def test_fetched_artwork_is_what_the_catalogue_says(fetched: Path) -> None:
    table = {entry["name"]: entry for entry in json.loads((fetched / "decks.json").read_text())}
    assert set(table) <= {artwork.name for artwork in CATALOGUE}
    assert len(table) > 80
    complete = [entry for entry in table.values() if set(FACE_CODES) <= set(entry["codes"])]
    assert len(complete) > 70
    assert {"en", "nl", "de", "fr", "fr1", "sv"} <= {entry["index_language"] for entry in complete}


def test_fetched_faces_are_neither_empty_nor_alike(fetched: Path) -> None:
    library = DeckLibrary.load(fetched)
    for deck in library.decks[::4]:
        prints = {code: np.asarray(deck.faces[code][::4, ::4], np.int16) for code in deck.cards}
        for code, face in prints.items():
            assert (face[..., 3] > 200).mean() > 0.95, f"{deck.name} {code} has holes"
            assert face[..., :3].std() > 8, f"{deck.name} {code} is empty"
        for one, other in zip(deck.cards, deck.cards[1:], strict=False):
            assert np.abs(prints[one] - prints[other]).mean() > 0.3, f"{deck.name} {one} {other}"

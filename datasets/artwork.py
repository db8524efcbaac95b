"""Fetch card artwork and rasterise it: `python -m datasets.artwork --into artwork/`.

Leaves `cards/<deck>/<code>.png` (transparent, 448 pixels high) and `decks.json` in the target folder, fonts
in `fonts/`. What has been fetched or rendered before is kept; `--again` renders anew.
"""

from __future__ import annotations

import argparse
import json
import logging
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path

import cv2
import numpy as np
from joblib import Parallel, delayed, parallel_config
from tqdm import tqdm

from datasets import librsvg_sheet
from datasets.card_files import Place, places
from datasets.catalogue import CATALOGUE, Artwork
from datasets.decks import FACE_CODES, FaceArt, read_picture, rounded_mask
from datasets.fonts import FONT_PACKAGES
from datasets.index_glyphs import relabel
from datasets.packages import ARTWORK_PACKAGES, fetch

HEIGHT = 448
DRAWN_HEIGHT = 480
SYSTEM_PYTHON = "/usr/bin/python3"
LEAST_WIDTH = 0.4
"""A picture narrower than this share of its height is no card, it was cut out wrongly."""

log = logging.getLogger(__name__)


class RenderError(RuntimeError):
    """The renderer itself does not run (librsvg's bindings or pdftocairo are missing)."""


@dataclass(frozen=True)
class Rendered:
    """What came of one deck: how many pictures, and which were wanted but could not be drawn."""

    name: str
    count: int
    missing: tuple[str, ...]


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m datasets.artwork", description=__doc__)
    parser.add_argument("--into", type=Path, required=True, help="folder for artwork, made when missing")
    parser.add_argument("--jobs", type=int, default=-1, help="decks rendered at once (default: one a core)")
    parser.add_argument("--backend", default="loky", help="joblib back end: loky, threading, dask, ray ..")
    parser.add_argument("--only", nargs="*", default=[], help="names of decks to render (default: all)")
    parser.add_argument("--again", action="store_true", help="render decks that are there already")
    parser.add_argument("--no-fonts", action="store_true", help="leave the fonts out")
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(message)s")

    root: Path = options.into
    packages = ARTWORK_PACKAGES if options.no_fonts else ARTWORK_PACKAGES + FONT_PACKAGES
    fetch(packages, root / "archives", root / "unpacked")
    collect_fonts(root)
    wanted = [art for art in CATALOGUE if not options.only or art.name in options.only]
    for rendered in render_decks(wanted, root, options.jobs, options.backend, options.again):
        if rendered.missing:
            log.info("%s: not drawn: %s", rendered.name, " ".join(rendered.missing))
    table = write_table(root)
    pictures = sum(1 for _ in (root / "cards").glob("*/*.png"))
    log.info("%d decks, %d pictures in %s", len(table), pictures, root)


def render_decks(
    decks: Sequence[Artwork], root: Path, jobs: int = -1, backend: str = "loky", again: bool = False
) -> list[Rendered]:
    """Render decks side by side through joblib; any registered back end will do, given a shared folder.

    `dask` joins the cluster that DASK_SCHEDULER_ADDRESS names, `ray` the one of RAY_ADDRESS; without it
    either starts workers on this machine.
    """
    with ExitStack() as cluster:
        if backend == "ray":
            import_module("ray.util.joblib").register_ray()
        elif backend == "dask":
            cluster.enter_context(import_module("dask.distributed").Client())
        cluster.enter_context(parallel_config(backend=backend, n_jobs=jobs))
        work = [delayed(render_deck)(artwork, root.resolve(), again) for artwork in decks]
        if backend == "ray":
            # its back end hands results out only all at once, so that the bar shows what was handed in
            return list(Parallel()(tqdm(work, unit="deck")))
        return list(tqdm(Parallel(return_as="generator_unordered")(work), total=len(work), unit="deck"))


def render_deck(artwork: Artwork, root: Path, again: bool = False) -> Rendered:
    """Render one deck into `root/cards/<name>/`.

    Raises RenderError when the renderer is not installed. Cards that the artwork lacks are reported.
    """
    target = root / "cards" / artwork.name
    if target.is_dir() and not again:
        return Rendered(artwork.name, len(list(target.glob("*.png"))), ())
    cv2.setNumThreads(1)
    partial = target.with_name(f".{artwork.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as scratch:
        drawn = _draw(artwork, places(artwork, root / "unpacked"), Path(scratch))
        count = 0
        for code, file in drawn.items():
            face = card_cut_out(read_picture(file), on_white=artwork.needs_ground(code))
            if face is not None:
                cv2.imwrite(str(partial / f"{code}.png"), face, [cv2.IMWRITE_PNG_COMPRESSION, 3])
                count += 1
    shutil.rmtree(target, ignore_errors=True)
    partial.rename(target)
    wanted = () if artwork.parts == "extras" else FACE_CODES
    missing = tuple(code for code in wanted if not (target / f"{code}.png").is_file())
    return Rendered(artwork.name, count, missing)


def card_cut_out(picture: FaceArt, on_white: bool = False) -> FaceArt | None:
    """A BGRA picture scaled to 448 pixels high; None when no card is in it.

    It is cut to its opaque part first, or with `on_white` laid whole on a white card.
    """
    opaque = (picture[..., 3] > 40).astype(np.uint8)
    if not opaque.any():
        return None
    left, top, across, down = cv2.boundingRect(opaque)
    if on_white:
        left, top, across, down = 0, 0, picture.shape[1], picture.shape[0]
    if across < LEAST_WIDTH * down:
        return None
    cut = picture[top : top + down, left : left + across].astype(np.float32)
    cut[..., :3] *= cut[..., 3:] / 255
    width = round(across * HEIGHT / down)
    kernel = cv2.INTER_AREA if down > HEIGHT else cv2.INTER_CUBIC
    scaled = np.clip(cv2.resize(cut, (width, HEIGHT), interpolation=kernel), 0, 255)
    colour, alpha = scaled[..., :3], scaled[..., 3:]
    if on_white:
        ground = rounded_mask(width, HEIGHT, HEIGHT * 0.035)
        return np.dstack([np.clip(colour + 255 - alpha, 0, 255), ground]).astype(np.uint8)
    straight = np.clip(colour * (255 / np.maximum(alpha, 1)), 0, 255)
    return np.dstack([straight, alpha]).astype(np.uint8)


def write_table(root: Path) -> list[dict[str, object]]:
    """Write `decks.json`, one entry for each rendered deck of the catalogue, and return it."""
    table: list[dict[str, object]] = []
    for artwork in CATALOGUE:
        pictures = sorted((root / "cards" / artwork.name).glob("*.png"))
        if not pictures:
            continue
        facts = {**asdict(artwork), "source": artwork.package, "court_letters": artwork.court_letters}
        keep = (
            *("name", "licence", "author", "source", "index_language", "weight"),
            *("jumbo", "four_colour", "four_corner", "court_letters"),
        )
        table.append({key: facts[key] for key in keep} | {"codes": [p.stem for p in pictures]})
    (root / "decks.json").write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
    return table


def collect_fonts(root: Path) -> None:
    """Copy the font files of all unpacked font packages into `root/fonts/`."""
    (root / "fonts").mkdir(parents=True, exist_ok=True)
    for package in FONT_PACKAGES:
        for file in (root / "unpacked" / package.folder).rglob("*.[ot]tf"):
            target = root / "fonts" / file.name
            if file.is_file() and not target.exists():
                shutil.copyfile(file, target)


def _draw(artwork: Artwork, found: dict[str, tuple[Place, ...]], scratch: Path) -> dict[str, Path]:
    """Draw every card to a PNG file, by whatever its form needs; by code, the files that were drawn."""
    drawn: dict[str, Path] = {}
    sheets: dict[str, dict[str, dict[str, object]]] = {}
    for code, options in found.items():
        if not options:
            continue
        place, target = options[0], scratch / f"{code}.png"
        if place.file.suffix in (".png", ".gif"):
            drawn[code] = place.file
            continue
        if place.file.suffix == ".pdf":
            _draw_pdf(place.file, target)
        elif place.cell is not None:
            sheets.setdefault(str(place.file), {})[str(target)] = {"cell": place.cell}
        elif place.ids:
            for number, element in enumerate(place.ids):
                output = target if number == 0 else scratch / f"{code}.{number}.png"
                sheets.setdefault(str(place.file), {})[str(output)] = {"id": element}
        else:
            sheets.setdefault(str(_relabelled(artwork, code, place.file, scratch)), {})[str(target)] = {}
        drawn[code] = target
    if sheets:
        _draw_svg(artwork.name, sheets)
    for code, file in list(drawn.items()):
        options_drawn = [file, *(scratch / f"{code}.{number}.png" for number in range(1, 4))]
        existing = [option for option in options_drawn if option.is_file()]
        if existing:
            drawn[code] = existing[0]
        else:
            del drawn[code]
    return drawn


def _relabelled(artwork: Artwork, code: str, file: Path, scratch: Path) -> Path:
    if not artwork.relabel or code not in FACE_CODES:
        return file
    text = relabel(file.read_text(encoding="utf-8"), code, artwork.relabel)
    target = scratch / f"{code}.svg"
    target.write_text(text, encoding="utf-8")
    return target


def _draw_svg(name: str, files: dict[str, dict[str, dict[str, object]]]) -> None:
    job = json.dumps({"height": DRAWN_HEIGHT, "files": files})
    script = str(Path(librsvg_sheet.__file__).resolve())
    done = subprocess.run([SYSTEM_PYTHON, script], input=job, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RenderError(f"{name}: {done.stderr.strip()[-500:]}")


def _draw_pdf(file: Path, target: Path) -> None:
    size = ["-scale-to-y", str(DRAWN_HEIGHT), "-scale-to-x", "-1"]
    command = ["pdftocairo", "-png", "-singlefile", "-transp", *size, str(file), str(target.with_suffix(""))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RenderError(f"{file.name}: {done.stderr.strip()[-500:]}")


if __name__ == "__main__":
    main()

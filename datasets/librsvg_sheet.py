"""Cut single cards out of SVG files with librsvg; run by the system's own Python, which has its bindings.

Debian packages: python3-gi, python3-gi-cairo, gir1.2-rsvg-2.0. Reads a job from standard input as JSON,
`{"height": pixels, "files": {path: {output path: place}}}`, where a place is `{"id": element}`,
`{"cell": [row, column]}` of a sheet of 13 x 5 cards, or `{}` for the whole picture; writes PNG files and
answers with JSON, the list of output paths that could not be drawn.

`rsvg-convert --export-id` takes the ink rectangle of an element, which is far too large where the element
holds clipped content; the logical rectangle is the card.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from typing import Any

MARGIN = 0.006
SHEET_COLUMNS, SHEET_ROWS = 13, 5


class Sheet:
    """An SVG or SVGZ file, open for cutting."""

    def __init__(self, path: Path) -> None:
        import gi

        gi.require_version("Rsvg", "2.0")
        from gi.repository import Gio, GLib, Rsvg

        data = path.read_bytes()
        if data[:2] == b"\x1f\x8b":
            data = gzip.decompress(data)
        stream = Gio.MemoryInputStream.new_from_bytes(GLib.Bytes.new(data))
        self._handle = Rsvg.Handle.new_from_stream_sync(stream, None, Rsvg.HandleFlags.FLAG_UNLIMITED, None)
        known, self.width, self.height = self._handle.get_intrinsic_size_in_pixels()
        if not known or self.width <= 0 or self.height <= 0:
            *_, has_box, box = self._handle.get_intrinsic_dimensions()
            self.width, self.height = (box.width, box.height) if has_box else (1000.0, 1000.0)
        self._port = Rsvg.Rectangle()
        self._port.width, self._port.height = self.width, self.height

    def rectangle(self, place: dict[str, Any]) -> tuple[float, float, float, float]:
        """x, y, width, height of a place in the units of the file."""
        if "cell" in place:
            row, column = place["cell"]
            across, down = self.width / SHEET_COLUMNS, self.height / SHEET_ROWS
            return across * column, down * row, across, down
        if "id" in place:
            if not self._handle.has_sub("#" + place["id"]):
                raise KeyError(place["id"])
            _, ink, logical = self._handle.get_geometry_for_layer("#" + place["id"], self._port)
            box = logical if logical.width > 1 and logical.height > 1 else ink
            margin = MARGIN * box.height
            return box.x - margin, box.y - margin, box.width + 2 * margin, box.height + 2 * margin
        return 0.0, 0.0, self.width, self.height

    def draw(self, place: dict[str, Any], height: int, target: Path) -> None:
        """Write one place as a PNG of `height` pixels with transparency."""
        import cairo
        from gi.repository import GLib

        x, y, width, tall = self.rectangle(place)
        scale = height / tall if tall > 0 else 0.0
        if not 0 < width * scale < 6 * height:
            raise ValueError(f"odd rectangle {width} x {tall}")
        surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, max(1, round(width * scale)), height)
        context = cairo.Context(surface)
        context.scale(scale, scale)
        context.translate(-x, -y)
        try:
            if "id" in place:
                self._handle.render_layer(context, "#" + place["id"], self._port)
            else:
                self._handle.render_document(context, self._port)
        except GLib.Error as error:
            raise ValueError(error.message) from error
        surface.write_to_png(str(target))


def main() -> None:
    """Do the job that standard input describes."""
    job = json.load(sys.stdin)
    failed = []
    for file, cards in job["files"].items():
        sheet = Sheet(Path(file))
        for target, place in cards.items():
            try:
                sheet.draw(place, job["height"], Path(target))
            except (KeyError, ValueError) as error:
                failed.append(f"{target}: {error!r}")
    json.dump(failed, sys.stdout)


if __name__ == "__main__":
    main()

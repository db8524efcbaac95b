"""The pages as they are served: read into memory once, so that no request ever reaches the file system."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

_HERE = Path(__file__).parent
_PRESSED = {".html", ".js", ".mjs", ".css", ".json", ".svg", ".webmanifest", ".txt"}
_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".wav": "audio/wav",
    ".ogg": "audio/ogg",
    ".mp3": "audio/mpeg",
}


@dataclass(frozen=True, slots=True)
class PageFile:
    """One file of the pages: its bytes, the same gzipped (None where that saves nothing), type and tag."""

    content: bytes
    pressed: bytes | None
    media_type: str
    tag: str


def load_pages(pages: Path = _HERE / "pages", languages: Path = _HERE / "languages") -> dict[str, PageFile]:
    """Every file of the pages by its request path.

    `NAME.html` also answers under `/NAME`, and `index.html` (or else `screen.html`) under `/`; the language
    catalogs answer under `/languages/`.
    """
    found: dict[str, PageFile] = {}
    for root, prefix in ((pages, "/"), (languages, "/languages/")):
        if not root.is_dir():
            continue
        for path in sorted(root.rglob("*")):
            inner = path.relative_to(root)
            if not path.is_file() or any(part.startswith((".", "__")) for part in inner.parts):
                continue
            if path.suffix in (".py", ".md"):
                continue
            found[prefix + inner.as_posix()] = _read(path)
    for name in [name for name in found if name.count("/") == 1 and name.endswith(".html")]:
        found[name.removesuffix(".html")] = found[name]
    front = found.get("/index.html") or found.get("/screen.html")
    if front is not None:
        found["/"] = front
    return found


def _read(path: Path) -> PageFile:
    content = path.read_bytes()
    pressed = gzip.compress(content, 9, mtime=0) if path.suffix in _PRESSED else None
    if pressed is not None and len(pressed) >= len(content):
        pressed = None
    media_type = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return PageFile(content, pressed, media_type, hashlib.sha256(content).hexdigest()[:20])

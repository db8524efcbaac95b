"""Where Scheids keeps what it remembers."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """The user's data folder for Scheids on this platform; it need not exist yet."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
        return Path(base or Path.home() / "AppData" / "Local") / "Scheids"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Scheids"
    base = os.environ.get("XDG_DATA_HOME")
    return Path(base or Path.home() / ".local" / "share") / "scheids"

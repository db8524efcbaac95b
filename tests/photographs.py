"""Where the real photographs lie that some tests read: beside the repository, never in it."""

import os
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "shared" / "photos"


def photographs(name: str = "") -> Path:
    """The folder of photographs, or one set in it.

    Where it is missing the test that asks is skipped; on the machine that checks every change (`CI` is set) it fails.
    """
    folder = FOLDER / name
    if not folder.is_dir():
        reason = f"there are no photographs at {folder}"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return folder

"""How commands answer: results on standard output, what the person at the keyboard can put right as an error."""

from __future__ import annotations

import json
from typing import Any


class CommandError(Exception):
    """Something that the person at the keyboard can put right; the message is one sentence that says how."""


def say(value: dict[str, Any]) -> None:
    """Print one JSON object as a line, at once."""
    print(json.dumps(value, ensure_ascii=False), flush=True)

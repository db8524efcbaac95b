"""What players may be called: names that screens can show, records can hold and people can tell apart."""

from __future__ import annotations

import unicodedata

from web.refusals import Refusal

_LONGEST = 40
_MOST_PLAYERS = 10
_JOINERS = "\u200c\u200d"
_SEPARATORS = frozenset(",;:#")
"""Signs that part names in a game record."""


def player_names(value: object) -> tuple[str, ...]:
    """The names in a list, each with single spaces and its letters composed.

    Raises Refusal when there are none or too many, or when one is empty, longer than 40 characters, holds a sign
    that cannot be shown or parts names in a record, or looks like another.
    """
    if not isinstance(value, list) or not 1 <= len(value) <= _MOST_PLAYERS:
        raise Refusal("bad-names", most=_LONGEST)
    names = tuple(_tidy(name) for name in value)
    if len({_look(name) for name in names}) < len(names):
        raise Refusal("bad-names", most=_LONGEST)
    return names


def _tidy(value: object) -> str:
    name = unicodedata.normalize("NFC", " ".join(value.split())) if isinstance(value, str) else ""
    if not _look(name) or len(name) > _LONGEST or set(name) & _SEPARATORS or not _bare(name).isprintable():
        raise Refusal("bad-names", most=_LONGEST)
    return name


def _bare(name: str) -> str:
    """Without what joins the parts of an emoji or of Persian words: allowed, and not to be seen."""
    return name.translate(dict.fromkeys(map(ord, _JOINERS)))


def _look(name: str) -> str:
    return unicodedata.normalize("NFKC", _bare(name)).casefold().strip()

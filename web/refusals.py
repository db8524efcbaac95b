"""Why the table refuses a request: a code that pages translate, with its HTTP status and a sentence."""

from __future__ import annotations

from typing import Any

_REFUSALS: dict[str, tuple[int, str]] = {
    "wrong-code": (403, "That is not this table's code: look at the big screen and try again."),
    "wrong-secret": (
        403,
        "That host link does not belong to this table: use the one printed where Scheids runs.",
    ),
    "too-many-tries": (429, "Too many wrong codes: wait {seconds} seconds and try again."),
    "too-fast": (429, "That is more than the table can follow: slow down."),
    "too-many-sockets": (429, "Too many screens are connected: close some."),
    "table-locked": (403, "The host has locked the table: ask the host to open it."),
    "join-first": (403, "Join the table with its code first."),
    "host-only": (403, "Only the host may do that."),
    "last-host": (409, "A table needs a host: make another device host first."),
    "seat-taken": (409, "Somebody else sits on {player}'s seat: ask the host to free it."),
    "not-your-seat": (403, "{player}'s seat is another device's: only that device or the host may do that."),
    "origin-refused": (403, "This request comes from another site and was refused."),
    "host-refused": (421, "Scheids does not answer under this name: use the address it printed."),
    "stale": (409, "The game went on before that tap arrived: look again."),
    "not-now": (409, "That cannot be done now."),
    "not-legal": (409, "The rules do not allow that now ({codes})."),
    "bad-correction": (409, "That correction does not fit what happened ({codes})."),
    "hands-missing": (409, "These hands are still missing: {players}."),
    "unknown-action": (422, "No action is called {kind!r}."),
    "unknown-player": (422, "Nobody here is called {player!r}."),
    "bad-names": (
        422,
        "Every player needs a name of their own, of at most {most} characters and without comma, semicolon, "
        "colon or hash sign.",
    ),
    "unknown-card": (422, "{card!r} is no card; cards are written 10H, QS, AD, 2C, JOKER."),
    "unknown-suit": (422, "{suit!r} is no suit; suits are C, D, H and S."),
    "unknown-event": (404, "There is no event {event!r} in this match."),
    "unknown-device": (404, "No such device has joined."),
    "unknown-rules": (404, "No rule set is called {rules!r}."),
    "unknown-match": (404, "There is no such match."),
    "unknown-picture": (404, "There is no such picture."),
    "not-found": (404, "There is nothing here."),
    "not-allowed": (405, "That cannot be done here."),
    "malformed": (422, "The request cannot be understood: {problem}."),
    "bad-rules": (422, "The rules cannot be used: {problem}"),
    "rules-in-use": (
        409,
        "These rules are shipped with Scheids and cannot be changed: save them under another name.",
    ),
    "unknown-pack": (404, "No pack is called {pack!r}."),
    "pack-exists": (409, "There is a pack called {pack!r} already: choose another name."),
    "bad-pack": (422, "{problem}"),
    "too-large": (413, "That is too large: at most {limit} may be sent."),
    "not-a-picture": (415, "That is not a picture that can be read: send a JPEG, PNG or WebP photograph."),
    "too-many-pixels": (413, "That picture has too many pixels: at most {limit} megapixels can be read."),
    "no-camera": (409, "No camera is running: choose one on the set-up page."),
    "camera-taken": (409, "Another camera is at work at this table: only the host may change that."),
    "camera-failed": (409, "{problem}"),
    "no-reader": (503, "The card reader is not installed: its weights are missing."),
    "disk-failed": (507, "The table could not write that down: {problem}"),
}

CODES: tuple[str, ...] = tuple(_REFUSALS)
"""Every code, for the catalogs of the pages."""


class Refusal(Exception):
    """A request not carried out; `code` and `params` are for screens, `str()` is an English sentence."""

    def __init__(self, code: str, **params: Any) -> None:
        self.status, sentence = _REFUSALS[code]
        self.code = code
        self.params = params
        super().__init__(sentence.format(**params))

    def to_json(self) -> dict[str, Any]:
        """What pages receive."""
        return {"code": self.code, "params": self.params, "message": str(self)}

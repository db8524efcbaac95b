"""Sentences for what the referee says in codes, in every language of the pages.

The catalogs under `languages/` are shared with the pages. A pattern fills in values by name, some with a format:
``{player}``, ``{card:thecard}``, ``{count:n|# card|# cards}`` (one, other), ``{kind:is|swap-hands=...|*=...}``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Protocol

LANGUAGES: tuple[str, ...] = ("nl", "en", "de", "fr")
"""The languages that have a catalog."""

_CATALOGS = Path(__file__).parent / "languages"
_FIELD = re.compile(r"\{(\w+)(?::(\w+)((?:\|[^|{}]*)*))?\}")
Words = Mapping[str, str]


class UnknownLanguage(ValueError):
    """A language without a catalog."""


@cache
def catalog(language: str) -> Words:
    """All patterns of a language by key. Raises UnknownLanguage."""
    if language not in LANGUAGES:
        raise UnknownLanguage(f"there is no catalog for {language!r}: choose one of {', '.join(LANGUAGES)}")
    words: dict[str, str] = json.loads((_CATALOGS / f"{language}.json").read_text(encoding="utf-8"))
    return words


def sentence(key: str, params: Mapping[str, Any] | None = None, language: str = "en") -> str:
    """The sentence of a key with its values filled in; the key itself where the catalog lacks it."""
    pattern = catalog(language).get(key)
    values = params or {}
    if "fault" in values:
        values = {**values, "message": f"{fault_text(values['fault'], values, language)}."}
    return key if pattern is None else fill(pattern, values, language)


def fault_text(code: str, params: Mapping[str, Any], language: str = "en") -> str:
    """What is wrong with something written, and what was likely meant, as the language says it; no full stop."""
    text = fill(catalog(language)[f"fault.{code}"], params, language)
    return (
        text + fill(catalog(language)["fault.did-you-mean"], params, language)
        if params.get("meant")
        else text
    )


class ToldInCodes(Protocol):
    """An error with an English message, and the code and params that say it in other languages."""

    @property
    def code(self) -> str: ...

    @property
    def params(self) -> Mapping[str, str]: ...


def error_sentence(family: str, error: ToldInCodes, language: str = "en") -> str:
    """What an error says, in English as its message has it, else by the catalog's `family.code`."""
    return str(error) if language == "en" else sentence(f"{family}.{error.code}", error.params, language)


def fault_sentence(fault: Mapping[str, Any], language: str = "en") -> str:
    """A fault of a rule file or a record (its JSON), with its line and field, as a sentence that begins small.

    >>> fault_sentence({"code": "no-count", "params": {"text": "x"}, "line": 3}, "nl")
    "regel 3: 'x' is geen aantal kaarten."
    """
    params: Mapping[str, Any] = fault["params"]
    text = fault_text(fault["code"], {**params, "meant": fault.get("meant")}, language)
    field = fault.get("field")
    if field and field not in params.values():
        text = f"{field}: {text}"
    if fault.get("line"):
        text = fill(catalog(language)["fault.in-line"], {"line": fault["line"], "message": text}, language)
    return _ended(text)


def card_name(card: str, language: str = "en", *, article: bool = False) -> str:
    """A card as the language says it.

    >>> card_name("JH"), card_name("10S", "nl"), card_name("JH", "fr", article=True)
    ('jack of hearts', 'schoppen 10', 'le valet de cœur')
    """
    words = catalog(language)
    rank = card if card == "JOKER" else card[:-1]
    before = words.get(f"article.{rank}", words["article"]) if article else ""
    if card == "JOKER":
        return before + words["rank.JOKER"]
    pattern = words["card.number" if rank.isdigit() else "card.court"]
    return before + pattern.replace("{suit}", words[f"suit.{card[-1]}"]).replace(
        "{rank}", words.get(f"rank.{rank}", rank)
    )


def fill(pattern: str, params: Mapping[str, Any], language: str = "en") -> str:
    """The pattern with its values; a value that is missing shows as an ellipsis."""

    def value_of(field: re.Match[str]) -> str:
        value = params.get(field[1])
        if value is None:
            return "…"
        if field[2] is None:
            return str(value)
        return _FORMATS[field[2]](value, (field[3] or "").split("|")[1:], language)

    return _FIELD.sub(value_of, pattern)


def told(event: Mapping[str, Any], verdict: Mapping[str, Any], language: str = "en") -> str:
    """What happened, whether it was allowed and what followed, as one line of prose.

    `event` is an event's JSON and `verdict` a verdict's, reasons and effects with their params.
    """
    what = _what(event, verdict, language)
    reasons = [
        (use["code"], sentence(f"reason.{use['code']}", use["params"], language))
        for use in verdict["reasons"]
    ]
    effects = _effects(event, verdict, language)
    if verdict["legal"]:
        plain = [] if effects else [text for code, text in reasons[:1] if code not in _SAID_BY_THE_EVENT]
        remarks = [text for code, text in reasons if code in _REMARKS and text not in plain]
        return " ".join([_ended(what), *effects, *plain, *remarks])
    refused = _ended(f"{what}: {_lower(sentence('ui.not-allowed', None, language))}")
    return " ".join([refused, *(text for _, text in reasons), *effects])


_SAID_BY_THE_EVENT = frozenset({"passed", "last-card-said", "reshuffled", "exchanged"})
"""Reasons that say no more than the event does."""
_REMARKS = frozenset(
    {
        "hand-count-differs",
        "hand-missing",
        "card-in-pile",
        "too-many-of-card",
        "round-not-over",
        "nothing-to-name",
    }
)
"""Reasons that block nothing and that the table should hear all the same."""


def _effects(event: Mapping[str, Any], verdict: Mapping[str, Any], language: str) -> list[str]:
    """What followed, each once: cards drawn that the event or a penalty has named already are not told again."""
    known = {use["code"] for use in verdict["reasons"]}
    told_of = (event.get("player"), event.get("count")) if event["type"] == "drawn" else None
    texts = []
    for use in verdict["effects"]:
        code, params = use["code"], use["params"]
        drawn = (params.get("player"), params.get("count"))
        if code == "turn" or (code == "drew" and drawn == told_of):
            continue
        if code == "penalty":
            told_of, why = drawn, params.get("reason")
            key = f"effect.penalty.{why}"
            if why not in known and key in catalog(language):
                texts.append(sentence(key, params, language))
                continue
        texts.append(sentence(f"effect.{code}", params, language))
    return texts


def _what(event: Mapping[str, Any], verdict: Mapping[str, Any], language: str) -> str:
    values = {name: value for name, value in event.items() if value is not None}
    for story in verdict.get("explanations", ()):
        if story["key"] == verdict.get("applied"):
            values |= {"player": story["player"], "card": story["card"]}
    kind = str(event["type"])
    if values.get("card") and [use["code"] for use in verdict["reasons"]] == ["turned-up"]:
        kind = "turned-up"
    if kind == "inserted":
        values["what"] = _what(event["event"], {"reasons": ()}, language)
    if kind in ("laid", "seen") and not values.get("player"):
        kind = "seen-unknown"
    return sentence(f"entry.{kind}", values, language)


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _listed(texts: Sequence[str], language: str) -> str:
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {catalog(language)['and']} {texts[-1]}"


def _many(value: Any) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list | tuple) else [str(value)]


def _rank(rank: str, language: str) -> str:
    return catalog(language).get(f"rank.{rank}", rank)


def _suit(suit: str, language: str) -> str:
    return catalog(language).get(f"suit.{suit}", suit)


def _counted(value: Any, forms: Sequence[str], language: str) -> str:
    single = abs(value) < 2 if language == "fr" else abs(value) == 1
    return forms[0 if single else 1].replace("#", f"{value:g}")


def _chosen(value: Any, forms: Sequence[str], language: str) -> str:
    texts = dict(form.split("=", 1) for form in forms)
    return texts.get(str(value), texts.get("*", str(value))).replace("#", str(value))


_FORMATS: dict[str, Callable[[Any, Sequence[str], str], str]] = {
    "card": lambda value, _, lang: card_name(value, lang),
    "Card": lambda value, _, lang: _capital(card_name(value, lang)),
    "thecard": lambda value, _, lang: card_name(value, lang, article=True),
    "Thecard": lambda value, _, lang: _capital(card_name(value, lang, article=True)),
    "cards": lambda value, _, lang: _listed([card_name(card, lang) for card in _many(value)], lang),
    "suit": lambda value, _, lang: _suit(value, lang),
    "Suit": lambda value, _, lang: _capital(_suit(value, lang)),
    "rank": lambda value, _, lang: _rank(value, lang),
    "Rank": lambda value, _, lang: _capital(_rank(value, lang)),
    "ranks": lambda value, _, lang: _listed([_rank(rank, lang) for rank in _many(value)], lang),
    "names": lambda value, _, lang: _listed(_many(value), lang),
    "number": lambda value, _, lang: f"{value:g}",
    "n": _counted,
    "is": _chosen,
}

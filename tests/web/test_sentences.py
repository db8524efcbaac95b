"""Every code that the referee and the table can say has a sentence in every language."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import get_args

import pytest

from referee.ask import Do
from referee.cards import FACES
from referee.events import Event
from referee.explanations import ExplanationKind
from referee.faults import ENGLISH, Fault
from referee.history import fold
from referee.notation import parse, replay
from referee.rank_effects import Deed
from referee.rulebook import RuleFileError, rule_set_from_text
from referee.rules import options_schema
from referee.verdicts import Effect, Reason
from vision.camera_checks import Advice
from vision.frames import SOURCE_FAULTS
from vision.sightings import Reason as Unreadable
from web.addresses import PORT_FAULTS
from web.refusals import CODES
from web.sentences import (
    LANGUAGES,
    UnknownLanguage,
    card_name,
    catalog,
    fault_sentence,
    fill,
    sentence,
    told,
)

PAGES = Path(__file__).parents[2] / "web" / "pages"
_FIELD = re.compile(r"\{(\w+)")

REVISIONS = {"undone", "corrected", "explanation-chosen", "inserted", "restored"}
CAMERA_STATES = ("off", "starting", "ok", "lost", "moved", "paused", "failed")
WAYS = ("take-back", "misread", "wrong-player", "not-laid")


def wanted() -> set[str]:
    keys = {f"reason.{code.value}" for code in Reason}
    keys |= {f"effect.{code.value}" for code in Effect}
    keys |= {f"instruction.{code.value}" for code in Do}
    keys |= {f"explanation.{kind.value}" for kind in ExplanationKind}
    keys |= {f"fault.{code.value}" for code in Fault} | {"fault.did-you-mean", "fault.in-line"}
    keys |= {f"deed.{deed.value}" for deed in Deed}
    keys |= {f"entry.{kind.type}" for kind in get_args(Event)} | {"entry.unreadable", "entry.seen-unknown"}
    keys |= {f"error.{code}" for code in CODES}
    keys |= {f"source.{code}" for code in SOURCE_FAULTS} | {f"port.{code}" for code in PORT_FAULTS}
    keys |= {f"unreadable.{reason.value}" for reason in Unreadable}
    keys |= {f"camera.{state}" for state in CAMERA_STATES}
    keys |= (
        {f"advice.{advice.value}" for advice in Advice}
        | {"advice.mirrored"}
        | {f"way.{code}" for code in WAYS}
    )
    for row in options_schema():
        keys |= {f"option.{row['field']}.title", f"option.{row['field']}.description"}
        keys |= {f"choice.{row['field']}.{choice}" for choice in row["choices"] or ()}
        if row["field"] == "final_score":
            keys |= {f"formula.{choice}" for choice in row["choices"]}
    return keys


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_code_is_without_a_sentence(language: str) -> None:
    assert sorted(wanted() - set(catalog(language))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_pages_is_in_the_catalog(language: str) -> None:
    script = "\n".join(path.read_text(encoding="utf-8") for path in sorted(PAGES.rglob("*.js")))
    keys = set(re.findall(r'"((?:ui|error|way|camera|trouble|choice|deed|entry)\.[a-z0-9.-]+)"', script))
    assert len(keys) > 150
    assert sorted(keys - set(catalog(language))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_commands_is_in_the_catalog(language: str) -> None:
    commands = "\n".join(path.read_text(encoding="utf-8") for path in PAGES.parent.glob("*.py"))
    keys = set(re.findall(r'"((?:doctor|terminal)\.[a-z-]+)"', commands))
    keys |= {f"doctor.check.{check}" for check in re.findall(r'(?:Finding|_finding)\("([a-z]+)"', commands)}
    assert len(keys) > 35
    assert sorted(keys - set(catalog(language))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_have_the_same_keys_and_fill_in_the_same_values(language: str) -> None:
    english = catalog("en")
    other = catalog(language)
    assert set(other) == set(english)
    optional = {"card", "count", "winner", "player", "suit", "rank", "detail"}
    for key, pattern in other.items():
        differing = set(_FIELD.findall(pattern)) ^ set(_FIELD.findall(english[key]))
        assert differing <= optional, key


def test_faults_say_in_english_what_their_exceptions_say() -> None:
    assert {code: catalog("en")[f"fault.{code.value}"] for code in Fault} == ENGLISH
    assert {code: catalog("en")[f"port.{code}"] for code in PORT_FAULTS} == PORT_FAULTS


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "line 2: there is no option 'hand_sise'; did you mean 'hand_size'?"),
        ("nl", "regel 2: er is geen optie 'hand_sise'; bedoelde je 'hand_size'?"),
        ("de", "Zeile 2: es gibt keine Option 'hand_sise'; war 'hand_size' gemeint?"),
        ("fr", "ligne 2 : il n’y a pas d’option « hand_sise » ; vouliez-vous dire « hand_size » ?"),
    ],
)
def test_a_bad_rule_file_is_explained_in_the_familys_language(language: str, says: str) -> None:
    with pytest.raises(RuleFileError) as caught:
        rule_set_from_text('base = "pesten-7"\nhand_sise = 9')
    assert fault_sentence(caught.value.to_json(), language) == says


def test_a_correction_that_does_not_fit_is_explained_in_the_familys_language() -> None:
    text = "rules: pesten-7\nplayers: A, B\nturned up: 9H\n\nA lays 4H\ncorrect 5: count 3"
    verdict = fold(parse(text).events).entries[-1].verdict.to_json()
    use = verdict["reasons"][0]
    assert sentence(f"reason.{use['code']}", use["params"], "nl") == (
        "Zo kan het niet verbeterd worden: deze gebeurtenis heeft geen 'count' om te verbeteren; "
        "wel player, card, names, last_card, names_rank."
    )


def documented_params(text: str) -> set[str]:
    """The names after "Params:" in the docstring of an enumeration's member."""
    found = re.search(r"Params: ([^.\"]*)", text)
    return set(re.findall(r"\b[a-z]+\b", re.sub(r"\([^)]*\)", "", found[1]))) if found else set()


@pytest.mark.parametrize(("kind", "family"), [(Reason, "reason"), (Effect, "effect"), (Do, "instruction")])
def test_sentences_ask_for_documented_values_alone(
    kind: type[Reason] | type[Effect] | type[Do], family: str
) -> None:
    source = inspect.getsource(kind)
    members = re.findall(r'    [A-Z_]+ = "([a-z-]+)"\n    """(.*?)"""', source, re.DOTALL)
    assert len(members) == len(kind)
    for code, text in members:
        for language in LANGUAGES:
            used = set(_FIELD.findall(catalog(language)[f"{family}.{code}"]))
            assert used <= documented_params(text), f"{family}.{code} in {language}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pattern_can_be_filled(language: str) -> None:
    values = {
        "suit": "C",
        "rank": "Q",
        "kind": "swap-hands",
        "direction": "clockwise",
        "names": ["Anna", "Bram"],
        "which": ["QS", "10C"],
    }
    values |= dict.fromkeys(("card", "top"), "10H")
    numbers = "count pending most counted least cards points number planned width height needed rate seconds line score"
    values |= dict.fromkeys(numbers.split(), 3)
    for key, pattern in catalog(language).items():
        if key.startswith(("card.", "article")):
            continue
        text = fill(pattern, dict.fromkeys(_FIELD.findall(pattern), "Anna") | values, language)
        assert text, key
        assert not re.search(r"[{}|#]", text), (key, text)


@pytest.mark.parametrize(
    ("card", "language", "name"),
    [
        ("JH", "nl", "hartenboer"),
        ("JH", "de", "Herz-Bube"),
        ("JH", "fr", "valet de cœur"),
        ("JH", "en", "jack of hearts"),
        ("10S", "nl", "schoppen 10"),
        ("AC", "fr", "as de trèfle"),
        ("JOKER", "de", "Joker"),
    ],
)
def test_cards_are_called_as_each_language_calls_them(card: str, language: str, name: str) -> None:
    assert card_name(card, language) == name


def test_no_two_cards_share_a_name() -> None:
    for language in LANGUAGES:
        assert len({card_name(str(card), language) for card in FACES}) == len(FACES)


@pytest.mark.parametrize(
    ("count", "language", "text"),
    [
        (1, "nl", "Anna pakt 1 kaart"),
        (2, "nl", "Anna pakt 2 kaarten"),
        (0, "fr", "Anna pioche 0 carte"),
        (2, "fr", "Anna pioche 2 cartes"),
        (1, "de", "Anna zieht 1 Karte"),
    ],
)
def test_plurals_are_those_of_the_language(count: int, language: str, text: str) -> None:
    assert sentence("entry.drawn", {"player": "Anna", "count": count}, language) == text


def test_an_illegal_card_is_told_with_its_reason_and_what_follows() -> None:
    event = {"type": "laid", "player": "Anna", "card": "4H", "names": None, "last_card": False}
    verdict = {
        "legal": False,
        "reasons": [
            {"code": "not-named-suit", "options": ["effects.J"], "params": {"card": "4H", "suit": "C"}}
        ],
        "effects": [
            {"code": "card-goes-back", "options": [], "params": {"player": "Anna", "card": "4H"}},
            {"code": "turn", "options": [], "params": {"player": "Anna"}},
        ],
        "explanations": [],
        "applied": "",
    }
    assert told(event, verdict) == (
        "Anna lays the 4 of hearts: not allowed. The 4 of hearts does not fit: the suit named is clubs. "
        "The 4 of hearts goes back to Anna."
    )
    assert told(event, verdict, "nl").startswith("Anna legt de harten 4: mag niet. De harten 4 past niet")


def test_a_seen_card_is_told_by_the_story_that_holds() -> None:
    event = {"type": "seen", "card": "2S", "confidence": 0.9}
    verdict = {
        "legal": True,
        "reasons": [],
        "effects": [{"code": "owes", "options": [], "params": {"player": "Carla", "count": 2}}],
        "explanations": [
            {"key": "a", "player": "Bram", "card": "2S"},
            {"key": "b", "player": "Anna", "card": "7S"},
        ],
        "applied": "a",
    }
    assert told(event, verdict) == "Bram lays the 2 of spades. Carla must draw 2 cards or answer."


def lines_told(record: str, language: str = "en") -> list[str]:
    """What `judge` says of each line of a record by the rules named first."""
    rules, _, rest = record.partition(" | ")
    text = f"rules: {rules}\nplayers: Anna, Bram, Carla\ndealer: Carla\n{rest}"
    rows = replay(parse(text.replace(" | ", "\n")))
    events = [event.to_json() for _, event in parse(text.replace(" | ", "\n")).events][2:]
    return [told(event, row["verdict"], language) for event, row in zip(events, rows, strict=True)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("record", "says"),
    [
        (
            "wikipedia-nl | turned up: 9H | Bram lays 4H",
            "Bram lays the 4 of hearts: not allowed. It is not Bram’s turn but Anna’s. "
            "The 4 of hearts goes back to Bram. Bram gets 5 penalty cards.",
        ),
        ("pesten-7 | turned up: 9H | Anna draws 1", "Anna draws 1 card."),
        (
            "wikipedia-nl | hands: Anna 2, Bram 7, Carla 7 | turned up: 9H | Anna lays 4H | Bram lays 4S",
            "Bram lays the 4 of spades. Anna did not say “last card” in time: 5 penalty cards.",
        ),
        (
            "wikipedia-nl | options: poker_joker = yes | turned up: 9H | Anna lays JOKER, names hearts | "
            "Bram lays 2H | Carla lays 2C",
            "Carla lays the 2 of clubs. Anna must draw 9 cards.",
        ),
        (
            "wikipedia-nl | options: effects.10 = show-hands | turned up: 9H | Anna lays 10H | hands shown",
            "Hands are shown.",
        ),
        (
            "wikipedia-nl | options: effects.10 = show-hands | turned up: 9H | Anna lays 10H | Bram lays 4H",
            "Bram lays the 4 of hearts. Play went on: the hands count as shown.",
        ),
        (
            "pesten-7 | hands: Anna 1, Bram 7, Carla 2 | turned up: 9H | Anna lays 4H | "
            "round ends: Anna -; Bram 5C 6C; Carla 3D",
            "Bram entered 2 cards; 7 were counted. Carla entered 1 card; 2 were counted.",
        ),
        (
            "pesten-7 | options: match_rounds = 1 | hands: Anna 1, Bram 1, Carla 1 | turned up: 9H | Anna lays 4H | "
            "round ends: Anna -; Bram QC; Carla 4C",
            "Anna wins the match with a final score of -7!",
        ),
        ("pesten-7 | turned up: 9H | seen JC | seen 5S", "Bram lays the 5 of spades. Spades was named, and"),
        ("pesten-7 | turned up: 9H | Anna draws 1 | Anna passes", "Anna passes."),
    ],
)
def test_what_is_told_is_true_and_told_once(record: str, says: str) -> None:
    assert says in lines_told(record)[-1]
    assert "…" not in "".join(lines_told(record, "nl"))


def test_a_missing_value_shows_as_an_ellipsis_and_an_unknown_key_as_itself() -> None:
    assert sentence("entry.passed", {}) == "… passes"
    assert sentence("reason.not-there") == "reason.not-there"


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(UnknownLanguage, match="'xx'"):
        sentence("entry.passed", {}, "xx")

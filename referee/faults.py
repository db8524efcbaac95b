"""What can be wrong with a rule file, a record or a correction, as codes with the English text of exceptions."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from enum import StrEnum
from typing import TypeAlias

FaultParams: TypeAlias = dict[str, str | int | float]


_LONGEST = 60
"""So many characters of what somebody wrote are repeated."""


class Fault(StrEnum):
    """A kind of fault; `ENGLISH` says what each means and which params it has."""

    NO_CARD = "no-card"
    NO_SUIT = "no-suit"
    NO_RANK = "no-rank"
    NO_SUCH_RULE_SET = "no-such-rule-set"
    NO_SUCH_BASE = "no-such-base"
    FILE_UNREADABLE = "file-unreadable"
    NO_TOML = "no-toml"
    NESTED_TOO_DEEPLY = "nested-too-deeply"
    ONE_VALUE_A_RANK = "one-value-a-rank"
    NO_SUCH_OPTION = "no-such-option"
    NO_WHOLE_NUMBER = "no-whole-number"
    OUT_OF_BOUNDS = "out-of-bounds"
    NEITHER_TRUE_NOR_FALSE = "neither-true-nor-false"
    NONE_OF = "none-of"
    NO_DEED = "no-deed"
    DEED_NEEDS_COUNT = "deed-needs-count"
    DEED_TAKES_NO_COUNT = "deed-takes-no-count"
    DEED_TWICE = "deed-twice"
    DEEDS_CONTRADICT = "deeds-contradict"
    NO_PACKS = "no-packs"
    PACKS_OUT_OF_BOUNDS = "packs-out-of-bounds"
    PLAYERS_CONTRADICT = "players-contradict"
    POINTLESS_DRAWING = "pointless-drawing"
    NOTHING_FORGOTTEN = "nothing-forgotten"
    PAID_WITHOUT_PRICE = "paid-without-price"
    CANNOT_BE_USED = "cannot-be-used"
    PLAYER_DOES_NOT = "player-does-not"
    PLAYER_DOES = "player-does"
    NOT_AFTER_A_CARD = "not-after-a-card"
    NO_COUNT = "no-count"
    BELOW_ZERO = "below-zero"
    NO_CONFIDENCE = "no-confidence"
    NO_EXCHANGE = "no-exchange"
    HAND_TWICE = "hand-twice"
    EMPTY_CORRECTION = "empty-correction"
    EMPTY_INSERTION = "empty-insertion"
    OPTION_TWICE = "option-twice"
    CANNOT_BE_PUT_IN = "cannot-be-put-in"
    NO_SUCH_PLAYER = "no-such-player"
    NO_SUCH_PLAYER_AMONG = "no-such-player-among"
    NO_EVENT = "no-event"
    BEGINS_IN_SEVERAL_LINES = "begins-in-several-lines"
    HEADER_TWICE = "header-twice"
    HEADER_AT_THE_TOP = "header-at-the-top"
    NO_SUCH_HEADER = "no-such-header"
    HEADER_MISSING = "header-missing"
    RULES_EMPTY = "rules-empty"
    PLAYERS_UNREADABLE = "players-unreadable"
    NAME_TWICE = "name-twice"
    OPTION_UNREADABLE = "option-unreadable"
    HAND_NOT_DEALT = "hand-not-dealt"
    WRONG_PLAYER_COUNT = "wrong-player-count"
    NOT_ENOUGH_CARDS = "not-enough-cards"
    NO_SUCH_CARD_IN_PACKS = "no-such-card-in-packs"
    ROUND_CANNOT_BEGIN = "round-cannot-begin"
    NO_SUCH_EXPLANATION = "no-such-explanation"
    NOTHING_SUCH_TO_CORRECT = "nothing-such-to-correct"
    CANNOT_BE = "cannot-be"


class FaultError(ValueError):
    """Something written that cannot be used: a ``code``, its ``params``, and ``meant``, the likely meaning, or "".

    ``message`` and `str` are the English sentence; other languages have theirs by the code.
    """

    def __init__(self, code: Fault, meant: str = "", **params: str | int | float) -> None:
        self.code = code
        self.meant = meant
        self.params: FaultParams = {name: _shortened(name, value) for name, value in params.items()}
        self.message = english(code, meant, self.params)
        super().__init__(self.message)

    def to_json(self) -> dict[str, object]:
        """Code, params and likely meaning, for sentences in other languages, and the English one."""
        return {
            "code": self.code.value,
            "params": dict(self.params),
            "meant": self.meant,
            "message": self.message,
        }


def english(code: Fault, meant: str, params: FaultParams) -> str:
    """The English sentence of a fault."""
    return ENGLISH[code].format(**params) + (f"; did you mean '{meant}'?" if meant else "")


def likely(word: str, known: Iterable[str]) -> str:
    """The known word that was probably meant, another than the one written, or ""."""
    others = [str(each) for each in known if str(each) != word]
    return next(iter(get_close_matches(word[:60], others, n=1, cutoff=0.6)), "")


def _shortened(name: str, value: str | int | float) -> str | int | float:
    """What somebody wrote, cut where it is too long for a sentence."""
    if name in ("text", "name", "value") and isinstance(value, str) and len(value) > _LONGEST:
        return value[:_LONGEST] + "…"
    return value


ENGLISH: dict[Fault, str] = {
    Fault.NO_CARD: "'{text}' is no card; cards are written 10H, QS, AD, 2C, JOKER",
    Fault.NO_SUIT: "'{text}' is no suit; suits are clubs, diamonds, hearts, spades",
    Fault.NO_RANK: "'{text}' is no rank; ranks are A 2 3 4 5 6 7 8 9 10 J Q K JOKER",
    Fault.NO_SUCH_RULE_SET: "there is no rule set '{name}'; the shipped ones are {names}",
    Fault.NO_SUCH_BASE: "there is no rule set '{name}' to start from",
    Fault.FILE_UNREADABLE: "the rule file '{name}' cannot be read ({problem})",
    Fault.NO_TOML: "this is no TOML: {detail}",
    Fault.NESTED_TOO_DEEPLY: "this is no TOML: it is nested too deeply",
    Fault.ONE_VALUE_A_RANK: "it has one value for each rank, as in '{example}'",
    Fault.NO_SUCH_OPTION: "there is no option '{name}'",
    Fault.NO_WHOLE_NUMBER: "'{value}' is no whole number from {least} to {most}",
    Fault.OUT_OF_BOUNDS: "{value} is out of bounds; it is a number from {least} to {most}",
    Fault.NEITHER_TRUE_NOR_FALSE: "'{value}' is neither true nor false",
    Fault.NONE_OF: "'{value}' is none of {choices}",
    Fault.NO_DEED: "'{value}' is nothing that a rank can do",
    Fault.DEED_NEEDS_COUNT: "'{deed}' needs a number of cards from 1 to 20, as in '{deed} 2'",
    Fault.DEED_TAKES_NO_COUNT: "'{deed}' takes no number",
    Fault.DEED_TWICE: "'{deed}' is there twice",
    Fault.DEEDS_CONTRADICT: "'{first}' and '{second}' contradict each other on one rank: choose one",
    Fault.NO_PACKS: ("'{value}' is not written as '3:3 5:4' (from 3 players on 3 packs, from 5 on 4)"),
    Fault.PACKS_OUT_OF_BOUNDS: "players are 2 to 10 and packs 1 to 8",
    Fault.PLAYERS_CONTRADICT: "at least {least} players and at most {most} contradict each other",
    Fault.POINTLESS_DRAWING: (
        "drawing until a card fits is pointless while drawn_card = 'never' keeps it from "
        "being laid; set drawn_card = 'at-once' or draw_at_most = 1"
    ),
    Fault.NOTHING_FORGOTTEN: (
        "nothing is forgotten while announce = '{announce}'; choose a moment by which it must "
        "be announced, or set announce_penalty = 0"
    ),
    Fault.PAID_WITHOUT_PRICE: "'paid' needs special_last_penalty, the cards to draw; or set it to 'allowed'",
    Fault.CANNOT_BE_USED: "{detail}",
    Fault.PLAYER_DOES_NOT: "'{text}' says nothing that {player} can do",
    Fault.PLAYER_DOES: "'{text}' says nothing that {player} can do; a player {verbs}",
    Fault.NOT_AFTER_A_CARD: "'{text}' cannot follow a card; write ', names hearts' or ', says last card'",
    Fault.NO_COUNT: "'{text}' is no number of cards",
    Fault.BELOW_ZERO: "{text} is below zero",
    Fault.NO_CONFIDENCE: "'{text}' is no confidence from 0 to 1; write 'seen QH 0.8 or QD 0.1'",
    Fault.NO_EXCHANGE: "'{text}' is no exchange; write 'North to East, East to North'",
    Fault.HAND_TWICE: "the hand of {player} is there twice",
    Fault.EMPTY_CORRECTION: (
        "a correction says what was otherwise, as in 'correct 12: card 4C, player East'"
    ),
    Fault.EMPTY_INSERTION: "what is put in stands behind the colon, as in 'insert before 8: {player} draws 1'",
    Fault.OPTION_TWICE: "the option '{name}' is there twice; leave one out",
    Fault.CANNOT_BE_PUT_IN: "'{text}' cannot be put in afterwards; put in what a player did in the round",
    Fault.NO_SUCH_PLAYER: "nobody called '{name}' plays",
    Fault.NO_SUCH_PLAYER_AMONG: "nobody called '{name}' plays; players are {players}",
    Fault.NO_EVENT: (
        "'{text}' is no event; a line begins with a player ({players}) or is 'seen CARD', "
        "'undo', 'taken back', 'reshuffled', 'hands shown', 'round ends: ...' or 'match ends'"
    ),
    Fault.BEGINS_IN_SEVERAL_LINES: "the beginning of a match or round takes several lines",
    Fault.HEADER_TWICE: "'{header}:' is there twice; it is in line {first} already",
    Fault.HEADER_AT_THE_TOP: "'{header}:' belongs at the top of the record",
    Fault.NO_SUCH_HEADER: "there is no header '{header}:'",
    Fault.HEADER_MISSING: "the header '{header}:' is missing; headers come before the first event",
    Fault.RULES_EMPTY: "'rules:' names a rule set, as in 'rules: pesten-7'",
    Fault.PLAYERS_UNREADABLE: "players are written in seat order, as in 'players: North, East, South, West'",
    Fault.NAME_TWICE: "two players are called '{name}'; give each a name of their own",
    Fault.OPTION_UNREADABLE: "'{text}' is no option; options are written 'NAME = VALUE, ...'",
    Fault.HAND_NOT_DEALT: (
        "a hand of {text} cards cannot be dealt; write 'hands: 7' or 'hands: North 7, East 5'"
    ),
    Fault.WRONG_PLAYER_COUNT: "{number} players; this rule set is for {least} to {most}",
    Fault.NOT_ENOUGH_CARDS: (
        "{number} cards are needed and the packs hold {cards}; deal fewer or add a pack"
    ),
    Fault.NO_SUCH_CARD_IN_PACKS: "there is no {name} in these packs",
    Fault.ROUND_CANNOT_BEGIN: "the round cannot begin ({name})",
    Fault.NO_SUCH_EXPLANATION: "there is no explanation '{text}' to choose",
    Fault.NOTHING_SUCH_TO_CORRECT: "this event has no '{name}' to correct; it has {names}",
    Fault.CANNOT_BE: "{name} cannot be '{text}'",
}

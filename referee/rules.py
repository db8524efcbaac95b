"""A rule set: every option of the game in one described field each, and what follows from them.

Sheets are named in each option's ``sheets``: where the option, or one of its values, comes from.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from referee.cards import Rank
from referee.choices import (
    AgainDraw,
    Announce,
    DrawnCard,
    DrawWhen,
    FinalScore,
    FirstCard,
    HandsGo,
    JokerSuit,
    NextDealer,
    NothingToDraw,
    PlayAgain,
    ReverseWithTwo,
    SpecialLast,
    Starter,
)
from referee.faults import Fault, FaultError
from referee.option_shapes import option_shape
from referee.rank_effects import Deed
from referee.rank_values import Effects, PacksFrom, Ranks, RanksOrSpecial, by_rank


def _option(default: Any, title: str, description: str, sheets: str, **bounds: Any) -> Any:
    return Field(
        default,
        title=title,
        description=description,
        json_schema_extra={"sheets": sheets},
        validate_default=True,
        **bounds,
    )


_POINTS = {"JOKER": 50, "A": 20, "K": 20, "J": 20, "8": 20, "7": 20, "2": 20, "Q": 10}
_POINTS |= {str(n): n for n in (10, 9, 6, 5, 4, 3)}


class _Contradiction(FaultError):
    """Options that cannot go together; ``field`` is the one to change."""

    def __init__(self, field: str, code: Fault, **params: str | int) -> None:
        super().__init__(code, "", **params)
        self.field = field


class RuleSet(BaseModel):
    """All options of one way to play Pesten; the defaults are those of `pesten-7` (sheet 000).

    Attributes are plain values; `law` holds what judging needs, worked out once.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(default="pesten", description="the rule set's own name, no option")

    players_min: int = _option(2, "Fewest players", "Fewer cannot play.", "001 002 003", ge=2, le=10)
    players_max: int = _option(10, "Most players", "More cannot play.", "002 003", ge=2, le=10)
    packs: int = _option(1, "Packs", "Packs of 52 cards, jokers apart.", "000", ge=1, le=8)
    packs_from: PacksFrom = _option(
        {},
        "Packs by players",
        "Other numbers of packs from so many players on, as in '3:3 5:4'.",
        "001 002 003",
    )
    jokers: int = _option(2, "Jokers in a pack", "Each joker is one card.", "000 001 002 003 004", ge=0, le=8)
    hand_size: int = _option(
        7, "Cards dealt", "Cards that each player begins with.", "000 001 002 003 004", ge=1, le=30
    )
    who_starts: Starter = _option(
        Starter.LEFT_OF_DEALER,
        "Who starts",
        "Who lays the first card; the opener is the player named first, and later whoever is left of the dealer.",
        "000 002",
    )
    next_dealer: NextDealer = _option(
        NextDealer.STARTER,
        "Next dealer",
        "Who deals the next round; the starter is whoever began this one.",
        "000",
    )
    first_card: FirstCard = _option(
        FirstCard.PLAIN,
        "First card special",
        "Plain: no effect. As dealer: as if the dealer had laid it. First player: its effect hits whoever starts. "
        "Until neutral: cards are turned up until one is not special.",
        "003 004",
    )

    effects: Annotated[dict[Rank, Effects], BeforeValidator(by_rank)] = _option(
        {
            "2": "draw 2",
            "7": "play-again",
            "8": "skip",
            "J": "name-suit",
            "K": "play-again",
            "A": "reverse",
            "JOKER": "draw 5",
        },
        "What a rank does",
        "One or several, joined by +: draw N, others-draw N, draw-yourself N, skip, play-again, lay-suit, reverse, "
        "name-suit, name-rank, at-most, at-least, show-hands, swap-hands, pass-hands, give-one; or nothing.",
        "000 001 002 003 004",
    )
    wild: Ranks = _option(
        "J JOKER", "Laid on anything", "Ranks that need match neither suit nor rank.", "000 002 003 004"
    )
    own_suit_only: Ranks = _option(
        "none", "Only on their own suit", "Ranks that must match the suit to follow.", "001"
    )
    not_on_itself: Ranks = _option(
        "none", "Not on their like", "Ranks not to be laid on a card of the same rank.", "house"
    )
    answers: Annotated[dict[Rank, Ranks], BeforeValidator(by_rank)] = _option(
        {"2": "2 JOKER", "JOKER": "2 JOKER"},
        "What answers a rank",
        "Ranks that a player who owes cards to this rank, or is skipped by it, may lay instead, of any suit.",
        "000 001 002 003 004",
    )
    adding_up: bool = _option(
        True,
        "Adding up",
        "An answer adds its cards to those owed; off: it replaces them.",
        "000 001 002 003 004",
    )
    reverse_answers: bool = _option(
        False,
        "Reversing turns cards owed back",
        "A reversing card that fits sends the cards owed to the player before.",
        "001 004",
    )
    poker_joker: bool = _option(
        False,
        "Poker joker",
        "After a joker only 2s free a player; if everybody lays one, the joker's player takes the total.",
        "001",
    )
    play_after_taking: Ranks = _option(
        "none",
        "Playing after a penalty",
        "Whoever took the cards owed to these ranks may still lay a card.",
        "002 004",
    )
    joker_suit: JokerSuit = _option(
        JokerSuit.NOBODY,
        "Suit after a joker",
        "Named by whoever laid the joker, by whoever took its cards, or by nobody: then any card follows.",
        "000 001 002",
    )
    play_again: PlayAgain = _option(
        PlayAgain.MUST,
        "Playing again",
        "Whether play-again is a duty (lay another card or draw) or a favour.",
        "000 001 002 003 004",
    )
    again_draw: AgainDraw = _option(
        AgainDraw.AS_USUAL,
        "Drawing for want of a second card",
        "Ends the turn always, or works as any drawing does.",
        "000 001",
    )
    reverse_with_two: ReverseWithTwo = _option(
        ReverseWithTwo.REVERSE,
        "Reversing between two players",
        "Reverses all the same (the other one is next), does nothing, or lets the player play again.",
        "002 004",
    )
    equal_together: bool = _option(
        False,
        "Equal cards together",
        "A player may lay a second copy of the card just laid along with it.",
        "house",
    )
    throw_in: bool = _option(
        False,
        "Throwing in",
        "Whoever holds the very card just laid may throw it in out of turn; play goes on from there.",
        "house",
    )
    hands_go: HandsGo = _option(
        HandsGo.LEFT, "Hands passed on go", "To the left, or in the direction of play.", "003 004"
    )

    draw_when: DrawWhen = _option(
        DrawWhen.STUCK, "When to draw", "Only by those who cannot play, or at will.", "000 001 002 003 004"
    )
    draw_at_most: int = _option(
        1,
        "Cards drawn",
        "How many cards may be drawn for want of one; 0: until one fits.",
        "000",
        ge=0,
        le=20,
    )
    drawn_card: DrawnCard = _option(
        DrawnCard.NEVER,
        "Laying after drawing",
        "Whoever drew may lay a card at once, or never in the same turn.",
        "000 001 002 003 004",
    )
    extra_draw: bool = _option(
        False, "Extra draw", "Whoever laid a card may also draw one before the next player acts.", "001"
    )
    nothing_to_draw: NothingToDraw = _option(
        NothingToDraw.PASS,
        "Nothing left to draw",
        "When stock and pile are used up: pass, or the round ends.",
        "house",
    )

    announce: Announce = _option(
        Announce.REMINDER,
        "Announcing the last card",
        "Not needed; a reminder without penalty; before the last card but one is laid; before the next player acts; or "
        "before the last card is laid.",
        "000 001 002 003 004",
    )
    announce_penalty: int = _option(
        0, "Forgotten announcement", "Cards drawn for it.", "001 002 003 004", ge=0, le=20
    )
    false_announcement_penalty: int = _option(
        0,
        "False announcement",
        "Cards drawn for announcing a last card while holding more.",
        "004",
        ge=0,
        le=20,
    )
    special_last: SpecialLast = _option(
        SpecialLast.FORBIDDEN,
        "Ending with a special card",
        "Forbidden: the card comes back. Paid: it lies, and cards are drawn. Allowed: it wins.",
        "000 001 002 003 004",
    )
    special_last_ranks: RanksOrSpecial = _option(
        "special",
        "Special cards not to end with",
        "'special' for all ranks that do something, or a choice of ranks.",
        "000 001 002 003 004",
    )
    special_last_penalty: int = _option(
        0,
        "Price of ending with a special card",
        "Cards drawn, whether it is forbidden or paid for.",
        "001 003",
        ge=0,
        le=20,
    )
    never_last: Ranks = _option(
        "none", "Never the last card", "Ranks that cannot end a round at any price.", "001"
    )
    illegal_penalty: int = _option(
        0,
        "Offence",
        "Cards drawn for laying a card, drawing or passing against the rules.",
        "001",
        ge=0,
        le=20,
    )

    points: Annotated[dict[Rank, int], BeforeValidator(by_rank)] = _option(
        _POINTS, "Card points", "Points of each rank left in a hand.", "000 002 003"
    )
    doubling_last: Ranks = _option(
        "none", "Doubling last cards", "Ending with one of these ranks doubles everybody's points.", "house"
    )
    match_rounds: int = _option(
        8, "Rounds in a match", "The match ends after so many; 0: the table decides.", "000 001", ge=0, le=100
    )
    match_points: int = _option(
        0,
        "Points that end a match",
        "The match ends when somebody has so many; 0: never.",
        "house",
        ge=0,
        le=10000,
    )
    final_score: FinalScore = _option(
        FinalScore.MEAN_DIFFERENCE,
        "Final score",
        "Own total less the mean of the opponents'; lowest total; or most rounds won.",
        "000 002 003 004",
    )

    @model_validator(mode="after")
    def _consistent(self) -> RuleSet:
        if self.players_min > self.players_max:
            raise _Contradiction(
                "players_min", Fault.PLAYERS_CONTRADICT, least=self.players_min, most=self.players_max
            )
        if self.draw_at_most == 0 and self.drawn_card is DrawnCard.NEVER:
            raise _Contradiction("draw_at_most", Fault.POINTLESS_DRAWING)
        if self.announce in (Announce.NOT_NEEDED, Announce.REMINDER) and self.announce_penalty:
            raise _Contradiction("announce_penalty", Fault.NOTHING_FORGOTTEN, announce=self.announce.value)
        if self.special_last is SpecialLast.PAID and not self.special_last_penalty:
            raise _Contradiction("special_last", Fault.PAID_WITHOUT_PRICE)
        for rank, points in self.points.items():
            if not 0 <= points <= 1000:
                raise _Contradiction(
                    f"points.{rank.value}", Fault.OUT_OF_BOUNDS, value=points, least=0, most=1000
                )
        for players, packs in self.packs_from.items():
            if not (2 <= players <= 10 and 1 <= packs <= 8):
                raise _Contradiction("packs_from", Fault.PACKS_OUT_OF_BOUNDS)
        return self

    def packs_for(self, players: int) -> int:
        """Packs in play for so many players (sheets 001, 002, 003)."""
        return max(
            ((n, packs) for n, packs in self.packs_from.items() if n <= players), default=(0, self.packs)
        )[1]

    @cached_property
    def special(self) -> frozenset[Rank]:
        """Ranks that do something when they are laid."""
        return frozenset(rank for rank, effects in self.effects.items() if effects)

    @cached_property
    def draws(self) -> dict[Rank, int]:
        """Cards that the next player owes to a rank, for the ranks that attack."""
        return {r: e.count for r, effects in self.effects.items() for e in effects if e.deed is Deed.DRAW}

    @cached_property
    def reversing(self) -> frozenset[Rank]:
        """Ranks that reverse play."""
        return frozenset(
            r for r, effects in self.effects.items() if any(e.deed is Deed.REVERSE for e in effects)
        )

    @cached_property
    def banned_last(self) -> frozenset[Rank]:
        """Ranks that the rule on special last cards is about."""
        return self.special if isinstance(self.special_last_ranks, str) else self.special_last_ranks

    def options(self) -> dict[str, str | int | bool]:
        """Every option by its flat name (``effects.7``), as a value that rule files and records read back."""
        flat: dict[str, str | int | bool] = {}
        for name, value in self.model_dump(mode="json", exclude={"name"}).items():
            if isinstance(value, dict) and name != "packs_from":
                for rank in Rank:
                    flat[f"{name}.{rank.value}"] = value.get(rank.value, _ABSENT[name])
            elif isinstance(value, dict):
                flat[name] = " ".join(f"{k}:{v}" for k, v in value.items()) or "none"
            else:
                flat[name] = value
        return flat


_ABSENT: dict[str, str | int] = {"effects": "nothing", "answers": "none", "points": 0}
BY_RANK = frozenset(_ABSENT)
"""Fields with one option for each rank."""


def options_schema() -> list[dict[str, Any]]:
    """One description for each option, by flat name, in the order of the fields.

    Each has ``name``, ``field``, ``rank`` (or None), ``title``, ``description``, ``sheets`` (file numbers of the
    sheets, or ``house``), ``kind`` (``whole``, ``truth``, ``choice``, ``ranks``, ``effects``, ``packs``), ``choices``,
    ``minimum``, ``maximum`` and ``default``.
    """
    defaults = RuleSet().options()
    rows: list[dict[str, Any]] = []
    for name, field in RuleSet.model_fields.items():
        if name == "name":
            continue
        for rank in Rank if name in BY_RANK else (None,):
            flat = f"{name}.{rank.value}" if rank else name
            extra = field.json_schema_extra
            rows.append(
                {
                    "name": flat,
                    "field": name,
                    "rank": rank.value if rank else None,
                    "title": field.title,
                    "description": field.description,
                    "sheets": str(extra["sheets"]).split() if isinstance(extra, dict) else [],
                    **option_shape(name, field),
                    "default": defaults[flat],
                }
            )
    return rows

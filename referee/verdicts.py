"""What the referee answers: a legal flag, reasons with the options behind them, effects, and the state after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias

from referee.explanations import Explanation

if TYPE_CHECKING:
    from referee.state import MatchState

Params: TypeAlias = Mapping[str, str | int | float]
"""Names that a sentence fills in: players, cards by name, suits and ranks by letter, counts."""


class Reason(StrEnum):
    """Why an event is legal, illegal, or worth a remark. Sentences for these live elsewhere."""

    # A card that may be laid
    MATCHES_SUIT = "matches-suit"
    """The card has the suit of the top card. Params: card, top."""
    MATCHES_RANK = "matches-rank"
    """The card has the rank of the top card. Params: card, top."""
    WILD = "wild"
    """The card may be laid on anything. Params: card."""
    ANY_CARD_FOLLOWS = "any-card-follows"
    """The top card has no suit and nobody named one: any card may follow. Params: card, top."""
    FOLLOWS_NAMED_SUIT = "follows-named-suit"
    """The card has the suit that was named. Params: card, suit."""
    FOLLOWS_NAMED_RANK = "follows-named-rank"
    """The card has the rank that was named. Params: card, rank."""
    ANSWERS_DRAW = "answers-draw"
    """The card answers the cards owed, which go on to the next player. Params: card, top, pending."""
    TURNS_DRAW_BACK = "turns-draw-back"
    """A reversing card sends the cards owed back. Params: card, top, pending."""
    ANSWERS_SKIP = "answers-skip"
    """The card hands the skip on to the next player. Params: card, top."""
    LAID_TOGETHER = "laid-together"
    """The same card once more, laid by the same player along with it. Params: card."""
    THROWN_IN = "thrown-in"
    """The same card, thrown in out of turn. Params: card, player."""
    SUIT_RUN = "suit-run"
    """Another card of the suit that may be laid off whole. Params: card, suit."""
    SPECIAL_LAST_PAID = "special-last-paid"
    """A special card laid as the last one: allowed, and paid for. Params: card, count."""
    TURNED_UP = "turned-up"
    """The first card of the pile. Params: card."""

    # A card that may not be laid
    SUIT_OR_RANK = "suit-or-rank"
    """Neither suit nor rank of the top card. Params: card, top."""
    NOT_NAMED_SUIT = "not-named-suit"
    """Another suit was named. Params: card, suit."""
    NOT_NAMED_RANK = "not-named-rank"
    """Another rank was named. Params: card, rank."""
    OWN_SUIT_ONLY = "own-suit-only"
    """This rank goes on its own suit only. Params: card, suit (to follow)."""
    NOT_ON_ITSELF = "not-on-itself"
    """This rank may not be laid on its like. Params: card, top."""
    TOO_HIGH = "too-high"
    """The card must not be higher than this rank. Params: card, rank."""
    TOO_LOW = "too-low"
    """The card must not be lower than this rank. Params: card, rank."""
    MUST_ANSWER_DRAW = "must-answer-draw"
    """Cards are owed: answer them or take them. Params: card, pending, top, player."""
    WILD_NO_ANSWER = "wild-no-answer"
    """A wild card does not answer cards owed. Params: card, pending, top, player."""
    POKER_JOKER = "poker-joker"
    """Only a 2 frees from this joker, and nothing frees the player of the joker. Params: card, pending, player."""
    POKER_JOKER_ROUND = "poker-joker-round"
    """Everybody laid a 2 on the poker joker: its player takes the total. Params: card, top, player, pending."""
    MUST_ANSWER_SKIP = "must-answer-skip"
    """The player is being skipped: hand the skip on, or pass. Params: card, top, player."""
    NOT_OF_RUN_SUIT = "not-of-run-suit"
    """Only cards of this suit may be laid off now. Params: card, suit."""
    DRAWN_CARD = "drawn-card"
    """Whoever drew may not lay a card in the same turn. Params: card, player."""
    TAKEN_CARDS_END_TURN = "taken-cards-end-turn"
    """Whoever took the cards owed may not lay a card in the same turn. Params: card, player."""
    NOT_YOUR_TURN = "not-your-turn"
    """Somebody else is on turn. Params: player, turn."""
    SPECIAL_LAST = "special-last"
    """A special card may not be the last card: draw instead. Params: card, player."""
    LAST_CARD_NOT_ANNOUNCED = "last-card-not-announced"
    """The last card was laid without having been announced. Params: card, player."""
    CARD_CANNOT_EXIST = "card-cannot-exist"
    """All of these cards lie in the pile already. Params: card, count."""
    NO_CARDS_LEFT = "no-cards-left"
    """This player holds no card. Params: player."""

    # Drawing and passing
    DREW = "drew"
    """A card was drawn for want of one to lay. Params: player, count."""
    HAND_UNSEEN = "hand-unseen"
    """Drawing is for those who cannot play; nobody can see whether that is so. Params: player."""
    TOOK_CARDS_OWED = "took-cards-owed"
    """The cards owed were taken. Params: player, count."""
    EXTRA_DRAW = "extra-draw"
    """A card drawn of free will after laying one. Params: player."""
    PASSED = "passed"
    """The turn was ended. Params: player."""
    TURN_ALREADY_OVER = "turn-already-over"
    """The pass only says what was so already: drawing ended the turn. Params: player."""
    SKIP_ACCEPTED = "skip-accepted"
    """The player is skipped. Params: player."""
    MUST_DRAW_FIRST = "must-draw-first"
    """Draw before passing. Params: player."""
    MUST_DRAW_UNTIL_IT_FITS = "must-draw-until-it-fits"
    """Draw until a card fits, then lay it. Params: player."""
    MUST_TAKE_CARDS_OWED = "must-take-cards-owed"
    """Take the cards owed before anything else. Params: player, pending."""
    WRONG_COUNT = "wrong-count"
    """Another number of cards is owed. Params: player, count, pending."""
    TOO_MANY_DRAWN = "too-many-drawn"
    """More cards than may be drawn. Params: player, count, most."""
    ALREADY_DRAWN = "already-drawn"
    """This turn's card is drawn: lay a card or pass. Params: player."""
    BEING_SKIPPED = "being-skipped"
    """A player who is being skipped draws nothing: hand the skip on, or pass. Params: player."""
    MAY_NOT_DRAW_NOW = "may-not-draw-now"
    """In the middle of laying cards off there is nothing to draw. Params: player."""
    NOTHING_TO_DRAW = "nothing-to-draw"
    """Stock and pile hold no card to draw. Params: player."""

    # Naming, announcing, exchanging
    SUIT_NAMED = "suit-named"
    """The suit to follow was named. Params: player, suit."""
    RANK_NAMED = "rank-named"
    """The rank to follow was named. Params: player, rank."""
    SUIT_NOT_NAMED = "suit-not-named"
    """The game waits for this player to name the suit. Params: player."""
    RANK_NOT_NAMED = "rank-not-named"
    """The game waits for this player to name the rank. Params: player."""
    NOTHING_TO_NAME = "nothing-to-name"
    """This player has nothing to name now. Params: player."""
    LAST_CARD_SAID = "last-card-said"
    """The last card was announced in time. Params: player."""
    ANNOUNCEMENT_TOO_EARLY = "announcement-too-early"
    """"Last card" by somebody who holds more; under these rules it costs nothing. Params: player, count."""
    FALSE_ANNOUNCEMENT = "false-announcement"
    """"Last card" by somebody who holds more; that costs cards. Params: player, count."""
    EXCHANGED = "exchanged"
    """Hands were shown, swapped, passed on, or cards given. Params: kind."""
    NOTHING_TO_EXCHANGE = "nothing-to-exchange"
    """No card asks for this exchange now. Params: kind."""
    BAD_EXCHANGE = "bad-exchange"
    """Every hand must go to one player and come from one. Params: kind."""

    # Pile and table
    RESHUFFLED = "reshuffled"
    """The pile less its top card is the stock. No params."""
    TAKEN_BACK = "taken-back"
    """The card is in its hand again. Params: card."""
    NOTHING_TO_TAKE_BACK = "nothing-to-take-back"
    """No such card was laid last. No params."""
    ROUND_STARTED = "round-started"
    """A round begins. Params: dealer, player (who starts)."""
    FIRST_CARD_MISSING = "first-card-missing"
    """No card has been turned up yet. No params."""
    FIRST_CARD_LIES = "first-card-lies"
    """The first card lies already; no other is turned up. No params."""
    ROUND_OVER = "round-over"
    """The round is over. Params: winner, empty when nobody won."""
    NO_ROUND = "no-round"
    """No round is being played. No params."""
    ROUND_RUNNING = "round-running"
    """A round is still being played. No params."""
    MATCH_OVER = "match-over"
    """The match is over. No params."""
    MATCH_STARTED = "match-started"
    """A match begins. No params."""
    MATCH_ENDED = "match-ended"
    """The match was ended. No params."""
    UNKNOWN_PLAYER = "unknown-player"
    """Nobody of this name plays. Params: player."""
    WRONG_PLAYER_COUNT = "wrong-player-count"
    """The rule set is for other numbers of players. Params: count, least, most."""
    NOT_ENOUGH_CARDS = "not-enough-cards"
    """The packs do not hold so many cards. Params: count, cards."""
    BAD_HAND_COUNT = "bad-hand-count"
    """A hand holds at least one card when a round begins. Params: player, count."""
    UNKNOWN_RULES = "unknown-rules"
    """The rule set or an option cannot be used. Params: message, fault and the fault's own."""

    # Scoring
    SCORED = "scored"
    """The hands left were counted. Params: winner, empty when nobody won."""
    ROUND_NOT_OVER = "round-not-over"
    """By the referee's count nobody was out yet. No params."""
    HAND_COUNT_DIFFERS = "hand-count-differs"
    """The hand entered has another number of cards than counted. Params: player, count, counted."""
    HAND_MISSING = "hand-missing"
    """No hand was entered for this player. Params: player."""
    CARD_IN_PILE = "card-in-pile"
    """A hand entered holds a card that the pile holds. Params: player, card."""
    TOO_MANY_OF_CARD = "too-many-of-card"
    """The hands entered hold more of this card than the packs do. Params: card, count, most."""

    # Revisions
    UNDONE = "undone"
    """Earlier events no longer count. Params: count."""
    CORRECTED = "corrected"
    """An earlier event was otherwise. Params: event."""
    EXPLANATION_CHOSEN = "explanation-chosen"
    """Another explanation of a seen card holds. Params: event."""
    INSERTED = "inserted"
    """A forgotten event was put in before another. Params: event (the other)."""
    RESTORED = "restored"
    """An event counts again as it was before it was changed. Params: event."""
    NOTHING_TO_RESTORE = "nothing-to-restore"
    """This event counts as it was recorded already. Params: event."""
    NOTHING_TO_UNDO = "nothing-to-undo"
    """There are not so many events to undo. Params: count."""
    NO_SUCH_EVENT = "no-such-event"
    """No standing event has this number. Params: event."""
    BAD_CORRECTION = "bad-correction"
    """The event cannot be changed like this. Params: event, message, fault and the fault's own."""


class Effect(StrEnum):
    """What an event did to the round, in the order in which it happened."""

    TURN = "turn"
    """Now this player is on turn. Params: player."""
    SKIPPED = "skipped"
    """A player loses the turn. Params: player."""
    SKIP_OWED = "skip-owed"
    """A player is skipped unless the skip is handed on. Params: player."""
    REVERSED = "reversed"
    """Play goes the other way. Params: direction."""
    OWES = "owes"
    """A player must answer or draw this many. Params: player, count."""
    MUST_TAKE = "must-take"
    """The player must draw cards, and no card answers them. Params: player, count."""
    DREW = "drew"
    """Cards went into a hand. Params: player, count."""
    PENALTY = "penalty"
    """Cards drawn for an offence, at once. Params: player, count, reason (a reason code)."""
    PLAYS_AGAIN = "plays-again"
    """The player must lay another card. Params: player."""
    MAY_PLAY_AGAIN = "may-play-again"
    """The player may lay another card. Params: player."""
    MAY_LAY_SUIT = "may-lay-suit"
    """The player may lay off every card of this suit. Params: player, suit."""
    MUST_NAME_SUIT = "must-name-suit"
    """The player must name the suit to follow. Params: player."""
    MUST_NAME_RANK = "must-name-rank"
    """The player must name the rank to follow. Params: player."""
    SUIT_TO_FOLLOW = "suit-to-follow"
    """This suit must follow. Params: suit."""
    RANK_TO_FOLLOW = "rank-to-follow"
    """This rank must follow. Params: rank."""
    AT_MOST = "at-most"
    """The next card is at most this rank. Params: rank."""
    AT_LEAST = "at-least"
    """The next card is at least this rank. Params: rank."""
    EXCHANGE_DUE = "exchange-due"
    """Hands are to be shown, swapped, passed on, or one card given. Params: kind."""
    EXCHANGE_ASSUMED = "exchange-assumed"
    """Play went on, so the exchange was taken as done. Params: kind."""
    MAY_DRAW_EXTRA = "may-draw-extra"
    """The player may also draw one card. Params: player."""
    MAY_LAY_AFTER_TAKING = "may-lay-after-taking"
    """The player has taken the cards owed and may still lay a card. Params: player."""
    MAY_LAY_DRAWN = "may-lay-drawn"
    """The player drew and may still lay a card. Params: player."""
    PASSED_SILENTLY = "passed-silently"
    """The player before had drawn or was done, and said nothing more. Params: player."""
    ONE_CARD_LEFT = "one-card-left"
    """A player holds one card. Params: player."""
    NOT_ANNOUNCED_YET = "not-announced-yet"
    """A player holds one card and has not said so. Params: player."""
    CARD_GOES_BACK = "card-goes-back"
    """The card goes back to the hand it came from. Params: player, card."""
    RESHUFFLED = "reshuffled"
    """The stock ran out; the pile less its top card was shuffled. No params."""
    STOCK_EXHAUSTED = "stock-exhausted"
    """There was nothing left to draw. Params: player."""
    TURN_UP_ANOTHER = "turn-up-another"
    """The first card is special: turn up another. Params: card."""
    ROUND_WON = "round-won"
    """A player laid the last card. Params: player."""
    ROUND_BLOCKED = "round-blocked"
    """Nothing is left to draw; the round ends. No params."""
    SCORES = "scores"
    """Points of one player in this round. Params: player, points."""
    SCORES_DOUBLED = "scores-doubled"
    """The last card doubles the points. Params: card."""
    DEALS_NEXT = "deals-next"
    """This player deals the next round. Params: player."""
    MATCH_WON = "match-won"
    """The match is over and this player has won it. Params: player, score."""


@dataclass(frozen=True, slots=True)
class ReasonUse:
    """A reason with the names of the options that decided (as in a rule file, ``effects.7``) and its params."""

    code: Reason
    options: tuple[str, ...] = ()
    params: Params = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EffectUse:
    """An effect with the names of the options behind it and its params."""

    code: Effect
    options: tuple[str, ...] = ()
    params: Params = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to one event.

    ``legal`` is False when the event broke a rule or could not happen; then ``state`` differs from the state before
    by penalties at most. ``explanations`` are for seen cards, the applied one marked by ``applied`` (its key).
    """

    legal: bool
    reasons: tuple[ReasonUse, ...]
    effects: tuple[EffectUse, ...]
    state: MatchState
    explanations: tuple[Explanation, ...] = ()
    applied: str = ""

    @property
    def codes(self) -> tuple[str, ...]:
        """The reason codes, the decisive one first."""
        return tuple(reason.code.value for reason in self.reasons)

    @property
    def options(self) -> tuple[str, ...]:
        """The names of all options that decided, each once."""
        uses: tuple[ReasonUse | EffectUse, ...] = (*self.reasons, *self.effects)
        return tuple(dict.fromkeys(name for use in uses for name in use.options))

    def to_json(self) -> dict[str, Any]:
        """Everything but the state as plain JSON."""
        return {
            "legal": self.legal,
            "reasons": [_use(reason) for reason in self.reasons],
            "effects": [_use(effect) for effect in self.effects],
            "explanations": [explanation.to_json() for explanation in self.explanations],
            "applied": self.applied,
        }


def _use(use: ReasonUse | EffectUse) -> dict[str, Any]:
    return {"code": use.code.value, "options": list(use.options), "params": dict(use.params)}

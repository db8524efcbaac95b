"""A round while one event is applied to it: the state so far and the effects so far."""

from __future__ import annotations

from typing import Any

from referee.cards import Card
from referee.choices import Announce, NothingToDraw
from referee.hand_moves import exchanged
from referee.matching import may_answer
from referee.rules import RuleSet
from referee.state import Direction, RoundState
from referee.verdicts import Effect, EffectUse, Reason


class Proceedings:
    """Collects what one event does. ``round`` is always a whole, consistent state."""

    __slots__ = ("effects", "round", "rules")

    def __init__(self, rules: RuleSet, state: RoundState) -> None:
        self.rules = rules
        self.round = state
        self.effects: list[EffectUse] = []

    def change(self, **fields: Any) -> None:
        """Replace fields of the round."""
        self.round = self.round.but(**fields)

    def note(self, code: Effect, *options: str, **params: str | int) -> None:
        """Add an effect."""
        self.effects.append(EffectUse(code, options, params))

    @property
    def drawable(self) -> int:
        """Cards that can still be drawn: the stock, and the pile less its top card."""
        return self.round.stock + max(0, len(self.round.discard) - 1)

    def put_back(self) -> None:
        """Make the pile less its top card the stock (sheet 001)."""
        r = self.round
        self.change(stock=r.stock + len(r.discard) - 1, discard=r.discard[-1:])
        self.note(Effect.RESHUFFLED)

    def draw(self, player: str, count: int, *options: str) -> int:
        """Put ``count`` cards, or as many as there are, into a hand; shuffles in mid-draw if it must."""
        taken = min(count, self.drawable)
        if taken > self.round.stock:
            self.put_back()
        r = self.round
        seat = r.players.index(player)
        self.change(
            stock=r.stock - taken,
            hands=(*r.hands[:seat], r.hands[seat] + taken, *r.hands[seat + 1 :]),
            announced=r.announced - {player} if taken else r.announced,
            unannounced=r.unannounced - {player} if taken else r.unannounced,
        )
        if taken:
            self.note(Effect.DREW, *options, player=player, count=taken)
        if taken < count:
            self.exhausted(player)
        return taken

    def exhausted(self, player: str) -> None:
        """Note that there is nothing to draw; the round ends if the rules say so."""
        self.note(Effect.STOCK_EXHAUSTED, "nothing_to_draw", player=player)
        if self.rules.nothing_to_draw is NothingToDraw.ROUND_ENDS and not self.round.over:
            self.change(over=True)
            self.note(Effect.ROUND_BLOCKED, "nothing_to_draw")

    def penalty(self, player: str, count: int, reason: Reason, *options: str) -> None:
        """Draw ``count`` cards for an offence, at once; nothing for 0."""
        if count:
            self.note(Effect.PENALTY, *options, player=player, count=count, reason=reason.value)
            self.draw(player, count)

    def reverse(self, *options: str) -> None:
        """Turn the direction of play."""
        clockwise = self.round.direction is Direction.CLOCKWISE
        self.change(direction=Direction.COUNTERCLOCKWISE if clockwise else Direction.CLOCKWISE)
        self.note(Effect.REVERSED, *options, direction=self.round.direction.value)

    def move_on(self) -> None:
        """End the turn: jump over the players who are skipped, and clear what was the turn's own."""
        r = self.round
        turn = r.turn
        for _ in range(r.skips):
            turn = r.seat_after(turn)
            options = (f"effects.{r.top.rank.value}",) if r.top else ()
            self.note(Effect.SKIPPED, *options, player=turn)
        turn = r.seat_after(turn)
        self.change(
            turn=turn, skips=0, drawn=0, taken=False, again=None, run_suit=None, run_length=0,
            pending_waits=False, naming_stays=False,
        )  # fmt: skip
        self.note(Effect.TURN, player=turn)
        if r.pending:
            self.owes()
        if r.pending_skip:
            self.note(Effect.SKIP_OWED, player=turn)

    def owes(self, *options: str) -> None:
        """Note what the player on turn must draw: as many of the cards owed as there are."""
        r = self.round
        if r.pending_rank:
            options = (f"effects.{r.pending_rank.value}", *options)
        code = Effect.OWES if may_answer(self.rules, r) else Effect.MUST_TAKE
        self.note(code, *options, player=r.turn, count=min(r.pending, self.drawable) or r.pending)

    def lay(self, player: str, card: Card) -> None:
        """Move a card from a hand to the pile; what bound this card is spent."""
        r = self.round
        seat = r.players.index(player)
        self.change(
            hands=(*r.hands[:seat], r.hands[seat] - 1, *r.hands[seat + 1 :]),
            discard=(*r.discard, card),
            named_suit=None, named_rank=None, bound=None, pending_skip=False, rejected=None,
            last_layer=player, fresh=True, drew_last=None, took_last=False, extra_drawer=None, drawn=0, taken=False,
        )  # fmt: skip

    def assume_exchange(self) -> None:
        """Play goes on, so that an exchange nobody confirmed is taken as done."""
        kind = self.round.exchange
        if kind is not None:
            self.note(Effect.EXCHANGE_ASSUMED, kind=kind.value)
            self.round = exchanged(self.rules, self.round, kind) or self.round.but(exchange=None)

    def others_act(self, player: str) -> None:
        """Somebody acts: whoever else forgot to announce a last card is caught (sheets 001, 003)."""
        self.assume_exchange()
        r = self.round
        if r.unannounced and self.rules.announce is Announce.BEFORE_NEXT_PLAYS:
            for forgetful in r.players:
                if forgetful in r.unannounced and forgetful != player:
                    self.penalty(
                        forgetful, self.rules.announce_penalty, Reason.LAST_CARD_NOT_ANNOUNCED,
                        "announce", "announce_penalty",
                    )  # fmt: skip
                    self.change(unannounced=self.round.unannounced - {forgetful})
        if r.extra_drawer is not None and r.extra_drawer != player:
            self.change(extra_drawer=None)

"""What a card does once it lies: the effects of its rank, one after the other."""

from __future__ import annotations

from referee.cards import Card, Rank, Suit
from referee.choices import JokerSuit, PlayAgain, ReverseWithTwo
from referee.events import Exchange
from referee.proceedings import Proceedings
from referee.rank_effects import EXCHANGES, Deed, RankEffect
from referee.state import Again, Bound, Naming
from referee.verdicts import Effect, Reason


def apply_card(
    p: Proceedings,
    card: Card,
    names: Suit | None = None,
    names_rank: Rank | None = None,
    turned_back: bool = False,
) -> None:
    """Apply the rank of ``card``, laid by the player on turn, and move the turn on.

    ``turned_back``: it is a reversing card that sends cards owed to the player before (sheets 001, 004).
    """
    option = f"effects.{card.rank.value}"
    if turned_back:
        p.reverse("reverse_answers", option)
        p.move_on()
        return
    for effect in p.rules.effects.get(card.rank, ()):
        _apply(p, card, effect, option)
    if card.rank is Rank.JOKER and p.rules.joker_suit is JokerSuit.LAYER:
        p.change(naming=Naming.SUIT)
    if p.round.over:
        return
    if p.round.pending:
        p.change(pending_waits=True)
    _name(p, option, names, names_rank)
    if p.round.naming is None:
        go_on(p)


def _name(p: Proceedings, option: str, suit: Suit | None, rank: Rank | None) -> None:
    naming = p.round.naming
    if naming is Naming.SUIT:
        if suit is not None:
            name_suit(p, suit)
        else:
            p.note(Effect.MUST_NAME_SUIT, option, player=p.round.turn)
    elif naming is Naming.RANK:
        if rank is not None:
            name_rank(p, rank)
        else:
            p.note(Effect.MUST_NAME_RANK, option, player=p.round.turn)


def name_suit(p: Proceedings, suit: Suit) -> None:
    """Set the suit to follow."""
    p.change(named_suit=suit, naming=None)
    p.note(Effect.SUIT_TO_FOLLOW, suit=suit.value)


def name_rank(p: Proceedings, rank: Rank) -> None:
    """Set the rank to follow."""
    p.change(named_rank=rank, naming=None)
    p.note(Effect.RANK_TO_FOLLOW, rank=rank.value)


def go_on(p: Proceedings) -> None:
    """After a card, and after what it let its player name: the same player again, or the next one."""
    r = p.round
    option = f"effects.{r.discard[-1].rank.value}"
    if r.again is Again.MUST:
        p.note(Effect.PLAYS_AGAIN, option, player=r.turn)
    elif r.again is Again.MAY:
        p.note(Effect.MAY_PLAY_AGAIN, option, "play_again", player=r.turn)
    elif r.again is Again.RUN and r.run_suit is not None:
        p.note(Effect.MAY_LAY_SUIT, option, player=r.turn, suit=r.run_suit.value)
    elif r.naming_stays:
        p.change(naming_stays=False)
        p.note(Effect.TURN, player=r.turn)
    else:
        p.move_on()


def _apply(p: Proceedings, card: Card, effect: RankEffect, option: str) -> None:
    r, rules, deed = p.round, p.rules, effect.deed
    if deed is Deed.DRAW:
        before = r.pending if rules.adding_up or r.attacker else 0
        p.change(pending=before + effect.count, pending_rank=card.rank)
        if card.rank is Rank.JOKER and rules.poker_joker:
            p.change(attacker=r.turn)
    elif deed is Deed.OTHERS_DRAW:
        for seat in range(1, len(r.players)):
            _draws(p, r.seat_after(r.turn, seat), effect.count, option)
    elif deed is Deed.DRAW_YOURSELF:
        _draws(p, r.turn, effect.count, option)
    elif deed is Deed.SKIP:
        again = any(e.deed in (Deed.PLAY_AGAIN, Deed.LAY_SUIT) for e in rules.effects[card.rank])
        if rules.answers.get(card.rank) and not again:
            p.change(pending_skip=True)
        else:
            p.change(skips=r.skips + 1)
    elif deed is Deed.PLAY_AGAIN:
        p.change(again=Again.MUST if rules.play_again is PlayAgain.MUST else Again.MAY)
    elif deed is Deed.LAY_SUIT:
        if card.suit is not None:
            p.change(again=Again.RUN, run_suit=card.suit, run_length=0)
    elif deed is Deed.REVERSE:
        _reverse(p, option)
    elif deed is Deed.NAME_SUIT:
        p.change(naming=Naming.SUIT)
    elif deed is Deed.NAME_RANK:
        p.change(naming=Naming.RANK)
    elif deed is Deed.AT_MOST or deed is Deed.AT_LEAST:
        p.change(bound=Bound(deed.value))
        p.note(Effect(deed.value), option, rank=card.rank.value)
    elif deed in EXCHANGES:
        p.change(exchange=Exchange(deed.value))
        p.note(Effect.EXCHANGE_DUE, option, kind=deed.value)


def _draws(p: Proceedings, player: str, count: int, option: str) -> None:
    if not p.round.over:
        p.draw(player, count, option)


def _reverse(p: Proceedings, option: str) -> None:
    mode = p.rules.reverse_with_two
    if len(p.round.players) > 2 or mode is ReverseWithTwo.REVERSE:
        p.reverse(option)
    elif mode is ReverseWithTwo.PLAY_AGAIN:
        p.reverse(option, "reverse_with_two")
        p.change(skips=p.round.skips + 1)


def apply_first_card(p: Proceedings, card: Card) -> None:
    """Let a special first card hit whoever starts (sheet 003)."""
    option = f"effects.{card.rank.value}"
    for effect in p.rules.effects.get(card.rank, ()):
        if effect.deed is Deed.OTHERS_DRAW:
            _draws(p, p.round.turn, effect.count, option)
        elif effect.deed is Deed.REVERSE:
            p.reverse(option, "first_card")
        else:
            _apply(p, card, effect, option)
    r = p.round
    if r.over:
        return
    if r.skips or r.pending_skip:
        p.change(skips=0, pending_skip=False)
        p.note(Effect.SKIPPED, option, "first_card", player=r.turn)
        p.move_on()
    elif r.pending:
        p.owes("first_card")
    elif r.naming is not None:
        p.change(naming_stays=True)
        code = Effect.MUST_NAME_SUIT if r.naming is Naming.SUIT else Effect.MUST_NAME_RANK
        p.note(code, option, "first_card", player=r.turn)


def end_run(p: Proceedings) -> None:
    """Leave off laying a suit: the last card laid does what its rank does, and the turn moves on."""
    r = p.round
    p.change(again=None, run_suit=None)
    if not r.run_length:
        p.move_on()
        return
    top = r.discard[-1]
    for effect in p.rules.effects.get(top.rank, ()):
        if effect.deed is not Deed.LAY_SUIT:
            _apply(p, top, effect, f"effects.{top.rank.value}")
    if p.round.over:
        return
    if p.round.pending:
        p.change(pending_waits=True)
    _name(p, f"effects.{top.rank.value}", None, None)
    if p.round.naming is None:
        go_on(p)


def pay_for_special_last(p: Proceedings, player: str) -> None:
    """Draw the price of having ended with a special card (sheet 001)."""
    options = ("special_last", "special_last_penalty")
    p.penalty(player, p.rules.special_last_penalty, Reason.SPECIAL_LAST_PAID, *options)


def offer_extra_draw(p: Proceedings, player: str) -> None:
    """Let whoever laid a card, and is not on turn any more, draw one as well (sheet 001)."""
    if p.rules.extra_draw and p.round.turn != player and not p.round.over:
        p.change(extra_drawer=player)
        p.note(Effect.MAY_DRAW_EXTRA, "extra_draw", player=player)

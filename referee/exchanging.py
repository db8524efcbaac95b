"""Hands shown, swapped, passed on; one card given; suits and ranks named."""

from __future__ import annotations

from referee.card_effects import go_on, name_rank, name_suit, offer_extra_draw
from referee.events import Exchange, HandsExchanged, RankNamed, SuitNamed
from referee.hand_moves import exchanged
from referee.proceedings import Proceedings
from referee.state import Naming
from referee.verdicts import Effect, Reason, ReasonUse


def judge_exchange(p: Proceedings, event: HandsExchanged) -> tuple[bool, tuple[ReasonUse, ...]]:
    """Apply an exchange that the table confirms; hand counts follow whole hands."""
    r, kind = p.round, event.kind
    params = {"kind": kind.value}
    if r.exchange is not kind:
        return False, (ReasonUse(Reason.NOTHING_TO_EXCHANGE, (), params),)
    option = f"effects.{r.discard[-1].rank.value}"
    after = exchanged(p.rules, r, kind, event.moves)
    if after is None:
        return False, (ReasonUse(Reason.BAD_EXCHANGE, (option,), params),)
    p.round = after
    options = (option, "hands_go") if kind is Exchange.PASS_ON else (option,)
    return True, (ReasonUse(Reason.EXCHANGED, options, params),)


def judge_naming(p: Proceedings, event: SuitNamed | RankNamed) -> tuple[bool, tuple[ReasonUse, ...]]:
    """Apply a suit or a rank named by a known player in a running round."""
    r = p.round
    naming = Naming.SUIT if isinstance(event, SuitNamed) else Naming.RANK
    if r.naming is not naming or r.turn != event.player:
        if r.naming is not None and r.turn != event.player:
            code = Reason.SUIT_NOT_NAMED if r.naming is Naming.SUIT else Reason.RANK_NOT_NAMED
            return False, (ReasonUse(code, (), {"player": r.turn}),)
        return False, (ReasonUse(Reason.NOTHING_TO_NAME, (), {"player": event.player}),)
    if isinstance(event, SuitNamed):
        name_suit(p, event.suit)
        why = ReasonUse(Reason.SUIT_NAMED, (), {"player": event.player, "suit": event.suit.value})
    else:
        name_rank(p, event.rank)
        why = ReasonUse(Reason.RANK_NAMED, (), {"player": event.player, "rank": event.rank.value})
    if r.taken:
        p.note(Effect.TURN, player=r.turn)
    else:
        go_on(p)
        if event.player == r.last_layer:
            offer_extra_draw(p, event.player)
    return True, (why,)

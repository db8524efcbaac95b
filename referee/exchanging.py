"""Hands shown, swapped, passed on; one card given; suits and ranks named."""

from __future__ import annotations

from referee.card_effects import go_on, name_rank, name_suit, offer_extra_draw
from referee.choices import HandsGo
from referee.events import Exchange, HandsExchanged, RankNamed, SuitNamed
from referee.proceedings import Proceedings
from referee.state import Naming, RoundState
from referee.verdicts import Effect, Reason, ReasonUse


def judge_exchange(p: Proceedings, event: HandsExchanged) -> tuple[bool, tuple[ReasonUse, ...]]:
    """Apply an exchange that the table confirms; hand counts follow whole hands."""
    r, kind = p.round, event.kind
    params = {"kind": kind.value}
    if r.exchange is not kind:
        return False, (ReasonUse(Reason.NOTHING_TO_EXCHANGE, (), params),)
    option = f"effects.{r.discard[-1].rank.value}"
    moves = event.moves or _moves(p, kind)
    if kind in (Exchange.SWAP, Exchange.PASS_ON):
        givers, takers = [a for a, _ in moves], [b for _, b in moves]
        known = set(givers) | set(takers) <= set(r.players)
        if (
            not known
            or len(set(givers)) < len(givers)
            or set(givers) != set(takers)
            or len(givers) != len(takers)
        ):
            return False, (ReasonUse(Reason.BAD_EXCHANGE, (option,), params),)
        hands = r.hand_counts
        moved = hands | {taker: hands[giver] for giver, taker in moves}
        p.change(hands=tuple(moved[player] for player in r.players))
        _recount_announcements(p, r)
    elif kind is Exchange.GIVE_ONE and any(count == 0 for count in r.hands):
        p.change(hands=_given(r))
    p.change(exchange=None)
    options = (option, "hands_go") if kind is Exchange.PASS_ON else (option,)
    return True, (ReasonUse(Reason.EXCHANGED, options, params),)


def _moves(p: Proceedings, kind: Exchange) -> tuple[tuple[str, str], ...]:
    r = p.round
    left = kind is Exchange.PASS_ON and p.rules.hands_go is HandsGo.LEFT
    return tuple((player, r.left_of(player) if left else r.seat_after(player)) for player in r.players)


def _given(r: RoundState) -> tuple[int, ...]:
    counts = list(r.hands)
    for seat, count in enumerate(r.hands):
        if count:
            counts[seat] -= 1
            counts[(seat + 1) % len(counts)] += 1
    return tuple(counts)


def _recount_announcements(p: Proceedings, before: RoundState) -> None:
    same = {a for a, x, y in zip(before.players, before.hands, p.round.hands, strict=True) if x == y}
    p.change(announced=before.announced & same, unannounced=before.unannounced & same)


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

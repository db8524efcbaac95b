""" "Last card": said in time, too early, or forgotten."""

from __future__ import annotations

from referee.choices import Announce
from referee.events import CardLaid
from referee.proceedings import Proceedings
from referee.state import RoundState
from referee.verdicts import Effect, Reason, ReasonUse


def _true(p: Proceedings, r: RoundState, player: str) -> bool:
    hand = r.hand(player)
    early = r.turn == player or p.rules.announce is Announce.BEFORE_LAST_BUT_ONE
    return hand == 1 or (hand == 2 and early)


def judge_announcement(p: Proceedings, player: str) -> tuple[bool, tuple[ReasonUse, ...]]:
    """Apply "last card", said by a known player in a running round."""
    r = p.round
    hand = r.hand(player)
    if _true(p, r, player):
        p.change(announced=r.announced | {player}, unannounced=r.unannounced - {player})
        return True, (ReasonUse(Reason.LAST_CARD_SAID, ("announce",), {"player": player}),)
    return _false(p, player, hand)


def _false(p: Proceedings, player: str, hand: int) -> tuple[bool, tuple[ReasonUse, ...]]:
    params: dict[str, str | int] = {"player": player, "count": hand}
    options = ("false_announcement_penalty",)
    if not p.rules.false_announcement_penalty:
        return True, (ReasonUse(Reason.ANNOUNCEMENT_TOO_EARLY, options, params),)
    p.penalty(player, p.rules.false_announcement_penalty, Reason.FALSE_ANNOUNCEMENT, *options)
    return False, (ReasonUse(Reason.FALSE_ANNOUNCEMENT, options, params),)


def announced_with_card(p: Proceedings, event: CardLaid) -> bool:
    """Whether the last card is announced by the time that this card lies; call before it does."""
    return event.last_card or event.player in p.round.announced


def settle_after_card(p: Proceedings, event: CardLaid, in_time: bool) -> None:
    """Note or punish what was said, or not said, about the hand that this card leaves."""
    rules, player = p.rules, event.player
    r = p.round
    left = r.hand(player)
    if left == 1:
        p.note(Effect.ONE_CARD_LEFT, "announce", player=player)
        if in_time:
            p.change(announced=r.announced | {player}, unannounced=r.unannounced - {player})
        elif rules.announce is Announce.BEFORE_LAST_BUT_ONE:
            options = ("announce", "announce_penalty")
            p.penalty(player, rules.announce_penalty, Reason.LAST_CARD_NOT_ANNOUNCED, *options)
        elif rules.announce is not Announce.NOT_NEEDED:
            p.change(unannounced=r.unannounced | {player})
            p.note(Effect.NOT_ANNOUNCED_YET, "announce", player=player)
    elif event.last_card and left > 1:
        option = "false_announcement_penalty"
        p.penalty(player, rules.false_announcement_penalty, Reason.FALSE_ANNOUNCEMENT, option)

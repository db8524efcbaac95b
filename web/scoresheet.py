"""Scores as pages and exports see them: rounds, totals, final scores, and what the deck's bookkeeping noticed."""

from __future__ import annotations

import csv
import io
from typing import Any

from referee.events import RoundEnded
from referee.scoring import final_scores, leaders
from referee.verdicts import Reason, Verdict
from web.game import Game

Json = dict[str, Any]
_WARNINGS = frozenset(
    {
        Reason.HAND_COUNT_DIFFERS,
        Reason.HAND_MISSING,
        Reason.CARD_IN_PILE,
        Reason.TOO_MANY_OF_CARD,
        Reason.ROUND_NOT_OVER,
    }
)


def scores_json(game: Game) -> Json:
    """The score sheet of a match that has started."""
    state = game.state
    assert state is not None
    ends = [
        judged
        for judged in game.timeline.entries
        if judged.standing and judged.verdict.legal and isinstance(judged.effective, RoundEnded)
    ]
    rounds = []
    for place, result in enumerate(state.results):
        end = ends[place] if place < len(ends) else None
        rounds.append(
            {
                "number": result.number,
                "event": end.event_id if end else None,
                "dealer": result.dealer,
                "winner": result.winner,
                "points": dict(zip(state.players, result.points, strict=True)),
                "hands": {
                    player: [str(card) for card in hand]
                    for player, hand in zip(state.players, result.hands, strict=True)
                },
                "warnings": warnings_of(end.verdict) if end else [],
            }
        )
    return {
        "rounds": rounds,
        "totals": state.totals,
        "rounds_won": state.rounds_won,
        "final": final_scores(state) if state.results else {},
        "leader": list(leaders(state)) if state.results else [],
        "winners": list(state.winners),
        "formula": {"code": state.rules.final_score.value, "params": {}},
        "next_dealer": state.next_dealer,
        "rounds_planned": state.rules.match_rounds or None,
    }


def warnings_of(verdict: Verdict) -> list[Json]:
    """What does not fit together in hands that were entered; never a reason to refuse them."""
    return [
        {"code": reason.code.value, "params": dict(reason.params)}
        for reason in verdict.reasons
        if reason.code in _WARNINGS
    ]


def scores_csv(game: Game) -> str:
    """The score sheet as comma-separated values: a row for each round, then totals and final scores."""
    state = game.state
    if state is None:
        return ""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    safe = [_plain(player) for player in state.players]
    writer.writerow(["round", "dealer", "winner", *safe])
    for result in state.results:
        writer.writerow([result.number, _plain(result.dealer), _plain(result.winner or ""), *result.points])
    writer.writerow(["total", "", "", *state.totals.values()])
    if state.results:
        final = final_scores(state)
        writer.writerow(["final", "", "", *(f"{final[player]:g}" for player in state.players)])
    return out.getvalue()


def _plain(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t") else text

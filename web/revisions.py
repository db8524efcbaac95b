"""Revisions at the table: what putting right or putting in afterwards may not do to the match."""

from __future__ import annotations

from referee.events import CardLaid, Inserted, MatchStarted, RoundEnded, RoundStarted
from referee.history import Timeline
from web.refusals import Refusal


def check_revision(before: Timeline, after: Timeline) -> None:
    """Putting something right may make a card illegal, but no round's end or beginning.

    Raises Refusal when it would.
    """
    legal = {judged.event_id for judged in before.entries if judged.verdict.legal}
    for judged in after.entries:
        begins_or_ends = isinstance(judged.effective, RoundEnded | RoundStarted | MatchStarted)
        if begins_or_ends and judged.event_id in legal and judged.standing and not judged.verdict.legal:
            raise Refusal(
                "bad-correction",
                reasons=judged.verdict.to_json()["reasons"],
                codes=", ".join(judged.verdict.codes),
            )


def check_insertion(timeline: Timeline, event: Inserted) -> None:
    """Whatever is put in must have been possible there, but for a card, which may have been laid against the rules.

    Raises Refusal otherwise.
    """
    put_in = next(j for j in timeline.entries if j.inserted and j.event_id == timeline.entries[-1].event_id)
    if not put_in.verdict.legal and not isinstance(event.event, CardLaid):
        raise Refusal(
            "not-legal",
            reasons=put_in.verdict.to_json()["reasons"],
            codes=", ".join(put_in.verdict.codes),
        )

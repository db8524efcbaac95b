"""Counting hands, ending matches, final scores."""

from __future__ import annotations

from collections.abc import Iterable

from referee.cards import Card
from referee.rules import RuleSet
from referee.state import MatchState


def hand_points(rules: RuleSet, cards: Iterable[Card]) -> int:
    """Points of the cards left in a hand."""
    raise NotImplementedError


def final_scores(state: MatchState) -> dict[str, float]:
    """The final score of each player as the rule set reckons it, so far or at the end.

    Sheet 000: own total less the mean of the opponents' totals (50 against 60, 30, 90 gives -10).
    """
    raise NotImplementedError


def leaders(state: MatchState) -> tuple[str, ...]:
    """Who is winning, or has won; several when equal."""
    raise NotImplementedError

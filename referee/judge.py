"""The referee's one question: is this event legal here, why, and what follows?"""

from __future__ import annotations

from referee.events import TableEvent
from referee.state import MatchState
from referee.verdicts import Verdict


def judge(state: MatchState, event: TableEvent) -> Verdict:
    """The verdict on ``event`` in ``state``; pure, and total: whatever happens gets a verdict.

    An illegal event leaves the state as it was but for penalties, which go to the hand at once.
    """
    raise NotImplementedError

"""Earlier matches: listing them, exporting them, and how often everybody has won."""

from __future__ import annotations

from typing import Any

from referee import notation
from referee.scoring import final_scores
from web.game import Game, load_game
from web.history_entries import round_history
from web.journal import Journal, JournalError
from web.scoresheet import scores_json

Json = dict[str, Any]


class Matches:
    """The matches of a journal; those that are no longer played are only folded once."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._kept: dict[str, tuple[int, Json]] = {}

    def listing(self, current: Game) -> list[Json]:
        """One line for each match, the newest first."""
        rows = []
        for match in self._journal.matches():
            last = self._journal.last_of(match)
            kept = self._kept.get(match)
            if kept is None or kept[0] != last:
                game = current if match == current.match else load_game(self._journal, match)
                if game.state is None:
                    continue
                kept = (last, _row(game))
                self._kept[match] = kept
            rows.append({**kept[1], "current": match == current.match})
        return rows

    def tallies(self, current: Game) -> list[Json]:
        """Matches and rounds that every player has played and won, by name."""
        found: dict[str, Json] = {}
        for row in self.listing(current):
            for player in row["players"]:
                tally = found.setdefault(
                    player,
                    {
                        "name": player,
                        "matches": 0,
                        "matches_won": 0,
                        "rounds": 0,
                        "rounds_won": 0,
                        "points": 0,
                    },
                )
                tally["matches"] += row["phase"] == "match-end"
                tally["matches_won"] += player in row["winners"]
                tally["rounds"] += row["rounds"]
                tally["rounds_won"] += row["rounds_won"][player]
                tally["points"] += row["totals"][player]
        return sorted(found.values(), key=lambda t: (-t["matches_won"], -t["rounds_won"], t["name"]))


def match_json(game: Game) -> Json:
    """A whole match: score sheet, and every round's history."""
    state = game.state
    if state is None:
        raise JournalError("the match holds no start")
    numbers = range(1, 1 + max([len(state.results), state.round.number if state.round else 0]))
    return {
        **_row(game),
        "scores": scores_json(game),
        "history": [
            {"number": number, "entries": entries}
            for number in numbers
            if (entries := round_history(game, number))
        ],
    }


def record(game: Game) -> str:
    """The match as a game record, as far as its events stand."""
    return notation.write(
        [judged.effective for judged in game.timeline.entries if judged.standing and not judged.revises]
    )


def _row(game: Game) -> Json:
    state = game.state
    assert state is not None
    first = next(iter(game.entries.values()))
    return {
        "id": game.match,
        "at": first.at,
        "rules": str(first.body.get("rules", first.body["event"]["rules"])),
        "players": list(state.players),
        "phase": game.phase,
        "rounds": len(state.results),
        "rounds_won": state.rounds_won,
        "totals": state.totals,
        "final": final_scores(state) if state.results else {},
        "winners": list(state.winners),
    }

"""How pages see what happened: one JSON object an event, with its verdict, pictures, corrections and ways on."""

from __future__ import annotations

from typing import Any

from referee import ask
from referee.cards import Card
from referee.events import (
    CardLaid,
    CardSeen,
    CardTurnedUp,
    Corrected,
    Event,
    ExplanationChosen,
    Inserted,
    Restored,
    RoundStarted,
    event_from_json,
)
from referee.explanations import Explanation
from referee.history import Entry as Judged
from referee.revising import removes
from referee.verdicts import Verdict
from web.game import Game
from web.journal import Entry

_STORIES_OFFERED = 4
Json = dict[str, Any]


def round_history(game: Game, number: int | None = None) -> list[Json]:
    """The entries of a round, oldest first; of the newest round when `number` is None."""
    return [entry_json(game, judged) for judged in entries_of_round(game, number)]


def entries_of_round(game: Game, number: int | None = None) -> list[Judged]:
    """The judged entries of a round, from its start up to the start of the next one."""
    rounds: list[list[Judged]] = [[]]
    for judged in game.timeline.entries:
        if isinstance(judged.event, RoundStarted) and judged.standing and judged.verdict.legal:
            rounds.append([])
        rounds[-1].append(judged)
    if number is None:
        return rounds[-1]
    return rounds[number] if 0 < number < len(rounds) else []


def entry_json(game: Game, judged: Judged) -> Json:
    """One entry as pages see it; the values are those in force after corrections."""
    entry = game.entries[judged.event_id]
    event = judged.effective.to_json()
    verdict = judged.verdict
    story = next((e for e in verdict.explanations if e.key == verdict.applied), None)
    card = event.get("card") or event.get("turned_up")
    camera = entry.body.get("camera") or {}
    described = verdict.to_json()
    return {
        "event": judged.event_id,
        "at": entry.at,
        "kind": event["type"],
        "player": story.player if story else event.get("player"),
        "card": str(story.card) if story else card,
        "count": event.get("count"),
        "suit": event.get("suit") or event.get("names"),
        "names": _to_name(game, str(story.card) if story else card),
        "last_card": bool(event.get("last_card")),
        "legal": verdict.legal,
        "reasons": described["reasons"],
        "effects": described["effects"],
        "explanations": [
            {**told, "chosen": told["key"] == verdict.applied} for told in described["explanations"]
        ],
        "confidence": camera.get("confidence"),
        "read_as": event.get("card") if isinstance(judged.effective, CardSeen) else None,
        "alternatives": event.get("alternatives", []),
        "by": actor_json(entry),
        "status": _status(game, judged),
        "corrected": _correction(game, judged),
        "recorded": _recorded(game, judged),
        "changes": [
            {"event": change.event_id, "what": change.what, "before": change.before, "after": change.after}
            for change in judged.changes
        ],
        "target": getattr(judged.event, "event_id", getattr(judged.event, "before", None)),
        "revises": judged.revises,
        "inserted": judged.inserted,
        "put_in": _put_in(judged),
        "hands": event.get("hands") or None,
        "pictures": pictures_json(entry),
        "ways_on": _ways_on(judged, verdict),
    }


def _to_name(game: Game, card: str | None) -> str | None:
    """What the layer of this card names: suit, rank or nothing."""
    if card is None or game.state is None:
        return None
    naming = ask.to_name(game.state.rules, Card.parse(card))
    return None if naming is None else naming.value


def actor_json(entry: Entry) -> Json:
    """Who caused an entry: the camera, or a device by its name."""
    kind, _, name = entry.actor.partition(":")
    return {"kind": kind, "name": name}


def pictures_json(entry: Entry | None) -> Json | None:
    """Where the pictures of an entry are found, by role; None when it has none."""
    if entry is None or not entry.pictures:
        return None
    return {role: f"/api/pictures/{number}" for role, number in entry.pictures.items()}


def _status(game: Game, judged: Judged) -> str:
    if not judged.standing:
        removed = any(removes(revision) for revision in _revisions(game, judged))
        return "removed" if removed else "undone"
    if judged.effective != judged.event:
        return "corrected"
    return "restored" if judged.revised_by else "valid"


def _revisions(game: Game, judged: Judged) -> list[Event]:
    """The revisions of an entry that hold."""
    return [
        other.event
        for other in game.timeline.entries
        if other.event_id in judged.revised_by and other.revises and other.standing
    ]


def _correction(game: Game, judged: Judged) -> Json | None:
    """Who changed an entry last, when and how."""
    number = judged.revised_by[-1] if judged.revised_by else _undoing(game, judged)
    if number not in game.entries:
        return None
    entry = game.entries[number]
    revision = event_from_json(entry.body["event"])
    changes: Json = {}
    if isinstance(revision, Corrected):
        changes = dict(revision.changes)
    elif isinstance(revision, ExplanationChosen):
        changes = {"choice": revision.choice}
    elif isinstance(revision, Restored):
        changes = {"restored": "true"}
    else:
        changes = {"undone": "true"}
    return {"event": entry.seq, "by": actor_json(entry), "at": entry.at, "changes": changes}


def _recorded(game: Game, judged: Judged) -> Json | None:
    """What an entry said before it was corrected, as far as a sentence needs it; None when it still says so.

    Its `story` is the explanation that held before somebody chose another one.
    """
    revisions = _revisions(game, judged)
    if not any(isinstance(revision, Corrected | ExplanationChosen) for revision in revisions):
        return None
    event = judged.event.to_json()
    said = {
        "kind": event["type"],
        "player": event.get("player"),
        "card": event.get("card") or event.get("turned_up"),
        "count": event.get("count"),
        "suit": event.get("suit") or event.get("names"),
    }
    story = _first_story(judged)
    return said if story is None else {**said, "player": story.player, "story": story.to_json()}


def _first_story(judged: Judged) -> Explanation | None:
    """How a seen card was explained before somebody chose another explanation; None when nobody did."""
    event, stories = judged.event, judged.verdict.explanations
    if not isinstance(event, CardSeen) or not isinstance(judged.effective, CardSeen):
        return None
    if event.choice == judged.effective.choice or not stories:
        return None
    return next((story for story in stories if story.key == event.choice), stories[0])


def _undoing(game: Game, judged: Judged) -> int:
    """The event that took an entry out: an undoing or a taking back; 0 for none."""
    if judged.standing:
        return 0
    others = (j.event_id for j in game.timeline.entries if j.standing and judged.event_id in j.voids)
    return next(others, 0)


def _put_in(judged: Judged) -> Json | None:
    """What an insertion put in, as far as a sentence needs it."""
    if not isinstance(judged.event, Inserted):
        return None
    event = judged.event.event.to_json()
    return {
        "kind": event["type"],
        "player": event.get("player"),
        "card": event.get("card"),
        "count": event.get("count"),
        "suit": event.get("suit") or event.get("names"),
    }


def _ways_on(judged: Judged, verdict: Verdict) -> list[Json]:
    event = judged.effective
    if judged.standing and isinstance(event, RoundStarted) and event.turned_up is not None:
        return [
            {"code": "misread", "params": {"card": str(event.turned_up)}, "action": None},
            _way("not-laid", {"card": str(event.turned_up)}, "remove", {"event": judged.event_id}),
        ]
    if not judged.standing or not isinstance(event, CardSeen | CardLaid | CardTurnedUp):
        return []
    number = judged.event_id
    ways: list[Json] = []
    if not verdict.legal:
        ways.append(_way("take-back", {"card": str(event.card)}, "take-back", {}))
    others = [story for story in verdict.explanations if story.key != verdict.applied]
    for story in sorted(others, key=lambda story: (not story.legal, -story.weight))[:_STORIES_OFFERED]:
        params = {"story": story.kind.value, "player": story.player, "card": str(story.card)}
        ways.append(_way("other-story", params, "choose", {"event": number, "choice": story.key}))
    ways.append({"code": "misread", "params": {"card": str(event.card)}, "action": None})
    ways.append({"code": "wrong-player", "params": {}, "action": None})
    ways.append(_way("not-laid", {"card": str(event.card)}, "remove", {"event": number}))
    return ways


def _way(code: str, params: Json, kind: str, payload: Json) -> Json:
    return {"code": code, "params": params, "action": {"kind": kind, "payload": payload}}

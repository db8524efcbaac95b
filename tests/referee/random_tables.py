"""Random rule sets and random, mostly sensible play, for laws that hold whatever the house plays."""

from random import Random

from referee.cards import FACES, Rank, Suit
from referee.events import (
    CardLaid,
    CardsDrawn,
    CardSeen,
    CardTurnedUp,
    Exchange,
    HandsExchanged,
    LastCardSaid,
    MatchStarted,
    Passed,
    PileReshuffled,
    RankNamed,
    RoundEnded,
    RoundStarted,
    SuitNamed,
    TableEvent,
    TakenBack,
)
from referee.history import Timeline, extend, fold
from referee.rank_effects import Deed
from referee.rulebook import RuleFileError, load_rule_set, shipped_names
from referee.rules import options_schema
from referee.state import MatchState

ROWS = [row for row in options_schema() if not row["name"].startswith(("players_", "points.", "packs"))]
NAMES = ("Ann", "Bob", "Cem", "Dot", "Eva", "Fay", "Gus", "Hal", "Ida", "Jan")


def random_value(random: Random, row: dict[str, object]) -> str:
    match row["kind"]:
        case "truth":
            return random.choice(["true", "false"])
        case "choice":
            choices = row["choices"]
            assert isinstance(choices, list)
            return str(random.choice(choices))
        case "ranks":
            return " ".join(random.sample([rank.value for rank in Rank], random.randint(0, 4))) or "none"
        case "effects":
            deeds = random.sample(list(Deed), random.choice([1, 1, 1, 2, 3]))
            counted = ("draw", "others-draw", "draw-yourself")
            return " + ".join(f"{d} {random.randint(1, 4)}" if d in counted else d.value for d in deeds)
        case _:
            return str(random.randint(int(str(row["minimum"])), min(int(str(row["maximum"])), 7)))


def random_start(random: Random) -> MatchStarted:
    """A match under a shipped sheet with up to a dozen options changed, contradictory ones left out."""
    while True:
        base = random.choice(shipped_names())
        rows = random.sample(ROWS, random.randint(0, 12))
        options = [(str(row["name"]), random_value(random, row)) for row in rows]
        options += [("packs", str(random.randint(1, 4))), ("packs_from", "none")]
        options += [("players_min", "2"), ("players_max", "10")]
        try:
            rules = load_rule_set(base, options)
        except RuleFileError:
            continue
        players = NAMES[: random.randint(2, 10)]
        if len(players) * rules.hand_size + 1 <= rules.packs * (52 + rules.jokers):
            return MatchStarted(players, base, tuple(options))


def random_event(random: Random, state: MatchState) -> TableEvent:
    """Mostly what the player on turn might do, sometimes nonsense."""
    r = state.round
    assert r is not None
    player = r.turn if random.random() < 0.85 else random.choice(r.players)
    if r.awaiting_first and random.random() < 0.8:
        return CardTurnedUp(random.choice(FACES))
    if r.naming is not None and random.random() < 0.8:
        named = SuitNamed(player, random.choice(list(Suit))), RankNamed(player, random.choice(list(Rank)))
        return named[0 if r.naming == "suit" else 1]
    card = random.choice(FACES)
    if r.top is not None and random.random() < 0.6:
        like = [
            face for face in FACES if face.suit == (r.named_suit or r.top.suit) or face.rank == r.top.rank
        ]
        card = random.choice(like)
    suit = random.choice([None, *Suit])
    roll = random.random()
    if roll < 0.55:
        return CardLaid(player, card, suit, random.random() < 0.2)
    if roll < 0.65:
        alternatives = ((random.choice(FACES), random.random()),)
        return CardSeen(card, random.random(), alternatives, suit, random.random() < 0.2)
    if roll < 0.85:
        owed = min(r.pending, r.stock + len(r.discard) - 1)
        return CardsDrawn(player, owed or random.choice([1, 1, 1, 1, 2, 0]))
    if roll < 0.93:
        return Passed(player)
    kind = r.exchange or random.choice(list(Exchange))
    return random.choice([LastCardSaid(player), HandsExchanged(kind), PileReshuffled(), TakenBack(None)])


def random_game(random: Random, length: int) -> tuple[list[tuple[int, TableEvent]], Timeline]:
    """Events with their ids, and their timeline; rounds that end are scored with the hands the referee counts."""
    events: list[tuple[int, TableEvent]] = [(1, random_start(random))]
    first = random.choice(FACES) if random.random() < 0.8 else None
    events.append((2, RoundStarted(None, first)))
    timeline = fold(events)
    while len(events) < length and timeline.state is not None and not timeline.state.over:
        r = timeline.state.round
        event: TableEvent
        if r is None or r.scored:
            event = RoundStarted(None, random.choice(FACES))
        elif r.over:
            hands = ((p, tuple(random.choices(FACES, k=n))) for p, n in r.hand_counts.items())
            event = RoundEnded(tuple(hands))
        else:
            event = random_event(random, timeline.state)
        events.append((len(events) + 1, event))
        timeline = extend(timeline, *events[-1])
    return events, timeline

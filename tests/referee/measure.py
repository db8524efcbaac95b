"""Figures of the referee: ``python -m tests.referee.measure events 1000000 | fold | pypesten``.

``events`` plays random tables under random house rules and checks the laws at every event; ``fold`` judges a round of
500 events again; ``pypesten`` plays random two-player games in the PyPI package of that name (``pip install pypesten``)
and here, and prints decisions a second of both and their ratio. Times are CPU seconds of one core.
"""

from __future__ import annotations

import sys
from random import Random
from time import process_time

from referee.cards import FACES, Card, Rank, Suit
from referee.events import CardLaid, CardsDrawn, MatchStarted, Passed, RoundStarted, TableEvent
from referee.history import fold
from referee.judge import judge
from referee.rounds import new_match
from referee.rulebook import load_rule_set
from referee.state import MatchState
from tests.referee.random_tables import random_event, random_start


def events(count: int, seed: int = 1) -> None:
    """Judge ``count`` random events, a new table every few hundred, and check what must always hold."""
    random, done, tables, legal = Random(seed), 0, 0, 0
    started = process_time()
    judging = 0.0
    while done < count:
        start = random_start(random)
        state = new_match(start.players, load_rule_set(start.rules, start.options))
        tables += 1
        for _ in range(400):
            r = state.round
            event: TableEvent
            event = (
                RoundStarted(None, random.choice(FACES))
                if r is None or r.over
                else random_event(random, state)
            )
            before = process_time()
            verdict = judge(state, event)
            judging += process_time() - before
            done += 1
            legal += verdict.legal
            _check(verdict.state)
            state = verdict.state
        if done % 50_000 < 400 or done >= count:
            spent = f"{process_time() - started:.0f} s in all, {done / judging:.0f} verdicts a second"
            print(
                f"{done} events at {tables} tables, {legal} of them legal, no law broken; {spent}", flush=True
            )


def _check(state: MatchState) -> None:
    r = state.round
    if r is None:
        return
    assert sum(r.hands) + r.stock + len(r.discard) == r.packs * (52 + state.rules.jokers)
    assert r.turn in r.players
    assert r.pending >= 0
    assert r.over or min(r.hands) >= 1


def decide(random: Random, state: MatchState, hands: dict[str, list[Card]], stock: list[Card]) -> TableEvent:
    """What a simple player with these cards does: the first card that fits, or draw."""
    r = state.round
    assert r is not None
    for card in hands[r.turn]:
        top = r.discard[-1]
        suit = r.named_suit or top.suit
        fits = (
            suit is None or card.suit is suit or card.rank is top.rank or card.rank in (Rank.JACK, Rank.JOKER)
        )
        if r.pending:
            fits = card.rank in (Rank.TWO, Rank.JOKER)
        if fits and not (len(hands[r.turn]) == 1 and card.rank in state.rules.special):
            hands[r.turn].remove(card)
            return CardLaid(r.turn, card, random.choice(list(Suit)) if card.rank is Rank.JACK else None)
    count = min(r.pending or 1, r.stock + len(r.discard) - 1)
    if not count:
        return Passed(r.turn)
    if count > len(stock):
        stock[:0] = random.sample(r.discard[:-1], len(r.discard) - 1)
    hands[r.turn] += [stock.pop() for _ in range(count)]
    return CardsDrawn(r.turn, count)


def play_here(games: int, seed: int) -> tuple[int, float]:
    """Decisions judged in so many two-player games of pesten-7, and the seconds that judging took."""
    random, decisions, seconds = Random(seed), 0, 0.0
    rules = load_rule_set("pesten-7")
    for _ in range(games):
        pack = [*FACES, FACES[-1]]
        random.shuffle(pack)
        hands = {name: [pack.pop() for _ in range(7)] for name in ("Ann", "Bob")}
        state = judge(new_match(("Ann", "Bob"), rules), RoundStarted(None, pack.pop())).state
        for _ in range(300):
            if state.round is None or state.round.over:
                break
            event = decide(random, state, hands, pack)
            before = process_time()
            verdict = judge(state, event)
            seconds += process_time() - before
            assert verdict.legal, (event, verdict.codes)
            state, decisions = verdict.state, decisions + 1
    return decisions, seconds


def play_pypesten(games: int, seed: int) -> tuple[int, float]:
    """The same in pypesten, with its own player deciding and only its turns timed."""
    from pesten.agent import Agent
    from pesten.pesten import CannotDraw, Pesten

    random, decisions, seconds = Random(seed), 0, 0.0
    rules = {0: "draw_card-2", 5: "another_turn", 6: "skip_turn", 9: "change_suit", 11: "another_turn"}
    rules |= {12: "reverse_order", 77: "draw_card-5", 78: "draw_card-5"}
    for _ in range(games):
        pack = [*range(52), 77, 78]
        random.shuffle(pack)
        game = Pesten(2, 7, pack, rules)
        players = [Agent(0), Agent(1)]
        for _ in range(300):
            if game.has_won:
                break
            try:
                choice = players[game.current_player].generate_choose(game)
                before = process_time()
                game.play_turn(choice)
            except CannotDraw:
                break
            seconds += process_time() - before
            decisions += 1
    return decisions, seconds


def pypesten(games: int) -> None:
    """Both in one run."""
    ours, theirs = play_here(games, 1), play_pypesten(games, 1)
    rates = [count / seconds for count, seconds in (ours, theirs)]
    print(
        f"here {rates[0]:.0f} verdicts a second over {ours[0]}, pypesten {rates[1]:.0f} turns over {theirs[0]}"
    )
    print(f"ratio {rates[0] / rates[1]:.2f}")


def refold(length: int = 500) -> None:
    """Judge a four-player round of so many events again, ten times; the best."""
    random = Random(3)
    rules = [("packs", "3"), ("drawn_card", "at-once"), ("draw_at_most", "3")]
    state = new_match(("N", "E", "S", "W"), load_rule_set("pesten-7", rules))
    opening = RoundStarted("W", Card.parse("9H"))
    state = judge(state, opening).state
    found: list[TableEvent] = [opening]
    while len(found) < length - 1:
        event = random_event(random, state)
        after = judge(state, event).state
        if after.round is not None and not after.round.over:
            found.append(event)
            state = after
    start = MatchStarted(("N", "E", "S", "W"), "pesten-7", tuple(rules))
    numbered = list(enumerate([start, *found], 1))
    best = 1e9
    for _ in range(10):
        before = process_time()
        fold(numbered)
        best = min(best, process_time() - before)
    print(f"{len(numbered)} events judged again in {best * 1000:.0f} ms")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["events", count]:
            events(int(count))
        case ["fold"]:
            refold()
        case ["pypesten"]:
            pypesten(300)
        case _:
            print(__doc__)

"""Counting legal continuations from fixed deals, beside the plain referee, which must agree at every step."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from referee.cards import FACES, Card, Suit
from referee.events import CardLaid, CardsDrawn, Passed, RoundStarted, TableEvent
from referee.judge import judge
from referee.rounds import new_match
from referee.rulebook import load_rule_set, shipped_names
from referee.state import MatchState
from referee.verdicts import Effect
from tests.referee import plain_referee as plain

Hands = dict[str, list[str]]

DEAL = ["4H 7H 2S JC", "9C 8D JOKER 2H", "AH 4D KS 3C"]
"""Three players of four cards each; a 9 of hearts is turned up."""


def stock_for(hands: list[list[str]], up: str) -> list[str]:
    """The rest of one pack, shuffled the same way every time; its last card is drawn first."""
    rest = [*(str(card) for card in FACES), "JOKER"]
    for card in (*(card for hand in hands for card in hand), up):
        rest.remove(card)
    Random(5).shuffle(rest)
    return rest


class Table:
    """The referee's state together with the cards that it does not see."""

    def __init__(self, state: MatchState, hands: Hands, stock: list[str]) -> None:
        self.state, self.hands, self.stock = state, hands, stock

    def moves(self) -> dict[str, Table]:
        r = self.state.round
        assert r is not None
        if r.over:
            return {}
        found: dict[str, Table] = {}
        for name in sorted(set(self.hands[r.turn])):
            for suit in (None, *Suit):
                said = len(self.hands[r.turn]) <= 2
                after = self.after(CardLaid(r.turn, Card.parse(name), suit, said), name)
                if after is None or after.state.round is None or after.state.round.naming is not None:
                    continue
                named = after.state.round.named_suit
                if named is suit:
                    found[f"{name} {suit.value}" if suit else name] = after
        for count in {r.pending, 1} - {0}:
            self._add(found, f"draw {count}", CardsDrawn(r.turn, count))
        self._add(found, "pass", Passed(r.turn))
        if r.extra_drawer is not None:
            self._add(found, "extra", CardsDrawn(r.extra_drawer, 1))
        return found

    def _add(self, found: dict[str, Table], name: str, event: TableEvent) -> None:
        after = self.after(event, "")
        if after is not None:
            found[name] = after

    def after(self, event: TableEvent, card: str) -> Table | None:
        verdict = judge(self.state, event)
        if not verdict.legal:
            return None
        hands, stock = {p: list(hand) for p, hand in self.hands.items()}, list(self.stock)
        if card:
            hands[event.player].remove(card)  # type: ignore[union-attr]
        for effect in verdict.effects:
            if effect.code is Effect.DREW:
                for _ in range(int(effect.params["count"])):
                    hands[str(effect.params["player"])].append(stock.pop())
        return Table(verdict.state, hands, stock)

    def summary(self) -> tuple[object, ...]:
        r = self.state.round
        assert r is not None
        winner = None if r.winner is None else r.players.index(r.winner)
        turn = None if r.over else r.players.index(r.turn)
        step = 1 if r.direction == "clockwise" else -1
        hands = [sorted(self.hands[player]) for player in r.players]
        assert [len(hand) for hand in hands] == list(r.hands)
        assert len(self.stock) == r.stock
        return turn, step, r.pending, r.named_suit or "", str(r.top), winner, hands


def plain_summary(game: plain.Game) -> tuple[object, ...]:
    over = game["winner"] is not None
    hands = [sorted(hand) for hand in game["hands"]]
    turn = None if over else game["turn"]
    return turn, game["step"], game["owed"], game["named"], game["pile"][-1], game["winner"], hands


def tables(sheet: str, deal: list[str], up: str = "9H") -> tuple[Table, plain.Game]:
    hands = [hand.split() for hand in deal]
    stock = stock_for(hands, up)
    players = ("Ann", "Bob", "Cem", "Dot")[: len(hands)]
    rules = load_rule_set(sheet, [("packs", "1"), ("packs_from", "none"), ("players_min", "2")])
    start = RoundStarted(
        players[-1],
        Card.parse(up),
        tuple((p, len(hand)) for p, hand in zip(players, hands, strict=True)),
        players[0],
    )
    verdict = judge(new_match(players, rules), start)
    assert verdict.legal
    table = Table(verdict.state, dict(zip(players, hands, strict=True)), stock)
    return table, plain.begin(sheet, hands, stock, up)


def perft(table: Table, game: plain.Game, depth: int) -> list[int]:
    """Continuations of length 1 to ``depth``, both referees agreeing on every state and every set of moves."""
    assert table.summary() == plain_summary(game)
    counts = [0] * depth
    found = table.moves()
    assert sorted(found) == plain.moves(game), table.summary()
    for move, after in found.items():
        counts[0] += 1
        if depth > 1:
            for i, count in enumerate(perft(after, plain.play(game, move), depth - 1), start=1):
                counts[i] += count
    return counts


@cache
def counted(sheet: str, players: int) -> tuple[int, ...]:
    return tuple(perft(*tables(sheet, DEAL[:players]), 5))


# Two players, pesten-7, by hand. Length 1: Ann lays 4H, 7H or the jack with one of four suits (2S fits nothing), or
# draws: 7. Length 2: after 4H Bob has JOKER, 2H or a draw (3); after 7H Ann goes on with 4H, the jack four ways or a
# draw (6); after the jack Bob follows the suit named (none in spades), lays JOKER or draws (3+3+3+2); after Ann's draw
# Bob has 9C, JOKER, 2H or a draw (4): 24. Where whoever drew stays on turn that draw opens other ways (28 under
# regles-fr), where a joker names a suit it counts four times, and wikipedia-nl also lets the layer draw one.
PINNED: dict[tuple[str, int], tuple[int, ...]] = {
    ("pesten-7", 2): (7, 24, 65, 173, 523),
    ("pesten-13", 2): (7, 24, 65, 173, 523),
    ("wikipedia-nl", 2): (7, 48, 226, 778, 2302),
    ("stargames", 2): (7, 44, 150, 469, 1511),
    ("regles-fr", 2): (7, 28, 79, 202, 534),
    ("pesten-with-cards", 2): (7, 28, 74, 174, 455),
    ("pesten-7", 3): (7, 24, 44, 128, 361),
    ("pesten-13", 3): (7, 24, 44, 128, 361),
    ("wikipedia-nl", 3): (7, 47, 195, 550, 1384),
    ("stargames", 3): (7, 43, 139, 330, 818),
    ("regles-fr", 3): (7, 27, 69, 157, 406),
    ("pesten-with-cards", 3): (7, 27, 69, 157, 406),
}


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("sheet", shipped_names())
def test_perft(sheet: str, players: int) -> None:
    assert counted(sheet, players) == PINNED[sheet, players]


@pytest.mark.parametrize("sheet", shipped_names())
def test_both_referees_agree_in_random_games(sheet: str) -> None:
    random = Random(sheet)
    for _ in range(12):
        pack = [*(str(card) for card in FACES), "JOKER"]
        random.shuffle(pack)
        ups = [card for card in pack if card[:-1] in ("4", "5", "6", "9", "Q")]
        pack.remove(ups[0])
        players = random.randint(2, 4)
        deal = [" ".join(pack[i * 5 : i * 5 + 5]) for i in range(players)]
        table, game = tables(sheet, deal, ups[0])
        for _ in range(60):
            assert table.summary() == plain_summary(game)
            found = table.moves() if len(game["stock"]) > 12 else {}
            if not found:
                break
            assert sorted(found) == plain.moves(game)
            move = random.choice(sorted(found))
            table, game = found[move], plain.play(game, move)

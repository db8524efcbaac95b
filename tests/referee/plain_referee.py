"""A second referee, deliberately plain: the six sheets as a player would explain them, one ``if`` after the other.

It shares no code with the package: cards are texts, a game is a dictionary, rules are read off
the sheet's name. Announcements are taken as made, exchanges of hands as not changing anything.
"""

from __future__ import annotations

import copy
from typing import Any

Game = dict[str, Any]

SPECIAL = {
    "pesten-7": {"2", "7", "8", "J", "K", "A", "JOKER"},
    "pesten-13": {"2", "7", "8", "J", "K", "A", "JOKER"},
    "wikipedia-nl": {"2", "3", "7", "8", "10", "J", "K", "A", "JOKER"},
    "stargames": {"2", "7", "8", "J", "A", "JOKER"},
    "regles-fr": {"2", "7", "8", "J", "A", "JOKER"},
    "pesten-with-cards": {"2", "7", "8", "10", "J", "A", "JOKER"},
}
SUITS = ("C", "D", "H", "S")


def rank(card: str) -> str:
    return card if card == "JOKER" else card[:-1]


def suit(card: str) -> str:
    return "" if card == "JOKER" else card[-1]


def begin(sheet: str, hands: list[list[str]], stock: list[str], up: str) -> Game:
    """The first player is to lay a card on ``up``, a card that is not special; the stock's top card is its last."""
    return {
        "sheet": sheet,
        "hands": [list(hand) for hand in hands],
        "stock": list(stock),
        "pile": [up],
        "turn": 0,
        "step": 1,
        "owed": 0,
        "owed_to": "",
        "named": "",
        "must_go_on": False,
        "drew": False,
        "took": False,
        "extra": None,
        "winner": None,
    }


def moves(game: Game) -> list[str]:
    """Everything that the player on turn (and under wikipedia-nl the one before) may do."""
    if game["winner"] is not None:
        return []
    sheet = game["sheet"]
    found = []
    for card in sorted(set(game["hands"][game["turn"]])):
        if may_lay(game, card):
            if rank(card) == "J" or (rank(card) == "JOKER" and sheet in ("wikipedia-nl", "stargames")):
                found += [f"{card} {s}" for s in SUITS]
            else:
                found.append(card)
    if game["owed"]:
        found.append(f"draw {game['owed']}")
    else:
        if not game["drew"] and not game["took"]:
            found.append("draw 1")
        if game["drew"] or game["took"] or (game["must_go_on"] and sheet == "stargames"):
            found.append("pass")
    if game["extra"] is not None and game["extra"] != game["turn"]:
        found.append("extra")
    return sorted(found)


def may_lay(game: Game, card: str) -> bool:
    sheet, top, hand = game["sheet"], game["pile"][-1], game["hands"][game["turn"]]
    if len(hand) == 1:
        if sheet == "wikipedia-nl":
            if card == "JOKER":
                return False
        elif rank(card) in SPECIAL[sheet]:
            return False
    if game["owed"]:
        if game["owed_to"] == "2":
            return rank(card) in ("2", "JOKER")
        if sheet in ("stargames", "pesten-with-cards"):
            return card == "JOKER"
        return rank(card) in ("2", "JOKER")
    if rank(card) in ("J", "JOKER"):
        return True
    if game["named"]:
        return suit(card) == game["named"] or rank(card) == rank(top)
    if top == "JOKER":
        return True
    return suit(card) == suit(top) or rank(card) == rank(top)


def play(game: Game, move: str) -> Game:
    """The game after one of its moves."""
    game = copy.deepcopy(game)
    words = move.split()
    if words[0] == "draw":
        draw(game, int(words[1]))
    elif words[0] == "pass":
        next_turn(game, 1)
    elif words[0] == "extra":
        take(game, game["extra"], 1)
        game["extra"] = None
    else:
        lay(game, words[0], words[1] if len(words) > 1 else "")
    return game


def take(game: Game, player: int, count: int) -> None:
    for _ in range(count):
        game["hands"][player].append(game["stock"].pop())


def next_turn(game: Game, seats: int) -> None:
    game["turn"] = (game["turn"] + seats * game["step"]) % len(game["hands"])
    game["must_go_on"] = game["drew"] = game["took"] = False


def draw(game: Game, count: int) -> None:
    sheet, player = game["sheet"], game["turn"]
    take(game, player, count)
    game["extra"] = None if game["extra"] != player else game["extra"]
    if game["owed"]:
        game["owed"] = 0
        if sheet == "stargames" and game["owed_to"] == "JOKER":
            game["took"] = True
        else:
            next_turn(game, 1)
    elif sheet in ("pesten-7", "pesten-13"):
        next_turn(game, 1)
    else:
        game["drew"], game["must_go_on"] = True, False


def lay(game: Game, card: str, named: str) -> None:
    sheet, player, r = game["sheet"], game["turn"], rank(card)
    game["hands"][player].remove(card)
    last = not game["hands"][player]
    game["pile"].append(card)
    game["named"] = named
    game["must_go_on"] = game["drew"] = game["took"] = False
    game["extra"] = None
    if last:
        if sheet == "wikipedia-nl" and r in SPECIAL[sheet]:
            take(game, player, 5)
        else:
            game["winner"] = player
            return
    players = len(game["hands"])
    seats = 1
    if r == "2":
        game["owed"] += 2
        game["owed_to"] = "2"
    elif r == "JOKER":
        game["owed"] += 5
        game["owed_to"] = "JOKER"
    elif r == "8":
        seats = 2
    elif r == "A":
        if players > 2 or sheet not in ("stargames", "pesten-with-cards"):
            game["step"] = -game["step"]
        elif sheet == "pesten-with-cards":
            game["step"] = -game["step"]
            seats = 2
    elif r == "3" and sheet == "wikipedia-nl":
        for i in range(1, players):
            take(game, (player + i * game["step"]) % players, 1)
    again = r == "7" or (r == "K" and sheet in ("pesten-7", "pesten-13", "wikipedia-nl"))
    if again:
        game["must_go_on"] = True
    else:
        next_turn(game, seats)
        if sheet == "wikipedia-nl" and game["turn"] != player:
            game["extra"] = player

"""The values of those options that are a choice among a few words."""

from __future__ import annotations

from enum import StrEnum


class Starter(StrEnum):
    """Who lays the first card of a round."""

    LEFT_OF_DEALER = "left-of-dealer"
    DEALER = "dealer"
    OPENER = "opener"
    """Whoever opened the game: the player named first."""


class NextDealer(StrEnum):
    """Who deals the next round."""

    STARTER = "starter"
    LEFT = "left"
    WINNER = "winner"
    LOSER = "loser"
    SAME = "same"


class FirstCard(StrEnum):
    """What a special first card does."""

    PLAIN = "plain"
    AS_DEALER = "as-dealer"
    FIRST_PLAYER = "first-player"
    UNTIL_NEUTRAL = "until-neutral"


class JokerSuit(StrEnum):
    """Who names the suit to follow a joker."""

    NOBODY = "nobody"
    LAYER = "layer"
    DRAWER = "drawer"


class PlayAgain(StrEnum):
    """Whether a player may leave off after a card that lets them play again."""

    MUST = "must"
    MAY = "may"


class ReverseWithTwo(StrEnum):
    """What a reversing card does between two players."""

    REVERSE = "reverse"
    NOTHING = "nothing"
    PLAY_AGAIN = "play-again"


class DrawWhen(StrEnum):
    """When a player may draw."""

    STUCK = "stuck"
    FREE = "free"


class DrawnCard(StrEnum):
    """Whether somebody who drew may still lay a card."""

    NEVER = "never"
    AT_ONCE = "at-once"


class AgainDraw(StrEnum):
    """What drawing does to somebody who must play again."""

    AS_USUAL = "as-usual"
    ENDS_TURN = "ends-turn"


class NothingToDraw(StrEnum):
    """What happens when neither stock nor pile has a card to draw."""

    PASS = "pass"
    ROUND_ENDS = "round-ends"


class HandsGo(StrEnum):
    """Where hands go that are passed on."""

    LEFT = "left"
    DIRECTION = "direction"


class Announce(StrEnum):
    """When the last card must be announced."""

    NOT_NEEDED = "not-needed"
    REMINDER = "reminder"
    BEFORE_LAST_BUT_ONE = "before-last-but-one"
    BEFORE_NEXT_PLAYS = "before-next-plays"
    BEFORE_LAST = "before-last"


class SpecialLast(StrEnum):
    """What becomes of somebody who ends with a special card."""

    FORBIDDEN = "forbidden"
    PAID = "paid"
    ALLOWED = "allowed"


class FinalScore(StrEnum):
    """How a match is decided."""

    MEAN_DIFFERENCE = "mean-difference"
    LOWEST_TOTAL = "lowest-total"
    ROUNDS_WON = "rounds-won"

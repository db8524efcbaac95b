"""Options that speak of ranks: ``J JOKER``, ``draw 2 + skip``, and one value for each rank."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, PlainSerializer

from referee.cards import Rank, parse_rank
from referee.faults import Fault, FaultError
from referee.rank_effects import RankEffect, parse_effects, write_effects

RANK_ORDER = {rank: place for place, rank in enumerate(Rank)}


def _words(value: Any) -> list[str]:
    if isinstance(value, str):
        return value.replace("+", " ").replace(",", " ").split()
    if isinstance(value, list | tuple | set | frozenset):
        return [str(getattr(item, "value", item)) for item in value]
    raise ValueError("ranks are written as 'J JOKER'")


def _ranks(value: Any) -> frozenset[Rank]:
    return frozenset(parse_rank(word) for word in _words(value) if word.lower() not in ("none", "nothing"))


def _ranks_or_special(value: Any) -> Any:
    if isinstance(value, str) and value.strip().lower() == "special":
        return "special"
    return _ranks(value)


def write_ranks(ranks: frozenset[Rank] | str) -> str:
    """The text that reads back as these ranks; ``none`` for no rank."""
    if isinstance(ranks, str):
        return ranks
    return " ".join(sorted((rank.value for rank in ranks), key=lambda r: RANK_ORDER[Rank(r)])) or "none"


def by_rank(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {parse_rank(str(getattr(key, "value", key))): item for key, item in value.items()}
    return value


def _effects(value: Any) -> Any:
    return parse_effects(value) if isinstance(value, str) else value


def _numbers(value: Any) -> Any:
    if isinstance(value, str):
        pairs = [word.split(":") for word in value.replace("+", " ").split() if word != "none"]
        if any(len(pair) != 2 for pair in pairs):
            raise FaultError(Fault.NO_PACKS, value=value)
        return {int(players): int(packs) for players, packs in pairs}
    return value


Ranks: TypeAlias = Annotated[frozenset[Rank], BeforeValidator(_ranks), PlainSerializer(write_ranks)]
RanksOrSpecial: TypeAlias = Annotated[
    frozenset[Rank] | Literal["special"], BeforeValidator(_ranks_or_special), PlainSerializer(write_ranks)
]
Effects: TypeAlias = Annotated[
    tuple[RankEffect, ...], BeforeValidator(_effects), PlainSerializer(write_effects)
]
PacksFrom: TypeAlias = Annotated[dict[int, int], BeforeValidator(_numbers)]

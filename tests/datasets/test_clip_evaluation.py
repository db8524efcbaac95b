"""Holding what was told of a clip against what happened."""

import json
from pathlib import Path

import pytest

import web
from datasets.clip_evaluation import Expected, Job, Told, compare, expected_of, quantile, told_of
from vision.networks import weights_folder


def laid(card: str, clear: float) -> Expected:
    return Expected("laid", card, clear - 0.2, clear)


def told(card: str | None, t: float, event: str = "laid") -> Told:
    return Told(t, event, card, 0.99, 0.05, None, None)


@pytest.mark.parametrize(
    ("observations", "counts"),
    [
        ([told("9H", 1.1), told("2S", 3.1)], {"right": 2}),
        ([told("9H", 1.1), told("2C", 3.1)], {"right": 1, "wrong": 1}),
        ([told("9H", 1.1)], {"right": 1, "missed": 1}),
        ([told("9H", 1.1), told(None, 3.5, "unreadable")], {"right": 1, "refused": 1}),
        ([told("9H", 1.1), told("9H", 1.9), told("2S", 3.1)], {"right": 2, "doubled": 1}),
        ([told("9H", 1.1), told("2S", 3.1), told("KD", 9.0)], {"right": 2, "false": 1}),
        ([told("9H", 1.1), told("2S", 3.1), told("2S", 5.0, "taken-back")], {"right": 2, "false": 1}),
        ([told("9H", 1.1), told("2S", 3.1), told(None, 9.0, "unreadable")], {"right": 2, "asked": 1}),
    ],
)
def test_each_card_counts_once(observations: list[Told], counts: dict[str, int]) -> None:
    score = compare([laid("9H", 1.0), laid("2S", 3.0)], observations)
    names = ("right", "wrong", "missed", "refused", "doubled", "false", "asked")
    assert {name: getattr(score, name) for name in names if getattr(score, name)} == counts


def test_a_card_taken_back_and_laid_again_is_no_double() -> None:
    expected = [laid("9H", 1.0), Expected("taken-back", "9H", 3.0, 3.0), laid("9H", 5.0)]
    score = compare(expected, [told("9H", 1.1), told("9H", 3.1, "taken-back"), told("9H", 5.1)])
    assert (score.right, score.back_right, score.doubled, score.false) == (2, 1, 0, 0)


def test_latency_runs_from_the_moment_the_card_is_clear() -> None:
    score = compare([laid("9H", 1.0)], [told("9H", 1.12)])
    assert score.to_json()["wait_p95"] == pytest.approx(0.12)
    assert score.to_json()["latency_p95"] == pytest.approx(0.17)


def test_quantiles_of_nothing_are_nothing() -> None:
    assert quantile([], 0.95) is None


def test_the_truth_of_the_shipped_clip_is_understood_too() -> None:
    truth = {"truth": [{"t": 1.0, "clear": 1.2, "event": "laid", "card": "9H"}]}
    assert expected_of(truth) == [Expected("laid", "9H", 1.0, 1.2)]


def test_every_card_of_the_shipped_clip_is_told_with_the_shipped_weights() -> None:
    clip = Path(web.__file__).parent / "demo" / "demo.mp4"
    told, _ = told_of(Job(clip, weights_folder(), threads=2, pace="fast", into=None, again=True))
    expected = expected_of(json.loads(clip.with_suffix(".json").read_text(encoding="utf-8")))
    assert compare(expected, told).faults == []
    assert [(each.event, each.card) for each in told] == [(each.event, each.card) for each in expected]


def test_a_card_laid_askew_may_be_told_before_it_is_put_right() -> None:
    askew = {"event": "laid", "card": "9H", "rest": 3.0, "clear": 3.2, "manner": "correct"}
    score = compare(expected_of({"events": [askew]}), [told("9H", 2.0)])
    assert (score.right, score.missed, score.false) == (1, 0, 0)
    score = compare(expected_of({"events": [askew | {"manner": "slide"}]}), [told("9H", 2.0)])
    assert (score.right, score.missed, score.false) == (0, 1, 1)

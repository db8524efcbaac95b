"""Laws that hold under every rule set, for 2 to 10 players and 1 to 4 packs."""

from dataclasses import replace
from random import Random

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from referee.events import (
    CardLaid,
    CardsDrawn,
    CardSeen,
    Corrected,
    Event,
    InsertableEvent,
    Inserted,
    Restored,
    RoundStarted,
    TableEvent,
    TakenBack,
    Undone,
    event_from_json,
)
from referee.history import fold
from referee.judge import judge
from referee.notation import parse, write
from referee.state import MatchState, RoundState
from referee.verdicts import Effect
from tests.referee.random_tables import random_game

seeds = st.integers(0, 2**48)
laws = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def cards_in_play(state: MatchState, r: RoundState) -> int:
    return sum(r.hands) + r.stock + len(r.discard)


@given(seeds)
@laws
def test_cards_are_conserved_and_counts_make_sense(seed: int) -> None:
    _, timeline = random_game(Random(seed), 60)
    for entry in timeline.entries:
        state = entry.verdict.state
        if state.round is None:
            continue
        r = state.round
        assert cards_in_play(state, r) == r.packs * (52 + state.rules.jokers)
        assert r.turn in r.players
        assert r.pending >= 0
        assert r.stock >= 0
        assert min(r.hands) >= 0
        assert r.over or min(r.hands) >= 1
        assert r.winner is None or r.over


@given(seeds)
@laws
def test_direction_only_changes_by_a_reversing_card(seed: int) -> None:
    _, timeline = random_game(Random(seed), 60)
    before: RoundState | None = None
    for entry in timeline.entries:
        r = entry.verdict.state.round
        if (
            before is not None
            and r is not None
            and r.number == before.number
            and r.direction != before.direction
        ):
            assert r.top is not None
            cards = (*before.discard[-1:], r.top)
            assert entry.verdict.legal
            assert any(card.rank in entry.verdict.state.rules.reversing for card in cards)
        before = r


@given(seeds)
@example(1224169)
@laws
def test_an_illegal_event_changes_nothing_but_its_penalty(seed: int) -> None:
    events, timeline = random_game(Random(seed), 60)
    for (_, event), earlier, entry in zip(events[1:], timeline.entries, timeline.entries[1:], strict=False):
        before, after = earlier.verdict.state.round, entry.verdict.state.round
        if entry.verdict.legal or before is None or after is None or isinstance(event, CardSeen):
            continue
        drew = {
            use.params["player"]: use.params["count"] for use in entry.verdict.effects if use.code == "drew"
        }
        changed = {"hands", "stock", "discard", "announced", "unannounced", "rejected", "over"}
        for name, value in vars(before).items():
            if name not in changed:
                assert getattr(after, name) == value, name
        for player, count in before.hand_counts.items():
            assert after.hand(player) == count + int(drew.get(player, 0))
        blocked = any(use.code is Effect.ROUND_BLOCKED for use in entry.verdict.effects)
        assert after.over == (before.over or blocked), "a penalty that nothing is left for may end the round"
        if not drew:
            assert after.but(rejected=before.rejected, over=before.over) == before


@given(seeds, st.integers(1, 20))
@laws
def test_undoing_is_exact(seed: int, count: int) -> None:
    events, _ = random_game(Random(seed), 40)
    events = [(i, e) for i, e in events if not isinstance(e, TakenBack)]
    count = min(count, len(events) - 1)
    undone = fold([*events, (99, Undone(count))])
    assert undone.state == fold(events[:-count]).state
    assert [entry.event for entry in undone.entries[:-1]] == [event for _, event in events]


@given(seeds)
@laws
def test_folding_twice_gives_the_same_and_extending_gives_what_folding_gives(seed: int) -> None:
    events, extended = random_game(Random(seed), 60)
    assert fold(events) == fold(events) == extended


@given(seeds)
@laws
def test_a_correction_equals_replaying_the_corrected_record(seed: int) -> None:
    random = Random(seed)
    events, _ = random_game(random, 40)
    events = [(i, e) for i, e in events if not isinstance(e, TakenBack)]
    places = [place for place, (_, event) in enumerate(events) if isinstance(event, CardLaid | CardsDrawn)]
    if not places:
        return
    place = random.choice(places)
    event_id, event = events[place]
    better: TableEvent
    if isinstance(event, CardLaid):
        better, change = (
            replace(event, last_card=not event.last_card),
            ("last_card", str(not event.last_card)),
        )
    else:
        assert isinstance(event, CardsDrawn)
        better, change = replace(event, count=event.count + 1), ("count", str(event.count + 1))
    corrected = fold([*events, (99, Corrected(event_id, (change,)))])
    replayed = fold([*events[:place], (event_id, better), *events[place + 1 :]])
    assert corrected.state == replayed.state
    assert [entry.verdict for entry in corrected.entries[:-1]] == [
        entry.verdict for entry in replayed.entries
    ]


@given(seeds)
@laws
def test_putting_an_event_in_equals_replaying_the_record_with_it(seed: int) -> None:
    random = Random(seed)
    events, _ = random_game(random, 40)
    events = [(i, e) for i, e in events if not isinstance(e, TakenBack)]
    places = [place for place in range(2, len(events)) if isinstance(events[place][1], InsertableEvent)]
    if not places:
        return
    taken, place = random.choice(places), random.choice(places)
    forgotten = events[taken][1]
    assert isinstance(forgotten, InsertableEvent)
    inserted = fold([*events, (99, Inserted(events[place][0], forgotten))])
    replayed = fold([*events[:place], (99, forgotten), *events[place:]])
    assert inserted.state == replayed.state
    assert [e.verdict for e in inserted.entries[:-1]] == [e.verdict for e in replayed.entries]
    assert inserted.entries[place].inserted
    revoked = fold([*events, (99, Inserted(events[place][0], forgotten)), (100, Restored(99))])
    assert revoked.state == fold(events).state


@given(seeds, st.integers(1, 20))
@laws
def test_what_was_undone_or_corrected_can_be_restored(seed: int, count: int) -> None:
    random = Random(seed)
    events, timeline = random_game(random, 40)
    count = min(count, len([e for e in timeline.entries if e.standing]) - 1)
    again = fold([*events, (99, Undone(count)), (100, Restored(99))])
    assert again.state == timeline.state
    assert not again.entries[-2].standing
    assert fold([*events, (99, Undone(count)), (100, Restored(99)), (101, Restored(99))]).state == (
        fold([*events, (99, Undone(count))]).state
    )
    laid = [(i, e) for i, e in events if isinstance(e, CardLaid) and timeline.entries[i - 1].standing]
    if laid:
        event_id, event = random.choice(laid)
        said = Corrected(event_id, (("last_card", str(not event.last_card)),))
        gone = Corrected(event_id, (("removed", "true"),))
        for restored in (99, event_id):
            assert fold([*events, (99, said), (100, Restored(restored))]).state == timeline.state
            assert fold([*events, (99, gone), (100, Restored(restored))]).state == timeline.state


@given(seeds)
@laws
def test_any_heap_of_revisions_keeps_the_cards_together(seed: int) -> None:
    random = Random(seed)
    events, _ = random_game(random, 25)
    heap: list[tuple[int, Event]] = list(events)
    for number in range(len(heap) + 1, len(heap) + 25):
        target = random.randint(1, number)
        forgotten = random.choice(events)[1]
        revisions: list[Event] = [
            Undone(random.randint(1, 4)),
            Restored(target),
            Restored(target),
            TakenBack(),
        ]
        revisions.append(Corrected(target, ((random.choice(["removed", "last_card"]), "true"),)))
        if isinstance(forgotten, InsertableEvent):
            revisions.append(Inserted(target, forgotten))
        heap.append((number, random.choice(revisions)))
    timeline = fold(heap)
    before = None
    for entry in timeline.entries:
        state = entry.verdict.state
        if entry.standing and not entry.revises:
            before = state
        if state.round is not None:
            assert cards_in_play(state, state.round) == state.round.packs * (52 + state.rules.jokers)
    assert timeline.state == (before if before and before.players else None)
    assert {entry.event_id for entry in timeline.entries} == {number for number, _ in heap}
    for number, event in heap:
        assert event_from_json(event.to_json()) == event, number


@given(seeds)
@laws
def test_a_seen_card_is_what_its_explanation_says(seed: int) -> None:
    _, timeline = random_game(Random(seed), 60)
    states = [entry.verdict.state for entry in timeline.entries]
    for state, entry in zip(states, timeline.entries[1:], strict=False):
        if not isinstance(entry.event, CardSeen) or not entry.verdict.explanations or not entry.standing:
            continue
        best = entry.verdict.explanations[0]
        assert entry.verdict.applied == best.key
        assert abs(sum(e.weight for e in entry.verdict.explanations) - 1) < 1e-6
        for event in best.events:
            state = judge(state, event).state
        assert state == entry.verdict.state


@given(seeds)
@laws
def test_events_survive_json_and_notation(seed: int) -> None:
    events, timeline = random_game(Random(seed), 40)
    for _, event in events:
        assert event_from_json(event.to_json()) == event
    plain = [event for _, event in events if not isinstance(event, CardSeen)]
    again = [event for _, event in parse(write(plain)).events]
    if isinstance(plain[1], RoundStarted) and plain[1].turned_up is not None:
        assert again == plain
    assert fold(enumerate(again, 1)).state == fold(enumerate(plain, 1)).state
    assert timeline.state is not None

"""The veiled table: what its seats are shown, and that folding it gives what they know."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from rules import engine
from rules.core.dice import KeyedDice
from tests.games.veiled_rules import SEATS, VeiledRules
from tests.games.veiled_table import Fought, Lore, Shifted, Spied, Stirred, Veiled

READERS = (None, *SEATS)


@pytest.fixture
def rules() -> Iterator[VeiledRules]:
    rules = VeiledRules()
    rules.admit()
    yield rules
    VeiledRules.leave()


def begun() -> Veiled:
    table = engine.replay(engine.new_game("veiled"))
    assert isinstance(table, Veiled)
    return table


def dice(seed: int) -> KeyedDice:
    closed = ("umpire", *(f"side:{seat}" for seat in SEATS))
    return KeyedDice(bytes([seed]), {name: name.encode() + bytes([seed]) for name in closed})


def day(table: Veiled, **lines: Sequence[str]) -> list[engine.Event]:
    """What comes of a day on which the seats give these orders."""
    events: list[engine.Event] = []
    at = table.copy()
    for seat, told in lines.items():
        reading = engine.read_orders(at, seat, told)
        assert all(line.verdict is engine.Verdict.OK for line in reading.lines), reading.lines
        events.append(engine.accept_orders(at, seat, reading))
        engine.evolve(at, events[-1])
    return [*events, *engine.adjudicate(at, dice(1))]


def shown(table: Veiled, events: Sequence[engine.Event], seat: str | None, *kinds: type) -> list[Any]:
    return [event for event in engine.seen(table, events, seat) if isinstance(event, kinds)]


def test_how_the_game_begins_everybody_sees_sealed_but_for_his_own(rules: VeiledRules) -> None:
    events = engine.new_game("veiled")
    for seat in READERS:
        [created, *_] = engine.seen(None, events, seat)
        named = {c.id for c in created.counters if c.name}
        assert named == {c.id for c in rules.dealt if c.seat == seat}
        assert created.setup == events[0].setup
        assert created.purse == 0


def test_who_has_spied_sees_in_the_same_command_that_it_has_changed(rules: VeiledRules) -> None:
    """Alba spies on b1 and Brun shifts men away from it, on one day; Cora is allied to Brun, and no spy."""
    table = begun()
    events = day(table, alba=["SPY b1"], brun=["SHIFT 2 b1 TO b2"])
    assert shown(table, events, "brun", Shifted, Stirred) == [
        Shifted(seat="brun", giver="b1", taker="b2", amount=2)
    ]
    assert shown(table, events, "alba", Shifted, Stirred) == [Stirred(place=2, counter="b1")]
    assert shown(table, events, "cora", Shifted, Stirred) == [Stirred(place=2)]
    assert shown(table, events, None, Shifted, Stirred, Spied) == []
    after = engine.replay(events, table)
    assert engine.view_for(after, "alba").lore == {"alba": {"b1": Lore(4, "Melo", 1, stale=True)}}


def test_a_fight_shows_what_they_hold_to_those_in_it_alone(rules: VeiledRules) -> None:
    table = begun()
    events = day(table, alba=["MOVE a2 2"], cora=["SPY a2"])
    [truth] = [e for e in events if isinstance(e, Fought)]
    assert (truth.strengths, truth.names, truth.learn) == ((3, 4), ("Odo", "Melo"), ("alba", "brun"))
    [public], [alba], [brun], [cora] = (shown(table, events, seat, Fought) for seat in READERS)
    assert alba.strengths == brun.strengths == (3, 4)
    assert {alba.left, brun.left} == {0, truth.left} and alba.learn == ("alba",)
    assert (cora.names, cora.strengths) == (("Odo", ""), ())
    assert (public.names, public.strengths, public.left) == (("", ""), (), 0)


def some_lines(draw: random.Random, table: Veiled, seat: str) -> list[str]:
    """Orders that a seat might well give."""
    own = [c for c in table.counters.values() if c.seat == seat]
    others = [c for c in table.counters.values() if c.seat != seat]
    lines = [f"MOVE {c.id} {(c.place + draw.choice((-1, 0, 1))) % table.setup.places}" for c in own]
    if draw.random() < 0.7:
        lines.append(f"SPY {draw.choice(others).id}")
    if draw.random() < 0.7:
        one, other = draw.sample(own, 2)
        lines.append(f"SHIFT {draw.randint(0, one.strength)} {one.id} TO {other.id}")
    if draw.random() < 0.5:
        lines.append(f"GUARD {draw.choice(own).id}")
    if draw.random() < 0.3:
        lines.append("SALT barley")
    return lines


@pytest.mark.parametrize("seed", range(40))
def test_folding_what_a_seat_was_shown_gives_its_view(rules: VeiledRules, seed: int) -> None:
    draw = random.Random(seed)
    rules.agreed = {
        "pact": draw.choice(((), ("brun", "cora"), ("alba", "cora"))),
        "neutral": draw.choice(("", "", "cora")),
        "asking": draw.choice(("", *SEATS)),
        "phases": 5,
    }
    events = engine.new_game("veiled")
    truth = engine.replay(events)
    assert isinstance(truth, Veiled)
    known = {seat: engine.replay(engine.seen(None, events, seat)) for seat in READERS}

    def happens(command: Sequence[engine.Event]) -> None:
        nonlocal truth
        for seat in READERS:
            engine.replay(engine.seen(truth, command, seat), known[seat])
        truth = engine.replay(command, truth)
        for seat in READERS:
            assert known[seat] == engine.view_for(truth, seat)

    while truth.outcome is None:
        for seat in SEATS:
            reading = engine.read_orders(truth, seat, some_lines(draw, truth, seat))
            happens([engine.accept_orders(truth, seat, reading)])
        before, told, answers = truth.copy(), 0, {}
        while True:
            decided = engine.adjudicate(before, dice(seed), answers)
            happens(decided[told:])
            told = len(decided)
            if not isinstance(decided[-1], engine.DecisionRequested):
                break
            answers[decided[-1].name] = draw.choice(("keep", "bury", ""))

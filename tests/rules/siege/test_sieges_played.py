"""Whole sieges, by captains and by plans at random: what must be so after every day."""

from __future__ import annotations

import random

import pytest

from rules import engine
from rules.core.dice import KeyedDice
from rules.events.siege import (
    DayBegan,
    MenJoined,
)
from rules.siege.invariants import broken, misdeeds
from rules.state.siege import Siege
from tests.rules.siege.kit import PAGE, random_plan

SCENARIOS = ("siege-castle", "siege-farm", "siege-chapel")
AT_RANDOM = range(9)
TEMPERS = ("bold", "cautious")
BY_CAPTAINS = [(a, b, n) for a in TEMPERS for b in TEMPERS for n in range(2)]


def played(scenario: str, seed: int, tempers: tuple[str, str] | None) -> Siege:
    """A siege to its end, every day looked at. Raises AssertionError for a fault."""
    chance, dice = random.Random(f"{scenario} {seed}"), KeyedDice(f"{scenario} {seed}".encode())
    log = engine.new_game(scenario)
    at = engine.replay(log)
    assert isinstance(at, Siege)
    everybody, phases = set(at.men), 0
    while at.outcome is None:
        for seat in at.setup.seats:
            besieging = seat.side == at.besieger
            if tempers is not None:
                lines = engine.captain_orders(at, seat.id, tempers[not besieging])
            else:
                lines = random_plan(chance, besieging) if chance.random() < 0.7 else []
            reading = engine.read_orders(at, seat.id, lines)
            assert not [line for line in reading.lines if line.code], reading.lines
            filed = engine.accept_orders(at, seat.id, reading)
            at = engine.evolve(at, filed)
            log.append(filed)
        fingerprint = engine.digest(at)
        new = engine.adjudicate(at, dice)
        assert engine.digest(at) == fingerprint and new == engine.adjudicate(at, dice)
        assert list(misdeeds(at, new)) == []
        for seat in (None, *(seat.id for seat in at.setup.seats)):
            assert engine.narrate(at, new, seat)
        assert any(isinstance(event, DayBegan) for event in new)
        everybody |= {man.id for event in new if isinstance(event, MenJoined) for man in event.men}
        log += new
        at = engine.replay(new, at)
        evening = at.copy()
        evening.turn = at.days[-1].day
        assert broken(evening, PAGE) == []
        assert set(at.men) == everybody
        phases += 1
        assert phases <= 60, "it never ends"
    stored = [engine.encode(event) for event in log]
    again = engine.replay([engine.decode(one.type, one.version, one.data) for one in stored])
    assert again == at and engine.digest(again) == engine.digest(at)
    assert at.lifted or at.fallen
    assert engine.awaiting(at).over
    return at


@pytest.mark.rule("GUI-11", "GUI-11.1b", "GUI-11.4", "GUI-11.1.2b")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize(("outside", "inside", "seed"), BY_CAPTAINS)
def test_sieges_by_captains_are_sound(scenario: str, outside: str, inside: str, seed: int) -> None:
    played(scenario, seed, (outside, inside))


@pytest.mark.rule("GUI-11", "GUI-11.1b", "GUI-11.4", "GUI-11.1.2b")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", AT_RANDOM)
def test_sieges_by_plans_at_random_are_sound(scenario: str, seed: int) -> None:
    played(scenario, seed, None)

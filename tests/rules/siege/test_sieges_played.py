"""Whole sieges, by captains and by plans at random: what must be so after every day."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from rules import engine
from rules.core.dice import KeyedDice
from rules.events.base import Event
from rules.events.siege import (
    DayBegan,
    EnginesChanged,
    ManDied,
    ManHurt,
    ManRecovered,
    MenJoined,
    RecoverySet,
    StoresChanged,
    StoresCounted,
    TeamSet,
)
from rules.siege import battering
from rules.siege.page import tables_of
from rules.state.siege import Siege
from tests.rules.siege.kit import PAGE, random_plan

SCENARIOS = ("siege-castle", "siege-farm", "siege-chapel")
AT_RANDOM = range(9)
TEMPERS = ("bold", "cautious")
BY_CAPTAINS = [(a, b, n) for a in TEMPERS for b in TEMPERS for n in range(2)]


def faults(at: Siege) -> list[str]:
    """What is wrong with a siege in the evening."""
    return [*faults_of_men(at), *faults_of_works(at), *faults_of_the_sheet(at)]


def faults_of_men(at: Siege) -> Iterator[str]:
    """Who was wounded on the day that ended it needs no day to be back on."""
    lasting = not (at.lifted or at.fallen)
    for name, man in at.men.items():
        if man.id != name or man.side not in (at.besieger, at.besieged) or man.stunned:
            yield f"{name} is not himself"
        if man.dead and (name in at.recovers or name in at.building or man.mounted):
            yield f"{name} is dead and has something to do"
        awaited = name in at.recovers
        if (awaited and not man.wounded) or (man.wounded and lasting and not awaited):
            yield f"{name} is {man.health} and is to be back on {at.recovers.get(name)}"


def faults_of_works(at: Siege) -> Iterator[str]:
    builders = Counter(name for team in at.teams for name in team.men)
    for name, teams in builders.items():
        if teams > 1 or at.men[name].dead or at.men[name].side != at.besieger:
            yield f"{name} builds in {teams} teams and is {at.men[name].health}"
    for team in at.teams:
        if not 0 <= team.worked < tables_of(at)["siege-building"].number(team.what, "days"):
            yield f"{team} has worked so long"
    for what, number in at.engines.items():
        if number < 0:
            yield f"there are {number} {what}"
    for label, stage in at.damage.items():
        wall = at.setup.stronghold.wall(label)
        if wall is None or not 0 < stage <= battering.stages(wall, tables_of(at)):
            yield f"{label} has a damage of {stage}"


def faults_of_the_sheet(at: Siege) -> Iterator[str]:
    if at.stores < 2 or at.fed_until < at.day - 1:
        yield f"there was food for {at.stores} days, until {at.fed_until}"
    if at.lifted and at.fallen:
        yield "the siege is lifted and the place has fallen"
    if [record.day for record in at.days] != list(range(1, at.day + 1)):
        yield f"days {[record.day for record in at.days]}"
    for record in at.days:
        if any(PAGE.action(deed).fights for deed in record.deeds) and len(record.deeds) > 1:
            yield f"day {record.day} has a fight and {record.deeds}"
    came = [record.event for record in at.days if record.event]
    if len(set(came)) < len(came):
        yield f"of {came} one has come twice"


def misdeeds(before: Siege, events: Iterable[Event]) -> Iterator[str]:
    """What is wrong with what happened in a phase: nobody is back before his day, food is what was counted
    and all that was added or taken."""
    at = before.copy()
    food = at.fed_until
    for event in events:
        yield from harm(at, event)
        yield from gain(at, event)
        if isinstance(event, StoresCounted | StoresChanged):
            food += event.days
        engine.evolve(at, event)
        if at.fed_until != food:
            yield f"food until {at.fed_until}, and {food} by what has happened"


def harm(at: Siege, event: Event) -> Iterator[str]:
    match event:
        case ManHurt(figure=name) | ManDied(figure=name) if at.men[name].dead:
            yield f"{name} is dead and comes to harm"
        case ManHurt(figure=name) if at.men[name].wounded:
            yield f"{name} is wounded twice"
        case RecoverySet(figure=name, day=until):
            if not at.men[name].wounded or 0 < until <= at.day:
                yield f"{name} is to be back on {until}, on day {at.day}"
        case EnginesChanged(what=what, by=by) if at.engines.get(what, 0) + by < 0:
            yield f"{by} {what} are too many to lose"


def gain(at: Siege, event: Event) -> Iterator[str]:
    match event:
        case ManRecovered(figure=name):
            if not at.men[name].wounded or not 0 < at.recovers[name] <= at.day:
                yield f"{name} is back on day {at.day} and was to be on {at.recovers.get(name)}"
        case TeamSet(men=men):
            if len(set(men)) != 5 or any(at.men[name].wounded or at.men[name].dead for name in men):
                yield f"{men} begin to build"
            if set(men) & at.building:
                yield f"some of {men} build already"
        case MenJoined(men=men) if {man.id for man in men} & set(at.men):
            yield "somebody joins twice"


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
        assert faults(evening) == []
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

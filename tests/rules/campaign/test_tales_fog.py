"""What is told of a campaign holds nothing that the reader may not know: pairs of states that differ in what
another side holds give the same lines, sheet and lives."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec
import pytest
from msgspec.structs import replace

from rules.campaign import chronicle, gazette, sheet
from rules.campaign.narrate import narrated
from rules.campaign.plans.plan import ALWAYS, March, Meeting
from rules.events.base import Event
from rules.evolve import replay
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Sighting
from rules.state.figure import Health
from rules.views.knowing import seen
from rules.views.masking import view_for
from tests.rules.campaign.kit import BYZANTINES, LOMBARDS, NORMANS, World
from tests.rules.campaign.worlds import first_events, lines_played

FOOT = "light infantry"


def _world() -> World:
    world = World()
    world.group(NORMANS, "0403", {FOOT: 5}, leader="robert", purse=3)
    world.group(BYZANTINES, "0903", {FOOT: 12, "hoplite": 2}, leader="leon", purse=9, wounded=1)
    world.group(BYZANTINES, "1003", {FOOT: 4})
    world.band("0505", {FOOT: 4}, under="b1")
    world.garrison("castro", {"hoplite": 4})
    world.convoy(BYZANTINES, "0904", "basso", "castro", load=3)
    world.spy(BYZANTINES, "kosmas", "0805")
    return world


def _content(at: Campaign, **changes: object) -> None:
    at.contents["b1"] = replace(at.contents["b1"], **changes)  # type: ignore[arg-type]


def _holding(at: Campaign, **changes: object) -> None:
    at.holdings["castro"] = replace(at.holdings["castro"], **changes)  # type: ignore[arg-type]


def _man(at: Campaign) -> None:
    name = at.contents["b1"].men[1]
    at.men[name] = replace(at.men[name], health=Health.WOUNDED, name="Nobody")


HIDDEN: dict[str, Callable[[Campaign], None]] = {
    "men": lambda at: _content(at, men=at.contents["b1"].men[:-2]),
    "hostility": lambda at: _content(at, hostility=9),
    "leader": lambda at: _content(at, leader=""),
    "purse": lambda at: _content(at, purse=99),
    "hunger": lambda at: _content(at, unfed=3),
    "battles": lambda at: _content(at, battles=1),
    "band": lambda at: at.bands.update(m1=replace(at.bands["m1"], paid=True)),
    "resources": lambda at: _holding(at, resources=1),
    "garrison": lambda at: _holding(at, garrison=()),
    "rests": lambda at: _holding(at, rests=9),
    "load": lambda at: at.loads.update(bc1=1),
    "man": _man,
    "prestige": lambda at: at.prestige.update(leon=9),
    "recovery": lambda at: at.recover.update({at.contents["b1"].men[-1]: 9}),
    "seen": lambda at: at.seen[BYZANTINES].update(n1=Sighting(1, {FOOT: 5})),
    "carried": lambda at: at.carried.update(kosmas={"n1": Sighting(1, {FOOT: 5})}),
}
"""What of the Byzantines is hidden from others, each changed in its own way."""


def _sheet(at: Campaign, seat: str | None) -> bytes:
    return msgspec.json.encode(sheet.situation(view_for(at, seat), seat))


@pytest.mark.parametrize("seat", [NORMANS, LOMBARDS, None])
@pytest.mark.parametrize("what", HIDDEN)
def test_sheets_of_two_states_that_cannot_be_told_apart_are_equal(what: str, seat: str | None) -> None:
    one, other = _world().at, _world().at
    HIDDEN[what](other)
    assert one != other
    assert _sheet(one, seat) == _sheet(other, seat)


@pytest.mark.parametrize("what", sorted(set(HIDDEN) - {"hostility", "battles", "carried"}))
def test_whose_it_is_sees_the_difference_on_his_sheet(what: str) -> None:
    """Otherwise the test above would prove nothing."""
    one, other = _world().at, _world().at
    HIDDEN[what](other)
    assert _sheet(one, BYZANTINES) != _sheet(other, BYZANTINES)


@pytest.mark.parametrize("what", HIDDEN)
def test_a_day_of_which_no_more_was_shown_is_told_alike(what: str) -> None:
    """The same events, told from states that differ in what is hidden."""
    world = _world()
    world.orders(NORMANS, March(group="n1", to="0703", meeting=Meeting(fight=ALWAYS)))
    before = world.at.copy()
    other = before.copy()
    HIDDEN[what](other)
    events = world.day(otherwise=5)
    for seat in (NORMANS, LOMBARDS, None):
        shown = seen(before, events, seat)
        after, one, two = (view_for(at, seat) for at in (world.at, before, other))
        assert narrated(one, shown, seat) == narrated(two, shown, seat)
        assert sheet.in_short(after, seat, one, shown) == sheet.in_short(after, seat, two, shown)


@pytest.mark.parametrize("seed", range(4))
def test_no_name_of_a_man_of_others_is_told_to_the_public(seed: int) -> None:
    """Leaders and men are told to those who met them alone; spies and lords of places are in the open."""
    log: list[Event] = list(first_events())
    for before, events in lines_played(seed):
        shown = seen(before, events, None)
        log += shown
        text = "\n".join(line.text for line in narrated(view_for(before, None), shown, None))
        text += _sheet(before, None).decode()
        open_names = {place.lord for place in before.places.values()}
        open_names |= {spy.name for spy in before.spies.values()} | {news.what for news in before.news}
        for man in before.men.values():
            assert man.name in open_names or f" {man.name} " not in f" {text} ".replace(",", " "), man.name
    assert chronicle.lives(seen(None, first_events(), None) + log[len(first_events()) :], None) == []


def test_the_gazette_is_the_same_for_everybody() -> None:
    chance = random.Random(1).randrange(50)
    by_seat: dict[str | None, list[Event]] = {NORMANS: [], BYZANTINES: [], None: []}
    for seat, log in by_seat.items():
        log += seen(None, first_events(), seat)
    for before, events in lines_played(chance):
        for seat, log in by_seat.items():
            log += seen(before, events, seat)
    issues = [tuple(gazette.issues(log)) for log in by_seat.values()]
    assert issues[0] and issues[0] == issues[1] == issues[2]


@pytest.mark.parametrize("seed", range(4))
def test_lives_are_those_of_one_s_own_men_and_of_one_s_prisoners(seed: int) -> None:
    log = seen(None, first_events(), NORMANS)
    known: set[str] = set()
    for before, events in lines_played(seed):
        log += seen(before, events, NORMANS)
        known |= {name for name, man in before.men.items() if man.side == NORMANS}
        known |= {name for name, by in before.captors.items() if by == NORMANS}
    last = replay(log)
    assert isinstance(last, Campaign)
    lives = chronicle.lives(log, NORMANS)
    assert lives and {life.figure for life in lives} <= known | set(last.men)

"""Another book's page is played by the same engine: THE ANARCHY's days of a siege (GUI-11.1b)."""

from __future__ import annotations

import random

import pytest

from rules import engine
from rules.core.dice import KeyedDice
from rules.events.base import Event
from rules.events.siege import EventDrawn, InitiativeTaken, ManDied, PlaceFell, WallBattered
from rules.orders.trouble import Misread
from rules.siege import building
from rules.siege.guiscard import GUISCARD_SIEGE
from rules.siege.plans.reading import Reader
from rules.siege.plans.writing import written
from rules.state.siege import Deed, Siege
from rules.umpires import siege as umpire
from tests.rules.siege import kit
from tests.rules.siege.anarchy_page import FIRE, MINE, PAGE, STORMED, begun, besieged
from tests.rules.siege.kit import all_of, event_of, hurt, none_of, only, ours, random_plan, theirs

ARCHERS = {"knight": 1, "archer": 3, "light infantry": 24}


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(umpire.PAGES, PAGE.id, PAGE)


def day(
    at: Siege, dice: dict[str, int], outside: tuple[str, ...] = (), inside: tuple[str, ...] = ()
) -> tuple[list[Event], Siege]:
    return kit.day(at, dice, outside=outside, inside=inside, page=PAGE)


# the plan language


@pytest.mark.parametrize(
    "line",
    [
        "FIRE 1313",
        "IF breach THEN FIRE 1313 AND BATTER 1313",
        "MINE 1307",
        "BUILD belfry",
        "BATTER AND BUILD mantlets",
    ],
)
def test_its_words_are_read_and_another_books_are_not(line: str) -> None:
    at = besieged()
    found = Reader(at, at.besieger, PAGE).read(line)
    assert written(PAGE, found.cases, found.acts) == found.text == line
    with pytest.raises(Misread):
        Reader(kit.besieged(), at.besieger, GUISCARD_SIEGE).read(line)


def test_what_fills_the_day_is_the_pages() -> None:
    at = besieged()
    with pytest.raises(Misread, match="MINE fills the day"):
        Reader(at, at.besieger, PAGE).read("MINE 1307 AND BATTER 1313")


# what it has of its own


def test_batteries_need_no_initiative() -> None:
    at = besieged(day=3, stores=20, engines={"thrower": 3})
    events, after = day(at, theirs(at) | {"11.3.4a": 9}, ("BATTER 1313",), ("SUPPLY",))
    assert after.today.deeds == (Deed.SUPPLY, Deed.BATTER) and only(events, WallBattered).hex == "1313"
    events, after = kit.day(
        kit.besieged(day=3, stores=20, engines={"thrower": 3}),
        theirs(at) | {"11.3.4a": 9}, outside=["BATTER 1313"], inside=["SUPPLY"],
    )  # fmt: skip
    assert none_of(events, WallBattered)


def test_an_assault_leaves_time_for_building_alone() -> None:
    at = besieged(day=3, stores=20, engines={"thrower": 3}, garrison=40)
    _, begun_ = day(at, ours(at), ("BUILD belfry",))
    begun_.turn = 4
    events, after = day(begun_, ours(begun_) | {"GUC-17.2": 6}, ("ASSAULT", "BATTER 1313"))
    assert STORMED.intersection(after.today.deeds) and none_of(events, WallBattered)
    assert after.teams == () or after.teams[0].worked == 2


def test_fire_takes_wood_and_spreads_to_its_neighbours_once() -> None:
    at = besieged(day=3, stores=20, host=ARCHERS)
    lit = {"ANA-7.5.1a": 4, "ANA-7.5.1b": 1}
    events, after = day(at, ours(at) | lit, ("FIRE 1313",))
    first, *others = all_of(events, WallBattered)
    assert first.down and first.points == 4  # an archer's 2, and 1 for each of the two others
    assert {one.hex for one in others} == {"1213", "1413"} and not any(one.down for one in others)
    assert after.damage == {"1313": 1} and after.today.deeds == (Deed.REST, FIRE)


def test_a_garrison_puts_a_fire_out() -> None:
    at = besieged(day=3, stores=20, host=ARCHERS)
    events, after = day(at, ours(at) | {"ANA-7.5.1a": 10, "ANA-7.5.1b": 6}, ("FIRE 1313",))
    assert not only(events, WallBattered).down and after.damage == {}


def test_no_fire_without_archers_or_wood() -> None:
    for at, where in (
        (besieged(day=3, stores=20), "1313"),
        (besieged(day=3, stores=20, host=ARCHERS), "1307"),
    ):
        events, _ = day(at, ours(at), (f"FIRE {where}",))
        assert none_of(events, WallBattered)


def test_a_mine_is_an_action_of_its_own() -> None:
    at = besieged(day=3, stores=20)
    events, after = day(at, ours(at) | {"ANA-7.3.2a": 10}, ("MINE 1307",))
    blow = only(events, WallBattered)
    assert (blow.points, blow.stage, blow.stages) == (5, 1, 4) and after.today.deeds == (MINE,)
    events, _ = day(at, theirs(at), ("MINE 1307",), ("SUPPLY",))
    assert none_of(events, WallBattered)


def test_an_engineer_saves_a_day_of_the_longer_works() -> None:
    at = besieged()
    for happened, wanted in (({}, (12, 4, 1)), ({"engineer": 2}, (11, 3, 1))):
        at.happened = happened
        assert (
            tuple(building.needed(at, what, PAGE.tables) for what in ("belfry", "ram", "mantlet")) == wanted
        )


# events


def test_a_hostage_weighs_on_every_later_initiative() -> None:
    at = besieged(day=3, stores=20, happened={"hostage": 2})
    events, _ = day(at, {"GUI-11.1.3a": 8})
    taken = only(events, InitiativeTaken)
    assert (taken.besieged, taken.bonus) == (6, -2)


def test_sickness_kills_the_wounded() -> None:
    at = hurt(besieged(day=12, stores=20, host=30), "outside-2", back=20)
    named = event_of(at, 15) | {"ANA-7.9-15": 1}
    events, _ = day(at, named, ("SICK OURS wounded first",))
    assert only(events, EventDrawn).event == "dysentery" and only(events, ManDied).figure == "outside-2"


@pytest.mark.parametrize(("relief", "falls"), [(0, True), (1, True), (9, False)])
def test_terms_are_kept_unless_a_relief_comes(relief: int, falls: bool) -> None:
    at = besieged(day=12, stores=30, happened={"terms": 2} | ({"relief": relief} if relief else {}))
    events, _ = day(at, ours(at), ("REST",))
    assert [one.cause for one in all_of(events, PlaceFell)] == (["terms"] if falls else [])
    early = besieged(day=11, stores=30, happened={"terms": 2})
    assert none_of(day(early, ours(early), ("REST",))[0], PlaceFell)


# whole sieges


@pytest.mark.parametrize("scenario", ["siege-castle", "siege-farm", "siege-chapel"])
@pytest.mark.parametrize("seed", range(4))
def test_whole_sieges_by_mail(known: None, scenario: str, seed: int) -> None:
    """From the first form to the last report, and once more from the log."""
    chance, dice = random.Random(f"{scenario} {seed}"), KeyedDice(f"{scenario} {seed}".encode())
    log = begun(scenario)
    at = engine.replay(log)
    assert isinstance(at, Siege)
    wall = at.setup.stronghold.walls[0].hex
    while at.outcome is None:
        for seat in at.setup.seats:
            lines = random_plan(chance, seat.side == at.besieger)
            if seat.side == at.besieger:
                lines += [
                    f"IF day 2 THEN FIRE {wall}",
                    f"MINE {at.setup.stronghold.walls[-1].hex}",
                    "BUILD belfry",
                ]
            for said in (engine.order_form(at, seat.id).splitlines(), lines):
                reading = engine.read_orders(at, seat.id, said)
                assert not [line for line in reading.lines if line.code], reading.lines
            log.append(engine.accept_orders(at, seat.id, reading))
            at = engine.evolve(at, log[-1])
        before, new = at.copy(), engine.adjudicate(at, dice)
        at, log = engine.replay(new, at), log + new
        for seat in at.setup.seats:
            assert engine.narrate(before, new, seat.id) and engine.situation(at, seat.id)
    assert engine.digest(
        engine.replay(engine.decode(*engine.encode(event)) for event in log)
    ) == engine.digest(at)

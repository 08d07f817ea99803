"""Stores: how long the garrison holds out, and what a thin blockade means."""

from __future__ import annotations

import pytest

from rules.events.siege import DayEnded, EventDrawn, PlaceFell, StoresChanged, StoresCounted
from rules.siege import stores
from rules.state.siege import Siege
from tests.rules.siege.kit import (
    TABLES,
    all_of,
    besieged,
    day,
    event_of,
    hurt,
    none_of,
    only,
    ours,
    slain,
    theirs,
)  # fmt: skip

PRINTED = {  # the printed line of each place: modifier, from how many, to how many
    "castle": ((-8, 35, 60), (-6, 29, 34), (-4, 24, 28), (0, 20, 23), (4, 11, 19), (6, 5, 10), (8, 1, 4)),
    "farm": ((-8, 27, 60), (-6, 23, 26), (-4, 19, 22), (0, 15, 18), (4, 11, 14), (6, 7, 10), (8, 1, 6)),
    "chapel": ((-8, 19, 60), (-6, 16, 18), (-4, 13, 15), (0, 10, 12), (4, 7, 9), (6, 4, 6), (8, 1, 3)),
}
CELLS = [(place, *cell) for place, cells in PRINTED.items() for cell in cells]


@pytest.mark.rule("GUI-11.1.1b")
@pytest.mark.parametrize(("place", "added", "least", "most"), CELLS)
def test_the_modifier_goes_by_the_number_of_besieged(place: str, added: int, least: int, most: int) -> None:
    assert stores.modifier(place, least, TABLES) == stores.modifier(place, most, TABLES) == added


@pytest.mark.rule("GUI-11.1a", "GUI-11.1.1a")
@pytest.mark.parametrize(
    ("place", "garrison", "dice", "lasts"),
    [
        ("castle", 13, 3, 22),
        ("farm", 8, 1, 6 + 6),
        ("chapel", 9, 1, 6 + 4),
        ("castle", 24, 3, 3 * 6 - 4),
    ],
)
def test_stores_are_counted_on_the_first_day(place: str, garrison: int, dice: int, lasts: int) -> None:
    at = besieged(place, garrison=garrison, host=3 * garrison)
    events, after = day(at, {"GUI-11.1.1a": 6}, otherwise=5)
    counted = only(events, StoresCounted)
    assert (counted.sum, counted.days, counted.mouths) == (dice * 6, lasts, garrison)
    assert (after.stores, after.fed_until) == (lasts, lasts)


@pytest.mark.rule("GUI-11.1a", "GUI-11.1.1d")
def test_they_are_counted_once_and_losses_change_nothing() -> None:
    at = besieged("castle", garrison=13, day=2, stores=9)
    slain(at, "inside-2", "inside-3", "inside-4", "inside-5")
    events, after = day(at)
    assert none_of(events, StoresCounted) and (after.stores, after.fed_until) == (9, 9)


@pytest.mark.rule("GUI-11.1.1c")
@pytest.mark.parametrize(("die", "lasts"), [(1, 2), (9, 2), (10, 2)])
def test_two_days_are_the_least(die: int, lasts: int) -> None:
    _, after = day(besieged("farm", garrison=27, host=60), {"GUI-11.1.1a": die})
    assert after.fed_until == lasts


@pytest.mark.rule("GUI-11.1.1c")
def test_three_days_are_three() -> None:
    _, after = day(besieged("farm", garrison=19, host=60), {"GUI-11.1.1a": 7})
    assert after.fed_until == 3


@pytest.mark.rule("GUI-11.1.1a", "GUI-11.5a")
def test_the_place_surrenders_when_its_food_is_gone() -> None:
    at = besieged(day=8, stores=9)
    events, after = day(at)
    assert not after.fallen and none_of(events, PlaceFell)
    events, after = day(besieged(day=9, stores=9))
    assert after.fallen == only(events, PlaceFell).cause == "hunger"
    assert [type(event) for event in events[-2:]] == [DayEnded, PlaceFell]


def unwatched(at: Siege) -> Siege:
    """Nobody outside is fit to ride patrol."""
    return hurt(at, *(man.id for man in at.strength(at.besieger)))


@pytest.mark.rule("GUI-11.1.1e", "GUI-11.4.3a")
@pytest.mark.parametrize("horses", [1, 4, 6])
def test_each_packhorse_of_a_convoy_is_a_day_more(horses: int) -> None:
    at = unwatched(besieged(day=3, stores=9))
    dice = theirs(at) | {"GUI-11.4.3a": horses}
    events, after = day(at, dice, inside=["SUPPLY"])
    assert only(events, StoresChanged).days == horses
    assert (after.fed_until, after.stores) == (9 + horses, 9)


@pytest.mark.parametrize(("today", "left"), [(1, 9), (9, 1), (10, 0), (15, 0)])
def test_days_left_count_today(today: int, left: int) -> None:
    assert stores.days_left(besieged(day=today, stores=9)) == left


@pytest.mark.rule("GUI-11.1.4")
@pytest.mark.parametrize(
    ("host", "garrison", "added"),
    [
        (27, 13, 0), (26, 13, 4), (20, 10, 4), (21, 10, 0), (14, 13, 4), (11, 10, 4), (21, 20, 4),
 (41, 40, 4),
        (13, 13, 8), (12, 13, 8), (3, 13, 8),
    ],
)  # fmt: skip
def test_a_thin_blockade_adds_to_the_dice_of_the_event(host: int, garrison: int, added: int) -> None:
    at = besieged(garrison=garrison, host=host)
    assert stores.bonus_for_events(at, TABLES) == added
    events, _ = day(at, {"GUI-11.1.2a": 1})
    drawn = only(events, EventDrawn)
    assert (drawn.blockade, drawn.total) == (added, 2 + 5 + added)


@pytest.mark.rule("GUI-11.1.4")
def test_a_blockade_of_nobody_lets_everything_through() -> None:
    assert stores.bonus_for_events(besieged(garrison=5, host={}), TABLES) == 8


@pytest.mark.rule("GUI-11.1.4")
def test_only_the_living_and_free_are_counted_for_the_blockade() -> None:
    at = besieged(garrison=10, host=20)
    slain(at, "inside-10")
    assert stores.bonus_for_events(at, TABLES) == 0
    at.captured["outside-20"] = at.besieged
    slain(at, "outside-19")
    assert stores.bonus_for_events(at, TABLES) == 4


def test_a_blockade_of_nobody_is_no_question() -> None:
    with pytest.raises(ValueError, match="nobody is besieged"):
        stores.bonus_for_events(besieged(garrison={}), TABLES)


@pytest.mark.rule("GUI-11.1.1d", "GUI-11.6g")
@pytest.mark.parametrize(
    ("place", "garrison", "refugees", "lost"),
    [
        ("castle", 19, 1, 4),
        ("castle", 13, 6, 0),
        ("castle", 4, 7, 4),
        ("farm", 8, 3, 2),
        ("chapel", 9, 10, 12),
    ],
)
def test_refugees_who_are_too_many_shorten_the_stores(
    place: str, garrison: int, refugees: int, lost: int
) -> None:
    at = besieged(place, garrison=garrison, host=3 * garrison + 3, day=2, stores=20)
    events, after = day(at, event_of(at, 14) | {"GUI-11.6g": refugees}, otherwise=5)
    assert after.fed_until == 20 - lost
    assert [event.days for event in all_of(events, StoresChanged)] == ([-lost] if lost else [])


@pytest.mark.rule("GUI-11.6i")
@pytest.mark.parametrize(("until", "left"), [(9, 5), (6, 2), (5, 1), (3, 1), (2, 1)])
def test_a_theft_takes_four_days_of_what_is_left(until: int, left: int) -> None:
    at = besieged(day=2, stores=until)
    _, after = day(at, event_of(at, 12))
    assert after.fed_until == left
    assert bool(after.fallen) is (left < 3)


@pytest.mark.rule("GUI-11.5a", "GUI-11.1b")
def test_a_convoy_that_comes_on_the_last_day_saves_the_place() -> None:
    at = unwatched(besieged(day=9, stores=9))
    dice = theirs(at) | {"GUI-11.4.3a": 2}
    _, after = day(at, dice, inside=["SUPPLY"])
    assert not after.fallen and after.fed_until == 11
    assert day(at, ours(at), inside=["SUPPLY"])[1].fallen == "hunger"

"""Surrender: asked for, or without a roll."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.events.siege import DeedDone, Parleyed, PlaceFell, SiegeLifted
from rules.siege import parley
from rules.state.siege import Deed, Siege
from tests.rules.siege.kit import TABLES, all_of, besieged, day, hurt, none_of, only, ours, slain


def place(**fields: object) -> Siege:
    """No bonus of any kind, unless fields say otherwise."""
    plain = {"garrison": 13, "host": 25, "day": 12, "stores": 60}
    return besieged(**(plain | fields))  # type: ignore[arg-type]


@pytest.mark.rule("GUI-11.5b", "GUI-11.5.1")
@pytest.mark.parametrize(
    ("damage", "garrison", "host", "die", "falls"),
    [
        ({}, 13, 26, 10, False), ({"1113": 1}, 13, 26, 10, True), ({"1113": 1}, 13, 26, 9, False),
        ({"1113": 1}, 13, 39, 9, True), ({"1113": 1}, 13, 39, 8, False),
    ],
)  # fmt: skip
def test_twelve_is_needed(damage: dict[str, int], garrison: int, host: int, die: int, falls: bool) -> None:
    at = place(damage=damage, garrison=garrison, host=host)
    events, after = day(at, ours(at) | {"GUI-11.5b": die}, outside=["PARLEY"])
    asked = only(events, Parleyed)
    assert (asked.die, asked.needed, asked.agreed) == (die, 12, falls)
    assert asked.total == die + sum(asked.bonuses.values())
    assert after.fallen == ("parley" if falls else "")
    assert [event.cause for event in all_of(events, PlaceFell)] == (["parley"] if falls else [])
    assert only(events, DeedDone).deed == Deed.PARLEY


@pytest.mark.rule("GUI-11.5.1")
@pytest.mark.parametrize(
    ("host", "garrison", "bonus"),
    [(25, 13, 0), (26, 13, 1), (27, 13, 1), (38, 13, 1), (39, 13, 2), (60, 13, 2), (5, 13, 0)],
)
def test_the_bonus_for_numbers(host: int, garrison: int, bonus: int) -> None:
    found = parley.bonuses(place(host=host, garrison=garrison), TABLES)
    assert found == ({"numbers": bonus} if bonus else {})


@pytest.mark.rule("GUI-11.5.1")
def test_the_dead_and_prisoners_are_no_numbers() -> None:
    at = slain(place(host=26), "outside-7")
    assert parley.bonuses(at, TABLES) == {}
    at = slain(place(), "inside-7")
    assert parley.bonuses(at, TABLES) == {"numbers": 1}


@pytest.mark.rule("GUI-11.5.1")
@pytest.mark.parametrize(
    ("damage", "holds", "bonus"),
    [
        ({}, False, 0), ({"1113": 1}, False, 1), ({"1313": 1}, False, 1), ({"1113": 1, "1013": 1}, False, 1),
        ({"1207": 3}, False, 0), ({"1207": 4}, False, 0), ({"1113": 1, "1207": 4}, False, 1), ({}, True, 2),
        ({"1113": 1}, True, 2), ({"1113": 1, "1207": 3}, True, 2), ({"1113": 1, "1207": 4}, True, 3),
    ],
)  # fmt: skip
def test_the_bonus_for_progress_at_a_castle(damage: dict[str, int], holds: bool, bonus: int) -> None:
    at = place(damage=damage, holds=holds)
    assert parley.bonuses(at, TABLES) == ({"progress": bonus} if bonus else {})


@pytest.mark.rule("GUI-11.5.1")
@pytest.mark.parametrize(("kind", "at_hex"), [("farm", "0807"), ("chapel", "1109")])
@pytest.mark.parametrize(("stage", "bonus"), [(1, 0), (2, 1)])
def test_the_bonus_for_a_breach_in_a_wall(kind: str, at_hex: str, stage: int, bonus: int) -> None:
    at = besieged(kind, day=3, stores=30, garrison=13, host=25, damage={at_hex: stage})
    assert parley.bonuses(at, TABLES) == ({"progress": bonus} if bonus else {})


@pytest.mark.rule("GUI-11.5.1")
@pytest.mark.parametrize(("today", "bonus"), [(1, 0), (10, 0), (11, 1), (15, 1), (18, 1), (19, 2), (20, 2)])
def test_the_bonus_for_scarce_stores(today: int, bonus: int) -> None:
    """Of twenty days: on the eleventh morning half are left, on the nineteenth two."""
    at = place(day=today, stores=20)
    assert parley.bonuses(at, TABLES) == ({"stores": bonus} if bonus else {})


@pytest.mark.rule("GUI-11.5.1")
def test_factors_add_up_and_each_counts_once() -> None:
    at = place(day=19, stores=20, host=39, holds=True, damage={"1113": 1, "1207": 4})
    assert parley.bonuses(at, TABLES) == {"numbers": 2, "progress": 3, "stores": 2}
    events, _ = day(at, ours(at) | {"GUI-11.5b": 5}, outside=["PARLEY"])
    assert (only(events, Parleyed).total, only(events, Parleyed).agreed) == (12, True)


@pytest.mark.rule("GUI-11.5.1", "GUI-11.1a")
def test_stores_that_are_not_counted_yet_are_not_scarce() -> None:
    assert parley.bonuses(besieged(garrison=13, host=25), TABLES) == {}
    assert parley.bonuses(besieged(garrison=13, host=39), TABLES) == {"numbers": 2}


# without a roll


@pytest.mark.rule("GUI-11.5a")
@pytest.mark.parametrize(
    ("kind", "holds_out"),
    [
        ("knight", True), ("cataphract", True), ("koursor", True), ("emir", True), ("heavy cavalry", True),
        ("sergeant", False), ("light cavalry", False), ("horse archer", False), ("heavy infantry", False),
        ("varangian", False), ("hoplite", False), ("spearman", False), ("archer", False), ("peasant", False),
    ],
)  # fmt: skip
def test_who_can_command_a_garrison(kind: str, holds_out: bool) -> None:
    at = place(garrison={kind: 1, "light infantry": 5})
    events, after = day(at, ours(at))
    assert after.fallen == ("" if holds_out else "leaderless")
    assert bool(all_of(events, PlaceFell)) is not holds_out


@pytest.mark.rule("GUI-11.5a")
def test_a_count_commands_whatever_he_is() -> None:
    at = place(garrison={"spearman": 6})
    at.men["inside-1"] = replace(at.men["inside-1"], leader=True)
    assert not day(at, ours(at))[1].fallen


@pytest.mark.rule("GUI-11.5a")
def test_a_wounded_commander_holds_out_a_prisoner_or_a_dead_one_does_not() -> None:
    assert not day(hurt(place(), "inside-1"))[1].fallen
    assert day(slain(place(), "inside-1"))[1].fallen == "leaderless"
    at = place()
    at.captured["inside-1"] = at.besieger
    assert day(at)[1].fallen == "leaderless"


@pytest.mark.rule("GUI-11.5a")
def test_besiegers_need_no_commander() -> None:
    events, after = day(slain(place(), "outside-1"))
    assert not after.fallen and none_of(events, PlaceFell, SiegeLifted)

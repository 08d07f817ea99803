"""Battering walls from day to day."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.events.siege import DeedDone, EnginesChanged, PlaceFell, WallBattered
from rules.events.umpire import DieRolled, OrderFailed
from rules.scenarios.panels import load_panel
from rules.siege import battering
from rules.siege.plans.plan import Act
from rules.state.siege import Deed, Part, Siege, Strength, Wall
from tests.rules.siege.kit import TABLES, all_of, besieged, day, none_of, only, ours

GATE = "1313"
TOWER = ("1207", "1307", "1407", "1208", "1408", "1209", "1309", "1409")

# printed for another book of the series, ten faces of each column; what GUISCARD prints of its own is lost
LETTERS = {
    1: ("1C - - - - - - - - D", "1C - - - - - - - D D", "1C - - - - - - D D D"),
    3: ("1C - - - - - - - - D", "1C - - - - - - D D D", "1C - - - - - D D D D"),
    6: ("2C 1C - - - - D D D D", "2C 1C - - - D D D D D", "2C 1C - - D D D D D D"),
    9: ("3C 2C 1C - D D D D D D", "3C 2C 1C D D D D D D D", "3C 2C D/1C D D D D D D D"),
    12: ("4C 3C D/2C D/1C D D D D D D", "4C D/3C D/2C D/1C D D D D D D", "D/4C D/3C D/2C D/1C D D D D D D"),
}
CELLS = [
    (points, letter, die, cell)
    for points, columns in LETTERS.items()
    for letter, column in zip("DSW", columns, strict=True)
    for die, cell in enumerate(column.split(), 1)
]


def camp(throwers: int = 2, **fields: object) -> Siege:
    return besieged(day=3, stores=30, engines={"thrower": throwers}, **fields)  # type: ignore[arg-type]


def of_strength(at: Siege, letter: str) -> Siege:
    """The gate is built of something else."""
    hold = at.setup.stronghold
    walls = (Wall(GATE, Part.GATE, Strength(letter)), *hold.walls[1:])
    at.setup = replace(at.setup, stronghold=replace(hold, walls=walls))
    return at


@pytest.mark.rule("GUI-11.3.4a", "GUI-11.3.1")
@pytest.mark.parametrize(("points", "letter", "die", "cell"), CELLS)
def test_every_cell_of_the_table(points: int, letter: str, die: int, cell: str) -> None:
    at = of_strength(camp(points), letter)
    events, after = day(at, ours(at) | {"GUI-11.3.4a": die}, outside=[f"BATTER {GATE}"])
    battered = only(events, WallBattered)
    assert (battered.hex, battered.points, battered.die, battered.column) == (
        GATE,
        points,
        die,
        f"{letter}{points}",
    )
    assert battered.result == cell and battered.stages == {"D": 4, "S": 2, "W": 1}[letter]
    assert after.damage == ({GATE: 1} if "D" in cell else {})
    broken = int(cell.partition("C")[0][-1]) if "C" in cell else 0
    assert after.engines["thrower"] == points - broken
    assert [event.by for event in all_of(events, EnginesChanged)] == ([-broken] if broken else [])
    assert after.days[0].broken == broken


@pytest.mark.rule("GUI-11.3.4a")
@pytest.mark.parametrize(
    ("points", "column"),
    [
        (1, "W1"),
        (2, "W1"),
        (3, "W3"),
        (5, "W3"),
        (6, "W6"),
        (8, "W6"),
        (9, "W9"),
        (11, "W9"),
        (12, "W12"),
        (40, "W12"),
    ],
)
def test_the_column_is_the_greatest_that_the_points_reach(points: int, column: str) -> None:
    wall = Wall(GATE, Part.GATE, Strength.WOOD)
    assert battering.column_of_points(wall, points, TABLES["siege-battering"].columns) == column


@pytest.mark.rule("GUI-11.3.4a", "GUI-11.3.4c")
@pytest.mark.parametrize(
    ("throwers", "line", "shares"),
    [
        (2, "BATTER", {GATE: 2}), (2, f"BATTER {GATE} with 1 throwers", {GATE: 1}),
        (2, f"BATTER {GATE} with 9 throwers", {GATE: 2}), (3, f"BATTER {GATE} 1113", {GATE: 2, "1113": 1}),
        (1, f"BATTER {GATE} 1113", {GATE: 1}),
        (5, "BATTER 1113 1013 0913", {"1113": 2, "1013": 2, "0913": 1}),
    ],
)  # fmt: skip
def test_throwers_are_shared_out_and_each_is_a_point(
    throwers: int, line: str, shares: dict[str, int]
) -> None:
    at = camp(throwers)
    events, _ = day(at, ours(at), outside=[line])
    assert {event.hex: event.points for event in all_of(events, WallBattered)} == shares
    assert sum("11.3.4a" in roll.name for roll in all_of(events, DieRolled)) == len(shares)
    assert [event.deed for event in all_of(events, DeedDone)] == [Deed.BATTER]


@pytest.mark.rule("GUI-11.3.4a")
def test_without_throwers_nothing_is_shared_out() -> None:
    assert battering.shared_out(besieged(), TABLES, Act(Deed.BATTER)) == {}


@pytest.mark.rule("GUI-11.3.4c")
def test_more_than_the_two_throwers_of_the_board_may_batter() -> None:
    at = camp(7)
    assert only(day(at, ours(at), outside=["BATTER"])[0], WallBattered).points == 7


@pytest.mark.rule("GUI-11.3.4a")
def test_only_throwers_batter() -> None:
    at = besieged(day=3, stores=30, engines={"ladder": 4, "grapnel": 2})
    events, _ = day(at, ours(at), outside=["BATTER", "REST"])
    assert none_of(events, WallBattered) and "no stone thrower" in only(events, OrderFailed).why


@pytest.mark.rule("GUI-11.3.2", "GUI-11.3.1")
@pytest.mark.parametrize(
    ("place", "at_hex", "stages"),
    [
        ("castle", GATE, 1),
        ("castle", "1113", 1),
        ("castle", "1207", 4),
        ("farm", "0807", 2),
        ("chapel", "1109", 2),
    ],
)
def test_so_many_batterings_bring_a_hex_down(place: str, at_hex: str, stages: int) -> None:
    at = besieged(place, day=3, stores=30, engines={"thrower": 1}, garrison=8, host=20)
    if at_hex == "1207":
        at.damage = {"1205": 1}  # the stockade before it
    for done in range(1, stages + 1):
        wall = at.setup.stronghold.wall(at_hex)
        assert wall is not None and not battering.is_down(at, wall, TABLES)
        events, at = day(at, ours(at) | {"GUI-11.3.4a": 10}, outside=[f"BATTER {at_hex}"])
        battered = only(events, WallBattered)
        assert (battered.stage, battered.stages, battered.down) == (done, stages, done == stages)
        at.turn += 1
    assert at.damage[at_hex] == stages and battering.is_down(at, wall, TABLES)
    assert at_hex in [one.hex for one in battering.breaches(at, TABLES)]
    events, _ = day(at, ours(at), outside=[f"BATTER {at_hex}", "REST"])
    assert none_of(events, WallBattered) and "down already" in only(events, OrderFailed).why


@pytest.mark.rule("GUI-11.3.2")
def test_the_strengths_of_the_shipped_places() -> None:
    for place, strengths in (
        ("castle", {Part.GATE: "W", Part.STOCKADE: "W", Part.TOWER: "D"}),
        ("farm", {Part.WALL: "S"}),
        ("chapel", {Part.WALL: "S"}),
    ):
        walls = besieged(place, garrison=3, host=9).setup.stronghold.walls
        assert {wall.part: wall.strength for wall in walls} == strengths


@pytest.mark.rule("GUI-11.3.4a", "GUI-11.3.2")
def test_a_throw_without_a_d_damages_nothing() -> None:
    at = camp(2)
    events, after = day(at, ours(at) | {"GUI-11.3.4a": 5}, outside=["BATTER"])
    assert (only(events, WallBattered).result, after.damage) == ("-", {})


# the tower


@pytest.mark.rule("GUI-11.3.4b")
def test_no_hex_of_the_tower_before_the_stockade_is_breached() -> None:
    at = camp()
    assert battering.exposed(at, TABLES) == frozenset()
    events, _ = day(at, ours(at), outside=["BATTER 1307", "REST"])
    assert "before a hex of the stockade is down" in only(events, OrderFailed).why
    at.damage = {"1307": 4}
    assert battering.exposed(at, TABLES) == frozenset()


@pytest.mark.rule("GUI-11.3.4b")
@pytest.mark.parametrize(
    ("breach", "near"),
    [
        ("1205", {"1207", "1307", "1208"}), (GATE, {"1309", "1209", "1409"}),
        ("0808", {"1207", "1208", "1209"}),
        ("1908", {"1407", "1408", "1409"}),
    ],
)  # fmt: skip
def test_only_the_three_hexes_of_the_tower_nearest_to_the_breach(breach: str, near: set[str]) -> None:
    at = camp(damage={breach: 1})
    assert battering.exposed(at, TABLES) == near
    for at_hex in TOWER:
        why = battering.why_not(at, TABLES, Act(Deed.BATTER, hexes=(at_hex,)))
        assert bool(why) is (at_hex not in near)
        assert not why or all(one in why for one in near)


@pytest.mark.rule("GUI-11.3.4b")
def test_a_hex_of_the_tower_that_is_down_exposes_no_other() -> None:
    at = camp(damage={"0808": 1, "1207": 4})
    assert battering.exposed(at, TABLES) == {"1207", "1208", "1209"}


def test_a_place_without_a_tower_exposes_nothing() -> None:
    at = besieged("farm", garrison=8, host=20, damage={"0807": 2})
    assert battering.exposed(at, TABLES) == frozenset()


# what is battered if nothing is named


@pytest.mark.rule("GUI-11.3.4a")
@pytest.mark.parametrize(
    ("place", "damage", "default"),
    [
        ("castle", {}, GATE), ("castle", {"0805": 1}, "1207"), ("castle", {GATE: 1}, "1209"),
        ("castle", {GATE: 1, "1409": 2}, "1409"), ("farm", {}, "0807"), ("farm", {"1005": 1}, "1005"),
        ("farm", {"0807": 2}, "0705"), ("chapel", {}, "1109"),
    ],
)  # fmt: skip
def test_what_is_battered_by_default(place: str, damage: dict[str, int], default: str) -> None:
    """What was begun, then the nearest of the tower, else gate or wall."""
    at = besieged(place, garrison=8, host=20, damage=damage)
    assert battering.default_hexes(at, TABLES) == (default,)


def test_nothing_is_left_to_batter() -> None:
    at = camp(damage={wall.hex: 4 for wall in besieged().setup.stronghold.walls})
    assert battering.default_hexes(at, TABLES) == ()
    assert "no hex is left" in battering.why_not(at, TABLES, Act(Deed.BATTER))


@pytest.mark.rule("GUI-11.3.4a")
def test_a_hex_that_is_no_wall_is_not_battered() -> None:
    assert "0101 is no wall" in battering.why_not(camp(), TABLES, Act(Deed.BATTER, hexes=("0101",)))


@pytest.mark.rule("GUI-11.3.4a", "GUI-11.2a")
def test_battering_and_building_go_together() -> None:
    at = camp()
    events, after = day(at, ours(at) | {"GUI-11.3.4a": 10}, outside=["BATTER AND BUILD ladders"])
    assert after.engines == {"thrower": 2, "ladder": 2} and after.damage == {GATE: 1}
    assert none_of(events, PlaceFell)


WALLED = {
    Part.STOCKADE: {"stockade"},
    Part.GATE: {"entrance"},
    Part.TOWER: {"wall", "slit", "door"},
    Part.WALL: {"wall", "slit", "door", "window", "chapel_window"},
}


@pytest.mark.rule("GUI-11.3.1", "GUI-11.3.2")
@pytest.mark.parametrize("place", ["castle", "farm", "chapel"])
def test_walls_stand_where_the_board_has_them(place: str) -> None:
    marks = load_panel(place).hexsides
    walls = besieged(place, garrison=3, host=9).setup.stronghold.walls
    for wall in walls:
        assert {mark.feature for mark in marks if mark.hex == wall.hex} & WALLED[wall.part], wall
    assert len({wall.hex for wall in walls}) == len(walls)
    if place == "castle":
        ring = {mark.hex for mark in marks if mark.feature in ("stockade", "entrance")}
        assert {wall.hex for wall in walls if wall.part in (Part.STOCKADE, Part.GATE)} == ring

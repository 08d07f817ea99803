"""Battering walls from day to day (GUI-11.3)."""

from __future__ import annotations

import re

from rules.core.hexes import Axial, distance, from_offset
from rules.core.language import english
from rules.core.tables import Tables
from rules.events.siege import EnginesChanged, WallBattered
from rules.siege.plans.plan import Act
from rules.siege.today import Today
from rules.state.figure import Hex
from rules.state.siege import Part, Siege, Wall

_LOST = re.compile(r"(\d+)C")


def _at(label: Hex) -> Axial:
    return from_offset(int(label[:2]) - 1, int(label[2:]) - 1)


def stages(wall: Wall, tables: Tables) -> int:
    """How many successful batterings bring it down (GUI-11.3.2)."""
    return tables["siege-demolition"].number(wall.strength.value, "stages")


def is_down(siege: Siege, wall: Wall, tables: Tables) -> bool:
    """Only then its hex is changed for movement, combat and cover (GUI-11.3.2)."""
    return siege.damage.get(wall.hex, 0) >= stages(wall, tables)


def breaches(siege: Siege, tables: Tables) -> tuple[Wall, ...]:
    """The hexes that are down, in the order of the plan."""
    return tuple(wall for wall in siege.setup.stronghold.walls if is_down(siege, wall, tables))


def exposed(siege: Siege, tables: Tables) -> frozenset[Hex]:
    """The hexes of the tower that can be battered: none before a hex of the stockade (or its gate) is down,
    then the three nearest to one that is (GUI-11.3.4b)."""
    if siege.exchanged:  # it is their own
        return frozenset()
    gaps = [wall.hex for wall in breaches(siege, tables) if wall.part is not Part.TOWER]
    tower = [wall.hex for wall in siege.setup.stronghold.walls if wall.part is Part.TOWER]
    if not gaps:
        return frozenset()
    most = tables["siege-figures"].number("tower hexes", "value")
    far = {at: min(distance(_at(at), _at(gap)) for gap in gaps) for at in tower}
    return frozenset(sorted(tower, key=lambda at: (far[at], at))[:most])


def why_not(siege: Siege, tables: Tables, act: Act) -> str:
    """Why these hexes cannot be battered today."""
    if not siege.engines.get("thrower", 0):
        return english("there is no stone thrower to batter with")
    for at in act.hexes or default_hexes(siege, tables):
        wall = siege.setup.stronghold.wall(at)
        if wall is None:
            return english("{hex} is no wall of {place}", hex=at, place=siege.setup.stronghold.name)
        if is_down(siege, wall, tables):
            return english("{hex} is down already", hex=at)
        if wall.part is Part.TOWER and at not in exposed(siege, tables):
            if siege.exchanged:
                return english("{hex} belongs to your own refuge", hex=at)
            if not breaches(siege, tables):
                return english("the tower cannot be battered before a hex of the stockade is down")
            near = ", ".join(sorted(exposed(siege, tables)))
            return english("of the tower only {near} are near enough to the breach", near=near)
    if not (act.hexes or default_hexes(siege, tables)):
        return english("no hex is left that could be battered")
    return ""


def default_hexes(siege: Siege, tables: Tables) -> tuple[Hex, ...]:
    """What is battered if nothing is named: what was begun, else the gate, else the hex nearest to it."""
    open_to = exposed(siege, tables)
    walls = [
        wall
        for wall in siege.setup.stronghold.walls
        if not is_down(siege, wall, tables) and (wall.part is not Part.TOWER or wall.hex in open_to)
    ]
    gaps = bool(breaches(siege, tables))
    begun = [wall for wall in walls if siege.damage.get(wall.hex)]
    tower = [wall for wall in walls if wall.part is Part.TOWER] if gaps else []
    gate = [wall for wall in walls if wall.part is Part.GATE]
    return tuple(wall.hex for wall in (begun or tower or gate or walls)[:1])


def shared_out(siege: Siege, tables: Tables, act: Act) -> dict[Hex, int]:
    """How many throwers batter each hex: the number named or all, spread evenly, earlier hexes first; each is
    worth one point, and there may be more than the two counters of the board (GUI-11.3.4a, GUI-11.3.4c)."""
    hexes = act.hexes or default_hexes(siege, tables)
    ready = siege.engines.get("thrower", 0)
    throwers = min(act.number or ready, ready)
    shares = {at: throwers // len(hexes) + (place < throwers % len(hexes)) for place, at in enumerate(hexes)}
    return {at: points for at, points in shares.items() if points}


def batter(today: Today, act: Act) -> None:
    """A die for each hex, read in the column of its strength and points (GUI-11.3.4a): D advances it by a
    stage; a loss breaks so many throwers. Who stands in a hex that falls is told by the assault's board, not
    here."""
    table = today.tables["siege-battering"]
    for at, points in shared_out(today.siege, today.tables, act).items():
        wall = today.siege.setup.stronghold.wall(at)
        assert wall is not None
        column = column_of_points(wall, points, table.columns)
        die = today.roll("GUI-11.3.4a", at)
        result = table.text(die, column)
        before = today.siege.damage.get(at, 0)
        today.record(
            WallBattered(
                hex=at,
                points=points,
                die=die,
                column=column,
                result=result,
                stage=before + ("D" in result.split("/")),
                stages=stages(wall, today.tables),
            )
        )
        lost = _LOST.search(result)
        if lost:
            ready = today.siege.engines.get("thrower", 0)
            today.record(EnginesChanged("thrower", -min(int(lost.group(1)), points, ready), "broken"))


def column_of_points(wall: Wall, points: int, columns: tuple[str, ...]) -> str:
    """The column with the most points that are not more than there are."""
    letter = wall.strength.value
    fits = [int(column[1:]) for column in columns if column[0] == letter and column[1:].isdigit()]
    return f"{letter}{max(least for least in fits if least <= points)}"

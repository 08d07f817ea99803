"""Who can ever enter which hex, cost and neighbours' swords aside.

Implements GUI-4.2.1a, GUI-4.2.1c, GUI-6.7.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.core.rejection import Rejection
from rules.core.tables import Tables
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, Hex
from rules.state.terrain import hexside_between, terrain_at

# Ground with a way in and out only where its path crosses the hexside (GUI-3.1).
PATHS = frozenset({"trail", "stairway"})
# Hexsides that nobody steps or strikes across.
CLOSED_SIDES = frozenset({"wall", "slit"})


class Ground(NamedTuple):
    """A row of the terrain table: MP to enter on foot and on horseback (None: closed), cover, effect on a fight."""

    name: str
    foot: int | None
    horse: int | None
    cover: str
    combat: str


@lru_cache(maxsize=64)
def grounds(tables: Tables) -> dict[str, Ground]:
    """The terrain table by terrain id, read once for each set of tables (GUI-3)."""
    table = tables["terrain"]
    found = {}
    for key, *_ in table.rows:
        foot, horse = table.cell(key, "mp_foot"), table.cell(key, "mp_horse")
        found[str(key)] = Ground(
            name=table.text(key, "name").lower(),
            foot=foot if isinstance(foot, int) else None,
            horse=horse if isinstance(horse, int) else None,
            cover=table.text(key, "cover"),
            combat=table.text(key, "combat"),
        )
    return found


def barred(battle: Battle, rules: Ruleset, figure: Character, start: Hex, end: Hex) -> Rejection | None:
    """Why a figure can never step from a hex to its neighbour, whatever MP he has; None if he can.

    Trees, rocks, trails, stairways and deep water are shut to riders (GUI-4.2.1a, GUI-3.1), deep water to armour
    (GUI-4.2.1c); trails and stairways are entered and left only where their path crosses the hexside (GUI-3.1).
    """
    terrain = terrain_at(battle, end)
    ground = grounds(rules.tables)[terrain]
    if (ground.horse if figure.mounted else ground.foot) is None:
        return Rejection(
            "GUI-4.2.1a" if figure.mounted else "GUI-3.1",
            f"{end} is {ground.name}: closed to {'riders' if figure.mounted else 'men on foot'}",
        )
    if terrain == "deep" and figure.armoured:
        return Rejection("GUI-4.2.1c", f"{end} is deep water: only men on foot without armour can enter it")
    side = hexside_between(battle, start, end)
    if "path" not in side and (terrain in PATHS or terrain_at(battle, start) in PATHS):
        return Rejection(
            "GUI-3.1", f"the path does not lead from {start} to {end}: a trail has no way in by its sides"
        )
    if CLOSED_SIDES & side:
        return Rejection("GUI-3.1", f"a wall stands between {start} and {end}")
    return None


def can_attack(battle: Battle, rules: Ruleset, attacker: Character, end: Hex) -> bool:
    """Whether somebody is in a position to attack into a hex: able to act, next to it with either half, and not
    barred from walking there; cost and the enemy's presence do not matter (GUI-6.7, GUI-4.3d, GUI-4.3.1.1)."""
    if not attacker.active or attacker.carries is not None:
        return False
    near = battle.board.neighbours(end)
    return any(own in near and barred(battle, rules, attacker, own, end) is None for own in attacker.hexes)


def threats(battle: Battle, rules: Ruleset, side: str, at: Hex) -> list[Character]:
    """The enemies of a side who are in a position to attack into a hex, in the order of the muster."""
    near = battle.board.neighbours(at)
    return [
        f
        for f in battle.figures.values()
        if f.side != side and (f.hex in near or f.rear in near) and can_attack(battle, rules, f, at)
    ]


def in_contact(battle: Battle, rules: Ruleset, figure: Character) -> list[Character]:
    """The enemies who could attack a figure where he is, in either half of his counter (GUI-5.2a)."""
    found = {f.id: f for at in figure.hexes for f in threats(battle, rules, figure.side, at)}
    return list(found.values())

"""Where a missile comes down.

Implements GUI-5.4.1a, GUI-5.4.1b and GUI-5.4.2a.
"""

from __future__ import annotations

from functools import lru_cache

from rules.core.language import english
from rules.core.modifier import Modifier
from rules.core.tables import Tables
from rules.ruleset import Ruleset, Shot
from rules.state.battle import Battle
from rules.state.figure import Hex
from rules.tactical.weapons import weapon_data

# Twelve bearings to the circle, and the highest face that still falls somewhere (GUI-5.4.2a).
DEGREES_PER_BEARING = 30
LAST_FACE = 10


def is_point_blank(rules: Ruleset, distance: int) -> bool:
    """So near that the missile cannot miss the hex aimed at, and no impact die is rolled (GUI-5.4.1b)."""
    return distance <= rules.tables["missile-modifiers"].number("point blank", "within")


def impact_modifiers(battle: Battle, rules: Ruleset, shot: Shot) -> tuple[Modifier, ...]:
    """Everything that changes the impact die of a shot, and no other die (GUI-5.4.2a, RUL-514)."""
    found = (seam(battle, rules, shot) for seam in rules.seams.impact_modifiers)
    return tuple(m for m in found if m is not None)


def impacts(battle: Battle, rules: Ruleset, start: Hex, aim: Hex, added: int) -> tuple[Hex, ...]:
    """Where a missile falls by the face of the impact die, from 1 to 10, with so much added to it: the hex
    aimed at or one next to it, turned by the direction of flight; "" if it is lost, above 10 or off the board
    (GUI-5.4.1a). Totals below 1 count as 1."""
    offset_hex, bearing = battle.board.offset_hex, battle.board.bearing(start, aim)
    return tuple(
        "" if steps is None else offset_hex(aim, steps) or "" for steps in _ways(rules.tables, bearing, added)
    )


@lru_cache(maxsize=1024)
def _ways(tables: Tables, bearing: int, added: int) -> tuple[tuple[int, ...] | None, ...]:
    """The way from the hex aimed at by the face of the die; None for a missile that is lost."""
    totals = (max(1, face + added) for face in range(1, LAST_FACE + 1))
    return tuple(_steps(tables, bearing, total) if total <= LAST_FACE else None for total in totals)


def _steps(tables: Tables, bearing: int, total: int) -> tuple[int, ...]:
    """The direction from the hex aimed at to the one where a missile falls; none if it falls where
    it was aimed."""
    cell = tables["impact"].cell(total, "corner" if bearing % 2 else "hexside")
    if not isinstance(cell, int):
        return ()
    return ((bearing * DEGREES_PER_BEARING + cell) // 60 % 6,)


def range_band_modifier(battle: Battle, rules: Ruleset, shot: Shot) -> Modifier | None:
    """+1 at medium range, +2 at long range (GUI-5.4.2a)."""
    return _line(rules, english("{band} range", band=shot.band)) if shot.band != "short" else None


def wounded_shooter_modifier(battle: Battle, rules: Ruleset, shot: Shot) -> Modifier | None:
    """+1 for a wounded shooter (GUI-5.4.2a)."""
    return _line(rules, "wounded shooter") if shot.shooter.wounded else None


def byzantine_horse_archer_modifier(battle: Battle, rules: Ruleset, shot: Shot) -> Modifier | None:
    """-1 for a Byzantine archer in the saddle, whose code is B, c, a (GUI-5.4.2a)."""
    shooter = shot.shooter
    trained = shooter.code.startswith("B") and shooter.archer and shooter.mounted
    return _line(rules, "byzantine horse archer") if trained and shot.weapon.endswith("_bow") else None


def close_range_modifier(battle: Battle, rules: Ruleset, shot: Shot) -> Modifier | None:
    """-2 for bows and slings within four hexes of the target (GUI-5.4.2a)."""
    near = shot.distance <= rules.tables["missile-modifiers"].number("near", "within")
    return _line(rules, "near") if near and weapon_data(rules.tables, shot.weapon).near else None


def _line(rules: Ruleset, circumstance: str) -> Modifier:
    table = rules.tables["missile-modifiers"]
    return Modifier(table.number(circumstance, "value"), "GUI-5.4.2a", table.text(circumstance, "words"))

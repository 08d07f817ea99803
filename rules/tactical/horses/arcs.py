"""What a rider has before him, beside him and behind him.

Implements GUI-7.1a, GUI-7.1b and GUI-7.2.1d.
"""

from __future__ import annotations

from rules.core.hexes import in_cone
from rules.core.language import english
from rules.core.rejection import Rejection
from rules.ruleset import Extension, Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, Hex
from rules.tactical.weapons import name_of

# Weapons thrown from the saddle; the book names the lance, the javelin goes with it (RUL-702).
THROWN = frozenset({"lance_mounted", "javelin"})


def in_front(battle: Battle, rider: Character, at: Hex) -> bool:
    """Whether a hex lies in a rider's frontal arc (GUI-7.2.1d).

    Book: "the orange hexes"; the picture is missing. Ruling RUL-701: the cone of a third of a circle that the
    three hexes ahead of the front half open, its edges included."""
    if rider.hex is None or rider.rear is None:
        return False
    facing = battle.board.facing(rider.rear, rider.hex)
    cells = battle.board.cells
    return facing is not None and in_cone(cells[at].at, cells[rider.hex].at, facing.number)


def behind(battle: Battle, rider: Character, at: Hex) -> bool:
    """Whether a hex lies behind a rider: the same cone the other way, from his rear half (RUL-701)."""
    if rider.hex is None or rider.rear is None:
        return False
    facing = battle.board.facing(rider.hex, rider.rear)
    cells = battle.board.cells
    return facing is not None and in_cone(cells[at].at, cells[rider.rear].at, facing.number)


# What the seams of the module hold.


def thrown_in_arc(
    battle: Battle, rules: Ruleset, shooter: Character, weapon: str, aim: Hex
) -> Rejection | None:
    """Nobody throws backwards from the saddle: the target must be in the frontal or side arcs (GUI-7.1a)."""
    if weapon not in THROWN or not shooter.mounted or not behind(battle, shooter, aim):
        return None
    return Rejection(
        "GUI-7.1a",
        english(
            "{aim} is behind {shooter}: a {weapon} flies forward",
            aim=aim,
            shooter=shooter.name,
            weapon=name_of(rules, weapon),
        ),
    )


def thrown_over(
    battle: Battle, rules: Ruleset, shooter: Character, weapon: str, aim: Hex, friend: Character, at: Hex
) -> bool:
    """A rider throws over a friend on foot right beside him, at targets three hexes away or
    more (GUI-7.1b)."""
    return (
        weapon in THROWN
        and shooter.mounted
        and shooter.hex is not None
        and not battle.hostile(shooter.side, friend.side)
        and not friend.mounted
        and any(battle.board.adjacent(own, at) for own in shooter.hexes)
        and battle.board.distance(shooter.hex, aim)
        >= rules.tables["charge"].number("throw_over_from", "value")
    )


SEAMS = Extension(shot_bars=(thrown_in_arc,), shots_over=(thrown_over,))

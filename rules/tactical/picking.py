"""Who answers a description such as "nearest mounted enemy within 8" (rules.orders.records.Pick).

Only what the table shows counts: posture, armour, health, class, place.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.orders.records import Pick
from rules.state.battle import Battle
from rules.state.figure import Character, Hex

_KINDS: dict[str, Callable[[Character], bool]] = {
    "mounted": lambda f: f.mounted,
    "foot": lambda f: not f.mounted,
    "armoured": lambda f: f.armoured,
    "unarmoured": lambda f: not f.armoured,
    "wounded": lambda f: f.wounded,
    "unhurt": lambda f: not f.wounded and not f.stunned,
    "stunned": lambda f: f.stunned,
    "archer": lambda f: f.archer,
    "leader": lambda f: f.leader,
}


def qualifies(battle: Battle, pick: Pick, chooser: Character, candidate: Character) -> bool:
    """Whether a figure is one that a description means, range bands and cover aside (those need a line of fire)."""
    if pick.names and candidate.id not in pick.names:
        return False
    if any(kind != "horse" and not _KINDS[kind](candidate) for kind in pick.kinds):
        return False
    if pick.hexes and not any(at in pick.hexes for at in candidate.hexes):
        return False
    return not pick.within or distance_between(battle, chooser, candidate) <= pick.within


def distance_between(battle: Battle, one: Character, other: Character) -> int:
    """Hexes between the nearest halves of two figures on the board; a large number if either is off it."""
    if not one.hexes or not other.hexes:
        return 10_000
    return min(battle.board.distance(a, b) for a in one.hexes for b in other.hexes)


def nearest_first(battle: Battle, start: Hex, figures: list[Character]) -> list[Character]:
    """Figures by distance from a hex, by muster order among equals."""
    return sorted(
        figures, key=lambda f: min((battle.board.distance(start, at) for at in f.hexes), default=10_000)
    )

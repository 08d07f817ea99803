"""Who answers a description such as "nearest mounted enemy within 8" (rules.orders.records.Pick).

Only what the table shows counts: posture, armour, health, class, place.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.core.facing import Facing
from rules.core.hexes import in_cone
from rules.core.language import english
from rules.orders.records import Pick
from rules.state.battle import Battle
from rules.state.figure import Character, Hex
from rules.tactical.horses.arcs import in_front

_KINDS: dict[str, Callable[[Character], bool]] = {
    "mounted": lambda f: f.mounted and not f.animal,
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
    """Whether a figure is one that a description means, range bands and cover aside (those need a
    line of fire)."""
    return not unfit(battle, pick, chooser, candidate)


def unfit(battle: Battle, pick: Pick, chooser: Character, candidate: Character) -> str:
    """The first thing in which a figure differs from a description, in words; empty if it is one
    that is meant."""
    name = candidate.name
    if pick.names and candidate.id not in pick.names:
        return english("{name} is not one of those named", name=name)
    for kind in pick.kinds:
        if kind != "horse" and not _KINDS[kind](candidate):
            return english("{name} is not {kind}", name=name, kind=kind)
    if pick.hexes and not any(battle.board.lies_in(at, pick.hexes) for at in candidate.hexes):
        return english("{name} is not in {hexes}", name=name, hexes=" or ".join(pick.hexes))
    if pick.within and (distance := distance_between(battle, chooser, candidate)) > pick.within:
        return english(
            "{name} is {distance} hexes away, farther than {within}",
            name=name,
            distance=distance,
            within=pick.within,
        )
    if pick.arc and not in_arc(battle, chooser, candidate, pick.arc):
        where = (
            english("in front of")
            if pick.arc == "front"
            else english("{direction} of", direction=Facing(pick.arc).words)
        )
        return english("{name} is not {where} {chooser}", name=name, where=where, chooser=chooser.name)
    if pick.charging and not _charges(battle, candidate):
        return english("{name} does not charge", name=name)
    if pick.entering and not _enters(battle, candidate, pick.entering):
        return english("{name} does not enter {entering}", name=name, entering=" or ".join(pick.entering))
    return ""


def in_arc(battle: Battle, chooser: Character, candidate: Character, arc: str) -> bool:
    """Whether some half of a figure lies in an arc: a rider's frontal one ("front"), or the third of a circle
    round a direction from where the chooser stands (both RUL-701)."""
    if arc == "front":
        return any(in_front(battle, chooser, at) for at in candidate.hexes)
    if chooser.hex is None:
        return False
    cells = battle.board.cells
    apex, direction = cells[chooser.hex].at, Facing(arc).number
    return any(in_cone(cells[at].at, apex, direction) for at in candidate.hexes)


def _charges(battle: Battle, candidate: Character) -> bool:
    charge = battle.now.charges.get(candidate.id)
    return charge is not None and charge.pending


def _enters(battle: Battle, candidate: Character, places: tuple[str, ...]) -> bool:
    """Whether he has just moved into one of these hexes or named places, or on in it: whoever stands
    there does not."""
    return (
        candidate.hex is not None
        and battle.board.lies_in(candidate.hex, places)
        and battle.now.moved.get(candidate.id, 0) > 0
    )


def distance_between(battle: Battle, one: Character, other: Character) -> int:
    """Hexes between the nearest halves of two figures on the board; a large number if either is off it."""
    if one.hex is None or other.hex is None:
        return 10_000
    if one.rear is None and other.rear is None:  # as most are
        return battle.board.distance(one.hex, other.hex)
    return min(battle.board.distance(a, b) for a in one.hexes for b in other.hexes)


def nearest_first(battle: Battle, start: Hex, figures: list[Character]) -> list[Character]:
    """Figures by distance from a hex, by muster order among equals."""
    return sorted(
        figures, key=lambda f: min((battle.board.distance(start, at) for at in f.hexes), default=10_000)
    )

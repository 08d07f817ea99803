"""What has storeys: towers and houses where they stand, engines where they are; and the joints between
their places.

A structure is drawn with the board. The body of an engine says the same of its hexes one by one, whatever
hexes those are: who stands in its places goes with it.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from rules.core.places import GROUND, Place, place_of

Hex = str
Label = str


class Floor(msgspec.Struct, frozen=True, omit_defaults=True):
    """One storey, ``height`` levels above the ground of its hexes; ``hexes``: those that have it, none for
    all of the structure. ``cover``: which those on it have against every shot from outside, "" for none. The
    ground, storey 0, is a floor too where the structure leaves room for men on it."""

    storey: int
    height: int
    hexes: tuple[Hex, ...] = ()
    cover: str = ""


class Joint(msgspec.Struct, frozen=True, omit_defaults=True):
    """A link that was built between two places, by their labels; ``kind`` is a row of the table of links."""

    name: str
    kind: str
    start: Label
    end: Label


class Structure(msgspec.Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """Something with storeys. Its floors and joints name hexes of the board."""

    id: str
    name: str
    hexes: tuple[Hex, ...]
    floors: tuple[Floor, ...]
    joints: tuple[Joint, ...] = ()

    def floor(self, place: Place) -> Floor | None:
        """The floor in a place; None where the structure has none."""
        if place.hex not in self.hexes:
            return None
        there = (floor for floor in self.floors if floor.storey == place.storey)
        return next((floor for floor in there if not floor.hexes or place.hex in floor.hexes), None)

    @property
    def top(self) -> int:
        """The levels of its highest floor above the ground."""
        return max((floor.height for floor in self.floors), default=0)


class Spot(msgspec.Struct, frozen=True, array_like=True):
    """A place of a body: which of its hexes, counted from 0, on which storey, and how many hexes
    before that one."""

    hex: int
    storey: int = GROUND
    ahead: int = 0


class BodyFloor(msgspec.Struct, frozen=True, omit_defaults=True):
    """As a Floor; ``hexes`` by their numbers."""

    storey: int
    height: int
    hexes: tuple[int, ...] = ()
    cover: str = ""


class BodyJoint(msgspec.Struct, frozen=True, omit_defaults=True):
    """As a Joint; "ahead" is where the engine faces."""

    name: str
    kind: str
    start: Spot
    end: Spot


class Body(msgspec.Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """The storeys of an engine, wherever it goes."""

    floors: tuple[BodyFloor, ...]
    joints: tuple[BodyJoint, ...] = ()


def faults_in(structure: Structure, structures: tuple[Structure, ...], known: frozenset[Hex]) -> list[str]:
    """What is wrong with a structure on a board of these hexes, in words: floors outside of it, and joints
    that lead off the board or to a storey that nothing has."""
    found = [f"there is no hex {at}" for at in structure.hexes if at not in known]
    found += [
        f"storey {floor.storey} has the hex {at}, which is none of its own"
        for floor in structure.floors
        for at in floor.hexes
        if at not in structure.hexes
    ]
    for joint in structure.joints:
        for label in (joint.start, joint.end):
            place = place_of(label)
            if place is None:
                found.append(
                    f"the {joint.kind} {joint.name!r}: {label!r} is no place, such as 0714 or 0714/2"
                )
            elif place.hex not in known:
                found.append(f"the {joint.kind} {joint.name!r} leads to {label}: there is no such hex")
            elif place.storey and not any(other.floor(place) for other in structures):
                found.append(f"the {joint.kind} {joint.name!r} leads to {label}: nothing has that storey")
        if joint.start == joint.end:
            found.append(f"the {joint.kind} {joint.name!r} leads from {joint.start} to itself")
    return [f"{structure.name}: {fault}" for fault in found]


def faults_in_body(body: Body, hexes: int) -> list[str]:
    """The same for the body of an engine of so many hexes; where its joints lead ahead the board decides,
    wherever it is."""
    floors = {(at, f.storey) for f in body.floors for at in f.hexes or range(hexes)}
    found = [
        f"storey {storey} has hex {at} of {hexes}" for at, storey in sorted(floors) if not 0 <= at < hexes
    ]
    for joint in body.joints:
        for spot in (joint.start, joint.end):
            at = f"hex {spot.hex}, storey {spot.storey}"
            if not 0 <= spot.hex < hexes:
                found.append(f"the {joint.kind} {joint.name!r} leads to {at}: it has {hexes} hexes")
            elif not spot.ahead and (spot.hex, spot.storey) not in floors:
                found.append(f"the {joint.kind} {joint.name!r} leads to {at}: nothing has that storey")
    return found


@lru_cache(maxsize=1024)
def placed(
    body: Body, id_: str, name: str, hexes: tuple[Hex, ...], ahead: tuple[tuple[Hex, ...], ...]
) -> Structure:
    """A body in its hexes; ``ahead``: the hexes before each of them, as far as the board goes."""

    def label(spot: Spot) -> Label:
        row = (hexes[spot.hex], *ahead[spot.hex])
        return Place(row[spot.ahead], spot.storey).label if spot.ahead < len(row) else ""

    floors = tuple(
        Floor(f.storey, f.height, tuple(hexes[at] for at in f.hexes), f.cover) for f in body.floors
    )
    joints = (Joint(j.name, j.kind, label(j.start), label(j.end)) for j in body.joints)
    return Structure(id_, name, hexes, floors, tuple(j for j in joints if j.start and j.end))


def farthest_ahead(body: Body) -> int:
    """How many hexes before its own a body reaches."""
    return max((spot.ahead for j in body.joints for spot in (j.start, j.end)), default=0)

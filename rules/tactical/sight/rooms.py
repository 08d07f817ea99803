"""Rooms under a roof, and ground that walls enclose: yards of houses and the inside of castles.

Drawn from the map once; what is torn down or opened later changes what can be seen, not what is a room.
Implements GUI-8.3.1, GUI-8.3.2 and GUI-9.4.2 (which hexes they mean).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from rules.state.board import Board
from rules.state.figure import Hex
from rules.state.hexsides import SHUT

# Hexes that are no floor of a yard, but a part of what is round it.
MASONRY = frozenset({"wall", "gate", "open_gate", "destroyed_gate"})
_ROOFED = frozenset({"interior", "stairs"})

Place = frozenset[Hex]


class Plan(NamedTuple):
    """The room, or the enclosed ground, to which each hex belongs; hexes in the open are in neither."""

    rooms: dict[Hex, Place]
    yards: dict[Hex, Place]


NOWHERE: Place = frozenset()


def room_of(board: Board, at: Hex) -> Place:
    """The hexes of the room in which a hex lies, the stairs in it included; empty if there is no
    roof over it."""
    return _plan(board).rooms.get(at, NOWHERE)


def yard_of(board: Board, at: Hex) -> Place:
    """The ground enclosed by walls or stockades in which a hex lies, platforms included; empty outside.

    Book silent on castles that the edge of a map cuts. Ruling RUL-901: ground is enclosed if no way leads
    from it to the edge but through walls, doors and gates, or if the map names it as part of a castle."""
    return _plan(board).yards.get(at, NOWHERE)


def indoors(board: Board, a: Hex, b: Hex, feature: str) -> frozenset[Hex]:
    """Which of the two hexes beside an opening lie on its inner side: the roofed one, else the enclosed one,
    else those for which the map draws it."""
    for place in (room_of, yard_of):
        inner = frozenset(at for at in (a, b) if place(board, at))
        if len(inner) == 1:
            return inner
    return board.owners(feature) & {a, b}


@lru_cache(maxsize=256)
def _plan(board: Board) -> Plan:
    rooms: dict[Hex, Place] = {}
    yards: dict[Hex, Place] = {}
    if not board.built:
        return Plan(rooms, yards)
    under_roof = {at for at, cell in board.cells.items() if cell.terrain in _ROOFED}
    for place in _parts(board, under_roof):
        if any(board.terrain(at) == "interior" for at in place):
            rooms.update(dict.fromkeys(place, place))
    ground = {at for at, cell in board.cells.items() if at not in rooms and cell.terrain not in MASONRY}
    for place in _parts(board, ground):
        if any("castle" in board.traits(at) for at in place) or not any(_at_edge(board, at) for at in place):
            yards.update(dict.fromkeys(place, place))
    return Plan(rooms, yards)


def _parts(board: Board, hexes: set[Hex]) -> Iterable[Place]:
    """The given hexes in stretches that no wall parts."""
    rest = set(hexes)
    while rest:
        yield (found := flood(board, min(rest), rest.__contains__))
        rest -= found


def flood(board: Board, start: Hex, belongs: Callable[[Hex], bool]) -> Place:
    """All hexes that can be reached from one over others that belong, not through anything shut."""
    found, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        for at in board.neighbours(here):
            if at not in found and belongs(at) and not board.hexside(here, at) & SHUT:
                found.add(at)
                waiting.append(at)
    return frozenset(found)


def _at_edge(board: Board, at: Hex) -> bool:
    return len(board.neighbours(at)) < 6

"""The set-up section of a scenario file: who places his men himself, where, and who of them may come later.

Implements GUI-2a where a scenario leaves its set-up to the players. What contradicts itself is refused with
file and place::

    [[setup]]                        # in the order in which the sides place
    seat = "byzantines"
    areas = [{ name = "the castle", places = ["castle"] }, { name = "the wall", terrain = ["platform"] }]

    [[setup.reserves]]
    figures = ["Drogo", "Odo"]
    by = ["north", "2410"]
    turn = 3
    announced = true
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from rules.core.tables import Tables
from rules.scenarios.rosters import plain_name
from rules.state.board import Board
from rules.state.deployment import Area, Deployment, Reserve
from rules.state.figure import FigureId, Hex, SeatId, SideId
from rules.tactical.deploying.placing import EDGES, Place, edge_of, edges_at

WAITING = ("reserve", "reserve mounted")
"""What stands in place of a hex for somebody who enters later, on foot or in the saddle."""


class SetupError(ValueError):
    """A set-up that contradicts itself; the message names what is at fault."""


class AreaFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place by the name that orders call it: all its ``hexes`` (single ones, or blocks such as "0805-1913")
    and those of the named ``places`` of the drawing, the whole board where there are neither; of these only
    hexes of the ``terrain`` and ``levels`` given."""

    name: str
    hexes: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    terrain: tuple[str, ...] = ()
    levels: tuple[int, ...] = ()


class ReserveFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Men who may come later: ``by`` which edges or hexes, from which ``turn`` on, and whether the other
    side is told."""

    figures: tuple[str, ...]
    by: tuple[str, ...]
    turn: int
    announced: bool = True


class SetupFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat that places its men."""

    seat: SeatId
    areas: tuple[AreaFile, ...]
    reserves: tuple[ReserveFile, ...] = ()


def waits(place: str) -> bool:
    """Whether the file has somebody enter later, and gives him no place."""
    return place in WAITING


def areas_of(setup: SetupFile, board: Board, tables: Tables) -> tuple[Area, ...]:
    """The areas of a seat. Raises SetupError for one of no name or no ground."""
    if not setup.areas:
        raise SetupError(f"setup of {setup.seat}: give one area at least")
    found = [_area(setup, area, board, tables) for area in setup.areas]
    names = [area.name for area in found]
    if twice := [name for name in names if names.count(name) > 1]:
        raise SetupError(f"setup of {setup.seat}: two areas are called {twice[0]!r}")
    return tuple(found)


def _area(setup: SetupFile, area: AreaFile, board: Board, tables: Tables) -> Area:
    where = f"setup of {setup.seat}: area {area.name!r}"
    name = " ".join(area.name.lower().split())
    if not all(word.replace("-", "").isalpha() for word in name.split()) or name.removeprefix("the ") in (
        "",
        "the",
    ):
        raise SetupError(f"{where}: a name is made of words, such as 'the wall'")
    known = {trait.name for panel in board.data.panels for trait in panel.traits}
    for place in area.places:
        if place not in known:
            raise SetupError(
                f"{where}: the drawing has no place {place!r} (it has: {', '.join(sorted(known))})"
            )
    for terrain in area.terrain:
        if terrain not in {str(row[0]) for row in tables["terrain"].rows}:
            raise SetupError(f"{where}: there is no terrain {terrain!r}")
    named = {at for text in area.hexes for at in _block(text, board, where)}
    named |= {at for at in board.cells if board.traits(at) & set(area.places)}
    every = area.hexes or area.places
    hexes = tuple(
        at
        for at, cell in board.cells.items()
        if (not every or at in named)
        and (not area.terrain or cell.terrain in area.terrain)
        and (not area.levels or cell.level in area.levels)
        and tables["terrain"].cell(cell.terrain, "mp_foot") != "no"
    )
    if not hexes:
        raise SetupError(f"{where}: nobody could stand in any hex of it")
    return Area(name, hexes)


def _block(text: str, board: Board, where: str) -> Iterator[Hex]:
    """One hex, or all of a block from one corner to the other."""
    first, _, last = text.partition("-")
    for at in (first, last or first):
        if at not in board:
            raise SetupError(f"{where}: there is no hex {at}")
    a, b = board.cells[first], board.cells[last or first]
    for at, cell in board.cells.items():
        across = min(a.column, b.column) <= cell.column <= max(a.column, b.column)
        if across and min(a.row, b.row) <= cell.row <= max(a.row, b.row):
            yield at


def reserves_of(
    setup: SetupFile, named: dict[str, str], board: Board, tables: Tables, turns: int
) -> dict[FigureId, Reserve]:
    """The reserves of a seat, by figure; ``named`` are its men as the file gives them, with their
    places. Raises SetupError for men who are not there or are two things at once, for edges and turns
    that are none."""
    places = {plain_name(name): place for name, place in named.items()}
    found: dict[FigureId, Reserve] = {}
    for number, reserve in enumerate(setup.reserves, start=1):
        where = f"setup of {setup.seat}: reserve {number}"
        if not reserve.figures:
            raise SetupError(f"{where}: nobody is in it")
        if not reserve.by:
            raise SetupError(f"{where}: say by which edge or hex it enters")
        if not 1 <= reserve.turn <= turns:
            raise SetupError(
                f"{where}: turn {reserve.turn} is not among the turns of the battle, 1 to {turns}"
            )
        for by in reserve.by:
            _check_edge(by, board, tables, where)
        for name in reserve.figures:
            man = plain_name(name)
            if man not in places:
                raise SetupError(f"{where}: {name} is not called up by {setup.seat}")
            if man in found:
                raise SetupError(f"{where}: {name} is in a reserve already")
            place = () if waits(places[man]) else tuple(places[man].split("-"))
            found[man] = Reserve(reserve.by, reserve.turn, place, reserve.announced)
    if idle := [name for name, place in named.items() if waits(place) and plain_name(name) not in found]:
        raise SetupError(f"setup of {setup.seat}: {idle[0]} waits in no reserve")
    return found


def _check_edge(by: str, board: Board, tables: Tables, where: str) -> None:
    if by in EDGES:
        hexes = edge_of(board, by)
    elif by in board:
        hexes = (by,)
        if not edges_at(board, by):
            raise SetupError(f"{where}: {by} does not lie on the edge of the board")
    else:
        raise SetupError(f"{where}: {by!r} is no edge (north, east, south, west) and no hex of the board")
    if all(tables["terrain"].cell(board.terrain(at), "mp_foot") == "no" for at in hexes):
        raise SetupError(f"{where}: nobody can enter by {by}")


def laid_out(
    sections: Iterable[SetupFile],
    figures: dict[SeatId, dict[str, str]],
    side_of: dict[SeatId, SideId],
    turns: int,
    board: Board,
    tables: Tables,
) -> tuple[tuple[Deployment, ...], dict[FigureId, Reserve]]:
    """The set-up of each seat that has one, and the reserves of all; ``figures`` are the places of the file.
    The template of a seat leaves its reserves out: the other side is not to learn from it who they are.
    Raises SetupError."""
    found: list[Deployment] = []
    reserves: dict[FigureId, Reserve] = {}
    for section in sections:
        named = figures[section.seat]
        areas = areas_of(section, board, tables)
        some = reserves_of(section, named, board, tables, turns)
        places = {
            plain_name(name): tuple(place.split("-")) for name, place in named.items() if not waits(place)
        }
        _check_places(section.seat, areas, places)
        template = {man: place for man, place in places.items() if man not in some}
        found.append(Deployment(section.seat, areas, template))
        reserves.update(some)
    _check_apart(found, side_of)
    return tuple(found), reserves


def _check_places(seat: SeatId, areas: tuple[Area, ...], places: dict[FigureId, Place]) -> None:
    """No usual place outside of the areas, and no more men than there is room for."""
    grounds = {at for area in areas for at in area.hexes}
    needed = sum(len(place) for place in places.values())
    if needed > len(grounds):
        raise SetupError(f"setup of {seat}: the men need {needed} hexes, the areas have {len(grounds)}")
    for man, place in places.items():
        for at in place:
            if at not in grounds:
                raise SetupError(f"setup of {seat}: {man} in {at} stands outside of {_listed(areas)}")


def _check_apart(deployments: Iterable[Deployment], side_of: dict[SeatId, SideId]) -> None:
    """Two sides do not place in the same hex."""
    owner: dict[Hex, Deployment] = {}
    for one in deployments:
        for at in one.hexes:
            other = owner.setdefault(at, one)
            if side_of[other.seat] != side_of[one.seat]:
                raise SetupError(f"setup: both {other.seat} and {one.seat} may place in {at}")


def _listed(areas: tuple[Area, ...]) -> str:
    return ", ".join(area.name for area in areas)

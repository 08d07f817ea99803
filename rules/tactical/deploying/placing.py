"""Where a counter may be put down that does not come walking: before the first turn, or at the edge
of the board.

Implements GUI-4.1a, GUI-4.2.1a and GUI-4.2.1c for whoever is placed; scenario files, the order desk and the
umpire ask here.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.language import english
from rules.core.rejection import Rejection
from rules.core.tables import Tables
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Character, Hex
from rules.state.hexsides import PARTING

Place = tuple[Hex, ...]
"""The hex of a man on foot, or a rider's two, front first."""

EDGES = ("north", "east", "south", "west")


def forbidden(
    board: Board, tables: Tables, name: str, armoured: bool, place: Place, taken: Mapping[Hex, str]
) -> Rejection | None:
    """Why a counter cannot stand in a place: two hexes are a rider's. ``taken``: who, or what, stands where.

    One living man to a hex (GUI-4.1a), no ground that is closed to him (GUI-4.2.1a), no armour in deep water
    (GUI-4.2.1c); the halves of a rider touch, with no wall between them (GUI-8.4a)."""
    mounted = len(place) == 2
    closed = (shut(board, tables, name, armoured, at, mounted, taken) for at in place)
    if why := next((why for why in closed if why is not None), None):
        return why
    if not mounted:
        return None
    front, rear = place
    if not board.adjacent(front, rear):
        words = english("{figure}: {front} and {rear} do not touch", figure=name, front=front, rear=rear)
        return Rejection("RUL-202", words)
    if (PARTING | {"low_wall"}) & board.hexside(front, rear):
        words = english(
            "{figure}: a wall stands between {front} and {rear}", figure=name, front=front, rear=rear
        )
        return Rejection("GUI-8.4a", words)
    return None


def shut(
    board: Board, tables: Tables, name: str, armoured: bool, at: Hex, mounted: bool, taken: Mapping[Hex, str]
) -> Rejection | None:
    """Why a man on foot, or either half of a rider, cannot be in a hex."""
    why = _closed(board, tables, armoured, at, mounted, taken)
    if why is None:
        return None
    return Rejection(why.rule, english("{figure} in {hex}: {why}", figure=name, hex=at, why=why.why))


def _closed(
    board: Board, tables: Tables, armoured: bool, at: Hex, mounted: bool, taken: Mapping[Hex, str]
) -> Rejection | None:
    if at not in board:
        return Rejection("GUI-4.1a", english("there is no such hex"))
    if at in taken:
        return Rejection("GUI-4.1a", english("{figure} stands there already", figure=taken[at]))
    terrain = board.terrain(at)
    ground = tables["terrain"]
    name = ground.text(terrain, "name").lower()
    if ground.cell(terrain, "mp_horse" if mounted else "mp_foot") == "no":
        told = (
            english("{terrain} is closed to riders", terrain=name)
            if mounted
            else english("nobody can stand in a {terrain}", terrain=name)
        )
        return Rejection("GUI-4.2.1a", told)
    if terrain == "deep" and armoured:
        return Rejection("GUI-4.2.1c", english("armour sinks in deep water"))
    return None


def taken_on(battle: Battle) -> dict[Hex, str]:
    """Who or what stands where now: people, loose horses, engines."""
    found = {at: engine.name for engine in battle.engines.values() for at in engine.hexes}
    found.update({at: horse.name for horse in battle.horses.values() if horse.alive for at in horse.hexes})
    found.update({at: man.name for man in battle.figures.values() if man.living for at in man.hexes})
    return found


def may_stand(
    battle: Battle, rules: Ruleset, figure: Character, place: Place, taken: Mapping[Hex, str]
) -> Rejection | None:
    """Why somebody in his present state, in the saddle or on foot, cannot be put into a place."""
    if figure.mounted and len(place) != 2:
        return Rejection(
            "RUL-202", english("{figure} sits in the saddle and takes two hexes", figure=figure.name)
        )
    if not figure.mounted and len(place) != 1:
        return Rejection("RUL-202", english("{figure} is on foot and stands in one hex", figure=figure.name))
    return forbidden(battle.board, rules.tables, figure.name, figure.armoured, place, taken)


def places_at(board: Board, figure: Character, at: Hex) -> list[Place]:
    """The ways of standing in a hex: a rider's horse may have its tail in any hex beside it."""
    return [(at, rear) for rear in board.neighbours(at)] if figure.mounted else [(at,)]


def edge_of(board: Board, name: str) -> tuple[Hex, ...]:
    """The hexes along an edge of the board, by its name, from the west or from the north on."""
    across = name in ("north", "south")
    lines: dict[int, list[Hex]] = {}
    for label, cell in board.cells.items():
        lines.setdefault(cell.column if across else cell.row, []).append(label)
    depth = (lambda at: board.cells[at].row) if across else (lambda at: board.cells[at].column)
    outermost = min if name in ("north", "west") else max
    if across:
        return tuple(outermost(lines[line], key=depth) for line in sorted(lines))
    column = outermost(cell.column for cell in board.cells.values())
    return tuple(at for line in sorted(lines) for at in lines[line] if board.cells[at].column == column)


def edges_at(board: Board, at: Hex) -> tuple[str, ...]:
    """The edges that a hex lies on, by name; none for one within the board."""
    return tuple(name for name in EDGES if at in edge_of(board, name))

"""Battles larger than any scenario shipped: sixty figures of all rosters on two of the maps side by side. In
the open; the same with the rules of combat tactics (charges, formations, refusing) and standing orders with
terms; and at a castle with ladders, engines and fires, see bench.castle_battle."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from typing import NamedTuple

import msgspec

from rules import engine
from rules.books.guiscard import GUISCARD
from rules.core.facing import Facing
from rules.events.sequence import PhaseOpened
from rules.scenarios.creation import created
from rules.scenarios.loader import DrawnUp, Placing, ScenarioFile
from rules.scenarios.rosters import RosterFigure, all_rosters
from rules.state.battle import Victory
from rules.state.board import Board, board_of
from rules.state.table import Seat, Side

EACH_SIDE = 30
RIDERS, SHOOTERS = 10, 9
OPEN = ("flat", "beach", "scrub")


class Ground(NamedTuple):
    """A map laid twice, the columns (of the common grid, from 0) on which the two lines form up, the first
    rank first, and the hexes where they retreat to."""

    drawing: str
    width: int
    west: tuple[int, ...]
    east: tuple[int, ...]
    edges: tuple[str, str]


FORD = Ground("ford", 28, (25, 24, 23, 22, 21, 20), (31, 32, 33, 34, 35, 36), ("A0110", "B2810"))
STUBBLE = Ground("stubble", 26, (21, 20, 19, 18, 17, 16), (30, 31, 32, 33, 34, 35), ("A0109", "B2609"))

# What players write whose standing orders have terms, for every side alike.
TERMS = (
    (
        "WATCH fire at first mounted within 10 not through friends until turn 4 after that fire at first "
        "within 6"
    ),
    "OPPOSE only mounted until turn 3 after that always",
    "ADVANCE never until turn 2 after that if alone",
    "RETREAT toward {edge} until turn 6",
    "COUNTER charge anyone at 40 percent or better until turn 8",
)


class Moment(NamedTuple):
    """A phase whose orders are filed: the battle before them, the seat on move, its lines, the
    battle with them."""

    before: engine.Battle
    seat: str
    lines: list[str]
    ready: engine.Battle

    @property
    def dice(self) -> engine.KeyedDice:
        return engine.KeyedDice(sha256(f"large battle, phase {self.before.phase}".encode()).digest())


def large_battle(ground: Ground = FORD, modules: tuple[str, ...] = ()) -> list[engine.Event]:
    """The first events of the game."""
    sides = tuple(
        Side(name, name.title(), f"{name.title()}ern", edge=edge)
        for name, edge in zip(("west", "east"), ground.edges, strict=True)
    )
    bare = ScenarioFile(
        title="The large battle",
        blurb="",
        chapter="",
        order=0,
        ruleset="guiscard",
        first="west",
        panels=(Placing("A", ground.drawing), Placing("B", ground.drawing, column=ground.width)),
        sides=sides,
        seats=tuple(Seat(side.id, side.id, side.name) for side in sides),
        figures={},
        victory=Victory(turns=20),
        modules=modules,
        slug="large-battle",
    )
    board = board_of(bare.board())
    west, east = armies()
    if "tactics" in modules:  # hoplites in the front rank
        west, east = (sorted(army, key=lambda f: not f.hoplite) for army in (west, east))
    figures = {"west": _drawn_up(board, west, ground.west), "east": _drawn_up(board, east, ground.east)}
    ranks = [_front_rank(west, Facing.NE), _front_rank(east, Facing.SW)] if "tactics" in modules else []
    return begun(msgspec.structs.replace(bare, figures=figures, formations=tuple(ranks)))


def begun(scenario: ScenarioFile) -> list[engine.Event]:
    return [created(scenario, GUISCARD.rules()), PhaseOpened(number=1, turn=1, side=scenario.first)]


def armies() -> tuple[list[RosterFigure], list[RosterFigure]]:
    """Riders, shooters and foot of all rosters in turn, to both sides alike."""
    everybody = [figure for roster in all_rosters() for figure in roster.figures]
    riders = [f for f in everybody if f.rides][: 2 * RIDERS]
    shooters = [f for f in everybody if f.weapon and not f.rides][: 2 * SHOOTERS]
    foot = [f for f in everybody if not f.rides and not f.weapon][: 2 * (EACH_SIDE - RIDERS - SHOOTERS)]
    both = riders + shooters + foot
    return both[::2], both[1::2]


def _drawn_up(board: Board, army: list[RosterFigure], columns: tuple[int, ...]) -> dict[str, str]:
    """Foot and shooters in the first ranks, riders in the last, each on open ground."""
    walkers, riders = [f for f in army if not f.rides], [f for f in army if f.rides]
    fronts = _open_hexes(board, columns[:4])
    places = {figure.name: next(fronts) for figure in walkers}
    for figure, (front, rear) in zip(riders, _open_pairs(board, columns[4], columns[5]), strict=False):
        places[figure.name] = f"{front}-{rear}"
    if len(places) < EACH_SIDE:
        raise ValueError("too little open ground for so many")
    return places


def _front_rank(army: list[RosterFigure], facing: Facing) -> DrawnUp:
    """The hoplites of an army, side by side in its first column."""
    return DrawnUp(tuple(f.name for f in army if f.hoplite), (facing, facing.turned(1)))


def _open_hexes(board: Board, columns: tuple[int, ...]) -> Iterator[str]:
    for column in columns:
        for cell in board.cells.values():
            if cell.column == column and cell.row >= 3 and cell.terrain in OPEN:
                yield cell.label


def _open_pairs(board: Board, front: int, rear: int) -> Iterator[tuple[str, str]]:
    used: set[str] = set()
    for head in _open_hexes(board, (front,)):
        for tail in _open_hexes(board, (rear,)):
            if board.adjacent(head, tail) and tail not in used:
                used.add(tail)
                yield head, tail
                break


@cache
def moments(phases: int = 8) -> tuple[Moment, ...]:
    """The first phases of the large battle in the open."""
    return played(large_battle(), phases)


@cache
def moments_with_tactics(phases: int = 8) -> tuple[Moment, ...]:
    """The first phases of the same with charges, formations and terms behind the standing orders."""
    return played(large_battle(STUBBLE, ("tactics",)), phases, TERMS)


def played(events: list[engine.Event], phases: int, standing: tuple[str, ...] = ()) -> tuple[Moment, ...]:
    """Phases between two bold captains, ready to be adjudicated. ``standing``: what each seat writes besides
    when its first phase comes."""
    battle, found = engine.replay(events), []
    for phase in range(phases):
        [seat] = engine.awaiting(battle).seats
        lines = engine.captain_orders(battle, seat, "bold")
        if phase < len(battle.setup.sides):
            edge = battle.side_of(battle.side).edge
            lines = [*lines, *(line.format(edge=edge) for line in standing)]
        filed = engine.accept_orders(battle, seat, engine.read_orders(battle, seat, lines))
        moment = Moment(battle, seat, lines, engine.evolve(battle.copy(), filed))
        found.append(moment)
        battle = engine.replay(engine.adjudicate(moment.ready, moment.dice), moment.ready.copy())
    return tuple(found)

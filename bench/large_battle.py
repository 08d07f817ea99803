"""A battle larger than any scenario shipped: sixty figures of all rosters on two of the maps laid side by side."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from typing import NamedTuple

from rules import engine
from rules.books.guiscard import GUISCARD
from rules.events.sequence import PhaseOpened
from rules.scenarios.loader import Placing, ScenarioFile
from rules.scenarios.rosters import RosterFigure, all_rosters
from rules.scenarios.setup import created
from rules.state.battle import Seat, Side, Victory
from rules.state.board import Board, board_of

EACH_SIDE = 30
RIDERS, SHOOTERS = 10, 9
OPEN = ("flat", "beach", "scrub")
# the columns (of the common grid, from 0) on which the two lines form up, the first rank first
WEST, EAST = (25, 24, 23, 22, 21, 20), (31, 32, 33, 34, 35, 36)


class Moment(NamedTuple):
    """A phase whose orders are filed: the battle before them, the seat on move, its lines, the battle with them."""

    before: engine.Battle
    seat: str
    lines: list[str]
    ready: engine.Battle

    @property
    def dice(self) -> engine.KeyedDice:
        return engine.KeyedDice(sha256(f"large battle, phase {self.before.phase}".encode()).digest())


def large_battle() -> list[engine.Event]:
    """The first events of the game."""
    sides = (Side("west", "West", "Western", edge="A0110"), Side("east", "East", "Eastern", edge="B2810"))
    seats = tuple(Seat(side.id, side.id, side.name) for side in sides)
    bare = ScenarioFile(
        title="The large battle",
        blurb="",
        chapter="",
        order=0,
        ruleset="guiscard",
        first="west",
        panels=(Placing("A", "ford"), Placing("B", "ford", column=28)),
        sides=sides,
        seats=seats,
        figures={},
        victory=Victory(turns=20),
        slug="large-battle",
    )
    board = board_of(bare.board())
    west, east = _armies()
    figures = {"west": _drawn_up(board, west, WEST), "east": _drawn_up(board, east, EAST)}
    scenario = ScenarioFile(**{f: getattr(bare, f) for f in bare.__struct_fields__} | {"figures": figures})
    return [created(scenario, GUISCARD), PhaseOpened(number=1, turn=1, side="west")]


def _armies() -> tuple[list[RosterFigure], list[RosterFigure]]:
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
    """The first phases of the large battle between two bold captains, ready to be adjudicated."""
    battle, found = engine.replay(large_battle()), []
    for _ in range(phases):
        [seat] = engine.awaiting(battle).seats
        lines = engine.captain_orders(battle, seat, "bold")
        filed = engine.accept_orders(battle, seat, engine.read_orders(battle, seat, lines))
        moment = Moment(battle, seat, lines, engine.evolve(battle.copy(), filed))
        found.append(moment)
        battle = engine.replay(engine.adjudicate(moment.ready, moment.dice), moment.ready.copy())
    return tuple(found)

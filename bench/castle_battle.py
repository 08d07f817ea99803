"""Sixty at a castle: a garrison behind stockade, slits and platforms, and before it ladders up and lying,
stone throwers, a siphon of Greek fire, and fires that burn already."""

from __future__ import annotations

from functools import cache

import msgspec

from bench.large_battle import Moment, armies, begun, played
from rules import engine
from rules.events.burning import FireCaught
from rules.scenarios.loader import EngineFile, LadderFile, Placing, ScenarioFile
from rules.scenarios.rosters import RosterFigure
from rules.state.battle import Victory
from rules.state.board import Board, board_of
from rules.state.table import Seat, Side

# rows and columns of the common grid, from 0: where the besiegers stand, the platforms that face them, the
# yard; and the columns, from 1, where horses wait
NEAR, WIDE, RAMPART, YARD = range(13, 17), range(6, 21), range(12, 14), range(9, 12)
STALLS = (5, 6, 7, 8, 9, 11, 12, 15, 17, 18, 19, 20)
FIRES = ("A0913", "A1713", "A1006")
# what stands on the besiegers' side: two ladders up, two on the ground, two engines; and the
# garrison's siphon
LADDERS = (
    LadderFile("A1014", "N"),
    LadderFile("A1614", "N"),
    LadderFile("A0715-A0815"),
    LadderFile("A2015-A1915"),
)
ENGINES = (
    EngineFile("stone_thrower", "The Calf", "south", "B1002", "N"),
    EngineFile("stone_thrower", "The Ox", "south", "B1602", "N"),
    EngineFile("greek_fire", "The Siphon", "north", "A1312", "S"),
)
TERMS = (
    "WATCH fire at first within 8 not through friends until turn 4 after that fire at first within 6",
    "OPPOSE always until turn 3",
    "RETREAT toward {edge} until turn 6",
)


def castle_battle() -> list[engine.Event]:
    """The first events of the game."""
    sides = (
        Side("south", "South", "Southern", edge="B1318"),
        Side("north", "North", "Northern", edge="A1301"),
    )
    bare = ScenarioFile(
        title="The large siege",
        blurb="",
        chapter="",
        order=0,
        ruleset="guiscard",
        first="south",
        panels=(Placing("A", "castle"), Placing("B", "camp", row=18)),
        sides=sides,
        seats=tuple(Seat(side.id, side.id, side.name) for side in sides),
        figures={},
        victory=Victory(turns=20),
        modules=("tactics", "buildings", "castles", "works"),
        ladders=LADDERS,
        engines=ENGINES,
        slug="large-siege",
    )
    board = board_of(bare.board())
    taken = {at for engine_ in ENGINES for at in engine_.hexes.split("-")}
    besiegers, garrison = armies()
    figures = {"south": _before(board, besiegers, taken), "north": _within(board, garrison, taken)}
    events = begun(msgspec.structs.replace(bare, figures=figures))
    return [*events, FireCaught(hexes=FIRES, side="south", cause="torch", rule="GUI-10.2.1a")]


def _before(board: Board, army: list[RosterFigure], taken: set[str]) -> dict[str, str]:
    """Those on foot between the ladders and the engines, the riders in the saddle behind them."""
    near = sorted(
        (c.row, c.label)
        for c in board.cells.values()
        if c.label not in taken and c.terrain == "flat" and c.row in NEAR and c.column in WIDE
    )
    walkers, riders = [f for f in army if not f.rides], [f for f in army if f.rides]
    places = {figure.name: at for figure, (_, at) in zip(walkers, near, strict=False)}
    stalls = [c for c in STALLS if f"B{c:02d}02" not in taken]
    return places | {f.name: f"B{c:02d}02-B{c:02d}03" for f, c in zip(riders, stalls, strict=False)}


def _within(board: Board, army: list[RosterFigure], taken: set[str]) -> dict[str, str]:
    """Shooters on the platforms towards the enemy and in the tower, the others in the yard; nobody
    in the saddle."""
    inside = board.cells.values()
    wall = [c.label for c in inside if c.terrain == "platform" and c.row in RAMPART]
    tower = [c.label for c in inside if c.terrain == "interior" and c.label[0] == "A"][:6]
    yard = [c.label for c in inside if c.terrain == "flat" and c.row in YARD and c.column in range(9, 17)]
    places = [at for at in (*wall, *tower, *yard) if at not in taken]
    shooters_first = sorted(army, key=lambda f: not f.weapon)
    return {f.name: at for f, at in zip(shooters_first, places, strict=False)}


@cache
def moments_at_the_castle(phases: int = 8) -> tuple[Moment, ...]:
    """The first phases of the siege."""
    return played(castle_battle(), phases, TERMS)

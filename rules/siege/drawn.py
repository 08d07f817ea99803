"""The plan of the place as a picture: the board on which an assault is fought, with what is down (GUI-11.3.1,
GUI-11.3.3)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.language import english
from rules.siege import battering
from rules.siege.page import tables_of
from rules.state.battle import Battle, BattleSetup, Overlay, Victory
from rules.state.pieces import Pieces
from rules.state.siege import Part, Siege, Wall
from rules.state.table import Options
from rules.views.picture import picture
from rules.views.records import Picture

_LEFT = {
    Part.GATE: "destroyed_gate",
    Part.STOCKADE: "stockade_down",
    Part.WALL: "stockade_down",
    Part.TOWER: "stockade_down",
}


def plan(siege: Siege) -> Picture:
    """The board without anybody on it. Whole walls and damaged ones look alike, as they do in play."""
    setup = siege.setup
    down = battering.breaches(siege, tables_of(siege))
    board = Battle(
        setup=BattleSetup(
            scenario=setup.scenario,
            title=setup.title,
            ruleset=setup.ruleset,
            sides=setup.sides,
            seats=setup.seats,
            options=Options(),
            tables_digest=setup.tables_digest,
            board=setup.board,
            victory=Victory(turns=0),
        ),
        figures=Pieces(),
        horses=Pieces(),
        turn=siege.day,
    )
    for wall in down:
        overlay = _fallen(wall)
        board.overlays[overlay.id] = overlay
    return replace(
        picture(board, None), summary=_summary(siege, len(down)), focus=tuple(wall.hex for wall in down)
    )


def _summary(siege: Siege, down: int) -> str:
    place, day = siege.setup.stronghold.name, siege.day
    if not down:
        return english("Plan of {place} on day {day}: its walls stand.", place=place, day=day)
    if down == 1:
        return english("Plan of {place} on day {day}: one hex of its walls is down.", place=place, day=day)
    return english("Plan of {place} on day {day}: {down} hexes of its walls are down.",
                   place=place, day=day, down=down)  # fmt: skip


def _fallen(wall: Wall) -> Overlay:
    return Overlay(
        id=f"ruin-{wall.hex}",
        kind="wall down",
        hexes=(wall.hex,),
        terrain=_LEFT[wall.part],
        removes=("stockade", "wall"),
    )

"""The battle outside, on a board (GUI-11.4.4).

Implements GUI-11.4.4a and GUI-11.4.4b. How it ends is told by rules.phases.sallying (GUI-11.4.4c).

Ruling RUL-1135: the two halves in play are those of a strand and of stubble fields, whatever place it is;
each army is drawn up along the outer edge of its half.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.core.language import english
from rules.core.tables import Tables
from rules.events.base import Event
from rules.scenarios.panels import board_data, load_panel
from rules.siege.boards.field import (
    EDGE_NAMES,
    WET,
    Company,
    Ranks,
    losses,
    middle_of,
    opening,
    rested,
    strip,
    unhurt_to_stand,
)
from rules.siege.plans.plan import Act
from rules.state.battle import Errand, Sortie, Victory
from rules.state.board import BoardData, Panel, board_of
from rules.state.deployment import Area
from rules.state.figure import Character, Hex, SideId
from rules.state.siege import Siege
from rules.tactical.deploying.placing import edge_of

FAR, NEAR = "strand", "stubble"
OUTSIDE, INSIDE = "west", "east"
"""Along which edge the besieger stands, and along which the garrison."""
HOLE = "_"


def begins(
    siege: Siege, tables: Tables, act: Act, host: Sequence[Character], garrison: Sequence[Character]
) -> list[Event]:
    """The first events: everybody of both sides; the garrison places first, the besieger has the first phase
    (GUI-11.4.4a, GUI-11.4.4b)."""
    figure = tables["siege-boards"].number
    data = ground()
    board = board_of(data)
    depth, lost = figure("battle depth", "value"), figure("battle until", "value")
    sides = ((siege.besieged, INSIDE, garrison), (siege.besieger, OUTSIDE, host))
    victory = Victory(
        turns=figure("battle turns", "value"),
        aims=losses(siege.setup),
        exits={side: edge_of(board, edge) for side, edge, _ in sides},
        sortie=Sortie(
            errand=Errand.FIELD,
            besieger=siege.besieger,
            besieged=siege.besieged,
            stand={side: unhurt_to_stand(men, lost) for side, _, men in sides},
        ),
    )
    ranks = Ranks(data)
    companies = [_army(ranks, side, edge, strip(board, edge, depth), men) for side, edge, men in sides]
    title = english("The battle before {place}, day {day}", place=siege.setup.stronghold.name, day=siege.day)
    return opening(siege.setup, title, data, companies, victory, first=siege.besieger)


def ground() -> BoardData:
    """The eastern half of one panel and the western one of another, joined."""
    far, near = load_panel(FAR), load_panel(NEAR)
    wide = len(far.rows[0])
    left = cut(replace(far, letter="A"), wide // 2, wide)
    right = cut(replace(near, letter="B", column=wide), 0, len(near.rows[0]) // 2)
    return board_data(left, right)


def cut(panel: Panel, first: int, end: int) -> Panel:
    """A panel of which only some columns are in play, counted from 0, without ``end``."""

    def is_in(at: Hex) -> bool:
        return first < int(at[:2]) <= end

    rows = tuple(
        tuple(code if first <= column < end else HOLE for column, code in enumerate(row))
        for row in panel.rows
    )
    sides = tuple(mark for mark in panel.hexsides if is_in(mark.hex))
    traits = tuple(replace(trait, hexes=tuple(filter(is_in, trait.hexes))) for trait in panel.traits)
    return replace(panel, rows=rows, hexsides=sides, traits=traits)


def _army(ranks: Ranks, side: SideId, edge: str, band: tuple[Hex, ...], men: Sequence[Character]) -> Company:
    """Foot in front, shooters behind, riders on the wings; whoever finds no room in the band, beside it."""
    board = ranks.board
    outer = edge_of(board, edge)
    dry = [at for at in band if board.terrain(at) not in WET]
    row = sorted(board.cells[at].row for at in dry)[len(dry) // 2]

    def depth(at: Hex) -> int:
        return min(board.distance(at, end) for end in outer)

    def off(at: Hex) -> int:
        return abs(board.cells[at].row - row)

    front = sorted(dry, key=lambda at: (-depth(at), off(at), at))
    rear = sorted(dry, key=lambda at: (depth(at) != 2, off(at), at))
    wings = sorted(dry, key=lambda at: (-off(at), -depth(at), at))
    company = [rested(man, mounted=True) for man in men]
    beyond = sorted(board.cells, key=lambda at: (depth(at), at))
    for man in sorted(company, key=lambda man: not man.mounted):
        ranks.draw_up([man], wings if man.mounted else rear if man.weapon else front, beyond)
    return Company(
        side, tuple(company), (Area(EDGE_NAMES[edge], band),), ranks.of(company),
        middle_of(board, edge, front[0]), ranks.lacking(company),
    )  # fmt: skip

"""The board of a battle of a campaign: how many panels, which of them, and by which edge groups come.

Implements GUC-14.1a, GUC-14.1b, GUC-14.2, GUC-14.2b and GUC-14.2c. Panels lie as they are drawn, the first at
the top left. Both sides lay them in turn, by lists that they have filed ahead (RUL-1252); where these say
nothing the first is drawn by lot among those of the hex, and those of open ground follow in turn (RUL-1261).
Which edge is north is drawn too (RUL-1262)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from rules.campaign.boards import panels
from rules.campaign.plans.plan import Panels
from rules.campaign.today import Today
from rules.core.facing import Facing
from rules.core.language import english
from rules.scenarios.panels import board_data, load_panel
from rules.state.board import Board, BoardData, Panel, board_of
from rules.state.figure import Hex, SeatId
from rules.tactical.deploying.placing import EDGES, edge_of

LETTERS = "ABCD"
WORDS = {
    "north": english("the north edge"),
    "north 1": english("the west half of the north edge"),
    "north 2": english("the east half of the north edge"),
    "east": english("the east edge"),
    "east 1": english("the north half of the east edge"),
    "east 2": english("the south half of the east edge"),
    "south": english("the south edge"),
    "south 1": english("the east half of the south edge"),
    "south 2": english("the west half of the south edge"),
    "west": english("the west edge"),
    "west 1": english("the south half of the west edge"),
    "west 2": english("the north half of the west edge"),
}
"""What the edges of a board and their halves are called, which are counted clockwise round it."""


class Wishes(NamedTuple):
    """The panels that both sides would lay, the most wanted first."""

    defender: tuple[str, ...]
    attacker: tuple[str, ...]


NOTHING = Wishes((), ())


class Ground(NamedTuple):
    """A board that is laid. ``panels``: how many; ``north``: which of EDGES lies to the north."""

    data: BoardData
    panels: int
    north: int

    @property
    def board(self) -> Board:
        return board_of(self.data)

    def edge(self, today: Today, came: Facing) -> str:
        """The edge, or half of one, by which whoever came from a direction of the land enters
        (GUC-14.1b)."""
        column = {1: "one", 2: "two", 4: "four"}[self.panels]
        name, _, half = today.tables["campaign-edges"].text(str(came), column).partition(" ")
        turned = EDGES[(EDGES.index(name) + self.north) % len(EDGES)]
        return f"{turned} {half}".strip()


def hexes_of(board: Board, edge: str) -> tuple[Hex, ...]:
    """The outermost hexes along an edge, or along a half of one, clockwise round the board."""
    name, _, half = edge.partition(" ")
    line = edge_of(board, name)
    if name in ("south", "west"):
        line = line[::-1]
    middle = len(line) // 2
    return {"": line, "1": line[:middle], "2": line[middle:]}[half]


def number_of_panels(today: Today, men: int) -> int:
    """By the number of all who take part (GUC-14.1a)."""
    if men <= today.figure("one board up to"):
        return 1
    return 2 if men <= today.figure("two boards up to") else 4


def kind_of(today: Today, where: Hex) -> str:
    """The row of the table of boards for a hex: a place before a river, a river before the coast, the coast
    before the ground (GUC-14.2)."""
    here, place = today.land.at(where), today.at.place_in(where)
    if place is not None:
        return place.kind.value
    return "river" if here.river else "coast" if here.coast else here.terrain.value


def wishes(today: Today, where: Hex, defender: SeatId, attacker: SeatId) -> Wishes:
    """What both have filed for the ground of a hex."""
    ground = kind_of(today, where)
    return Wishes(*(panels.preferred(today.orders(seat, Panels), ground) for seat in (defender, attacker)))


def laid(today: Today, where: Hex, men: int, actor: str, wanted: Wishes = NOTHING) -> Ground:
    """The board for a battle of so many in a hex of the land. ``actor``: whose dice they are. The defender
    lays the first panel, the attacker the second, and so on (GUC-14.2b); which edge is north is drawn by lot
    (GUC-14.2c, RUL-1262). The lot for the first panel is drawn even where a list decides, so that nobody can
    tell that one was filed."""
    number, ground = number_of_panels(today, men), kind_of(today, where)
    own, tables = panels.of_ground(today.tables, ground), today.tables
    lot = own[today.roll("GUC-14.2b", actor, sides=len(own)) - 1]
    names = [next((name for name in wanted.defender if name in own), lot)]
    usual = [name for name in panels.of_ground(tables, panels.OPEN) if name != names[0]] or names
    for turn in range(1, number):
        left = (name for name in wanted[turn % 2] if name not in names)
        fits = (name for name in left if name in panels.allowed(tables, ground))
        names.append(next(fits, usual[(turn - 1) % len(usual)]))
    edges = 2 if number == 2 else len(EDGES)  # of two panels the one that lies above the other
    north = (today.roll("GUC-14.2c", actor, sides=edges) - 1) * len(EDGES) // edges
    return Ground(joined([load_panel(name) for name in names]), number, north)


def joined(panels: list[Panel]) -> BoardData:
    """One panel; two, the second below the first; or four, in rows of two. They are cut to the size of the
    smallest, at the south and the east."""
    if len(panels) == 1:
        return board_data(*panels)
    rows = min(len(panel.rows) for panel in panels)
    columns = min(len(panel.rows[0]) for panel in panels)
    wide = 1 if len(panels) == 2 else 2
    return board_data(
        *(
            replace(
                _cut(panel, rows, columns),
                letter=LETTERS[number],
                column=columns * (number % wide),
                row=rows * (number // wide),
            )
            for number, panel in enumerate(panels)
        )
    )


def _cut(panel: Panel, rows: int, columns: int) -> Panel:
    """The north-western part of a panel. What has storeys is on none that is larger than others."""

    def kept(hexes: tuple[Hex, ...]) -> Iterator[Hex]:
        return (at for at in hexes if int(at[:2]) <= columns and int(at[2:]) <= rows)

    traits = (replace(trait, hexes=tuple(kept(trait.hexes))) for trait in panel.traits)
    return replace(
        panel,
        rows=tuple(row[:columns] for row in panel.rows[:rows]),
        hexsides=tuple(mark for mark in panel.hexsides if any(kept((mark.hex,)))),
        traits=tuple(trait for trait in traits if trait.hexes),
    )

"""A sally against the camp, on a board (GUI-11.4.2).

Implements GUI-11.4.2a, GUI-11.4.2b and GUI-11.4.2c. How it ends is told by rules.phases.sallying.

The board is a panel with seven tents of four hexes. Ruling RUL-1134: the engines stand in the middle of the
camp, and a ladder that lies there burns like wood.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.core.facing import Facing
from rules.core.language import english
from rules.core.tables import Tables
from rules.events.base import Event
from rules.scenarios.panels import board_data, load_panel
from rules.siege.boards.field import (
    Company,
    Ranks,
    edge_areas,
    losses,
    middle_of,
    opening,
    rested,
)
from rules.siege.plans.plan import Act
from rules.state.battle import Errand, Sortie, Victory
from rules.state.board import Board, board_of
from rules.state.deployment import Area, Reserve
from rules.state.figure import Character, Hex
from rules.state.siege import Siege
from rules.state.works import Engine, Ladder
from rules.tactical.deploying.placing import EDGES, edge_of

PANEL = "lines"
CAMP = english("the camp")


def begins(
    siege: Siege, tables: Tables, act: Act, party: Sequence[Character], guard: Sequence[Character]
) -> list[Event]:
    """The first events: the guard places first, anywhere; the party comes by any edge, in as many groups and
    as late as it likes, and has the first phase (GUI-11.4.2b)."""
    figure = tables["siege-boards"].number
    data = board_data(load_panel(PANEL))
    board = board_of(data)
    ranks = Ranks(data)
    middle = _middle(board)
    throwers = tuple(_throwers(siege, ranks, middle, figure("camp thrower", "value")))
    ladders = tuple(_ladders(siege, ranks, middle, figure("camp ladder", "value")))
    everywhere = tuple(at for name in EDGES for at in edge_of(board, name))
    victory = Victory(
        turns=figure("camp turns", "value"),
        aims=losses(siege.setup),
        break_at={siege.besieged: 100 - (act.until or figure("camp until", "value"))},
        exits={side.id: tuple(dict.fromkeys(everywhere)) for side in siege.setup.sides},
        sortie=Sortie(
            errand=Errand.CAMP,
            besieger=siege.besieger,
            besieged=siege.besieged,
            arrows=figure("camp arrows", "value"),
        ),
    )
    title = english("The sally from {place}, day {day}", place=siege.setup.stronghold.name, day=siege.day)
    companies = [_guard(siege, ranks, guard, middle), _party(siege, board, act, party, middle)]
    return opening(
        siege.setup, title, data, companies, victory, first=siege.besieged, engines=throwers, ladders=ladders
    )


def tents(board: Board) -> tuple[Hex, ...]:
    return tuple(at for at, cell in board.cells.items() if cell.terrain in ("tent", "tent_opening"))


def _middle(board: Board) -> Hex:
    """The open hex that is nearest to all tents together."""
    found = tents(board)
    ground = [at for at, cell in board.cells.items() if cell.terrain == "flat"]
    return min(ground, key=lambda at: (sum(board.distance(at, tent) for tent in found), at))


def _free_pairs(ranks: Ranks, middle: Hex) -> Iterable[tuple[Hex, Hex]]:
    """Two open hexes side by side that nothing covers yet, from the middle on."""
    board = ranks.board
    ground = {at for at, cell in board.cells.items() if cell.terrain == "flat"}
    for at in ranks.by_distance(ground, middle):
        for near in board.neighbours(at):
            if near in ground and at not in ranks.taken and near not in ranks.taken:
                yield at, near


def _throwers(siege: Siege, ranks: Ranks, middle: Hex, most: int) -> Iterable[Engine]:
    for number in range(1, min(siege.engines.get("thrower", 0), most) + 1):
        at, _ = next(iter(_free_pairs(ranks, middle)))
        name = english("stone thrower {number}", number=number)
        ranks.taken[at] = name
        yield Engine(f"thrower-{number}", "stone_thrower", name, siege.besieger, (at,), Facing.N)


def _ladders(siege: Siege, ranks: Ranks, middle: Hex, most: int) -> Iterable[Ladder]:
    """They lie about; men may stand there."""
    lying: set[Hex] = set()
    for number in range(1, min(siege.engines.get("ladder", 0), most) + 1):
        pair = next(pair for pair in _free_pairs(ranks, middle) if not lying & set(pair))
        lying.update(pair)
        yield Ladder(f"ladder-{number}", "ladder", pair)


def _guard(siege: Siege, ranks: Ranks, men: Sequence[Character], middle: Hex) -> Company:
    """Spread evenly over the openings of the tents, as long as nothing else is ordered."""
    board = ranks.board
    doors = [at for at in tents(board) if board.terrain(at) == "tent_opening"]
    ground = [at for at, cell in board.cells.items() if cell.terrain == "flat"]
    company = [rested(man, mounted=True) for man in men]
    for number, man in enumerate(company):
        ranks.draw_up([man], ranks.by_distance(ground, doors[number % len(doors)]))
    areas = (Area(CAMP, tuple(board.cells)),)
    return Company(siege.besieger, tuple(company), areas, ranks.of(company), middle, ranks.lacking(company))


def _party(siege: Siege, board: Board, act: Act, men: Sequence[Character], middle: Hex) -> Company:
    """In reserve, all of them; by the edge ordered, else by that nearest to most tents."""
    found = tents(board)

    def way(edge: str) -> int:
        return sum(min(board.distance(at, tent) for at in edge_of(board, edge)) for tent in found)

    first = act.edge or min(EDGES, key=way)
    company = [rested(man, mounted=True) for man in men]
    by = tuple(dict.fromkeys((first, *EDGES)))
    reserves = {man.id: Reserve(by=by, turn=1, announced=True) for man in company}
    retreat = middle_of(board, first, middle)
    return Company(siege.besieged, tuple(company), edge_areas(board), {}, retreat, reserves)

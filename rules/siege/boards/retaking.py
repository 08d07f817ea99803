"""The garrison assaults those who hold all but its refuge, on the board of the place: on the day on which
they are divided (GUI-11.4.1f), and once it besieges them together with a relief (GUI-11.4.1g).

Its men come out of the refuge, a relief by the edges; whoever is assaulted places first, anywhere but in the
refuge. It is won when none of them is left (RUL-1141)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.core.language import english
from rules.core.tables import Tables
from rules.events.base import Event
from rules.siege.boards.assault import (
    PLACE,
    REFUGE,
    behind_the_gate,
    every_edge,
    ground,
    man_the_walls,
    won,
)
from rules.siege.boards.field import (
    LATER,
    Company,
    Ranks,
    edge_areas,
    losses,
    nearest_edge,
    opening,
    rested,
    strip,
)
from rules.siege.plans.ending import NEVER
from rules.siege.plans.plan import Act
from rules.siege.today import names
from rules.state.battle import Storm, Victory
from rules.state.deployment import Area, Reserve
from rules.state.figure import Character, FigureId
from rules.state.siege import Siege


def begins(
    siege: Siege,
    tables: Tables,
    act: Act,
    attackers: Sequence[Character],
    defenders: Sequence[Character],
    let_in: Sequence[FigureId] = (),
) -> list[Event]:
    """The first events. ``let_in``: those to whom the gate was opened."""
    setup, hold = siege.setup, siege.setup.stronghold
    ranks, marks, front = ground(siege, tables)
    board = ranks.board
    within = behind_the_gate(siege, ranks, front, [man for man in attackers if man.id in let_in])
    door = hold.keep[0] if hold.keep else front
    held = man_the_walls(ranks, won(hold), door, defenders)
    holders = Company(
        setup.besieger, tuple(held), (Area(PLACE, won(hold)),), ranks.of(held), won(hold)[0],
        ranks.lacking(held),
    )  # fmt: skip
    edge = act.edge or nearest_edge(board, front)
    garrison = _garrison(siege, ranks, edge, [man for man in attackers if man.id not in let_in])
    figure = tables["siege-boards"].number
    victory = Victory(
        turns=figure("assault turns", "value"),
        aims=losses(siege.setup),
        break_at={setup.besieged: 100 - (act.until or figure("assault until", "value"))},
        exits={setup.besieged: every_edge(board)} if siege.exchanged else {},
        storm=Storm(
            besieger=setup.besieged,
            besieged=setup.besieger,
            refuge=won(hold),
            halt=NEVER,
            quiet=figure("assault quiet", "value"),
            retaking=True,
        ),
    )
    title = english("The fight inside {place}, day {day}", place=hold.name, day=siege.day)
    return opening(
        siege.setup, title, setup.board, [holders, garrison], victory, first=setup.besieged, overlays=marks,
        standing=within,
    )  # fmt: skip


def _garrison(siege: Siege, ranks: Ranks, edge: str, men: Sequence[Character]) -> Company:
    """In the refuge, where nobody else is; a relief outside, along an edge, and each of it may come later and
    by any other (RUL-1141)."""
    hold, board = siege.setup.stronghold, ranks.board
    keep = hold.keep or hold.within
    inside = [rested(man, mounted=False) for man in men if man.id not in siege.relief]
    outside = [rested(man, mounted=False) for man in men if man.id in siege.relief]
    ranks.draw_up(inside, [*keep, *ranks.by_distance(board.cells, keep[0])])
    areas: tuple[Area, ...] = (Area(REFUGE, keep, names(inside)),) if inside else ()
    reserves: dict[FigureId, Reserve] = {}
    if outside:
        ranks.draw_up(outside, [*strip(board, edge), *every_edge(board)])
        areas += tuple(replace(area, men=names(outside)) for area in edge_areas(board))
        reserves = {name: replace(LATER, place=at) for name, at in ranks.of(outside).items()}
    company = [*inside, *outside]
    reserves |= ranks.lacking(company)
    return Company(siege.setup.besieged, tuple(company), areas, ranks.of(company), keep[0], reserves)

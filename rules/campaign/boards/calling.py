"""A battle of a campaign becomes a game of its own, and the day waits for it.

Implements GUC-14.4: each group sets up along the edge by which it came, who was there before opposite to
where its enemies came from, whoever attacks (RUL-1287). The book leaves to the attacker who sets up first,
and who has the first phase; he lets the defender set up, and begins (RUL-1263).

Allies of either side stand in its line: a battle has two sides, whose seats are those of all who take part
(RUL-1265)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from rules.campaign import retreats
from rules.campaign.boards import hungry
from rules.campaign.boards.ground import WORDS, Ground, hexes_of, laid, wishes
from rules.campaign.lines import Line, fighters, hungry_in, seat_of, side_of, sides_of
from rules.campaign.today import Today, company
from rules.core.facing import Facing
from rules.core.language import english
from rules.core.modules import CAPTIVES
from rules.events.base import Event
from rules.events.campaign_fights import BattleCalled
from rules.siege.boards.field import (
    MODULES,
    WET,
    Company,
    Ranks,
    band,
    losses,
    middle_of,
    opening,
    rested,
)
from rules.state.arms import disarmed
from rules.state.battle import Errand, Sortie, Victory
from rules.state.board import Board
from rules.state.campaign_counters import GroupId, PlaceId
from rules.state.deployment import Area, Reserve
from rules.state.figure import Character, FigureId, Hex, SeatId, SideId
from rules.state.table import Fights, Seat
from rules.tactical.deploying.placing import EDGES, edge_of

AHEAD, BEHIND = Facing.N, Facing.S
"""From where attackers come of whom nobody knows, and those whom they attack."""
APART = 4
"""So many hexes enemies are apart who set up along the same edge, if there is room."""
SHARE = 2
"""A line fills half of the board at most, from its edge on: the rest is for those whom it fights."""


class Party(NamedTuple):
    """Men of one seat who come by the same edge, under the side that leads their line, and their groups."""

    side: SideId
    seat: SeatId
    edge: str
    men: tuple[Character, ...]
    groups: tuple[GroupId, ...]


def is_fought_out(today: Today, attackers: Line, defenders: Line) -> bool:
    """Whether the players agreed to fight on boards, and each line has somebody to play it: mercenaries whom
    nobody employs have not (RUL-1266)."""
    at = today.at
    if at.setup.options.fights is not Fights.BOARD or "campaign-boards" not in today.tables:
        return False
    return all(seat_of(at, line) and fighters(at, line) for line in (attackers, defenders))


def call(today: Today, where: Hex, attackers: Line, defenders: Line, storms: PlaceId = "") -> None:
    """All seats of the sides that take part may know of it, as they know what groups of their side do.
    ``storms``: the settlement that is attacked."""
    at = today.at
    name = f"day{at.day}-{attackers.groups[0]}-{storms or defenders.groups[0]}"
    for levy in (attackers.levy, defenders.levy):
        if levy is not None:
            today.levies[name] = levy
    today.record(BattleCalled(name, where, attackers.groups, defenders.groups, storms))
    first, seats = _begins(today, where, attackers, defenders, storms)
    today.journal.call(
        name, first, {seat: seat for seat in seats}, known=today.of(*sides_of(at, attackers, defenders))
    )


def _begins(
    today: Today, where: Hex, attackers: Line, defenders: Line, storms: PlaceId
) -> tuple[list[Event], tuple[SeatId, ...]]:
    """The first events of the battle, and whose seats play it."""
    at = today.at
    lines = (attackers, defenders)
    leads = [side_of(at, line) for line in lines]
    men = sum(len(fighters(at, line)) for line in lines)
    ours, theirs = (seat_of(at, line) for line in lines)
    wanted = wishes(today, where, defender=theirs, attacker=ours)
    ground = laid(today, where, men, attackers.groups[0], wanted)
    came, theirs_came = (retreats.came_today(today, line.groups) for line in lines)
    if not theirs_came:  # if nobody has come today, from where the attacker came one day
        came = came or at.groups[attackers.groups[0]].came
    parties = [
        list(_parties(today, ground, where, attackers, theirs_came, came, AHEAD)),
        list(_parties(today, ground, where, defenders, came, theirs_came, BEHIND)),
    ]
    playing = {party.seat: party.side for line in parties for party in line}
    of = replace(
        at.setup,
        sides=tuple(
            replace(side, allies=(), neutral=(), colour=at.setup.sides_by_colour.index(side))
            for side in at.setup.sides
            if side.id in leads
        ),
        seats=tuple(
            Seat(id=seat.id, side=playing[seat.id], name=seat.name)
            for seat in at.setup.seats
            if seat.id in playing
        ),
    )
    board = ground.board
    edges = {
        party.side: tuple(dict.fromkeys(at for p in line for at in edge_of(board, p.edge.split()[0])))
        for line in parties
        for party in line
    }
    victory = Victory(
        turns=today.figure("battle turns"),
        aims=losses(of),
        break_at=dict.fromkeys(leads, today.tables["campaign-house"].number("flees with", "value")),
        exits=edges,
        sortie=Sortie(errand=Errand.OPEN, besieger=leads[0], besieged=leads[1]),
    )
    ranks = Ranks(ground.data)
    companies = _companies(today, ground, ranks, [*parties[1], *parties[0]])
    captives = [
        *_captives(today, board, ranks, parties[0], parties[1]),
        *_captives(today, board, ranks, parties[1], parties[0]),
    ]
    unfed = [name for line in lines for band in hungry_in(at, line) for name in at.content(band).men]
    first = opening(
        of,
        _title(today, where, storms=bool(storms)),
        ground.data,
        companies,
        victory,
        first=leads[0],
        standing=tuple(captives),
        modules=(*MODULES, CAPTIVES.id) if captives else MODULES,
    )
    return hungry.weakened(first, unfed, today.figure("unfed die")), tuple(seat.id for seat in of.seats)


def _title(today: Today, where: Hex, *, storms: bool) -> str:
    place, day = today.at.place_in(where), today.at.day
    if place is not None and storms:
        return english("The attack on {place}, day {day}", place=place.name, day=day)
    if place is not None:
        return english("The battle of {place}, day {day}", place=place.name, day=day)
    return english("The battle in {hex}, day {day}", hex=where, day=day)


# who comes, and from where


def _parties(
    today: Today, ground: Ground, where: Hex, line: Line, foes_came: Hex, came: Hex, else_: Facing
) -> Iterator[Party]:
    """Each group with the mercenaries under it; townsmen stand with the group that was there first, or alone:
    they were there before whoever attacks them."""
    at = today.at
    side = side_of(at, line)
    found: dict[tuple[SeatId, str], list[Character]] = {}
    groups: dict[tuple[SeatId, str], list[GroupId]] = {}

    def stand(seat: SeatId, came_by: Facing | None, men: Iterable[Character]) -> tuple[SeatId, str]:
        where_ = seat, ground.edge(today, came_by or else_)
        found.setdefault(where_, []).extend(
            replace(rested(man, mounted=True), side=side, seat=seat) for man in men
        )
        return where_

    hosts = _hosts_of_townsmen(today, line)
    for group in (at.groups[name] for name in line.groups):
        men = company(at, group)
        if line.levy is not None and group.id == hosts:
            men += tuple(at.men[name] for name in line.levy.men)
        party = stand(group.seat, retreats.from_where(today, group, where, foes_came, came), men)
        groups.setdefault(party, []).append(group.id)
    if line.levy is not None and not hosts:
        townsmen = [at.men[name] for name in line.levy.men]
        toward = retreats.opposite_to(where, foes_came) or retreats.side(where, came)
        stand(seat_of(at, line), toward, townsmen)
    for (seat, edge), company_ in found.items():
        yield Party(side, seat, edge, tuple(company_), tuple(groups.get((seat, edge), ())))


def _hosts_of_townsmen(today: Today, line: Line) -> GroupId:
    """The first group of their side that was in the place before: they stand with it. Whoever has come today
    stands where he came from, they where they live (RUL-1294)."""
    at = today.at
    if line.levy is None:
        return ""
    own = (name for name in line.groups if at.groups[name].side == line.levy.side)
    return next((name for name in own if not retreats.is_new(today, name)), "")


# where they stand


def _companies(today: Today, ground: Ground, ranks: Ranks, parties: Iterable[Party]) -> list[Company]:
    """One for each seat, in the order in which they set up. The rows along an edge are as many as its men
    have room in; for whom there is none, he comes later (RUL-1335)."""
    board = ground.board
    depth = today.tables["campaign-house"].number("set-up depth", "value")
    found: dict[SeatId, Company] = {}
    for party in parties:
        edge = hexes_of(board, party.edge)
        rows = _room(ranks, party, edge, depth)
        area = Area(WORDS[party.edge], rows, tuple(man.id for man in party.men))
        other = found.get(party.seat)
        found[party.seat] = Company(
            party.side,
            (*(other.men if other else ()), *party.men),
            (*(other.areas if other else ()), area),
            {**(other.usual if other else {}), **ranks.of(party.men)},
            other.edge if other else middle_of(board, party.edge.split()[0], edge[len(edge) // 2]),
            {**(other.reserves if other else {}), **_later(ranks, party, edge)},
            party.seat,
        )
    return list(found.values())


def _captives(
    today: Today, board: Board, ranks: Ranks, guards: Iterable[Party], friends: Sequence[Party]
) -> Iterator[Character]:
    """Prisoners whose side has a group in the enemy's line are led along, unarmed, and stand behind those who
    guard them (GUC-14.8e, RUL-1277). For whom there is no room, he stays behind (RUL-1335)."""
    at = today.at
    if not today.tables["campaign-figures"].has("captive defence"):
        return  # a campaign that began before there was the figure
    theirs = {group for party in friends for group in party.groups}
    sides = {at.groups[group].side for group in theirs} | {party.side for party in friends}
    seats = [party.seat for party in friends]
    for party in guards:
        rear = _from_the_edge(board, hexes_of(board, party.edge))
        for man in (at.men[name] for group in party.groups for name in at.content(group).captives):
            if man.side in sides:
                seat = man.seat if man.seat in seats else seats[0]
                captive = replace(rested(man, mounted=False), side=friends[0].side, seat=seat, bound=True)
                ranks.draw_up([captive], rear)
                for place in ranks.of([captive]).values():
                    yield replace(disarmed(captive, today.figure("captive defence")), hex=place[0])


def _from_the_edge(board: Board, edge: tuple[Hex, ...]) -> list[Hex]:
    """All dry hexes, those next to an edge first."""
    middle = edge[len(edge) // 2]
    dry = (at for at in board.cells if board.terrain(at) not in WET)
    return sorted(
        dry, key=lambda at: (min(board.distance(at, end) for end in edge), board.distance(at, middle), at)
    )


def _room(ranks: Ranks, party: Party, edge: tuple[Hex, ...], depth: int) -> tuple[Hex, ...]:
    """The rows along an edge in which a party has room on dry ground, up to half of the board, where each of
    it is put: riders on the wings, foot in front, shooters behind."""
    board, middle = ranks.board, edge[len(edge) // 2]
    enemies = tuple(ranks.taken)
    needed = sum(2 if man.mounted else 1 for man in party.men)
    beyond = edge_of(board, EDGES[EDGES.index(party.edge.split()[0]) - 2])
    deepest = max(min(board.distance(middle, at) for at in beyond) // SHARE, depth)
    for rows in range(depth, deepest + 1):
        hexes_ = tuple(at for at in band(board, edge, rows) if board.terrain(at) not in WET)
        free = [at for at in hexes_ if all(board.distance(at, enemy) >= APART for enemy in enemies)]
        if len(free) < needed and rows < deepest:
            continue
        taken, places, without = dict(ranks.taken), dict(ranks.places), list(ranks.without)
        deep = {at: min(board.distance(at, end) for end in edge) for at in hexes_}
        off = {at: board.distance(at, middle) for at in hexes_}
        front = sorted(free, key=lambda at: (-deep[at], off[at], at))
        rear = sorted(free, key=lambda at: (deep[at], off[at], at))
        wings = sorted(free, key=lambda at: (-off[at], -deep[at], at))
        for man in sorted(party.men, key=lambda man: not man.mounted):
            ranks.draw_up([man], wings if man.mounted else rear if man.weapon else front)
        if rows == deepest or not ranks.lacking(party.men):
            break
        ranks.taken, ranks.places, ranks.without = taken, places, without
    return hexes_


def _later(ranks: Ranks, party: Party, edge: tuple[Hex, ...]) -> dict[FigureId, Reserve]:
    """Who of a party found no room comes by its own edge from turn 2 on (RUL-1335); of half an edge, by its
    middle."""
    by = edge[len(edge) // 2] if len(party.edge.split()) > 1 else party.edge
    return {name: replace(later, by=(by,)) for name, later in ranks.lacking(party.men).items()}

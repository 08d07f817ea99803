"""An assault, on the board of the place (GUI-11.4.1).

Implements GUI-11.3.3 (walls that are down are marked), GUI-11.4.1a, GUI-11.4.1b, GUI-11.4.1i, GUI-11.4.1j and
GUI-11.4.1k. How it ends is told by rules.phases.storming.

The books do not print what ground a stone wall that is down is. Ruling RUL-1122: rocks. Riders storm on foot
(RUL-1121), and whoever is laid out along an edge may hold men back to come by any edge, which the garrison is
told at once (RUL-1123). Where all of the board is in range of a refuge, its besiegers come by the edges again
(RUL-1126). Stone throwers come if the plan says so, and shoot from the edge (RUL-1127).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from rules.core.facing import FACINGS
from rules.core.language import english
from rules.core.tables import Tables
from rules.events.base import Event
from rules.siege import battering
from rules.siege.boards.field import (
    LATER,
    Company,
    Ranks,
    edge_areas,
    losses,
    middle_of,
    nearest_edge,
    opening,
    rested,
    strip,
)
from rules.siege.plans.ending import NEVER
from rules.siege.plans.plan import NONE, Act
from rules.state.battle import RUIN, Overlay, Storm, Victory
from rules.state.board import Board
from rules.state.deployment import Area
from rules.state.figure import Character, FigureId, Hex
from rules.state.hexsides import BUILT_SIDES, NARROW, OPENINGS
from rules.state.siege import Part, Siege, Strength, Stronghold
from rules.state.works import Engine, Ladder
from rules.tactical.deploying.placing import EDGES
from rules.tactical.weapons import weapon_data

REFUGE = english("the refuge")
PLACE = english("the place")
WALLS = english("the walls")
OPEN = english("the open ground")
WOOD_LEFT = {
    "gate": (english("destroyed gate"), "destroyed_gate", 0),
    "platform": (english("fallen platform"), "stockade_down", -1),
}
BROKEN_STOCKADE = (english("broken stockade"), "stockade_down", 0)


def begins(
    siege: Siege,
    tables: Tables,
    act: Act,
    attackers: Sequence[Character],
    defenders: Sequence[Character],
    let_in: Sequence[FigureId] = (),
) -> list[Event]:
    """The first events of an assault. Walls that are down are marked, the garrison places first, anywhere
    inside, in a second assault only in its refuge (GUI-11.4.1b, GUI-11.4.1i); the besiegers see that and lay
    themselves out along the edges. ``let_in``: those
    who stand inside already, since the gate was opened to them (GUI-11.6h)."""
    setup = siege.setup
    ranks, marks, front = ground(siege, tables)
    board = ranks.board
    edge = act.edge or nearest_edge(board, front)
    within = behind_the_gate(siege, ranks, front, [man for man in attackers if man.id in let_in])
    inside = _garrison(siege, ranks, front, defenders)
    storming = [man for man in attackers if man.id not in let_in]
    most = tables["siege-boards"].number("camp thrower", "value")
    throwers = tuple(_throwers(siege, ranks, act, edge, most))
    outside = _besiegers(siege, ranks, edge, front, storming, defenders)
    ladders = tuple(_ladders(siege, act, board, outside))
    figure = tables["siege-boards"].number
    victory = Victory(
        turns=figure("assault turns", "value"),
        aims=losses(siege.setup),
        break_at={setup.besieger: 100 - (act.until or figure("assault until", "value"))},
        exits={setup.besieger: every_edge(board)},
        storm=Storm(
            besieger=setup.besieger,
            besieged=setup.besieged,
            refuge=setup.stronghold.keep,
            halt=_halt(siege, act, figure("assault halt", "value")),
            quiet=figure("assault quiet", "value"),
        ),
    )
    title = english("The assault on {place}, day {day}", place=setup.stronghold.name, day=siege.day)
    return opening(
        siege.setup, title, setup.board, [inside, outside], victory, first=setup.besieger, overlays=marks,
        ladders=ladders, engines=throwers, standing=within,
    )  # fmt: skip


def _halt(siege: Siege, act: Act, usual: int) -> int:
    """From how many percent of losses on it stops before the refuge; whoever storms the refuge itself does
    not (GUI-11.4.1h, GUI-11.4.1i)."""
    if siege.holds:
        return NEVER
    return usual if act.halt is None else act.halt


def ground(siege: Siege, tables: Tables) -> tuple[Ranks, tuple[Overlay, ...], Hex]:
    """The place as it is that day: where men can be put down, which is not on its ruins; these; and where an
    assault is to be expected."""
    ranks = Ranks(siege.setup.board)
    marks = tuple(ruins(siege, tables, ranks.board))
    ranks.taken.update(dict.fromkeys((mark.hexes[0] for mark in marks), "rubble"))
    return ranks, marks, weak_point(siege, tables, ranks.board)


def ruins(siege: Siege, tables: Tables, board: Board) -> Iterable[Overlay]:
    """A marker on each hex of the walls that battering has brought down: it alone changes the hex
    (GUI-11.3.2, GUI-11.3.3)."""
    for wall in battering.breaches(siege, tables):
        if wall.strength is Strength.WOOD:
            kind, terrain, level = WOOD_LEFT.get(board.terrain(wall.hex), BROKEN_STOCKADE)
            gone: tuple[str, ...] = ("stockade",)
        else:
            kind, terrain, level = english("fallen wall"), "rock", 0
            gone = tuple(sorted(BUILT_SIDES))
        yield Overlay(f"{RUIN}{wall.hex}", kind, (wall.hex,), terrain=terrain, level=level, removes=gone)


def weak_point(siege: Siege, tables: Tables, board: Board) -> Hex:
    """Where an assault is to be expected: at the first breach, else at the gate, else at a door."""
    hold = siege.setup.stronghold
    if gaps := battering.breaches(siege, tables):
        return gaps[0].hex
    if gates := [wall.hex for wall in hold.walls if wall.part is Part.GATE]:
        return gates[0]
    doors = [at for at in hold.within if _has(board, at, frozenset({"door", "entrance"}))]
    return (doors or [wall.hex for wall in hold.walls])[0]


def _has(board: Board, at: Hex, features: frozenset[str]) -> bool:
    return any(features & board.hexside(at, near) for near in board.neighbours(at))


def behind_the_gate(
    siege: Siege, ranks: Ranks, front: Hex, men: Sequence[Character]
) -> tuple[Character, ...]:
    """Behind the gate, before anybody else is placed."""
    ground = [at for at in siege.setup.stronghold.within if ranks.board.terrain(at) in ("flat", "interior")]
    company = [rested(man, mounted=False) for man in men]
    for man in company:
        ranks.stand(man, ranks.by_distance(ground, front))
    return tuple(replace(man, hex=ranks.places[man.id][0]) for man in company)


def _garrison(siege: Siege, ranks: Ranks, front: Hex, men: Sequence[Character]) -> Company:
    """Shooters at slits and on platforms, two men for each breach, the rest behind the weak point."""
    hold, board = siege.setup.stronghold, ranks.board
    company = man_the_walls(ranks, hold.keep if siege.holds else hold.within, front, men)
    areas = [Area(REFUGE, hold.keep)] if hold.keep else []
    if not siege.holds:
        areas = [Area(PLACE, hold.within), *areas]
        platforms = tuple(at for at in hold.within if board.terrain(at) == "platform")
        areas += [Area(WALLS, platforms)] if platforms else []
    centre = (hold.keep or hold.within)[0]
    return Company(
        siege.setup.besieged, tuple(company), tuple(areas), ranks.of(company), centre, ranks.lacking(company)
    )


def man_the_walls(
    ranks: Ranks, grounds: Sequence[Hex], front: Hex, men: Sequence[Character]
) -> list[Character]:
    """Shooters at slits and on platforms, the rest nearest to where they are attacked."""
    board = ranks.board
    near = ranks.by_distance(grounds, front)
    lookouts = [at for at in near if board.terrain(at) == "platform" or _has(board, at, OPENINGS | NARROW)]
    yard = [at for at in near if board.terrain(at) != "platform"]
    # whoever has no room in there stands before its doors
    near += ranks.by_distance((at for at in board.cells if at not in grounds), near[0])
    company = [rested(man, mounted=False) for man in men]
    for man in sorted(company, key=lambda man: (not man.weapon, man.wounded)):
        ranks.draw_up([man], [*lookouts, *near] if man.weapon else [*yard, *near])
    return company


def won(hold: Stronghold) -> tuple[Hex, ...]:
    """What besiegers hold who hold all but the refuge."""
    return tuple(at for at in hold.within if at not in hold.keep)


def every_edge(board: Board) -> tuple[Hex, ...]:
    return tuple(dict.fromkeys(at for name in EDGES for at in strip(board, name)))


def won_ground(siege: Siege, board: Board, tables: Tables, defenders: Sequence[Character]) -> tuple[Hex, ...]:
    """Where besiegers may stand who storm the refuge: anywhere else, but out of range of whoever in it has
    something to shoot with (GUI-11.4.1i, RUL-1126)."""
    weapons = [weapon_data(tables, man.weapon) for man in defenders if man.weapon]
    reach = max((max(weapon.reach) for weapon in weapons), default=0)
    keep = siege.setup.stronghold.keep
    return tuple(at for at in board.cells if min(board.distance(at, shooter) for shooter in keep) > reach)


def _besiegers(
    siege: Siege,
    ranks: Ranks,
    edge: str,
    front: Hex,
    men: Sequence[Character],
    defenders: Sequence[Character],
) -> Company:
    """Along one edge, those nearest to the weak point in front; all of them may come later and by any edge,
    and are seen there a turn before (GUI-11.4.1b, GUI-11.4.1j).
    Those for whom there is no room must come later (RUL-1316).
    In a second assault they may stand on what they have won; whoever shares the place with a relief outside
    has nothing else, in range or out of it (RUL-1141)."""
    hold = siege.setup.stronghold
    board = ranks.board
    areas = edge_areas(board)
    grounds: Iterable[Hex] = strip(board, edge)
    if siege.holds:
        ground = won_ground(siege, board, ranks.tables, defenders)
        inside = tuple(at for at in ground if at in hold.within)
        open_ground = tuple(at for at in ground if at not in hold.within)
        areas = (*(Area(*area) for area in ((PLACE, inside), (OPEN, open_ground)) if area[1]), *areas)
        grounds = [*inside, *grounds]
        front = hold.keep[0]
    company = [rested(man, mounted=False) for man in men]
    if siege.divided or siege.exchanged:
        areas = (Area(PLACE, won(hold)),)
        room = [*ranks.by_distance(won(hold), front), *ranks.by_distance(board.cells, front)]
        ranks.draw_up(company, room)
        return Company(
            siege.setup.besieger, tuple(company), areas, ranks.of(company), won(hold)[0],
            ranks.lacking(company),
        )  # fmt: skip
    room = ranks.by_distance(grounds, front)
    room += ranks.by_distance((at for area in areas for at in area.hexes if at not in room), front)
    ranks.draw_up(sorted(company, key=lambda man: bool(man.weapon)), room)
    reserves = {name: replace(LATER, place=at) for name, at in ranks.of(company).items()}
    reserves |= ranks.lacking(company)
    retreat = middle_of(board, edge, front)
    return Company(siege.setup.besieger, tuple(company), areas, ranks.of(company), retreat, reserves)


def _throwers(siege: Siege, ranks: Ranks, act: Act, edge: str, most: int) -> Iterable[Engine]:
    """As many as were ordered and there are, along the edge, with their arrows towards the place and room for
    a crew round them (GUI-11.4.1a, RUL-1127)."""
    board, hold = ranks.board, siege.setup.stronghold
    centre = (hold.keep or hold.within)[0]
    ground, crew = ranks.tables["engine-ground"], ranks.tables["engines"].number("stone_thrower", "crew")

    def is_open(at: Hex) -> bool:
        return ground.has(board.terrain(at)) and at not in ranks.taken and at not in hold.within

    if siege.divided:  # they stand outside, and nobody is there
        return
    for number in range(1, min(act.throwers, siege.engines.get("thrower", 0), most) + 1):
        room = (at for at in ranks.by_distance(strip(board, edge), centre) if is_open(at))
        at = next((at for at in room if sum(map(is_open, board.neighbours(at))) >= crew), None)
        if at is None:
            return
        name = english("stone thrower {number}", number=number)
        ranks.taken[at] = name
        facing = FACINGS[(board.bearing(at, centre) + 1) // 2 % len(FACINGS)]
        yield Engine(f"thrower-{number}", "stone_thrower", name, siege.besieger, (at,), facing)


def _ladders(siege: Siege, act: Act, board: Board, company: Company) -> Iterable[Ladder]:
    """As many ladders as were ordered, else all, each under two men who stand side by side; ropes in the
    hands of others."""
    most = siege.engines.get("ladder", 0)
    wanted = 0 if act.number == NONE else min(act.number or most, most)
    free = {place[0]: name for name, place in company.usual.items()}
    for number in range(1, wanted + 1):
        pair = next(((at, by) for at in free for by in board.neighbours(at) if by in free), None)
        if pair is None:
            return
        for at in pair:
            del free[at]
        yield Ladder(f"ladder-{number}", "ladder", pair)
    bearers: list[FigureId] = list(free.values())
    for number, name in enumerate(bearers[: siege.engines.get("grapnel", 0)], start=1):
        yield Ladder(f"rope-{number}", "rope", (), bearers=(name,))

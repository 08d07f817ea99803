"""A supply party and the patrols, on a board (GUI-11.4.3).

Implements GUI-11.4.3a, GUI-11.4.3b. Patrols that dice bring are called by rules.tactical.deploying.patrols
(GUI-11.4.3c), and how it ends is told by rules.phases.sallying.

Ruling RUL-1132: the packhorses are laid out along the edge in the hands of men on foot, and whoever crosses
the board takes along what he leads. Ruling RUL-1133: by which edge a patrol comes is said before the first
turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.core.language import english
from rules.core.tables import Tables
from rules.events.base import Event
from rules.phases.sallying import PACKHORSE
from rules.scenarios.panels import board_data, load_panel
from rules.siege.boards.field import (
    EACH,
    EDGE_NAMES,
    Company,
    Ranks,
    edge_areas,
    middle_of,
    opening,
    rested,
    strip,
)
from rules.siege.plans.plan import Act
from rules.state.battle import Aim, Errand, Sortie, Victory
from rules.state.board import board_of
from rules.state.deployment import Area, Reserve
from rules.state.figure import Character, FigureId, Hex, Horse
from rules.state.siege import Siege
from rules.tactical.deploying.placing import EDGES, edge_of

PANEL = "strand"
OPPOSITE = {"west": "east", "east": "west"}
USUAL = "west"
HAND = 3  # horses that a man on foot can lead (GUI-4.4.3e)
COLUMN = 4  # hexes from the edge in which party and horses are laid out
FIRST = 1


def begins(
    siege: Siege,
    tables: Tables,
    act: Act,
    party: Sequence[Character],
    patrols: Sequence[Sequence[Character]],
    found: int,
) -> list[Event]:
    """The first events: the party with its packhorses along the east or west edge, which has the first phase;
    a patrol that comes in turn 1, and those that may come later (GUI-11.4.3b)."""
    data = board_data(load_panel(PANEL))
    board = board_of(data)
    edge = act.edge if act.edge in OPPOSITE else USUAL
    home = edge_of(board, OPPOSITE[edge])
    table = tables["siege-patrols"]
    victory = Victory(
        turns=tables["siege-boards"].number("supply turns", "value"),
        aims=(
            Aim("exited", siege.besieged, EACH, home, english("The party crosses the board.")),
            Aim("casualties", siege.besieger, EACH),
        ),
        sortie=Sortie(
            errand=Errand.SUPPLY,
            besieger=siege.besieger,
            besieged=siege.besieged,
            home=home,
            patrols=tuple(table.number(turn, "at_most") for turn, *_ in table.rows),
        ),
    )
    ranks = Ranks(data)
    ground = _in_the_middle(ranks, strip(board, edge, COLUMN))
    ground += ranks.by_distance((at for at in board.cells if at not in ground), ground[0])
    drivers, horses = _drivers(siege, ranks, ground, party, found)
    leading = {man.id for man in drivers}
    others = [rested(man, mounted=True) for man in party if man.id not in leading]
    ranks.draw_up(others, ground)
    company = Company(
        siege.besieged,
        tuple(others),
        (Area(EDGE_NAMES[edge], strip(board, edge, COLUMN)),),
        ranks.of(others),
        middle_of(board, OPPOSITE[edge], ground[0]),
        ranks.lacking(others),
    )
    title = english(
        "The supply party of {place}, day {day}", place=siege.setup.stronghold.name, day=siege.day
    )
    return opening(
        siege.setup,
        title,
        data,
        [company, _patrols(siege, ranks, edge, patrols)],
        victory,
        first=siege.besieged,
        standing=drivers,
        loose=horses,
    )


def _in_the_middle(ranks: Ranks, hexes: Sequence[Hex]) -> list[Hex]:
    """Dry and open hexes, from the middle of them on."""
    board = ranks.board
    dry = [at for at in hexes if board.terrain(at) in ("beach", "flat")]
    row = sorted(board.cells[at].row for at in dry)[len(dry) // 2]
    return sorted(dry, key=lambda at: (abs(board.cells[at].row - row), at))


def _drivers(
    siege: Siege, ranks: Ranks, ground: Sequence[Hex], party: Sequence[Character], found: int
) -> tuple[tuple[Character, ...], tuple[Horse, ...]]:
    """Men on foot who lead a packhorse each, or more of them where there are more horses than men; no more
    horses than there are hands for. Those who do not ride and do not shoot before others."""
    men = sorted(party, key=lambda man: (man.rider, man.leader, bool(man.weapon)))
    number = min(found, HAND * len(men))
    board = ranks.board
    drivers: list[Character] = []
    horses: list[Horse] = []
    for place, man in enumerate(men[:number]):
        own = range(place, number, len(men[:number]))
        ranks.stand(rested(man, mounted=False), ground)
        at = ranks.places[man.id][0]
        leads: list[str] = []
        for which in own:
            name = english("packhorse {number}", number=which + 1)
            front, rear = next(
                (a, b)
                for a in ranks.by_distance(ground, at)
                for b in board.neighbours(a)
                if a not in ranks.taken and b in ground and b not in ranks.taken
            )
            ranks.taken |= {front: name, rear: name}
            horse = Horse(
                f"{PACKHORSE}{which + 1}", name, siege.besieged, front=front, rear=rear, led_by=man.id
            )
            horses.append(horse)
            leads.append(horse.id)
        drivers.append(replace(rested(man, mounted=False), hex=at, leads=tuple(leads)))
    return tuple(drivers), tuple(horses)


def _patrols(siege: Siege, ranks: Ranks, edge: str, patrols: Sequence[Sequence[Character]]) -> Company:
    """The first comes in turn 1, slowly; the others when dice bring them. By any edge but that of the party
    in turn 1, at first by that to which it wants to go."""
    board = ranks.board
    by = tuple(dict.fromkeys((OPPOSITE[edge], *EDGES)))
    reserves: dict[FigureId, Reserve] = {}
    for number, patrol in enumerate(patrols, start=1):
        for man in patrol:
            first = number == FIRST
            ways = tuple(name for name in by if name != edge) if first else by
            reserves[man.id] = Reserve(
                by=ways, turn=FIRST, announced=True, patrol=0 if first else number, slow=first
            )
    men = tuple(rested(man, mounted=True) for patrol in patrols for man in patrol)
    goal = edge_of(board, OPPOSITE[edge])
    dry = _in_the_middle(ranks, goal)
    return Company(siege.besieger, men, edge_areas(board), {}, dry[0], reserves)

"""What all fights of a siege or a campaign have in common when they are fought out: a board, two sides, and a
battle that is made of them (GUI-11.4).

A man keeps his name, values, wounds and horse; what he carries is made good over night."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from rules.books.registry import book_called
from rules.core.language import english
from rules.core.modules import SETUP
from rules.events.base import Event
from rules.events.creation import GameCreated
from rules.events.deployment import ReservesCalled
from rules.evolve import replay
from rules.phases import playing
from rules.state.battle import Aim, Battle, BattleSetup, Overlay, Victory
from rules.state.board import Board, BoardData, board_of
from rules.state.deployment import Area, Deployment, Reserve
from rules.state.figure import Character, FigureId, Hex, Horse, SeatId, SideId
from rules.state.table import Fights, Setup
from rules.state.works import Engine, Ladder
from rules.tactical.deploying.placing import EDGES, Place, edge_of, forbidden, places_at

BOOK = "guiscard"
MODULES = ("tactics", "buildings", "castles", "works")
EACH = {"*": 1}  # what a man counts whom an aim is about
WET = ("shallow", "deep")  # where nobody is drawn up
DEPTH = 2  # rows along an edge in which whoever comes by it is laid out

EDGE_NAMES = {
    "north": english("the north edge"),
    "east": english("the east edge"),
    "south": english("the south edge"),
    "west": english("the west edge"),
}


@dataclass
class Company:
    """One side of a fight. ``areas``: where its men may be placed; ``usual``: where each stands if nothing is
    ordered; ``reserves``: who may come later; ``edge``: the hex to which it retreats; ``seat``: whose men
    they are, if not those of the first seat of the side."""

    side: SideId
    men: tuple[Character, ...]
    areas: tuple[Area, ...]
    usual: Mapping[FigureId, Place]
    edge: Hex
    reserves: Mapping[FigureId, Reserve] = field(default_factory=dict)
    seat: SeatId = ""


def opening(
    of: Setup,
    title: str,
    board: BoardData,
    companies: Sequence[Company],
    victory: Victory,
    *,
    first: SideId,
    overlays: tuple[Overlay, ...] = (),
    ladders: tuple[Ladder, ...] = (),
    engines: tuple[Engine, ...] = (),
    standing: tuple[Character, ...] = (),
    loose: tuple[Horse, ...] = (),
    modules: tuple[str, ...] = MODULES,
) -> list[Event]:
    """The first events of a fight between the sides and seats ``of`` a game. ``companies`` in the order in
    which they place, if they have anybody to; ``first``: who has the first phase; ``standing``: who has his
    place already; ``loose``: horses that nobody rides. A side retreats to the edge of its first company."""
    book = book_called(BOOK)
    options = replace(of.options, fights=Fights.QUICK)
    turns = sorted(of.sides, key=lambda side: side.id != first)
    order = [side.id for side in turns]
    colours = {side.id: side.colour for side in of.sides if side.colour is not None}
    colours = {side.id: place for place, side in enumerate(of.sides)} | colours
    edges = {company.side: company.edge for company in reversed(companies)}
    setup = BattleSetup(
        scenario=of.scenario,
        title=title,
        ruleset=book.id,
        board=board,
        sides=tuple(replace(side, edge=edges[side.id], colour=colours[side.id]) for side in turns),
        seats=tuple(sorted(of.seats, key=lambda seat: order.index(seat.side))),
        victory=victory,
        options=options,
        tables_digest=book.tables.digest,
        tables=book.tables.as_dict(),
        modules=(*modules, SETUP.id),
        of_siege=True,
        deployments=tuple(
            Deployment(one.seat or _first_seat(of, one.side), one.areas, {
                name: place for name, place in one.usual.items() if name not in one.reserves
            })
            for one in companies
            if one.men
        ),
    )  # fmt: skip
    placed = [*standing] + [man for one in companies for man in one.men if man.id not in one.reserves]
    created = GameCreated(
        setup,
        tuple(placed),
        (*horses_of(placed), *loose),
        ladders=ladders,
        engines=engines,
        overlays=overlays,
    )
    first_events: list[Event] = [created]
    for one in companies:
        later = tuple(man for man in one.men if man.id in one.reserves)
        if later:
            first_events.append(ReservesCalled(figures=later, horses=tuple(horses_of(later)),
                                               reserves=dict(one.reserves)))  # fmt: skip
    battle = replay(first_events)
    assert isinstance(battle, Battle)
    rules = book.rules(modules=setup.modules, printing=options.combat_columns)
    return [*first_events, playing.phase_opened(rules.sequence.begins(battle), 1)]


def _first_seat(of: Setup, side: SideId) -> SeatId:
    return next(seat.id for seat in of.seats if seat.side == side)


def rested(man: Character, *, mounted: bool) -> Character:
    """Somebody as he comes to a fight: nowhere yet, and in the saddle or not."""
    fresh = Character(
        id=man.id, name=man.name, side=man.side, seat=man.seat, code=man.code, kind=man.kind, faces=man.faces,
        armoured=man.armoured, weapon=man.weapon, lance=man.lance, hoplite=man.hoplite, leader=man.leader,
        animal=man.animal, sex_or_cloth=man.sex_or_cloth, health=man.health,
    )  # fmt: skip
    return replace(fresh, mount=man.mount) if mounted and man.mount else fresh


def horses_of(men: Iterable[Character]) -> Iterable[Horse]:
    for man in men:
        if man.mount is not None:
            yield Horse(
                id=man.mount,
                name=english("{rider}'s horse", rider=man.name),
                side=man.side,
                armoured=False,
                ridden_by=man.id,
            )


def losses(of: Setup) -> tuple[Aim, ...]:
    """Nothing is won by points; captains weigh by them, all men alike."""
    return tuple(Aim("casualties", side.id, EACH) for side in of.sides)


def unhurt_to_stand(men: Sequence[Character], lost: int) -> int:
    """With how many unhurt men a side withdraws when so many percent of those who came unhurt are to be lost;
    -1, which is never, where all were wounded before."""
    fit = sum(not man.wounded for man in men)
    return fit * (100 - lost) // 100 if fit else -1


# where men stand


def strip(board: Board, edge: str, depth: int = DEPTH) -> tuple[Hex, ...]:
    """The hexes in which whoever comes by an edge is laid out, those of the edge first."""
    return band(board, edge_of(board, edge), depth)


def band(board: Board, edge: Iterable[Hex], depth: int) -> tuple[Hex, ...]:
    """So many rows of hexes, of which some are the outermost."""
    found = dict.fromkeys(edge)
    for _ in range(depth - 1):
        found |= dict.fromkeys(near for at in tuple(found) for near in board.neighbours(at))
    return tuple(found)


def edge_areas(board: Board, edges: Iterable[str] = EDGES) -> tuple[Area, ...]:
    return tuple(Area(EDGE_NAMES[edge], strip(board, edge)) for edge in edges)


def nearest_edge(board: Board, to: Hex) -> str:
    """The edge of the board that is nearest to a hex."""
    return min(EDGES, key=lambda edge: min(board.distance(to, at) for at in edge_of(board, edge)))


def middle_of(board: Board, edge: str, to: Hex) -> Hex:
    """The hex of an edge that is nearest to another."""
    return min(edge_of(board, edge), key=lambda at: (board.distance(to, at), at))


LATER = Reserve(by=EDGES, turn=2, announced=True)


class Ranks:
    """Men put down one after another, each in the first of his hexes that is free and open to him."""

    def __init__(self, data: BoardData) -> None:
        self.board = board_of(data)
        self.tables = book_called(BOOK).tables
        self.taken: dict[Hex, str] = {}
        self.places: dict[FigureId, Place] = {}
        self.without: list[FigureId] = []

    def stand(self, man: Character, hexes: Iterable[Hex], beyond: Iterable[Hex] = ()) -> None:
        """``beyond``: where to look if these hexes have no room for him. Raises ValueError where there is
        none at all."""
        for ground in (dict.fromkeys(hexes), dict.fromkeys(beyond)):
            for at in ground:
                for place in places_at(self.board, man, at):
                    if place[-1] in ground and self._is_open(man, place):
                        self.taken.update(dict.fromkeys(place, man.name))
                        self.places[man.id] = place
                        return
        raise ValueError(f"there is no room for {man.name}")

    def _is_open(self, man: Character, place: Place) -> bool:
        return forbidden(self.board, self.tables, man.name, man.armoured, place, self.taken) is None

    def of(self, men: Iterable[Character]) -> dict[FigureId, Place]:
        """Where these men stand, if they do."""
        return {man.id: self.places[man.id] for man in men if man.id in self.places}

    def draw_up(self, men: Iterable[Character], hexes: Sequence[Hex], beyond: Sequence[Hex] = ()) -> None:
        """The same for more men than there may be room for: the rest is ``lacking``."""
        for man in men:
            try:
                self.stand(man, hexes, beyond)
            except ValueError:
                self.without.append(man.id)

    def lacking(self, men: Iterable[Character]) -> dict[FigureId, Reserve]:
        """Those of them for whom there was no room come later, by any edge (RUL-1316)."""
        return {man.id: LATER for man in men if man.id in self.without}

    def by_distance(self, hexes: Iterable[Hex], to: Hex) -> list[Hex]:
        return sorted(hexes, key=lambda at: (self.board.distance(to, at), at))

"""From a scenario file to the first event of a game: board, sides and counters in their places.

Implements the set-up named in GUI-2a; a place is legal if the figure could stand there in play (GUI-4.1a,
GUI-4.2.1a, GUI-4.2.1c).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from rules.books.registry import book_called
from rules.core.language import english
from rules.core.places import GROUND, place_of
from rules.core.places import Place as CorePlace
from rules.core.tables import RuleTable
from rules.events.base import Event
from rules.events.codec import beginning
from rules.events.creation import GameCreated
from rules.events.deployment import ReservesCalled
from rules.evolve import replay
from rules.phases import playing
from rules.ruleset import Ruleset
from rules.scenarios import setup_section, works
from rules.scenarios.drawn_up import formations_drawn_up
from rules.scenarios.loader import ScenarioError, ScenarioFile, check_modules, load
from rules.scenarios.rosters import RosterFigure, plain_name, roster_figures
from rules.state.battle import Battle, BattleSetup, Sequel
from rules.state.board import Board, board_of
from rules.state.deployment import Deployment, Reserve
from rules.state.figure import Character, FigureId, Hex, Horse
from rules.state.storeys import structure_of
from rules.state.table import Options, Seat
from rules.state.works import Engine
from rules.tactical.deploying import placing
from rules.tactical.deploying.placing import Place


def create(
    slug: str,
    ruleset: Ruleset,
    options: Options | None = None,
    commitment: str = "",
    table_pack: Mapping[str, RuleTable] | None = None,
) -> GameCreated:
    """The creation of a game of a scenario shipped. Raises KeyError for an unknown scenario, TableError for a
    pack that does not fit, ScenarioError for figures that cannot stand where the file puts them."""
    return created(load(slug), ruleset, options, commitment, table_pack)


def created(
    scenario: ScenarioFile,
    ruleset: Ruleset,
    options: Options | None = None,
    commitment: str = "",
    table_pack: Mapping[str, RuleTable] | None = None,
) -> GameCreated:
    """The creation of a game of a scenario at hand: the first of its first events."""
    first = begun(scenario, ruleset, options, commitment, table_pack)[0]
    assert isinstance(first, GameCreated)
    return first


def opened(
    scenario: ScenarioFile,
    options: Options | None = None,
    commitment: str = "",
    table_pack: Mapping[str, RuleTable] | None = None,
) -> list[Event]:
    """The first events of a game by the book of its scenario, the opening of its first phase among them.
    Raises as ``begun`` does."""
    book = book_called(scenario.ruleset)
    rules = book.rules(
        book.tables.with_pack(table_pack or {}),
        modules=scenario.modules_in_force,
        printing=(options or Options()).combat_columns,
        policies=scenario.policies,
    )
    first = begun(scenario, rules, options, commitment, table_pack)
    battle = replay(first)
    assert isinstance(battle, Battle)
    return [*first, playing.phase_opened(rules.sequence.begins(battle), 1)]


def begun(
    scenario: ScenarioFile,
    ruleset: Ruleset,
    options: Options | None = None,
    commitment: str = "",
    table_pack: Mapping[str, RuleTable] | None = None,
) -> list[Event]:
    """The first events of a game of a scenario at hand. Raises ScenarioError also when it was written for
    another book's rules, or names a module that does not exist."""
    check_modules(scenario)
    if ruleset.id != book_called(scenario.ruleset).id:
        raise ScenarioError(
            f"{scenario.slug}.toml: this is for the rules of {scenario.ruleset}, not {ruleset.id}"
        )
    tables = ruleset.tables.with_pack(table_pack) if table_pack else ruleset.tables
    setup = BattleSetup(
        scenario=scenario.slug,
        title=scenario.title,
        ruleset=ruleset.id,
        board=scenario.board(),
        sides=scenario.sides_in_order(),
        seats=scenario.seats,
        victory=scenario.victory,
        options=options or Options(),
        tables_digest=tables.digest,
        tables=tables.as_dict(),
        modules=scenario.modules,
        policies=scenario.policies,
        commitment=commitment,
        sequel=_sequel(scenario, options, table_pack),
    )
    board = board_of(setup.board)
    # the rules at hand may be those of the book alone, without the modules of the scenario
    kinds = ruleset.engine_kinds | book_called(scenario.ruleset).rules(modules=scenario.modules).engine_kinds
    engines = works.engines(scenario, board, kinds)
    places = _Places(scenario, board, ruleset, engines)
    pieces = [
        _placed(places, seat, name, place)
        for seat in scenario.seats
        for name, place in scenario.figures[seat.id].items()
    ]
    places.check_hexes()
    works.check_links(scenario, board, tables)
    figures = tuple(figure for figure, _ in pieces)
    horses = tuple(horse for _, horse in pieces if horse is not None)
    formations = formations_drawn_up(scenario, figures, board, ruleset)
    ladders = works.ladders(scenario, board, figures)
    if not scenario.setup:
        return [GameCreated(setup, figures, horses, ladders, engines, formations=formations)]
    placing_seats, reserves = _laid_out(scenario, board, ruleset)
    off = {name for one in placing_seats for name in one.template} | reserves.keys()
    figures = tuple(replace(f, hex=None, rear=None) if f.id in off else f for f in figures)
    setup = replace(setup, modules=scenario.modules_in_force, deployments=placing_seats)
    begins = [f for f in figures if f.id not in reserves]
    stabled = [horse for horse in horses if horse.ridden_by not in reserves]
    opening = GameCreated(setup, tuple(begins), tuple(stabled), ladders, engines, formations=formations)
    return [opening, *_called(scenario, figures, horses, reserves)]


def _sequel(
    scenario: ScenarioFile, options: Options | None, table_pack: Mapping[str, RuleTable] | None
) -> Sequel | None:
    """The battle that decides this one, as it would begin if nobody fell before (RUL-208)."""
    if not scenario.sequel:
        return None
    following = load(scenario.sequel)
    first = opened(following, options, table_pack=table_pack)
    return Sequel(following.title, tuple(beginning(event) for event in first))


def _laid_out(
    scenario: ScenarioFile, board: Board, rules: Ruleset
) -> tuple[tuple[Deployment, ...], dict[FigureId, Reserve]]:
    try:
        return scenario.laid_out(board, rules.tables)
    except setup_section.SetupError as error:
        raise ScenarioError(f"{scenario.slug}.toml: {error}") from None


def _called(
    scenario: ScenarioFile,
    figures: tuple[Character, ...],
    horses: tuple[Horse, ...],
    reserves: dict[FigureId, Reserve],
) -> Iterator[ReservesCalled]:
    """The reserves of each side: those of whom the other is told, behind them those of whom it is
    not (RUL-203)."""
    for announced in (True, False):
        for side in scenario.sides_in_order():
            friends = tuple(seat.id for seat in scenario.seats if seat.side == side.id)
            men = tuple(
                f
                for f in figures
                if f.side == side.id and f.id in reserves and reserves[f.id].announced is announced
            )
            if men:
                ids = [man.id for man in men]
                ridden = tuple(horse for horse in horses if horse.ridden_by in ids)
                called = {name: reserves[name] for name in ids}
                known = () if announced else friends
                yield ReservesCalled(seats=known, figures=men, horses=ridden, reserves=called)


class _Places:
    """Which hexes are taken, and whether somebody may stand on one."""

    def __init__(
        self, scenario: ScenarioFile, board: Board, rules: Ruleset, engines: Iterable[Engine]
    ) -> None:
        self._file = f"{scenario.slug}.toml"
        self._victory = scenario.victory
        self._edges = [(side.name, side.edge) for side in scenario.sides if side.edge]
        self._board = board
        self._tables = rules.tables
        self._taken: dict[Hex, str] = {at: engine.name for engine in engines for at in engine.hexes}
        self._called: set[str] = set()
        moving = (structure_of(board, engine) for engine in engines if engine.body is not None)
        self._structures = (*board.structures, *moving)

    def error(self, what: str) -> ScenarioError:
        return ScenarioError(f"{self._file}: {what}")

    def counter(self, name: str) -> RosterFigure:
        """A figure of the rosters, called up once."""
        found = roster_figures().get(plain_name(name))
        if found is None:
            raise self.error(f"{name} is in no roster")
        if found.id in self._called:
            raise self.error(f"{name} is called up twice")
        self._called.add(found.id)
        return found

    def take(self, counter: RosterFigure, place: Place) -> None:
        """Put a counter into its one hex or two."""
        why = placing.forbidden(self._board, self._tables, counter.name, counter.armoured, place, self._taken)
        if why is not None:
            raise self.error(f"{why.why} ({why.rule})")
        self._taken.update(dict.fromkeys(place, counter.name))

    def take_storey(self, counter: RosterFigure, place: CorePlace) -> None:
        """Put a man on a storey of what stands in a hex."""
        label = place.label
        if not any(structure.floor(place) for structure in self._structures):
            raise self.error(f"{counter.name}: there is no storey {label}")
        if label in self._taken:
            raise self.error(f"{counter.name}: {self._taken[label]} is in {label} (GUI-4.1a)")
        self._taken[label] = counter.name

    def check_hexes(self) -> None:
        """The hexes that victory and retreats speak of must be on the board."""
        for aim in self._victory.aims:
            for at in aim.hexes:
                if at not in self._board:
                    raise self.error(f"victory: there is no hex {at}")
        for name, edge in self._edges:
            if edge not in self._board:
                raise self.error(f"edge of the {name}: there is no hex {edge}")


def _placed(places: _Places, seat: Seat, name: str, place: str) -> tuple[Character, Horse | None]:
    counter = places.counter(name)
    named = place_of(place)
    storey = named.storey if named is not None else GROUND
    mounted = (named is None and "-" in place) or place == "reserve mounted"
    if mounted and not counter.rides:
        hexes = "" if setup_section.waits(place) else f", but {place} are two hexes"
        raise places.error(f"{name} has no horse to sit on{hexes}")
    stand: Place = () if setup_section.waits(place) else tuple(place.split("-", 1))
    if named is not None and storey:
        stand = (named.hex,)
        places.take_storey(counter, named)
    elif stand:
        places.take(counter, stand)
    horse = (
        Horse(
            id=f"{counter.id}-horse",
            name=english("{rider}'s horse", rider=counter.name),
            side=seat.side,
            armoured=counter.barded,
            ridden_by=counter.id,
        )
        if mounted
        else None
    )
    figure = replace(
        counter.figure(seat.side, seat.id),
        hex=stand[0] if stand else None,
        rear=stand[1] if len(stand) == 2 else None,
        storey=storey,
        mount=horse.id if horse is not None else None,
    )
    return figure, horse

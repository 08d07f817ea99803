"""From a scenario file to the first event of a game: board, sides and counters in their places.

Implements the set-up named in GUI-2a; a place is legal if the figure could stand there in play (GUI-4.1a, GUI-4.2.1a,
GUI-4.2.1c).
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.books.registry import book_called
from rules.core.language import english
from rules.core.tables import Table
from rules.events.sequence import GameCreated
from rules.ruleset import Ruleset
from rules.scenarios import works
from rules.scenarios.drawn_up import formations_drawn_up
from rules.scenarios.loader import ScenarioError, ScenarioFile, check_modules, load
from rules.scenarios.rosters import RosterFigure, plain_name, roster_figures
from rules.state.battle import Options, Seat, Setup
from rules.state.board import Board, board_of
from rules.state.figure import Character, Hex, Horse


def create(
    slug: str,
    ruleset: Ruleset,
    options: Options | None = None,
    commitment: str = "",
    table_pack: Mapping[str, Table] | None = None,
) -> GameCreated:
    """The creation of a game of a scenario shipped. Raises KeyError for an unknown scenario, TableError for a pack
    that does not fit, ScenarioError for figures that cannot stand where the file puts them."""
    return created(load(slug), ruleset, options, commitment, table_pack)


def created(
    scenario: ScenarioFile,
    ruleset: Ruleset,
    options: Options | None = None,
    commitment: str = "",
    table_pack: Mapping[str, Table] | None = None,
) -> GameCreated:
    """The same for a scenario at hand. Raises ScenarioError also when it was written for another book's rules, or names a module
    that does not exist."""
    check_modules(scenario)
    if ruleset.id != book_called(scenario.ruleset).id:
        raise ScenarioError(
            f"{scenario.slug}.toml: this is for the rules of {scenario.ruleset}, not {ruleset.id}"
        )
    tables = ruleset.tables.with_pack(table_pack) if table_pack else ruleset.tables
    setup = Setup(
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
    )
    places = _Places(scenario, board_of(setup.board), ruleset)
    pieces = [
        _placed(places, seat, name, place)
        for seat in scenario.seats
        for name, place in scenario.figures[seat.id].items()
    ]
    places.check_hexes()
    # the rules at hand may be those of the book alone, without the modules of the scenario
    kinds = ruleset.engine_kinds | book_called(scenario.ruleset).rules(modules=scenario.modules).engine_kinds
    works.check_links(scenario, board_of(setup.board), tables)
    figures = tuple(figure for figure, _ in pieces)
    horses = tuple(horse for _, horse in pieces if horse is not None)
    board = board_of(setup.board)
    return GameCreated(
        setup=setup,
        figures=figures,
        horses=horses,
        formations=formations_drawn_up(scenario, figures, board, ruleset),
        ladders=works.ladders(scenario, board, figures),
        engines=works.engines(scenario, board, kinds),
    )


class _Places:
    """Which hexes are taken, and whether somebody may stand on one."""

    def __init__(self, scenario: ScenarioFile, board: Board, rules: Ruleset) -> None:
        self._file = f"{scenario.slug}.toml"
        self._victory = scenario.victory
        self._edges = [(side.name, side.edge) for side in scenario.sides if side.edge]
        self._board = board
        self._terrain = rules.tables["terrain"]
        self._taken: dict[Hex, str] = {}
        self._called: set[str] = set()

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

    def take(self, counter: RosterFigure, at: Hex, mounted: bool) -> None:
        """Put one half of a counter into a hex."""
        where = f"{counter.name} in {at}"
        if at not in self._board:
            raise self.error(f"{where}: there is no such hex")
        if at in self._taken:
            raise self.error(f"{where}: {self._taken[at]} stands there already (GUI-4.1a)")
        terrain = self._board.terrain(at)
        if self._terrain.cell(terrain, "mp_horse" if mounted else "mp_foot") == "no":
            raise self.error(f"{where}: {terrain} is closed to riders (GUI-4.2.1a)")
        if terrain == "deep" and counter.armoured:
            raise self.error(f"{where}: armour sinks in deep water (GUI-4.2.1c)")
        self._taken[at] = counter.name

    def touch(self, front: Hex, rear: Hex) -> bool:
        return self._board.adjacent(front, rear)

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
    front, _, rear = place.partition("-")
    places.take(counter, front, mounted=bool(rear))
    if rear:
        if not counter.rides:
            raise places.error(f"{name} has no horse to sit on, but {place} are two hexes")
        places.take(counter, rear, mounted=True)
        if not places.touch(front, rear):
            raise places.error(f"{name}: {front} and {rear} do not touch")
    horse = (
        Horse(
            id=f"{counter.id}-horse",
            name=english("{rider}'s horse", rider=counter.name),
            side=seat.side,
            armoured=counter.barded,
            ridden_by=counter.id,
        )
        if rear
        else None
    )
    figure = Character(
        id=counter.id,
        name=counter.name,
        side=seat.side,
        seat=seat.id,
        code=counter.code,
        kind=counter.kind,
        faces=counter.faces,
        armoured=counter.armoured,
        weapon=counter.weapon,
        lance=counter.lance,
        hoplite=counter.hoplite,
        leader=counter.leader,
        hex=front,
        rear=rear or None,
        mount=horse.id if horse is not None else None,
    )
    return figure, horse

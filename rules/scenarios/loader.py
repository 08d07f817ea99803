"""Scenario files: who fights whom, where, for what. One TOML file each under rules/data/scenarios.

A file gives title, blurb, chapter and order (in the lobby), the panels of the board, the sides with their
edge hex, the seats, the figures of each seat with their places, and the victory conditions::

    [figures.normans]
    Robert = "0305-0304"     # in the saddle: the hex of the horse's head, then that of its tail
    Gilbert = "0407"         # on foot

    [[formations]]           # hoplites who begin in close order
    figures = ["Okeanos", "Nikolaos", "Basilios"]
    facing = ["N", "NE"]

    [[structures]]           # what has storeys and is not drawn on a panel
    name = "the keep"
    hexes = ["0504", "0505"]
    floors = [{ storey = 1, height = 2, cover = "heavy" }, { storey = 2, height = 4 }]
    links = [{ name = "the winding stairs", kind = "stairs", start = "0504", end = "0504/1" }]

Where players place their men themselves, a section ``[[setup]]`` says where (setup_section.py); the places of
``figures`` are then where each stands who is not ordered anywhere else.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec

from rules.books.book import UnknownChoice
from rules.books.registry import book_called
from rules.core.facing import Facing
from rules.core.modules import SETUP
from rules.core.tables import DATA, Tables
from rules.scenarios import setup_section
from rules.scenarios.panels import PanelError, board_data, load_panel
from rules.scenarios.rosters import plain_name
from rules.scenarios.setup_section import SetupError, SetupFile, waits
from rules.state.battle import AIMS, Aim, Victory
from rules.state.board import Board, BoardData, BoardError, board_of
from rules.state.deployment import Deployment, Reserve
from rules.state.figure import FigureId, SeatId, SideId
from rules.state.structures import Floor, Joint, Structure
from rules.state.table import Seat, Side, fault_in

SCENARIOS = DATA / "scenarios"


class ScenarioError(ValueError):
    """A scenario file that cannot be played; the message begins with the file and names what is at fault."""


class Placing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A panel of the board: its letter, the drawing, and where and how it lies (see state.board.Panel)."""

    letter: str
    drawing: str
    column: int = 0
    row: int = 0
    turn: int = 0


class LadderFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ladder at the start: ``hexes`` "0504-0505" lying, "0504" upright and then ``facing`` the wall."""

    hexes: str
    facing: str = ""


class EngineFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An engine at the start: ``kind`` stone_thrower or greek_fire; ``hexes`` "0504" or "0504-0505"."""

    kind: str
    name: str
    side: SideId
    hexes: str
    facing: str


class StructureFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something with storeys on the board of this scenario: ``hexes``, its ``floors`` and the ``links`` that
    are built into it (see state.structures)."""

    name: str
    hexes: tuple[str, ...]
    floors: tuple[Floor, ...]
    links: tuple[Joint, ...] = ()


class DrawnUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hoplites who begin in formation (GUI-7.3.1a): who, and the two directions they look
    between, clockwise."""

    figures: tuple[str, ...]
    facing: tuple[Facing, Facing]
    tortoise: bool = False


class ScenarioFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario as written. ``first``: the side that has the first phase of every turn (GUI-2a);
    ``modules``: the advanced rules in force (GUI-7, see state.battle.Setup), ``policies`` where it answers
    otherwise than its book; ``ropes``: the figures who begin with a grapnel (GUI-10.6); ``sequel``:
    the scenario in which those who are left decide this one (RUL-208)."""

    title: str
    blurb: str
    chapter: str
    order: int
    ruleset: str
    first: SideId
    panels: tuple[Placing, ...]
    sides: tuple[Side, ...]
    seats: tuple[Seat, ...]
    figures: dict[SeatId, dict[str, str]]
    victory: Victory
    modules: tuple[str, ...] = ()
    policies: dict[str, bool] = {}
    ladders: tuple[LadderFile, ...] = ()
    engines: tuple[EngineFile, ...] = ()
    ropes: tuple[str, ...] = ()
    formations: tuple[DrawnUp, ...] = ()
    setup: tuple[SetupFile, ...] = ()
    structures: tuple[StructureFile, ...] = ()
    sequel: str = ""
    slug: str = ""

    def board(self) -> BoardData:
        """The panels joined. Raises PanelError for a drawing that is missing or faulty."""
        panels = tuple(
            msgspec.structs.replace(
                load_panel(p.drawing), letter=p.letter, column=p.column, row=p.row, turn=p.turn
            )
            for p in self.panels
        )
        if len(panels) > 1 and (bare := self._without_a_letter()):
            raise PanelError(f"structures: {bare} is on several panels: write its letter before it")
        built = tuple(
            Structure(f"structure-{number}", s.name, s.hexes, s.floors, s.links)
            for number, s in enumerate(self.structures, start=1)
        )
        if built and panels:
            first = msgspec.structs.replace(panels[0], structures=(*panels[0].structures, *built))
            panels = (first, *panels[1:])
        return board_data(*panels)

    @property
    def modules_in_force(self) -> tuple[str, ...]:
        """The modules that the file names, and the set-up if it has one."""
        return (*self.modules, *((SETUP.id,) if self.setup else ()))

    def laid_out(
        self, board: Board, tables: Tables
    ) -> tuple[tuple[Deployment, ...], dict[FigureId, Reserve]]:
        """Who places his men himself, and the reserves. Raises SetupError for a set-up that
        contradicts itself."""
        side_of = {seat.id: seat.side for seat in self.seats}
        return setup_section.laid_out(self.setup, self.figures, side_of, self.victory.turns, board, tables)

    def _without_a_letter(self) -> str:
        labels = (
            label
            for s in self.structures
            for label in (
                *s.hexes,
                *(at for f in s.floors for at in f.hexes),
                *(e for j in s.links for e in (j.start, j.end)),
            )
        )
        return next((label for label in labels if label[:1].isdigit()), "")

    def sides_in_order(self) -> tuple[Side, ...]:
        """The sides as they take their phases, the first one first."""
        return tuple(sorted(self.sides, key=lambda side: side.id != self.first))


def scenario_from_toml(text: str, slug: str = "scenario") -> ScenarioFile:
    """Read a scenario. Raises ScenarioError naming the file and what is wrong with it."""
    try:
        written = tomllib.loads(text)
        scenario = msgspec.structs.replace(msgspec.convert(written, ScenarioFile), slug=slug)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ScenarioError(f"{slug}.toml: {error}") from None
    _check_words(slug, written)
    _check(scenario)
    try:
        board = board_of(scenario.board())
        if scenario.setup:
            scenario.laid_out(board, book_called(scenario.ruleset).tables)
    except (PanelError, BoardError, SetupError) as error:
        raise ScenarioError(f"{slug}.toml: {error}") from None
    return scenario


def _check_words(slug: str, written: dict[str, Any]) -> None:
    """Records of the state read past what they do not know, since logs are read by them too; a file may not
    say it."""
    victory, built = written["victory"], written.get("structures", ())
    tables: dict[str, tuple[type[msgspec.Struct], Iterable[dict[str, Any]]]] = {
        "sides": (Side, written["sides"]),
        "seats": (Seat, written["seats"]),
        "victory": (Victory, [victory]),
        "victory.aims": (Aim, victory.get("aims", ())),
        "structures.floors": (Floor, [floor for one in built for floor in one.get("floors", ())]),
        "structures.links": (Joint, [link for one in built for link in one.get("links", ())]),
    }
    for where, (record, said) in tables.items():
        known = {field.encode_name for field in msgspec.structs.fields(record)}
        if unknown := sorted(name for one in said for name in one if name not in known):
            raise ScenarioError(f"{slug}.toml: {where}: there is nothing called {unknown[0]!r}")


def _check(scenario: ScenarioFile) -> None:
    file = f"{scenario.slug}.toml"
    sides = {side.id for side in scenario.sides}
    if len(sides) < 2:
        raise ScenarioError(f"{file}: a battle has two sides or more, not {len(sides)}")
    if fault := fault_in(scenario.sides):
        raise ScenarioError(f"{file}: sides: {fault}")
    named = {
        "first": {scenario.first},
        "seats": {seat.side for seat in scenario.seats},
        "victory.aims": {aim.side for aim in scenario.victory.aims},
        "victory.break_at": set(scenario.victory.break_at),
    }
    for where, found in named.items():
        if found - sides:
            raise ScenarioError(f"{file}: {where}: there is no side {sorted(found - sides)[0]!r}")
    if other := [aim.kind for aim in scenario.victory.aims if aim.kind not in AIMS]:
        raise ScenarioError(f"{file}: victory.aims: there is no kind {other[0]!r} (known: {', '.join(AIMS)})")
    if scenario.victory.turns < 1:
        raise ScenarioError(f"{file}: victory: a battle has one turn or more, not {scenario.victory.turns}")
    if sides - named["seats"]:
        raise ScenarioError(f"{file}: nobody commands the side {sorted(sides - named['seats'])[0]!r}")
    check_modules(scenario)
    if set(scenario.figures) != {seat.id for seat in scenario.seats}:
        raise ScenarioError(f"{file}: figures: give one list for each seat and no other")
    _check_setup(scenario)
    _check_colours(scenario)
    _check_sequel(scenario)


def _check_colours(scenario: ScenarioFile) -> None:
    """Either no side names its colour, or all do, and each another one."""
    named = [side.colour for side in scenario.sides]
    if any(colour is not None for colour in named) and set(named) != set(range(len(named))):
        row = ", ".join(map(str, range(len(named))))
        raise ScenarioError(f"{scenario.slug}.toml: sides: their colours are {row}, each once, or none")


def _check_sequel(scenario: ScenarioFile) -> None:
    """The battle that decides is another scenario, fought by the same seats of the same sides, and begins
    with everybody in his place."""
    if not scenario.sequel:
        return
    file = f"{scenario.slug}.toml: sequel"
    try:
        following = load(scenario.sequel)
    except KeyError:
        raise ScenarioError(f"{file}: there is no scenario {scenario.sequel!r}") from None
    if following.sequel:
        raise ScenarioError(f"{file}: {scenario.sequel} has a sequel itself")
    if {(s.id, s.side) for s in following.seats} != {(s.id, s.side) for s in scenario.seats}:
        raise ScenarioError(f"{file}: {scenario.sequel} has other seats or sides")
    if following.setup or following.formations:
        raise ScenarioError(f"{file}: {scenario.sequel} has a set-up or formations, which no sequel may")
    if _colours(following) != _colours(scenario):
        raise ScenarioError(f"{file}: {scenario.sequel} has other colours: name a `colour` for each side")


def _colours(scenario: ScenarioFile) -> dict[SideId, int]:
    places = enumerate(scenario.sides_in_order())
    return {side.id: place if side.colour is None else side.colour for place, side in places}


def _check_setup(scenario: ScenarioFile) -> None:
    """Who places is a seat, once; nobody waits off the board who has no set-up; who stands in formation
    is not placed."""
    file = f"{scenario.slug}.toml"
    if SETUP.id in scenario.modules:
        raise ScenarioError(f"{file}: modules: a set-up is not named here, but has a section [[setup]]")
    placing = [setup.seat for setup in scenario.setup]
    seats = {seat.id for seat in scenario.seats}
    for number, seat in enumerate(placing):
        if seat not in seats:
            raise ScenarioError(f"{file}: setup: there is no seat {seat!r}")
        if seat in placing[:number]:
            raise ScenarioError(f"{file}: setup: {seat} is set up twice")
    for seat, figures in scenario.figures.items():
        for name, place in figures.items():
            if waits(place) and seat not in placing:
                raise ScenarioError(f"{file}: {name} waits in reserve, but {seat} have no set-up")
    placed = {plain_name(name) for seat in placing for name in scenario.figures[seat]}
    for formation in scenario.formations:
        for name in formation.figures:
            if plain_name(name) in placed:
                raise ScenarioError(f"{file}: setup: {name} begins in formation and cannot be placed")


def check_modules(scenario: ScenarioFile) -> None:
    """Raises ScenarioError for a book or an advanced module that does not exist, with the nearest that
    does (GUI-7)."""
    try:
        fault = book_called(scenario.ruleset).fault_in(scenario.modules, scenario.policies)
    except UnknownChoice as error:
        raise ScenarioError(f"{scenario.slug}.toml: ruleset: {error}") from None
    if fault:
        raise ScenarioError(f"{scenario.slug}.toml: {fault}")


@cache
def load(slug: str) -> ScenarioFile:
    """A scenario shipped. Raises KeyError for an unknown one, ScenarioError for a faulty one."""
    path = SCENARIOS / f"{slug}.toml"
    if slug not in slugs():
        raise KeyError(slug)
    return scenario_from_toml(path.read_text("utf-8"), slug)


@cache
def slugs() -> tuple[str, ...]:
    """All scenarios shipped, by file name."""
    return tuple(path.stem for path in sorted(SCENARIOS.glob("*.toml")))


def scenarios_in_order() -> tuple[ScenarioFile, ...]:
    """All scenarios shipped that can be played, in the order of the lobby: a faulty file takes no
    other with it."""
    faulty = faulty_scenarios()
    sound = (load(slug) for slug in slugs() if slug not in faulty)
    return tuple(sorted(sound, key=lambda s: (s.order, s.slug)))


@cache
def faulty_scenarios() -> Mapping[str, str]:
    """The scenario files that cannot be read, by slug, and what is wrong with them."""
    faults: dict[str, str] = {}
    for slug in slugs():
        try:
            load(slug)
        except ScenarioError as error:
            faults[slug] = str(error)
    return faults

"""The sieges shipped, one file each under rules/data/sieges."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec
from msgspec.structs import replace

from rules.captains.walls import inside
from rules.core.language import english
from rules.core.tables import DATA, RuleTable
from rules.events.base import Event
from rules.events.sequence import PhaseOpened
from rules.events.siege import SiegeCreated
from rules.scenarios.info import ScenarioInfo, seat_info
from rules.scenarios.panels import PanelError, board_data, load_panel
from rules.scenarios.rosters import plain_name, roster_figures
from rules.siege.page import SiegePage
from rules.state.board import board_of
from rules.state.figure import Character, Hex, SideId
from rules.state.siege import LateEvents, Part, SiegeSetup, Strength, Stronghold, Wall
from rules.state.table import Options, Seat, Side

SIEGES = DATA / "sieges"
PREFIX = "siege-"


class SiegeError(ValueError):
    """A scenario file that cannot be used; the message begins with the file."""


class StrongholdFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hexes of the walls by what they belong to. ``within``: the places of the drawing that make it up;
    ``keep``: places or hexes that are its refuge."""

    kind: str
    name: str
    refuge: str
    board: str
    within: tuple[str, ...]
    keep: tuple[str, ...]
    gate: tuple[Hex, ...] = ()
    stockade: tuple[Hex, ...] = ()
    wall: tuple[Hex, ...] = ()
    tower: tuple[Hex, ...] = ()

    def walls(self) -> Iterator[Wall]:
        """The gate first: it is what a blind order batters. Wood is stockade and gate of a castle, a tower is
        double stone, other walls simple (GUI-11.3.2)."""
        for part, hexes, strength in (
            (Part.GATE, self.gate, Strength.WOOD),
            (Part.STOCKADE, self.stockade, Strength.WOOD),
            (Part.WALL, self.wall, Strength.SIMPLE),
            (Part.TOWER, self.tower, Strength.DOUBLE),
        ):
            yield from (Wall(at, part, strength) for at in hexes)

    def stronghold(self) -> Stronghold:
        drawn = board_of(board_data(load_panel(self.board)))
        behind = tuple(
            at for at in drawn.cells if at in inside(drawn) and drawn.traits(at) & set(self.within)
        )
        last = tuple(at for at in behind if at in self.keep or drawn.traits(at) & set(self.keep))
        return Stronghold(self.kind, self.name, self.refuge, tuple(self.walls()), behind, last)


class SiegeFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A siege as its file has it."""

    title: str
    blurb: str
    chapter: str
    order: int
    ruleset: str
    besieger: SideId
    besieged: SideId
    last_day: int
    stronghold: StrongholdFile
    sides: tuple[Side, ...]
    seats: tuple[Seat, ...]
    men: dict[SideId, tuple[str, ...]]
    commanders: dict[SideId, str]
    engines: dict[str, int] = {}
    late_events: LateEvents = LateEvents.HOUSE
    slug: str = ""


def siege_from_toml(text: str, file: str = "siege") -> SiegeFile:
    """Raises SiegeError with the file and what is wrong."""
    try:
        read = msgspec.convert(tomllib.loads(text), SiegeFile)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise SiegeError(f"{file}: {error}") from None
    for side in (read.besieger, read.besieged):
        if side not in {known.id for known in read.sides}:
            raise SiegeError(f"{file}: there is no side {side!r}")
        for name in (*read.men.get(side, ()), read.commanders.get(side, "")):
            if plain_name(name) not in roster_figures():
                raise SiegeError(f"{file}: nobody in the rosters is called {name!r}")
    try:
        board = board_of(board_data(load_panel(read.stronghold.board)))
    except PanelError as error:
        raise SiegeError(f"{file}: {error}") from None
    for wall in read.stronghold.walls():
        if wall.hex not in board.cells:
            raise SiegeError(f"{file}: there is no hex {wall.hex} on the board {read.stronghold.board!r}")
    everybody = [plain_name(name) for names in read.men.values() for name in names]
    if len(set(everybody)) < len(everybody):
        raise SiegeError(f"{file}: a man is named twice")
    return read


@cache
def sieges() -> dict[str, SiegeFile]:
    """All sieges shipped, by slug, in the order of the lobby."""
    found = [_read(path) for path in sorted(SIEGES.glob("*.toml"))]
    return {siege.slug: siege for siege in sorted(found, key=lambda siege: siege.order)}


def _read(path: Path) -> SiegeFile:
    return replace(siege_from_toml(path.read_text("utf-8"), path.name), slug=f"{PREFIX}{path.stem}")


def opened(
    siege: SiegeFile, page: SiegePage, options: Options, commitment: str, pack: Mapping[str, RuleTable]
) -> list[Event]:
    """The first events of a siege: everybody who is there, and the first day."""
    tables = page.tables.with_pack(pack) if pack else page.tables
    hold = siege.stronghold
    setup = SiegeSetup(
        scenario=siege.slug,
        title=siege.title,
        ruleset=page.id,
        sides=siege.sides,
        seats=siege.seats,
        options=options,
        tables_digest=tables.digest,
        tables=tables.as_dict(),
        commitment=commitment,
        besieger=siege.besieger,
        besieged=siege.besieged,
        stronghold=hold.stronghold(),
        board=board_data(load_panel(hold.board)),
        last_day=siege.last_day,
        late_events=siege.late_events,
    )
    return [
        SiegeCreated(
            setup=setup,
            men=tuple(man for seat in siege.seats for man in _men(siege, seat)),
            engines=dict(siege.engines),
            commanders={side: plain_name(name) for side, name in siege.commanders.items()},
        ),
        PhaseOpened(number=1, turn=1, side=""),
    ]


def _men(siege: SiegeFile, seat: Seat) -> Iterator[Character]:
    for name in siege.men[seat.side]:
        figure = roster_figures()[plain_name(name)]
        man = figure.figure(seat.side, seat.id)
        leads = plain_name(siege.commanders.get(seat.side, "")) == man.id
        yield replace(man, mount=f"{man.id}-horse" if figure.rides else None, leader=man.leader or leads)


def infos() -> tuple[ScenarioInfo, ...]:
    """The sieges as the lobby shows them."""
    return tuple(_info(siege) for siege in sieges().values())


def _info(siege: SiegeFile) -> ScenarioInfo:
    sides = {side.id: side for side in siege.sides}
    return ScenarioInfo(
        slug=siege.slug,
        title=siege.title,
        blurb=siege.blurb.strip(),
        chapter=siege.chapter,
        turns=siege.last_day,
        has_fights=True,
        seats=tuple(seat_info(seat, siege.sides, len(siege.men[seat.side])) for seat in siege.seats),
        victory=victory(
            siege.stronghold.name, sides[siege.besieger].name, sides[siege.besieged].name, siege.last_day
        ),
    )


def victory(place: str, besieger: str, besieged: str, last_day: int) -> tuple[str, ...]:
    """Who wins, stated from the first day."""
    ends = (
        english("The {besieged} win if the siege is lifted, and if they still hold it on the evening of day"
            " {day}.",
                besieged=besieged, day=last_day)
        if last_day
        else english("The {besieged} win if the siege is lifted.", besieged=besieged)
    )  # fmt: skip
    return (english("The {besieger} win as soon as {place} is theirs.", besieger=besieger, place=place), ends)

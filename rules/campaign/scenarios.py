"""The campaigns shipped, one file each under rules/data/campaigns/scenarios."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec
from msgspec.structs import replace

from rules.campaign.in_force import campaign_tables, mark_of
from rules.campaign.land import Faction, Land, LandError
from rules.campaign.land_file import land
from rules.campaign.muster import headcount, in_hand, mustered
from rules.campaign.page import CampaignPage
from rules.core.facing import FACINGS
from rules.core.language import english
from rules.core.tables import DATA, RuleTable, Tables
from rules.events.base import Event
from rules.events.campaign import CampaignCreated
from rules.events.campaign_secrets import ConvoyLoaded, GroupMustered, PlaceStocked
from rules.events.sequence import PhaseOpened
from rules.scenarios.info import ScenarioInfo, seat_info
from rules.scenarios.rosters import plain_name, roster_figures
from rules.state.campaign import CampaignSetup
from rules.state.campaign_counters import (
    HALVES,
    Content,
    Convoy,
    Founded,
    Goal,
    Group,
    Holding,
    Kind,
    Place,
    PlaceId,
    Spy,
)
from rules.state.figure import Character, FigureId, Hex, SeatId, SideId
from rules.state.table import Options, Seat, Setup, Side

CAMPAIGNS = DATA / "campaigns" / "scenarios"
PREFIX = "campaign-"
LETTERS = {
    Faction.NORMAN: "N",
    Faction.BYZANTINE: "B",
    Faction.LOMBARD: "L",
    Faction.ARAB: "A",
    Faction.GERMAN: "G",
}


class CampaignError(ValueError):
    """A scenario file that cannot be used; the message begins with the file."""


class GroupFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A group as it begins. ``at``: a place, a place and one of the six directions from it (GUC-16), or a
    hex; ``men``: how many, the leader among them; ``letter``: whose men, where it is not their side's;
    ``purse`` in deniers."""

    seat: SeatId
    at: str
    men: int
    hostility: int
    leader: str = ""
    prestige: int = 0
    purse: int = 0
    letter: str = ""
    riders: bool = False


class BandFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: str
    men: int
    hostility: int = 5
    letter: str = "M"


class ConvoyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    start: PlaceId
    goal: PlaceId
    seat: SeatId = ""
    points: int = 5


class SpyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: SeatId
    name: str
    at: str


class PurseFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    place: PlaceId
    deniers: int


class CampaignFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A campaign as its file has it. ``holds``: which side has the places of a faction; ``owners``: which
    has a place by itself, whatever the year says; ``captives``: nobody yet."""

    title: str
    blurb: str
    chapter: str
    order: int
    ruleset: str
    land: str
    date: tuple[int, int, int]
    last_day: int
    sides: tuple[Side, ...]
    seats: tuple[Seat, ...]
    factions: dict[SideId, str]
    groups: tuple[GroupFile, ...]
    goals: tuple[Goal, ...]
    holds: dict[str, SideId] = {}
    owners: dict[PlaceId, SideId] = {}
    mercenaries: tuple[BandFile, ...] = ()
    convoys: tuple[ConvoyFile, ...] = ()
    spies: tuple[SpyFile, ...] = ()
    purses: tuple[PurseFile, ...] = ()
    modules: tuple[str, ...] = ()
    victory: tuple[str, ...] = ()
    slug: str = ""

    @property
    def map(self) -> Land:
        return land(self.land)

    def side(self, seat: SeatId) -> SideId:
        return next((one.side for one in self.seats if one.id == seat), "")


def where(on: Land, at: str) -> Hex:
    """A hex, a place, or the hex beside a place in one of six directions: "melfi NE" (GUC-16). Raises
    LandError for what is not there."""
    name, _, toward = at.partition(" ")
    if name.isdigit():
        on.at(name)
        return name
    centre = on.place(name).hex
    if not toward:
        return centre
    facing = next((f for f in FACINGS if f.value == toward), None)
    near = on.beside(centre, facing) if facing is not None else None
    if near is None:
        raise LandError(f"{at}: directions are N, NE, SE, S, SW and NW, on the map")
    return near


def campaign_from_toml(text: str, file: str = "campaign") -> CampaignFile:
    """Raises CampaignError with the file and what is wrong."""
    try:
        read = msgspec.convert(tomllib.loads(text), CampaignFile)
        _check(read)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, LandError, ValueError) as error:
        raise CampaignError(f"{file}: {error}") from None
    return read


def _check(read: CampaignFile) -> None:
    sides = {side.id for side in read.sides}
    seats = {seat.id for seat in read.seats}
    on = read.map
    terrain = campaign_tables()["campaign-terrain"]
    starts = [*(g.at for g in read.groups), *(b.at for b in read.mercenaries), *(s.at for s in read.spies)]
    for start in starts:
        if on.cost(where(on, start), terrain) is None:
            raise ValueError(f"{start} is no hex in which anybody can be")
    for group in read.groups:
        if group.seat not in seats:
            raise ValueError(f"there is no seat {group.seat!r}")
        if group.men < 3:
            raise ValueError(f"a group at {group.at} has fewer than three men")
        if group.leader and plain_name(group.leader) not in roster_figures():
            raise ValueError(f"nobody in the rosters is called {group.leader!r}")
    for convoy in read.convoys:
        on.place(convoy.start)
        on.place(convoy.goal)
    for place in (*read.owners, *(goal.place for goal in read.goals if goal.place)):
        on.place(place)
    for side in (*read.holds.values(), *read.owners.values(), *(goal.side for goal in read.goals)):
        if side not in sides:
            raise ValueError(f"there is no side {side!r}")
    if set(read.factions) != sides:
        raise ValueError("each side has the letter of its counters")


@cache
def campaigns() -> dict[str, CampaignFile]:
    """All campaigns shipped, by slug, in the order of the lobby."""
    found = [_read(path) for path in sorted(CAMPAIGNS.glob("*.toml"))]
    return {one.slug: one for one in sorted(found, key=lambda one: one.order)}


def _read(path: Path) -> CampaignFile:
    return replace(campaign_from_toml(path.read_text("utf-8"), path.name), slug=f"{PREFIX}{path.stem}")


# how it begins


def opened(
    file: CampaignFile, page: CampaignPage, options: Options, commitment: str, pack: Mapping[str, RuleTable]
) -> list[Event]:
    """The first events: counters and places, which all see; then what is in them, each for its own side."""
    tables = page.tables.with_pack(pack)
    places = tuple(_founded(file))
    setup = CampaignSetup(
        scenario=file.slug,
        title=file.title,
        ruleset=file.ruleset,
        sides=file.sides,
        seats=file.seats,
        options=options,
        tables_digest=tables.digest,
        tables=tables.as_dict(),
        modules=file.modules,
        commitment=commitment,
        land=file.land,
        mark=mark_of(file.land),
        places=places,
        factions=file.factions,
        date=file.date,
        last_day=file.last_day,
        goals=file.goals,
    )
    begin = _Beginning(file, setup, tables)
    return [*begin.events(), PhaseOpened(number=1, turn=1, side="")]


def _founded(file: CampaignFile) -> Iterator[Founded]:
    year = file.date[0]
    for place in file.map.places:
        held = place.at(year)
        side = file.owners.get(place.id, file.holds.get(held.faction.value, ""))
        yield Founded(
            id=place.id,
            name=place.name,
            kind=Kind(place.kind.value),
            hex=place.hex,
            side=side,
            lord=held.lord,
            resources=held.resources,
            hostility=held.hostility,
            letter=LETTERS[held.faction],
            port=place.port,
            monastery=place.monastery,
        )


class _Beginning:
    """The first events of a campaign, with men who have no name twice."""

    def __init__(self, file: CampaignFile, setup: CampaignSetup, tables: Tables) -> None:
        self.file = file
        self.setup = setup
        self.tables = tables
        self.taken: set[FigureId] = {plain_name(g.leader) for g in file.groups if g.leader}
        self.taken |= {plain_name(spy.name) for spy in file.spies}
        self.numbers: dict[str, int] = {}

    def events(self) -> list[Event]:
        groups = [(self._group(one), one) for one in self.file.groups]
        bands = [(self._band(one), one) for one in self.file.mercenaries]
        convoys = [(self._convoy(one), one) for one in self.file.convoys]
        stocked = [self._stocked(place) for place in self.setup.places]
        mustered_ = [self._mustered(group, one) for group, one in groups]
        hired = [self._mercenaries(band, one) for band, one in bands]
        rides = {event.group for event in (*mustered_, *hired) if all(man.mounted for man in event.men)}
        counters = [group for group, _ in (*groups, *bands)]
        return [
            CampaignCreated(
                setup=self.setup,
                groups=tuple(replace(group, riders=group.id in rides) for group in counters),
                places=tuple(Place(p.id, p.side, p.lord) for p in self.setup.places),
                convoys=tuple(convoy for convoy, _ in convoys),
                spies=tuple(self._spy(one) for one in self.file.spies),
            ),
            *stocked,
            *mustered_,
            *hired,
            *(
                ConvoyLoaded(to=self._seats(convoy.side), convoy=convoy.id, points=one.points, cause="loaded")
                for convoy, one in convoys
            ),
        ]

    def _seats(self, side: SideId) -> tuple[SeatId, ...]:
        return tuple(seat.id for seat in self.setup.seats if side and seat.side == side)

    def _number(self, letter: str) -> str:
        self.numbers[letter] = self.numbers.get(letter, 0) + 1
        return f"{letter}{self.numbers[letter]}"

    def _group(self, one: GroupFile) -> Group:
        side = self.file.side(one.seat)
        label = where(self.file.map, one.at)
        return Group(
            id=self._number(self.setup.factions[side].lower()),
            side=side,
            seat=one.seat,
            hex=label,
            came=label,
        )

    def _band(self, one: BandFile) -> Group:
        label = where(self.file.map, one.at)
        return Group(id=self._number("m"), side="", seat="", hex=label, came=label, mercenaries=True)

    def _convoy(self, one: ConvoyFile) -> Convoy:
        side = self.file.side(one.seat)
        letter = f"{self.setup.factions[side].lower()}c" if side else "c"
        at = self.file.map.place(one.start).hex
        return Convoy(
            id=self._number(letter), side=side, seat=one.seat, hex=at, start=one.start, goal=one.goal
        )

    def _spy(self, one: SpyFile) -> Spy:
        side = self.file.side(one.seat)
        return Spy(plain_name(one.name), one.name, side, one.seat, where(self.file.map, one.at))

    def _men(
        self, kinds: tuple[str, ...], letter: str, side: SideId, seat: SeatId, home: str
    ) -> tuple[Character, ...]:
        men = mustered(kinds, letter, side, seat, self.taken, home)
        self.taken |= {man.id for man in men}
        return men

    def _mustered(self, group: Group, one: GroupFile) -> GroupMustered:
        """A leader counts among the men, in place of the first of them."""
        letter = one.letter or self.setup.factions[group.side]
        kinds = headcount(letter, one.men, self.tables)
        home = one.at.partition(" ")[0].title()
        leads: tuple[Character, ...] = ()
        if one.leader:
            figure = roster_figures()[plain_name(one.leader)]
            leads = (in_hand(replace(figure.figure(group.side, group.seat), leader=True)),)
            kinds = kinds[1:]
        men = (*leads, *self._men(kinds, letter, group.side, group.seat, home))
        if one.riders:
            men = tuple(man for man in men if man.mounted)
        leader = leads[0].id if leads else ""
        return GroupMustered(
            to=self._seats(group.side),
            group=group.id,
            content=Content(
                men=tuple(man.id for man in men), hostility=one.hostility, leader=leader,
                purse=one.purse * HALVES,
            ),
            men=men,
            prestige={leader: one.prestige} if leader else {},
        )  # fmt: skip

    def _mercenaries(self, band: Group, one: BandFile) -> GroupMustered:
        men = self._men(headcount(one.letter, one.men, self.tables), one.letter, "", "", "Nowhere")
        content = Content(men=tuple(man.id for man in men), hostility=one.hostility)
        return GroupMustered(to=(), group=band.id, content=content, men=men)

    def _stocked(self, place: Founded) -> PlaceStocked:
        """A castle has ten men (GUC-5.2a)."""
        men: tuple[Character, ...] = ()
        if place.kind is Kind.CASTLE:
            size = self.tables["campaign-figures"].number("garrison", "value")
            kinds = headcount(place.letter, size, self.tables)
            seat = next((seat.id for seat in self.setup.seats if place.side and seat.side == place.side), "")
            men = self._men(kinds, place.letter, place.side, seat, place.name)
        purse = sum(one.deniers * HALVES for one in self.file.purses if one.place == place.id)
        return PlaceStocked(
            to=self._seats(place.side),
            place=place.id,
            holding=Holding(
                resources=place.resources, hostility=place.hostility,
                garrison=tuple(man.id for man in men), purse=purse,
            ),
            men=men,
        )  # fmt: skip


# the lobby


def infos() -> tuple[ScenarioInfo, ...]:
    """The campaigns as the lobby shows them."""
    return tuple(_info(one) for one in campaigns().values())


def _info(one: CampaignFile) -> ScenarioInfo:
    def men(seat: Seat) -> int:
        return sum(group.men for group in one.groups if group.seat == seat.id)

    return ScenarioInfo(
        slug=one.slug,
        title=one.title,
        blurb=one.blurb.strip(),
        chapter=one.chapter,
        turns=one.last_day,
        seats=tuple(seat_info(seat, one.sides, men(seat)) for seat in one.seats),
        victory=tuple(one.victory) or (english("Most points on the last day win."),),
        has_fights=True,
        goes_on=True,
    )


def missing_rules(setup: Setup) -> str:
    """Why this server cannot play on: the map of a land may be another one than the game began on."""
    assert isinstance(setup, CampaignSetup)
    try:
        same = mark_of(setup.land) == setup.mark
    except FileNotFoundError:
        return f"this server has no map of {setup.land}"
    return "" if same else f"the map of {setup.land} on this server is another one than this game began on"

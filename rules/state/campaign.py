"""A campaign of many days on a table: what was agreed on, who knows what of whom, and a day that waits for
battles (GUC-8.1b)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

import msgspec

from rules.state.audience import Audiences, By, To
from rules.state.campaign_counters import (
    Band,
    Content,
    Convoy,
    ConvoyId,
    Day,
    Fate,
    Founded,
    Goal,
    Group,
    GroupId,
    Holding,
    News,
    Place,
    PlaceId,
    PlaceSeen,
    Sighting,
    Spy,
    SpyId,
)
from rules.state.families import Returned
from rules.state.figure import Character, FigureId, Hex, SeatId, SideId
from rules.state.siege import Siege
from rules.state.table import Outcome, Setup, Table


class CampaignSetup(Setup, frozen=True, omit_defaults=True, kw_only=True):
    """What was agreed on a campaign. ``land``: its map, by name, and the ``mark`` of that file; ``places``:
    with the values of the year; ``factions``: of each side the letter of its counters (GUC-4b); ``date``: of
    day 1, as year, month and day."""

    land: str
    mark: str
    places: tuple[Founded, ...]
    factions: dict[SideId, str]
    date: tuple[int, int, int]
    last_day: Day
    goals: tuple[Goal, ...] = ()

    def place(self, place: PlaceId) -> Founded:
        return next(found for found in self.places if found.id == place)


# battles that are fought out on boards, and a day that waits for them


class Fight(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battle that is fought out on a board, as everybody hears of it: where, and the groups of both sides,
    the first of them the one that attacked or was attacked. ``place``: at whose siege it is, without groups
    then. ``day``: of which it is, where days may be opened ahead of others. ``storms``: the settlement that
    is attacked, which may have no groups."""

    hex: Hex
    attackers: tuple[GroupId, ...] = ()
    defenders: tuple[GroupId, ...] = ()
    place: PlaceId = ""
    day: Day = 0
    storms: PlaceId = ""


class Levy(msgspec.Struct, frozen=True, omit_defaults=True):
    """Men of a settlement who fight in it (GUC-13.6a). ``fresh``: who goes home afterwards; ``men``:
    everybody in the place who fights."""

    side: SideId
    place: PlaceId
    fresh: tuple[FigureId, ...]
    men: tuple[FigureId, ...]


class Halt(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a day remembers that waits for battles: the ``step`` in which it stands, which groups are still
    ``left`` to move (None: nobody's turn has come yet), how many bands without an employer have moved
    (``sought``), what rules.campaign.today.Today holds, who fights for a settlement in which battle
    (``levies``), and which sieges have had their day (``besieged``). Where days may be opened ahead of
    others also which ``day`` it is, which convoys, spies and bands have gone (``went``), of a day that was
    opened ahead who has ``played`` it (rules.campaign.ahead.counters), and of one that is made up who has
    no turn in it (``still``, ``also``)."""

    step: str
    left: tuple[GroupId, ...] | None = ()
    sought: int = 0
    since_yesterday: tuple[GroupId, ...] = ()
    held_overnight: tuple[FigureId, ...] = ()
    done: tuple[GroupId, ...] = ()
    marched: tuple[GroupId, ...] = ()
    joined: tuple[GroupId, ...] = ()
    levies: dict[str, Levy] = {}
    besieged: tuple[PlaceId, ...] = ()
    day: Day = 0
    went: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    still: tuple[str, ...] = ()
    also: tuple[GroupId, ...] = ()


class Brought(msgspec.Struct, frozen=True):
    """How a battle on a board ended, and what comes back from it."""

    outcome: Outcome
    back: Returned


# who knows what: a side's seats sit together, and know the same of men and counters

M = TypeVar("M")


def side_of(table: Table, seat: SeatId | None) -> SideId:
    """The side of a seat; "" for the public."""
    return next((one.side for one in table.setup.seats if one.id == seat), "")


def _kept(belongs: Callable[[Any, str], tuple[SideId, ...]]) -> By:
    """Of a dictionary what belongs to a seat's side, as the true state has it."""

    def shown(value: dict[str, M], _: object, table: Any, seat: SeatId | None) -> dict[str, M]:
        side = side_of(table, seat)
        return {key: what for key, what in value.items() if side and side in belongs(table, key)}

    return By(shown)


def _of_man(at: Campaign, name: FigureId) -> tuple[SideId, ...]:
    """Whose business a man is: his own side's, and that of whoever holds him."""
    return at.men[name].side, at.captors.get(name, "")


def _both_sides(value: dict[PlaceId, Siege], _: object, at: Any, seat: SeatId | None) -> dict[PlaceId, Siege]:
    """The record of a siege lies open to besiegers and besieged (GUI-11.1.3e), and to nobody else."""
    side = side_of(at, seat)
    return {
        place: siege
        for place, siege in value.items()
        if side and side in (siege.setup.besieger, siege.setup.besieged)
    }


class Campaign(Table, kw_only=True):
    """A campaign on a table. ``turn`` is the day that is open.

    ``contents`` and ``holdings``: what groups and places hold; ``loads`` of convoys, in points; ``men`` by
    their names, with ``prestige`` of leaders, the day on which the wounded ``recover``, their ``fates`` and
    ``captors``. ``bands``: mercenaries in service. ``seen``: by side what it knows of groups of others, and
    of their places; ``carried``: what spies have seen and not told. ``counters``: how many of each letter
    were ever made. ``season``: what is added to movement; ``rotation``: which seat moves unhired mercenaries
    first. ``news``: of the week that goes on. ``sieges``: the record of each; their setups hold no tables,
    which are the campaign's. ``fights``: battles on boards, by the names of their calls; ``brought``: how
    those ended that are over and not reckoned yet; ``halted``: what the day remembers that waits for them,
    ``ahead``: those that were opened ahead of it. ``still``: counters that have no turn in the open phase,
    since they wait, or are ahead (rules.campaign.ahead)."""

    audiences: ClassVar[Audiences] = {
        **Table.audiences,
        "groups": To.ALL,
        "places": To.ALL,
        "convoys": To.ALL,
        "spies": To.ALL,
        "counters": To.ALL,
        "season": To.ALL,
        "rotation": To.ALL,
        "news": To.ALL,
        "fights": To.ALL,
        "brought": To.UMPIRE,
        "halted": To.UMPIRE,
        "ahead": To.UMPIRE,
        "still": To.ALL,
        "contents": _kept(lambda at, group: (at.groups[group].side,)),
        "bands": _kept(lambda at, group: (at.groups[group].side,)),
        "holdings": _kept(lambda at, place: (at.places[place].side,)),
        "loads": _kept(lambda at, convoy: (at.convoys[convoy].side,)),
        "men": _kept(_of_man),
        "prestige": _kept(_of_man),
        "recover": _kept(_of_man),
        "fates": _kept(_of_man),
        "captors": _kept(_of_man),
        "seen": _kept(lambda at, side: (side,)),
        "seen_places": _kept(lambda at, side: (side,)),
        "carried": To.UMPIRE,
        "sieges": By(_both_sides),
    }

    setup: CampaignSetup
    groups: dict[GroupId, Group] = {}
    places: dict[PlaceId, Place] = {}
    convoys: dict[ConvoyId, Convoy] = {}
    spies: dict[SpyId, Spy] = {}
    counters: dict[str, int] = {}
    rotation: int = 0
    season: int = 0
    news: tuple[News, ...] = ()
    contents: dict[GroupId, Content] = {}
    bands: dict[GroupId, Band] = {}
    holdings: dict[PlaceId, Holding] = {}
    loads: dict[ConvoyId, int] = {}
    men: dict[FigureId, Character] = {}
    prestige: dict[FigureId, int] = {}
    recover: dict[FigureId, Day] = {}
    fates: dict[FigureId, Fate] = {}
    captors: dict[FigureId, SideId] = {}
    seen: dict[SideId, dict[GroupId, Sighting]] = {}
    seen_places: dict[SideId, dict[PlaceId, PlaceSeen]] = {}
    carried: dict[SpyId, dict[GroupId, Sighting]] = {}
    sieges: dict[PlaceId, Siege] = {}
    fights: dict[str, Fight] = {}
    brought: dict[str, Brought] = {}
    halted: Halt | None = None
    ahead: tuple[Halt, ...] = ()
    still: tuple[str, ...] = ()

    def _unshare(self) -> None:
        super()._unshare()
        for name in _FLAT:
            setattr(self, name, dict(getattr(self, name)))
        for name in _NESTED:
            setattr(self, name, {key: dict(inner) for key, inner in getattr(self, name).items()})
        self.sieges = {place: siege.copy() for place, siege in self.sieges.items()}

    @property
    def day(self) -> Day:
        return self.turn

    # groups and what is in them

    def content(self, group: GroupId) -> Content:
        return self.contents[group]

    def in_group(self, group: GroupId) -> tuple[Character, ...]:
        """Everybody in a group, in the order of its list."""
        return tuple(self.men[name] for name in self.contents[group].men)

    def groups_of(self, side: SideId) -> tuple[Group, ...]:
        """The groups of a side, hired mercenaries among them, in the order of their counters."""
        return tuple(group for group in self.groups.values() if group.side == side)

    def groups_in(self, at: Hex) -> tuple[Group, ...]:
        return tuple(group for group in self.groups.values() if group.hex == at)

    def where_is(self, counter: GroupId | ConvoyId) -> Hex:
        """The hex of a group or a convoy; "" where it is not on the map (any more)."""
        found = self.groups.get(counter) or self.convoys.get(counter)
        return found.hex if found is not None else ""

    def stacked(self, group: GroupId) -> tuple[Group, ...]:
        """The hired mercenaries under a group's counter (GUC-12.2c)."""
        return tuple(one for one in self.groups.values() if one.under == group)

    def leader(self, group: GroupId) -> Character | None:
        name = self.contents[group].leader
        return self.men[name] if name else None

    def prestige_of(self, group: GroupId) -> int:
        """Of the leader; 0 without one."""
        return self.prestige.get(self.contents[group].leader, 0)

    # places

    def founded(self, place: PlaceId) -> Founded:
        return self.setup.place(place)

    def place_in(self, at: Hex) -> Founded | None:
        return next((found for found in self.setup.places if found.hex == at), None)

    def seats_with(self, *sides: SideId) -> tuple[SeatId, ...]:
        """The seats of some sides: who is told what these know."""
        return tuple(seat.id for seat in self.setup.seats if seat.side in sides)


_FLAT = (
    "groups", "places", "convoys", "spies", "counters", "contents", "bands", "holdings", "loads", "men",
    "prestige", "recover", "fates", "captors", "fights", "brought",
)  # fmt: skip
_NESTED = ("seen", "seen_places", "carried")

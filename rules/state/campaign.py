"""A campaign of many days: groups of men on the hexes of a land, its settlements and castles, and who knows
what of whom.

Implements GUC-3 (what the campaign's sheets keep), GUC-4a, GUC-4b (counters, by the letter of their faction
and a number). Every counter's hex, faction and marker lie open; what it holds is its side's own until others
meet it or are told by a spy (GUC-8.1b)."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, ClassVar, TypeVar

import msgspec

from rules.state.audience import Audiences, By, To
from rules.state.families import Returned
from rules.state.figure import Character, FigureId, Hex, SeatId, SideId
from rules.state.siege import Siege
from rules.state.table import Outcome, Setup, Table

Day = int
"""Days are counted from 1; day 0 is before the campaign."""

GroupId = str
"""A counter of a combat group, mercenaries among them: "n3", "m1"."""
ConvoyId = str
SpyId = FigureId
PlaceId = str

HALVES = 2
"""Money is counted in halves of a denier: a peasant costs half of one (GUC-12.1)."""
HUNGRY = 2
"""Days in a row without full supply that weaken a group (GUC-8.4b)."""


class Kind(StrEnum):
    """Of settlements (GUC-5.1a)."""

    VILLAGE = "village"
    TOWN = "town"
    CASTLE = "castle"
    CITY = "city"


class Group(msgspec.Struct, frozen=True, omit_defaults=True):
    """A combat group's counter. ``side``: empty for mercenaries whom nobody has hired. ``riders``: the
    cavalry marker (GUC-8.1d). ``came``: the hex from which it entered the one where it is. ``mercenaries``:
    the marker M; ``under``: the group under whose counter hired ones are stacked (GUC-12.2c). ``free``: the
    day on which nobody molests it."""

    id: GroupId
    side: SideId
    seat: SeatId
    hex: Hex
    riders: bool = False
    came: Hex = ""
    mercenaries: bool = False
    under: GroupId = ""
    free: Day = 0


class Content(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a group holds: ``men`` in their order, ``leader`` ("" for none), ``hostility`` (1 to 10),
    ``purse`` in half deniers. ``unfed``: for how many days in a row it was not fully supplied; ``battles``:
    won without a leader, and by which ``founders`` (GUC-9c). ``captives``: whom it escorts (GUC-14.8a)."""

    men: tuple[FigureId, ...]
    hostility: int
    leader: FigureId = ""
    purse: int = 0
    unfed: int = 0
    battles: int = 0
    founders: tuple[FigureId, ...] = ()
    captives: tuple[FigureId, ...] = ()


class Band(msgspec.Struct, frozen=True, omit_defaults=True):
    """Mercenaries in somebody's service. ``paid``: they stay for good; else they were promised a share, and
    ``checks`` of their loyalty were made since ``hired`` (GUC-12.2d)."""

    hired: Day
    paid: bool = False
    checks: int = 0


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A settlement, city or castle as everybody sees it. ``siege``: the group that besieges it."""

    id: PlaceId
    side: SideId
    lord: str = ""
    siege: GroupId = ""
    since: Day = 0


class Holding(msgspec.Struct, frozen=True, omit_defaults=True):
    """What its side alone knows of a place: ``resources`` left (None: a city's, without end), its
    ``garrison``, who is being cured there (``patients``) and until when, ``purse`` in half deniers, leaders
    held for ``ransom``, the day until which nobody is to be recruited there (``rests``). ``levy``: of its
    garrison those who have taken up arms for a siege alone."""

    resources: int | None
    hostility: int
    garrison: tuple[FigureId, ...] = ()
    patients: tuple[FigureId, ...] = ()
    purse: int = 0
    held: tuple[FigureId, ...] = ()
    rests: Day = 0
    levy: tuple[FigureId, ...] = ()


class Convoy(msgspec.Struct, frozen=True, omit_defaults=True):
    """A supply convoy's counter. ``side``: empty while neutral; such ones ply between ``start`` and ``goal``.
    ``escort``: the group that it goes with."""

    id: ConvoyId
    side: SideId
    seat: SeatId
    hex: Hex
    start: PlaceId
    goal: PlaceId
    escort: GroupId = ""
    driver: bool = True


class Sighting(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a side knows of a group, as it was on a ``day``: ``kinds`` of its men with their numbers, ``hurt``
    among them, who led it and with which ``prestige``. ``spy``: told by one."""

    day: Day
    kinds: dict[str, int]
    hurt: int = 0
    leader: str = ""
    prestige: int = 0
    captives: int = 0
    spy: FigureId = ""

    @property
    def men(self) -> int:
        return sum(self.kinds.values())


class Spy(msgspec.Struct, frozen=True, omit_defaults=True):
    """A spy's counter (GUC-10b)."""

    id: SpyId
    name: str
    side: SideId
    seat: SeatId
    hex: Hex


class Fate(StrEnum):
    """What has become of somebody who is in no group and no place any more."""

    DEAD = "dead"
    LOST = "lost"  # a group of fewer than three, in the wild (GUC-8.1a)
    TAKEN = "taken"  # a prisoner who is no leader, delivered (GUC-14.8b)
    GONE = "gone"  # dismissed: defenders of a settlement, mercenaries who quit


class Goal(msgspec.Struct, frozen=True, omit_defaults=True):
    """What scores for a side at the end. ``kind``: "hold" a ``place``, "deniers" (so many for a point),
    "prestige" (a point for each of its leaders' points), "captive" (a point for each leader held)."""

    side: SideId
    kind: str
    points: int
    place: PlaceId = ""
    each: int = 1


class Founded(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place as the campaign begins: values of its year. ``letter``: of the faction whose men live in it."""

    id: PlaceId
    name: str
    kind: Kind
    hex: Hex
    side: SideId
    lord: str
    resources: int | None
    hostility: int
    letter: str
    port: bool = False
    monastery: bool = False


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


class PlaceSeen(msgspec.Struct, frozen=True):
    """What a side knows of a place of others: its resources on a day (None: without end)."""

    day: Day
    resources: int | None


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that everybody has heard of. ``kind``: "battle", "assault", "slipped", "yielded", "taken",
    "besieged", "raised", "destroyed", "hired", "left", "convoy", "spy"; ``sides``: who did it, and to whom;
    ``ends`` of a battle for both; ``what``: a counter, a name, or why."""

    day: Day
    kind: str
    sides: tuple[SideId, ...]
    hex: Hex = ""
    place: PlaceId = ""
    ends: tuple[str, str] = ("", "")
    what: str = ""


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

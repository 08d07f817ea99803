"""The counters of a campaign, its places, and what is known of them.

Implements GUC-3 (what the campaign's sheets keep), GUC-4a, GUC-4b (counters, by the letter of their faction
and a number). Every counter's hex, faction and marker lie open; what it holds is its side's own until others
meet it or are told by a spy (GUC-8.1b)."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from rules.state.figure import FigureId, Hex, SeatId, SideId

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

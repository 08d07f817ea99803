"""What a seat's orders are made of. A line stands until it is done, replaced or taken back; what it says of
meetings and battles holds for every one of them.

Groups, convoys and spies are named by their ids, hexes by their labels."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TypeVar

import msgspec

from rules.state.campaign_counters import ConvoyId, GroupId, PlaceId, SpyId
from rules.state.figure import FigureId, Hex, SideId

COMING = "+"
"""Before the id of a man whom a SPLIT names: the group that he will be in has no counter yet."""


class Measure(StrEnum):
    """What a term looks at when two groups have met: both are seen then."""

    STRONGER = "stronger"  # own men less theirs
    ODDS = "odds"  # own value to a hundred of theirs (GUC-17.1)
    MEN = "men"  # own
    PRESTIGE = "prestige"  # of their leader
    DAY = "day"


class Term(msgspec.Struct, frozen=True, omit_defaults=True):
    """``least`` and ``most``: between which a measure must lie; None: no bound."""

    measure: Measure
    least: int | None = None
    most: int | None = None


Cases = tuple[tuple[Term, ...], ...]
"""Any of them, all terms of it; none: never; one without terms: always."""

ALWAYS: Cases = ((),)
NEVER: Cases = ()


class Meeting(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a group does when it has met another. ``fight``: when it attacks, if it may; ``refuse``: when it
    slips away from an attack; ``give_up``: when it lays down its arms instead; None: as everybody does who
    has said nothing. ``against``: whom alone this is said of (empty: everybody)."""

    fight: Cases | None = None
    refuse: Cases | None = None
    give_up: Cases | None = None
    against: tuple[SideId, ...] = ()


class Pick(msgspec.Struct, frozen=True, omit_defaults=True):
    """Some men of a group or garrison: by name, so many of a kind, or so many of any. ``wounded``: all who
    are."""

    names: tuple[FigureId, ...] = ()
    kinds: dict[str, int] = {}
    number: int = 0
    wounded: bool = False


class Order(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """``text``: the line as it stands."""

    text: str = ""


class March(Order, frozen=True, omit_defaults=True, kw_only=True):
    """A group marches day by day until it is there. ``to``: a hex; ``toward``: or a group or convoy, own or
    another's, wherever it goes. ``road``: along roads as far as there are any; ``via``: hexes on the way;
    ``avoid``: no hex with a strange counter; ``shun``: hexes to stay away from, each with a distance."""

    group: GroupId
    to: Hex = ""
    toward: GroupId | ConvoyId = ""
    road: bool = False
    via: tuple[Hex, ...] = ()
    avoid: bool = False
    shun: tuple[tuple[Hex, int], ...] = ()
    meeting: Meeting | None = None


class Hold(Order, frozen=True, omit_defaults=True, kw_only=True):
    """A group stays where it is, an escort of prisoners too."""

    group: GroupId


class Meet(Order, frozen=True, omit_defaults=True, kw_only=True):
    """What a group does when it meets others; without a ``group`` all that have no line of their own."""

    group: GroupId = ""
    meeting: Meeting


class Join(Order, frozen=True, omit_defaults=True, kw_only=True):
    """A group joins battles of its side next to it. ``beside``: of that group alone; ``fights``: if one of
    these is in it; ``never``: it joins none."""

    group: GroupId = ""
    beside: GroupId = ""
    fights: tuple[GroupId, ...] = ()
    never: bool = False
    terms: Cases = ALWAYS


class Split(Order, frozen=True, omit_defaults=True, kw_only=True):
    """Some men of a group become a group of their own (GUC-8.1c). ``leader``: one of them who leads it;
    ``purse``: half deniers that they take along. Other lines call the new group by anybody whom this one
    names, with COMING before his id, until it has a counter."""

    group: GroupId
    pick: Pick
    leader: FigureId = ""
    purse: int = 0


class Merge(Order, frozen=True, omit_defaults=True, kw_only=True):
    """A group goes over into another in the same hex, or some of its men do."""

    group: GroupId
    into: GroupId
    pick: Pick | None = None


class Pass(Order, frozen=True, omit_defaults=True, kw_only=True):
    """Money from one group to another in the same hex, in half deniers."""

    group: GroupId
    into: GroupId
    halves: int


class Garrison(Order, frozen=True, omit_defaults=True, kw_only=True):
    """Men of a group stay in a place of its side: a ``pick``, or as many as bring the garrison to
    ``least``."""

    place: PlaceId
    group: GroupId = ""
    least: int = 0
    pick: Pick | None = None


class Draw(Order, frozen=True, omit_defaults=True, kw_only=True):
    """Men of a garrison join a group (GUC-5.2b)."""

    place: PlaceId
    group: GroupId
    pick: Pick


class Lay(Order, frozen=True, omit_defaults=True, kw_only=True):
    """The wounded of a group stay in the place where it is until they are healed (GUC-14.7b)."""

    group: GroupId


class Fetch(Order, frozen=True, omit_defaults=True, kw_only=True):
    """Who is healed in a place joins a group there."""

    group: GroupId
    place: PlaceId = ""


class Recruit(Order, frozen=True, omit_defaults=True, kw_only=True):
    """New men for a group, in the settlement where it is (GUC-12.1)."""

    group: GroupId
    kinds: dict[str, int]


class Hire(Order, frozen=True, omit_defaults=True, kw_only=True):
    """Mercenaries whom a group meets: paid for if that costs no more than ``most`` half deniers (None: as
    much as there is), else, if so said, promised a ``share`` (GUC-12.2b, GUC-12.2d). ``band``: these alone;
    ``group``: whose they are to be."""

    group: GroupId = ""
    band: GroupId = ""
    most: int | None = None
    share: bool = False


class PayBand(Order, frozen=True, omit_defaults=True, kw_only=True):
    """Those who serve for a promise are paid (GUC-12.2f)."""

    band: GroupId


class Share(Order, frozen=True, omit_defaults=True, kw_only=True):
    """How many points of the next loot mercenaries get; None: one a man as far as it goes (GUC-12.2g)."""

    band: GroupId = ""
    points: int | None = None


class Lure(Order, frozen=True, omit_defaults=True, kw_only=True):
    """To which group unhired mercenaries are moved when it is this seat's turn (GUC-12.2a)."""

    band: GroupId
    group: GroupId


class Convoy(Order, frozen=True, omit_defaults=True, kw_only=True):
    """A new convoy with so many points from a place to another (GUC-11a, GUC-11b); ``escort``: a group that
    goes with it."""

    points: int
    start: PlaceId
    goal: PlaceId
    escort: GroupId = ""


class Send(Order, frozen=True, omit_defaults=True, kw_only=True):
    """A convoy goes somewhere else, or with another escort."""

    convoy: ConvoyId
    goal: PlaceId = ""
    escort: GroupId = ""


class Scout(Order, frozen=True, omit_defaults=True, kw_only=True):
    """A spy goes to a hex, and back to the nearest of his side if so said (GUC-10a)."""

    spy: SpyId
    to: Hex = ""
    back: bool = False


class Ransom(Order, frozen=True, omit_defaults=True, kw_only=True):
    """A leader is bought free from the purse of a group or place; of any if none is said (GUC-14.8d).
    ``never``: he is not."""

    leader: FigureId
    group: GroupId = ""
    place: PlaceId = ""
    never: bool = False


class Attack(Order, frozen=True, omit_defaults=True, kw_only=True):
    """A group attacks a settlement or storms a castle when it is there (GUC-13.5); ``terms``: if so."""

    group: GroupId
    place: PlaceId
    terms: Cases = ALWAYS


class Summon(Order, frozen=True, omit_defaults=True, kw_only=True):
    """A group asks a place to capitulate when it is there (GUC-15.3a)."""

    group: GroupId
    place: PlaceId


class Besiege(Order, frozen=True, omit_defaults=True, kw_only=True):
    """A group besieges a castle or settlement when it is there (GUC-15)."""

    group: GroupId
    place: PlaceId


class Conduct(Order, frozen=True, omit_defaults=True, kw_only=True):
    """How a siege of a place is conducted, by who besieges it or holds it: a line of the siege's own."""

    place: PlaceId
    line: str


class Loot(Order, frozen=True, omit_defaults=True, kw_only=True):
    """How many points a group takes from what it has won; None: all (GUC-12.3)."""

    group: GroupId = ""
    points: int | None = None


class Bargain(Order, frozen=True, omit_defaults=True, kw_only=True):
    """Whether a place offers a capitulation when it is summoned (GUC-15.3a)."""

    place: PlaceId
    never: bool = False


class Panels(Order, frozen=True, omit_defaults=True, kw_only=True):
    """Which panels a seat lays when its turn comes to lay one for a battle, the most wanted first
    (GUC-14.2b). ``ground``: for hexes that have this; "" for all."""

    ground: str = ""
    panels: tuple[str, ...]


class Quiet(Order, frozen=True, omit_defaults=True, kw_only=True):
    """For how many days one exchange may do, unless something happens that all may know."""

    days: int


Kind = TypeVar("Kind", bound=Order)


def own_first(lines: Iterable[Kind]) -> list[Kind]:
    """Lines that several can go by: what is said of one group or band goes before what is said of all."""
    return sorted(lines, key=lambda line: (not getattr(line, "group", ""), not getattr(line, "band", "")))


class Plan(msgspec.Struct, frozen=True):
    """A seat's orders, in the order of their lines. ``lapsed``: lines that cannot be carried out any more,
    since whom they name is gone, each with the reason."""

    orders: tuple[Order, ...] = ()
    lapsed: tuple[tuple[str, str], ...] = ()

    def of(self, kind: type[Kind]) -> tuple[Kind, ...]:
        return tuple(order for order in self.orders if isinstance(order, kind))

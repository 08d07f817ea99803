"""What happens on the map of a campaign, which all see: days, weather, counters and places (GUC-8.1b)."""

from __future__ import annotations

from typing import ClassVar

from rules.events.base import Event
from rules.events.creation import Created
from rules.state.campaign import CampaignSetup
from rules.state.campaign_counters import Convoy, ConvoyId, Day, Group, GroupId, Place, PlaceId, Spy, SpyId
from rules.state.figure import Hex, SeatId, SideId


class CampaignCreated(Created, frozen=True):
    """The first event of a campaign: the land, its places and the counters on it."""

    kind: ClassVar[str] = "campaign_created"
    setup: CampaignSetup
    groups: tuple[Group, ...]
    places: tuple[Place, ...]
    convoys: tuple[Convoy, ...] = ()
    spies: tuple[Spy, ...] = ()


class CampaignDayBegan(Event, frozen=True):
    kind: ClassVar[str] = "campaign_day_began"
    day: Day


class CampaignDayEnded(Event, frozen=True):
    kind: ClassVar[str] = "campaign_day_ended"
    day: Day


class SeasonSet(Event, frozen=True):
    """The season, which holds to the end: what is added to the movement of every counter (GUC-18.2)."""

    kind: ClassVar[str] = "campaign_season_set"
    die: int
    season: str
    movement: int


class RotationDrawn(Event, frozen=True):
    """Which seat is the first to move mercenaries whom nobody has hired (GUC-12.2a)."""

    kind: ClassVar[str] = "campaign_rotation_drawn"
    seat: int


class WeatherSet(Event, frozen=True):
    """What the weather of the year before adds to all resources (GUC-18.1)."""

    kind: ClassVar[str] = "campaign_weather_set"
    die: int
    resources: int


# counters, which all see


class GroupFormed(Event, frozen=True):
    """A new counter; ``from_group``: of which it was a part."""

    kind: ClassVar[str] = "campaign_group_formed"
    group: Group
    from_group: GroupId = ""


class GroupMoved(Event, frozen=True):
    """A counter goes from hex to hex; the first of ``path`` is where it stood. ``why``: "march", "joins",
    "withdraws", "flees", "stacked"."""

    kind: ClassVar[str] = "campaign_group_moved"
    group: GroupId
    path: tuple[Hex, ...]
    cause: str = "march"


class GroupMarked(Event, frozen=True):
    """It has the cavalry marker from now on, or has it no more (GUC-8.1d)."""

    kind: ClassVar[str] = "campaign_group_marked"
    group: GroupId
    riders: bool


class GroupGone(Event, frozen=True):
    """A counter leaves the map: "merged", "dissolved", "destroyed", "taken", "garrison"."""

    kind: ClassVar[str] = "campaign_group_gone"
    group: GroupId
    cause: str
    into: GroupId = ""


class BandUnder(Event, frozen=True):
    """Mercenaries are in a side's service, stacked under a group; of no side: nobody's any more."""

    kind: ClassVar[str] = "campaign_band_under"
    group: GroupId
    side: SideId
    seat: SeatId
    under: GroupId


class ConvoyFormed(Event, frozen=True):
    kind: ClassVar[str] = "campaign_convoy_formed"
    convoy: Convoy


class ConvoyMoved(Event, frozen=True):
    kind: ClassVar[str] = "campaign_convoy_moved"
    convoy: ConvoyId
    path: tuple[Hex, ...]


class ConvoyTaken(Event, frozen=True):
    """It is a side's from now on, with its ``escort``: "taken"; "joins": it was neutral; "sent": its own side
    sends it elsewhere; "left": its escort has fled; "plies": a neutral one turns round."""

    kind: ClassVar[str] = "campaign_convoy_taken"
    convoy: ConvoyId
    side: SideId
    seat: SeatId
    escort: GroupId = ""
    goal: PlaceId = ""
    cause: str = "taken"


class ConvoyGone(Event, frozen=True):
    """It has arrived and its animals are unloaded ("unloaded"), or it was plundered ("looted")."""

    kind: ClassVar[str] = "campaign_convoy_gone"
    convoy: ConvoyId
    cause: str


class SpyMoved(Event, frozen=True):
    kind: ClassVar[str] = "campaign_spy_moved"
    spy: SpyId
    path: tuple[Hex, ...]


class SpyTested(Event, frozen=True):
    """A spy who shares a hex with a group of others: 1D10 and what the place adds (GUC-10c)."""

    kind: ClassVar[str] = "campaign_spy_tested"
    spy: SpyId
    by: GroupId
    die: int
    modifier: int
    caught: bool


class PlaceTaken(Event, frozen=True):
    """A place changes hands: "capitulation", "siege", "assault", "terms", "empty"."""

    kind: ClassVar[str] = "campaign_place_taken"
    place: PlaceId
    side: SideId
    lord: str
    cause: str


class SiegeBegan(Event, frozen=True):
    kind: ClassVar[str] = "campaign_siege_began"
    place: PlaceId
    group: GroupId


class SiegePassed(Event, frozen=True):
    """A siege goes on as that of another ``group`` of its besieger's."""

    kind: ClassVar[str] = "campaign_siege_passed"
    place: PlaceId
    group: GroupId


class SiegeRaised(Event, frozen=True):
    """Nobody besieges the place any more: "left", "beaten", "fell", "messenger"."""

    kind: ClassVar[str] = "campaign_siege_raised"
    place: PlaceId
    cause: str


class SafeConduct(Event, frozen=True):
    """A ransomed leader and his escort are molested by nobody until that day is over."""

    kind: ClassVar[str] = "campaign_safe_conduct"
    group: GroupId
    day: Day

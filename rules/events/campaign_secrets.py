"""What happens in a campaign that one side alone is told: what is in counters and places, and what its spies
see (GUC-8.1b)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from rules.events.base import Event, Knowledge
from rules.state.campaign_counters import (
    Band,
    Content,
    ConvoyId,
    Day,
    Fate,
    GroupId,
    Holding,
    PlaceId,
    Sighting,
    SpyId,
)
from rules.state.figure import Character, FigureId, SeatId, SideId


class Told(Event, frozen=True):
    """Something that some seats are told, ``to`` whom. Others see nothing of it, or a poorer event."""

    to: tuple[SeatId, ...]

    def seen_by(self, knowledge: Knowledge) -> Event | None:
        return self if knowledge.seat in self.to else self.poorer()

    def poorer(self) -> Event | None:
        """What everybody else is shown of it."""
        return None


class GroupMustered(Told, frozen=True):
    """What a counter holds: with the campaign's beginning, or once it is in a side's service."""

    kind: ClassVar[str] = "campaign_group_mustered"
    group: GroupId
    content: Content
    men: tuple[Character, ...] = ()
    prestige: dict[FigureId, int] = {}
    band: Band | None = None


class PlaceStocked(Told, frozen=True):
    """What a place holds, for its new owner; ``men``: of its garrison, where they are new."""

    kind: ClassVar[str] = "campaign_place_stocked"
    place: PlaceId
    holding: Holding
    men: tuple[Character, ...] = ()
    prestige: dict[FigureId, int] = {}


class ConvoyLoaded(Told, frozen=True):
    """How many points a convoy has from now on, and why: "loaded", "unloaded", "eaten", "bought", "seen"."""

    kind: ClassVar[str] = "campaign_convoy_loaded"
    convoy: ConvoyId
    points: int
    cause: str


class MenJoined(Told, frozen=True):
    """New men in a group or a garrison: "recruited", "defends", "ransomed", "refugees"."""

    kind: ClassVar[str] = "campaign_men_joined"
    men: tuple[Character, ...]
    group: GroupId = ""
    place: PlaceId = ""
    cause: str = "recruited"


class MenMoved(Told, frozen=True):
    """Men go from one group, garrison or sickbed to another. Groups by their counters; ``place`` with
    ``garrison`` or ``patients``. ``by_itself``: a whole group, which has shared a hex with the other for a
    day (GUC-8.1e). ``unfed``: for how many days they have hungered, as from now on whoever they go with."""

    kind: ClassVar[str] = "campaign_men_moved"
    men: tuple[FigureId, ...]
    from_group: GroupId = ""
    from_place: PlaceId = ""
    to_group: GroupId = ""
    to_place: PlaceId = ""
    bed: bool = False
    by_itself: bool = False
    unfed: int = 0


class LeaderNamed(Told, frozen=True):
    """Who leads a group ("": nobody), and with which prestige if he had none; ``hostility`` of the group."""

    kind: ClassVar[str] = "campaign_leader_named"
    group: GroupId
    leader: FigureId
    hostility: int
    prestige: int = 0


class GroupFed(Told, frozen=True):
    """The supply check of a group: ``points`` of ``needed``, from a place or a convoy; ``unfed``: days in a
    row without enough (GUC-8.4a)."""

    kind: ClassVar[str] = "campaign_group_fed"
    group: GroupId
    needed: int
    points: int
    unfed: int
    place: PlaceId = ""
    convoy: ConvoyId = ""


class ResourcesChanged(Told, frozen=True):
    """A place's resources, by so many points: "supply", "convoy", "loot", "price", "siege", "weather"."""

    kind: ClassVar[str] = "campaign_resources_changed"
    place: PlaceId
    by: int
    cause: str


class PurseChanged(Told, frozen=True):
    """The purse of a group or a place, in half deniers: "recruits", "pay", "ransom", "loot", "share",
    "convoy", "merged", "wild"."""

    kind: ClassVar[str] = "campaign_purse_changed"
    by: int
    cause: str
    group: GroupId = ""
    place: PlaceId = ""


class PrestigeChanged(Told, frozen=True):
    """Of a leader: "won", "lost", "withdrew", "looted" (GUC-9b)."""

    kind: ClassVar[str] = "campaign_prestige_changed"
    leader: FigureId
    prestige: int
    cause: str


class VictoryCounted(Told, frozen=True):
    """A group without a leader has won so many battles; ``founders``: who was in it at the first (GUC-9c)."""

    kind: ClassVar[str] = "campaign_victory_counted"
    group: GroupId
    battles: int
    founders: tuple[FigureId, ...]


class BandCounted(Told, frozen=True):
    """How mercenaries stand in a side's service."""

    kind: ClassVar[str] = "campaign_band_counted"
    group: GroupId
    band: Band


class ManHurt(Told, frozen=True):
    kind: ClassVar[str] = "campaign_man_hurt"
    figure: FigureId
    cause: str


class HorsesLost(Told, frozen=True):
    """Riders who have no horses any more."""

    kind: ClassVar[str] = "campaign_horses_lost"
    men: tuple[FigureId, ...]


class ManLost(Told, frozen=True):
    """Somebody leaves the campaign: killed, taken for good, lost in the wild, dismissed."""

    kind: ClassVar[str] = "campaign_man_lost"
    figure: FigureId
    fate: Fate
    cause: str


class ManTaken(Told, frozen=True):
    """A prisoner from now on; of a ``group`` that escorts him, or ``held`` for ransom in a place."""

    kind: ClassVar[str] = "campaign_man_taken"
    man: Character
    by: SideId
    prestige: int = 0
    group: GroupId = ""
    place: PlaceId = ""


class ManFreed(Told, frozen=True):
    """A prisoner is free: ransomed, or his escort was beaten; he is in a ``group`` of his side again. Whoever
    had him knows no more of him than that."""

    kind: ClassVar[str] = "campaign_man_freed"
    figure: FigureId
    cause: str
    man: Character | None = None
    prestige: int = 0
    of: tuple[SeatId, ...] = ()
    group: GroupId = ""

    def seen_by(self, knowledge: Knowledge) -> Event | None:
        if knowledge.seat in self.of:
            return self
        return replace(self, man=None, prestige=0, group="") if knowledge.seat in self.to else None


class CureBegan(Told, frozen=True):
    """The die for a wounded man in a friendly place: on which day he is healed (GUC-14.7b)."""

    kind: ClassVar[str] = "campaign_cure_began"
    figure: FigureId
    place: PlaceId
    die: int
    day: Day


class CureBroken(Told, frozen=True):
    """A wounded man had to leave the place where he was being cured."""

    kind: ClassVar[str] = "campaign_cure_broken"
    figure: FigureId


class ManHealed(Told, frozen=True):
    kind: ClassVar[str] = "campaign_man_healed"
    figure: FigureId


class GroupSeen(Told, frozen=True):
    """A side learns what a group of others holds: met, or told by a spy."""

    kind: ClassVar[str] = "campaign_group_seen"
    side: SideId
    group: GroupId
    sighting: Sighting


class PlaceLooked(Told, frozen=True):
    """A side learns how many resources a place has."""

    kind: ClassVar[str] = "campaign_place_looked"
    side: SideId
    place: PlaceId
    day: Day
    resources: int | None


class SpyTold(Told, frozen=True):
    """A spy has met somebody of his side, and told all (GUC-10a)."""

    kind: ClassVar[str] = "campaign_spy_told"
    spy: SpyId


class PlaceRests(Told, frozen=True):
    """Nobody is to be recruited in a place until that day is over."""

    kind: ClassVar[str] = "campaign_place_rests"
    place: PlaceId
    until: Day


class SpySaw(Event, frozen=True):
    """What a spy has seen and not told yet: nobody knows it before he does."""

    kind: ClassVar[str] = "campaign_spy_saw"
    spy: SpyId
    group: GroupId
    sighting: Sighting

    def seen_by(self, knowledge: Knowledge) -> Event | None:
        return None


class LineDone(Told, frozen=True):
    """A line of a seat's orders is carried out, and stands no more. ``lacks``: what of it could not be, and
    why. ``undone``: nothing of it ever can be, which is told before."""

    kind: ClassVar[str] = "campaign_line_done"
    seat: SeatId
    line: str
    lacks: str = ""
    undone: bool = False

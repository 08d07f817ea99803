"""What happens at the sieges of a campaign: their own events, day by day, in its log (GUC-15)."""

from __future__ import annotations

from typing import ClassVar

from rules.events.base import Event
from rules.events.campaign_secrets import Told
from rules.state.campaign_counters import PlaceId
from rules.state.families import Beginning
from rules.state.figure import Character, FigureId, Hex, SideId
from rules.state.siege import SiegeSetup


class SiegeLaid(Told, frozen=True):
    """A siege has a record from now on. ``days``: for how long the resources of the place feed it; ``levy``:
    who has taken up arms in it. The setup holds no tables: the campaign's are in force."""

    kind: ClassVar[str] = "campaign_siege_laid"
    place: PlaceId
    setup: SiegeSetup
    days: int
    levy: tuple[FigureId, ...] = ()


class SiegeManned(Told, frozen=True):
    """Who is there, alive, on both sides: the campaign brings and takes men between the days of a siege."""

    kind: ClassVar[str] = "campaign_siege_manned"
    place: PlaceId
    men: tuple[Character, ...]
    commanders: dict[SideId, FigureId] = {}


class InSiege(Told, frozen=True):
    """An event of a siege, as its own log would hold it."""

    kind: ClassVar[str] = "campaign_in_siege"
    place: PlaceId
    event: Beginning


class SiegeFightCalled(Event, frozen=True):
    """There is fighting at a siege, which is done on a board as a game of its own of this name, and the day
    waits for it. What kind of fight it is both sides alone hear."""

    kind: ClassVar[str] = "campaign_siege_fight_called"
    call: str
    place: PlaceId
    hex: Hex


class SiegeFightOver(Event, frozen=True):
    """It is over; the siege goes on behind it."""

    kind: ClassVar[str] = "campaign_siege_fight_over"
    call: str
    place: PlaceId

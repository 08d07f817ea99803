"""Encounters and fights of a campaign (GUC-7, GUC-13, GUC-14, GUC-17)."""

from __future__ import annotations

from typing import ClassVar

import msgspec
from msgspec.structs import replace

from rules.events.base import Audience, Event
from rules.events.campaign_secrets import Told
from rules.state.campaign import Halt
from rules.state.campaign_counters import Day, GroupId, PlaceId
from rules.state.figure import FigureId, Hex, SideId


class Tested(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side of a hostility test (GUC-7b): its level, what prestige and headcount add, the sum.
    ``prestige`` is that of its leader, 0 without one."""

    side: SideId
    group: GroupId
    level: int
    by_prestige: int
    by_headcount: int
    men: int
    prestige: int = 0

    @property
    def total(self) -> int:
        return self.level + self.by_prestige + self.by_headcount


class HostilityTested(Told, frozen=True):
    """Two that meet, the one that comes first. ``place``: that is met instead of a group."""

    kind: ClassVar[str] = "campaign_hostility_tested"
    hex: Hex
    comer: Tested
    other: Tested
    place: PlaceId = ""


class MetInPeace(Told, frozen=True):
    """No fight: nobody could, or nobody would."""

    kind: ClassVar[str] = "campaign_met_in_peace"
    groups: tuple[GroupId, ...]
    could: tuple[SideId, ...]


class AttackMade(Event, frozen=True):
    """A group attacks another, or a place, in a hex: everybody hears of it."""

    kind: ClassVar[str] = "campaign_attack_made"
    attacker: GroupId
    hex: Hex
    defender: GroupId = ""
    place: PlaceId = ""


class FightRefused(Event, frozen=True):
    """The attacked do not want to fight, and slip away man by man (GUC-14.5a)."""

    kind: ClassVar[str] = "campaign_fight_refused"
    group: GroupId


class SlipTested(Told, frozen=True):
    """One man's die when his group refuses to fight: "", "taken", "wounded" or "killed"."""

    kind: ClassVar[str] = "campaign_slip_tested"
    figure: FigureId
    die: int
    modifier: int
    result: str


class GroupYielded(Event, frozen=True):
    """The attacked lay down their arms (GUC-14.6c)."""

    kind: ClassVar[str] = "campaign_group_yielded"
    group: GroupId


class BattleJoined(Event, frozen=True):
    """A group of a neighbouring hex, or an ally in the hex itself, comes to a battle (GUC-14.3), or to the
    storm of a ``place``.
    ``beside``: a group whom it helps; "" where it comes to the men of the place alone."""

    kind: ClassVar[str] = "campaign_battle_joined"
    group: GroupId
    from_hex: Hex
    beside: GroupId
    place: PlaceId = ""


class BattleCalled(Event, frozen=True):
    """A battle is fought out on a board, as a game of its own of this name, and the day waits for it. The
    first of the groups on each side are the one that attacked and the one that was attacked. ``storms``: the
    settlement that is attacked, by itself or with groups in it."""

    kind: ClassVar[str] = "campaign_battle_called"
    call: str
    hex: Hex
    attackers: tuple[GroupId, ...]
    defenders: tuple[GroupId, ...]
    storms: PlaceId = ""


class DayOpened(Event, frozen=True):
    """Who has no turn in the phase that opens for a ``day``: either that day is opened ``ahead`` of one that
    waits for battles, and those are who wait; or it is made up by those who waited, and they are ahead. What
    lies open to all decides it."""

    kind: ClassVar[str] = "campaign_day_opened"
    day: Day
    still: tuple[str, ...] = ()
    ahead: bool = False


class DayMadeUp(Event, frozen=True):
    """A day that others have played ahead begins for those who had to wait."""

    kind: ClassVar[str] = "campaign_day_made_up"
    day: Day


class DayHalted(Event, frozen=True):
    """The day goes no further before its battles are over."""

    kind: ClassVar[str] = "campaign_day_halted"
    audience: ClassVar[Audience] = Audience.UMPIRE
    halt: Halt


class CampaignFought(Told, frozen=True):
    """A battle, or the storm of a place, resolved by one die (GUC-17), or fought out on a board under the
    name of its ``call``; one that was cut short there is resolved by a die. Others hear who stayed on the
    field. ``ground``: "field", "siege" or "board";
    ``ends`` for attackers and defenders: "", "rout", "retreat", "lifted", "surrender", on a board also
    "flight", "destroyed", "draw"; losses in percent, on a board in men."""

    kind: ClassVar[str] = "campaign_fought"
    hex: Hex
    attackers: tuple[GroupId, ...]
    defenders: tuple[GroupId, ...]
    ground: str
    ends: tuple[str, str]
    place: PlaceId = ""
    men: tuple[int, int] = (0, 0)
    values: tuple[int, int] = (0, 0)
    percent: tuple[int, int] = (0, 0)
    column: str = ""
    die: int = 0
    modifier: int = 0
    letter: str = ""
    dead: tuple[int, int] = (0, 0)
    wounded: tuple[int, int] = (0, 0)
    call: str = ""

    def poorer(self) -> Event:
        return replace(
            self, men=(0, 0), values=(0, 0), percent=(0, 0), column="", die=0, modifier=0, letter="",
            dead=(0, 0), wounded=(0, 0),
        )  # fmt: skip


class LeaderTested(Told, frozen=True):
    """A leader's die in a battle resolved quickly (GUC-17.4): "", "wounded" or "killed"."""

    kind: ClassVar[str] = "campaign_leader_tested"
    figure: FigureId
    die: int
    dead: int
    result: str


class PrisonersKilled(Told, frozen=True):
    """Nobody can be spared to guard them (GUC-14.8c)."""

    kind: ClassVar[str] = "campaign_prisoners_killed"
    by: SideId
    number: int


class Summoned(Told, frozen=True):
    """A place bargains at the sight of an army: the difference of hostility, a die, and what it costs in
    percent of its resources (GUC-15.3a, GUC-15.3b)."""

    kind: ClassVar[str] = "campaign_summoned"
    place: PlaceId
    group: GroupId
    difference: int
    die: int
    percent: int
    price: int


class FateDrawn(Told, frozen=True):
    """What becomes of a garrison that starved (GUC-15.1)."""

    kind: ClassVar[str] = "campaign_fate_drawn"
    place: PlaceId
    die: int
    fate: str


class BandTested(Told, frozen=True):
    """Mercenaries who wait for their share: a die, what is added, and whether they are loyal (GUC-12.2d,
    GUC-12.2g). ``shared``: it was about loot that was dealt out."""

    kind: ClassVar[str] = "campaign_band_tested"
    group: GroupId
    die: int
    modifier: int
    total: int
    result: str
    shared: bool = False


class RansomPaid(Told, frozen=True):
    """A leader's price, from one purse to another, in deniers (GUC-14.8d)."""

    kind: ClassVar[str] = "campaign_ransom_paid"
    leader: FigureId
    deniers: int
    by: SideId
    to_side: SideId

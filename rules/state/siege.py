"""A siege of many days: the place, its walls, who is inside and outside, and the record sheet.

Implements GUI-11 (what the record sheet keeps), GUI-11.3.1 (damage by hex). All of it lies open to both
sides, as the sheet does at a table; only plans are their owners' own."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

import msgspec

from rules.state.audience import Audiences, To
from rules.state.board import BoardData
from rules.state.families import Returned
from rules.state.figure import Character, FigureId, Health, Hex, SeatId, SideId
from rules.state.table import Outcome, Setup, Table

Day = int
"""Days are counted from 1; day 0 is before the siege."""

NEVER = 0
"""Instead of a day: not during this siege."""


class Strength(StrEnum):
    """How strong a structure is, which says how many batterings it takes (GUI-11.3.2)."""

    DOUBLE = "D"
    SIMPLE = "S"
    WOOD = "W"


class Part(StrEnum):
    """To what a hex of the walls belongs."""

    STOCKADE = "stockade"
    GATE = "gate"
    WALL = "wall"
    TOWER = "tower"


class Wall(msgspec.Struct, frozen=True):
    """A hex of the walls that can be battered."""

    hex: Hex
    part: Part
    strength: Strength


class Stronghold(msgspec.Struct, frozen=True, omit_defaults=True):
    """The place that is besieged. ``kind``: "castle", "farm" or "chapel", as the tables have it; ``refuge``:
    where its garrison makes its last stand, in words. ``within``: its hexes behind the walls, ``keep``: those
    of them that are the refuge."""

    kind: str
    name: str
    refuge: str
    walls: tuple[Wall, ...]
    within: tuple[Hex, ...] = ()
    keep: tuple[Hex, ...] = ()

    def wall(self, at: Hex) -> Wall | None:
        return next((wall for wall in self.walls if wall.hex == at), None)


class LateEvents(StrEnum):
    """When the row of the events that lifts the siege counts: as printed, or only on a natural sum of that
    many, on any day, while other high sums bring nothing."""

    PRINTED = "printed"
    HOUSE = "house"


class SiegeSetup(Setup, frozen=True, omit_defaults=True, kw_only=True):
    """What was agreed on a siege. ``last_day``: the day at whose end it is lifted, because an army comes that
    nobody can withstand; 0: nothing ends it but the book."""

    besieger: SideId
    besieged: SideId
    stronghold: Stronghold
    board: BoardData
    last_day: Day = 0
    late_events: LateEvents = LateEvents.HOUSE


class Team(msgspec.Struct, frozen=True):
    """Men who build, bound until their work is done (GUI-11.2b). ``worked``: days that count."""

    what: str
    men: tuple[FigureId, ...]
    worked: int = 0


DeedId = str
"""What fills a day, as the record sheet marks it (GUI-11.1.3e): one of the actions of a book's page."""


class Deed(StrEnum):
    """The deeds of GUISCARD's page."""

    ASSAULT = "assault"
    BATTER = "batter"
    BUILD = "build"
    PARLEY = "parley"
    SALLY = "sally"
    SUPPLY = "supply"
    BATTLE = "battle"
    REST = "rest"


class Meeting(StrEnum):
    """How besiegers who hold all but the refuge meet a relief: they stay in what they hold, come out with
    everybody, or divide (GUI-11.4.1e, GUI-11.4.1f)."""

    SHELTER = "shelter"
    FIGHT = "fight"
    DIVIDE = "divide"


class Fight(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fight on a board, for which the day waits. ``attackers`` and ``defenders``: who takes part; ``hurt``:
    who was wounded or fell ill before it on the same day; ``found``: packhorses that a supply party leads.
    ``outcome`` and ``back``: how it ended and what came back, once that is told."""

    deed: DeedId
    attackers: tuple[FigureId, ...]
    defenders: tuple[FigureId, ...]
    hurt: tuple[FigureId, ...] = ()
    found: int = 0
    outcome: Outcome | None = None
    back: Returned | None = None


class DayRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A day's box on the sheet. ``total`` and ``event``: of the dice of the event, "" where nothing came of
    it; ``initiative``: whose it was, ``passed``: he passed it on; ``deeds``: what was done; ``dead`` and
    ``hurt``: how many that day; ``broken``: engines lost."""

    day: Day
    total: int = 0
    event: str = ""
    initiative: SideId = ""
    passed: bool = False
    deeds: tuple[DeedId, ...] = ()
    dead: int = 0
    hurt: int = 0
    broken: int = 0


class Siege(Table, kw_only=True):
    """A siege on a table. ``turn`` is the day that is open.

    ``fed_until``: the last day for which there is food; ``stores``: for how many days there was at first.
    ``recovers``: on which day somebody wounded is back (NEVER: not during this siege). ``engines``: how many
    of each kind the besieger has ready; ``worked``: days of work on each that was left unfinished, the most
    first. ``damage``: stages by hex. ``happened``: which event came on which day. ``idle_until``: the last
    day on which the besieger can do nothing to further the siege. ``battle_spent``: the battle outside was
    fought. ``holds``: who came to besiege has all but the refuge. ``commanders`` by side, ``captured``:
    prisoners and whose. ``fight``: on a board, not over yet or not yet accounted for; ``fight_inside``:
    another one, on a day on which besiegers have divided before a relief.

    ``left_behind``: days of stores that the garrison left when it went into its refuge. ``met``: what those
    who held all but it chose when a relief came, ``relief``: who of the garrison's side is outside since
    then, ``afield``: who went out to fight these. ``exchanged``: the garrison besieges those who hold the
    rest; ``refuge_until``: the last day for which its refuge has food then, while ``fed_until`` is of those
    whom it besieges; ``aside``: engines that they have taken in."""

    audiences: ClassVar[Audiences] = {
        **Table.audiences,
        "men": To.ALL,
        "fed_until": To.ALL,
        "stores": To.ALL,
        "recovers": To.ALL,
        "teams": To.ALL,
        "worked": To.ALL,
        "engines": To.ALL,
        "damage": To.ALL,
        "happened": To.ALL,
        "idle_until": To.ALL,
        "battle_spent": To.ALL,
        "holds": To.ALL,
        "commanders": To.ALL,
        "captured": To.ALL,
        "days": To.ALL,
        "lifted": To.ALL,
        "fallen": To.ALL,
        "fight": To.ALL,
        "fight_inside": To.ALL,
        "left_behind": To.ALL,
        "met": To.ALL,
        "relief": To.ALL,
        "afield": To.ALL,
        "exchanged": To.ALL,
        "refuge_until": To.ALL,
        "aside": To.ALL,
    }

    setup: SiegeSetup
    men: dict[FigureId, Character] = {}
    fed_until: Day = 0
    stores: int = 0
    recovers: dict[FigureId, Day] = {}
    teams: tuple[Team, ...] = ()
    worked: dict[str, tuple[int, ...]] = {}
    engines: dict[str, int] = {}
    damage: dict[Hex, int] = {}
    happened: dict[str, Day] = {}
    idle_until: Day = 0
    battle_spent: bool = False
    holds: bool = False
    commanders: dict[SideId, FigureId] = {}
    captured: dict[FigureId, SideId] = {}
    days: tuple[DayRecord, ...] = ()
    lifted: str = ""
    fallen: str = ""
    fight: Fight | None = None
    fight_inside: Fight | None = None
    left_behind: int = 0
    met: str = ""
    relief: tuple[FigureId, ...] = ()
    afield: tuple[FigureId, ...] = ()
    exchanged: bool = False
    refuge_until: Day = 0
    aside: dict[str, int] = {}

    def _unshare(self) -> None:
        super()._unshare()
        self.men = dict(self.men)
        self.recovers = dict(self.recovers)
        self.worked = dict(self.worked)
        self.engines = dict(self.engines)
        self.damage = dict(self.damage)
        self.happened = dict(self.happened)
        self.commanders = dict(self.commanders)
        self.captured = dict(self.captured)
        self.aside = dict(self.aside)

    # who is there

    @property
    def day(self) -> Day:
        return self.turn

    @property
    def besieger(self) -> SideId:
        """Who besieges today."""
        return self.setup.besieged if self.exchanged else self.setup.besieger

    @property
    def besieged(self) -> SideId:
        return self.setup.besieger if self.exchanged else self.setup.besieged

    @property
    def shut_in(self) -> bool:
        """The besieged have nothing but the refuge, and get out of it no more."""
        return self.holds and not self.exchanged

    @property
    def divided(self) -> bool:
        """Today some of the besiegers fight a relief outside, and the others go on inside (GUI-11.4.1f)."""
        return self.shut_in and self.met == Meeting.DIVIDE and self.happened.get("relief") == self.day

    @property
    def fights(self) -> tuple[Fight, ...]:
        """Those on boards for which the day waits."""
        return tuple(fight for fight in (self.fight, self.fight_inside) if fight is not None)

    def besieges(self, side: SideId) -> bool:
        return side == self.besieger

    def owns(self, side: SideId) -> bool:
        """Whether it is the garrison's side, whoever besieges today."""
        return self.besieges(side) is self.exchanged

    def seat_of(self, side: SideId) -> SeatId:
        """Who plans for a side: a siege has one seat for each."""
        return self.seats_of(side)[0].id

    def men_of(self, side: SideId) -> tuple[Character, ...]:
        """All of a side, the dead and prisoners among them, in the order of the roster."""
        return tuple(man for man in self.men.values() if man.side == side)

    def enemy_of(self, side: SideId) -> SideId:
        return self.besieged if self.besieges(side) else self.besieger

    def strength(self, side: SideId) -> tuple[Character, ...]:
        """The living of a side who are no prisoners, in the order of the roster: its numbers."""
        return tuple(m for m in self.men_of(side) if not m.dead and m.id not in self.captured)

    def at_hand(self, side: SideId) -> tuple[Character, ...]:
        """Those of a side who can fight today: builders cannot (GUI-11.2b), wounded men can, with their
        wounded values (ruling of GUI-11.1.5b)."""
        return tuple(man for man in self.strength(side) if man.id not in self.building)

    @property
    def building(self) -> frozenset[FigureId]:
        return frozenset(name for team in self.teams for name in team.men)

    def fit(self, side: SideId) -> int:
        return sum(man.health is Health.HEALTHY for man in self.strength(side))

    @property
    def today(self) -> DayRecord:
        """The box of the day that is open, or of the last one."""
        return self.days[-1] if self.days else DayRecord(day=self.turn)

"""What happens in a siege, day by day (GUI-11)."""

from __future__ import annotations

from typing import ClassVar

from rules.events.base import Event
from rules.events.creation import Created
from rules.state.figure import Character, FigureId, Hex, SideId
from rules.state.siege import Day, DeedId, SiegeSetup


class SiegeCreated(Created, frozen=True):
    """The first event of a siege: everybody who is there, and the engines that the besieger has brought."""

    kind: ClassVar[str] = "siege_created"
    setup: SiegeSetup
    men: tuple[Character, ...]
    engines: dict[str, int] = {}
    commanders: dict[SideId, FigureId] = {}


class StoresCounted(Event, frozen=True):
    """How long the garrison's food lasts: ``sum`` of the dice and ``modifier`` for so many ``mouths``."""

    kind: ClassVar[str] = "stores_counted"
    sum: int
    modifier: int
    mouths: int
    days: int


class DayBegan(Event, frozen=True):
    kind: ClassVar[str] = "day_began"
    day: Day


class EventDrawn(Event, frozen=True):
    """The dice of the event: their ``sum``, what is added for the ``first_days`` and for a thin ``blockade``,
    the ``total`` that is read, and what stands there; ``happens`` unless it has happened before or brings
    nothing."""

    kind: ClassVar[str] = "siege_event_drawn"
    sum: int
    first_days: int
    blockade: int
    total: int
    event: str
    happens: bool


class InitiativeTaken(Event, frozen=True):
    """Who acts today. ``given``: the event that gives it away ("relief", "gate"); totals are 0
    then."""

    kind: ClassVar[str] = "initiative_taken"
    side: SideId
    besieger: int = 0
    besieged: int = 0
    bonus: int = 0
    given: str = ""


class InitiativePassed(Event, frozen=True):
    """The besieged will not use it: the besieger acts (GUI-11.1.3d)."""

    kind: ClassVar[str] = "initiative_passed"
    side: SideId


class ManHurt(Event, frozen=True):
    """Wounded, by a cause in one word: "assault", "dysentery", "collapse" ..."""

    kind: ClassVar[str] = "siege_man_hurt"
    figure: FigureId
    cause: str


class ManDied(Event, frozen=True):
    kind: ClassVar[str] = "siege_man_died"
    figure: FigureId
    cause: str


class RecoverySet(Event, frozen=True):
    """On which day he will be back; 0: not during this siege."""

    kind: ClassVar[str] = "siege_recovery_set"
    figure: FigureId
    die: int
    day: Day


class ManRecovered(Event, frozen=True):
    kind: ClassVar[str] = "siege_man_recovered"
    figure: FigureId


class CommanderNamed(Event, frozen=True):
    kind: ClassVar[str] = "siege_commander_named"
    side: SideId
    figure: FigureId


class MenJoined(Event, frozen=True):
    """Men come, because of an event; ``points``: what they cost, 0 where they cost nothing."""

    kind: ClassVar[str] = "siege_men_joined"
    men: tuple[Character, ...]
    cause: str
    points: int = 0


class StoresChanged(Event, frozen=True):
    """By so many days, and why: "theft", "refugees", "convoy", "refuge"."""

    kind: ClassVar[str] = "siege_stores_changed"
    days: int
    cause: str


class EnginesChanged(Event, frozen=True):
    """The besieger has so many more of them, or fewer, and why: "built", "sabotage", "broken", "burnt"."""

    kind: ClassVar[str] = "siege_engines_changed"
    what: str
    by: int
    cause: str


class TeamSet(Event, frozen=True):
    """Five men begin to build, or go on with what was left."""

    kind: ClassVar[str] = "siege_team_set"
    what: str
    men: tuple[FigureId, ...]


class TeamWorked(Event, frozen=True):
    """A day's work: ``worked`` of ``needed`` days. A work that is done frees its men."""

    kind: ClassVar[str] = "siege_team_worked"
    team: int
    worked: int
    needed: int

    @property
    def done(self) -> bool:
        return self.worked >= self.needed


class TeamLeft(Event, frozen=True):
    """Too few builders are left for a work; what they have done is kept."""

    kind: ClassVar[str] = "siege_team_left"
    team: int
    cause: str


class WallBattered(Event, frozen=True):
    """A hex of the walls, by so many points; ``result`` as the table has it, ``stage`` of ``stages``."""

    kind: ClassVar[str] = "siege_wall_battered"
    hex: Hex
    points: int
    die: int
    column: str
    result: str
    stage: int
    stages: int

    @property
    def down(self) -> bool:
        return self.stage >= self.stages


class Parleyed(Event, frozen=True):
    """The besieger asks for surrender: a die and the bonus of each factor."""

    kind: ClassVar[str] = "siege_parleyed"
    die: int
    bonuses: dict[str, int]
    total: int
    needed: int

    @property
    def agreed(self) -> bool:
        return self.total >= self.needed


class DeedDone(Event, frozen=True):
    """What a side does today, as the sheet marks it; ``men``: who goes, where not all do."""

    kind: ClassVar[str] = "siege_deed_done"
    side: SideId
    deed: DeedId
    men: tuple[FigureId, ...] = ()


class FoughtQuickly(Event, frozen=True):
    """A fight resolved without a board (GUC-17): values, the difference's column, the die and what changed
    it. ``ground``: "siege" or "field"; ``ends``: how it ends for attacker and defender; losses in percent."""

    kind: ClassVar[str] = "siege_fought_quickly"
    deed: DeedId
    ground: str
    attacker: SideId
    values: tuple[int, int]
    percent: tuple[int, int]
    column: str
    die: int
    modifier: int
    letter: str
    ends: tuple[str, str]
    dead: tuple[int, int]
    wounded: tuple[int, int]


class FightCalled(Event, frozen=True):
    """A fight is fought out on a board, as a game of its own, and the day waits for it. ``hurt``: who was
    wounded or fell ill earlier today; ``found``: packhorses that a supply party leads."""

    kind: ClassVar[str] = "siege_fight_called"
    deed: DeedId
    attackers: tuple[FigureId, ...]
    defenders: tuple[FigureId, ...]
    hurt: tuple[FigureId, ...] = ()
    found: int = 0


class FightOver(Event, frozen=True):
    """The day goes on behind a fight on a board. ``ended``: in one word, "taken", "refuge", "driven",
    "beaten", "through", "caught", "nothing"."""

    kind: ClassVar[str] = "siege_fight_over"
    deed: DeedId
    ended: str


class ManTaken(Event, frozen=True):
    """Somebody is a prisoner of a side from now on."""

    kind: ClassVar[str] = "siege_man_taken"
    figure: FigureId
    by: SideId


class HorseLost(Event, frozen=True):
    """A rider has no horse any more."""

    kind: ClassVar[str] = "siege_horse_lost"
    figure: FigureId


class WallRuined(Event, frozen=True):
    """A hex of the walls came down in a fight; ``stage``: the last of its damage."""

    kind: ClassVar[str] = "siege_wall_ruined"
    hex: Hex
    stage: int


class TentsBurnt(Event, frozen=True):
    """So many hexes of tents, and until which day the besieger can do nothing for it."""

    kind: ClassVar[str] = "siege_tents_burnt"
    hexes: int
    idle_until: Day


class PartyFetched(Event, frozen=True):
    """A supply party: how many packhorses it found, how many came home, and how many patrols it met."""

    kind: ClassVar[str] = "siege_party_fetched"
    found: int
    home: int
    patrols: int


class RefugeHeld(Event, frozen=True):
    """All that is left of the garrison is in its refuge; the besieger has the rest."""

    kind: ClassVar[str] = "siege_refuge_held"


class RefugeLeft(Event, frozen=True):
    """The besiegers have left what they held: the garrison has all of its place again."""

    kind: ClassVar[str] = "siege_refuge_left"


class SiegeLifted(Event, frozen=True):
    """Why, in one word: "messenger", "losses", "deserted", "battle", "army"."""

    kind: ClassVar[str] = "siege_lifted"
    cause: str


class PlaceFell(Event, frozen=True):
    """Why, in one word: "assault", "hunger", "leaderless", "parley"."""

    kind: ClassVar[str] = "siege_place_fell"
    cause: str


class DayEnded(Event, frozen=True):
    kind: ClassVar[str] = "siege_day_ended"
    day: Day

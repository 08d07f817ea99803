"""A book as a frozen record: its tables, its sequence of play, its policies, and the functions at each seam.

No subclass, no "if book ==": where books differ they fill a field differently. The Anarchy is Guiscard with a
page of differences; an option of a scenario is an Extension merged into it.

Tables by id: terrain, movement-allowance, clutter, infiltration, infiltration-modifiers, turning, mounting,
bridle, horses-led, weapons, missile-modifiers, missile-foot, missile-mounted, missile-effects, impact,
defensive-spacing, ammunition, elevation-cover, elevation-cover-works, built-cover, terrain-shift,
combat-columns, combat-foot, combat-mounted, combat-effects (and the older combat tables beside them),
combat-modifiers, combat-worth, horse-values; of sieges engines, engine-ground, impact-2d10, stone, battering,
fire, fuel, burning.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import msgspec

from rules.core.choices import Question
from rules.core.language import english
from rules.core.modifier import Modifier
from rules.core.modules import ModuleName
from rules.core.rejection import Rejection
from rules.core.rule_ids import RuleText
from rules.core.tables import Tables
from rules.core.weights import DIFFERENTIAL, Strengths, Weighing
from rules.journal import Journal
from rules.orders.records import Order
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex, HorseId, SeatId, SideId
from rules.state.structures import Body
from rules.state.table import StepId
from rules.state.works import Engine


class Entry(msgspec.Struct, frozen=True):
    """Somebody about to enter a hex (with his front half, if he rides)."""

    figure: Character
    start: Hex
    end: Hex


class Shot(msgspec.Struct, frozen=True):
    """A shot about to be resolved. ``band``: short, medium, long. ``target`` may be a loose horse."""

    shooter: Character
    weapon: str
    target: FigureId | HorseId
    aim: Hex
    distance: int
    band: str
    mode: str


class Fight(msgspec.Struct, frozen=True):
    """A combat about to be resolved. ``horse`` when the defender is a riderless horse."""

    attackers: tuple[Character, ...]
    defenders: tuple[Character, ...]
    horse: HorseId | None = None


EntryPrice = Callable[[Battle, "Ruleset", Entry], Modifier | Rejection | None]


class EntryCost(msgspec.Struct, frozen=True):
    """What a module adds to the MP of entering a hex, or why nobody may. ``lasts``: it depends on the
    ground alone, and on whether somebody rides or wears armour, so that searches may keep it from one
    question to the next."""

    price: EntryPrice
    lasts: bool = False


ShotModifier = Callable[[Battle, "Ruleset", Shot], Modifier | None]
FightModifier = Callable[[Battle, "Ruleset", Fight], Modifier | None]
PassageModifier = Callable[[Battle, "Ruleset", Character], Modifier | None]
FightBar = Callable[[Battle, "Ruleset", Fight], Rejection | None]
ResultRule = Callable[[Battle, "Ruleset", Fight, "Result"], "Turned | None"]
PassageBar = Callable[[Battle, "Ruleset", Character, Character, Hex], bool]
ShotBar = Callable[[Battle, "Ruleset", Character, str, Hex], Rejection | None]
ShotOver = Callable[[Battle, "Ruleset", Character, str, Hex, Character, Hex], bool]
StrengthRule = Callable[[Battle, "Ruleset", Fight, Strengths], Strengths]
CoverRule = Callable[[Battle, "Ruleset", Character, Hex, Hex], Modifier | None]
Aftermath = Callable[[Journal, "Ruleset"], None]
StepBar = Callable[[Battle, "Ruleset", Character, Hex, Hex], Rejection | None]


class Result(msgspec.Struct, frozen=True):
    """What a letter of the combat tables does to the defenders: killed, wounded or stunned to one of them, or
    a retreat of so many hexes of all."""

    harm: str
    hexes: int


class Turned(msgspec.Struct, frozen=True):
    """A result that takes another course than the table's: what is told of it, and what it does instead."""

    words: str
    carry_out: Callable[[Journal, Ruleset], None]


class Extension(msgspec.Struct, frozen=True, omit_defaults=True):
    """Functions for the named seams. Each returns a Modifier (a Rejection, where entry is barred) or nothing;
    ``fight_bars`` forbid a combat, ``result_rules`` turn its result, ``passage_bars`` spare a mover an
    enemy's test; ``step_bars`` close a hex to a figure that comes from its neighbour, whatever MP he has
    (what burns, what stands there); ``shot_shifts`` move the column of the missile tables (to the right: as
    if better covered); ``covers`` add a cover, ``exposures`` take every cover away; ``shot_bars`` forbid a
    shot at a hex, ``shots_over`` let it pass over somebody, ``strengths`` change what both sides of a fight
    bring into it; ``aftermaths`` put right what has changed with those who moved, fought or fell."""

    entry_costs: tuple[EntryCost, ...] = ()
    impact_modifiers: tuple[ShotModifier, ...] = ()
    damage_modifiers: tuple[ShotModifier, ...] = ()
    shot_shifts: tuple[ShotModifier, ...] = ()
    column_shifts: tuple[FightModifier, ...] = ()
    combat_modifiers: tuple[FightModifier, ...] = ()
    mover_modifiers: tuple[PassageModifier, ...] = ()
    opposer_modifiers: tuple[PassageModifier, ...] = ()
    covers: tuple[CoverRule, ...] = ()
    exposures: tuple[CoverRule, ...] = ()
    fight_bars: tuple[FightBar, ...] = ()
    result_rules: tuple[ResultRule, ...] = ()
    passage_bars: tuple[PassageBar, ...] = ()
    step_bars: tuple[StepBar, ...] = ()
    shot_bars: tuple[ShotBar, ...] = ()
    shots_over: tuple[ShotOver, ...] = ()
    strengths: tuple[StrengthRule, ...] = ()
    aftermaths: tuple[Aftermath, ...] = ()


Act = Callable[[Journal, "Ruleset"], None]
Owes = Callable[[Battle], tuple[SeatId, ...]]


class Step(msgspec.Struct, frozen=True):
    """A step of a phase. ``id`` is stored in the log and in the keys of phases, ``title`` stands in "turn 3,
    Norman phase, fire"; ``act`` plays it. Which orders it carries out is said by the kinds of orders
    themselves (OrderKind)."""

    id: StepId
    title: str
    act: Act


class Phase(msgspec.Struct, frozen=True):
    """A phase of the sequence of play: its steps in their order, who owes orders for it, which open calls it
    rests for, and what its end brings. ``settled``: nothing is left to be ordered in the game, which goes on
    to its end without anybody.

    ``name`` is stored in PhaseOpened, and is empty for the player phase of open battle; ``title``
    (``title_in_step`` where a game stops in one) is a text with places for the turn and the adjective of the
    side in phase, ``short`` the same for lists, ``key`` for addresses."""

    name: str
    steps: tuple[Step, ...]
    owes: Owes
    rests: Callable[[Battle], tuple[str, ...]] = lambda battle: ()
    ends: tuple[Act, ...] = ()
    title: str = english("turn {turn}, {adjective} phase")
    title_in_step: str = english("turn {turn}, {adjective} phase, {step}")
    short: str = "T{turn} {adjective}"
    key: str = "t{turn}-{side}"
    settled: bool = False


class Opening(msgspec.Struct, frozen=True):
    """The phase that comes next: of which turn, whose, and which of the sequence (see PhaseOpened)."""

    turn: int
    side: SideId
    name: str = ""


class Sequence(msgspec.Struct, frozen=True):
    """A book's sequence of play. ``begins`` tells the first phase of a game, ``follows`` the one after the
    open one, and ``turn_ends`` whether the open one is the last of its turn."""

    phases: tuple[Phase, ...]
    begins: Callable[[Battle], Opening]
    follows: Callable[[Battle], Opening]
    turn_ends: Callable[[Battle], bool]

    def phase(self, name: str) -> Phase:
        """The phase of a name. Raises LookupError for one that this book does not have."""
        for phase in self.phases:
            if phase.name == name:
                return phase
        raise LookupError(f"this book has no phase {name!r}")


class Policies(msgspec.Struct, frozen=True):
    """Where the books answer the same question differently. ``stunned_block_fire``: whether a man who lies
    stunned is in the way of a shot. A scenario may choose otherwise than its book what CHOOSABLE names."""

    combat_foot: str = "combat-foot"
    combat_mounted: str = "combat-mounted"
    combat_columns: str = "combat-columns"
    weighing: Weighing = DIFFERENTIAL
    stunned_block_fire: bool = False


CHOOSABLE = ("stunned_block_fire",)


CarryOut = Callable[..., Rejection | None]
Check = Callable[[Any, Any], Any]
Mark = Callable[[Battle, FigureId], None]
Forbidden = Callable[[Battle, "Ruleset", Any, frozenset[FigureId]], Rejection | None]
Unasked = Callable[[Journal, "Ruleset", frozenset[FigureId]], None]
CaptainsPart = Callable[[Any, Any, Any], None]
Remark = Callable[[Battle, "Ruleset", Character], str]


class OrderKind(msgspec.Struct, frozen=True):
    """All that there is to know of one kind of order, besides its words (rules.orders.verb).

    ``step``: which carries it out, empty for standing orders. ``carry_out(journal, rules, seat, order)``:
    how, where the step leaves it to the module; in the movement step a fifth argument is to be called after
    each hex that somebody enters, for defensive fire. ``check(desk, order)`` gives what the receipt says of
    it. ``does``: what it leaves behind on a man who carried it out, and ``forbidden`` what keeps men from it:
    so the desk finds two orders that cannot both be done."""

    order: type[Order]
    step: StepId = ""
    carry_out: CarryOut | None = None
    check: Check | None = None
    does: tuple[Mark, ...] = ()
    forbidden: Forbidden | None = None


Need = Callable[[Battle, "Ruleset", Engine], Rejection | None]
Arc = Callable[[Battle, Engine, Hex], bool]
Working = Callable[[Battle, "Ruleset", SeatId, Engine, Hex, tuple[FigureId, ...]], Any]
Shooting = Callable[[Journal, "Ruleset", SeatId, Engine, Any], Rejection | None]
AimWorth = Callable[[Any, Engine, Hex], int]


class EngineKind(msgspec.Struct, frozen=True):
    """All that there is to know of one kind of engine. ``id`` stands in scenario files and in the log, and is
    the row of the table of engines that has its crew, movers, pace, reach and rate.

    ``needs``: the first thing that it lacks to be worked, as it stands; ``arc``: whether a hex lies before
    it; ``working(battle, rules, seat, engine, aim, named)``: who would work it for a shot at a hex, or why
    there is none; ``shoot(journal, rules, seat, engine, order)`` carries one out (both None: it does not
    shoot). ``spreads``: within so many hexes of its aim one's own are in danger; ``warning``: what the desk
    says of every shot; ``body``: its storeys, and which of its hexes have them. ``worth(plan, engine,
    aim)`` and ``worth_from()``: what a shot is worth to a captain, in hundredths of a man, and from where
    on he makes it."""

    id: str
    arc: Arc
    needs: tuple[Need, ...] = ()
    working: Working | None = None
    shoot: Shooting | None = None
    spreads: int = 0
    warning: str = ""
    body: Body | None = None
    worth: AimWorth | None = None
    worth_from: Callable[[], int] | None = None


class Captain(msgspec.Struct, frozen=True):
    """What an automaton does with a module, stage by stage of his planning; each part takes his plan, his
    march and his temper. ``begin``: before anybody shoots at anybody; ``bring``: then what is carried to
    the walls; ``ride``: when the shots are settled; ``storm``: before fights are sought; ``work``: with
    idle hands; ``settle``: when everybody has his place. ``lasting``: his standing orders, given the plan
    and the temper."""

    begin: CaptainsPart | None = None
    bring: CaptainsPart | None = None
    ride: CaptainsPart | None = None
    storm: CaptainsPart | None = None
    work: CaptainsPart | None = None
    settle: CaptainsPart | None = None
    lasting: Callable[[Any, Any], None] | None = None


class Module(msgspec.Struct, frozen=True):
    """A part of a book as one record: the basic chapters, or an advanced module that a scenario may
    switch on (GUI-7).

    ``seams``: its functions at the seams; ``orders``: the kinds of orders that it brings, whose verbs name
    it; ``unasked``: what men do at the end of the combat step without an order, given who is busy;
    ``phase_ends``: what follows when a player phase is over; ``questions``: the choices that it brings;
    ``tables``: those that it needs; ``engines``: the kinds that can be worked under it; ``remarks``: what
    is said of a figure in the muster; ``texts``: the rules that it brings, where no book prints them
    (house rules)."""

    name: ModuleName
    seams: tuple[Extension, ...] = ()
    orders: tuple[OrderKind, ...] = ()
    unasked: tuple[Unasked, ...] = ()
    phase_ends: tuple[Act, ...] = ()
    questions: tuple[Question, ...] = ()
    tables: tuple[str, ...] = ()
    captain: Captain = Captain()
    engines: tuple[EngineKind, ...] = ()
    remarks: tuple[Remark, ...] = ()
    texts: tuple[RuleText, ...] = ()


class Ruleset(msgspec.Struct, frozen=True, dict=True):
    """The rules of one game, tables included. ``switched_on``: the advanced modules among those in
    force, by id."""

    id: str
    title: str
    books: tuple[str, ...]
    sequence: Sequence
    tables: Tables
    seams: Extension
    policies: Policies = Policies()
    modules: tuple[Module, ...] = ()
    switched_on: tuple[str, ...] = ()

    @cached_property
    def orders(self) -> dict[type[Order], OrderKind]:
        """The kinds of orders that can be given under these rules."""
        return {kind.order: kind for module in self.modules for kind in module.orders}

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """The choices that a player may want to be asked for."""
        return tuple(question for module in self.modules for question in module.questions)

    @cached_property
    def engine_kinds(self) -> dict[str, EngineKind]:
        """The kinds of engines under these rules, by id."""
        return {kind.id: kind for module in self.modules for kind in module.engines}

    def knows(self, order: type[Order]) -> bool:
        """Whether orders of a kind can be given under these rules."""
        return order in self.orders

    def orders_in(self, step: StepId) -> tuple[type[Order], ...]:
        """The kinds of orders that a step carries out. A game played step by step stops before a step
        that has any."""
        return self._orders_by_step.get(step, ())

    @cached_property
    def _orders_by_step(self) -> dict[StepId, tuple[type[Order], ...]]:
        found: dict[StepId, tuple[type[Order], ...]] = {}
        for kind in self.orders.values():
            found[kind.step] = (*found.get(kind.step, ()), kind.order)
        return found

    def places_in(self, phase: Phase) -> Mapping[type[Order], int]:
        """Which of the steps of a phase, counted from 0, carries out each kind of order."""
        if phase.name not in self._places:
            self._places[phase.name] = {
                kind: place for place, step in enumerate(phase.steps) for kind in self.orders_in(step.id)
            }
        return self._places[phase.name]

    @cached_property
    def _places(self) -> dict[str, dict[type[Order], int]]:
        return {}

    def phase_of(self, battle: Battle) -> Phase:
        """The phase that is open. Raises LookupError for one that this book does not have."""
        return self.sequence.phase(battle.phase_name)

    def extended(self, extension: Extension) -> Ruleset:
        """These rules with an extension's functions behind their own at each seam."""
        merged = {
            name: getattr(self.seams, name) + getattr(extension, name) for name in Extension.__struct_fields__
        }
        return msgspec.structs.replace(self, seams=Extension(**merged))

    @property
    def later_first(self) -> tuple[Module, ...]:
        """The modules, the latest chapter first: what is done on ladders and at engines goes before
        gates and tents."""
        return self.modules[::-1]

"""A book as a frozen record: its tables, its sequence of play, its policies, and the functions at each seam.

No subclass, no "if book ==": where books differ they fill a field differently. The Anarchy is Guiscard with a page
of differences; an option of a scenario is an Extension merged into it.

Tables by id: terrain, movement-allowance, clutter, infiltration, infiltration-modifiers, turning, mounting, bridle,
horses-led, weapons, missile-modifiers, missile-foot, missile-mounted, missile-effects, impact, defensive-spacing,
ammunition, elevation-cover, elevation-cover-works, built-cover, terrain-shift, combat-columns, combat-foot,
combat-mounted, combat-effects (and the older combat tables beside them), combat-modifiers, combat-worth, horse-values; of sieges engines, engine-ground, impact-2d10, stone, battering, fire, fuel,
burning.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from rules.core.language import english
from rules.core.modifier import Modifier
from rules.core.rejection import Rejection
from rules.core.tables import Tables
from rules.journal import Journal
from rules.orders.records import Order
from rules.orders.verbs import verbs_in
from rules.state.battle import Battle, StepId
from rules.state.figure import Character, FigureId, Hex, HorseId, SeatId, SideId


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


EntryCost = Callable[[Battle, "Ruleset", Entry], Modifier | Rejection | None]
ShotModifier = Callable[[Battle, "Ruleset", Shot], Modifier | None]
FightModifier = Callable[[Battle, "Ruleset", Fight], Modifier | None]
PassageModifier = Callable[[Battle, "Ruleset", Character], Modifier | None]
FightBar = Callable[[Battle, "Ruleset", Fight], Rejection | None]
ResultRule = Callable[[Battle, "Ruleset", Fight, "Result"], "Turned | None"]
PassageBar = Callable[[Battle, "Ruleset", Character, Character, Hex], bool]
ShotBar = Callable[[Battle, "Ruleset", Character, str, Hex], Rejection | None]
ShotOver = Callable[[Battle, "Ruleset", Character, str, Hex, Character, Hex], bool]
StrengthRule = Callable[[Battle, "Ruleset", Fight, "Strengths"], "Strengths"]
CoverRule = Callable[[Battle, "Ruleset", Character, Hex, Hex], Modifier | None]
Aftermath = Callable[[Journal, "Ruleset"], None]
StepBar = Callable[[Battle, "Ruleset", Character, Hex, Hex], Rejection | None]


class Strengths(msgspec.Struct, frozen=True):
    """What each fighter brings into a combat: the values of the faces in play, or what a rule makes of them; ``raised``:
    what was added and why. ``spared``: results against the attackers do nothing."""

    attack: tuple[int, ...]
    defence: tuple[int, ...]
    raised: tuple[Modifier, ...] = ()
    spared: bool = False


class Result(msgspec.Struct, frozen=True):
    """What a letter of the combat tables does to the defenders: killed, wounded or stunned to one of them, or a retreat
    of so many hexes of all."""

    harm: str
    hexes: int


class Turned(msgspec.Struct, frozen=True):
    """A result that takes another course than the table's: what is told of it, and what it does instead."""

    words: str
    carry_out: Callable[[Journal, Ruleset], None]


class Extension(msgspec.Struct, frozen=True, omit_defaults=True):
    """Functions for the named seams. Each returns a Modifier (a Rejection, where entry is barred) or nothing;
    ``fight_bars`` forbid a combat, ``result_rules`` turn its result, ``passage_bars`` spare a mover an enemy's test;
    ``step_bars`` close a hex to a figure that comes from its neighbour, whatever MP he has (what burns, what stands there);
    ``covers`` add a cover, ``exposures`` take every cover away; ``shot_bars`` forbid a shot at a hex, ``shots_over`` let it pass over somebody, ``strengths`` change what both sides
    of a fight bring into it; ``aftermaths`` put right what has changed with those who moved, fought or fell."""

    entry_costs: tuple[EntryCost, ...] = ()
    impact_modifiers: tuple[ShotModifier, ...] = ()
    damage_modifiers: tuple[ShotModifier, ...] = ()
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
    """A step of a phase. ``id`` is stored in the log and in the keys of phases, ``title`` stands in "turn 3, Norman phase,
    fire"; ``act`` plays it; ``orders`` are the kinds of orders that it carries out by itself, besides the actions of the
    modules in force. A game played step by step stops before a step that carries out any."""

    id: StepId
    title: str
    act: Act
    orders: tuple[type[Order], ...] = ()


class Phase(msgspec.Struct, frozen=True):
    """A phase of the sequence of play: its steps in their order, who owes orders for it, and what its end brings.

    ``name`` is stored in PhaseOpened, and is empty for the player phase of open battle; ``title`` (``title_in_step``
    where a game stops in one) is a text with places for the turn and the adjective of the side in phase, ``short`` the same
    for lists, ``key`` for addresses."""

    name: str
    steps: tuple[Step, ...]
    owes: Owes
    ends: tuple[Act, ...] = ()
    title: str = english("turn {turn}, {adjective} phase")
    title_in_step: str = english("turn {turn}, {adjective} phase, {step}")
    short: str = "T{turn} {adjective}"
    key: str = "t{turn}-{side}"


class Opening(msgspec.Struct, frozen=True):
    """The phase that comes next: of which turn, whose, and which of the sequence (see PhaseOpened)."""

    turn: int
    side: SideId
    name: str = ""


class Sequence(msgspec.Struct, frozen=True):
    """A book's sequence of play. ``begins`` tells the first phase of a game, ``follows`` the one after the open one, and
    ``turn_ends`` whether the open one is the last of its turn."""

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
    """Where the books answer the same question differently."""

    combat_foot: str = "combat-foot"
    combat_mounted: str = "combat-mounted"
    combat_columns: str = "combat-columns"
    stunned_block_fire: bool = False


class Ruleset(msgspec.Struct, frozen=True):
    """The rules of one game, tables included."""

    id: str
    title: str
    books: tuple[str, ...]
    sequence: Sequence
    tables: Tables
    seams: Extension
    policies: Policies = Policies()
    modules: tuple[str, ...] = ()

    def has(self, module: str) -> bool:
        """Whether an advanced module is in force (GUI-7)."""
        return module in self.modules

    def phase_of(self, battle: Battle) -> Phase:
        """The phase that is open. Raises LookupError for one that this book does not have."""
        return self.sequence.phase(battle.phase_name)

    def takes_orders(self, step: Step) -> bool:
        """Whether a game played step by step stops for orders before a step: where it carries out any that can be given."""
        return any(verb.record in step.orders for verb in verbs_in(self.modules))

    def extended(self, extension: Extension) -> Ruleset:
        """These rules with an extension's functions behind their own."""
        merged = {
            name: getattr(self.seams, name) + getattr(extension, name) for name in Extension.__struct_fields__
        }
        return msgspec.structs.replace(self, seams=Extension(**merged))

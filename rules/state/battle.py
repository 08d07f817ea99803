"""One battle: what was agreed at its start, what is on the board, and what happened in the last phases.

Implements GUI-2a, GUI-2.1g (the pointer into the sequence of play).
"""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property
from typing import Any, ClassVar

import msgspec

from rules.core.facing import Facing
from rules.core.places import GROUND
from rules.state.audience import Audiences, By, To
from rules.state.board import Board, BoardData, board_of
from rules.state.deployment import Deployment, Reserve
from rules.state.families import Beginning
from rules.state.figure import Character, FigureId, Hex, Horse, SeatId, SideId
from rules.state.pieces import Pieces
from rules.state.table import Outcome, Setup, Table
from rules.state.works import Engine, Flame, Ladder

AIMS = ("casualties", "held", "exited")


class Aim(msgspec.Struct, frozen=True, omit_defaults=True):
    """One way to score: ``casualties`` of ``side``'s enemies, hexes ``held`` at the end, figures ``exited``.

    ``points`` by kind of figure ("knight", "*" for all others); ``hexes`` for held and exited; ``at_end`` ...
    """

    kind: str
    side: SideId
    points: dict[str, int]
    hexes: tuple[Hex, ...] = ()
    words: str = ""


class Storm(msgspec.Struct, frozen=True, omit_defaults=True):
    """An assault on a place, which has ends of its own (GUI-11.4.1c, GUI-11.4.1h, GUI-11.4.1k). ``refuge``:
    the hexes of the garrison's last stand; ``halt``: the besiegers stop before it once they have lost so many
    percent (0: always, above 100: never); ``quiet``: after so many turns without hand-to-hand fighting it is
    over where something parts all defenders from all attackers. ``retaking``: a garrison assaults those who
    hold all but its refuge; "besieger" is who assaults, "besieged" who withstands."""

    besieger: SideId
    besieged: SideId
    refuge: tuple[Hex, ...]
    halt: int
    quiet: int
    retaking: bool = False


class Errand(StrEnum):
    """What the garrison has come out for: to burn the camp, to bring stores home, to give battle. OPEN: no
    siege at all, but two that have met in the open in a campaign."""

    CAMP = "camp"
    SUPPLY = "supply"
    FIELD = "field"
    OPEN = "open"

    @property
    def goes_home(self) -> bool:
        """Whether those who came out have something else to do than to give battle, and go home then."""
        return self in (Errand.CAMP, Errand.SUPPLY)


class Sortie(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fight of a siege before the walls, which has ends of its own (GUI-11.4.2b, GUI-11.4.3b, GUI-11.4.4c),
    or a battle of a campaign (GUC-14.6): "besieger" is who attacks there, "besieged" who is attacked.
    ``stand``: a side of which no more than so many are unhurt withdraws; ``home``: by which hexes the men of
    the place get through with what they lead; ``patrols``: up to which face of the die one more comes, turn
    by turn, the last for all later ones; ``arrows``: how many burning ones each archer has (0: no end)."""

    errand: Errand
    besieger: SideId
    besieged: SideId
    stand: dict[SideId, int] = {}
    home: tuple[Hex, ...] = ()
    patrols: tuple[int, ...] = ()
    arrows: int = 0

    def came_out(self, side: SideId) -> bool:
        return side == self.besieged


class Victory(msgspec.Struct, frozen=True, omit_defaults=True):
    """When the game ends and who has won: the score after the last turn, or a side broken before it. With 0
    turns it never ends, though nobody be left: a position, not a game.

    ``break_at``: a side with no more than this share (in percent) of its figures still active has lost at
    once. ``lead``: points by which one must lead; less is a draw. ``turns``: 0 for a position, which nobody
    wins and which goes on for ever. ``places``: what the hexes that are fought for are called, as far as
    they have names (not in older logs). ``exits``: by which hexes a side may leave the board without
    scoring; ``storm``, ``sortie``: the battle is an assault on a place, or one before its walls, and ends
    as those do.
    """

    turns: int
    aims: tuple[Aim, ...] = ()
    break_at: dict[SideId, int] = {}
    lead: int = 1
    places: dict[Hex, str] = {}
    exits: dict[SideId, tuple[Hex, ...]] = {}
    storm: Storm | None = None
    sortie: Sortie | None = None


class Sequel(msgspec.Struct, frozen=True):
    """The battle that the survivors of this one fight next: its title, and its first events as if nobody had
    fallen before."""

    title: str
    opening: tuple[Beginning, ...]


class BattleSetup(Setup, frozen=True, omit_defaults=True, kw_only=True):
    """What was agreed of a battle: besides, its board and how it is won. ``deployments``: who places his men
    before the first turn, and where; "setup" then stands among the modules. ``sequel``: the battle that
    decides this one, if it comes to that. ``of_siege``: a siege or a campaign has called it, and is
    told of engines, prisoners and ruins too."""

    board: BoardData
    victory: Victory
    deployments: tuple[Deployment, ...] = ()
    sequel: Sequel | None = None
    of_siege: bool = False


RUIN = "ruin-"
"""How the ids of overlays begin that mark what is destroyed for good."""


BURNING_ARROWS_SHOT = "burning-arrows-shot"
"""The mark that counts the burning arrows that somebody has shot or given away, where each has so many."""


class Overlay(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that appears on the board and vanishes: rubble, a breach, a torn tent, an open gate.
    ``terrain`` replaces the ground's, ``feature`` marks the hexside towards ``facing``, ``removes`` are
    features that are gone from all sides of its hexes."""

    id: str
    kind: str
    hexes: tuple[Hex, ...]
    terrain: str = ""
    feature: str = ""
    facing: str = ""
    level: int = 0
    removes: tuple[str, ...] = ()


class ShotAt(msgspec.Struct, frozen=True):
    """Defensive fire at one mover: how many hexes he had moved when last shot at, and whether fire went
    elsewhere since (GUI-5.3d, GUI-5.3f)."""

    moved: int
    closed: bool = False


class Formation(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hoplites in close order (GUI-7.3.1a): where each of them belongs. ``front`` is the anticlockwise one of
    the two directions that their pikes point to; ``opened``: whose pikes are broken, and since which phase
    (0: had no room for them); ``tortoise``: shields overhead (GUI-7.3.2a)."""

    id: str
    side: SideId
    front: Facing
    places: dict[FigureId, Hex]
    opened: dict[FigureId, int] = {}
    tortoise: bool = False


class ChargeState(StrEnum):
    """How far a charge has got: announced, arrived at whom it will fight, come to nothing, fought."""

    ANNOUNCED = "announced"
    HOME = "home"
    LOST = "lost"
    FOUGHT = "fought"


class Charge(msgspec.Struct, frozen=True, omit_defaults=True):
    """A charge as announced (GUI-7.2.1a). ``start``: the rider's two hexes then, front first; ``route``: the
    hexes that his front half enters. ``counter``: who answers it, riding over ``answer`` (GUI-7.2.2a).
    ``close``: ridden in a closed group (GUI-7.2.4)."""

    target: FigureId
    start: tuple[Hex, ...]
    route: tuple[Hex, ...]
    counter: FigureId = ""
    answer: tuple[Hex, ...] = ()
    state: ChargeState = ChargeState.ANNOUNCED
    close: bool = False

    @property
    def foe(self) -> FigureId:
        """Whom the rider will fight: whoever rides against him, else his target."""
        return self.counter or self.target

    @property
    def pending(self) -> bool:
        """Whether it is still to be ridden or fought."""
        return self.state in (ChargeState.ANNOUNCED, ChargeState.HOME)


def _own_checks(checked: dict[str, bool], record: Any, battle: Any, seat: SeatId | None) -> dict[str, bool]:
    """The IFs of a seat's own orders."""
    return {key: holds for key, holds in checked.items() if key.startswith(f"{seat}: ")}


class PhaseRecord(msgspec.Struct, omit_defaults=True):
    """Who did what in one player phase; the rules on missile fire look back over three of them (GUI-5.1b,
    5.2c, 5.3a).

    ``spent`` and ``left`` are MP, ``moved`` hexes entered; whoever has begun to move is in ``left``.
    ``fired`` shot offensively, ``watched`` defensively; ``attacked`` made a hand-to-hand attack, ``defended``
    suffered one; ``tested`` used up their infiltration test; ``busy`` gave the whole phase to hauling bodies,
    a fire or an engine; ``bridle_failed`` holds who missed which horse's bridle, as "figure/horse";
    ``checked`` holds the IFs looked at, by seat and order; ``reduced`` the MP left to those who were slowed
    before they began to move; ``charges`` by rider, in the order in which they were announced (GUI-7.2).
    ``stands``: where everybody stood when the phase began, kept where men give whole turns to a work
    (GUI-8.5.2b, GUI-9.2.3.2, GUI-10.2.1). ``sheltered``: from whom or where they were told in this phase to
    keep covered (GUI-8.3.5). ``worked``: put up, laid down or took in a ladder or rope, which costs no MP.
    """

    audiences: ClassVar[Audiences] = {
        **dict.fromkeys(
            (
                "number", "spent", "left", "moved", "staying", "fired", "watched", "shot_at", "attacked",
                "defended", "engaged", "tested", "busy", "bridle_failed", "reduced", "charges", "stands",
                "sheltered", "worked",
            ),
            To.ALL,
        ),
        "checked": By(_own_checks),
    }  # fmt: skip

    number: int = 0
    spent: dict[FigureId, int] = {}
    left: dict[FigureId, int] = {}
    moved: dict[FigureId, int] = {}
    staying: set[FigureId] = set()
    fired: set[FigureId] = set()
    watched: set[FigureId] = set()
    shot_at: dict[FigureId, ShotAt] = {}
    attacked: set[FigureId] = set()
    defended: set[FigureId] = set()
    engaged: set[FigureId] = set()
    tested: set[FigureId] = set()
    busy: set[FigureId] = set()
    bridle_failed: set[str] = set()
    checked: dict[str, bool] = {}
    reduced: dict[FigureId, int] = {}
    charges: dict[FigureId, Charge] = {}
    stands: dict[FigureId, Hex] = {}
    sheltered: dict[FigureId, FigureId | Hex] = {}
    worked: set[FigureId] = set()

    def has_moved(self, figure: FigureId) -> bool:
        """Whether somebody has moved by himself in this phase: begun a move, be it only to mount, dismount or
        climb, or spent MP, as on an upright ladder that he shifts (RUL-1066). Whoever is driven back or
        pushed has not."""
        return figure in self.left or self.spent.get(figure, 0) > 0 or self.moved.get(figure, 0) > 0

    def has_acted(self, figure: FigureId) -> bool:
        """Whether he has done anything at all in the movement step."""
        return figure in self.worked or self.has_moved(figure)

    def copy(self) -> PhaseRecord:
        return PhaseRecord(
            number=self.number,
            spent=dict(self.spent),
            sheltered=dict(self.sheltered),
            left=dict(self.left),
            moved=dict(self.moved),
            staying=set(self.staying),
            fired=set(self.fired),
            watched=set(self.watched),
            shot_at=dict(self.shot_at),
            attacked=set(self.attacked),
            defended=set(self.defended),
            engaged=set(self.engaged),
            tested=set(self.tested),
            busy=set(self.busy),
            bridle_failed=set(self.bridle_failed),
            checked=dict(self.checked),
            reduced=dict(self.reduced),
            charges=dict(self.charges),
            stands=dict(self.stands),
            worked=set(self.worked),
        )


def _hidden_from(battle: Battle, seat: SeatId | None) -> set[FigureId]:
    """Who waits off the board and is known to his own side alone (RUL-203)."""
    side = next((s.side for s in battle.setup.seats if s.id == seat), "")
    return {
        name
        for name, reserve in battle.reserves.items()
        if not reserve.announced and battle.figures[name].side != side
    }


def _without_hidden(pieces: Any, record: Any, battle: Battle, seat: SeatId | None) -> Any:
    """Figures, or what is said of them by their names, but for those of whom the seat was not told."""
    for name in _hidden_from(battle, seat):
        del pieces[name]
    return pieces


def _without_their_horses(horses: Any, record: Any, battle: Battle, seat: SeatId | None) -> Any:
    for name in _hidden_from(battle, seat):
        if (mount := battle.figures[name].mount) is not None:
            del horses[mount]
    return horses


class Battle(Table, kw_only=True):
    """A table with a board on it: the whole state of a battle. ``marks``: what modules remember of figures,
    by a name of theirs; ``fought``: how this battle would have ended if no other one decided it, ``decided``:
    how that one ended. ``melee``: in an assault the last turn of which a phase with hand-to-hand fighting is
    over."""

    audiences: ClassVar[Audiences] = {
        **Table.audiences,
        "figures": By(_without_hidden),
        "horses": By(_without_their_horses),
        "overlays": To.ALL,
        "formations": To.ALL,
        "ladders": To.ALL,
        "engines": To.ALL,
        "flames": To.ALL,
        "naphtha": To.ALL,
        "marks": To.ALL,
        "reserves": By(_without_hidden),
        "fought": To.ALL,
        "decided": To.ALL,
        "melee": To.ALL,
        "now": To.WITHIN,
        "last": To.WITHIN,
        "before": To.WITHIN,
    }

    setup: BattleSetup
    figures: Pieces[Character]
    horses: Pieces[Horse]
    overlays: Pieces[Overlay] = msgspec.field(default_factory=Pieces)
    formations: dict[str, Formation] = {}
    ladders: dict[str, Ladder] = {}
    engines: Pieces[Engine] = msgspec.field(default_factory=Pieces)
    flames: dict[Hex, Flame] = {}
    naphtha: dict[Hex, SideId] = {}
    marks: dict[FigureId, dict[str, int]] = {}
    reserves: dict[FigureId, Reserve] = {}
    fought: Outcome | None = None
    decided: Outcome | None = None
    melee: int = 0
    now: PhaseRecord = msgspec.field(default_factory=PhaseRecord)
    last: PhaseRecord = msgspec.field(default_factory=PhaseRecord)
    before: PhaseRecord = msgspec.field(default_factory=PhaseRecord)

    @cached_property
    def board(self) -> Board:
        return board_of(self.setup.board)

    def _unshare(self) -> None:
        super()._unshare()
        self.figures = self.figures.copy()
        self.horses = self.horses.copy()
        self.overlays = self.overlays.copy()
        self.formations = dict(self.formations)
        self.ladders = dict(self.ladders)
        self.engines = self.engines.copy()
        self.flames = dict(self.flames)
        self.naphtha = dict(self.naphtha)
        self.reserves = dict(self.reserves)
        self.marks = {figure: dict(marks) for figure, marks in self.marks.items()}
        self.now = self.now.copy()
        self.last = self.last.copy()
        self.before = self.before.copy()

    # looking things up

    def deployment_of(self, seat: SeatId) -> Deployment | None:
        """Where a seat places its men, if it does."""
        return next((d for d in self.setup.deployments if d.seat == seat), None)

    def is_due(self, figure: FigureId) -> bool:
        """Whether a reserve enters in the open phase (GUI-2a)."""
        reserve = self.reserves.get(figure)
        return reserve is not None and reserve.set and not reserve.patrol and reserve.turn <= self.turn

    def living_at(self, at: Hex, storey: int = GROUND) -> list[Character]:
        """The living characters on one storey of a hex, stunned ones included; not those who are carried."""
        there = self.figures.at(at)
        return [f for f in there if f.storey == storey and f.living and f.carried_by is None]

    def off_the_ground_at(self, at: Hex) -> list[Character]:
        """Those who are above or below the ground of a hex, such as up on a ladder there (GUI-10.1.3a)."""
        return [f for f in self.figures.at(at) if f.storey and f.living and f.carried_by is None]

    def horse_at(self, at: Hex) -> Horse | None:
        """The living riderless horse that covers a hex."""
        return next((h for h in self.horses.at(at) if h.alive), None)

    def charge_mark(self, figure: FigureId) -> str:
        """The marker that lies on a figure from a declaration until its combat: "charge", "counter-charge" or
        none (GUI-7.2.2i)."""
        pending = {rider: charge for rider, charge in self.now.charges.items() if charge.pending}
        if figure in pending:
            return "charge"
        return "counter-charge" if any(c.counter == figure for c in pending.values()) else ""

    def side_figures(self, side: SideId) -> list[Character]:
        return [f for f in self.figures.values() if f.side == side]

    def active_enemies(self, side: SideId) -> list[Character]:
        """The figures of all enemies of a side who are able to act, in the order of the muster."""
        hostile = self.enemies_of(side)
        return [f for f in self.figures.values() if f.side in hostile and f.active]

"""A table at which a game is played, of whatever scale: what was agreed at its start, the papers that lie
on it, who is asked what, and the pointer into the sequence of play. A field (a battle, ...) is a table
with more on it.

Implements GUI-2.1g (the pointer into the sequence of play).
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from enum import StrEnum
from functools import cached_property
from typing import ClassVar, Self

import msgspec

from rules.core.tables import RuleTable
from rules.state.audience import Audiences, By, To
from rules.state.families import Call
from rules.state.figure import Hex, SeatId, SideId

StepId = str
"""A step of a phase by its id in the sequence of the book in play (rules.ruleset.Step):
"fire", "movement"."""


class Pace(StrEnum):
    """How much is asked for in one mail: the whole player phase, or step by step."""

    PHASE = "phase"
    STEP = "step"


class Fights(StrEnum):
    """How the fights of a siege or the battles of a campaign are settled: on a board, as games of their own,
    or by one die each (GUC-17)."""

    QUICK = "quick"
    BOARD = "board"


class Options(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the players of one game agreed on. ``question_hours``: how long a player who wants to be asked has
    for each answer; 0 where nobody is asked anything. ``fights``: of a siege or a campaign; ``days_ahead``:
    so many days at most groups of a campaign go on ahead of one that waits for a battle on a board."""

    pace: Pace = Pace.PHASE
    combat_columns: str = "revised"
    question_hours: int = 12
    fights: Fights = Fights.QUICK
    days_ahead: int = 0


class Side(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of the parties. ``adjective`` is used in "Norman phase", ``edge`` is where its retreats lead to.
    ``allies`` and ``neutral`` name other sides; it is enough if one of the two says so. All others are
    its enemies. ``colour``: its place in the row of colours; None: that in which it takes its phases."""

    id: SideId
    name: str
    adjective: str
    edge: Hex = ""
    allies: tuple[SideId, ...] = ()
    neutral: tuple[SideId, ...] = ()
    colour: int | None = None


class Relations:
    """What each side is to the others. Sides that are allied make up a coalition; one that has no ally is a
    coalition by itself."""

    def __init__(self, sides: tuple[Side, ...]) -> None:
        self.coalitions: tuple[tuple[SideId, ...], ...] = ()
        self._everybody = frozenset(side.id for side in sides)
        self._friends: dict[SideId, frozenset[SideId]] = {}
        self._enemies: dict[SideId, frozenset[SideId]] = {}
        for side in sides:
            friends = frozenset({side.id, *_named(sides, side, "allies")})
            self._friends[side.id] = friends
            self._enemies[side.id] = self._everybody - friends - _named(sides, side, "neutral")
            together = tuple(s.id for s in sides if s.id in friends)
            if together not in self.coalitions:
                self.coalitions += (together,)

    def enemies_of(self, side: SideId) -> frozenset[SideId]:
        return self._enemies.get(side, self._everybody)

    def coalition_of(self, side: SideId) -> frozenset[SideId]:
        return self._friends.get(side) or frozenset({side})

    def at_war(self, sides: Iterable[SideId]) -> bool:
        """Whether any two of them are enemies."""
        some = frozenset(sides)
        return any(some & self.enemies_of(side) for side in some)


def _named(sides: tuple[Side, ...], side: Side, relation: str) -> frozenset[SideId]:
    """The sides that are this to a side, whichever of the two says so."""
    own: tuple[SideId, ...] = getattr(side, relation)
    return frozenset(own) | {s.id for s in sides if side.id in getattr(s, relation)}


def fault_in(sides: tuple[Side, ...]) -> str:
    """What is wrong with who is allied with whom and neutral to whom, in words; empty if nothing is."""
    known = {side.id for side in sides}
    relations = Relations(sides)
    for side in sides:
        for relation in ("allies", "neutral"):
            for other in getattr(side, relation):
                if other == side.id:
                    return f"the side {side.id} is named among its own {relation}"
                if other not in known:
                    return f"{relation} of {side.id}: there is no side {other!r}"
        friends = relations.coalition_of(side.id)
        if torn := sorted(_named(sides, side, "neutral") & friends):
            return f"the sides {side.id} and {torn[0]} are both allies and neutral to each other"
        for friend in sorted(friends):
            if apart := sorted(relations.coalition_of(friend) - friends):
                both = f"{friend} is allied with {side.id} and {apart[0]}, who are not"
                return f"{both}: whoever has an ally has his allies too"
    return "" if relations.at_war(known) else "no side has an enemy"


class Seat(msgspec.Struct, frozen=True):
    """A player's place: orders come from a seat, figures belong to one. Several seats may share a
    side (GUI-2b)."""

    id: SeatId
    side: SideId
    name: str


class Promises(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the server of a log of form 2 bound itself to before the first order, besides the chain of open
    dice (``Setup.commitment``). ``root`` is the hash of the secret from which all salts of the log are made;
    ``audiences`` are those that the log keeps leaves for, as opaque ids; ``chains`` are the ends of the
    chains of dice that are not open, by name; ``length`` is how many secrets each chain has, for the phases
    behind phase ``since``. No rule looks at any of it."""

    root: str
    audiences: tuple[str, ...]
    chains: dict[str, str]
    length: int
    since: int = 0


Law = tuple[str, str, tuple[str, ...], tuple[tuple[str, bool], ...]]


class Setup(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, dict=True):
    """What never changes during a game, of whatever scale. ``tables`` are all tables in force, a game
    master's own among them: a game keeps the tables that it began with, whatever is shipped later.
    ``modules``: the advanced rules that the scenario switches on (GUI-7): "tactics" (chapter 7), "buildings"
    (8), "castles" (9), "works" (10). ``policies``: where this game answers a question otherwise than its
    book, by name (rules.ruleset.Policies)."""

    scenario: str
    title: str
    ruleset: str
    sides: tuple[Side, ...]
    seats: tuple[Seat, ...]
    options: Options
    tables_digest: str
    tables: dict[str, RuleTable] = {}
    modules: tuple[str, ...] = ()
    policies: dict[str, bool] = {}
    commitment: str = ""
    promises: Promises | None = None

    @cached_property
    def relations(self) -> Relations:
        """Who is whose enemy, worked out once."""
        return Relations(self.sides)

    @property
    def sides_by_colour(self) -> tuple[Side, ...]:
        """The sides in the order of their colours on maps and pages."""
        places = {side.id: place for place, side in enumerate(self.sides)}
        return tuple(sorted(self.sides, key=lambda s: places[s.id] if s.colour is None else s.colour))

    @property
    def law(self) -> Law:
        """What chooses the rules of this game, its tables aside: equal for games that are played
        by the same."""
        chosen = tuple(sorted(self.policies.items())) if self.policies else ()
        return self.ruleset, self.options.combat_columns, self.modules, chosen


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far a standing order with terms has got: the link of its chain in force, counted from 0, how often
    that was used, and the turn in which it was used last."""

    link: int = 0
    times: int = 0
    turn: int = 0


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """How it ended. ``winner`` is empty for a draw; ``agreed``: the players ended it by their own word;
    ``unfinished``: its clock ran out, and the game that called it settles what stands."""

    winner: SideId
    reason: str
    scores: dict[SideId, int] = {}
    agreed: bool = False
    unfinished: bool = False


def _calls_known(calls: dict[str, Call], _: object, __: object, seat: SeatId | None) -> dict[str, Call]:
    return {name: call for name, call in calls.items() if call.known_to(seat)}


class Table(msgspec.Struct, dict=True, kw_only=True):
    """What every game has, whatever is played on it. Rebuilt from events; changed by rules.evolve and by
    nothing else.

    ``sheets`` and ``standing`` are the papers filed for the open phase, ``salts`` the seats' own words;
    ``spent_orders`` and ``progress`` say how far standing orders have come; ``asked``: for which kinds of
    choice each seat is asked. ``phase`` counts phases from 1, ``phase_name`` says which of the book's
    sequence is open, ``step`` which step. ``calls``: the games that this one has called and was not told
    of yet, by the names of the calls. ``draw_offers``: which seats offer a draw, and since which turn;
    ``agreed``: how the players have agreed to end it, as the open phase is closed. ``audiences``: who may
    know which field."""

    audiences: ClassVar[Audiences] = {
        "setup": To.ALL,
        "sheets": To.OWN,
        "standing": To.OWN,
        "spent_orders": To.OWN,
        "progress": To.OWN,
        "asked": To.ALL,  # so that a pause tells nobody more than what is seen does
        "salts": To.OWN,
        "turn": To.ALL,
        "phase": To.ALL,
        "side": To.ALL,
        "step": To.ALL,
        "phase_name": To.ALL,
        "outcome": To.ALL,
        "draw_offers": To.ALL,
        "agreed": To.ALL,
        "calls": By(_calls_known),
    }

    setup: Setup
    sheets: dict[SeatId, tuple[str, ...]] = {}
    standing: dict[SeatId, tuple[str, ...]] = {}
    spent_orders: dict[SeatId, tuple[str, ...]] = {}
    progress: dict[SeatId, dict[str, Progress]] = {}
    asked: dict[SeatId, tuple[str, ...]] = {}
    salts: dict[SeatId, str] = {}
    turn: int = 0
    phase: int = 0
    side: SideId = ""
    step: StepId | None = None
    phase_name: str = ""
    outcome: Outcome | None = None
    draw_offers: dict[SeatId, int] = {}
    agreed: Outcome | None = None
    calls: dict[str, Call] = {}

    @cached_property
    def law(self) -> Law:
        """What is remembered from one question to the next holds for games of the same law alone."""
        return self.setup.law

    def copy(self) -> Self:
        """An independent one: what lies on it is frozen and shared, containers are new."""
        other = copy(self)
        other._unshare()
        return other

    def _unshare(self) -> None:
        """Containers of its own, for a copy; whatever brings others does the same with them."""
        self.sheets = dict(self.sheets)
        self.standing = dict(self.standing)
        self.spent_orders = dict(self.spent_orders)
        self.progress = {seat: dict(orders) for seat, orders in self.progress.items()}
        self.asked = dict(self.asked)
        self.salts = dict(self.salts)
        self.draw_offers = dict(self.draw_offers)
        self.calls = dict(self.calls)

    # looking things up

    def side_of(self, side: SideId) -> Side:
        return next(s for s in self.setup.sides if s.id == side)

    # whose is whose: of two sides each is the other's enemy or his ally, or they are neutral to each other

    def hostile(self, one: SideId, other: SideId) -> bool:
        """Whether two sides are enemies."""
        return other in self.setup.relations.enemies_of(one)

    def friendly(self, one: SideId, other: SideId) -> bool:
        """Whether two are the same side or allies."""
        return other in self.setup.relations.coalition_of(one)

    def enemies_of(self, side: SideId) -> frozenset[SideId]:
        """The sides hostile to one; to whoever belongs to no side all are."""
        return self.setup.relations.enemies_of(side)

    def allies_of(self, side: SideId) -> tuple[SideId, ...]:
        """The other sides of its coalition, in the order of their phases."""
        return tuple(s.id for s in self.setup.sides if s.id != side and self.friendly(side, s.id))

    def winners_by(self, outcome: Outcome) -> tuple[SideId, ...]:
        """The sides that have won, the one that the outcome names first: its allies win with it (RUL-211)."""
        return (outcome.winner, *self.allies_of(outcome.winner)) if outcome.winner else ()

    def seats_of(self, side: SideId) -> tuple[Seat, ...]:
        """The seats of a side in their fixed order; their orders are carried out in that order (GUI-2b)."""
        return tuple(s for s in self.setup.seats if s.side == side)

    @property
    def seats_in_phase(self) -> tuple[Seat, ...]:
        """The seats whose phase it is: those of a side, or all where a phase belongs to nobody alone."""
        return self.seats_of(self.side) if self.side else self.setup.seats

    def seat(self, seat: SeatId) -> Seat:
        return next(s for s in self.setup.seats if s.id == seat)

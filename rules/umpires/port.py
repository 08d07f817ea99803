"""What the rules of one scale are to whoever runs games: a record of functions, found by a state, a set-up
or a scenario."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from rules.books.in_force import TableInForce
from rules.books.registry import CellChange, UnknownRuleset
from rules.campaign.drawing import LandPicture
from rules.core.choices import Question
from rules.core.dice import Dice
from rules.core.tables import RuleTable
from rules.desk.briefing.cheat_sheet import CheatSheet
from rules.desk.reading import Reading
from rules.desk.receipts.tested_account import Tested
from rules.events.base import Event
from rules.events.kinds import Kinds
from rules.events.umpire import DieRolled
from rules.narrate.lines import ReportLine
from rules.scenarios.info import ScenarioInfo
from rules.state.families import Returned
from rules.state.table import Options, Setup, Table
from rules.views.records import Gazette, Life, Picture, Situation

S = TypeVar("S", bound=Table)


class Awaiting(msgspec.Struct, frozen=True):
    """Whose orders the game needs now. ``phase`` counts player phases from 1; ``title`` is "turn 3, Norman
    phase"; ``short`` is "T3 Norman"; ``key`` is "t3-normans" (with the step behind it in a game played step
    by step); ``seats`` owe orders; ``over`` when the game has ended (the outcome is in ``Table.outcome``).
    ``rests``: the open calls without which the game cannot go on; nothing is played before they are told.
    ``waits``: seats that owe nothing now, and are told that others go on without them.
    ``settled``: no order counts in this game any more, which is not over yet: its calls decide it."""

    phase: int
    turn: int
    side: str
    key: str
    title: str
    short: str
    seats: tuple[str, ...]
    over: bool
    rests: tuple[str, ...] = ()
    waits: tuple[str, ...] = ()
    settled: bool = False


@dataclass(frozen=True, kw_only=True)
class Umpire(Generic[S]):
    """The rules of one scale. What rules.engine says of a function that is called the same holds for it, but
    that whatever answers a seat is given the state as that seat knows it, and what it was shown.

    ``state`` is what its events come to, ``setup`` what its games agree on, ``kinds`` are the events that it
    brings. What stands last need not be there: a scale may have no board, nothing to help with and no book
    with ids of its own."""

    scale: str
    state: type[S]
    setup: type[Setup]
    kinds: Kinds

    scenarios: Callable[[], tuple[ScenarioInfo, ...]]
    knows: Callable[[str], bool]
    """Whether a scenario of that name is one of this scale."""
    new_game: Callable[[str, Options, str, Mapping[str, RuleTable]], list[Event]]
    missing_rules: Callable[[Setup], str]

    awaiting: Callable[[S], Awaiting]
    order_form: Callable[[S, str], str]
    read_orders: Callable[[S, str, Sequence[str]], Reading]
    adjudicate: Callable[[S, Dice, Mapping[str, str] | None], list[Event]]
    narrate: Callable[[S, Iterable[Event], str | None], list[ReportLine]]
    situation: Callable[[S, str | None], Situation]
    captain: Callable[[S, str, str], list[str]]

    faulty_scenarios: Callable[[], Mapping[str, str]] = dict
    in_short: Callable[[S, str | None, S | None, Sequence[Event]], tuple[str, ...]] = (
        lambda state, seat, before, shown: ()
    )
    """What a seat is to know first: what came of things since the state before (None: they only begin), of
    which it was shown so much."""
    primer: Callable[[S, str], tuple[tuple[str, str], ...]] = lambda state, seat: ()
    """The orders that a seat needs first, each with what it does."""
    could_act: Callable[[S, str, Reading], tuple[str, ...]] = lambda state, seat, reading: ()
    walk_through: Callable[[S, Sequence[Event], str, Sequence[str]], tuple[Tested, ...]] = lambda *_: ()
    picture: Callable[[S, str | None, S | None, Sequence[Event]], Picture | None] = lambda *_: None
    land_picture: Callable[[S, str | None, Sequence[Event]], LandPicture | None] = lambda *_: None
    """The land as a seat knows it, for a scale that is played on one, with what it was shown of movements."""
    short_help: Callable[[S, str], tuple[str, ...]] = lambda state, seat: ()
    meant_for_men: Callable[[S, str, Sequence[str], bool], tuple[str, ...]] = lambda *_: ()
    """Which of these lines say something to a seat's own men, or (True) begin with them, or with an order
    word where lines do: they are never the rest of the line above."""
    help: Callable[[S, str, str], str] = lambda state, word, seat: ""
    """Help on an order word, or on all, for a seat ("" for nobody in particular)."""
    fought_for: Callable[[S, str | None], tuple[str, ...]] | None = None
    """What ``situation`` tells as ``victory``, where it can be told without the rest."""
    cheat_sheet: Callable[[S, str | None], CheatSheet] | None = None
    questions: Callable[[S], tuple[Question, ...]] = lambda state: ()
    books: Callable[[S], tuple[str, ...]] = lambda state: ()
    names: Callable[[S], tuple[str, ...]] = lambda state: ()
    """All names that its log holds besides those of title and seats."""
    shipped: Callable[[S], S] = lambda state: state
    """The same state as if it had begun with the tables shipped now."""
    tables: Callable[[Setup], tuple[TableInForce, ...]] = lambda setup: ()
    """The tables that a game with this set-up is played by."""
    table_changes: Callable[[Setup], tuple[CellChange, ...]] = lambda setup: ()
    position: Callable[[S, Sequence[str], Iterable[DieRolled]], str] | None = None
    """A position file of the state: with lines of comment for its head, and with dice. None: positions of
    this scale have no form yet."""
    scores: Callable[[S], Mapping[str, int]] = lambda state: {}
    """The points of each side if the game ended now."""
    returned: Callable[[S], Returned] = lambda state: Returned()
    """What comes back to the game that called one of this scale when it is over; of the state as a seat sees
    it what that seat may know of it."""
    gazettes: Callable[[Sequence[Event]], Iterable[Gazette]] = lambda shown: ()
    """What came out in public week by week, from all events that everybody was shown."""
    lives: Callable[[Sequence[Event], str | None], Iterable[Life]] = lambda shown, seat: ()
    """What each figure has lived through, from all events that a seat was shown."""
    carried_over: Callable[[Setup, S], tuple[str, ...]] = lambda setup, began: ()
    """What a game of this scale, as it began, has from the one with this set-up that called it, in sentences
    for a reader."""


class Umpires:
    """Those that a server has."""

    def __init__(self, *umpires: Umpire[Any]) -> None:
        self.all = list(umpires)

    def __iter__(self) -> Any:
        return iter(self.all)

    def of(self, state: S) -> Umpire[S]:
        for umpire in self.all:
            if umpire.state is type(state):
                return umpire
        raise UnknownRuleset(f"this server plays no {type(state).__name__.lower()}")

    def of_setup(self, setup: Setup) -> Umpire[Any] | None:
        return next((umpire for umpire in self.all if umpire.setup is type(setup)), None)

    def of_scenario(self, scenario: str) -> Umpire[Any]:
        """Raises KeyError for a scenario that none of them knows."""
        for umpire in self.all:
            if umpire.knows(scenario):
                return umpire
        raise KeyError(scenario)

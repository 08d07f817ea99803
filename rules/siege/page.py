"""The page of a book about sieges: which steps a day has, which events may come, what can be done, by which
tables.

The day's engine (rules.siege.days) knows no book: another book is another page (GUI-11.1b)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property

from rules.core.language import english
from rules.core.tables import DATA, RuleTable, Tables, table_from_toml
from rules.siege.plans.plan import Act
from rules.siege.today import Today
from rules.state.figure import SideId
from rules.state.siege import DeedId, Siege

EITHER = "either"

Refusal = str
"""Why something cannot be done, in a sentence; empty where it can."""


@dataclass(frozen=True)
class Step:
    """A step of the day. A day that ends a siege goes no further."""

    id: str
    title: str
    act: Callable[[Today], None]


class Behind(StrEnum):
    """What a plan may say behind an order word."""

    NOTHING = "nothing"
    MEN = "men"
    HEXES = "hexes"  # of the walls
    THING = "thing"  # that is built


@dataclass(frozen=True)
class Action:
    """What the side that acts can do with a day. ``of``: "besieger", "besieged" or "either"; ``words``: its
    order words, the one with which it is written first, ``behind``: what follows them; ``may``: why these
    acts cannot be done now; ``carry_out``: does them. ``alone``: nothing else is done on that day by the same
    side; ``fights``: hand to hand. In reports: ``mark`` in the day's box, ``told``: a sentence with {side}
    and {place}, ``rule``. Where it can be fought out on a board, ``fought``: what it is called then, and
    ``waits``: the title of the {day} that waits for it.
    """

    deed: DeedId
    of: str
    words: tuple[str, ...]
    behind: Behind
    may: Callable[[Siege, Tables, Act], Refusal]
    carry_out: Callable[[Today, Act], None]
    mark: str
    told: str
    rule: str
    alone: bool = True
    fights: bool = False
    fought: str = ""
    waits: str = ""


@dataclass(frozen=True)
class Thing:
    """What besiegers build, as the table of buildings has it. ``words``: as plans say it, the one with which
    it is written first; ``counted``: so many of it, in the language spoken."""

    id: str
    name: str
    words: tuple[str, ...]
    counted: Callable[[int], str]


@dataclass(frozen=True)
class End:
    """Why a siege ends: ``reason`` for the record, ``told`` in a report."""

    reason: str
    told: str
    rule: str = ""


@dataclass(frozen=True, eq=False)
class SiegePage:
    """``id`` names its rules in the first event of a game, ``cites`` the systems of its rule ids. ``events``
    by their names in its table, ``said``: what each is called in reports; ``things`` in the order in which
    they are drawn; ``ends`` and ``causes`` (of wounds and deaths) by the words of the log. ``lent``:
    what a role may do as the other does, once besiegers hold all but the refuge."""

    id: str
    title: str
    cites: tuple[str, ...]
    steps: tuple[Step, ...]
    events: Mapping[str, Callable[[Today], None]]
    said: Mapping[str, str]
    actions: tuple[Action, ...]
    things: tuple[Thing, ...]
    ends: Mapping[str, End]
    causes: Mapping[str, str]
    tables: Tables
    lent: tuple[Action, ...] = ()

    def action(self, deed: DeedId) -> Action:
        return next(action for action in self.actions if action.deed == deed)

    def thing(self, what: str) -> Thing:
        return next(thing for thing in self.things if thing.id == what)

    @cached_property
    def verbs(self) -> Mapping[str, Action]:
        """Actions by their order words."""
        return {word: action for action in self.actions for word in action.words}

    def open_to(self, siege: Siege, side: SideId) -> tuple[Action, ...]:
        """The actions that a side has by its role."""
        role = "besieger" if siege.besieges(side) else "besieged"
        every = (*self.actions, *(self.lent if siege.holds else ()))
        return tuple(action for action in every if action.of in (role, EITHER))

    def done_by(self, siege: Siege, side: SideId, deed: DeedId) -> Action:
        """The action as this side does it."""
        own = (action for action in self.open_to(siege, side) if action.deed == deed)
        return next(own, self.action(deed))

    def why_not(self, siege: Siege, tables: Tables, side: SideId, act: Act) -> Refusal:
        """Why a side cannot do this today: a plan may be older than a side's role."""
        for action in self.open_to(siege, side):
            if action.deed == act.deed:
                return action.may(siege, tables, act)
        whose = english("besieged") if siege.besieges(side) else english("besiegers")
        return english("{verb} is an order for the {whose}", verb=act.deed.upper(), whose=whose)


@cache
def shipped_siege_tables() -> Tables:
    """All tables of sieges."""
    found = [
        table_from_toml(path.read_text("utf-8"))
        for path in sorted((DATA / "tables" / "siege").glob("*.toml"))
    ]
    return Tables({table.id: table for table in found})


def tables_of(siege: Siege) -> Tables:
    """The tables that a siege began with."""
    return _pinned(tuple(siege.setup.tables.values()))


@cache
def _pinned(tables: tuple[RuleTable, ...]) -> Tables:
    return Tables({table.id: table for table in tables})

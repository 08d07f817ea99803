"""The page of a book about sieges: which steps a day has, which events may come, what can be done, by which
tables.

The day's engine (rules.siege.days) knows no book: another book is another page (GUI-11.1b)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from rules.core.tables import DATA, RuleTable, Tables, table_from_toml
from rules.siege.plans.plan import Act
from rules.siege.today import Today
from rules.state.figure import SideId
from rules.state.siege import Deed, Siege

Refusal = str
"""Why something cannot be done, in a sentence; empty where it can."""


@dataclass(frozen=True)
class Step:
    """A step of the day. A day that ends a siege goes no further."""

    id: str
    title: str
    act: Callable[[Today], None]


@dataclass(frozen=True)
class Action:
    """What the side that acts can do with a day. ``of``: "besieger" or "besieged"; ``alone``: nothing else is
    done on that day by the same side; ``may``: why these acts cannot be done now; ``carry_out``: does them.
    """

    deed: Deed
    of: str
    verb: str
    may: Callable[[Siege, Tables, Act], Refusal]
    carry_out: Callable[[Today, Act], None]
    alone: bool = True


@dataclass(frozen=True)
class SiegePage:
    """``id`` names its rules in the first event of a game, ``cites`` the systems of its rule ids."""

    id: str
    title: str
    cites: tuple[str, ...]
    steps: tuple[Step, ...]
    events: Mapping[str, Callable[[Today], None]]
    actions: tuple[Action, ...]
    tables: Tables

    def action(self, deed: Deed) -> Action:
        return next(action for action in self.actions if action.deed is deed)

    def open_to(self, siege: Siege, side: SideId) -> tuple[Action, ...]:
        """The actions that a side has by its role."""
        role = "besieger" if siege.besieges(side) else "besieged"
        return tuple(action for action in self.actions if action.of == role)


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

"""The tables that a game is played by, for whoever wants to read them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rapidfuzz.distance import JaroWinkler

from rules.books.book import Book
from rules.books.registry import BOOKS
from rules.core.tables import RuleTable, shipped_tables
from rules.ruleset import Policies
from rules.state.table import Setup

NEAR_ENOUGH = 0.7
MOST_OFFERED = 4


class TableInForce(msgspec.Struct, frozen=True):
    """A table of a game. ``own``: it is another than the one shipped: a game master's own, or the one that
    was shipped when the game began."""

    table: RuleTable
    own: bool = False


def tables_in_force(setup: Setup) -> tuple[TableInForce, ...]:
    """All tables that a game can read, by their ids: without those of modules that it does not play with, and
    of printings other than its own."""
    book = BOOKS.get(setup.ruleset)
    shipped = book.tables if book is not None else shipped_tables()
    absent = _absent(book, setup) if book is not None else frozenset()
    pinned = setup.tables or shipped.as_dict()
    return tuple(
        TableInForce(table, table_id not in shipped or _cells(table) != _cells(shipped[table_id]))
        for table_id, table in sorted(pinned.items())
        if table_id not in absent
    )


def _cells(table: RuleTable) -> tuple[object, ...]:
    return table.columns, table.rows


def _absent(book: Book, setup: Setup) -> frozenset[str]:
    modules = (*book.always, *(module for module in book.modules if module.name.id in setup.modules))
    read = {table for module in modules for table in module.tables}
    of_others = {table for module in book.modules for table in module.tables} - read
    printing = setup.options.combat_columns
    chosen = book.printings.get(printing, book.policies)
    all_printings = {t for p in (book.policies, *book.printings.values()) for t in _of_policies(p)}
    return frozenset(of_others | (all_printings - _of_policies(chosen)))


def _of_policies(policies: Policies) -> set[str]:
    return {policies.combat_foot, policies.combat_mounted, policies.combat_columns}


def tables_meant(called: str, tables: Sequence[TableInForce]) -> tuple[TableInForce, ...]:
    """The tables that a player calls so: the one of that id or title; else all of that family ("combat",
    "missile") that rolls are looked up in before those that only help; nothing if there are none."""
    wanted = "-".join(called.casefold().replace("/", " ").replace("-", " ").replace(",", " ").split())
    for found in tables:
        if wanted in (found.table.id, "-".join(found.table.title.casefold().split())):
            return (found,)
    family = [found for found in tables if found.table.id.startswith(f"{wanted}-")] if wanted else []
    looked_up = [found for found in family if _is_looked_up(found.table)]
    return tuple(looked_up or family)


def _is_looked_up(table: RuleTable) -> bool:
    """Whether a die is laid against it: rows by die, total or row, letters in the cells."""
    return table.columns[0] in ("die", "row", "total", "face", "sum")


def tables_nearest(called: str, tables: Sequence[TableInForce]) -> tuple[str, ...]:
    """The ids most like what was asked for, at most a few."""
    wanted = called.casefold()
    alike = {
        name: max(JaroWinkler.similarity(wanted, part) for part in (name, *name.split("-")))
        for name in (shown.table.id for shown in tables)
    }
    near = sorted((name for name in alike if alike[name] >= NEAR_ENOUGH), key=lambda name: -alike[name])
    return tuple(near[:MOST_OFFERED])

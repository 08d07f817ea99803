"""The tables that a game is played by, for whoever wants to read them."""

from __future__ import annotations

import re
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
_WORD = re.compile(r"[^\W_]+")
# What players call the parts of the rules, and the word that ids and titles of tables have for it.
_AREAS = {
    **dict.fromkeys(("shoot", "shooting", "shot", "shots", "arrow", "arrows", "bow", "bows"), "missile"),
    **dict.fromkeys(("archery", "archers", "missiles", "range", "damage", "hits"), "missile"),
    **dict.fromkeys(("attack", "attacks", "melee", "fight", "fights", "fighting", "odds"), "combat"),
    **dict.fromkeys(("move", "moves", "moving", "mp"), "movement"),
    **dict.fromkeys(("wall", "walls", "stockade", "stockades"), "built"),
    **dict.fromkeys(("passing", "infiltrate", "opportunity"), "infiltration"),
    **dict.fromkeys(("burn", "burns", "flames", "flame"), "burning"),
    **dict.fromkeys(("horse", "horses", "riders", "rider"), "horse"),
    **dict.fromkeys(("ladder",), "ladders"),
    **dict.fromkeys(("charges", "charging"), "charge"),
}


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


def tables_nearest(called: str, tables: Sequence[TableInForce]) -> tuple[TableInForce, ...]:
    """The tables that may be meant besides those of that very name, at most a few: those that have the word
    in id or title, or that of the part of the rules ("shooting"), those that rolls are looked up in first.
    Without any, those whose ids are most like it."""
    words = [_AREAS.get(word, word) for word in _WORD.findall(called.casefold())]
    named = [shown for shown in tables if words and set(words) <= set(_words_of(shown.table))]
    if named:
        return tuple(sorted(named, key=lambda shown: not _is_looked_up(shown.table))[:MOST_OFFERED])
    alike = {
        shown: max(
            JaroWinkler.similarity(called.casefold(), part)
            for part in (shown.table.id, *shown.table.id.split("-"))
        )
        for shown in tables
    }
    near = sorted((one for one in alike if alike[one] >= NEAR_ENOUGH), key=lambda one: -alike[one])
    return tuple(near[:MOST_OFFERED])


def _words_of(table: RuleTable) -> list[str]:
    return _WORD.findall(f"{table.id} {table.title}".casefold())

"""Which rules a game is played by: those that its first event pins."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from rules.books.book import Book, UnknownChoice
from rules.books.guiscard import GUISCARD
from rules.core.language import translated
from rules.core.modules import fault_in
from rules.core.rule_ids import RuleText
from rules.core.tables import RuleTable, TableError, Tables, shipped_tables
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.table import Setup

BOOKS: dict[str, Book] = {book.id: book for book in (GUISCARD,)}
"""The books that this server has, by the id of their rules."""


class UnknownRuleset(LookupError):
    """A game is pinned to rules that this server does not have."""


def book_called(name: str) -> Book:
    """The book of a name in scenario files. Raises UnknownChoice with the nearest there is."""
    for book in BOOKS.values():
        if book.name == name:
            return book
    raise UnknownChoice(fault_in((name,), tuple(book.name for book in BOOKS.values()), "book"))


class HouseChapter(msgspec.Struct, frozen=True):
    """A chapter of rules that no book prints: its id, what it is about, its rules."""

    id: str
    title: str
    rules: tuple[RuleText, ...]


def house_rules() -> tuple[HouseChapter, ...]:
    """The rules that no book prints, by the chapter of the module that brings them; its title is in the
    language spoken."""
    modules = (module for book in BOOKS.values() for module in (*book.always, *book.modules))
    return tuple(
        HouseChapter(chapter, translated(module.name.words), module.texts)
        for chapter, module in {module.name.chapter: module for module in modules if module.texts}.items()
    )


def rules_of(battle: Battle) -> Ruleset:
    """The rules of a game, with its own table pack. Raises UnknownRuleset where this server lacks them."""
    return _rules_of(_Key(battle.setup))


def missing_rules(setup: Setup) -> str:
    """What this server lacks to go on with a game, in words; empty where it lacks nothing."""
    try:
        _rules_of(_Key(setup))
    except UnknownRuleset as error:
        return str(error)
    return ""


class _Key:
    """A setup by identity of its contents: digests, not whole tables, are compared."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.book = BOOKS.get(setup.ruleset)
        self._identity = (setup.law, setup.tables_digest, id(self.book))

    def __hash__(self) -> int:
        return hash(self._identity)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self._identity == other._identity


@lru_cache(maxsize=64)
def _rules_of(key: _Key) -> Ruleset:
    setup, book = key.setup, key.book
    if book is None:
        raise UnknownRuleset(f"this server does not know the rules {setup.ruleset!r}")
    tables = Tables(setup.tables) if setup.tables else book.tables
    if setup.tables_digest != tables.digest:
        raise UnknownRuleset("the tables of this game are not those that its first event names")
    try:
        return book.rules(
            tables, modules=setup.modules, printing=setup.options.combat_columns, policies=setup.policies
        )
    except (UnknownChoice, TableError) as error:
        raise UnknownRuleset(f"its first event names rules that this server does not have: {error}") from None


class CellChange(NamedTuple):
    """A place where a game's tables differ from those shipped. ``column`` is empty for a row that only one of
    them has: the other's text is empty."""

    table: str
    row: str
    column: str
    game: str
    shipped: str


def table_changes(setup: Setup) -> tuple[CellChange, ...]:
    """Where the tables that a game pins differ from those shipped, cell by cell. Tables that came to be
    shipped after the game began are no difference: nothing it plays by looks at them."""
    ours = _shipped(setup)
    if not setup.tables or setup.tables_digest == ours.digest:
        return ()
    found: list[CellChange] = []
    for table_id, table in setup.tables.items():
        game, shipped = _rows(table), _rows(ours[table_id]) if table_id in ours else {}
        for row in dict.fromkeys([*game, *shipped]):
            found += _row_changes(table_id, row, game.get(row, {}), shipped.get(row, {}))
    return tuple(found)


def _row_changes(
    table_id: str, row: str, game: Mapping[str, str], shipped: Mapping[str, str]
) -> list[CellChange]:
    if not game or not shipped:
        return [CellChange(table_id, row, "", ", ".join(game.values()), ", ".join(shipped.values()))]
    columns = dict.fromkeys([*game, *shipped])
    pairs = [(column, game.get(column, ""), shipped.get(column, "")) for column in columns]
    return [CellChange(table_id, row, *pair) for pair in pairs if pair[1] != pair[2]]


def _rows(table: RuleTable) -> dict[str, dict[str, str]]:
    """The rows by their keys, cells as text; rows of one key are told apart by their count."""
    rows: dict[str, dict[str, str]] = {}
    for cells in table.rows:
        name, count = str(cells[0]), 2
        while name in rows:
            name, count = f"{cells[0]} ({count})", count + 1
        rows[name] = dict(zip(table.columns, map(str, cells), strict=True))
    return rows


def with_shipped_tables(battle: Battle) -> Battle:
    """The same battle as if it had begun with the tables shipped now."""
    ours, changed = _shipped(battle.setup), battle.copy()
    changed.setup = replace(battle.setup, tables=ours.as_dict(), tables_digest=ours.digest)
    return changed


def _shipped(setup: Setup) -> Tables:
    """The tables shipped for the book of a game; those shipped for all where this server does not have it."""
    book = BOOKS.get(setup.ruleset)
    return book.tables if book is not None else shipped_tables()

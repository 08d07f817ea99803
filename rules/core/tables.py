"""Tables are data: one file each, with its source and status, replaceable by a game master's own pack.

``book`` figures are printed in the rule book that the game is played by, ``playsheet`` figures on a printed
play sheet, ``house`` figures are ours because neither is to be had (rules/data/tables, documented in
docs/tables.md); so are those that we take from another book of the family. A row is as proud as the
humblest figure in it. Where not all rows of a table have the same status the table is ``mixed``, and each
row has one of its own.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType

import msgspec

Cell = str | int

DATA = Path(__file__).resolve().parent.parent / "data"


class Status(StrEnum):
    BOOK = "book"
    PLAYSHEET = "playsheet"
    HOUSE = "house"
    MIXED = "mixed"


class TableError(ValueError):
    """A table, a row or a column that does not exist, or a pack that does not fit."""


class Origin(msgspec.Struct, frozen=True):
    """Where some rows of a mixed table come from; ``rows`` are their keys."""

    status: Status
    source: str
    rows: tuple[Cell, ...]


class RuleTable(msgspec.Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """Rows of cells under named columns; the first column is the key of its row. ``origins``: of a mixed
    table, which holds each of its rows once; no other has any. A table of a game that began without them has
    the digest it had."""

    id: str
    title: str
    source: str
    status: Status
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    origins: tuple[Origin, ...] = ()

    def origin(self, key: Cell) -> Origin:
        """Where a row comes from: its status is never ``mixed``. Raises TableError if there is
        no such row."""
        if not self.has(key):
            raise TableError(f"table {self.id} has no row {key!r}")
        own = (origin for origin in self.origins if key in origin.rows)
        return next(own, Origin(self.status, self.source, self.keys()))

    def row(self, key: Cell) -> Mapping[str, Cell]:
        """The row with this key, by column name. Raises TableError if there is none."""
        try:
            return _by_key(self)[key]
        except KeyError:
            raise TableError(f"table {self.id} has no row {key!r}") from None

    def has(self, key: Cell) -> bool:
        return key in _by_key(self)

    def cell(self, key: Cell, column: str) -> Cell:
        if column not in self.columns:
            raise TableError(f"table {self.id} has no column {column!r}")
        return self.row(key)[column]

    def number(self, key: Cell, column: str) -> int:
        """A cell that must be a number. Raises TableError otherwise."""
        value = self.cell(key, column)
        if not isinstance(value, int):
            raise TableError(f"table {self.id}, row {key!r}, column {column!r}: {value!r} is no number")
        return value

    def text(self, key: Cell, column: str) -> str:
        return str(self.cell(key, column))

    def keys(self) -> tuple[Cell, ...]:
        return tuple(_by_key(self))


@lru_cache(maxsize=1024)
def _by_key(table: RuleTable) -> dict[Cell, Mapping[str, Cell]]:
    """The rows by their keys, looked up once; of two with the same key the first counts."""
    found: dict[Cell, Mapping[str, Cell]] = {}
    for row in table.rows:
        found.setdefault(row[0], MappingProxyType(dict(zip(table.columns, row, strict=True))))
    return found


class Tables:
    """The tables in force in one game: the ruleset's own, with those of a pack in their place."""

    def __init__(self, tables: Mapping[str, RuleTable]) -> None:
        self._tables = dict(tables)
        self.digest = hashlib.sha256(
            msgspec.json.encode({k: self._tables[k] for k in sorted(self._tables)}, order="deterministic")
        ).hexdigest()

    def __getitem__(self, table_id: str) -> RuleTable:
        try:
            return self._tables[table_id]
        except KeyError:
            raise TableError(f"there is no table {table_id!r}") from None

    def __contains__(self, table_id: str) -> bool:
        return table_id in self._tables

    def as_dict(self) -> dict[str, RuleTable]:
        """All tables by id, in the order of their ids."""
        return {table_id: self._tables[table_id] for table_id in self.ids()}

    def ids(self) -> tuple[str, ...]:
        return tuple(sorted(self._tables))

    def with_pack(self, pack: Mapping[str, RuleTable]) -> Tables:
        """These tables with a game master's own instead. Raises TableError where a table of the pack does not
        stand in for one of ours: unknown id, other columns, or rows missing."""
        for table_id, table in pack.items():
            ours = self[table_id]
            if table.columns != ours.columns:
                raise TableError(f"table {table_id}: the columns must be {', '.join(ours.columns)}")
            missing = [str(row[0]) for row in ours.rows if not table.has(row[0])]
            if missing:
                raise TableError(f"table {table_id}: no row for {', '.join(missing)}")
        return Tables({**self._tables, **pack})


def table_from_toml(text: str) -> RuleTable:
    """A table file's contents. Raises TableError naming what is wrong with it."""
    try:
        table = msgspec.convert(tomllib.loads(text), RuleTable)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise TableError(str(error)) from None
    for row in table.rows:
        if len(row) != len(table.columns):
            raise TableError(
                f"table {table.id}: row {row[0]!r} has {len(row)} cells, not {len(table.columns)}"
            )
    if wrong := _misplaced(table):
        raise TableError(f"table {table.id}: {wrong}")
    return table


def _misplaced(table: RuleTable) -> str:
    """What is wrong with the origins of a table; empty if nothing is."""
    if table.status is not Status.MIXED:
        return "only a mixed table has origins" if table.origins else ""
    named = [key for origin in table.origins for key in origin.rows]
    for key in dict.fromkeys([*table.keys(), *named]):
        if not table.has(key):
            return f"an origin for {key!r}, which is no row"
        if named.count(key) != 1:
            return f"{named.count(key)} origins for row {key!r}, not one"
    statuses = {origin.status for origin in table.origins}
    if Status.MIXED in statuses or len(statuses) < 2:
        return "the rows of a mixed table are book, playsheet or house, and not all the same"
    return ""


@cache
def shipped_tables() -> Tables:
    """All tables under rules/data/tables."""
    found = [table_from_toml(path.read_text("utf-8")) for path in sorted((DATA / "tables").glob("*.toml"))]
    return Tables({table.id: table for table in found})

"""[exact] of games that go by days: fields of a siege or a campaign as they are, and in what two differ."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.core.tables import RuleTable
from rules.positions.differing import PAPERS, alike
from rules.positions.exact import parted, put_piece, type_of, value_of
from rules.positions.faults import PositionError
from rules.positions.form import Line
from rules.state.figure import Character

TABLES = "setup.tables"
ORDER = "order.men"
MOST = 9_999
"""No day, phase or other whole number of a table is larger."""
LEFT_OUT = frozenset(
    {
        "setup.commitment",  # promises of a server, and the players' own words for its dice
        "setup.promises",
        "setup.tables_digest",
        "salts",
        "calls",  # games of their own, which no file holds
    }
)
"""The fields in which a position file does not have to be like a game: no rule asks for them."""


def said(table: Any, line: Line) -> None:
    """What one line of [exact] says. Raises PositionError."""
    path, written = parted(line)
    where, _, name = path.partition(".")
    setup = type(table.setup)
    if path == TABLES:
        own = value_of(line, written, dict[str, RuleTable])
        table.setup = replace(table.setup, tables=table.setup.tables | own)
    elif path == ORDER:
        names = value_of(line, written, list[str])
        if len(names) != len(set(names)) or not set(names) <= set(table.men):
            raise PositionError(line.number, f"{ORDER}: it names each of the men once; nobody else is there")
        table.men = {one: table.men[one] for one in names}
    elif where == "men" and name:
        put_piece(table.men, Character, line, name, written)
    elif where == "setup" and name:
        value = value_of(line, written, type_of(line, setup, name))
        table.setup = replace(table.setup, **{name: value})
    else:
        value = value_of(line, written, type_of(line, type(table), path, "setup"))
        if isinstance(value, int) and abs(value) > MOST:
            raise PositionError(line.number, f"{path} is a number up to {MOST}")
        setattr(table, path, value)


def differences(one: Any, other: Any, unordered: Collection[str] = ()) -> Iterator[tuple[str, Any]]:
    """The fields in which the other table is not as this one, each with what it is here. ``unordered``: of
    which the order does not matter."""
    for name in type(one.setup).__struct_fields__:
        ours, theirs = getattr(one.setup, name), getattr(other.setup, name)
        if name == "tables":
            own = {key: table for key, table in ours.items() if not _same(table, theirs.get(key))}
            if own:
                yield TABLES, own
        elif f"setup.{name}" not in LEFT_OUT and ours != theirs:
            yield f"setup.{name}", ours
    for name in type(one).__struct_fields__:
        ours, theirs = getattr(one, name), getattr(other, name)
        if name == "men":
            yield from _of_men(ours, theirs)
        elif name in PAPERS or name in unordered:  # in which order they were filed does not matter
            if ours != theirs:
                yield name, ours
        elif name not in LEFT_OUT | {"setup"} and not alike(ours, theirs):
            yield name, ours


def _same(one: RuleTable, other: RuleTable | None) -> bool:
    return other is not None and (one.columns, one.rows) == (other.columns, other.rows)


def _of_men(ours: dict[str, Character], theirs: dict[str, Character]) -> Iterator[tuple[str, Any]]:
    for name, man in ours.items():
        if name not in theirs:
            yield f"men.{name}", msgspec.to_builtins(man)
        elif man != theirs[name]:
            fields = [f for f in man.__struct_fields__ if getattr(man, f) != getattr(theirs[name], f)]
            yield f"men.{name}", {field: msgspec.to_builtins(getattr(man, field)) for field in fields}
    if list(ours) != list(theirs):
        yield ORDER, list(ours)

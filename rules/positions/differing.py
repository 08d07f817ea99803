"""In what two battles differ, field by field, by the names that [exact] has for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.books.registry import rules_of
from rules.core.tables import RuleTable
from rules.positions.exact import PIECES, RECORDS, TABLES
from rules.state.battle import Battle, BattleSetup
from rules.state.board import BoardData

LEFT_OUT = frozenset(
    {
        "setup.commitment",  # promises of a server and the players' own words for its dice
        "setup.promises",
        "salts",
        "setup.scenario",  # a position is of none
        "setup.sequel",  # games of their own, which no file holds
        "calls",
        "setup.board.panels.name",  # of one that is drawn
        "setup.tables",  # a position holds those alone that are not as shipped,
        "setup.tables_digest",  # and is played by those shipped since as well
    }
)
"""The fields of a battle in which a position file does not have to be like it. No rule asks for any of
them, but that a battle is followed by another."""
PAPERS = ("sheets", "standing")
"""Orders by seat: in which order the seats filed them does not matter."""


def differences(one: Battle, other: Battle) -> Iterator[tuple[str, Any]]:
    """The fields in which the other is not as this one, each with what it is here."""
    for name in BattleSetup.__struct_fields__:
        value, theirs = getattr(one.setup, name), getattr(other.setup, name)
        same = _same_board(value, theirs) if name == "board" else value == theirs
        if f"setup.{name}" not in LEFT_OUT and not same:
            yield f"setup.{name}", value
    if tables := _own_tables(one, other):
        yield TABLES, tables
    for name in Battle.__struct_fields__:
        if name == "setup" or name in LEFT_OUT:
            continue
        ours, theirs = getattr(one, name), getattr(other, name)
        if name in PIECES:
            yield from _of_pieces(name, ours, theirs)
        elif name in RECORDS:
            yield from _of_records(name, ours, theirs)
        elif name in PAPERS:
            if ours != theirs:
                yield name, ours
        elif not alike(ours, theirs):
            yield name, ours


def alike(ours: Any, theirs: Any) -> bool:
    """Equal, and all that has an order in the same order."""
    if ours != theirs or isinstance(ours, (set, frozenset)):
        return bool(ours == theirs)
    return msgspec.json.encode(ours) == msgspec.json.encode(theirs)


def _same_board(ours: BoardData, theirs: BoardData) -> bool:
    """The same panels whatever they are called, with letters of terrains that mean the same; there may have
    come more since."""
    bare = [[replace(panel, name="") for panel in board.panels] for board in (ours, theirs)]
    return bare[0] == bare[1] and set(ours.terrains) <= set(theirs.terrains)


def _own_tables(one: Battle, other: Battle) -> dict[str, RuleTable]:
    """The tables that are not those of the other, by their ids."""
    ours, theirs = rules_of(one).tables, rules_of(other).tables
    if ours is theirs or ours.digest == theirs.digest:
        return {}
    known = theirs.as_dict()
    return {n: table for n, table in ours.as_dict().items() if n not in known or not _same(known[n], table)}


def _same(one: RuleTable, other: RuleTable) -> bool:
    """Whether two tables say the same, wherever they have it from."""
    return (one.columns, one.rows) == (other.columns, other.rows)


def _of_pieces(name: str, ours: dict[str, Any], theirs: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Piece by piece, and last their order; of a piece that the other has the fields that differ."""
    for one, piece in ours.items():
        if one not in theirs:
            yield f"{name}.{one}", msgspec.to_builtins(piece)
        elif piece != theirs[one]:
            fields = [f for f in piece.__struct_fields__ if getattr(piece, f) != getattr(theirs[one], f)]
            yield f"{name}.{one}", {f: msgspec.to_builtins(getattr(piece, f)) for f in fields}
    if list(ours) != list(theirs):
        yield f"order.{name}", list(ours)


def _of_records(name: str, ours: msgspec.Struct, theirs: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    for field in ours.__struct_fields__:
        if not alike(getattr(ours, field), getattr(theirs, field)):
            yield f"{name}.{field}", getattr(ours, field)

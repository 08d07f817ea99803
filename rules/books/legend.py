"""What the letters in the cells of a table mean, in the language spoken."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.books.in_force import TableInForce
from rules.core.language import translated
from rules.core.tables import RuleTable, Tables
from rules.tactical.fighting import results

Meaning = Callable[[str], str]


def letters_of(table: RuleTable, in_force: Sequence[TableInForce]) -> tuple[tuple[str, str], ...]:
    """Each letter that stands in a cell, as the table has them from top to bottom, and what it does; nothing
    for a table without letters. ``in_force``: all tables of the game, whose effects are read."""
    tables = Tables({found.table.id: found.table for found in in_force})
    meaning = _meaning(table, tables)
    if meaning is None:
        return ()
    cells = dict.fromkeys(str(cell) for row in table.rows for cell in row[1:])
    return tuple((letter, translated(meaning(letter))) for letter in sorted(cells, key=_order))


def _order(letter: str) -> tuple[bool, str]:
    return letter == "-", letter


def _meaning(table: RuleTable, tables: Tables) -> Meaning | None:
    family, _, struck = table.id.partition("-")
    category = struck.removesuffix("-older")
    if category not in ("foot", "mounted") or f"{family}-effects" not in tables:
        return None
    if family == "missile":
        return lambda letter: tables["missile-effects"].text(f"{category} {letter}", "words")
    if family == "combat":
        return lambda letter: results.letter_in_words(tables, letter, mounted=category == "mounted")
    return None

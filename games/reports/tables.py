"""The tables that a game is played by, for its pages and for mails: which there are, where their figures come
from, and where a roll was looked up."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

import msgspec
from django.conf import settings
from django.utils.translation import gettext, gettext_noop

from games.models import Game
from games.reports.layout import WIDTH, Column, table, wrapped
from rules import engine

_STATUS = {
    "book": gettext_noop("book"),
    "playsheet": gettext_noop("play sheet"),
    "house": gettext_noop("house"),
    "mixed": gettext_noop("mixed"),
}
_EXPLAINED = {
    "book": gettext_noop("printed in the rule book"),
    "playsheet": gettext_noop("printed on a play sheet"),
    "house": gettext_noop("neither the book nor a play sheet gives it"),
    "mixed": gettext_noop("each row says where it comes from"),
}


class ShownCell(msgspec.Struct, frozen=True):
    """A cell; ``read``: a roll was looked up in it, ``crossed``: in its row or in its column."""

    text: str
    read: bool
    crossed: bool


class ShownRow(msgspec.Struct, frozen=True):
    """A row: its key, its other cells, where it comes from; ``read``: a roll was looked up in it."""

    key: str
    cells: tuple[ShownCell, ...]
    status: str
    source: str
    read: bool


class ShownTable(msgspec.Struct, frozen=True):
    """A table as a page shows it. ``columns``: each with whether a roll was looked up in it;
    ``letters``: what those in its cells mean."""

    id: str
    title: str
    status: str
    explained: str
    source: str
    note: str
    own: bool
    mixed: bool
    columns: tuple[tuple[str, bool], ...]
    rows: tuple[ShownRow, ...]
    told: str
    letters: tuple[tuple[str, str], ...] = ()


def address(game: Game, cell: engine.TableCell | None = None) -> str:
    """Where the tables of a game stand on the web; the one that a roll was looked up in, with its row and
    column marked."""
    return f"{folder(game.number)}{_marked(cell) if cell else ''}"


def folder(number: str) -> str:
    return f"{settings.BASE_URL}/g/{number}/tables"


def _marked(cell: engine.TableCell) -> str:
    query = {name: value for name, value in (("row", cell.row), ("column", cell.column)) if value}
    return f"/{cell.table}{'?' if query else ''}{urlencode(query, safe='/')}{'#read' if cell.row else ''}"


def shown(
    found: engine.TableInForce,
    row: str = "",
    column: str = "",
    in_force: Sequence[engine.TableInForce] = (),
) -> ShownTable:
    """A table with a row and a column marked, as far as it has them. ``in_force``: all tables of the game."""
    of = found.table
    row, column = _within(of, row), column if column in of.columns[1:] else ""
    rows = tuple(_row(of, cells, row, column) for cells in of.rows)
    letters = engine.letters_of(of, in_force)
    told, meanings = "", dict(letters)
    if hit := next((shown for shown in rows if shown.read), None):
        there = [_meant(cell.text, meanings) for cell in hit.cells if cell.read]
        told = gettext("Read in row {row}").format(row=hit.key)
        if column:
            told = gettext("Read in row {row}, column {column}").format(row=hit.key, column=column)
        told += f": {', '.join(there)}." if there else "."
    elif column:
        told = gettext("Read in column {column}.").format(column=column)
    return ShownTable(
        id=of.id,
        title=of.title,
        status=gettext(_STATUS[of.status]),
        explained=gettext(_EXPLAINED[of.status]),
        source=of.source,
        note=" ".join(of.note.split()),
        own=found.own,
        mixed=bool(of.origins),
        columns=tuple((name, name == column) for name in of.columns),
        rows=rows,
        told=told,
        letters=letters,
    )


def _meant(text: str, meanings: Mapping[str, str]) -> str:
    """What was read, and where it is a letter what that means: "B (wounded)"."""
    return f"{text} ({meanings[text]})" if text in meanings else text


def _within(of: engine.RuleTable, row: str) -> str:
    """The row that is read for a total: beyond the ends of a table of numbers its first or last."""
    numbers = [row[0] for row in of.rows if isinstance(row[0], int)]
    if not re.fullmatch(r"-?\d{1,3}", row) or len(numbers) < len(of.rows):
        return row
    return str(min(max(int(row), min(numbers)), max(numbers)))


def _row(of: engine.RuleTable, cells: tuple[object, ...], row: str, column: str) -> ShownRow:
    key, hit = str(cells[0]), bool(row) and str(cells[0]) == row
    origin = of.origin(cells[0])  # type: ignore[arg-type]
    marked = [
        ShownCell(str(cell), hit and name == column, hit or name == column)
        for name, cell in zip(of.columns[1:], cells[1:], strict=True)
    ]
    return ShownRow(key, tuple(marked), gettext(_STATUS[origin.status]), origin.source, hit)


def status_of(found: engine.TableInForce) -> str:
    """In one or two words: whose figures these are."""
    status = gettext(_STATUS[found.table.status])
    return gettext("this game's own, {status}").format(status=status) if found.own else status


# in a mail


def hint(lines: Sequence[engine.ReportLine]) -> list[str]:
    """How to read ways, and how to ask for the tables that rolls were looked up in; once a mail."""
    ways = gettext("A >> B: straight on, through every hex between.")
    told = wrapped(ways) if any(" >> " in line.text for line in lines) else []
    first = next((line for line in lines if line.cell is not None), None)
    if first is None or first.cell is None:
        return told
    return told + wrapped(
        gettext("Rolls name their tables: TABLE {table} in a reply brings the one behind [{source}].").format(
            table=first.cell.table, source=first.source
        )
    )


def in_text(found: engine.TableInForce, in_force: Sequence[engine.TableInForce] = ()) -> list[str]:
    """A table in 72 columns, what its letters mean and its status below."""
    seen = shown(found, in_force=in_force)
    status = [Column("")] if seen.mixed else []
    columns = [*(Column(name) for name, _ in seen.columns), *status]
    rows = [
        (row.key, *(cell.text for cell in row.cells), *((row.status,) if seen.mixed else ()))
        for row in seen.rows
    ]
    lines = table(columns, rows, indent=0)
    if max(map(len, lines)) > WIDTH:
        lines = [
            part for row in rows for part in wrapped("; ".join(filter(None, row[1:])), f"{row[0]}: ", "   ")
        ]
    own = gettext(" (this game's own table, in place of the one shipped)") if seen.own else ""
    letters = "; ".join(f"{letter} {words}" for letter, words in seen.letters)
    return [
        *lines,
        *(wrapped(f"{letters}.") if letters else ()),
        *wrapped(f"{seen.status}: {seen.explained}{own}. {seen.source}."),
        *(wrapped(seen.note) if seen.note else ()),
    ]


def list_in_text(tables: tuple[engine.TableInForce, ...]) -> list[str]:
    """All of them, with whose figures they are."""
    columns = [Column(""), Column("", widest=44), Column("", widest=20)]
    return table(columns, [(f.table.id, f.table.title, status_of(f)) for f in tables], indent=0)

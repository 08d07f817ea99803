"""The tables of a campaign's sheet as text: in columns, and as sentences for the ear."""

from __future__ import annotations

from games.reports.layout import WIDTH, Column, table, wrapped
from rules import engine

WIDEST = 40
"""So wide columns of words may become; where there is no room for it they are cut, those of numbers never."""


def columns(shown: engine.SheetTable) -> list[str]:
    """A table in columns below its title, the notes of each row below it, and before them in full what had to
    be cut in the row."""
    heads = [
        Column(title, right=n in shown.numbers, widest=WIDTH if n in shown.numbers else WIDEST, said=True)
        for n, title in enumerate(shown.columns)
    ]
    heading, *rows = table(heads, [row.cells for row in shown.rows])
    told = [shown.title.upper(), "", *([heading] if rows else [])]
    for line, row in zip(rows, shown.rows, strict=True):
        told.append(line)
        whole = [f"{cell[:1].upper()}{cell[1:]}." for cell in row.cells if cell and cell not in line]
        if notes := [*whole, *row.notes]:
            told += wrapped(" ".join(notes), "      ")
    return [*told, *wrapped(shown.note, "   ")] if shown.note else told


def sentences(shown: engine.SheetTable) -> list[str]:
    """The same for the ear: a row is a sentence that names its columns."""
    told = wrapped(f"{shown.title}.")
    for row in shown.rows:
        first, *rest = row.cells
        named = [f"{title} {cell}" for title, cell in zip(shown.columns[1:], rest, strict=True) if cell]
        said = f"{first}: {', '.join(named)}." if named else f"{first}."
        told += wrapped(" ".join([said, *row.notes]))
    return [*told, *wrapped(shown.note)] if shown.note else told

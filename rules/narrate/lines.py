"""The lines of a report."""

from __future__ import annotations

import msgspec


class TableCell(msgspec.Struct, frozen=True):
    """Where a roll was looked up: the table's id, the key of the row and the name of the column, as far as a
    roll reads one row or one column."""

    table: str
    row: str = ""
    column: str = ""


class ReportLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of "what happened". ``depth`` 0 begins a numbered paragraph, 1 and 2 are indented below it;
    ``rule`` stands at the right margin; ``source`` names the table and column read, e.g. "combat/foot,
    13/20", and ``cell`` where in it; ``dice`` are the names of the rolls told in this line (for the dice
    page); ``figures`` the ids concerned; ``private``: only its owner reads it (use of a standing order, an
    IF)."""

    text: str
    depth: int = 0
    rule: str = ""
    source: str = ""
    cell: TableCell | None = None
    dice: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    private: bool = False

"""Other ground in single hexes of a board.

::

    [ground]
    i2 0304-0505 0607           a letter of the terrain table, perhaps a level; a block of hexes, one more
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec.structs import replace

from rules.positions.faults import PositionError, unknown
from rules.positions.form import Line, Section
from rules.scenarios.panels import terrain_letters
from rules.state.board import Panel

_BLOCK = re.compile(r"(\d\d)(\d\d)(?:-(\d\d)(\d\d))?")
_CODE = re.compile(r"\S(?:-?[0-4])?")


def changed(panel: Panel, sections: Iterable[Section]) -> Panel:
    """A panel with the ground that a file gives to some of its hexes. Raises PositionError."""
    for line in (line for section in sections for line in section.lines):
        panel = _laid(panel, line)
    return panel


def _laid(panel: Panel, line: Line) -> Panel:
    """A panel with other ground in the hexes of a line of [ground]."""
    code, *words = line.words
    letters = {letter for letter, _ in terrain_letters()}
    if _CODE.fullmatch(code) is None or code[0] not in letters:
        raise unknown(line.number, "letter of a terrain", code, letters)
    if not words:
        raise PositionError(line.number, f"in which hexes? {code} 0304-0505 0607, for example")
    rows = [list(row) for row in panel.rows]
    for word in words:
        found = _BLOCK.fullmatch(word)
        if found is None:
            raise PositionError(
                line.number, f"{word!r} is neither a hex nor a block of hexes such as 0304-0505"
            )
        left, top, right, bottom = (
            int(n) for n in (*found.groups()[:2], found[3] or found[1], found[4] or found[2])
        )
        if left > right or top > bottom:
            raise PositionError(line.number, f"{word} is no block: its north-west corner comes first")
        if not (left >= 1 and right <= len(rows[0]) and top >= 1 and bottom <= len(rows)):
            raise PositionError(line.number, f"{word} is not on this board")
        for row in rows[top - 1 : bottom]:
            row[left - 1 : right] = [code] * (right - left + 1)
    return replace(panel, rows=tuple(tuple(row) for row in rows))

"""The board of a position: flat ground, a panel that is shipped, or one drawn in the file.

::

    board 12x10                 flat ground; board 12x10 of t: a wood
    board farm                  the panel of this name
    panel B ford at 13,0 turn 3     one of several: letter, drawing, where its first hex lies, sixths turned

    [board]                     or drawn: a line for each row; even columns lie half a hex lower
    . . t .
    . s . .

What stands on it is written as in the drawing of a panel ([hexsides], [paths], [walls], [traits],
[structures]), and so is a whole [map]: see rules.scenarios.panels.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from rules.positions.faults import PositionError, unknown
from rules.positions.form import BUILT, Line, Phase, Section
from rules.scenarios.panels import PANELS, PanelError, load_panel, panel_from_text, terrain_letters
from rules.state.board import Board, BoardData, BoardError, Panel, board_of

MOST_HEXES = 4_000
_SIZE = re.compile(r"(\d{1,3})\s*[x×]\s*(\d{1,3})(?:\s+of\s+(\S+))?", re.IGNORECASE)
_PANEL = re.compile(r"([A-Z])\s+(\w+)(?:\s+at\s+(-?\d+)\s*,?\s*(-?\d+))?(?:\s+turn\s+(\d))?", re.IGNORECASE)
_USUAL = "12x12"


def board_from(head: Sequence[Line], first: Phase) -> Board:
    """The board that a file speaks of; flat ground where it speaks of none. Raises PositionError."""
    named = [line for line in head if line.words[0].lower() in ("board", "panel")]
    drawn = list(first.of("board", "map"))
    if len(drawn) > 1 or (drawn and named):
        raise PositionError((drawn[1] if len(drawn) > 1 else drawn[0]).number, "the board is given twice")
    built = list(first.of(*BUILT))
    if drawn or not named or named[0].words[0].lower() == "board":
        data = _alone(drawn, named, built)
    else:
        data = _joined(named, built)
    try:
        board = board_of(data)
    except BoardError as error:
        raise PositionError(named[0].number if named else 0, str(error)) from None
    return board


def drawn_panel(rows: Iterable[tuple[int, Sequence[str]]], built: Iterable[Section] = ()) -> Panel:
    """A panel from its rows, each with the number of its line, and from what stands on it. Raises
    PositionError."""
    lines: list[tuple[int, str]] = [(0, "name the board"), (0, "[map]")]
    for number, cells in rows:
        lines += [(number, " ".join(cells[::2])), (number, " ".join(cells[1::2]) or "#")]
    return _panel(lines, built)


def _panel(lines: list[tuple[int, str]], built: Iterable[Section]) -> Panel:
    for section in built:
        lines += [
            (section.number, f"[{section.kind}]"),
            *((line.number, line.text) for line in section.lines),
        ]
    try:
        return panel_from_text("\n".join(text for _, text in lines), "board", as_drawn=True)
    except PanelError as error:
        at = lines[error.line - 1][0] if 0 < error.line <= len(lines) else 0
        raise PositionError(at, error.fault) from None


def _alone(drawn: Sequence[Section], named: Sequence[Line], built: Sequence[Section]) -> BoardData:
    if drawn and drawn[0].kind == "map":
        lines = [(0, "name the board"), (0, "[map]"), *((line.number, line.text) for line in drawn[0].lines)]
        panel = _panel(lines, built)
    elif drawn:
        panel = drawn_panel(_rows(drawn[0]), built)
    else:
        panel = _named(named, built)
    return BoardData(panels=(panel,), terrains=terrain_letters())


def _rows(section: Section) -> list[tuple[int, Sequence[str]]]:
    """The rows of a board: cells parted by blanks, or run together where none has a level."""
    rows: list[tuple[int, Sequence[str]]] = []
    for line in section.lines:
        words = line.text.split()
        rows.append((line.number, words if len(words) > 1 else tuple(words[0])))
    width = len(rows[0][1]) if rows else 0
    for number, cells in rows:
        if len(cells) != width:
            raise PositionError(number, f"{len(cells)} hexes where the rows above have {width}")
    if not rows:
        raise PositionError(section.number, "the board has no rows")
    if width < 2 or width * len(rows) > MOST_HEXES:
        raise PositionError(section.number, f"a board has 2 columns or more, and {MOST_HEXES} hexes at most")
    return rows


def _named(named: Sequence[Line], built: Sequence[Section]) -> Panel:
    """Flat ground of a size, or a panel shipped."""
    if len(named) > 1:
        raise PositionError(named[1].number, "the board is given twice")
    number = named[0].number if named else 0
    said = named[0].text.split(None, 1)[1].strip() if named and len(named[0].words) > 1 else _USUAL
    size = _SIZE.fullmatch(said)
    if size is None:
        return _shipped(number, said.lower(), built)
    columns, rows, code = int(size[1]), int(size[2]), size[3] or "."
    if not 2 <= columns <= 99 or not 1 <= rows <= 99 or columns * rows > MOST_HEXES:
        raise PositionError(
            number, f"a board has 2 to 99 columns, 1 to 99 rows and {MOST_HEXES} hexes at most"
        )
    return drawn_panel(((number, [code] * columns) for _ in range(rows)), built)


def _shipped(number: int, name: str, built: Sequence[Section]) -> Panel:
    known = sorted(path.stem for path in PANELS.glob("*.txt"))
    if name not in known:
        raise unknown(number, "panel or size of a board, such as 12x10, called", name, known)
    panel = load_panel(name)
    if not built:
        return panel
    more = _panel([(number, "name more"), (number, "[map]"), *_copied(panel, number)], built)
    marked = {(mark.hex, mark.facing) for mark in more.hexsides}
    kept = tuple(mark for mark in panel.hexsides if (mark.hex, mark.facing) not in marked)
    return replace(
        panel,
        hexsides=(*kept, *more.hexsides),
        traits=(*panel.traits, *more.traits),
        structures=(*panel.structures, *more.structures),
    )


def _copied(panel: Panel, number: int) -> list[tuple[int, str]]:
    halves = ((" ".join(row[::2]), " ".join(row[1::2]) or "#") for row in panel.rows)
    return [(number, half) for pair in halves for half in pair]


def _joined(named: Sequence[Line], built: Sequence[Section]) -> BoardData:
    """Several panels. Raises PositionError also where something is built on them by the file."""
    if built:
        raise PositionError(
            built[0].number, "several panels are taken as they are: draw one board to build on it"
        )
    panels = []
    for line in named:
        found = _PANEL.fullmatch(line.text.split(None, 1)[1].strip()) if len(line.words) > 1 else None
        if found is None:
            raise PositionError(
                line.number, "a panel is a letter, a drawing and its place: panel B ford at 13,0 turn 3"
            )
        letter, drawing, column, row, turn = found.groups()
        panels.append(
            replace(
                _shipped(line.number, drawing.lower(), ()),
                letter=letter.upper(),
                column=int(column or 0),
                row=int(row or 0),
                turn=int(turn or 0),
            )
        )
    return BoardData(panels=tuple(panels), terrains=terrain_letters())

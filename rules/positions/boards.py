"""The board of a position: flat ground, a panel that is shipped, or one drawn in the file.

::

    board 12x10                 flat ground; board 12x10 of t: a wood
    board farm                  the panel of this name
    panel B ford at 13,0 turn 3     one of several: letter, drawing, where its first hex lies, sixths turned

    [board]                     or drawn: a line for each row; even columns lie half a hex lower
    . . t .
    . s . .

    [ground]                    hexes that are otherwise than so far
    i 0304-0505 0607

What stands on it is written as in the drawing of a panel ([hexsides], [paths], [walls], [traits],
[structures]), and so is a whole [map]: see rules.scenarios.panels.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from rules.positions import ground
from rules.positions.faults import PositionError, unknown
from rules.positions.form import BUILT, Line, Phase, Section
from rules.scenarios.panels import PANELS, PanelError, board_data, load_panel, panel_from_text
from rules.state.board import Board, BoardData, BoardError, Panel, board_of
from rules.state.figure import Hex

MOST_HEXES = 4_000
HOLE = "_"  # no hex: beside the one column of a board that has no more
_SIZE = re.compile(r"(\d{1,3})\s*[x×]\s*(\d{1,3})(?:\s+of\s+(\S+))?", re.IGNORECASE)
_PANEL = re.compile(r"([A-Z])\s+(\w+)(?:\s+at\s+(-?\d+)\s*,?\s*(-?\d+))?(?:\s+turn\s+(\d))?", re.IGNORECASE)
_USUAL = "12x12"


def board_from(head: Sequence[Line], first: Phase) -> Board:
    """The board that a file speaks of; flat ground where it speaks of none. Raises PositionError."""
    named = [line for line in head if line.words[0].lower() in ("board", "panel")]
    drawn = list(first.of("board", "map"))
    if len(drawn) > 1 or (drawn and named):
        raise PositionError((drawn[1] if len(drawn) > 1 else drawn[0]).number, "the board is given twice")
    built, changed = list(first.of(*BUILT)), list(first.of("ground"))
    if drawn or not named or named[0].words[0].lower() == "board":
        data = _alone(drawn, named, built)
        data = replace(data, panels=tuple(ground.changed(panel, changed) for panel in data.panels))
    else:
        data = _joined(named, [*built, *changed])
    try:
        board = board_of(data)
    except BoardError as error:
        raise PositionError(named[0].number if named else 0, str(error)) from None
    return board


def drawn(
    rows: str,
    *,
    hexsides: Iterable[str] = (),
    paths: Iterable[str] = (),
    walls: Iterable[str] = (),
    traits: Iterable[str] = (),
    structures: Iterable[str] = (),
) -> BoardData:
    """A board from the lines that its sections have in a file. Raises PositionError with the number of a line
    of its section."""
    built = zip(BUILT, (hexsides, paths, walls, traits, structures), strict=True)
    sections = [_section(kind, lines) for kind, lines in built]
    return _alone([_section("board", rows.split("\n"))], (), [one for one in sections if one.lines])


def _section(kind: str, lines: Iterable[str]) -> Section:
    numbered = (Line(number, text) for number, text in enumerate(lines, start=1) if text.strip())
    return Section(0, kind, "", tuple(numbered))


def misplaced(board: Board, hexes: Sequence[Hex]) -> str:
    """Why a piece cannot cover these hexes: they are off the board, or its halves do not touch; "" if it
    can."""
    for at in hexes:
        if at not in board:
            return f"there is no hex {at} on this board"
    if len(hexes) == 2 and not board.adjacent(*hexes):
        return f"{hexes[0]} and {hexes[1]} do not touch"
    return ""


def drawn_panel(rows: Iterable[tuple[int, Sequence[str]]], built: Iterable[Section] = ()) -> Panel:
    """A panel from its rows, each with the number of its line, and from what stands on it. Raises
    PositionError."""
    lines: list[tuple[int, str]] = [(0, "name the board"), (0, "[map]")]
    for number, cells in rows:
        lines += [(number, " ".join(cells[::2])), (number, " ".join(cells[1::2]) or HOLE)]
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
        raise PositionError(at or _structure_in(error.fault, built), error.fault) from None


def _structure_in(fault: str, built: Iterable[Section]) -> int:
    """The line of the structure that a fault begins with; 0 for none."""
    name = fault.partition(":")[0]
    lines = (line for section in built if section.kind == "structures" for line in section.lines)
    return next((line.number for line in lines if " ".join(line.words).startswith(f"structure {name} ")), 0)


def _alone(drawn: Sequence[Section], named: Sequence[Line], built: Sequence[Section]) -> BoardData:
    if drawn and drawn[0].kind == "map":
        lines = [(0, "name the board"), (0, "[map]"), *((line.number, line.text) for line in drawn[0].lines)]
        panel = _panel(lines, built)
    elif drawn:
        panel = drawn_panel(_rows(drawn[0]), built)
    else:
        panel = _named(named, built)
    return board_data(panel)


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
    if width * len(rows) > MOST_HEXES:
        raise PositionError(section.number, f"a board has {MOST_HEXES} hexes at most")
    return rows


def _named(named: Sequence[Line], built: Sequence[Section]) -> Panel:
    """Flat ground of a size, or a panel shipped."""
    if len(named) > 1:
        raise PositionError(named[1].number, "the board is given twice")
    number = named[0].number if named else 0
    said = (" ".join(named[0].words[1:]) if named else "") or _USUAL
    size = _SIZE.fullmatch(said)
    if size is None:
        return _shipped(number, said.lower(), built)
    columns, rows, code = int(size[1]), int(size[2]), size[3] or "."
    if not 1 <= columns <= 99 or not 1 <= rows <= 99 or columns * rows > MOST_HEXES:
        raise PositionError(
            number, f"a board has 1 to 99 columns, 1 to 99 rows and {MOST_HEXES} hexes at most"
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
    halves = ((" ".join(row[::2]), " ".join(row[1::2]) or HOLE) for row in panel.rows)
    return [(number, half) for pair in halves for half in pair]


def _joined(named: Sequence[Line], built: Sequence[Section]) -> BoardData:
    """Several panels. Raises PositionError also where something is built on them by the file."""
    if built:
        raise PositionError(
            built[0].number, "several panels are taken as they are: draw one board to build on it"
        )
    panels = []
    for line in named:
        found = _PANEL.fullmatch(" ".join(line.words[1:]))
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
    return board_data(*panels)

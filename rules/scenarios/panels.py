"""Map panels as text files that a person can draw in any editor.

A file holds a heading and up to six sections::

    name The orchard above Torre

    [map]
    #  01  03  05            odd columns stand on the upper line of a row,
    01 .   .   t             even columns half a hex lower on the line below it
         .   s   t
    02 .   /1  t1            a terrain letter, and the level behind it where it is not 0
         .   .   t

    [hexsides]
    0302 NE low_wall

    [paths]
    path 0101 0201 0302      marks every hexside that the path crosses

    [walls]
    wall 0302 0303 0402      walls off these hexes from all others: a mark on each of their outer sides
    stockade 0805-1913       the same for all hexes of columns 08 to 19 in rows 05 to 13

    [traits]
    corner 0401 0505         what hexes are beyond their terrain, and places with a name

    [structures]             what has storeys; see rules.scenarios.structures
    structure keep 0504 0505

Marks of [hexsides] take the place of those that [walls] sets on the same side, so that a house is drawn by
its rooms and then given its doors and windows. Cells are told apart by blanks, so alignment only serves the
eye; ``_`` is a hole in the panel. ``#`` begins a comment. Letters are those of the terrain table. Hexes are
flat-topped and counted from 01.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise

from rules.core.facing import Facing
from rules.core.tables import DATA, shipped_tables
from rules.scenarios.structures import drawn
from rules.state.board import Board, BoardData, BoardError, HexsideMark, Panel, Trait, board_of
from rules.state.hexsides import BUILT_SIDES
from rules.state.terrain import BUILT

PANELS = DATA / "panels"
FEATURES = BUILT_SIDES | {"path", "stakes"}

_BLOCK = re.compile(r"(\d\d)(\d\d)-(\d\d)(\d\d)")
_ROW_NUMBER = re.compile(r"\d\d")
_CELL = re.compile(r"(?P<letter>[^\s\d_+-])(?P<level>-?\d)?|_+")
_LOWEST, _HIGHEST = -2, 4


class PanelError(ValueError):
    """A panel file that makes no map; the message begins with the file and the line. ``line`` and ``fault``
    are the same apart, 0 where it is no line's."""

    def __init__(self, message: str, line: int = 0, fault: str = "") -> None:
        self.line, self.fault = line, fault or message
        super().__init__(message)


class _Reader:
    """One file being read: knows where it is, so that every complaint names its line."""

    def __init__(self, text: str, file: str) -> None:
        self._lines = text.splitlines()
        self._file = file
        self.number = 0

    def lines(self) -> Iterator[str]:
        for number, line in enumerate(self._lines, start=1):
            self.number = number
            content = line.split("#", 1)[0].rstrip()
            if content.strip():
                yield content

    def error(self, message: str, line: int | None = None) -> PanelError:
        where = line or self.number
        return PanelError(f"{self._file}, line {where}: {message}", where, message)


def terrain_letters() -> tuple[tuple[str, str], ...]:
    """Letter and terrain id of every row of the terrain table (GUI-3.1)."""
    table = shipped_tables()["terrain"]
    return tuple((table.text(key, "letter"), key) for key in map(str, table.keys()))


def board_data(*panels: Panel) -> BoardData:
    """A board of these panels, in the letters of the terrain table."""
    return BoardData(panels=panels, terrains=terrain_letters())


def panel_from_text(text: str, file: str = "panel", *, as_drawn: bool = False) -> Panel:
    """Read a panel. Raises PanelError with file and line for anything that makes no map: unknown
    letters, rows of different length, sides of hexes that are not there, and, but for one that is taken
    ``as_drawn``, slopes that lead nowhere and trails without a path."""
    reader = _Reader(text, file)
    letters = frozenset(letter for letter, _ in terrain_letters())
    name, section = "", ""
    halves: list[tuple[int, list[str]]] = []
    marks: list[tuple[int, HexsideMark]] = []
    walks: list[tuple[int, list[str]]] = []
    walls: list[tuple[int, list[str]]] = []
    traits: list[tuple[int, Trait]] = []
    storeyed: list[tuple[int, list[str]]] = []
    for line in reader.lines():
        words = line.split()
        if words[0].startswith("["):
            section = _section(reader, line.strip())
        elif section == "map":
            halves.append((reader.number, _cells(reader, words, len(halves), letters)))
        elif section == "hexsides":
            marks.append((reader.number, _mark(reader, words)))
        elif section == "paths":
            walks.append((reader.number, _walk(reader, words)))
        elif section == "walls":
            walls.append((reader.number, _walled(reader, words)))
        elif section == "traits":
            traits.append((reader.number, _trait(reader, words)))
        elif section == "structures":
            storeyed.append((reader.number, words))
        elif words[0] == "name" and len(words) > 1:
            name = " ".join(words[1:])
        else:
            raise reader.error(f"expected 'name ...' or a section such as [map], not {line.strip()!r}")
    if not name:
        raise reader.error("the panel has no name: begin the file with 'name ...'", 1)
    rows = _rows(reader, halves)
    bare = Panel(letter="A", name=name, rows=rows)
    board = _board(reader, bare, Board)  # nobody else asks for it, so it is not kept
    _check_marks(reader, board, marks)
    marked = [mark for _, mark in marks]
    sides = [m for at, walk in walks for m in _crossed(reader, board, at, walk)]
    sides += _around(reader, board, walls, marked) + marked
    panel = Panel(
        letter="A",
        name=name,
        rows=rows,
        hexsides=tuple(dict.fromkeys(sides)),
        traits=_on_board(reader, board, traits),
        structures=drawn(storeyed, reader.error),
    )
    made = _board(reader, panel)
    if not as_drawn:
        _check_ground(reader, made, halves)
    return panel


@cache
def load_panel(name: str) -> Panel:
    """A panel of rules/data/panels. Raises PanelError, also when there is none of that name."""
    path = PANELS / f"{name}.txt"
    if not path.is_file():
        raise PanelError(f"there is no panel {name!r}")
    return panel_from_text(path.read_text("utf-8"), path.name)


def _section(reader: _Reader, line: str) -> str:
    section = line.strip("[]").lower()
    if section not in ("map", "hexsides", "paths", "walls", "traits", "structures"):
        raise reader.error(
            f"there is no section {line}: it is [map], [hexsides], [paths], [walls], [traits] or [structures]"
        )
    return section


def _cells(reader: _Reader, words: list[str], count: int, letters: frozenset[str]) -> list[str]:
    """The cells of one half row, the row's number checked and taken off."""
    upper, expected = count % 2 == 0, count // 2 + 1
    if _ROW_NUMBER.fullmatch(words[0]):
        if not upper or int(words[0]) != expected:
            wanted = f"row {expected:02d}" if upper else f"the even columns of row {expected:02d}"
            raise reader.error(f"row number {words[0]} where {wanted} should stand")
        words = words[1:]
    for word in words:
        match = _CELL.fullmatch(word)
        if match is None:
            raise reader.error(f"{word!r} is no hex: a terrain letter, and perhaps a level behind it")
        letter, level = match["letter"], match["level"]
        if letter is not None and letter not in letters:
            known = " ".join(sorted(letters))
            raise reader.error(f"unknown terrain letter {letter!r} in {word!r} (known: {known})")
        if level is not None and not _LOWEST <= int(level) <= _HIGHEST:
            raise reader.error(f"level {level} in {word!r}: levels run from {_LOWEST} to {_HIGHEST}")
    return words


def _rows(reader: _Reader, halves: list[tuple[int, list[str]]]) -> tuple[tuple[str, ...], ...]:
    """Upper and lower lines woven into rows of columns 01, 02, 03, ..."""
    if not halves:
        raise reader.error("the panel has no [map]", 1)
    if len(halves) % 2:
        raise reader.error("the last row lacks its lower line with the even columns", halves[-1][0])
    width = len(halves[0][1]) + len(halves[1][1])
    rows = []
    for (first, upper), (second, lower) in zip(halves[::2], halves[1::2], strict=True):
        if len(upper) != (width + 1) // 2:
            raise reader.error(f"{len(upper)} odd columns where the panel has {(width + 1) // 2}", first)
        if len(lower) != width // 2:
            raise reader.error(f"{len(lower)} even columns where the panel has {width // 2}", second)
        rows.append(tuple(upper[c // 2] if c % 2 == 0 else lower[c // 2] for c in range(width)))
    return tuple(rows)


def _mark(reader: _Reader, words: list[str]) -> HexsideMark:
    if len(words) != 3:
        raise reader.error("a hexside is a hex, a direction and a feature: 0304 NE low_wall")
    at, direction, feature = words
    if direction not in Facing.__members__:
        raise reader.error(f"{direction!r} is no direction: N, NE, SE, S, SW or NW")
    if feature not in FEATURES:
        raise reader.error(f"{feature!r} is no feature of a hexside: {', '.join(sorted(FEATURES))}")
    return HexsideMark(at, Facing(direction), feature)


def _walk(reader: _Reader, words: list[str]) -> list[str]:
    if words[0] != "path" or len(words) < 3:
        raise reader.error("a path is the word path and at least two hexes: path 0101 0201")
    return words[1:]


def _walled(reader: _Reader, words: list[str]) -> list[str]:
    if words[0] not in FEATURES or len(words) < 2:
        raise reader.error("walls are a feature and the hexes that it surrounds: wall 0302 0303 0402")
    return [words[0], *_hexes(reader, words[1:])]


def _hexes(reader: _Reader, words: list[str]) -> list[str]:
    """Hexes one by one, or whole blocks by two opposite corners."""
    found = []
    for word in words:
        block = _BLOCK.fullmatch(word)
        if block is None:
            found.append(word)
            continue
        left, top, right, bottom = (int(number) for number in block.groups())
        if left > right or top > bottom:
            raise reader.error(f"{word} is no block: north-west corner first")
        found += [f"{c:02d}{r:02d}" for c in range(left, right + 1) for r in range(top, bottom + 1)]
    return found


def _trait(reader: _Reader, words: list[str]) -> Trait:
    if len(words) < 2:
        raise reader.error("a trait is its name and the hexes that have it: corner 0401 0505")
    return Trait(words[0], tuple(_hexes(reader, words[1:])))


def _around(
    reader: _Reader, board: Board, walls: list[tuple[int, list[str]]], drawn: list[HexsideMark]
) -> list[HexsideMark]:
    """The outer sides of walled hexes; where a side is marked by itself too, that mark stands alone."""
    taken = {frozenset((mark.hex, board.neighbour(mark.hex, mark.facing))) for mark in drawn}
    found = []
    for line, (feature, *hexes) in walls:
        for at in hexes:
            if at not in board:
                raise reader.error(f"there is no hex {at}", line)
            for facing in Facing:
                other = board.neighbour(at, facing)
                if other is not None and other not in hexes and frozenset((at, other)) not in taken:
                    found.append(HexsideMark(at, facing, feature))
    return found


def _on_board(reader: _Reader, board: Board, traits: list[tuple[int, Trait]]) -> tuple[Trait, ...]:
    for line, trait in traits:
        for at in trait.hexes:
            if at not in board:
                raise reader.error(f"there is no hex {at}", line)
    return tuple(trait for _, trait in traits)


def _board(reader: _Reader, panel: Panel, make: Callable[[BoardData], Board] = board_of) -> Board:
    try:
        return make(board_data(panel))
    except BoardError as error:
        raise reader.error(str(error), 1) from None


def _check_marks(reader: _Reader, board: Board, marks: list[tuple[int, HexsideMark]]) -> None:
    for line, mark in marks:
        if mark.hex not in board:
            raise reader.error(f"there is no hex {mark.hex}", line)
        if board.neighbour(mark.hex, mark.facing) is None:
            raise reader.error(f"there is no hex {mark.facing.words} of {mark.hex}", line)


def _crossed(reader: _Reader, board: Board, line: int, walk: list[str]) -> Iterator[HexsideMark]:
    """The hexsides that a path crosses."""
    for at in walk:
        if at not in board:
            raise reader.error(f"there is no hex {at}", line)
    for here, there in pairwise(walk):
        facing = board.facing(here, there)
        if facing is None:
            raise reader.error(f"{here} and {there} do not touch", line)
        yield HexsideMark(here, facing, "path")


def _check_ground(reader: _Reader, board: Board, halves: list[tuple[int, list[str]]]) -> None:
    """Slopes lead up, levels differ only where somebody could climb, trails have a way in (GUI-3.1,
    GUI-5.5.2.3)."""
    for label, cell in board.cells.items():
        line = halves[2 * int(label[2:]) - 1 - int(label[:2]) % 2][0]
        if cell.terrain in BUILT:
            continue
        higher = [
            n
            for n in board.neighbours(label)
            if board.level(n) > cell.level and board.terrain(n) not in BUILT
        ]
        for other in higher:
            if board.level(other) > cell.level + 1:
                raise reader.error(f"{other} lies more than one level above {label}", line)
        if cell.terrain == "slope" and not higher:
            raise reader.error(f"the slope {label} touches no hex one level higher", line)
        if higher and cell.terrain not in ("slope", "rock", "trail", "stairway"):
            raise reader.error(f"{higher[0]} lies a level above {label}, but no slope leads up to it", line)
        if cell.terrain in ("trail", "stairway") and not any(
            "path" in board.hexside(label, n) for n in board.neighbours(label)
        ):
            raise reader.error(f"no path leads into the {cell.terrain} {label}", line)

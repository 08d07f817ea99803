"""The part of a board where something happens, and others far from it where men fight: small enough to be
read on a phone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import product

from games.pictures.geometry import Grid, Layout, Window
from rules import engine

Weight = frozenset[tuple[Grid, int]]

MOST: Grid = (12, 10)
"""Columns and rows of a part, at most: so that its numbers can be read on a phone."""
LEAST: Grid = (9, 8)
AROUND = 1  # hexes beside what matters
FIGHT = 8
"""How much must matter outside of a part for another one: a fight of which nobody is left, a ladder."""
PARTS = 3
WORTH_IT = 1.4  # times as many hexes must a board have as its part, or the whole will do


def window(picture: engine.Picture, labels: Iterable[str] | None = None) -> Window | None:
    """The part that holds most of what matters (``labels``; else the picture's own focus), with a little
    around it; None where nothing does, or where the board is hardly larger."""
    return _window(picture, picture.focus if labels is None else tuple(labels))


@lru_cache(maxsize=12)  # whoever draws a map asks again and again
def _window(picture: engine.Picture, labels: tuple[str, ...]) -> Window | None:
    layout = Layout(picture)
    found = _part(layout, Counter(layout.at[n] for n in labels if n in layout.at))
    return layout.window(*_grown(found, layout, picture)) if found else None


@lru_cache(maxsize=12)
def windows(picture: engine.Picture, *, all_of_it: bool = False) -> tuple[Window, ...]:
    """The same part, and where men fight outside of it another, and one more: what matters most first.
    ``all_of_it``: as many as hold everything that matters between them; none where that would be too many."""
    layout = Layout(picture)
    weight = Counter(layout.at[n] for n in picture.focus if n in layout.at)
    found: list[tuple[Grid, Grid]] = []
    for_another = 1 if all_of_it else FIGHT
    while len(found) < PARTS and (part := _part(layout, weight, at_least=for_another if found else 1)):
        found.append(part)
        weight = _outside(part, weight)
    if all_of_it and weight:
        return ()
    return tuple(layout.window(*_grown(part, layout, picture)) for part in found)


def _outside(part: tuple[Grid, Grid], weight: Counter[Grid]) -> Counter[Grid]:
    corner, (right, low) = part
    size = right - corner[0] + 1, low - corner[1] + 1
    return Counter({at: n for at, n in weight.items() if not _is_in(at, corner, size)})


def _part(layout: Layout, weight: Counter[Grid], *, at_least: int = 1) -> tuple[Grid, Grid] | None:
    """The first and last hex of the part that holds most; None too where it holds less than ``at_least``."""
    if not weight:
        return None
    wide, high = min(MOST[0], layout.columns), min(MOST[1], layout.rows)
    left, top = _corner(frozenset(weight.items()), (wide, high), (layout.columns, layout.rows))
    within = [at for at in weight if _is_in(at, (left, top), (wide, high))]
    if sum(weight[at] for at in within) < at_least:
        return None
    first_column, last_column = _stretched([c for c, _ in within], LEAST[0], layout.columns)
    first_row, last_row = _stretched([r for _, r in within], LEAST[1], layout.rows)
    hexes = (last_column - first_column + 1) * (last_row - first_row + 1)
    if hexes * WORTH_IT > layout.columns * layout.rows:
        return None
    return (first_column, first_row), (last_column, last_row)


def _grown(part: tuple[Grid, Grid], layout: Layout, picture: engine.Picture) -> tuple[Grid, Grid]:
    """A part with a column or row more where somebody stands whom its edge would cut, as far as a part may
    be large."""
    first, last = list(part[0]), list(part[1])
    standing = {layout.at[piece.label] for piece in picture.pieces if piece.label in layout.at}
    near = [at for at in standing if _is_in(at, (first[0] - 1, first[1] - 1), _size_around(part))]
    for axis, most in enumerate(MOST):
        for edge, beyond in ((first, first[axis] - 1), (last, last[axis] + 1)):
            if last[axis] - first[axis] + 1 < most and any(at[axis] == beyond for at in near):
                edge[axis] = beyond
    return (first[0], first[1]), (last[0], last[1])


def _size_around(part: tuple[Grid, Grid]) -> Grid:
    """Columns and rows of a part with the ones around it."""
    first, last = part
    return last[0] - first[0] + 3, last[1] - first[1] + 3


@lru_cache(maxsize=64)  # a mail asks for the same part more than once
def _corner(weight: Weight, size: Grid, board: Grid) -> Grid:
    """Where the part of this size begins that holds most."""
    held: Counter[Grid] = Counter()
    for (column, row), count in weight:
        columns, rows = _corners(column, size[0], board[0]), _corners(row, size[1], board[1])
        held.update(dict.fromkeys(product(columns, rows), count))
    most = max(held.values())
    best = (at for at, count in held.items() if count == most)
    return min(best, key=lambda at: (_astray(weight, at, size), at))


def _corners(place: int, long: int, there: int) -> range:
    """Where a part of this length may begin to hold a place."""
    return range(max(0, place - long + 1), min(place, there - long) + 1)


def _is_in(at: Grid, corner: Grid, size: Grid) -> bool:
    return 0 <= at[0] - corner[0] < size[0] and 0 <= at[1] - corner[1] < size[1]


def _astray(weight: Weight, corner: Grid, size: Grid) -> float:
    """How far its middle lies from what it holds: of equal parts the one that has it in its middle."""
    column, row = corner[0] + (size[0] - 1) / 2, corner[1] + (size[1] - 1) / 2
    return sum(
        count * (abs(at[0] - column) + abs(at[1] - row)) for at, count in weight if _is_in(at, corner, size)
    )


def _stretched(places: list[int], least: int, there: int) -> tuple[int, int]:
    """The first and last of these places with a little around them, no fewer than the least."""
    first, last = min(places) - AROUND, max(places) + AROUND
    missing = max(0, least - (last - first + 1))
    first, last = first - missing // 2, last + missing - missing // 2
    first, last = first - max(0, last - there + 1), last + max(0, -first)
    return max(first, 0), min(last, there - 1)

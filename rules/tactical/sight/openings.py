"""The lines by which one hex can be shot at from another: from the middle of the hex, or from an
opening beside it.

Implements GUI-8.2.1a to GUI-8.2.1d, GUI-8.2.2, GUI-8.2.3b, GUI-9.3.2, GUI-9.3.3a, GUI-9.3.3b, GUI-9.3.4c. On
open ground there is one line, from centre to centre. Of several the shooter takes the one on which his target
has the least cover (GUI-9.3.3a); line_of_fire.py and cover.py choose. An opening serves what lies before it:
who shoots from a doorway hex further into his room shoots from the middle of the hex (RUL-951).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache
from typing import NamedTuple

from rules.core.language import english
from rules.core.rejection import Reason
from rules.core.segments import turn
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Character, Hex
from rules.state.hexsides import NARROW, OPENINGS
from rules.state.storeys import height_at
from rules.state.terrain import Works, hexside_between, level_at, works_of
from rules.tactical.sight.elevation import Trace, trace
from rules.tactical.sight.obstacles import DOORS, Bar, first_bar, in_front, side_name
from rules.tactical.sight.rooms import indoors, room_of


class Course(NamedTuple):
    """One line that a shot might take. ``opening``: the hexside beside the shooter through which it leaves,
    () for the middle of his hex; ``words`` tell it; ``bar``: why it cannot be taken, None if nothing built
    and no ground stops it.
    """

    line: Trace
    opening: tuple[Hex, ...] = ()
    words: str = ""
    bar: Bar | None = None


def height_of(battle: Battle, figure: Character | None) -> int:
    """Levels above the ground of his hex on which somebody is: up a ladder or a rope, or on the storey of
    a structure."""
    return height_at(battle, place) if figure is not None and (place := figure.place) is not None else 0


def courses(
    battle: Battle,
    start: Hex,
    end: Hex,
    *,
    shooter: Character | None = None,
    target: Character | None = None,
    weapon: str = "",
) -> tuple[Course, ...]:
    """The lines from a hex to another, the open ones first; never empty. ``shooter`` and ``target`` matter
    for ladders and for who stands below a sill, ``weapon`` for slits."""
    up = height_of(battle, shooter), height_of(battle, target)
    known = _known_courses(battle.board, works_of(battle))
    # a man on foot right beside the shooter may be below the sill, and is named then
    beside = (
        target.name if target is not None and not target.mounted and battle.board.adjacent(start, end) else ""
    )
    asked = (start, end, up, beside, not weapon or weapon.endswith("bow"))
    if asked not in known:
        known[asked] = tuple(_courses(battle, start, end, up, target, weapon))
    return known[asked]


@lru_cache(maxsize=8)  # boards: some 20 MB for one on which captains have looked everywhere
def _known_courses(board: Board, works: Works) -> dict[Hashable, tuple[Course, ...]]:
    """Filled as shooters ask; what it holds depends on nothing but these two."""
    return {}


def _courses(
    battle: Battle, start: Hex, end: Hex, up: tuple[int, int], target: Character | None, weapon: str
) -> list[Course]:
    plain = trace(battle, start, end, up=up)
    first = Course(plain, bar=first_bar(battle, plain))
    if not battle.board.built:
        return [first]
    found = [first, *_from_openings(battle, plain, target), *_into_split_slits(battle, plain)]
    found = [_for_weapon(battle, course, weapon) for course in found]
    # a line from an opening explains better than the one through the wall beside it why there is no shot
    barred = [course for course in found if course.bar is not None]
    return [course for course in found if course.bar is None] + sorted(barred, key=lambda c: not c.opening)


def _from_openings(battle: Battle, plain: Trace, target: Character | None) -> Iterator[Course]:
    start, end = plain.start, plain.end
    for beside in battle.board.neighbours(start):
        features = hexside_between(battle, start, beside) & OPENINGS
        for feature in sorted(features):
            for origin in _origins(battle, start, beside, feature):
                if not in_front(battle, start, beside, end):
                    continue
                line = trace(battle, start, end, origin=origin, up=plain.up)
                words = english("{side} towards {beside}", side=side_name((feature,)), beside=beside)
                stopped = _opening_bar(battle, line, beside, feature, words, target) or first_bar(
                    battle, line
                )
                yield Course(line, (start, beside), words, stopped)


def _origins(battle: Battle, start: Hex, beside: Hex, feature: str) -> list[tuple[Hex, ...]]:
    """Where lines through an opening begin: in the middle of its hexside; where a slit lies across two
    hexes, in the corner that they share with the hex outside, whichever of them the shooter is in
    (GUI-9.3.3b, RUL-906)."""
    if feature in NARROW and start not in indoors(battle.board, start, beside, feature):
        return []
    if feature != "half_slit":
        return [(start, beside)]
    return [(start, other, beside) for other in _other_halves(battle, start, beside)]


def _other_halves(battle: Battle, inside: Hex, outside: Hex) -> list[Hex]:
    """The neighbours of a hex from which the other half of a slit leads into the same hex outside."""
    board = battle.board
    return [
        at
        for at in board.neighbours(inside)
        if board.adjacent(at, outside) and "half_slit" in hexside_between(battle, at, outside)
    ]


def _opening_bar(
    battle: Battle, line: Trace, beside: Hex, feature: str, words: str, target: Character | None
) -> Bar | None:
    """What the opening beside the shooter itself forbids."""
    board = battle.board
    if feature in DOORS:
        levels = level_at(battle, line.start), level_at(battle, beside)
        at_ends = levels[0] + line.up[0], level_at(battle, line.end) + line.up[1]
        if any(level not in levels for level in at_ends):
            return Bar("GUI-9.3.2", english("{words} is on another level", words=words), Reason.OPENING)
        return None
    if feature != "window":
        return None
    if line.start in indoors(board, line.start, beside, feature):
        if line.end == beside and target is not None and not target.mounted:
            return Bar(
                "GUI-8.2.1b",
                english("{target} stands right under {words}", target=target.name, words=words),
                Reason.OPENING,
            )
        return None
    if line.end not in room_of(board, beside):
        return Bar(
            "GUI-8.2.1d",
            english(
                "through {words} only that room is seen, and {end} is not in it", words=words, end=line.end
            ),
            Reason.OPENING,
        )
    return None


def _into_split_slits(battle: Battle, plain: Trace) -> Iterator[Course]:
    """The line straight along the axis of a slit across two hexes, to whoever stands in one of them
    (GUI-9.3.5)."""
    board = battle.board
    for outside in board.neighbours(plain.end):
        features = hexside_between(battle, plain.end, outside)
        if "half_slit" not in features or plain.end not in indoors(board, plain.end, outside, "half_slit"):
            continue
        for other in _other_halves(battle, plain.end, outside):
            line = trace(battle, plain.start, plain.end, goal=(plain.end, other, outside), up=plain.up)
            if in_front(battle, plain.end, outside, plain.start) and _straight(battle, line, outside):
                yield Course(line, bar=first_bar(battle, line))


def _straight(battle: Battle, line: Trace, outside: Hex) -> bool:
    """Whether a line to the corner where a split slit is would run on through the common side of
    the two hexes."""
    inside = tuple(at for at in line.goal if at != outside)
    point = battle.board.point
    return turn(point(line.origin), point(line.goal), point(inside)) == 0


def narrow_sides(battle: Battle, course: Course) -> bool:
    """Whether a line passes an arrow slit or a chapel window."""
    pairs = [pair for ways in course.line.ways for way in ways for pair in way.sides]
    points = [
        pair for pair in (course.opening, course.line.goal[:1] + course.line.goal[2:]) if len(pair) == 2
    ]
    return any(NARROW & hexside_between(battle, *pair) for pair in (*pairs, *points))


def _for_weapon(battle: Battle, course: Course, weapon: str) -> Course:
    """Only bows are used through slits and chapel windows (GUI-9.3.4c)."""
    if course.bar is not None or not weapon or weapon.endswith("bow") or not narrow_sides(battle, course):
        return course
    why = english("only bows shoot through arrow slits and chapel windows")
    return course._replace(bar=Bar("GUI-9.3.4c", why, Reason.OPENING))

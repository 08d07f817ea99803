"""What stops a line of sight: trees, the lips of slopes, walls and stockades, gates, engines.

Implements GUI-5.5.2.2a, GUI-5.5.2.3a, GUI-8.2.1c, GUI-8.2.3a, GUI-8.2.3c, GUI-8.2.4, GUI-8.3.3,
GUI-9.3.1, GUI-9.3.2, GUI-9.3.3c, GUI-9.3.4b, GUI-9.3.5, GUI-9.4.2 (closed gates, the ground inside),
GUI-9.4.4 and GUI-10.4.3.

Walls and the like have a height: their top stands one level above the higher floor beside them, but level
with a platform, since a rampart reaches to the breast of those on its walk (ruling RUL-903). Somebody at or
above the top sees over it, down to those who are at least as far from it as he is.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import NamedTuple

from rules.core.language import english
from rules.core.rejection import Reason
from rules.core.segments import Meeting, hexside, meeting, turn
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Hex
from rules.state.hexsides import NARROW, OPENINGS, SHUT
from rules.state.storeys import structure_at
from rules.state.structures import Structure
from rules.state.terrain import Works, hexside_between, level_at, terrain_at, works_of
from rules.tactical.sight.elevation import Pair, Trace, Way, hidden_by, trace
from rules.tactical.sight.rooms import indoors, room_of, yard_of

SOLID = frozenset({"wall", "gate"})
_STOPPING = SOLID | {"tree"}
# Ways through a wall that a whole man fills.
DOORS = frozenset({"door", "entrance"})

_NAMES = {
    "wall": english("the wall"),
    "stockade": english("the stockade"),
    "parapet": english("the parapet"),
    "door": english("the doorway"),
    "entrance": english("the entrance"),
    "window": english("the window"),
    "slit": english("the arrow slit"),
    "half_slit": english("the arrow slit"),
    "chapel_window": english("the chapel window"),
}


class Bar(NamedTuple):
    """Why a line is stopped. ``blind``: it is so only because whoever stands lower is nearer to it than
    whoever stands higher; ``down``: the far end of the line is the lower one."""

    rule: str
    words: str
    code: Reason
    blind: bool = False
    down: bool = False


def open_ways(battle: Battle, line: Trace) -> tuple[tuple[Way, ...], ...]:
    """Per stage the ways that nothing stops; an empty stage stops the line (GUI-5.5.2.2a, GUI-5.5.2.3a)."""
    known = _known_open_ways(battle.board, works_of(battle))
    asked = (line.start, line.end, line.origin, line.goal, line.up)
    if asked not in known:
        known[asked] = _open_ways(battle, line)
    return known[asked]


@lru_cache(maxsize=8)  # boards: some 20 MB for one on which captains have looked everywhere
def _known_open_ways(board: Board, works: Works) -> dict[Hashable, tuple[tuple[Way, ...], ...]]:
    """Filled as lines are drawn; what it holds depends on nothing but these two."""
    return {}


def _open_ways(battle: Battle, line: Trace) -> tuple[tuple[Way, ...], ...]:
    found = []
    for ways in line.between:
        if (
            battle.engines
            or battle.board.structures
            or any(way.terrain in _STOPPING or way.lips or way.sides for way in ways)
        ):
            ways = tuple(way for way in ways if bar(battle, line, way) is None)
        found.append(ways)
    return tuple(found)


def first_bar(battle: Battle, line: Trace) -> Bar | None:
    """What stops a line first; None if it reaches its end."""
    for ways, some in zip(line.between, open_ways(battle, line), strict=True):
        if not some:
            return bar(battle, line, ways[0])
    return bar(battle, line, line.last)


def bar(battle: Battle, line: Trace, way: Way) -> Bar | None:
    """What stops a line that goes this way: the ground of its hex, unless it ends there, its lips,
    its hexsides."""
    if way.hex != line.end:
        if way.terrain == "tree" and not _over_trees(battle, line, way.hex):
            return Bar(
                "GUI-5.5.2.2a", english("the trees in {hex} are in the way", hex=way.hex), Reason.TREES
            )
        if battle.engines:
            engine = next(iter(battle.engines.at(way.hex)), None)
            if engine is not None and engine.body is None:
                return Bar(
                    "GUI-10.4.3",
                    english("{engine} in {hex} is in the way", engine=engine.name, hex=way.hex),
                    Reason.ENGINE,
                )
        if way.terrain in SOLID:
            found = _masonry(battle, line, way)
            if found is not None:
                return found
        tower = structure_at(battle, way.hex)
        if tower is not None and (found := _tower(battle, line, way, tower)) is not None:
            return found
    for lip in way.lips:
        if hidden_by(battle, lip, line.start, line.end):
            return Bar(
                "GUI-5.5.2.3a",
                english("the slope in {slope}", slope=lip.slope),
                Reason.SLOPE,
                blind=True,
                down=lip.down,
            )
    return next((found for a, b in way.sides if (found := _shut(battle, line, a, b)) is not None), None)


def overlooked(battle: Battle, start: Hex, at: Hex) -> bool:
    """Whether what stands in a hex is hidden from somebody in another because it is too near to a wall that
    he looks over; lips are asked of elevation.in_view."""
    known = _known_overlooked(battle.board, works_of(battle))
    if (start, at) not in known:
        known[start, at] = _overlooked(battle, start, at)
    return known[start, at]


@lru_cache(maxsize=64)
def _known_overlooked(board: Board, works: Works) -> dict[Pair, bool]:
    """Filled as lines are drawn; what it holds depends on nothing but these two."""
    return {}


def _overlooked(battle: Battle, start: Hex, at: Hex) -> bool:
    line = trace(battle, start, at)

    def blind(way: Way) -> bool:
        return any(found.blind for a, b in way.sides if (found := _shut(battle, line, a, b)) is not None)

    return any(all(blind(way) for way in ways) for ways in line.ways)


def levels(battle: Battle, line: Trace) -> tuple[int, int]:
    """The levels on which those at the ends of a line stand, ladders included."""
    return level_at(battle, line.start) + line.up[0], level_at(battle, line.end) + line.up[1]


def _over_trees(battle: Battle, line: Trace, at: Hex) -> bool:
    """From platform to platform one sees over trees that stand lower (GUI-9.3.4b); houses are lower than
    both anyway."""
    if not battle.board.built:
        return False
    ends = (line.start, line.end)
    return all(terrain_at(battle, end) == "platform" for end in ends) and level_at(battle, at) < min(
        levels(battle, line)
    )


def _masonry(battle: Battle, line: Trace, way: Way) -> Bar | None:
    gate = way.terrain == "gate"
    what = (
        english("the closed gate in {hex}", hex=way.hex)
        if gate
        else english("the wall in {hex}", hex=way.hex)
    )
    rule, code = ("GUI-9.4.2", Reason.GATE) if gate else ("GUI-8.2.4", Reason.WALL)
    return _height(
        battle,
        line,
        (way.hex,),
        level_at(battle, way.hex) + 1,
        Bar(rule, english("{what} is in the way", what=what), code),
        what,
    )


def _tower(battle: Battle, line: Trace, way: Way, tower: Structure) -> Bar | None:
    """What has storeys stops a line up to a level above its highest floor, but not those of its own people;
    how much it covers those is said by its floors."""
    inside = [end in tower.hexes and up for end, up in zip((line.start, line.end), line.up, strict=True)]
    if any(inside):
        return None
    what = english("{tower} in {hex}", tower=tower.name, hex=way.hex)
    plain = Bar("GUI-8.2.4", english("{what} is in the way", what=what), Reason.WALL)
    return _height(battle, line, (way.hex,), level_at(battle, way.hex) + tower.top + 1, plain, what)


# hexsides


def _shut(battle: Battle, line: Trace, a: Hex, b: Hex) -> Bar | None:
    """What stops a line on the side between two hexes (GUI-8.2.4, GUI-9.3.1)."""
    features = hexside_between(battle, a, b) & SHUT
    if not features:
        return None
    if features & OPENINGS and _lets_through(battle, line, a, b, features):
        return None
    what = _where(features, a, b)
    if _under_roof(battle, line, a, b):
        return _closed_opening(battle, line, a, b, features) or Bar(
            "GUI-8.2.4", english("{what} is in the way", what=what), Reason.WALL
        )
    rule, code = ("GUI-9.4.4", Reason.STOCKADE) if "stockade" in features else ("GUI-8.2.4", Reason.WALL)
    plain = _closed_opening(battle, line, a, b, features) or Bar(
        rule, english("{what} is in the way", what=what), code
    )
    return _height(battle, line, (a, b), _top(battle, a, b), plain, what)


def side_name(features: Iterable[str]) -> str:
    """What stands on a hexside, in words: its opening, if it has one."""
    return next(words for feature, words in reversed(_NAMES.items()) if feature in features)


def _where(features: Iterable[str], a: Hex, b: Hex) -> str:
    return english(
        "{side} between {one} and {other}", side=side_name(features), one=min(a, b), other=max(a, b)
    )


def _under_roof(battle: Battle, line: Trace, a: Hex, b: Hex) -> bool:
    """Whether the side belongs to the room of somebody at an end of the line: nobody shoots over that one."""
    board = battle.board
    return any(room & {a, b} for end in (line.start, line.end) if (room := room_of(board, end)))


def _top(battle: Battle, a: Hex, b: Hex) -> int:
    tops = (level_at(battle, at) + (terrain_at(battle, at) != "platform") for at in (a, b))
    return max(tops)


def _height(battle: Battle, line: Trace, at: tuple[Hex, ...], top: int, plain: Bar, what: str) -> Bar | None:
    """Whether somebody at an end of the line sees over an obstacle (GUI-9.3.1): its top is no higher than he,
    and whoever stands below it is at least as far from it.

    Ruling RUL-904: the hexes on either side of a hexside are both one away from it. Whoever stands on the
    ground inside is safe from those outside wherever they stand (GUI-8.3.3, GUI-9.4.2)."""
    start, end = levels(battle, line)
    if min(start, end) >= top:
        return None
    if max(start, end) < top:
        return plain
    down = start > end
    lower, upper = (line.end, line.start) if down else (line.start, line.end)
    board = battle.board
    yard = yard_of(board, lower)
    if yard and yard.intersection(at) and upper not in yard and len(at) == 2:
        rule = "GUI-9.4.2" if plain.code is Reason.STOCKADE else "GUI-8.3.3"
        return Bar(
            rule,
            english("{what} keeps those outside from seeing who stands on the ground inside", what=what),
            plain.code,
        )
    near, far = (min(board.distance(man, hex_) for hex_ in at) for man in (lower, upper))
    return Bar("GUI-9.3.1", what, plain.code, blind=True, down=down) if near < far else None


# openings


def _lets_through(battle: Battle, line: Trace, a: Hex, b: Hex, features: frozenset[str]) -> bool:
    """Whether a line passes an opening that is not at its beginning; those who stand beside one shoot from
    the middle of it, by a line of its own (GUI-8.2.3b, GUI-9.3.3a)."""
    if line.start in (a, b) and not features & NARROW:
        return False
    if features & DOORS:
        return _on_its_level(battle, line, a, b)
    for feature in features & OPENINGS:
        if line.end in indoors(battle.board, a, b, feature) and line.end in (a, b):
            if feature == "window":
                return clean(battle, line, a, b)
            return feature != "half_slit" and on_axis(battle, line, a, b)
    return False


def _closed_opening(battle: Battle, line: Trace, a: Hex, b: Hex, features: frozenset[str]) -> Bar | None:
    """Why an opening, since it is one, does not let this line through."""
    where = _where(features, a, b)
    if features & DOORS:
        if line.start not in (a, b) and not _on_its_level(battle, line, a, b):
            return Bar("GUI-9.3.2", english("{where} is on another level", where=where), Reason.OPENING)
        return None
    if "window" in features:
        if line.end not in (a, b):
            why = english("only who stands at {where} sees through it", where=where)
            return Bar("GUI-8.2.1a", why, Reason.OPENING)
        why = english("{where} cannot be reached without touching the wall", where=where)
        return Bar("GUI-8.2.1c", why, Reason.OPENING)
    if features & NARROW and line.end in (a, b):
        return Bar(
            "GUI-9.3.5",
            english("{where} is reached only from the hexes straight before it", where=where),
            Reason.OPENING,
        )
    return None


def _on_its_level(battle: Battle, line: Trace, a: Hex, b: Hex) -> bool:
    """Book: the shooter stands on the level of the doorway. Ruling RUL-905: so does the target, since what
    can be shot at can shoot back (GUI-9.3.2, GUI-9.3.5). Level with either hex beside it is level with it."""
    own = (level_at(battle, a), level_at(battle, b))
    return all(level in own for level in levels(battle, line))


def clean(battle: Battle, line: Trace, a: Hex, b: Hex) -> bool:
    """Whether a line goes through an opening without touching any wall on its way (GUI-8.2.1c)."""
    board = battle.board
    start, goal = board.point(line.origin), board.point(line.goal)
    if meeting(start, goal, *hexside(board.cells[a].at, board.cells[b].at)) is not Meeting.CROSSES:
        return False
    seen = {line.end, line.start} | {way.hex for ways in line.between for way in ways}
    for at in seen:
        for near in board.neighbours(at):
            closed = hexside_between(battle, at, near) & SHUT - DOORS
            if not closed or {at, near} in ({a, b}, set(line.origin)):
                continue
            if meeting(start, goal, *hexside(board.cells[at].at, board.cells[near].at)) is not Meeting.MISSES:
                return False
    return True


def on_axis(battle: Battle, line: Trace, a: Hex, b: Hex) -> bool:
    """Whether a line comes exactly straight through the middle of a hexside (GUI-9.3.5)."""
    point = battle.board.point
    start, first, second = point(line.origin), point((a,)), point((b,))
    return turn(first, second, start) == 0 and turn(first, second, point(line.goal)) == 0


def in_front(battle: Battle, a: Hex, b: Hex, at: Hex) -> bool:
    """Whether the centre of a hex lies truly on the side of ``b`` of the hexside between two hexes."""
    board = battle.board
    ends = hexside(board.cells[a].at, board.cells[b].at)
    return turn(*ends, board.point((at,))) * turn(*ends, board.point((b,))) > 0

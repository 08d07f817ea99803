"""Straight lines over the ground: the hexes they cross, the lips of slopes they pass, and what height
does to them.

Implements GUI-5.5.1a, GUI-5.5.1c, GUI-5.5.2.3a, GUI-5.5.2.3b, GUI-5.5.2.3d, GUI-5.5.4a, GUI-5.5.5,
GUI-9.3.3a, GUI-9.3.3b (lines from openings) and GUI-9.3.4a.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.ruleset import Ruleset
from rules.state.battle import Battle, Overlay
from rules.state.board import Board
from rules.state.figure import Hex
from rules.state.hexsides import NARROW, SHUT
from rules.state.pieces import Pieces
from rules.state.storeys import structure_at
from rules.state.terrain import hexside_between, level_at, terrain_at
from rules.tactical.sight.rooms import indoors
from rules.tactical.weapons import weapon_data

Pair = tuple[Hex, Hex]

# Ground that covers whoever is seen across it, lips and hexsides aside.
_SCREENS = frozenset({"scrub", "tent", "tent_opening", "stockade_down", "open_gate", "destroyed_gate"})


class Lip(NamedTuple):
    """The top edge of a slope that a line passes, between the slope hex and the hex above it. ``down``:
    passed on the way down, so that the far end of the line lies on the lower side."""

    slope: Hex
    top: Hex
    down: bool


class Way(NamedTuple):
    """One hex that a line may count as crossing: its terrain, the lips passed by going there, the features of
    the hexside that leads from it into the far end of the line (empty unless it is the last before it), and
    the hexsides passed where something shuts them."""

    hex: Hex
    terrain: str
    lips: tuple[Lip, ...]
    arrival: frozenset[str]
    sides: tuple[Pair, ...] = ()

    @property
    def is_bare(self) -> bool:
        """Nothing there that could cover anybody, overlays aside."""
        return self.terrain not in _SCREENS and not self.lips and not self.arrival and not self.sides


class Trace(NamedTuple):
    """A line from centre to centre, or from or to an opening. Each stage holds the one way there is, or the
    two on either side of a hexside along which the line runs; the less restricting one counts (GUI-5.5.1c).
    ``last`` is the far end itself. ``origin`` and ``goal``: the hexes that meet where it begins and ends;
    ``up``: how many levels above the ground whoever is at its ends has climbed. ``covering``: which stages,
    overlays aside, could cover anybody."""

    start: Hex
    end: Hex
    between: tuple[tuple[Way, ...], ...]
    last: Way
    origin: tuple[Hex, ...]
    goal: tuple[Hex, ...]
    up: tuple[int, int] = (0, 0)
    covering: tuple[int, ...] = ()

    @property
    def ways(self) -> tuple[tuple[Way, ...], ...]:
        """All stages, the far end included."""
        return (*self.between, (self.last,))


def trace(
    battle: Battle,
    start: Hex,
    end: Hex,
    *,
    origin: tuple[Hex, ...] = (),
    goal: tuple[Hex, ...] = (),
    up: tuple[int, int] = (0, 0),
) -> Trace:
    """The line between two hexes as the rules on fire look at it (GUI-5.5.1a). Both hexes are on the board.
    ``origin`` and ``goal``: the two hexes beside an opening or the three round a corner where the line begins
    or ends instead of the centre of its hex (GUI-9.3.3a); an opening there is not passed."""
    line = _on_bare_board(battle.board, start, end, origin, goal, battle.overlays.derived(_shut_since))
    if up != (0, 0):
        line = line._replace(up=up)
    return _with_overlays(battle, line) if battle.overlays else line


def _shut_since(overlays: Pieces[Overlay]) -> tuple[tuple[Hex, str, str], ...]:
    """The hexsides that something built since the map was drawn shuts: a hex, the facing and what it is."""
    return tuple((at, o.facing, o.feature) for o in overlays.values() if o.feature in SHUT for at in o.hexes)


@lru_cache(maxsize=16_384)  # some 4 kB each at most
def _on_bare_board(
    board: Board,
    start: Hex,
    end: Hex,
    origin: tuple[Hex, ...],
    goal: tuple[Hex, ...],
    built: tuple[tuple[Hex, Hex, str], ...],
) -> Trace:
    if origin or goal:
        inner = board.stages(origin or (start,), goal or (end,))
        inner = tuple(stage for stage in inner if start not in stage and end not in stage)
    else:
        inner = board.line(start, end).stages
    shut = _Shut(board, origin, goal, built)
    stages: list[tuple[Hex, ...]] = [(start,), *inner, (end,)]
    between = []
    for before, here, after in zip(stages, stages[1:], stages[2:], strict=False):
        ways = []
        for at in here:
            # where the line runs along a hexside, the steps before and after it belong to the hex
            # chosen there
            lips = _lips(board, before[0], at) if len(before) == 1 else ()
            lips += _lips(board, at, after[0]) if len(here) == 2 else ()
            sides = shut(before[0], at) if len(before) == 1 else ()
            sides += shut(at, after[0]) if len(here) == 2 else ()
            arrival = board.hexside(at, end) if after == (end,) else frozenset()
            ways.append(Way(at, board.terrain(at), lips, arrival, sides))
        between.append(tuple(ways))
    before = stages[-2]
    lips = _lips(board, before[0], end) if len(before) == 1 else ()
    sides = shut(before[0], end) if len(before) == 1 else ()
    arrival = frozenset() if between else board.hexside(start, end)
    last = Way(end, board.terrain(end), lips, arrival, sides)
    covering = tuple(i for i, ways in enumerate(between) if not all(way.is_bare for way in ways))
    return Trace(start, end, tuple(between), last, origin or (start,), goal or (end,), covering=covering)


class _Shut:
    """Which steps of a line lead over a hexside that something shuts, on the map or built since."""

    def __init__(
        self,
        board: Board,
        origin: tuple[Hex, ...],
        goal: tuple[Hex, ...],
        built: tuple[tuple[Hex, Hex, str], ...],
    ) -> None:
        self.board = board
        self.openings = tuple(frozenset(point) for point in (origin, goal) if len(point) > 1)
        self.built = frozenset((at, facing) for at, facing, _ in built)

    def __call__(self, a: Hex, b: Hex) -> tuple[Pair, ...]:
        if any(a in point and b in point for point in self.openings):
            return ()
        if not self.built:
            return ((a, b),) if self.board.hexside(a, b) & SHUT else ()
        ways = (
            (here, f.value) for here, f in ((a, self.board.facing(a, b)), (b, self.board.facing(b, a))) if f
        )
        return ((a, b),) if self.board.hexside(a, b) & SHUT or any(way in self.built for way in ways) else ()


def _with_overlays(battle: Battle, line: Trace) -> Trace:
    """The same line over what has appeared on the board since."""

    def now(way: Way, before: Hex) -> Way:
        arrival = hexside_between(battle, before, line.end) if before != line.end else way.arrival
        sides = tuple(pair for pair in way.sides if hexside_between(battle, *pair) & SHUT)
        return way._replace(terrain=terrain_at(battle, way.hex), arrival=arrival, sides=sides)

    between = tuple(
        tuple(now(way, way.hex if i == len(line.between) - 1 else line.end) for way in ways)
        for i, ways in enumerate(line.between)
    )
    return line._replace(between=between, last=now(line.last, line.end if between else line.start))


def _lips(board: Board, a: Hex, b: Hex) -> tuple[Lip, ...]:
    if "lip" not in board.hexside(a, b):
        return ()
    return (Lip(b, a, True),) if board.level(a) > board.level(b) else (Lip(a, b, False),)


def hidden_by(battle: Battle, lip: Lip, start: Hex, end: Hex) -> bool:
    """Whether a lip on the line between two hexes keeps whoever stands there from seeing each other
    (GUI-5.5.2.3a).

    They see each other if the one on the lower side is at least as far from the slope hex as the one on the
    upper side, or stands on the slope hex itself (GUI-5.5.2.3b). Book silent on valleys. Ruling RUL-502: a
    lip hides nobody who stands no lower than its top, so people on two heights see each other across the
    valley between.
    """
    lower, upper = (end, start) if lip.down else (start, end)
    if lower == lip.slope or level_at(battle, lower) >= battle.board.level(lip.top):
        return False
    board = battle.board
    return board.distance(lower, lip.slope) < board.distance(upper, lip.slope)


def in_view(battle: Battle, start: Hex, end: Hex) -> bool:
    """Whether no lip hides what stands in a hex from somebody in another (GUI-5.5.2.3d, GUI-5.5.3.1c)."""
    line = trace(battle, start, end)
    return all(
        any(not any(hidden_by(battle, lip, start, end) for lip in way.lips) for way in ways)
        for ways in (*line.between, (line.last,))
    )


def end_levels(battle: Battle, line: Trace) -> tuple[int, int]:
    """The levels of both ends of a line as the rules on height look at them: with the storey of a structure
    on which somebody stands, while who has climbed a ladder or rope counts as on the ground of its hex."""

    def level(at: Hex, up: int) -> int:
        return level_at(battle, at) + (up if up and structure_at(battle, at) is not None else 0)

    return level(line.start, line.up[0]), level(line.end, line.up[1])


def cancels_cover(battle: Battle, rules: Ruleset, line: Trace, weapon: str) -> bool:
    """Whether a shooter stands so high and near that the ground under his victim gives no cover (GUI-5.5.4a).

    One level higher: nearer than half of the short range, without rounding; two or more: within short range.
    From platforms and slits rock does not help either (GUI-9.3.4a; RUL-902: at the same distances).
    """
    shooter, victim = line.start, line.end
    own, his = end_levels(battle, line)
    higher = own - his
    if higher < 1 or not weapon:
        return False
    table = rules.tables["elevation-cover-works" if on_works(battle, shooter) else "elevation-cover"]
    row = min(higher, int(table.keys()[-1]))
    if terrain_at(battle, victim) not in table.text(row, "terrains").split():
        return False
    reach = table.number(row, "share") * weapon_data(rules.tables, weapon).reach[0]
    distance = battle.board.distance(shooter, victim) * 100
    return distance < reach if table.text(row, "bound") == "below" else distance <= reach


def on_works(battle: Battle, at: Hex) -> bool:
    """Whether a hex is a platform, or lies behind an arrow slit or a chapel window (GUI-9.3.4a)."""
    if not battle.board.built:
        return False
    if terrain_at(battle, at) == "platform":
        return True
    return any(
        at in indoors(battle.board, at, near, feature)
        for near in battle.board.neighbours(at)
        for feature in NARROW & hexside_between(battle, at, near)
    )


def passes_below(battle: Battle, line: Trace, at: Hex) -> bool:
    """Whether a shot uphill goes over whoever stands in a hex near the target: within as many hexes of it as
    the target stands levels above the shooter (GUI-5.5.5).

    Book unclear on whose levels. Ruling RUL-503: the target's level less the shooter's.
    """
    own, his = end_levels(battle, line)
    return battle.board.distance(at, line.end) <= his - own

"""Straight lines over the ground: the hexes they cross, the lips of slopes they pass, and what height does to them.

Implements GUI-5.5.1a, GUI-5.5.1c, GUI-5.5.2.3a, GUI-5.5.2.3b, GUI-5.5.2.3d, GUI-5.5.4a, GUI-5.5.5.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Hex
from rules.state.terrain import hexside_between, level_at, terrain_at
from rules.tactical.weapons import weapon_data


class Lip(NamedTuple):
    """The top edge of a slope that a line passes, between the slope hex and the hex above it. ``down``: passed on the
    way down, so that the far end of the line lies on the lower side."""

    slope: Hex
    top: Hex
    down: bool


class Way(NamedTuple):
    """One hex that a line may count as crossing: its terrain, the lips passed by going there, and the features of the
    hexside that leads from it into the far end of the line (empty unless it is the last before it)."""

    hex: Hex
    terrain: str
    lips: tuple[Lip, ...]
    arrival: frozenset[str]

    @property
    def is_bare(self) -> bool:
        """Nothing there that could cover anybody, overlays aside."""
        return self.terrain != "scrub" and not self.lips and not self.arrival


class Trace(NamedTuple):
    """A line from centre to centre. Each stage holds the one way there is, or the two on either side of a hexside
    along which the line runs; the less restricting one counts (GUI-5.5.1c). ``last`` is the far end itself."""

    start: Hex
    end: Hex
    between: tuple[tuple[Way, ...], ...]
    last: Way


def trace(battle: Battle, start: Hex, end: Hex) -> Trace:
    """The line between two hexes as the rules on fire look at it (GUI-5.5.1a). Both hexes are on the board."""
    line = _on_bare_board(battle.board, start, end)
    return _with_overlays(battle, line) if battle.overlays else line


@lru_cache(maxsize=65536)
def _on_bare_board(board: Board, start: Hex, end: Hex) -> Trace:
    stages: list[tuple[Hex, ...]] = [(start,), *board.line(start, end).stages, (end,)]
    between = []
    for before, here, after in zip(stages, stages[1:], stages[2:], strict=False):
        ways = []
        for at in here:
            # where the line runs along a hexside, the steps before and after it belong to the hex chosen there
            lips = _lips(board, before[0], at) if len(before) == 1 else ()
            lips += _lips(board, at, after[0]) if len(here) == 2 else ()
            arrival = board.hexside(at, end) if after == (end,) else frozenset()
            ways.append(Way(at, board.terrain(at), lips, arrival))
        between.append(tuple(ways))
    before = stages[-2]
    lips = _lips(board, before[0], end) if len(before) == 1 else ()
    arrival = frozenset() if between else board.hexside(start, end)
    return Trace(start, end, tuple(between), Way(end, board.terrain(end), lips, arrival))


def _with_overlays(battle: Battle, line: Trace) -> Trace:
    """The same line over what has appeared on the board since."""

    def now(way: Way, before: Hex) -> Way:
        arrival = hexside_between(battle, before, line.end) if before != line.end else way.arrival
        return way._replace(terrain=terrain_at(battle, way.hex), arrival=arrival)

    between = tuple(
        tuple(now(way, way.hex if i == len(line.between) - 1 else line.end) for way in ways)
        for i, ways in enumerate(line.between)
    )
    return Trace(line.start, line.end, between, now(line.last, line.end if between else line.start))


def _lips(board: Board, a: Hex, b: Hex) -> tuple[Lip, ...]:
    if "lip" not in board.hexside(a, b):
        return ()
    return (Lip(b, a, True),) if board.level(a) > board.level(b) else (Lip(a, b, False),)


def hidden_by(battle: Battle, lip: Lip, start: Hex, end: Hex) -> bool:
    """Whether a lip on the line between two hexes keeps whoever stands there from seeing each other (GUI-5.5.2.3a).

    They see each other if the one on the lower side is at least as far from the slope hex as the one on the upper
    side, or stands on the slope hex itself (GUI-5.5.2.3b). Book silent on valleys. Ruling RUL-502: a lip hides nobody
    who stands no lower than its top, so people on two heights see each other across the valley between.
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


def cancels_cover(battle: Battle, rules: Ruleset, shooter: Hex, victim: Hex, weapon: str) -> bool:
    """Whether a shooter stands so high and near that the ground under his victim gives no cover (GUI-5.5.4a).

    One level higher: nearer than half of the short range, without rounding; two or more: within short range.
    """
    higher = level_at(battle, shooter) - level_at(battle, victim)
    if higher < 1 or not weapon:
        return False
    table = rules.tables["elevation-cover"]
    row = min(higher, int(table.keys()[-1]))
    if terrain_at(battle, victim) not in table.text(row, "terrains").split():
        return False
    reach = table.number(row, "share") * weapon_data(rules.tables, weapon).reach[0]
    distance = battle.board.distance(shooter, victim) * 100
    return distance < reach if table.text(row, "bound") == "below" else distance <= reach


def passes_below(battle: Battle, shooter: Hex, target: Hex, at: Hex) -> bool:
    """Whether a shot uphill goes over whoever stands in a hex near the target: within as many hexes of it as the
    target stands levels above the shooter (GUI-5.5.5).

    Book unclear on whose levels. Ruling RUL-503: the target's level less the shooter's.
    """
    higher = level_at(battle, target) - level_at(battle, shooter)
    return battle.board.distance(at, target) <= higher

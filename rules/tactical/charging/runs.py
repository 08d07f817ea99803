"""Where a horse at the charge can get to: straight on or half left or right, hex by hex, counting the hexes.

Of all ways that arrive the one past the fewest enemies wins, then the shortest, then the cheapest, then the
first in the order of its hexes (RUL-712): the same board always gives the same way. Implements GUI-7.2.1c,
GUI-7.2.2c, GUI-7.2.2d, GUI-7.2.2h.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from rules.core.facing import FACINGS, Facing
from rules.core.hexes import distance
from rules.core.language import english
from rules.core.rejection import Rejection
from rules.core.tables import Tables
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Character, Hex
from rules.tactical.harm import infiltration
from rules.tactical.horses.riding import FORWARD
from rules.tactical.ways.entry import Ways, starting_mp
from rules.tactical.ways.stacking import cannot_halt_astride, closed_by_enemy

Route = tuple[Hex, ...]


class Place(NamedTuple):
    """A front hex and the direction in which the horse looks there (0 north, clockwise)."""

    hex: Hex
    facing: int


class Run(NamedTuple):
    """A way to a place: enemies beside its hexes and friends in them, MP, and the hexes entered."""

    met: int
    mp: int
    hexes: Route


class Step(NamedTuple):
    """A hex farther: the place there, and its MP over ground free of the dead."""

    to: Place
    mp: int


class Runs:
    """The runs of one rider on a battle as it stands. What one search finds out about the board
    serves the next."""

    def __init__(self, battle: Battle, rules: Ruleset, rider: Character) -> None:
        self._battle, self._rules, self._rider = battle, rules, rider
        self._ways = Ways(battle, rules, rider)
        self._budget = starting_mp(battle, rules, rider, None)
        self._hardships: dict[Hex, int | None] = {}
        self._steps = _known_steps(*self._ways.ground_key) if self._ways.lasting else {}
        self._taken, self._beset = _where_anybody_matters(battle, rider)
        self._start: Place | None = None
        if rider.hex is not None and rider.rear is not None:
            facing = battle.board.facing(rider.rear, rider.hex)
            assert facing is not None
            self._start = Place(rider.hex, facing.number)

    def best(
        self, run_ups: Iterable[tuple[Route, Facing]], least: int, most: int | None = None
    ) -> Run | None:
        """The best run of so many hexes at least and at most whose last hexes are one of some straight
        run-ups, all of the same length; None if there is none (RUL-712).

        Runs are prolonged hex by hex, first the one that promises most: what it has met and spent, and the
        hexes that it still needs at least. Of those to one place all are kept that nothing better has reached
        with as few hexes and as few MP: who has met fewer enemies may have spent too much to arrive."""
        ends = self._ends(run_ups)
        if self._start is None or not ends:
            return None
        search = _Search(self._battle.board, ends, self._budget, least, most)
        search.add(0, 0, (), self._start)
        choked, dearer, hardships = self._ways.choked, self._ways.dearer, self._hardships
        while (found := search.next()) is not None:
            (met, mp, hexes), place = found
            if place is None:
                return found[0]
            for there, price in self._ahead(place):
                end = there.hex
                if end in choked:
                    continue
                hardship = hardships[end] if end in hardships else self._hardship(end)
                if hardship is not None:
                    search.add(met + hardship, mp + price + dearer.get(end, 0), (*hexes, end), there)
        return None

    def _ends(self, run_ups: Iterable[tuple[Route, Facing]]) -> dict[Place, list[Run]]:
        """By the place in which a horse comes to the first hex of a run-up: the rest of it, where it
        can be ridden."""
        ends: dict[Place, list[Run]] = {}
        board, start = self._battle.board, self._rider.hex
        for run_up, facing in run_ups:
            if start is None or board.distance(start, run_up[0]) + len(run_up) - 1 > self._budget:
                continue  # too far away: each hex costs one MP at least
            rest: Run | None = Run(0, 0, ()) if self._is_free(run_up[-1], facing) else None
            for start, end in pairwise(run_up):
                rest = None if rest is None else self._longer(rest, start, end, crossed=end != run_up[-1])
            if rest is not None and self._hardship(run_up[0]) is not None:
                for turn in FORWARD:
                    ends.setdefault(Place(run_up[0], (facing.number + turn) % 6), []).append(rest)
        return ends

    def _ahead(self, place: Place) -> tuple[Step, ...]:
        """The hexes before a horse to which the ground is open, whoever is there: straight on, half
        left, half right."""
        known = self._steps.get(place)
        if known is None:
            known = self._steps[place] = tuple(self._steps_from(place))
        return known

    def _steps_from(self, place: Place) -> Iterator[Step]:
        for turn in FORWARD:
            towards = FACINGS[(place.facing + turn) % 6]
            end = self._battle.board.neighbour(place.hex, towards)
            price = None if end is None else self._ways.ground(place.hex, end)
            if end is not None and price is not None:
                yield Step(Place(end, towards.number), price)

    def _longer(self, run: Run, start: Hex, end: Hex, *, crossed: bool = True) -> Run | None:
        """A run prolonged by one hex, if it is open and the MP suffice; ``crossed``: it is left again, so
        that enemies beside it may strike."""
        price, hardship = self._ways.mp(start, end), self._hardship(end)
        if price is None or hardship is None or run.mp + price > self._budget:
            return None
        return Run(run.met + (hardship if crossed else 0), run.mp + price, (*run.hexes, end))

    def _hardship(self, at: Hex) -> int | None:
        """How many enemies may strike at him in a hex, and friends whom he must pass there; None if
        it is closed."""
        if at not in self._hardships and at not in self._beset and at not in self._taken:
            self._hardships[at] = 0
        if at not in self._hardships:
            rider = self._rider
            if closed_by_enemy(self._battle, rider.side, at) is not None:
                self._hardships[at] = None
            else:
                enemies = infiltration.opponents(self._battle, self._rules, rider, at)
                friends = [f for f in self._battle.living_at(at) if f.id != rider.id]
                self._hardships[at] = len(enemies) + len(friends)
        return self._hardships[at]

    def _is_free(self, at: Hex, facing: Facing) -> bool:
        """Whether he could stop there, looking that way: nobody else living is in either hex (GUI-4.1a)."""
        rear = self._battle.board.neighbour(at, facing.opposite)
        if rear is None or cannot_halt_astride(self._battle, self._rules, (at, rear)) is not None:
            return False
        others = [f for half in (at, rear) if half in self._taken for f in self._battle.living_at(half)]
        return all(f.id == self._rider.id for f in others)


class _Search:
    """Runs that wait to be prolonged until one of them arrives, the most promising first."""

    def __init__(
        self, board: Board, ends: dict[Place, list[Run]], budget: int, least: int, most: int | None
    ) -> None:
        self._ends, self._cells = ends, board.cells
        self._goals = {
            (board.cells[at.hex].at, end.mp, end.met) for at, found in ends.items() for end in found
        }
        after = min(len(end.hexes) for found in ends.values() for end in found)
        # hexes up to the first of a run-up; each costs one MP at least
        self._least, self._most = max(1, least - after), (budget if most is None else most) - after
        self._budget = budget
        self._outlooks: dict[Hex, tuple[int, list[tuple[int, int]]]] = {}
        self._kept: dict[Place, list[tuple[int, int, int]]] = {}
        self._waiting: list[tuple[int, int, int, Route, Run, Place | None]] = []

    def add(self, met: int, mp: int, hexes: Route, place: Place) -> None:
        """Let a run wait, unless it leads too far away or is worse than another to the same place."""
        outlook = self._outlooks.get(place.hex)
        if outlook is None:
            outlook = self._outlooks[place.hex] = self._outlook(place.hex)
        far, onward = outlook
        ridden, left = len(hexes), self._budget - mp
        if ridden + far > self._most or onward[0][0] > left or self._is_worse(place, met, ridden, mp):
            return
        least_met = next(met for needed, met in reversed(onward) if needed <= left)
        promise = (met + least_met, max(ridden + far, self._least), mp + onward[0][0])
        heappush(self._waiting, (*promise, hexes, Run(met, mp, hexes), place))

    def _outlook(self, at: Hex) -> tuple[int, list[tuple[int, int]]]:
        """The hexes that it takes at least from a hex to the first of a run-up, and, for more and more MP to
        the end of one, how many enemies are met at least on the run-ups that they pay for."""
        ways = [(distance(self._cells[at].at, goal), mp, met) for goal, mp, met in self._goals]
        onward: list[tuple[int, int]] = []
        for needed, met in sorted((far + mp, met) for far, mp, met in ways):
            if not onward or met < onward[-1][1]:
                onward.append((needed, met))
        return min(far for far, _, _ in ways), onward

    def next(self) -> tuple[Run, Place | None] | None:
        """The run to look at now, with its place, or without one when it has come to an end: then it
        is the best."""
        while self._waiting:
            *_, run, place = heappop(self._waiting)
            if place is None:
                return run, None
            if not self._is_worse(place, run.met, len(run.hexes), run.mp):
                self._kept.setdefault(place, []).append((run.met, len(run.hexes), run.mp))
                self._arrive(run, place)
                return run, place
        return None

    def _arrive(self, run: Run, place: Place) -> None:
        if len(run.hexes) < self._least:
            return
        for rest in self._ends.get(place, ()):
            whole = Run(run.met + rest.met, run.mp + rest.mp, run.hexes + rest.hexes)
            if whole.mp <= self._budget:
                heappush(self._waiting, (whole.met, len(run.hexes), whole.mp, whole.hexes, whole, None))

    def _is_worse(self, place: Place, met: int, ridden: int, mp: int) -> bool:
        """Whether a run has come to a place past no more enemies, with no more hexes and MP, and with
        hexes enough."""
        enough = min(ridden, self._least)
        return any(
            enough <= hexes <= ridden and spent <= mp and past <= met
            for past, hexes, spent in self._kept.get(place, ())
        )


def _where_anybody_matters(battle: Battle, rider: Character) -> tuple[set[Hex], set[Hex]]:
    """The hexes in which somebody else or a riderless horse is, and those beside enemies."""
    others = [f for f in battle.figures.values() if f.id != rider.id]
    taken = {at for f in others for at in f.hexes} | {at for h in battle.horses.values() for at in h.hexes}
    hostile = battle.enemies_of(rider.side)
    enemies = {at for f in others if f.side in hostile for at in f.hexes}
    return taken, {near for at in enemies for near in battle.board.neighbours(at)}


@lru_cache(maxsize=64)
def _known_steps(
    board: Board, tables: Tables, mounted: bool, armoured: bool, changes: Hashable
) -> dict[Place, tuple[Step, ...]]:
    """Filled as riders ask; what it holds depends on nothing but these."""
    return {}


def charge_route(
    battle: Battle, rules: Ruleset, rider: Character, target: Character, known: Runs | None = None
) -> Route | Rejection:
    """The best way for a charge, or why there is none (GUI-7.2.1c, RUL-712).

    ``known``: the runs of this rider, if somebody has looked for them already."""
    least, straight = _lengths(rules.tables)
    runs = known or Runs(battle, rules, rider)
    found = runs.best(_run_ups(battle.board, target, straight), least)
    if found is not None:
        return found.hexes
    return Rejection(
        "GUI-7.2.1c",
        english(
            "no open way of {least} hexes or more, without sharp turns and the last {straight} straight at "
            "the target, leads {rider} to {target}",
            least=least,
            straight=straight,
            rider=rider.name,
            target=target.name,
        ),
    )


def answer_route(battle: Battle, rules: Ruleset, rider: Character, charge: Route) -> Route | Rejection:
    """The way of a counter-charge: to the last two hexes of the charge's, face to face with it, over at most
    half as many hexes; or why there is none (GUI-7.2.2c, GUI-7.2.2d)."""
    most = len(charge) // rules.tables["charge"].number("answer_divisor", "value")
    board = battle.board
    ahead = board.facing(charge[-1], charge[-2])
    assert ahead is not None
    if rider.hex is not None and board.distance(rider.hex, charge[-2]) <= most:
        found = Runs(battle, rules, rider).best([((charge[-1], charge[-2]), ahead)], 0, most)
        if found is not None:
            return found.hexes
    return Rejection(
        "GUI-7.2.2d",
        english(
            "{rider} cannot reach {hex} and {before} within {most} hexes and without sharp turns",
            rider=rider.name,
            hex=charge[-1],
            before=charge[-2],
            most=most,
        ),
    )


def _run_ups(board: Board, target: Character, straight: int) -> Iterator[tuple[Route, Facing]]:
    """The straight hexes that lead up to either half of a target, with the direction in which
    they are ridden."""
    for at in target.hexes:
        for facing in FACINGS:
            back = [facing.opposite.number]
            hexes = [board.offset_hex(at, back * steps) for steps in range(straight, 0, -1)]
            whole = tuple(h for h in hexes if h is not None)
            if len(whole) == straight and target.hexes.count(whole[-1]) == 0:
                yield whole, facing


@lru_cache(maxsize=64)
def _lengths(tables: Tables) -> tuple[int, int]:
    """The hexes of a charge at least, and the straight ones at its end."""
    table = tables["charge"]
    return table.number("least_hexes", "value"), table.number("straight_hexes", "value")

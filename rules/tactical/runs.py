"""Where a horse at the charge can get to: straight on or half left or right, hex by hex, counting the hexes.

Among ways to a place the one past the fewest enemies wins, then the cheapest, then the first in the order of their
hexes: the same board always gives the same way. Implements GUI-7.2.1c, GUI-7.2.2c, GUI-7.2.2d, GUI-7.2.2h.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from rules.core.facing import FACINGS, Facing
from rules.core.rejection import Rejection
from rules.core.tables import Tables
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Character, Hex
from rules.tactical import infiltration
from rules.tactical.entry import Ways, starting_mp
from rules.tactical.riding import FORWARD
from rules.tactical.stacking import cannot_halt_astride, closed_by_enemy

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
    """All places that a rider can reach without turning sharply, by the number of hexes ridden.

    ``least``: how many hexes a run must have; from there on a longer way to a place is kept only if it meets fewer
    enemies or costs less than the shorter ones."""

    def __init__(self, battle: Battle, rules: Ruleset, rider: Character, least: int) -> None:
        self._battle, self._rules, self._rider = battle, rules, rider
        self._ways = Ways(battle, rules, rider)
        self._budget = starting_mp(battle, rules, rider, None)
        self._hardships: dict[Hex, int | None] = {}
        self._steps = _known_steps(*self._ways.ground_key) if self._ways.lasting else {}
        self._taken, self._beset = _where_anybody_matters(battle, rider)
        self._layers: list[dict[Place, Run]] = []
        self._least, self._kept = least, dict[Place, tuple[int, int]]()
        if rider.hex is not None and rider.rear is not None:
            facing = battle.board.facing(rider.rear, rider.hex)
            assert facing is not None
            self._layers.append({Place(rider.hex, facing.number): Run(0, 0, ())})

    def after(self, hexes: int) -> dict[Place, Run]:
        """The places reached by riding exactly so many hexes."""
        while self._layers and len(self._layers) <= hexes:
            self._layers.append(self._worthwhile(self._onward(self._layers[-1])))
        return self._layers[hexes] if self._layers else {}

    def up_to(self, most: int) -> Iterator[tuple[int, dict[Place, Run]]]:
        """The same for every number of hexes, as long as there is anywhere to go."""
        for hexes in range(1, most + 1):
            reached = self.after(hexes)
            if not reached:
                return
            yield hexes, reached

    @property
    def farthest(self) -> int:
        """No ride has more hexes: each costs at least one MP."""
        return self._budget

    def onto(self, reached: dict[Place, Run], run_up: Route, facing: Facing) -> Run | None:
        """The best of these runs that leads to the first hex of a straight run-up, and along it to its end."""
        arriving = [
            run
            for turn in FORWARD
            if (run := reached.get(Place(run_up[0], (facing.number + turn) % 6))) is not None
        ]
        longer: Run | None = min(arriving, default=None)
        for start, end in pairwise(run_up):
            longer = None if longer is None else self._longer(longer, start, end, crossed=end != run_up[-1])
        return longer if self._is_free(run_up[-1], facing) else None

    def _onward(self, layer: dict[Place, Run]) -> dict[Place, Run]:
        found: dict[Place, Run] = {}
        choked, dearer, hardships = self._ways.choked, self._ways.dearer, self._hardships
        for place, (met, mp, hexes) in layer.items():
            for there, price in self._ahead(place):
                end = there.hex
                cost = mp + price + dearer.get(end, 0)
                if cost > self._budget or end in choked:
                    continue
                hardship = hardships[end] if end in hardships else self._hardship(end)
                if hardship is None:
                    continue
                total, known = met + hardship, found.get(there)
                if known is None or (total, cost, hexes) < (known.met, known.mp, known.hexes[:-1]):
                    found[there] = Run(total, cost, (*hexes, end))
        return found

    def _ahead(self, place: Place) -> tuple[Step, ...]:
        """The hexes before a horse to which the ground is open, whoever is there: straight on, half left, half right."""
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

    def _worthwhile(self, layer: dict[Place, Run]) -> dict[Place, Run]:
        """Without the runs to places that a shorter one, long enough, has reached as safely and as cheaply."""
        if len(self._layers) < self._least:
            return layer
        found = {}
        for place, run in layer.items():
            met, mp = self._kept.get(place, (run.met + 1, run.mp + 1))
            if run.met < met or run.mp < mp:
                found[place] = run
                self._kept[place] = min(met, run.met), min(mp, run.mp)
        return found

    def _longer(self, run: Run, start: Hex, end: Hex, *, crossed: bool = True) -> Run | None:
        """A run prolonged by one hex, if it is open and the MP suffice; ``crossed``: it is left again, so that enemies
        beside it may strike."""
        price, hardship = self._ways.mp(start, end), self._hardship(end)
        if price is None or hardship is None or run.mp + price > self._budget:
            return None
        return Run(run.met + (hardship if crossed else 0), run.mp + price, (*run.hexes, end))

    def _hardship(self, at: Hex) -> int | None:
        """How many enemies may strike at him in a hex, and friends whom he must pass there; None if it is closed."""
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
        others = [] if rear is None else [*self._battle.living_at(at), *self._battle.living_at(rear)]
        if rear is None or cannot_halt_astride(self._battle, self._rules, (at, rear)) is not None:
            return False
        return all(f.id == self._rider.id for f in others)


def _where_anybody_matters(battle: Battle, rider: Character) -> tuple[set[Hex], set[Hex]]:
    """The hexes in which somebody else or a riderless horse is, and those beside the other side's people."""
    others = [f for f in battle.figures.values() if f.id != rider.id]
    taken = {at for f in others for at in f.hexes} | {at for h in battle.horses.values() for at in h.hexes}
    enemies = {at for f in others if f.side != rider.side for at in f.hexes}
    return taken, {near for at in enemies for near in battle.board.neighbours(at)}


@lru_cache(maxsize=64)
def _known_steps(
    board: Board, tables: Tables, mounted: bool, armoured: bool, changes: Hashable
) -> dict[Place, tuple[Step, ...]]:
    """Filled as riders ask; what it holds depends on nothing but these."""
    return {}


def charge_runs(battle: Battle, rules: Ruleset, rider: Character) -> Runs:
    """The runs of a charge up to the first of its straight hexes (GUI-7.2.1c)."""
    table = rules.tables["charge"]
    return Runs(
        battle,
        rules,
        rider,
        table.number("least_hexes", "value") - table.number("straight_hexes", "value") + 1,
    )


def charge_route(
    battle: Battle, rules: Ruleset, rider: Character, target: Character, known: Runs | None = None
) -> Route | Rejection:
    """The best way for a charge: past the fewest enemies, then the shortest; or why there is none (GUI-7.2.1c).

    ``known``: the runs of this rider, if somebody has looked for them already."""
    table = rules.tables["charge"]
    least, straight = table.number("least_hexes", "value"), table.number("straight_hexes", "value")
    runs = known or charge_runs(battle, rules, rider)
    run_ups = tuple(_run_ups(battle.board, target, straight))
    found = _best(runs, runs.farthest - straight + 1, least - straight + 1, run_ups)
    if found is not None:
        return found.hexes
    return Rejection(
        "GUI-7.2.1c",
        f"no open way of {least} hexes or more, without sharp turns and the last {straight} straight at the target, "
        f"leads {rider.name} to {target.name}",
    )


def answer_route(battle: Battle, rules: Ruleset, rider: Character, charge: Route) -> Route | Rejection:
    """The way of a counter-charge: to the last two hexes of the charge's, face to face with it, over at most half as
    many hexes; or why there is none (GUI-7.2.2c, GUI-7.2.2d)."""
    most = len(charge) // rules.tables["charge"].number("answer_divisor", "value")
    board = battle.board
    ahead = board.facing(charge[-1], charge[-2])
    assert ahead is not None
    runs = Runs(battle, rules, rider, 1)
    found = _best(runs, most - 1, 0, [((charge[-1], charge[-2]), ahead)])
    if found is not None:
        return found.hexes
    return Rejection(
        "GUI-7.2.2d",
        f"{rider.name} cannot reach {charge[-1]} and {charge[-2]} within {most} hexes and without sharp turns",
    )


def _best(runs: Runs, most: int, least: int, run_ups: Iterable[tuple[Route, Facing]]) -> Run | None:
    """Of the runs of so many hexes at least and at most, and on along one of some straight run-ups, the one past the
    fewest enemies, then the shortest; None if there is none."""
    best: tuple[int, int, Run] | None = None
    for hexes, reached in runs.up_to(most):
        if best is not None and min(run.met for run in reached.values()) >= best[0]:
            break  # longer ones meet no fewer
        if hexes < least:
            continue
        arriving = (runs.onto(reached, run_up, facing) for run_up, facing in run_ups)
        found = [(run.met, len(run.hexes), run) for run in arriving if run is not None]
        best = min([*found, best] if best is not None else found, default=None)
    return best[2] if best is not None else None


def _run_ups(board: Board, target: Character, straight: int) -> Iterator[tuple[Route, Facing]]:
    """The straight hexes that lead up to either half of a target, with the direction in which they are ridden."""
    for at in target.hexes:
        for facing in FACINGS:
            back = [facing.opposite.number]
            hexes = [board.offset_hex(at, back * steps) for steps in range(straight, 0, -1)]
            whole = tuple(h for h in hexes if h is not None)
            if len(whole) == straight and target.hexes.count(whole[-1]) == 0:
                yield whole, facing

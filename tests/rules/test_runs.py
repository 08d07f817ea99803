"""The way of a charge: of all that arrive the one past the fewest enemies, and none is missed (RUL-712)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from rules.core.facing import FACINGS
from rules.core.rejection import Rejection
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.tactical.charging.runs import Place, Route, Run, Runs, answer_route, charge_route
from rules.tactical.harm import infiltration
from rules.tactical.ways.entry import entry_cost
from rules.tactical.ways.stacking import closed_by_enemy
from tests.rules.charges import opened, way
from tests.rules.kit import TACTICS, horse, man, rider

LEAST, STRAIGHT = 6, 4

# The shallow water at 0503 costs a horse 2 MP, all else 1; Yani in 0702 stands beside 0602 and beside no
# other hex of the way.
A_PUDDLE_AHEAD = """
. . . . . . . . .
. . . . . . . . .
. . . . w . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
"""


def before_two_ways(mp: int) -> Battle:
    robert = rider("Robert", "0502", "0501", mp=mp)
    return opened(
        robert,
        man("Khaled", "0608", side="arabs"),
        man("Yani", "0702", side="arabs"),
        board=A_PUDDLE_AHEAD,
    )


@pytest.mark.rule("GUI-7.2.1c", "RUL-712")
def test_a_dangerous_way_is_ridden_if_the_safe_one_costs_too_much() -> None:
    """Both ways join in 0604 after three hexes. Through the water he would need 7 MP."""
    assert way(before_two_ways(6), "robert", "khaled") == ("0602", "0603", "0604", "0605", "0606", "0607")


@pytest.mark.rule("GUI-7.2.1c", "RUL-712")
def test_the_safe_way_is_ridden_if_the_mp_suffice() -> None:
    assert way(before_two_ways(7), "robert", "khaled") == ("0503", "0504", "0604", "0605", "0606", "0607")


@pytest.mark.rule("RUL-712")
@pytest.mark.parametrize("mp", [6, 7, 9])
def test_of_equally_safe_ways_the_shortest_then_the_cheapest(mp: int) -> None:
    at = before_two_ways(mp)
    del at.figures["yani"]
    assert way(at, "robert", "khaled") == ("0602", "0603", "0604", "0605", "0606", "0607")


@pytest.mark.rule("GUI-7.2.1c", "GUI-7.2.2c", "GUI-7.2.2d", "RUL-712")
@pytest.mark.parametrize("seed", range(40))
def test_no_way_is_missed_and_none_is_better(seed: int) -> None:
    """On crowded boards of all grounds: what is found is the best of all ways there are, tried one by one."""
    at = crowded(seed)
    robert = at.figures["robert"]
    found, known = Tried(at, robert), Runs(at, TACTICS, robert)
    for target in at.active_enemies("normans"):
        complete = [run for run in found.runs if is_charge(at, run.hexes, target)]
        route = charge_route(at, TACTICS, robert, target, known)
        assert route == min(complete, key=rank).hexes if complete else isinstance(route, Rejection)
        for towards in FACINGS:
            for end in at.board.neighbours(target.hexes[0]):
                run_up = straight_to(at, end, towards.number)
                if run_up:
                    arriving = [
                        r for r in found.runs if len(r.hexes) >= LEAST and r.hexes[-STRAIGHT:] == run_up
                    ]
                    assert known.best([(run_up, towards)], LEAST) == min(arriving, key=rank, default=None)
    for other in found.some_ways(Random(seed)):
        charge, meeting = other * 3, (other[-1], other[-2])
        complete = [r for r in found.runs if len(r.hexes) <= len(charge) // 2 and r.hexes[-2:] == meeting]
        route = answer_route(at, TACTICS, robert, charge)
        assert route == min(complete, key=rank).hexes if complete else isinstance(route, Rejection)


def test_the_crowded_boards_have_charges_of_every_kind() -> None:
    """That the comparison above compares something: safe and dangerous ways, straight and winding
    ones, and none."""
    lengths, met, none = set(), set(), 0
    for seed in range(40):
        at = crowded(seed)
        robert = at.figures["robert"]
        for target in at.active_enemies("normans"):
            route = charge_route(at, TACTICS, robert, target)
            if isinstance(route, Rejection):
                none += 1
            else:
                lengths.add(len(route))
                met.add(sum(len(infiltration.opponents(at, TACTICS, robert, hex)) for hex in route[:-1]))
    assert none and {6, 7, 8} <= lengths and {0, 1, 2} <= met


@pytest.mark.rule("GUI-7.2.1c", "RUL-712")
@pytest.mark.parametrize("seed", [1, 4, 6])
def test_the_best_way_is_found_on_large_boards_too(seed: int) -> None:
    """As above, with detours past many enemies: nothing is left out but runs alike in place, length, MP
    and enemies."""
    at = crowded(seed, 13, (12, 14), (14, 22))
    robert = at.figures["robert"]
    reached, known = Reached(at, robert), Runs(at, TACTICS, robert)
    for target in at.active_enemies("normans"):
        best = min(reached.charges(target), key=rank, default=None)
        route = charge_route(at, TACTICS, robert, target, known)
        assert route == best.hexes if best is not None else isinstance(route, Rejection)


class Tried:
    """All runs of a rider, found by riding on and on, at whatever price, until his MP are spent."""

    def __init__(self, at: Battle, who: Character) -> None:
        self._at, self._who = at, who
        self._steps = Steps(at, who)
        start = Place(who.hexes[0], steps_towards(at, who.hexes[1], who.hexes[0]))
        self.runs = [run for run in self._from(Run(0, 0, ()), 0, start) if self._can_halt(run)]

    def some_ways(self, dice: Random) -> Iterator[Route]:
        """Pairs of hexes that somebody else's charge might end with."""
        for run in dice.sample(self.runs, min(20, len(self.runs))):
            if len(run.hexes) >= 2:
                yield run.hexes[:-3:-1]

    def _from(self, run: Run, before: int, place: Place) -> Iterator[Run]:
        """``run.met``: enemies and friends met in all hexes but the last, ``before`` those in the
        last one, too."""
        if run.hexes:
            yield run
        for there, cost, met in self._steps.ahead(place):
            if run.mp + cost <= self._who.values.movement:
                longer = Run(before, run.mp + cost, (*run.hexes, there.hex))
                yield from self._from(longer, before + met, there)

    def _can_halt(self, run: Run) -> bool:
        halves = run.hexes[-2:] if len(run.hexes) > 1 else (self._who.hexes[0], *run.hexes)
        return all(f.id == self._who.id for half in halves for f in self._at.living_at(half))


class Reached:
    """All places that a rider comes to, with every number of hexes, of enemies met and of MP,
    layer by layer."""

    def __init__(self, at: Battle, who: Character) -> None:
        self._at, self._who, self._steps = at, who, Steps(at, who)
        start = Place(who.hexes[0], steps_towards(at, who.hexes[1], who.hexes[0]))
        self._layers: list[dict[tuple[Place, int, int], Route]] = [{(start, 0, 0): ()}]
        while self._layers[-1]:
            layer: dict[tuple[Place, int, int], Route] = {}
            for (place, met, mp), hexes in self._layers[-1].items():
                for there, cost, more in self._steps.ahead(place):
                    key, way = (there, met + more, mp + cost), (*hexes, there.hex)
                    if mp + cost <= who.values.movement and way < layer.get(key, ("~",)):
                        layer[key] = way
            self._layers.append(layer)

    def charges(self, target: Character) -> Iterator[Run]:
        """The runs along each straight run-up at somebody."""
        for layer in self._layers[LEAST - STRAIGHT + 1 :]:
            for (place, met, mp), hexes in layer.items():
                for turn in (-1, 0, 1):
                    run = self._straight_on(Run(met, mp, hexes), place.hex, (place.facing + turn) % 6)
                    if run is not None and is_charge(self._at, run.hexes, target):
                        yield run

    def _straight_on(self, run: Run, at: str, facing: int) -> Run | None:
        place, met = Place(at, facing), run.met
        for _ in range(STRAIGHT - 1):
            step = next((s for s in self._steps.ahead(place) if s[0].facing == facing), None)
            if step is None or run.mp + step[1] > self._who.values.movement:
                return None
            place, run, met = step[0], Run(met, run.mp + step[1], (*run.hexes, step[0].hex)), met + step[2]
        living = [f for half in run.hexes[-2:] for f in self._at.living_at(half)]
        return run if all(f.id == self._who.id for f in living) else None


class Steps:
    """Where a rider can go from a place without a sharp turn: the place there, its MP, and who
    is met in it."""

    def __init__(self, at: Battle, who: Character) -> None:
        self._at, self._who = at, who
        self._known: dict[Place, list[tuple[Place, int, int]]] = {}

    def ahead(self, place: Place) -> list[tuple[Place, int, int]]:
        if place not in self._known:
            self._known[place] = list(self._found(place))
        return self._known[place]

    def _found(self, place: Place) -> Iterator[tuple[Place, int, int]]:
        for turn in (-1, 0, 1):
            towards = FACINGS[(place.facing + turn) % 6]
            end = self._at.board.neighbour(place.hex, towards)
            cost = entry_cost(self._at, TACTICS, self._who, place.hex, end) if end else None
            if (
                end is not None
                and isinstance(cost, tuple)
                and closed_by_enemy(self._at, self._who.side, end) is None
            ):
                others = [f for f in self._at.living_at(end) if f.id != self._who.id]
                enemies = infiltration.opponents(self._at, TACTICS, self._who, end)
                yield Place(end, towards.number), cost[0], len(others) + len(enemies)


def steps_towards(at: Battle, start: str, end: str) -> int:
    facing = at.board.facing(start, end)
    assert facing is not None
    return facing.number


def rank(run: Run) -> tuple[int, int, int, Route]:
    return run.met, len(run.hexes), run.mp, run.hexes


def is_charge(at: Battle, route: Route, target: Character) -> bool:
    if len(route) < LEAST or route[-1] in target.hexes:
        return False
    directions = {at.board.facing(a, b) for a, b in pairwise(route[-STRAIGHT:])}
    towards = directions.pop()
    return not directions and towards is not None and at.board.neighbour(route[-1], towards) in target.hexes


def straight_to(at: Battle, end: str, towards: int) -> Route:
    """The straight hexes that end in one; empty where the board does."""
    back = [(towards + 3) % 6]
    hexes = [at.board.offset_hex(end, back * steps) for steps in range(STRAIGHT - 1, -1, -1)]
    return tuple(h for h in hexes if h is not None) if None not in hexes else ()


def crowded(
    seed: int, size: int = 9, mp: tuple[int, int] = (7, 10), enemies: tuple[int, int] = (3, 7)
) -> Battle:
    """Robert on a square board with all sorts of ground, among enemies, friends, horses and the dead."""
    dice = Random(seed)
    ground = "." * dice.randint(8, 30) + "wwwwwwwwst/r"
    board = "\n".join(" ".join(dice.choice(ground) for _ in range(size)) for _ in range(size))
    robert = rider(
        "Robert", *dice.choice([("0502", "0501"), ("0203", "0202"), ("0505", "0504")]), mp=dice.randint(*mp)
    )
    free = [f"{c:02}{r:02}" for c in range(1, size + 1) for r in range(1, size + 1)]
    free = [h for h in free if h not in robert.hexes]
    dice.shuffle(free)
    foes = [
        man(f"Foe{i}", free.pop(), side="arabs", health=dice.choice(HEALTH))
        for i in range(dice.randint(*enemies))
    ]
    friends = [man(f"Friend{i}", free.pop(), health=dice.choice(HEALTH)) for i in range(dice.randint(0, 3))]
    mounted = []
    for name in ("Hassan", "Walid"):
        front = free.pop()
        rears = [h for h in beside(front) if h in free]
        if rears:
            free.remove(rears[0])
            mounted.append(rider(name, front, rears[0], side="arabs"))
    front = free.pop()
    rears = [h for h in beside(front) if h in free]
    loose = [horse("Grey", front, rears[0], alive=dice.random() < 0.5)] if rears else []
    return opened(robert, *foes, *friends, *mounted, *loose, board=board)


HEALTH = ("healthy", "healthy", "wounded", "stunned", "dead")


def beside(hex: str) -> list[str]:
    """The hexes north and south of one, on the board."""
    column, row = int(hex[:2]), int(hex[2:])
    return [f"{column:02}{r:02}" for r in (row - 1, row + 1) if 1 <= r <= 9]

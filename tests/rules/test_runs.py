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
from rules.tactical import infiltration
from rules.tactical.entry import entry_cost
from rules.tactical.runs import Place, Route, Run, Runs, answer_route, charge_route
from rules.tactical.stacking import closed_by_enemy
from tests.rules.charges import opened, way
from tests.rules.kit import TACTICS, horse, man, rider

LEAST, STRAIGHT = 6, 4

# The shallow water at 0503 costs a horse 2 MP, all else 1; Yani in 0702 stands beside 0602 and beside no other hex of the way.
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
    """That the comparison above compares something: safe and dangerous ways, straight and winding ones, and none."""
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


class Tried:
    """All runs of a rider, found by riding on and on, at whatever price, until his MP are spent."""

    def __init__(self, at: Battle, who: Character) -> None:
        self._at, self._who = at, who
        assert who.hex is not None and who.rear is not None
        facing = at.board.facing(who.rear, who.hex)
        assert facing is not None
        self.runs = [
            run for run in self._from(Run(0, 0, ()), 0, Place(who.hex, facing.number)) if self._can_halt(run)
        ]

    def some_ways(self, dice: Random) -> Iterator[Route]:
        """Pairs of hexes that somebody else's charge might end with."""
        for run in dice.sample(self.runs, min(20, len(self.runs))):
            if len(run.hexes) >= 2:
                yield run.hexes[:-3:-1]

    def _from(self, run: Run, before: int, place: Place) -> Iterator[Run]:
        """``run.met``: enemies and friends met in all hexes but the last, ``before`` those in the last one, too."""
        if run.hexes:
            yield run
        for turn in (-1, 0, 1):
            towards = FACINGS[(place.facing + turn) % 6]
            end = self._at.board.neighbour(place.hex, towards)
            cost = entry_cost(self._at, TACTICS, self._who, place.hex, end) if end else None
            if end is None or not isinstance(cost, tuple) or run.mp + cost[0] > self._who.values.movement:
                continue
            if closed_by_enemy(self._at, self._who.side, end) is None:
                longer = Run(before, run.mp + cost[0], (*run.hexes, end))
                yield from self._from(longer, before + self._met(end), Place(end, towards.number))

    def _met(self, hex: str) -> int:
        others = [f for f in self._at.living_at(hex) if f.id != self._who.id]
        return len(others) + len(infiltration.opponents(self._at, TACTICS, self._who, hex))

    def _can_halt(self, run: Run) -> bool:
        halves = run.hexes[-2:] if len(run.hexes) > 1 else (self._who.hexes[0], *run.hexes)
        return all(f.id == self._who.id for half in halves for f in self._at.living_at(half))


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


def crowded(seed: int) -> Battle:
    """Robert on a board of 9 by 9 hexes with all sorts of ground, among enemies, friends, horses and the dead."""
    dice = Random(seed)
    ground = "." * dice.randint(8, 30) + "wwwwwwwwst/r"
    board = "\n".join(" ".join(dice.choice(ground) for _ in range(9)) for _ in range(9))
    robert = rider(
        "Robert", *dice.choice([("0502", "0501"), ("0203", "0202"), ("0505", "0504")]), mp=dice.randint(7, 10)
    )
    free = [f"{c:02}{r:02}" for c in range(1, 10) for r in range(1, 10)]
    free = [h for h in free if h not in robert.hexes]
    dice.shuffle(free)
    foes = [
        man(f"Foe{i}", free.pop(), side="arabs", health=dice.choice(HEALTH))
        for i in range(dice.randint(3, 7))
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

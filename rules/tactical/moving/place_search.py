"""A search over the places where a figure can be: a hex on foot and the storey, or front hex and facing
on horseback.

Among ways of equal cost the one past the fewest enemies wins, then the one with the fewest legs, then the
first clockwise from north: the same board always gives the same way. Implements GUI-4.3a (whom one passes),
GUI-4.4.1a, GUI-4.4.4b.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from rules.core.facing import FACINGS
from rules.core.hexes import distance
from rules.core.places import GROUND
from rules.core.rejection import Rejection
from rules.core.tables import Tables
from rules.orders.records import Leg, LegKind
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Character, Hex
from rules.state.storeys import floor_at
from rules.state.storeys import structures as structures_of
from rules.tactical.harm import infiltration
from rules.tactical.horses.riding import FORWARD, turning_mp
from rules.tactical.moving.taken import closed_hexes, running_free, taken_hexes
from rules.tactical.ways import climbing, links, loose_horses, structures
from rules.tactical.ways.entry import Ways, entry_cost
from rules.tactical.ways.passage import grounds
from rules.tactical.ways.stacking import enemy_in_the_way

Ring = tuple[Hex | None, ...]

# How a leg turns the horse: not sharply, by a swing, about. Indices into the MP added.
STRAIGHT, PIVOT, ABOUT = 0, 1, 2

# No way is worth more MP than this; it ends searches for hexes that cannot be reached.
FAR = 400
# How many different sets of enemies met are kept for one place; more than ever matter on a board.
KEPT = 24


class Place(NamedTuple):
    """Where a search stands: the (front) hex, and for riders the direction that the horse faces (0 north,
    clockwise); -1 on foot, with the storey."""

    hex: Hex
    facing: int
    storey: int = GROUND


class Route(NamedTuple):
    """One leg to a place nearby: its MP over ground free of the dead, and whether it enters a hex anew."""

    to: Place
    mp: int
    enters: bool


class Way(NamedTuple):
    """A way to a place among the cheapest: how many enemies it passes, legs, where it leads and how
    it came about."""

    met: int
    legs: int
    enemies: frozenset[str]
    place: Place
    parent: Way | None


class Search:
    """All that one figure can reach on a battle as it stands; ``through_enemies``: if none of them
    were in the way; ``past_friends``: if he may pass whoever lets him (GUI-4.1b)."""

    def __init__(
        self,
        battle: Battle,
        rules: Ruleset,
        figure: Character,
        *,
        through_enemies: bool = False,
        past_friends: bool = True,
    ) -> None:
        assert figure.hex is not None
        self._battle, self._rules, self._figure = battle, rules, figure
        self._rings = _rings(battle.board)
        self._built = structures.is_built(battle)
        self._ways = Ways(battle, rules, figure)
        self._known_routes = _known_routes(*self._ways.ground_key) if self._ways.lasting else {}
        self.choked = self._ways.choked
        self._closed = self.choked if through_enemies else closed_hexes(battle, figure) | self.choked
        self._taken = taken_hexes(battle, figure)
        if not past_friends:
            self._closed = self._closed | self._taken
        self._horses = battle.horses.derived(running_free)
        self._extra = (0, turning_mp(rules, "pivot"), turning_mp(rules, "about_face"))
        facing = battle.board.facing(figure.rear, figure.hex) if figure.rear is not None else None
        self.start = Place(figure.hex, -1 if facing is None else facing.number, figure.storey)
        self._climbs = _climbs(battle, rules, figure) if battle.ladders else {}
        self._floors = frozenset[Place]()
        if structures_of(battle):
            self._floors = _add_built_links(battle, rules, figure, self._climbs)
        self._opposed: dict[Hex, tuple[Character, ...]] = {}
        self.cost: dict[Place, int] = {}
        self.before: dict[Place, list[Place]] = {}
        # in the order in which they are settled: at a barn a leg may cost nothing (GUI-10.6.1b)
        self._settled: dict[Place, int] = {}

    def run(self, budget: int, goal: Callable[[Place], bool] | None = None, towards: Hex = "") -> list[Place]:
        """Spread out to all places within a budget, or until the cheapest places of a goal are
        settled; those.

        ``towards``: the hex of the goal, so that nobody looks where the budget would not bring him back from.
        Most ways are as short as the crow flies, so that is all that is looked at first."""
        away = self.least_to(towards)
        if away and away[self.start.hex] < budget:
            found = self._run(away[self.start.hex], goal, away)
            if found:
                return found
            self.cost, self.before, self._settled = {}, {}, {}
        return self._run(budget, goal, away)

    def _run(self, budget: int, goal: Callable[[Place], bool] | None, away: dict[Hex, int]) -> list[Place]:
        cost, before, closed, dearer = self.cost, self.before, self._closed, self._ways.dearer
        settled, floors, routes_from = self._settled, self._floors, self._routes
        cost[self.start], before[self.start] = 0, []
        queue: dict[int, list[Place]] = {0: [self.start]}
        spent, found = 0, list[Place]()
        while queue and spent <= budget:
            here = queue.pop(spent, [])
            for place in here:
                if cost[place] != spent or place in settled:
                    continue
                settled[place] = len(settled)
                if goal is not None and goal(place):
                    found.append(place)
                for nearby, mp, enters in routes_from(place):
                    at = nearby[0]
                    if at in closed and nearby not in floors:
                        continue
                    total = spent + mp
                    if dearer and enters and at in dearer:
                        total += dearer[at]
                    if total > budget or (away and total + away[at] > budget):
                        continue
                    known = cost.get(nearby)
                    if known is None or total < known:
                        cost[nearby], before[nearby] = total, [place]
                        (here if total == spent else queue.setdefault(total, [])).append(nearby)
                    elif total == known and mp:
                        before[nearby].append(place)
            if found:
                return found
            spent += 1
        return found

    def least_to(self, goal: Hex) -> dict[Hex, int]:
        """MP that it takes at least to get to a hex from every other, as the crow flies; empty where
        nothing is known."""
        least = _least_mp(self._rules.tables) if goal and self._ways.lasting else 0
        return _distances(self._battle.board, goal) if least >= 1 else {}

    def onward(self, place: Place) -> Iterator[tuple[Place, int, Leg]]:
        """The places one leg away that are open to him as things stand, with their MP and the leg."""
        for nearby, mp in self.steps(place):
            yield nearby, mp, self._leg(place, nearby)

    def steps(self, place: Place) -> Iterator[tuple[Place, int]]:
        """The same without the leg."""
        closed, floors, dearer = self._closed, self._floors, self._ways.dearer
        for nearby, mp, enters in self._routes(place):
            if nearby.hex not in closed or nearby in floors:
                yield nearby, mp + (dearer.get(nearby.hex, 0) if enters else 0)

    def beside(self, at: Hex) -> tuple[Character, ...]:
        """The enemies who test him in a hex that he crosses (GUI-4.3a)."""
        if at not in self._opposed:
            self._opposed[at] = tuple(infiltration.opponents(self._battle, self._rules, self._figure, at))
        return self._opposed[at]

    def _routes(self, place: Place) -> tuple[Route, ...]:
        """The places one leg away to which the ground is open, whoever may be there."""
        if place.storey:
            return self._climbs.get(place, ())
        known = self._known_routes.get(place)
        if known is None:
            known = self._known_routes[place] = tuple(self._priced(place))
        return (*known, *self._climbs[place]) if place in self._climbs else known

    def _priced(self, place: Place) -> Iterator[Route]:
        for nearby, turn in _single_legs(self._rings, place):
            ground = self._ways.ground(place.hex, nearby.hex)
            if turn is PIVOT and self._built and self._ways.ground(self._rear(place), nearby.hex) is None:
                continue  # a horse does not swing through a wall
            if ground is not None:
                enters = turn is not ABOUT
                yield Route(nearby, self._extra[turn] + (ground if enters else 0), enters)

    def places_in(self, at: Hex, storey: int = GROUND) -> list[Place]:
        """How he could stand with his front half in a hex: on foot in one way, with a horse in one for
        each facing."""
        if not self._figure.mounted:
            return [Place(at, -1, storey)]
        return [
            Place(at, (behind + 3) % 6) for behind, rear in enumerate(self._rings[at]) if rear is not None
        ]

    def may_end(self, place: Place) -> bool:
        """No other living counter covers the place, in either half, or it can be pushed aside (GUI-4.1a,
        GUI-4.4.3a), and no wall runs between its halves (GUI-8.4.2b)."""
        if place.storey:
            there = self._battle.living_at(place.hex, place.storey)
            return all(f.id == self._figure.id for f in there)
        rear = self._rings[place.hex][(place.facing + 3) % 6] if place.facing >= 0 else None
        if place.hex in self._taken or rear in self._taken:
            return False
        if self.astride([place]) is not None:
            return False
        if place.hex not in self._horses and rear not in self._horses:
            return True
        hexes = (place.hex,) if rear is None else (place.hex, rear)
        room = loose_horses.make_room(self._battle, self._rules, self._figure, hexes)
        return not isinstance(room, Rejection)

    def astride(self, places: list[Place]) -> Rejection | None:
        """The wall, high or low, that keeps a horse from stopping in any of these places (GUI-8.4.2b)."""
        if not self._built or not self._figure.mounted:
            return None
        parted = [structures.halves_parted(self._battle, self._rules, p.hex, self._rear(p)) for p in places]
        return parted[0] if all(parted) else None

    def _rear(self, place: Place) -> Hex:
        rear = self._rings[place.hex][(place.facing + 3) % 6]
        assert rear is not None
        return rear

    def best_legs(self, goals: list[Place]) -> list[Leg]:
        """The legs of the best of the cheapest ways to any of the goals found by run."""
        return [leg for _, leg in self.best_way(goals)]

    def best_way(self, goals: list[Place]) -> list[tuple[Place, Leg]]:
        """The same with the place that each leg leads to."""
        useful = self._on_the_way(goals)
        first = Way(0, 0, frozenset(), self.start, None)
        ways = {self.start: [first]}
        leaving = {self.start: [(first.enemies, first)]}
        for place in sorted(useful, key=self._settled.__getitem__):
            if place != self.start:
                ways[place] = _best(
                    [
                        Way(len(met), way.legs + 1, met, place, way)
                        for before in self.before[place]
                        if before in useful
                        for met, way in leaving[before]
                    ]
                )
            if place != self.start and place not in goals:
                # whoever stands beside a hex that is left again is met (GUI-4.3a)
                beside = frozenset(f.id for f in self.beside(place.hex))
                leaving[place] = [(way.enemies | beside, way) for way in ways[place]]
        best = min((w for goal in goals for w in ways[goal]), key=lambda w: w[:2])
        way: list[tuple[Place, Leg]] = []
        while best.parent is not None:
            way.append((best.place, self._leg(best.parent.place, best.place)))
            best = best.parent
        return way[::-1]

    def _on_the_way(self, goals: list[Place]) -> set[Place]:
        useful, waiting = set(goals), list(goals)
        while waiting:
            for place in self.before[waiting.pop()]:
                if place not in useful:
                    useful.add(place)
                    waiting.append(place)
        return useful

    def _leg(self, place: Place, nearby: Place) -> Leg:
        if place.facing >= 0 and nearby.hex == self._rings[place.hex][(place.facing + 3) % 6]:
            return Leg(LegKind.ABOUT)
        if place in self._floors or nearby in self._floors:
            return Leg(LegKind.HEX, hex=nearby.hex, storey=nearby.storey)
        if nearby.storey:
            return Leg(LegKind.CLIMB) if nearby.hex == place.hex else Leg(LegKind.DOWN, hex=nearby.hex)
        if place.storey and nearby.hex == place.hex:
            return Leg(LegKind.DOWN)
        return Leg(LegKind.HEX, hex=nearby.hex)


def _climbs(battle: Battle, rules: Ruleset, figure: Character) -> dict[Place, tuple[Route, ...]]:
    """The ways up and down ladders and ropes that a figure could take now (GUI-10.1.3a, GUI-10.1.3b)."""
    found: dict[Place, tuple[Route, ...]] = {}

    draft = battle.copy()

    def add(start: Place, end: Place, mp: int) -> None:
        found[start] = (*found.get(start, ()), Route(end, mp, False))

    for ladder, wall, up, down in climbing.steps(battle, rules, figure):
        foot = ladder.hexes[0]
        ground, top, behind = Place(foot, -1), Place(foot, -1, 1), Place(wall, -1)
        if up is not None:
            add(ground, top, up)
        add(top, ground, down)
        add(behind, top, climbing.over_mp(battle, rules, ladder))
        over = entry_cost(draft, rules, replace(figure, hex=foot, storey=1), foot, wall)
        if not isinstance(over, Rejection):
            add(top, behind, over[0])
    return found


def _add_built_links(
    battle: Battle, rules: Ruleset, figure: Character, ways: dict[Place, tuple[Route, ...]]
) -> frozenset[Place]:
    """Add to the ways of a figure the links that are built into structures; their places off the ground."""
    floors: set[Place] = set()
    for place in links.places(battle):
        here = Place(place.hex, -1, place.storey)
        if place.storey and floor_at(battle, place) is not None:
            floors.add(here)
        for link in links.links_from(battle, rules, place):
            enemy = enemy_in_the_way(battle, figure.side, link.end.hex, link.end.storey)
            if link.built and enemy is None and links.cannot_use(battle, rules, figure, link) is None:
                route = Route(Place(link.end.hex, -1, link.end.storey), link.mp, False)
                if route not in ways.get(here, ()):
                    ways[here] = (*ways.get(here, ()), route)
    return frozenset(floors)


@lru_cache(maxsize=64)
def _rings(board: Board) -> dict[Hex, Ring]:
    return {label: tuple(board.neighbour(label, f) for f in FACINGS) for label in board.cells}


@lru_cache(maxsize=64)
def _known_routes(
    board: Board, tables: Tables, mounted: bool, armoured: bool, changes: Hashable
) -> dict[Place, tuple[Route, ...]]:
    """Filled as searches ask; what it holds depends on nothing but these."""
    return {}


class _Distances(dict[Hex, int]):
    """Hexes to a goal, worked out as searches ask: most look at a strip of the board alone. Never empty."""

    def __init__(self, board: Board, goal: Hex) -> None:
        super().__init__({goal: 0})
        self._cells, self._centre = board.cells, board.cells[goal].at

    def __missing__(self, at: Hex) -> int:
        found = self[at] = distance(self._cells[at].at, self._centre)
        return found


_distances = lru_cache(maxsize=512)(_Distances)


@lru_cache(maxsize=64)
def _least_mp(tables: Tables) -> int:
    """The price of the cheapest leg."""
    prices = [
        mp for ground in grounds(tables).values() for mp in (ground.foot, ground.horse) if mp is not None
    ]
    return min(*prices, tables["turning"].number("about_face", "mp"))


def _single_legs(rings: dict[Hex, Ring], place: Place) -> Iterator[tuple[Place, int]]:
    ring, facing = rings[place.hex], place.facing
    if facing < 0:
        yield from ((Place(end, -1), STRAIGHT) for end in ring if end is not None)
        return
    for turn in FORWARD:
        towards = (facing + turn) % 6
        end = ring[towards]
        if end is not None:
            yield Place(end, towards), STRAIGHT
    behind = (facing + 3) % 6
    rear = ring[behind]
    assert rear is not None
    for turn in (1, -1):
        towards = (facing + turn) % 6
        end = rings[rear][towards]
        if end is not None:
            yield Place(end, towards), PIVOT
    yield Place(rear, behind), ABOUT


def _best(ways: list[Way]) -> list[Way]:
    """Of the ways to one place those worth keeping: no other meets fewer of the same enemies (a subset)."""
    if len(ways) == 1:
        return ways
    kept: list[Way] = []
    for way in sorted(ways, key=lambda w: w[:2]):
        if not any(other.enemies <= way.enemies and other.legs <= way.legs for other in kept):
            kept.append(way)
        if len(kept) == KEPT:
            break
    return kept

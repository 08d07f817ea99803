"""The safest way to a hex that somebody's MP allow: least expected harm, then least MP, then fewest legs.

The harm is the one of planning.Plan.harm: strokes of enemies in the hexes that he crosses and jumps down from
stockades; killed, wounded and stopped weigh what harm.weighing says. Shots are left aside, since who shoots
is for the enemy to say. Implements GUI-4.3a, GUI-9.2.1b.
"""

from __future__ import annotations

import heapq
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from rules.core.places import GROUND
from rules.core.rejection import Rejection
from rules.orders.records import Leg, LegKind
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex
from rules.state.ladders import held_by
from rules.tactical.harm import infiltration, jumping
from rules.tactical.moving import path_finding
from rules.tactical.moving.legs import LEAVING
from rules.tactical.moving.place_search import Place, Search


def safest_path(
    battle: Battle,
    rules: Ruleset,
    figure: Character,
    to: Hex,
    facing: str = "",
    storey: int = GROUND,
    *,
    though_taken: bool = False,
) -> list[Leg] | Rejection:
    """The legs of the way to a hex with the least expected harm that the MP at hand allow; with no less harm
    on any, the cheapest one. The move must have begun.

    The end is the same as that of the cheapest path, a horse's facing with it: only the way differs.
    Where no way is within his MP it is the cheapest path, with the same refusals. Deterministic: the same
    board gives the same way."""
    found = path_finding.found_ways(battle, rules, figure, to, facing, storey, though_taken=though_taken)
    if isinstance(found, Rejection):
        return found
    cheapest = found.search.best_way(found.goals)
    plain = [leg for _, leg in cheapest]
    mp = battle.now.left.get(figure.id, 0)
    if not cheapest or found.search.cost[cheapest[-1][0]] > mp:
        return plain
    ways = _Ways(battle, rules, figure, found.search)
    harm = ways.harm_of(cheapest)
    return ways.less_than(harm, cheapest[-1][0], mp) or plain if harm else plain


class _Way(NamedTuple):
    """A way to a place. ``crossed``: the hex entered last, if he has not left it since; its enemies strike
    when he does. ``met``: who has struck at him before."""

    place: Place
    mp: int
    harm: Fraction
    crossed: Hex
    met: frozenset[FigureId]
    leg: Leg | None
    parent: _Way | None


class _Ways:
    """The ways of one figure, and the harm to be expected on them."""

    def __init__(self, battle: Battle, rules: Ruleset, figure: Character, search: Search) -> None:
        self._battle, self._rules, self._figure, self._search = battle, rules, figure, search
        self._strokes: dict[FigureId, Fraction] = {}
        self.start = _Way(search.start, 0, Fraction(0), "", frozenset(), None, None)

    def harm_of(self, way: list[tuple[Place, Leg]]) -> Fraction:
        """The harm of a way found otherwise."""
        here = self.start
        for place, leg in way:
            here = self._on(here, place, 0, leg)
        return here.harm

    def less_than(self, harm: Fraction, goal: Place, budget: int) -> list[Leg]:
        """The best way to a place within a budget that does less harm than this; empty if there is none.

        Ways come up in the order of their harm, which never shrinks: the first to arrive is the best. One is
        given up for another to the same spot that is no worse and has met nobody whom it has not met."""
        away = self._search.least_to(goal.hex)
        waiting = [(Fraction(0), 0, 0, 0, self.start)]
        settled: dict[tuple[Place, Hex], list[_Way]] = {}
        pushed = 0
        while waiting:
            _, _, legs, _, here = heapq.heappop(waiting)
            if here.place == goal and here.parent is not None:
                return _legs_of(here)
            known = settled.setdefault((here.place, here.crossed), [])
            if any(_as_good(other, here) for other in known):
                continue
            known.append(here)
            for place, mp, leg in self._search.onward(here.place):
                total = here.mp + mp
                if total + (away[place.hex] if away else 0) > budget:
                    continue
                on = self._on(here, place, total, leg)
                others = settled.get((place, on.crossed), ())
                if on.harm < harm and not any(_as_good(other, on) for other in others):
                    pushed += 1
                    heapq.heappush(waiting, (on.harm, total, legs + 1, pushed, on))
        return []

    def _on(self, here: _Way, place: Place, mp: int, leg: Leg) -> _Way:
        """A way with one leg more: first the strokes in the hex that it leaves, then the landing in the one
        that it enters, as planning.planned has it."""
        if leg.kind not in LEAVING:
            return here._replace(place=place, mp=mp, leg=leg, parent=here)
        met, harm = here.met, here.harm
        for enemy in self._search.beside(here.crossed) if here.crossed else ():
            if enemy.id not in here.met:
                harm += self._stroke(enemy)
                met |= {enemy.id}
        by_link = leg.storey or (here.place.storey and place.hex == here.place.hex)
        entered = not place.storey if leg.kind is LegKind.DOWN else not by_link
        if entered and leg.kind is LegKind.HEX and here.place.storey and self._jumps(here.place, place):
            harm += jumping.harm_by(self._rules, self._figure)
        return _Way(place, mp, harm, place.hex if entered else "", met, leg, here)

    def _stroke(self, enemy: Character) -> Fraction:
        if enemy.id not in self._strokes:
            found = infiltration.harm_by(self._battle, self._rules, self._figure, enemy)
            self._strokes[enemy.id] = found
        return self._strokes[enemy.id]

    def _jumps(self, start: Place, end: Place) -> bool:
        ladder = held_by(self._battle, replace(self._figure, hex=start.hex, storey=start.storey))
        return ladder is not None and jumping.leads_to_a_jump(self._battle, start.hex, end.hex)


def _as_good(one: _Way, other: _Way) -> bool:
    return one.mp <= other.mp and one.harm <= other.harm and one.met <= other.met


def _legs_of(way: _Way) -> list[Leg]:
    legs: list[Leg] = []
    while way.parent is not None and way.leg is not None:
        legs.append(way.leg)
        way = way.parent
    return legs[::-1]

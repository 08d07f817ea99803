"""The ways of one man: where he can get to, and what is expected to befall him on the safest way there
(GUI-4.3.1a)."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex
from rules.tactical.harm import infiltration
from rules.tactical.moving import path_finding
from rules.tactical.moving.legs import LEAVING
from rules.tactical.moving.place_search import FAR, Place, Search
from rules.tactical.ways.entry import starting_mp


class Passage(NamedTuple):
    """What a way is like: the harm to be expected on it, in hundredths of a man (planning.Plan.harm), and the
    chance that nobody whom he passes touches him."""

    harm: Fraction
    untouched: Fraction


FREE = Passage(Fraction(0), Fraction(1))


class Ways:
    """All that a man can reach on a board as it stands, with his MP or fewer. ``beset``: the hexes beside
    enemies who can act, which alone it may cost something to cross."""

    def __init__(self, battle: Battle, rules: Ruleset, man: Character, beset: frozenset[Hex]) -> None:
        self._battle, self._rules, self._man = battle, rules, man
        self._mp = battle.now.left.get(man.id, starting_mp(battle, rules, man, None))
        self._search = Search(battle, rules, man)
        self._search.run(self._mp)
        self.reach = path_finding.ends_of(self._search)
        self._known: dict[Hex, Passage] = {man.hex or "": FREE}
        self._strokes: dict[FigureId, Passage] = {}
        self._beset = beset
        self._open = beset.isdisjoint(place.hex for place in self._search.cost)

    def passage(self, to: Hex) -> Passage:
        """The way to a hex that he reaches: free where one leads past nobody, else the cheapest one, than
        which the safest is no worse."""
        if self._open:
            return FREE
        if to not in self._known:
            self._known[to] = self._found(to)
        return self._known[to]

    def _found(self, to: Hex) -> Passage:
        goals = self._goals(to)
        if not goals:
            return FREE
        way = self._along([place for place, leg in self._search.best_way(goals) if leg.kind in LEAVING])
        return FREE if way.harm and any(goal in self._past_nobody for goal in goals) else way

    @cached_property
    def _past_nobody(self) -> set[Place]:
        """All places that he reaches without leaving a hex beside an enemy who would test him there."""
        search, spent, most = self._search, {self._search.start: 0}, self._mp
        waiting = [(0, search.start)]
        while waiting:
            mp, here = heapq.heappop(waiting)
            if mp > spent[here] or (here != search.start and self._beside(here)):
                continue
            for place, price in search.steps(here):
                if mp + price <= most and mp + price < spent.get(place, FAR):
                    spent[place] = mp + price
                    heapq.heappush(waiting, (mp + price, place))
        return set(spent)

    def _goals(self, to: Hex) -> list[Place]:
        ends = [p for p in self._search.cost if p.hex == to and not p.storey and self._search.may_end(p)]
        least = min((self._search.cost[p] for p in ends), default=0)
        return [p for p in ends if self._search.cost[p] == least]

    def _along(self, places: list[Place]) -> Passage:
        """What befalls him in the hexes that he enters and leaves again, each enemy striking once."""
        harm, untouched, met = Fraction(0), Fraction(1), set[FigureId]()
        for place in places[:-1]:
            for enemy in self._beside(place):
                if enemy.id not in met:
                    met.add(enemy.id)
                    stroke = self._stroke(enemy)
                    harm += stroke.harm
                    untouched *= stroke.untouched
        return Passage(harm, untouched)

    def _beside(self, place: Place) -> tuple[Character, ...]:
        return self._search.beside(place.hex) if place.hex in self._beset and not place.storey else ()

    def _stroke(self, enemy: Character) -> Passage:
        if enemy.id not in self._strokes:
            die = infiltration.one_die(self._battle, self._rules, self._man, enemy)
            harm = infiltration.harm_by(self._battle, self._rules, self._man, enemy)
            self._strokes[enemy.id] = Passage(harm, die.none)
        return self._strokes[enemy.id]


def passage_along(battle: Battle, rules: Ruleset, man: Character, hexes: Sequence[Hex]) -> Passage:
    """What somebody passes who goes along these hexes, to stop in the last."""
    harm, untouched, met = Fraction(0), Fraction(1), set[FigureId]()
    for at in hexes[:-1]:
        for enemy in infiltration.opponents(battle, rules, man, at, frozenset(met)):
            met.add(enemy.id)
            harm += infiltration.harm_by(battle, rules, man, enemy)
            untouched *= infiltration.one_die(battle, rules, man, enemy).none
    return Passage(harm, untouched)

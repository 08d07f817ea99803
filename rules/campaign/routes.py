"""Ways over a land: which hexes a march goes through, and what they cost (GUC-2.1, GUC-8.3a)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from rules.campaign.land import Land
from rules.core.tables import RuleTable
from rules.state.figure import Hex

OFF_ROAD = 4
"""By how much a hex without a road seems longer to whoever is to keep to roads."""
NOWHERE: frozenset[Hex] = frozenset()


class Step(NamedTuple):
    """From one hex into a neighbour: its price in MP, and whether a road leads there."""

    to: Hex
    price: int
    paved: bool


@lru_cache(maxsize=16)
def steps_over(land: Land, terrain: RuleTable) -> Mapping[Hex, tuple[Step, ...]]:
    """Where one can go from each hex, clockwise from north; worked out once for a land and a table."""
    prices = {at: land.cost(at, terrain) for at in land.hexes}
    return {
        at: tuple(
            Step(near, price, land.at(at).road and land.at(near).road)
            for near in land.neighbours(at)
            if (price := prices[near]) is not None
        )
        for at in land.hexes
    }


def cost(land: Land, at: Hex, terrain: RuleTable) -> int | None:
    """MP to enter a hex; None where nobody can go (GUC-2.1)."""
    return land.cost(at, terrain)


def beside(land: Land, at: Hex, terrain: RuleTable) -> tuple[Hex, ...]:
    """The hexes next to one that can be entered, clockwise from north."""
    return tuple(step.to for step in steps_over(land, terrain)[at])


@lru_cache(maxsize=20_000)
def way(
    land: Land,
    terrain: RuleTable,
    start: Hex,
    goal: Hex,
    barred: frozenset[Hex] = NOWHERE,
    road: bool = False,
) -> tuple[Hex, ...]:
    """The cheapest way from a hex to another, both of them in it; of equal ones always the same. ``barred``:
    hexes that it keeps out of, but for its ends; ``road``: it keeps to roads as far as there are any. Empty
    where there is none."""
    if start == goal:
        return (start,)
    over = steps_over(land, terrain)
    best: dict[Hex, int] = {start: 0}
    before: dict[Hex, Hex] = {}
    edge: list[tuple[int, int, Hex]] = [(0, 0, start)]
    while edge:
        _, far, at = heappop(edge)
        if at == goal:
            return _back(before, start, goal)
        if far > best[at]:
            continue
        for near, price, paved in over[at]:
            if near in barred and near != goal:
                continue
            longer = far + (price * OFF_ROAD if road and not paved else price)
            if near not in best or longer < best[near]:
                best[near] = longer
                before[near] = at
                heappush(edge, (longer + land.distance(near, goal), longer, near))
    return ()


def _back(before: dict[Hex, Hex], start: Hex, goal: Hex) -> tuple[Hex, ...]:
    found = [goal]
    while found[-1] != start:
        found.append(before[found[-1]])
    return tuple(reversed(found))


def way_by(
    land: Land, terrain: RuleTable, start: Hex, stops: Iterable[Hex], barred: frozenset[Hex], road: bool
) -> tuple[Hex, ...]:
    """The way through some hexes in turn; empty where there is none."""
    found: tuple[Hex, ...] = (start,)
    for stop in stops:
        leg = way(land, terrain, found[-1], stop, barred, road)
        if not leg:
            return ()
        found += leg[1:]
    return found


def price_of(land: Land, terrain: RuleTable, hexes: Iterable[Hex]) -> int:
    """MP for hexes that are entered. Raises ValueError for one that is closed."""
    total = 0
    for at in hexes:
        price = cost(land, at, terrain)
        if price is None:
            raise ValueError(f"nobody can go to {at}")
        total += price
    return total


def days_to(land: Land, terrain: RuleTable, hexes: tuple[Hex, ...], allowance: int) -> int:
    """How many days a way takes with so many MP a day; what is left over of a day is lost. Whoever has any MP
    may enter a hex, whatever it costs (RUL-1203)."""
    days, left = 0, 0
    for at in hexes[1:]:
        price = cost(land, at, terrain) or 0
        if days == 0 or price > left:
            days, left = days + 1, allowance
        left -= min(price, left)
    return days


def nearest(
    land: Land, terrain: RuleTable, start: Hex, fits: Callable[[Hex], bool], barred: frozenset[Hex] = NOWHERE
) -> Hex:
    """The hex that fits and is reached for the fewest MP; "" where there is none."""
    over = steps_over(land, terrain)
    best: dict[Hex, int] = {start: 0}
    edge: list[tuple[int, Hex]] = [(0, start)]
    while edge:
        far, at = heappop(edge)
        if far > best[at]:
            continue
        if fits(at):
            return at
        for near, price, _ in over[at]:
            if near not in barred and (near not in best or far + price < best[near]):
                best[near] = far + price
                heappush(edge, (far + price, near))
    return ""

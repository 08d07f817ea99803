"""How a captain keeps his groups fed: how far from its stores a group can go, what it takes along, and where
there is more.

A group of ten and more eats every morning, from a place of its side or from a convoy with it (GUC-8.4a); the
second morning without makes it weak (GUC-8.4b). So whoever leaves a place takes a convoy along, goes no
farther than he can come back from, and leaves behind the one or two men for whom he would need a point
more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.campaign import groups, supply
from rules.campaign.land import Land
from rules.campaign.plans import plan as p
from rules.campaign.routes import days_to, price_of, way
from rules.core.tables import Tables
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Founded, Group, PlaceId
from rules.state.figure import Hex, SideId

DAYS = 5
"""For so many days a group that leaves a place takes food along."""
OF_SIEGE = 10
"""For so many days, if it is to besiege another."""
STRANDED = 2
"""Who hungers and comes to no food in so many days does not get there as one."""
TOO_MANY = 2
"""So many men stay behind, if those who go need a point less."""
NEAR = 4
"""Of the places with stores so many are looked at, the nearest ones as the crow flies."""


class Quartermaster:
    """Of a side's groups, from what it knows. ``eaten``: points of places that the day's supply check takes:
    orders are written before it (GUC-6a); ``spoken_for``: those that others of today's convoys take."""

    def __init__(self, at: Campaign, side: SideId, tables: Tables, land: Land) -> None:
        self.at = at
        self.side = side
        self.tables = tables
        self.land = land
        self.load = tables["campaign-figures"].number("convoy load", "value")
        self.spoken_for: Counter[PlaceId] = Counter()
        self.eaten: Counter[PlaceId] = Counter()
        for group in at.groups_of(side):
            self.eaten[supply.larder(at, group)] += self.wants(group)

    # what there is

    def wants(self, group: Group) -> int:
        """Points a day."""
        return supply.needed(len(self.at.content(group.id).men), self.tables)

    def stock(self, place: PlaceId, wanted: int) -> int:
        """How many of the points that are wanted a place of its side has, when those have eaten who are
        there."""
        resources = self.at.holdings[place].resources
        if resources is None:
            return wanted
        return max(min(resources - self.eaten[place] - self.spoken_for[place], wanted), 0)

    def carried(self, group: Group) -> int:
        """Points in the convoys that go where it goes."""
        with_it = (one for one in supply.convoys(self.at, group) if one.escort == group.id)
        return sum(self.at.loads[one.id] for one in with_it)

    def after_breakfast(self, group: Group) -> int:
        """Points that go with it when the day's supply check is over."""
        wants, larder = self.wants(group), supply.larder(self.at, group)
        resources = self.at.holdings[larder].resources if larder else 0
        eaten = 0 if resources is None else max(wants - resources, 0)
        return max(self.carried(group) - eaten, 0)

    def lacks(self, group: Group, days: int = DAYS) -> int:
        """Points that it could take along now for so many days."""
        wanted = max(self.wants(group) * days - self.carried(group), 0)
        larder = supply.larder(self.at, group)
        return self.stock(larder, wanted) if larder else 0

    def lasts(self, group: Group, days: int) -> int:
        """For how many days it has food with what it could take along for so many."""
        wants = self.wants(group)
        return (self.after_breakfast(group) + self.lacks(group, days)) // wants if wants else days

    # ways

    def days(self, group: Group, *stops: Hex) -> int | None:
        """How many days it needs for a way through some hexes; None where there is none."""
        pace = min(groups.allowance(self.at, group, self.tables), self._on_foot())
        days, start = 0, group.hex
        for stop in stops:
            path = way(self.land, self.tables["campaign-terrain"], start, stop)
            if not path:
                return None
            days, start = days + days_to(self.land, self.tables["campaign-terrain"], path, pace), stop
        return days

    def _on_foot(self) -> int:
        return max(self.tables["campaign-figures"].number("move convoy", "value") + self.at.season, 1)

    def stores(self, start: Hex, wanted: int) -> Founded | None:
        """The nearest place of its side that has so many points, and that one can go to."""
        own = [
            place
            for place in self.at.setup.places
            if self.at.places[place.id].side == self.side
            and not self.at.places[place.id].siege
            and self.stock(place.id, wanted) == wanted
        ]
        near = sorted(own, key=lambda place: (self.land.distance(start, place.hex), place.id))[:NEAR]
        terrain = self.tables["campaign-terrain"]
        ways = {place: path for place in near if (path := way(self.land, terrain, start, place.hex))}
        return min(ways, key=lambda place: price_of(self.land, terrain, ways[place][1:]), default=None)

    # what follows from it

    def reaches(self, group: Group, goal: Hex) -> bool:
        """Whether it can go there, and on to a place that feeds it, before hunger weakens it."""
        wants = self.wants(group)
        home = self.stores(goal, wants)
        if not wants or home is None:
            return True
        days = self.days(group, goal, home.hex)
        return days is not None and days - 1 <= self.lasts(group, DAYS)

    def refilled(self, group: Group) -> Hex:
        """Where it goes for food: the nearest place that fills its convoys, or that has more than where it
        is, if it comes so far. Else it stays where it is fed; from elsewhere it goes to the nearest place
        that feeds it. "" where it stays, and where there is none."""
        wants, larder = self.wants(group), supply.larder(self.at, group)
        if not wants:
            return ""
        here = self.stock(larder, wants * DAYS) if larder else 0
        for points in (wants * DAYS, here + wants):
            goal = self.stores(group.hex, points) if here < points else None
            if goal is not None and goal.hex != group.hex and self.reaches(group, goal.hex):
                return goal.hex
        goal = self.stores(group.hex, wants)
        return goal.hex if goal is not None and goal.hex != group.hex else ""

    def taken_along(self, group: Group, days: int = DAYS) -> Iterator[p.Convoy]:
        """The convoys that are loaded for it where it leaves a place. They are on their way to the places
        next to that one: there they are unloaded if it comes by, else they go where it goes."""
        larder, points = supply.larder(self.at, group), self.lacks(group, days)
        self.spoken_for[larder] += points
        for goal in self._beside(larder) if points else ():
            yield p.Convoy(points=min(points, self.load), start=larder, goal=goal, escort=group.id)
            points -= self.load
            if points <= 0:
                return

    def _beside(self, larder: PlaceId) -> Iterator[PlaceId]:
        here, terrain = self.at.founded(larder), self.tables["campaign-terrain"]
        others = [
            place
            for place in self.at.setup.places
            if place.id != larder and self.at.places[place.id].side == self.side
        ]
        near = sorted(others, key=lambda place: (self.land.distance(here.hex, place.hex), place.id))
        return (one.id for one in near if way(self.land, terrain, here.hex, one.hex))

    def sent_home(self, group: Group) -> Iterator[p.Send]:
        """Convoys that are empty go home by themselves: whoever leads them is slow for nothing."""
        for one in supply.convoys(self.at, group):
            its_own = (one.escort, one.seat) == (group.id, group.seat)
            if its_own and not self.at.loads[one.id] and (home := self.stores(group.hex, 0)) is not None:
                yield p.Send(convoy=one.id, goal=home.id)

    def scattered(self, group: Group) -> Iterator[p.Split]:
        """Who hungers, and is days away from food, goes there in two parts that need less."""
        men, wants = len(self.at.content(group.id).men), self.wants(group)
        half = men // 2
        if not wants or supply.larder(self.at, group) or self.after_breakfast(group):
            return
        home = self.stores(group.hex, wants)
        days = self.days(group, home.hex) if home is not None else None
        parts = supply.needed(half, self.tables) + supply.needed(men - half, self.tables)
        if parts < wants and self.at.content(group.id).unfed and (days is None or days > STRANDED):
            yield p.Split(group=group.id, pick=p.Pick(number=half))

    def left_behind(self, group: Group) -> Iterator[p.Garrison]:
        """The few men without whom a group in a place of its side needs a point less."""
        larder, men = supply.larder(self.at, group), len(self.at.content(group.id).men)
        for many in range(1, TOO_MANY + 1):
            if larder and supply.needed(men - many, self.tables) < self.wants(group):
                yield p.Garrison(place=larder, group=group.id, pick=p.Pick(number=many))
                return

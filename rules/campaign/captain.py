"""Captains who lead a faction through a day: keep fed, march together, take what is weak, ransom their own.

They look at nothing that their seat does not know: the state that they are given is its view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.campaign import recruiting, replenishing, supply
from rules.campaign.convoys import guarded
from rules.campaign.in_force import land_of, tables_of
from rules.campaign.levies import RICHEST
from rules.campaign.muster import defenders
from rules.campaign.plans import plan as p
from rules.campaign.plans.names import Known
from rules.campaign.plans.writing import written
from rules.campaign.quartermaster import DAYS, OF_SIEGE, Quartermaster
from rules.campaign.routes import way
from rules.campaign.sieges.captain import conducted
from rules.campaign.today import company
from rules.siege import quick
from rules.state.campaign import Campaign, side_of
from rules.state.campaign_counters import HALVES, Founded, Group, GroupId, Kind, PlaceId, Sighting
from rules.state.figure import Hex, SeatId

BOLD, CAUTIOUS = "bold", "cautious"
"""Tempers."""


class Temper(NamedTuple):
    """From which ``odds`` (own value to a hundred of theirs) a captain attacks, below which he ``slips``
    away, how ``far`` he looks for prey, in hexes, how many ``quiet`` days he agrees to."""

    odds: int
    slips: int
    far: int
    quiet: int


TEMPERS = {BOLD: Temper(95, 35, 14, 1), CAUTIOUS: Temper(130, 60, 9, 2)}
POOR, RICH = 2, 7
"""A place with so few points is sent more; one with so many can spare some."""
WORTH = 2
"""What a man of others is worth whom nobody has seen, about."""
UNKNOWN = 12
"""How many are in a group that nobody has seen, as far as a captain guesses."""
A_DAY = 8
"""No group marches farther in a day, in hexes."""
STARVES = 3
"""A castle with so few points is worth a siege."""


def captain_orders(at: Campaign, seat: SeatId, temper: str) -> list[str]:
    """The lines that a captain would mail."""
    known = Known(at, seat)
    found = _Captain(at, seat, temper).orders()
    return ["CLEAR", *dict.fromkeys(written(order, known) for order in found)]


class _Captain:
    def __init__(self, at: Campaign, seat: SeatId, temper: str) -> None:
        self.at = at
        self.name = temper
        self.seat = seat
        self.side = side_of(at, seat)
        self.temper = TEMPERS[temper]
        self.tables = tables_of(at)
        self.land = land_of(at)
        self.own = [g for g in at.groups.values() if g.seat == seat and not g.mercenaries]
        self.prey: set[PlaceId] = set()
        self.stores = Quartermaster(at, self.side, self.tables, self.land)
        self.months = replenishing.has_months(at)

    def orders(self) -> Iterator[p.Order]:
        yield p.Quiet(days=self.temper.quiet)
        odds, slips = self.temper.odds, self.temper.slips
        yield p.Meet(
            meeting=p.Meeting(
                fight=((p.Term(p.Measure.ODDS, least=odds),),),
                refuse=((p.Term(p.Measure.ODDS, most=slips),),),
            )
        )
        yield p.Join()
        yield p.Hire(most=None, share=self.temper.odds < 100)
        for group in sorted(self.own, key=lambda g: (-self.value(g), g.id)):
            yield from self.of_group(group)
        yield from self.convoys()
        yield from self.spies()
        yield from conducted(self.at, self.seat, self.name)

    # what is known

    def value(self, group: Group) -> int:
        return quick.value(company(self.at, group), False, self.tables)

    def guessed(self, group: GroupId) -> int:
        """What a group of others is worth, as it was seen last, or as one guesses."""
        seen: Sighting | None = self.at.seen.get(self.side, {}).get(group)
        return (seen.men if seen is not None else UNKNOWN) * WORTH

    def mine(self, place: PlaceId) -> bool:
        return self.at.places[place].side == self.side

    def strangers(self) -> list[Group]:
        """Groups of enemies on the map."""
        return [g for g in self.at.groups.values() if g.side and not self.at.friendly(g.side, self.side)]

    def far(self, a: Hex, b: Hex) -> int:
        return self.land.distance(a, b)

    def reached(self, start: Hex, to: Hex) -> bool:
        return bool(way(self.land, self.tables["campaign-terrain"], start, to))

    def goes(self, group: Group, goal: Hex) -> bool:
        return self.reached(group.hex, goal) and self.stores.reaches(group, goal)

    # groups

    def of_group(self, group: Group) -> Iterator[p.Order]:
        content = self.at.content(group.id)
        besieged = next((one for one in self.at.places.values() if one.siege == group.id), None)
        if besieged is not None:
            yield p.Hold(group=group.id)
            return
        if content.captives:
            return  # they are brought to the nearest place by themselves
        yield from self.stores.sent_home(group)
        if self.months:
            yield from replenishing.reinforced(self.at, group, len(self.own), self.tables)
        else:
            yield from tuple(self.stores.left_behind(group)) or self.recruits(group)
        errand = (
            self.healed(group)
            or self.filled(group)
            or self.struck(group)
            or self.seized(group)
            or self.raid(group)
            or self.provisioned(group)
        )
        yield from self.stores.scattered(group)
        if errand is None:
            yield p.Hold(group=group.id)
            return
        if any(isinstance(order, p.March) for order in errand):
            besieges = any(isinstance(order, p.Besiege) for order in errand)
            yield from self.stores.taken_along(group, OF_SIEGE if besieges else DAYS)
        yield from errand

    def recruits(self, group: Group) -> Iterator[p.Order]:
        place = self.at.place_in(group.hex)
        if place is None or not replenishing.gives_men(self.at, group, place):
            return
        content = self.at.content(group.id)
        kind, there = next(iter(recruiting.to_be_had(self.at, place.id, self.tables).items()))
        many = min(there, content.purse // (2 * HALVES))
        before = supply.needed(len(content.men), self.tables)
        if many > 0 and supply.needed(len(content.men) + many, self.tables) == before:
            yield p.Recruit(group=group.id, kinds={kind: many})

    def provisioned(self, group: Group) -> tuple[p.Order, ...] | None:
        """Who can do nothing else with what he has to eat goes where there is more."""
        goal = self.stores.refilled(group)
        return (self.march(group, goal),) if goal else None

    def healed(self, group: Group) -> tuple[p.Order, ...] | None:
        """A third of them wounded: to the nearest place of their own."""
        men = self.at.in_group(group.id)
        if 3 * sum(man.wounded for man in men) < len(men):
            return None
        wants = self.stores.wants(group)
        goal = self.stores.stores(group.hex, wants) or self.stores.stores(group.hex, 0)
        if goal is None:
            return None
        return (p.Hold(group=group.id),) if goal.hex == group.hex else (self.march(group, goal.hex),)

    def filled(self, group: Group) -> tuple[p.Order, ...] | None:
        """Who is worn goes where there are men, if there are months to use them."""
        depots = replenishing.depots(self.at, group, self.tables, self.far) if self.months else ()
        goal = next((place for place in depots if self.reached(group.hex, place.hex)), None)
        return None if goal is None or goal.hex == group.hex else (self.march(group, goal.hex),)

    def struck(self, group: Group) -> tuple[p.Order, ...] | None:
        """Towards the nearest enemies whom it is strong enough for."""
        worth = self.value(group)
        fits = [
            other
            for other in self.strangers()
            if self.far(group.hex, other.hex) <= self.temper.far // 2
            and 100 * worth >= self.temper.odds * self.guessed(other.id)
        ]
        near = sorted(fits, key=lambda other: (self.far(group.hex, other.hex), other.id))
        goal = next((other for other in near if self.goes(group, other.hex)), None)
        return None if goal is None else (p.March(group=group.id, toward=goal.id),)

    def seized(self, group: Group) -> tuple[p.Order, ...] | None:
        """After a convoy of others, or of nobody, that is alone and a day's march away: it feeds whoever
        takes it (GUC-13.4b)."""
        near = [
            one
            for one in self.at.convoys.values()
            if not self.at.friendly(one.side, self.side)
            and not guarded(self.at, one)
            and self.far(group.hex, one.hex) <= A_DAY
            and self.stores.days(group, one.hex) == 1
        ]
        goal = min(near, key=lambda one: (self.far(group.hex, one.hex), one.id), default=None)
        return None if goal is None else (p.March(group=group.id, toward=goal.id),)

    def raid(self, group: Group) -> tuple[p.Order, ...] | None:
        """The richest place of others that is near and weak enough: summoned, then plundered, or besieged
        where there is little to eat in it."""
        worth = self.value(group)
        fits: list[tuple[int, str, Founded]] = []
        for place in self.at.setup.places:
            far = self.far(group.hex, place.hex)
            owner = self.at.places[place.id].side
            if self.at.friendly(owner, self.side) or place.kind is Kind.CITY or far > self.temper.far:
                continue
            points = self.supposed(place)
            strong = self.strong(worth, place) or self.starves(group, worth, place)
            if points and place.id not in self.prey and strong:
                fits.append((far - 2 * points, place.id, place))
        goal = next((place for _, _, place in sorted(fits) if self.goes(group, place.hex)), None)
        if goal is None:
            return None
        self.prey.add(goal.id)
        orders: list[p.Order] = [p.Summon(group=group.id, place=goal.id)]
        if goal.kind is Kind.CASTLE and (self.supposed(goal) <= STARVES or not self.strong(worth, goal)):
            orders.append(p.Besiege(group=group.id, place=goal.id))
        else:
            orders.append(p.Attack(group=group.id, place=goal.id))
        if goal.hex != group.hex:
            orders.append(self.march(group, goal.hex))
        return tuple(orders)

    def march(self, group: Group, to: Hex) -> p.March:
        return p.March(group=group.id, to=to)

    def supposed(self, place: Founded) -> int:
        """The points in a place, as they were seen last."""
        seen = self.at.seen_places.get(self.side, {}).get(place.id)
        points = seen.resources if seen is not None else place.resources
        return points or 0

    def strong(self, worth: int, place: Founded) -> bool:
        """Whether a group of some worth could storm a place."""
        return 100 * worth >= self.temper.odds * self.defence(place)

    def starves(self, group: Group, worth: int, place: Founded) -> bool:
        """Whether it could starve a castle before the campaign is over, and meet its garrison outside."""
        days = self.supposed(place) * self.tables["campaign-figures"].number("siege days of a point", "value")
        outside = self.defence(place) // 2
        return (
            place.kind is Kind.CASTLE
            and days < self.at.setup.last_day - self.at.day
            and days <= 2 * self.stores.lasts(group, OF_SIEGE)
            and 100 * worth >= self.temper.odds * outside
        )

    def defence(self, place: Founded) -> int:
        """What the men of a place are worth behind its walls."""
        percent = self.tables["campaign-ground"].number(place.kind.value, "percent")
        if place.kind is Kind.CASTLE:
            men = self.tables["campaign-figures"].number("garrison", "value") * WORTH
        else:
            men = len(defenders(min(self.supposed(place), RICHEST), place.monastery, self.tables)) * WORTH
        return men * (100 + percent) // 100

    # convoys and spies

    def convoys(self) -> Iterator[p.Order]:
        """From where there is much to where groups eat and there is little."""
        going = {convoy.goal for convoy in self.at.convoys.values() if convoy.side == self.side}
        own = [place for place in self.at.setup.places if self.mine(place.id) and place.resources is not None]
        poor = [
            place
            for place in own
            if place.id not in going
            and (self.at.holdings[place.id].resources or 0) <= POOR
            and any(group.hex == place.hex for group in self.own)
        ]
        rich = [place for place in own if (self.at.holdings[place.id].resources or 0) >= RICH]
        for goal in poor[:1]:
            near = sorted(rich, key=lambda one: (self.far(one.hex, goal.hex), one.id))
            start = next((one for one in near if self.reached(one.hex, goal.hex)), None)
            if start is not None:
                yield p.Convoy(points=3, start=start.id, goal=goal.id)
                going.add(goal.id)
        if self.months:
            yield from replenishing.fed_by_cities(self.at, self.side, going, self.far, self.reached)

    def spies(self) -> Iterator[p.Order]:
        """To within two hexes of the nearest enemies, and home with the news."""
        for spy in self.at.spies.values():
            others = self.strangers() if spy.seat == self.seat else []
            near = min(others, key=lambda g: (self.far(spy.hex, g.hex), g.id), default=None)
            if near is None:
                continue
            path = way(self.land, self.tables["campaign-terrain"], spy.hex, near.hex)
            if len(path) > 3:
                yield p.Scout(spy=spy.id, to=path[-3], back=True)
            else:
                yield p.Scout(spy=spy.id)

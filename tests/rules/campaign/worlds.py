"""Campaigns played by chance: orders of every kind for whoever is there, sensible or not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress

from rules.campaign import days, scenarios
from rules.campaign.guiscard import GUISCARD_CAMPAIGN
from rules.campaign.in_force import campaign_tables, land_of
from rules.campaign.plans import plan as p
from rules.campaign.plans.reading import Reader
from rules.campaign.sieges.record import conducts
from rules.core.dice import KeyedDice
from rules.events.base import Event
from rules.evolve import replay
from rules.orders.trouble import Misread
from rules.siege.plans.at_random import random_plan
from rules.state.campaign import Campaign, Founded, Group
from rules.state.table import Options

TABLES = campaign_tables()


def begun(scenario: str = "campaign-ofanto") -> Campaign:
    """A campaign before its first day."""
    found = scenarios.campaigns()[scenario]
    state = replay(scenarios.opened(found, GUISCARD_CAMPAIGN, Options(), "", {}))
    assert isinstance(state, Campaign)
    return state


def first_events(scenario: str = "campaign-ofanto") -> list[Event]:
    return scenarios.opened(scenarios.campaigns()[scenario], GUISCARD_CAMPAIGN, Options(), "", {})


def dice(seed: int, *chains: str) -> KeyedDice:
    key = seed.to_bytes(8, "big")
    return KeyedDice(key, {"umpire": key + b"u", **{chain: key + chain.encode() for chain in chains}})


def lines_played(
    seed: int, most: int = 30, scenario: str = "campaign-ofanto"
) -> Iterator[tuple[Campaign, list[Event]]]:
    """The state before each exchange, and what it brought."""
    at = begun(scenario)
    chance = random.Random(seed)
    for exchange in range(most):
        if at.outcome is not None:
            return
        plans = {seat.id: plan_by_chance(at, seat.id, chance) for seat in at.setup.seats}
        events = days.adjudicated(at, GUISCARD_CAMPAIGN, dice(1000 * seed + exchange), plans)
        before = at.copy()
        replay(events, at)
        yield before, events


def plan_by_chance(at: Campaign, seat: str, chance: random.Random) -> p.Plan:
    """Orders of every kind, many of them impossible."""
    by = _Chance(at, seat, chance)
    orders = [order for group in by.own for order in by.of_group(group)]
    orders += [*by.of_mercenaries(), *by.of_convoys(), *by.of_others()]
    chance.shuffle(orders)
    return p.Plan((*_besieging(at, seat, orders), *_conduct(at, seat)))


def _besieging(at: Campaign, seat: str, orders: list[p.Order]) -> Iterator[p.Order]:
    """Most besiegers stay where they are."""
    apart = random.Random(f"{seat}{at.day}")
    siege = {place.siege for place in at.places.values()}
    for order in orders:
        if not (isinstance(order, p.March) and order.group in siege and apart.random() < 0.8):
            yield order


def _conduct(at: Campaign, seat: str) -> Iterator[p.Order]:
    apart = random.Random(f"siege {seat}{at.day}")
    for place, siege in at.sieges.items():
        if conducts(at, place, seat):
            for line in random_plan(apart, siege.besieges(at.seat(seat).side)):
                with suppress(Misread):  # some are about what no campaign has
                    yield from Reader(at, seat).read(f"SIEGE {at.founded(place).name}: {line}")


class _Chance:
    """What a seat may order, and a chance."""

    def __init__(self, at: Campaign, seat: str, chance: random.Random) -> None:
        self.at = at
        self.seat = seat
        self.chance = chance
        side = at.seat(seat).side
        self.own = [g for g in at.groups.values() if g.seat == seat and not g.mercenaries]
        self.others = [g for g in at.groups.values() if g.side != side]
        self.places = list(at.setup.places)
        self.land = land_of(at)

    def often(self, share: float) -> bool:
        return self.chance.random() < share

    def near(self, group: Group) -> list[Founded]:
        return sorted(self.places, key=lambda one: self.land.distance(group.hex, one.hex))[:4]

    def meeting(self) -> p.Meeting:
        weaker: p.Cases = ((p.Term(p.Measure.STRONGER, most=-5),),)
        return p.Meeting(
            fight=self.chance.choice([None, p.ALWAYS, p.NEVER, ((p.Term(p.Measure.ODDS, least=90),),)]),
            refuse=self.chance.choice([None, None, p.NEVER, weaker, p.ALWAYS]),
            give_up=self.chance.choice([None, None, None, ((p.Term(p.Measure.STRONGER, most=-9),),)]),
        )

    def of_group(self, group: Group) -> Iterator[p.Order]:
        yield self._march(group)
        if self.often(0.5):
            verb = self.chance.choice([p.Attack, p.Summon, p.Besiege])
            yield verb(group=group.id, place=self.near(group)[0].id, text=f"{verb.__name__} {group.id}")
        if self.often(0.3):
            yield self._reform(group)
        if self.often(0.4):
            yield p.Recruit(group=group.id, kinds={"light infantry": 2, "peasant": 3}, text="recruit")
        if self.often(0.5):
            most, share = self.chance.choice([0, 20, 60]), self.often(0.7)
            yield p.Hire(group=group.id, most=most, share=share, text="hire")
        if self.often(0.3):
            yield p.Join(group=group.id, never=self.often(0.3))

    def _march(self, group: Group) -> p.Order:
        kind, meeting = self.chance.random(), self.meeting()
        if kind < 0.4:
            goal, road, avoid = self.chance.choice(self.near(group)).hex, self.often(0.5), self.often(0.2)
            return p.March(group=group.id, to=goal, road=road, avoid=avoid, meeting=meeting, text="march")
        if kind < 0.75 and self.others:
            toward = self.chance.choice(self.others).id
            return p.March(group=group.id, toward=toward, meeting=meeting, text="toward")
        if kind < 0.8:
            return p.March(group=group.id, to=self.chance.choice(list(self.land.hexes)), text="wild march")
        return p.Meet(group=group.id, meeting=meeting)

    def _reform(self, group: Group) -> p.Order:
        men = list(self.at.contents[group.id].men)
        names = tuple(self.chance.sample(men, min(len(men), self.chance.randrange(1, 5))))
        pick = p.Pick(names=names, number=self.chance.randrange(0, 4))
        place, other = self.chance.choice(self.places).id, self.chance.choice(self.own).id
        purse = self.chance.randrange(0, 6)
        return self.chance.choice(
            [
                p.Split(group=group.id, pick=pick, purse=purse, text="split"),
                p.Split(group=group.id, pick=p.Pick(number=4), text="split"),
                p.Merge(group=group.id, into=other, pick=self.chance.choice([None, pick]), text="merge"),
                p.Pass(group=group.id, into=other, halves=3, text="pass"),
                p.Garrison(place=place, group=group.id, pick=pick, text="garrison"),
                p.Garrison(place=place, least=8, text="garrison least"),
                p.Draw(place=place, group=group.id, pick=p.Pick(number=3), text="draw"),
                p.Lay(group=group.id, text="lay"),
            ]
        )

    def of_mercenaries(self) -> Iterator[p.Order]:
        for band in [g for g in self.at.groups.values() if g.mercenaries]:
            if self.own and self.often(0.5):
                yield p.Lure(band=band.id, group=self.chance.choice(self.own).id)
            if self.often(0.1):
                yield p.PayBand(band=band.id, text="pay")
            if self.often(0.3):
                yield p.Share(band=band.id, points=self.chance.randrange(0, 5))

    def of_convoys(self) -> Iterator[p.Order]:
        if self.often(0.6):
            a, b = self.chance.sample(self.places, 2)
            escort = self.chance.choice(self.own).id if self.own and self.often(0.3) else ""
            points = self.chance.randrange(1, 6)
            yield p.Convoy(points=points, start=a.id, goal=b.id, escort=escort, text="convoy")
        for convoy in self.at.convoys.values():
            if self.often(0.2):
                yield p.Send(convoy=convoy.id, goal=self.chance.choice(self.places).id, text="send")

    def of_others(self) -> Iterator[p.Order]:
        for spy in self.at.spies.values():
            if spy.seat == self.seat and self.often(0.6):
                goal = self.chance.choice([one.hex for one in (*self.places, *self.others)])
                yield p.Scout(spy=spy.id, to=goal, back=self.often(0.5), text="scout")
        for leader in self.at.captors:
            if self.often(0.3):
                yield p.Ransom(leader=leader, never=self.often(0.5), text="ransom")
        if self.often(0.4):
            yield p.Loot(points=self.chance.choice([None, 1, 3]))
        if self.often(0.5):
            yield p.Quiet(days=self.chance.randrange(1, 4))

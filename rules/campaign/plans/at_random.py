"""Orders made up at random: for games that look for faults, and for tests of the desk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Protocol

from rules.campaign.in_force import land_of
from rules.campaign.plans import plan as p
from rules.campaign.plans.names import Known
from rules.campaign.plans.reading import Reader
from rules.campaign.plans.writing import written
from rules.campaign.sieges.record import conducts
from rules.orders.trouble import Misread
from rules.siege.plans import at_random
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Founded, Group

BOARDS = (("forest", "defile", "orchard"), ("plain", "stubble"), ("town", "chapel", "plain"))
RECRUITS = (("light infantry", 2), ("peasant", 3))


class Chance(at_random.Chance, Protocol):
    """What is needed of random.Random: rules have no chance of their own."""

    def random(self) -> float: ...


def plan_by_chance(at: Campaign, seat: str, chance: Chance) -> p.Plan:
    """Orders of every kind, many of them impossible."""
    by = _Chance(at, seat, chance)
    orders = [order for group in by.own for order in by.of_group(group)]
    orders += [*by.of_mercenaries(), *by.of_convoys(), *by.of_others()]
    chance.shuffle(orders)
    return p.Plan((*_besieging(at, orders, chance), *_conduct(at, seat, chance)))


def _besieging(at: Campaign, orders: list[p.Order], chance: Chance) -> Iterator[p.Order]:
    """Most besiegers stay where they are."""
    siege = {place.siege for place in at.places.values()}
    for order in orders:
        if not (isinstance(order, p.March) and order.group in siege and chance.random() < 0.8):
            yield order


def _conduct(at: Campaign, seat: str, chance: Chance) -> Iterator[p.Order]:
    for place, siege in at.sieges.items():
        if conducts(at, place, seat):
            for line in at_random.random_plan(chance, siege.besieges(at.seat(seat).side)):
                with suppress(Misread):  # some are about what no campaign has
                    yield from Reader(at, seat).read(f"SIEGE {at.founded(place).name}: {line}")


class _Chance:
    """What a seat may order, and a chance."""

    def __init__(self, at: Campaign, seat: str, chance: Chance) -> None:
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
            yield p.Recruit(group=group.id, kinds=dict(RECRUITS), text="recruit")
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
                hexes = [*(place.hex for place in self.places), *(group.hex for group in self.others)]
                goal = self.chance.choice(hexes)
                yield p.Scout(spy=spy.id, to=goal, back=self.often(0.5), text="scout")
        for leader in self.at.captors:
            if self.often(0.3) and leader not in self.at.fates:
                yield p.Ransom(leader=leader, never=self.often(0.5), text="ransom")
        if self.often(0.4):
            yield p.Loot(points=self.chance.choice([None, 1, 3]))
        if self.often(0.3):
            ground, *names = self.chance.choice(BOARDS)
            yield p.Panels(ground=self.chance.choice(["", ground]), panels=tuple(names))
        if self.often(0.5):
            yield p.Quiet(days=self.chance.randrange(1, 4))


WRONG = (
    "MARCH", "MARCH to", "MARCH Zeus to Melfi", "MARCH n1 to Atlantis", "MARCH n1 to 9999",
    "MARCH b1 to b1", "MARCH n1 to n1", "MARCH Robert to Melfi, fight if 0 or more stronger, else",
    "HOLD dragons", "JOIN", "SPLIT", "SPLIT n1", "SPLIT n1: 900 men", "SPLIT n1: -3 men",
    "MERGE n1 into n1", "PASS 99999 D from n1 to n2", "GARRISON at least 8",
    "GARRISON Melfi at least 99999999999", "RECRUIT 0 knights with n1 in Melfi", "RECRUIT dragons",
    "HIRE m9", "HIRE mercenaries up to -1 D", "PAY", "SHARE all of it", "LURE m1",
    "CONVOY 99 from Melfi to Melfi", "CONVOY 3 from Nowhere to Melfi", "SEND nc9 to Melfi", "SPY",
    "SPY Zeus to Bari", "RANSOM", "RANSOM Zeus from his purse", "ATTACK", "SUMMON Olympus",
    "SIEGE Melfi with b1", "LOOT 9999999", "BARGAIN", "PANELS", "PANELS of gold",
    "PANELS moon: plain", "PANELS forest: castle", "QUIET 0", "QUIET 99", "QUIET", "no", "never",
    "IF dragons THEN HOLD", "☃ HOLD ☃", "HOLD " * 90, "MARCH n1 to Melfi via Melfi via Melfi via Melfi",
    "MEET n1: fight if odds 0 to 0", "CLEAR dragons", "TRY", "CLEAR", "TRY MARCH n1 to Melfi",
    "hello, who are you?",
)  # fmt: skip
"""Lines that hold something wrong, most of which cannot be read."""
SPOILT = 0.15
"""The share of lines in which somebody who plays at random makes a slip."""


def careless_orders(at: Campaign, seat: str, chance: Chance) -> list[str]:
    """Lines as somebody writes them who has read nothing: orders of every kind by what his seat knows, some
    of them spoilt, and some that were wrong from the start."""
    known = Known(at, seat)
    lines = [written(order, known) for order in plan_by_chance(at, seat, chance).orders]
    lines = [_spoilt(line, lines, chance) if chance.random() < SPOILT else line for line in lines]
    lines += chance.sample(WRONG, chance.randrange(0, 4))
    chance.shuffle(lines)
    return lines


def _spoilt(line: str, others: list[str], chance: Chance) -> str:
    """A word of it left out, written twice, cut short, or taken from another line."""
    words = line.split()
    place = chance.randrange(0, len(words))
    word = words[place]
    instead = chance.choice(
        ["", f"{word} {word}", word[1:], f"{word}?", chance.choice(chance.choice(others).split())]
    )
    return " ".join([*words[:place], instead, *words[place + 1 :]])

"""What a march comes to: its way, its days, and what its men eat."""

from __future__ import annotations

from rules.campaign import prisoners, supply
from rules.campaign.ahead import is_fighting
from rules.campaign.calendar import short_date
from rules.campaign.plans.checks.facts import Checked, Facts, cannot
from rules.campaign.plans.plan import (
    COMING,
    Hold,
    March,
    Meet,
)
from rules.campaign.routes import cost, days_to, way_by
from rules.campaign.today import all_ride
from rules.core.language import english, say, say_many
from rules.orders.trouble import Code
from rules.state.campaign_counters import HUNGRY, GroupId
from rules.state.figure import Hex


def march(facts: Facts, order: March) -> Checked:
    at, land = facts.at, facts.known.land
    if order.toward == order.group:
        return cannot(english("a group does not march to itself"), Code.WRONG_TARGET)
    goal = facts.hex_of(order.toward) if order.toward else order.to
    start = facts.hex_of(order.group)
    if not start or not goal:
        return Checked(note=english("that group is not on the map"))
    for one in (*order.via, goal):
        if cost(land, one, facts.terrain) is None:
            return cannot(english("nobody marches to {hex}: it is sea", hex=one), Code.HEX)
    free = way_by(land, facts.terrain, start, (*order.via, goal), frozenset(), order.road)
    if not free:
        return cannot(english("there is no way over land to {hex}", hex=facts.known.where(goal)), Code.HEX)
    barred = {h for centre, far in order.shun for h in land.hexes if land.distance(centre, h) <= far}
    if order.avoid:
        barred |= {
            g.hex
            for g in at.groups.values()
            if g.id != order.toward and not at.friendly(g.side, facts.known.side)
        }
    path = way_by(land, facts.terrain, start, (*order.via, goal), frozenset(barred), order.road)
    if not path:
        return Checked(note=english("there is no way around what it is to keep away from"))
    if start == goal:
        return Checked(note=english("they are there"))
    told = way(facts, order, path)
    if order.road and (cross := _across(facts, order, (*order.via, goal), frozenset(barred), path)):
        told = (*told[:2], cross, *told[2:])
    return Checked(note=_put_off(facts, order.group, goal), details=told)


def _put_off(facts: Facts, group: GroupId, goal: Hex) -> str:
    """That a group leads prisoners away before it goes anywhere else: it is too small to send some of its men
    with them (GUC-14.8a, RUL-1210); empty where it is not."""
    content = facts.at.contents.get(group)
    if content is None or not content.captives or prisoners.sends_off(content, facts.figure("escort")):
        return ""
    start = facts.hex_of(group)
    home = prisoners.jail(facts.at, facts.known.side, facts.known.land, facts.terrain, start)
    return prisoners.first_to(facts.at.place_in(home)) if home not in ("", start, goal) else ""


def _across(
    facts: Facts, order: March, stops: tuple[Hex, ...], barred: frozenset[Hex], path: tuple[Hex, ...]
) -> str:
    """That a march which keeps to roads would be there sooner without them; empty where it would not."""
    land, pace = facts.known.land, facts.pace(order.group)
    free = way_by(land, facts.terrain, path[0], stops, barred, road=False)
    days = days_to(land, facts.terrain, free, pace)
    if not free or days >= days_to(land, facts.terrain, path, pace):
        return ""
    return say_many("Without BY ROAD: {days} day.", "Without BY ROAD: {days} days.", days, days=days)


def way(facts: Facts, order: March, path: tuple[Hex, ...]) -> tuple[str, ...]:
    pace = facts.pace(order.group)
    days = days_to(facts.known.land, facts.terrain, path, pace)
    men = facts.men_of(order.group)
    steps, left = [facts.known.where(path[0])], pace
    for near in path[1:]:
        price = cost(facts.known.land, near, facts.terrain) or 0
        if price > left and len(steps) > 1:
            break
        left -= min(price, left)
        steps.append(f"{facts.known.where(near)} ({price})")
        if not left:
            break
    how = say("riders") if men and all_ride(men) else say("on foot")
    tomorrow = is_fighting(facts.at, order.group)  # who fights goes nowhere on that day (RUL-1306)
    there = facts.at.day + days - 1 + tomorrow
    told = [
        say_many(
            "{group} ({men} man, {how}, {pace} MP a day): {way}.",
            "{group} ({men} men, {how}, {pace} MP a day): {way}.",
            len(men),
            group=facts.known.called(order.group), men=len(men), how=how, pace=pace, way=" > ".join(steps),
        ),
        say_many(
            "{days} day: there on {date}.", "{days} days: there on {date}.", days, days=days,
            date=short_date(facts.at.setup, there),
        ),
    ]  # fmt: skip
    return (*told, *fed(facts, order.group, path[-1], days + tomorrow))


def fed(facts: Facts, group: GroupId, at: Hex, days: int) -> tuple[str, ...]:
    """What a group eats where it comes to, and what it lacks on the way; mercenaries with it eat for
    themselves (RUL-1289)."""
    comes = group.startswith(COMING)
    stack = () if comes else (group, *(band.id for band in facts.at.stacked(group)))
    sizes = [len(facts.at.content(one).men) for one in stack] or [len(facts.men_of(group))]
    wants = sum(supply.needed(men, facts.tables) for men in sizes)
    if not wants:
        return ()
    place = facts.at.place_in(at)
    told = []
    unfed = max((facts.at.content(one).unfed for one in stack), default=0)
    if days > 1 and unfed + days - 1 >= HUNGRY:
        told.append(
            say(
                "Without supply on the way for {days} mornings: weak before they are there.",
                days=unfed + days - 1,
            )
        )
    if place is not None and facts.known.ours(place.id):
        holding = facts.at.holdings[place.id]
        have = holding.resources
        if facts.at.places[place.id].siege:
            told.append(say("{place} is besieged and feeds nobody outside.", place=place.name))
        elif have is None:
            told.append(say("Fed in {place}: there is food without end there.", place=place.name))
        elif have >= wants:
            told.append(
                say_many(
                    "Fed in {place}: {points} point there, they eat {wants} a day.",
                    "Fed in {place}: {points} points there, they eat {wants} a day.",
                    have,
                    place=place.name,
                    points=have,
                    wants=wants,
                )
            )
        else:
            told.append(
                say_many(
                    "Not fed in {place}: {points} point there, they eat {wants} a day.",
                    "Not fed in {place}: {points} points there, they eat {wants} a day.",
                    have,
                    place=place.name,
                    points=have,
                    wants=wants,
                )
            )
    elif not any(convoy.hex == at and facts.known.own(convoy.side) for convoy in facts.at.convoys.values()):
        told.append(
            say_many(
                "No supply of yours is there: {men} man eats {wants} a day.",
                "No supply of yours is there: {men} men eat {wants} a day.",
                sum(sizes), men=sum(sizes), wants=wants,
            )
        )  # fmt: skip
    return tuple(told)


def meet(facts: Facts, order: Meet) -> Checked:
    """Which of two lines about meetings counts: a group's own before that of all, and what its march says
    before both."""
    known, plan = facts.known, facts.plan
    told = [
        say("{group} goes by a line of its own: {line}", group=known.called(march.group), line=march.text)
        for march in plan.of(March)
        if march.meeting is not None and order.group in ("", march.group) and not march.meeting.against
    ]
    told += [
        say("{group} goes by a line of its own: {line}", group=known.called(own.group), line=own.text)
        for own in plan.of(Meet)
        if own.group and not order.group and own.meeting.against == order.meeting.against
    ]
    return Checked(details=tuple(told))


def hold(facts: Facts, order: Hold) -> Checked:
    at = facts.hex_of(order.group)
    return Checked(details=fed(facts, order.group, at, 0))

"""What lines come to that divide and join groups, fill garrisons, and bring new men."""

from __future__ import annotations

from rules.campaign import cures
from rules.campaign.marking import foremost
from rules.campaign.picking import missing, picked
from rules.campaign.plans.checks.facts import Checked, Facts, cannot, whole
from rules.campaign.plans.counted import in_numbers, money, so_many
from rules.campaign.plans.plan import (
    COMING,
    Draw,
    Fetch,
    Garrison,
    Lay,
    March,
    Merge,
    Pass,
    Recruit,
    Split,
)
from rules.campaign.recruiting import to_be_had
from rules.core.language import english, say, say_many
from rules.orders.trouble import Code
from rules.state.campaign_counters import Kind


def split(facts: Facts, order: Split) -> Checked:
    if order.group.startswith(COMING):
        return Checked()
    pick = whole(order)
    if lacks := facts.lacking(order.group, pick, order):
        return lacks
    content = facts.at.content(order.group)
    men = picked(facts.at.in_group(order.group), pick, content.leader)
    least, left = facts.figure("least men"), len(content.men) - len(men)
    leads = order.leader or (content.leader if content.leader in men else foremost(facts.at, men))
    stays = foremost(facts.at, (name for name in content.men if name not in men))
    if not facts.changes(order.group, order) and (
        not men or not left or (len(men) < least and not leads) or (left < least and not stays)
    ):
        return cannot(english("each part needs {least} men, or a leader", least=least))
    if leads and leads == content.leader:
        name = facts.at.men[leads].name
        message = english("{name} stays with his group: name those who are to leave him", name=name)
        return cannot(message)
    note = facts.short_of_money(order.group, order.purse, order)
    told = say_many(
        "{men} man goes, {left} stay.", "{men} men go, {left} stay.", len(men), men=len(men), left=left
    )
    if order.leader and not foremost(facts.at, men):
        told += " " + say(
            "{name} has no prestige yet: nobody leads them.", name=facts.at.men[order.leader].name
        )
    return Checked(note=note, details=(told,))


def merge(facts: Facts, order: Merge) -> Checked:
    if order.group == order.into:
        return cannot(english("a group is not joined with itself"), Code.TWICE)
    if order.pick is not None and (lacks := facts.lacking(order.group, order.pick, order)):
        return lacks
    return Checked(note=facts.apart(order.group, order.into))


def pass_on(facts: Facts, order: Pass) -> Checked:
    if order.group == order.into:
        return cannot(english("a group is not joined with itself"), Code.TWICE)
    into = facts.at.groups.get(order.into)
    if into is not None and not facts.known.own(into.side):
        return cannot(english("{group} is not of your side", group=order.into), Code.NOT_YOURS)
    away = facts.apart(order.group, order.into)
    return Checked(note=away or facts.short_of_money(order.group, order.halves, order))


def garrison(facts: Facts, order: Garrison) -> Checked:
    if found := facts.not_ours(order.place):
        return found
    if order.pick is not None and (lacks := facts.lacking(order.group, order.pick, order)):
        return lacks
    have = len(facts.at.holdings[order.place].garrison)
    place = facts.at.founded(order.place)
    told = (
        say_many(
            "{men} man is in {place} now.", "{men} men are in {place} now.", have, men=have, place=place.name
        ),
    )
    if order.group and facts.hex_of(order.group) != place.hex:
        note = english("{group} is not in {place}", group=facts.known.called(order.group), place=place.name)
        return Checked(note=note, details=told)
    if facts.at.places[place.id].siege:
        return Checked(note=english("{place} is besieged", place=place.name), details=told)
    return Checked(details=told)


def draw(facts: Facts, order: Draw) -> Checked:
    if found := facts.not_ours(order.place):
        return found
    place, holding = facts.at.founded(order.place), facts.at.holdings[order.place]
    there = tuple(facts.at.men[name] for name in holding.garrison)
    if absent := missing(there, order.pick):
        return cannot(
            english("{men} too few are in the garrison of {place}", men=_men(absent[0]), place=place.name)
            if absent[0] not in facts.at.men
            else facts.where_is(absent[0]),
            Code.CANNOT_ACT,
        )
    least = facts.figure("garrison least") if place.kind is Kind.CASTLE else 0
    if len(there) - len(picked(there, order.pick)) < least:
        return cannot(english("at least {least} must stay in the castle", least=least))
    if facts.at.places[order.place].siege:
        return Checked(note=english("{place} is besieged", place=place.name))
    if facts.hex_of(order.group) != place.hex:
        return Checked(
            note=english("{group} is not in {place}", group=facts.known.called(order.group), place=place.name)
        )
    return Checked()


def _men(absent: str) -> str:
    """What picking.missing says of men who are not named, in words."""
    number, _, kind = absent.partition(" ")
    return so_many(int(number), kind)


def lay(facts: Facts, order: Lay) -> Checked:
    if not any(man.wounded for man in facts.men_of(order.group)):
        return Checked(note=english("nobody in it is wounded"))
    place = facts.at.place_in(facts.hex_of(order.group))
    if place is None or not facts.known.ours(place.id):
        return Checked(note=english("it is in no place of your side"))
    if facts.at.places[place.id].siege:
        return Checked(note=english("{place} is besieged", place=place.name))
    least = facts.figure("least men")
    sound = [man.id for man in facts.men_of(order.group) if not man.wounded]
    if not facts.changes(order.group, order) and cures.too_few_stay(facts.at, sound, least):
        return Checked(note=cures.few_stay(least))
    return Checked()


def fetch(facts: Facts, order: Fetch) -> Checked:
    if order.place and (found := facts.not_ours(order.place)):
        return found
    return Checked()


def recruit(facts: Facts, order: Recruit) -> Checked:
    prices = facts.tables["campaign-prices"]
    had = [kind for kind in facts.tables["campaign-recruits"].columns if kind != "resources"]
    for kind in order.kinds:
        if kind not in had or not prices.has(kind):
            return cannot(
                english(
                    "no {kind} is to be recruited: {kinds}",
                    kind=kind,
                    kinds=", ".join(had),
                ),
                Code.EXPECTED,
            )
    fee = facts.fee(order)
    told = [say("They cost {money}.", money=money(fee))]
    note = facts.short_of_money(order.group, fee, order)
    if not order.group.startswith(COMING) and not facts.at.content(order.group).leader:
        note = english("only a leader recruits")
    place = facts.at.place_in(facts.hex_of(order.group))
    march = next((m for m in facts.plan.of(March) if m.group == order.group and m.to), None)
    if march is not None and (goal := facts.at.place_in(march.to)) is not None and goal is not place:
        place = goal
        told.append(say("As soon as {group} is there.", group=facts.known.called(order.group)))
    if place is None:
        note = note or english("{group} is in no settlement", group=facts.known.called(order.group))
    elif not facts.known.ours(place.id):
        told.append(
            say(
                "{place} is not of your side: men come if a test of {group} against them gives {most} or "
                "less.",
                place=place.name,
                group=facts.known.called(order.group),
                most=facts.tables["campaign-figures"].number("pragmatic up to", "value"),
            )
        )
    elif facts.known.ours(place.id):
        there = to_be_had(facts.at, place.id, facts.tables)
        told.append(
            say(
                "To be had in {place}: {kinds}.",
                place=place.name,
                kinds=in_numbers(there),
            )
        )
        rests = facts.at.holdings[place.id].rests
        if rests >= facts.at.day:
            note = note or english(
                "nobody is to be had in {place} before day {day}", place=place.name, day=rests + 1
            )
    return Checked(note=note, details=tuple(told))

"""What lines come to about mercenaries, convoys, spies and ransoms."""

from __future__ import annotations

from rules.campaign.calendar import short_date
from rules.campaign.convoys import no_more_than
from rules.campaign.plans.checks.facts import Checked, Facts, cannot
from rules.campaign.plans.counted import money
from rules.campaign.plans.plan import (
    Convoy,
    Hire,
    Lure,
    March,
    PayBand,
    Ransom,
    Scout,
    Send,
    Share,
)
from rules.campaign.routes import cost, days_to, way_by
from rules.core.language import english, say, say_many
from rules.orders.trouble import Code


def hire(facts: Facts, order: Hire) -> Checked:
    if order.band and facts.known.own(facts.at.groups[order.band].side):
        return Checked(note=english("{band} serve your side already", band=order.band))
    each = facts.price("mercenary")
    told = [say("A man costs {money}.", money=money(each))]
    seen = facts.at.seen.get(facts.known.side, {}).get(order.band)
    if seen is not None:
        told.append(
            say_many(
                "{band}: {men} man when last seen, {money} in all.",
                "{band}: {men} men when last seen, {money} in all.",
                seen.men,
                band=order.band,
                men=seen.men,
                money=money(each * seen.men),
            )
        )
    if order.group and order.most is not None and order.most > facts.purse_of(order.group):
        purse = money(facts.purse_of(order.group))
        return Checked(
            note=english("{group} has {purse}", group=facts.known.called(order.group), purse=purse),
            details=tuple(told),
        )
    return Checked(details=tuple(told))


def pay(facts: Facts, order: PayBand) -> Checked:
    band = facts.at.groups[order.band]
    service = facts.at.bands.get(order.band) if facts.known.own(band.side) else None
    if service is None or band.seat != facts.known.seat or service.paid:
        return cannot(english("{band} serve you for no promise", band=order.band), Code.NOT_YOURS)
    fee = facts.price("mercenary") * len(facts.at.content(order.band).men)
    return Checked(
        note=facts.short_of_money(band.under, fee, order),
        details=(say("They cost {money}.", money=money(fee)),),
    )


def share(facts: Facts, order: Share) -> Checked:
    if order.band and facts.at.groups[order.band].seat != facts.known.seat:
        return cannot(english("{band} serve you for no promise", band=order.band), Code.NOT_YOURS)
    return Checked()


def lure(facts: Facts, order: Lure) -> Checked:
    if facts.at.groups[order.band].side:
        return cannot(english("{band} are in somebody's service", band=order.band), Code.WRONG_TARGET)
    return Checked()


def convoy(facts: Facts, order: Convoy) -> Checked:
    if order.start == order.goal:
        return cannot(english("a convoy goes from a place to another"), Code.TWICE)
    for place in (order.start, order.goal):
        if found := facts.not_ours(place):
            return found
    load = facts.figure("convoy load")
    if not 1 <= order.points <= load:
        return cannot(english("a convoy carries 1 to {load} points", load=load))
    have = facts.at.holdings[order.start].resources
    start, goal = facts.at.founded(order.start), facts.at.founded(order.goal)
    path = way_by(facts.known.land, facts.terrain, start.hex, (goal.hex,), frozenset(), False)
    if not path:
        return cannot(english("there is no way over land to {hex}", hex=goal.name), Code.HEX)
    pace = facts.pace(order.escort) if order.escort else max(facts.figure("move convoy") + facts.at.season, 1)
    days = days_to(facts.known.land, facts.terrain, path, min(pace, facts.figure("move convoy")))
    told = [
        say_many("{days} day: there on {date}.", "{days} days: there on {date}.", days, days=days,
                 date=short_date(facts.at.setup, facts.at.day + days - 1)),
    ]  # fmt: skip
    note = ""
    if have is not None:
        others = sum(
            c.points for c in facts.plan.of(Convoy) if c.start == order.start and c.text != order.text
        )
        if order.points > have:
            note = no_more_than(start.name, have)
        elif order.points + others > have:
            note = english(
                "{place} has {points} points, and other convoys take {others}",
                place=start.name,
                points=have,
                others=others,
            )
        told.append(
            say_many(
                "{points} point stays in {place}.",
                "{points} points stay in {place}.",
                stays := max(have - order.points - others, 0),
                points=stays,
                place=start.name,
            )
        )
    if facts.at.places[order.start].siege:
        note = english("{place} is besieged", place=start.name)
    if order.escort:
        if facts.hex_of(order.escort) != start.hex:
            note = note or english(
                "{group} is not in {place}", group=facts.known.called(order.escort), place=start.name
            )
        elif not any(m.group == order.escort for m in facts.plan.of(March)):
            told.append(
                say(
                    "It goes where {group} goes: MARCH {group} to {place}.",
                    group=facts.known.called(order.escort),
                    place=goal.name,
                )
            )
    return Checked(note=note, details=tuple(told))


def send(facts: Facts, order: Send) -> Checked:
    if order.goal and (found := facts.not_ours(order.goal)):
        return found
    if order.escort and facts.hex_of(order.escort) != facts.at.convoys[order.convoy].hex:
        return Checked(note=english("the group is not with the convoy"))
    return Checked()


def scout(facts: Facts, order: Scout) -> Checked:
    if not order.to:
        return Checked()
    if cost(facts.known.land, order.to, facts.terrain) is None:
        return cannot(english("nobody marches to {hex}: it is sea", hex=order.to), Code.HEX)
    path = way_by(
        facts.known.land, facts.terrain, facts.at.spies[order.spy].hex, (order.to,), frozenset(), False
    )
    if not path:
        return cannot(
            english("there is no way over land to {hex}", hex=facts.known.where(order.to)), Code.HEX
        )
    days = days_to(facts.known.land, facts.terrain, path, max(facts.figure("move spy") + facts.at.season, 1))
    date = short_date(facts.at.setup, facts.at.day + max(days, 1) - 1)
    return Checked(
        details=(
            say_many(
                "{days} day: there on {date}.",
                "{days} days: there on {date}.",
                days,
                days=days,
                date=date,
            ),
        )
    )


def ransom(facts: Facts, order: Ransom) -> Checked:
    man = facts.at.men[order.leader]
    if order.leader not in facts.at.prestige:
        return cannot(
            english("{name} is no leader: nobody asks a ransom for him", name=man.name), Code.WRONG_TARGET
        )
    fee = facts.at.prestige[order.leader] * facts.price("prestige of a ransom")
    told = (say("He costs {money}.", money=money(fee)),)
    if order.leader not in facts.at.captors:
        return Checked(
            note=english("{name} is no prisoner: it waits until he is one", name=man.name), details=told
        )
    if order.place and (found := facts.not_ours(order.place)):
        return found
    note = ""
    if order.group:
        note = facts.short_of_money(order.group, fee, order)
    elif order.place and facts.at.places[order.place].siege:
        note = english("{place} is besieged", place=facts.place_name(order.place))
    elif order.place and facts.at.holdings[order.place].purse < fee:
        note = english(
            "{group} has {purse}",
            group=facts.place_name(order.place),
            purse=money(facts.at.holdings[order.place].purse),
        )
    return Checked(note="" if order.never else note, details=told)

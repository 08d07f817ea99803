"""What lines come to about places of others, and about capitulation."""

from __future__ import annotations

from rules.campaign.plans.checks.facts import Checked, Facts, cannot
from rules.campaign.plans.plan import (
    Attack,
    Bargain,
    Besiege,
    Conduct,
    March,
    Summon,
)
from rules.campaign.plans.terms import can_hold
from rules.campaign.sieges.page import page_of
from rules.campaign.sieges.record import awaited, conducts
from rules.core.language import english, say
from rules.orders.trouble import Code
from rules.siege.plans.choosing import why_not
from rules.siege.plans.reading import plan_from
from rules.state.campaign_counters import Kind


def of_others(facts: Facts, order: Attack | Summon | Besiege) -> Checked:
    """No city is attacked (GUC-13.5), none capitulates without a siege (GUC-15.3a)."""
    place = facts.at.founded(order.place)
    side = facts.at.places[order.place].side
    if facts.at.friendly(side, facts.known.side):
        return cannot(english("{place} is of your own side", place=place.name), Code.WRONG_TARGET)
    if isinstance(order, Attack) and place.kind is Kind.CITY:
        return cannot(english("a city is too large to be attacked"))
    if isinstance(order, Summon) and place.kind is Kind.CITY:
        return cannot(english("a city does not bargain without a siege: SIEGE {place}", place=place.name))
    if isinstance(order, Attack) and not can_hold(order.terms, facts.at.day, facts.at.setup.last_day):
        return Checked(note=english("what it hangs on can no longer come true, on any day"))
    group = facts.known.called(order.group)
    if facts.hex_of(order.group) == place.hex:
        away = next((m for m in facts.plan.of(March) if m.group == order.group and m.to != place.hex), None)
        return Checked(
            note=english("{group} marches away first: {line}", group=group, line=away.text) if away else ""
        )
    if any(march.group == order.group and march.to == place.hex for march in facts.plan.of(March)):
        return Checked(details=(say("As soon as {group} is there.", group=group),))
    told = say("It stands until they are there: MARCH {group} to {place}.", group=group, place=place.name)
    return Checked(note=english("{group} is not in {place}", group=group, place=place.name), details=(told,))


def conduct(facts: Facts, order: Conduct) -> Checked:
    """It may be planned before there is a siege."""
    at, seat, place = facts.at, facts.known.seat, facts.at.founded(order.place)
    side = conducts(at, place.id, seat)
    if not side:
        return Checked(note=english("you have no part in a siege of {place} yet", place=place.name))
    siege = awaited(at, place.id)
    page = page_of(siege)
    plan = plan_from(siege, side, (order.line,), page)
    whys = (why_not(siege, page, facts.tables, side, line.acts) for line in plan.lines)
    return Checked(note=next(whys, ""))


def bargain(facts: Facts, order: Bargain) -> Checked:
    return facts.not_ours(order.place) or Checked()

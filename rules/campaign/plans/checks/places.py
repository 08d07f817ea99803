"""What lines come to about places of others, and about capitulation."""

from __future__ import annotations

from rules.campaign.plans.checks.facts import Checked, Facts, cannot
from rules.campaign.plans.plan import (
    Attack,
    Bargain,
    Besiege,
    March,
    Summon,
)
from rules.core.language import english, say
from rules.orders.trouble import Code
from rules.state.campaign import Kind


def of_others(facts: Facts, order: Attack | Summon | Besiege) -> Checked:
    place = facts.at.founded(order.place)
    side = facts.at.places[order.place].side
    if facts.at.friendly(side, facts.known.side):
        return cannot(english("{place} is of your own side", place=place.name), Code.WRONG_TARGET)
    if isinstance(order, Attack) and place.kind is Kind.CITY:
        return cannot(english("a city is too large to be attacked"))
    if facts.hex_of(order.group) == place.hex:
        return Checked()
    group = facts.known.called(order.group)
    if any(march.group == order.group and march.to == place.hex for march in facts.plan.of(March)):
        return Checked(details=(say("As soon as {group} is there.", group=group),))
    told = say("It stands until they are there: MARCH {group} to {place}.", group=group, place=place.name)
    return Checked(note=english("{group} is not in {place}", group=group, place=place.name), details=(told,))


def bargain(facts: Facts, order: Bargain) -> Checked:
    return facts.not_ours(order.place) or Checked()

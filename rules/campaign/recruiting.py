"""New men for money: light infantry and peasants (GUC-12.1)."""

from __future__ import annotations

from rules.campaign import groups
from rules.campaign.levies import townsmen
from rules.campaign.meeting import Party, party
from rules.campaign.muster import joining
from rules.campaign.plans.plan import Recruit
from rules.campaign.today import Today
from rules.core.language import english
from rules.core.tables import Tables
from rules.events.campaign import MenJoined, PlaceRests
from rules.state.campaign import Campaign, Founded, Group, PlaceId

RULE = "GUC-12.1"


def to_be_had(at: Campaign, place: PlaceId, tables: Tables) -> dict[str, int]:
    """How many of each kind a place has for recruiting, by its resources (GUC-12.1)."""
    resources = at.holdings[place].resources
    row = tables["campaign-recruits"].row("city" if resources is None else resources)
    return {kind: int(number) for kind, number in row.items() if kind != "resources"}


def inhabitants(at: Campaign, place: PlaceId, tables: Tables) -> int:
    """The men of a place who would fight for it: those who would take up arms (GUC-13.6a), its garrison, the
    wounded in it, and the groups of its side that are there."""
    holding = at.holdings[place]
    bound = len(townsmen(at, place, tables)) + len(holding.garrison) + len(holding.patients)
    here = [group for group in at.groups_in(at.founded(place).hex) if group.side == at.places[place].side]
    return bound + sum(len(at.content(group.id).men) for group in here)


def welcome(today: Today, group: Group, place: Founded) -> bool:
    """Whether a group may recruit in a place: where its faction rules, or, elsewhere, if its own hostility,
    tested against the men of the place, is 4 or less (GUC-12.1)."""
    at = today.at
    if at.places[place.id].side == group.side:
        return True
    there = Party("", "", 0, 0, inhabitants(at, place.id, today.tables))
    tested = today.page.weigh(today.tables, party(at, group), there)
    return tested.total <= today.figure("pragmatic up to")


def recruit(today: Today, group: Group) -> None:
    """What a leader orders where he is, as far as place and purse reach; a place rests afterwards
    (GUC-12.1)."""
    for order in today.orders(group.seat, Recruit):
        if order.group != group.id:
            continue
        why = _recruit(today, group, order)
        if why is None:
            continue
        if why:
            today.failed(group.seat, order, RULE, why)
        else:
            today.line_done(group.seat, order)


def _recruit(today: Today, group: Group, order: Recruit) -> str | None:
    """Why not; empty where it is done, None where it is not the place for it yet."""
    at = today.at
    place = at.place_in(group.hex)
    if place is None:
        return None
    if not at.content(group.id).leader:
        return english("only a leader recruits")
    holding = at.holdings[place.id]
    if at.places[place.id].siege:
        return english("{place} is besieged", place=place.name)
    if holding.rests >= at.day:
        return english(
            "nobody is to be had in {place} before day {day}", place=place.name, day=holding.rests + 1
        )
    if not welcome(today, group, place):
        return english("{place} is not of your side, and you look like war", place=place.name)
    there, kinds, costs = to_be_had(at, place.id, today.tables), [], 0
    purse = at.content(group.id).purse
    for kind, number in order.kinds.items():
        each = today.price(kind)
        many = min(number, there.get(kind, 0), (purse - costs) // each)
        kinds += [kind] * many
        costs += many * each
    if not kinds:
        return english("nobody comes: {place} has too little, or the purse", place=place.name)
    letter = at.setup.factions[group.side]
    men = joining(at, kinds, letter, group.side, group.seat)
    today.pay(-costs, "recruits", group=group.id)
    today.record(MenJoined(to=today.of(group.side), men=men, group=group.id, cause="recruited"))
    owner = at.places[place.id].side
    rests = at.day + today.tables["campaign-house"].number("recruiting rests", "value")
    today.record(PlaceRests(to=today.of(owner), place=place.id, until=rests))
    groups.mark(today, group.id)
    return ""

"""New men for money: light infantry and peasants (GUC-12.1)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.campaign import groups
from rules.campaign.levies import townsmen
from rules.campaign.meeting import Party, party
from rules.campaign.muster import joining
from rules.campaign.plans.counted import in_numbers
from rules.campaign.plans.plan import Recruit
from rules.campaign.today import Today
from rules.core.language import english
from rules.core.tables import Tables
from rules.events.campaign_secrets import MenJoined, PlaceRests
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Founded, Group, PlaceId

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
    side = at.places[place].side
    here = [group for group in at.groups_in(at.founded(place).hex) if side and group.side == side]
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
        place = today.at.place_in(group.hex)
        if place is None:
            continue  # it is not the place for it yet
        if why := _why_not(today, group, place):
            today.failed(group.seat, order, RULE, why)
            continue
        kinds = _who_comes(today, group, place, order)
        if not kinds:
            why = english(
                "nobody comes: {place} has nobody to spare, or the purse is too small", place=place.name
            )
            today.failed(group.seat, order, RULE, why)
            continue
        lacks = _lacks(today, place, order, kinds)
        _join(today, group, place, kinds)
        today.line_done(group.seat, order, lacks)


def _why_not(today: Today, group: Group, place: Founded) -> str:
    at = today.at
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
    return ""


def _who_comes(today: Today, group: Group, place: Founded, order: Recruit) -> dict[str, int]:
    """As many of each kind as are wanted, are there, and are paid for."""
    there, left = to_be_had(today.at, place.id, today.tables), today.at.content(group.id).purse
    found = {}
    for kind, number in order.kinds.items():
        each = today.price(kind)
        many = min(number, there.get(kind, 0), left // each)
        left -= many * each
        if many:
            found[kind] = many
    return found


def _lacks(today: Today, place: Founded, order: Recruit, came: Mapping[str, int]) -> str:
    """Of whom fewer came than were wanted, and why; empty where all did."""
    if all(came.get(kind, 0) == number for kind, number in order.kinds.items()):
        return ""
    there = to_be_had(today.at, place.id, today.tables)
    men = in_numbers(came)
    if any(number > there.get(kind, 0) for kind, number in order.kinds.items()):
        return english("{men} came: {place} has no more", men=men, place=place.name)
    return english("{men} came: the purse pays for no more", men=men)


def _join(today: Today, group: Group, place: Founded, kinds: Mapping[str, int]) -> None:
    at = today.at
    letter = at.setup.factions[group.side]
    names = [kind for kind, number in kinds.items() for _ in range(number)]
    men = joining(at, names, letter, group.side, group.seat, place.name)
    today.pay(-sum(today.price(kind) for kind in names), "recruits", group=group.id)
    today.record(MenJoined(to=today.of(group.side), men=men, group=group.id, cause="recruited"))
    owner = at.places[place.id].side
    rests = at.day + today.tables["campaign-house"].number("recruiting rests", "value")
    today.record(PlaceRests(to=today.of(owner), place=place.id, until=rests))
    groups.mark(today, group.id)

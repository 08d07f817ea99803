"""The supply check (GUC-8.4a, GUC-8.4b)."""

from __future__ import annotations

from rules.campaign.today import Today
from rules.core.tables import Tables
from rules.events.campaign_secrets import ConvoyLoaded, GroupFed, ResourcesChanged
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Convoy, Group, PlaceId


def needed(men: int, tables: Tables) -> int:
    """Points a day: none for fewer than 10, one for fewer than 20, else two (GUC-8.4a)."""
    figures = tables["campaign-figures"]
    if men < figures.number("feeds from", "value"):
        return 0
    return 1 if men < figures.number("feeds double from", "value") else 2


def in_turn(at: Campaign) -> list[Group]:
    """In which order groups are fed where there is not enough for all: by prestige, then size (RUL-1206)."""
    fed = [group for group in at.groups.values() if group.side]
    return sorted(fed, key=lambda g: (-at.prestige_of(g.id), -len(at.content(g.id).men), g.id))


def larder(at: Campaign, group: Group) -> PlaceId:
    """The place that feeds a group where it is: of its side and not besieged, for such a one feeds nobody
    outside of it; "" without one (GUC-8.4a)."""
    place = at.place_in(group.hex)
    held = at.places[place.id] if place is not None else None
    return held.id if held is not None and held.side == group.side and not held.siege else ""


def convoys(at: Campaign, group: Group) -> tuple[Convoy, ...]:
    """The convoys that feed a group where it is, behind a place (GUC-8.4a)."""
    return tuple(one for one in at.convoys.values() if one.hex == group.hex and one.side == group.side)


def check(today: Today) -> None:
    """Every group of ten or more takes what it needs for the day from a place of its side in its hex, a
    village too (RUL-1337), else from its convoys there; nothing is kept for another day. Who finds less than
    he needs takes that, and is not fully supplied (RUL-1206)."""
    for group in filter(lambda group: today.acts(group.id), in_turn(today.at)):
        _feed(today, group)


def _feed(today: Today, group: Group) -> None:
    at = today.at
    content = at.content(group.id)
    wants = needed(len(content.men), today.tables)
    if not wants:
        if content.unfed:
            today.record(GroupFed(to=today.of(group.side), group=group.id, needed=0, points=0, unfed=0))
        return
    place = larder(at, group)
    found = _from_place(today, place, wants) if place else 0
    source, convoy = place if found else "", ""
    for one in convoys(at, group):
        if found < wants:
            taken = min(at.loads[one.id], wants - found)
            if taken:
                left = at.loads[one.id] - taken
                today.record(ConvoyLoaded(to=today.of(one.side), convoy=one.id, points=left, cause="eaten"))
                found, convoy = found + taken, one.id
    today.record(
        GroupFed(
            to=today.of(group.side),
            group=group.id,
            needed=wants,
            points=found,
            unfed=0 if found >= wants else content.unfed + 1,
            place=source,
            convoy=convoy,
        )
    )


def _from_place(today: Today, place: PlaceId, wants: int) -> int:
    """A city has no end of it (GUC-5.1c)."""
    holding = today.at.holdings[place]
    if holding.resources is None:
        return wants
    taken = min(holding.resources, wants)
    if taken:
        side = today.at.places[place].side
        today.record(ResourcesChanged(to=today.of(side), place=place, by=-taken, cause="supply"))
    return taken

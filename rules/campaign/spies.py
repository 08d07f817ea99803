"""Spies: where they go, what they see, when they tell it, and when they are caught (GUC-10)."""

from __future__ import annotations

from rules.campaign.ahead import of_spy
from rules.campaign.meeting import sighting
from rules.campaign.plans.plan import Scout
from rules.campaign.routes import cost, nearest, way
from rules.campaign.today import Today
from rules.core.language import english
from rules.events.campaign import SpyMoved, SpyTested
from rules.events.campaign_secrets import GroupSeen, SpySaw, SpyTold
from rules.state.campaign_counters import Group, Kind, Spy, SpyId
from rules.state.figure import Hex


def go(today: Today, waiting: frozenset[str] = frozenset()) -> None:
    """Every spy goes as he was told, five MP a day; without orders he stays. Whoever carries news and has no
    orders goes to the nearest group of his side (GUC-10a, GUC-10b). ``waiting``: the counters that do not go
    yet."""
    for name in list(today.at.spies):
        if of_spy(name) not in waiting and of_spy(name) not in today.went:
            today.went.add(of_spy(name))
            _go(today, name)


def _go(today: Today, name: SpyId) -> None:
    at = today.at
    spy = at.spies[name]
    order = next((o for seat, o in today.every(Scout) if o.spy == name and seat == spy.seat), None)
    if order is not None and order.to:
        goal = order.to
    else:
        goal = _friends(today, spy) if order is not None or name in at.carried else ""
    whole = left = max(today.figure("move spy") + at.season, 1)
    see(today, name)
    while goal and name in at.spies and left > 0 and at.spies[name].hex != goal:
        path = way(today.land, today.terrain, at.spies[name].hex, goal)
        if len(path) < 2:
            break
        price = cost(today.land, path[1], today.terrain) or 0
        if price > left and left < whole:
            break
        left -= min(price, left)
        today.record(SpyMoved(name, (path[0], path[1])))
        _enters(today, name)
    if name in at.spies and order is not None and at.spies[name].hex == goal:
        waits = order.to and order.back and name not in at.carried
        lacks = english("he has seen nobody there, and waits for orders") if waits else ""
        today.line_done(spy.seat, order, lacks)


def _friends(today: Today, spy: Spy) -> Hex:
    own = {group.hex for group in today.at.groups_of(spy.side)}
    return nearest(today.land, today.terrain, spy.hex, own.__contains__)


def _enters(today: Today, name: SpyId) -> None:
    """Into a hex: groups of others may discover him, each with the mercenaries under it once, his own are
    told; then he looks round."""
    at = today.at
    for group in at.groups_in(at.spies[name].hex):
        if name in at.spies and _strange(today, group, at.spies[name]):
            test(today, name, group)
    if name in at.spies:
        see(today, name)


def _strange(today: Today, group: Group, spy: Spy) -> bool:
    """Whether it is a group of others; mercenaries are of the one under whose counter they are."""
    return bool(group.side) and not group.under and not today.at.friendly(group.side, spy.side)


def see(today: Today, name: SpyId) -> None:
    """All groups of others within two hexes, as they are at that moment, mercenaries with their employers
    (GUC-10a, GUC-12.2c); then he tells what he knows to whomever of his side he has met."""
    at = today.at
    spy = at.spies[name]
    for group in at.groups.values():
        near = today.land.distance(spy.hex, group.hex) <= today.figure("spy range")
        if near and _strange(today, group, spy):
            shown = sighting(at, group, name)
            if at.carried.get(name, {}).get(group.id) != shown:
                today.record(SpySaw(name, group.id, shown))
    tell(today, name)


def tell(today: Today, name: SpyId) -> None:
    """He tells the first leader or group of his side that he meets; newer news is not replaced by older."""
    at = today.at
    spy = at.spies[name]
    if name not in at.carried or not any(group.side == spy.side for group in at.groups_in(spy.hex)):
        return
    to = today.of(spy.side)
    for group, shown in at.carried[name].items():
        known = at.seen.get(spy.side, {}).get(group)
        if group in at.groups and (known is None or known.day <= shown.day):
            today.record(GroupSeen(to=to, side=spy.side, group=group, sighting=shown))
    today.record(SpyTold(to=to, spy=name))


def test(today: Today, name: SpyId, group: Group) -> None:
    """A spy and a group of others in one hex: 1D10, +2 in a settlement, +4 in a city; up to 5 he is caught
    (GUC-10c). Once for each time that they meet (RUL-1325)."""
    at = today.at
    place = at.place_in(at.spies[name].hex)
    modifier = 0
    if place is not None:
        modifier = today.figure("spy city" if place.kind is Kind.CITY else "spy settlement")
    die = today.roll("GUC-10c", name, group.id)
    caught = die + modifier <= today.figure("spy caught up to")
    today.record(SpyTested(name, group.id, die, modifier, caught))


def met(today: Today, group: Group) -> None:
    """A group enters a hex: spies of others who are there are tested, those of its own side tell it their
    news."""
    at = today.at
    for spy in [spy for spy in at.spies.values() if spy.hex == group.hex and today.meets(of_spy(spy.id))]:
        if spy.side == group.side:
            tell(today, spy.id)
        elif not at.friendly(spy.side, group.side):
            test(today, spy.id, group)

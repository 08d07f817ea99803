"""Supply convoys: made, loaded, led, bought from and taken (GUC-11, GUC-13.4)."""

from __future__ import annotations

from rules.campaign import supply
from rules.campaign.plans.plan import Convoy as NewConvoy
from rules.campaign.plans.plan import Send
from rules.campaign.routes import cost, way
from rules.campaign.today import Today
from rules.core.language import english
from rules.events.campaign import ConvoyFormed, ConvoyGone, ConvoyMoved, ConvoyTaken, GroupGone
from rules.events.campaign_secrets import ConvoyLoaded, GroupFed, ResourcesChanged
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Convoy, Founded, Group, GroupId, PlaceId
from rules.state.figure import Hex, SeatId


def transfers(today: Today) -> None:
    """The fourth step: whoever is at its goal is unloaded, then new ones are made (GUC-6a, GUC-11a,
    GUC-11b)."""
    for convoy in list(today.at.convoys.values()):
        if today.acts(convoy.id):
            _unload(today, convoy)
    for seat, send in list(today.every(Send)):
        if today.may_do(send):
            redirect(today, seat, send)
    for seat, order in list(today.every(NewConvoy)):
        if not today.may_do(order):
            continue
        if why := make(today, seat, order):
            today.failed(seat, order, "GUC-11a", why)
        else:
            today.line_done(seat, order)


def _unload(today: Today, convoy: Convoy) -> None:
    """All that it carries, as far as the place has room for it (ten points); then its animals stay there.
    What is left waits with it for another day (GUC-11b, RUL-1228)."""
    at = today.at
    goal = at.founded(convoy.goal)
    place = at.places[convoy.goal]
    if convoy.hex != goal.hex or place.siege or not convoy.side or place.side != convoy.side:
        return
    resources = at.holdings[place.id].resources
    load = at.loads[convoy.id]
    points = load if resources is None else min(load, max(today.figure("most resources") - resources, 0))
    if points and resources is not None:
        today.record(ResourcesChanged(to=today.of(place.side), place=place.id, by=points, cause="convoy"))
    if points == load:
        today.record(ConvoyGone(convoy.id, "unloaded"))
    elif points:
        to = today.of(convoy.side)
        today.record(ConvoyLoaded(to=to, convoy=convoy.id, points=load - points, cause="unloaded"))


def make(today: Today, seat: SeatId, order: NewConvoy) -> str:
    """In a place of its own side, a village too, that has the points, which are taken off there (GUC-11a,
    GUC-11b, RUL-1298). None is made for a group that is not there to go with it (RUL-1321)."""
    at = today.at
    side = at.seat(seat).side
    place = at.places[order.start]
    if place.side != side:
        return english("{place} is not of your side", place=at.founded(place.id).name)
    if place.siege:
        return english("{place} is besieged", place=at.founded(place.id).name)
    holding = at.holdings[place.id]
    points = min(order.points, today.figure("convoy load"))
    if holding.resources is not None and holding.resources < points:
        return no_more_than(at.founded(place.id).name, holding.resources)
    where = at.founded(place.id).hex
    escort = _escort(today, seat, order.escort, where)
    if order.escort and not escort:
        return english("the group is not in that place")
    letter = f"{at.setup.factions[side].lower()}c"
    number = at.counters.get(letter, 0) + 1
    convoy = Convoy(
        id=f"{letter}{number}",
        side=side,
        seat=seat,
        hex=where,
        start=order.start,
        goal=order.goal,
        escort=escort,
    )
    today.record(ResourcesChanged(to=today.of(side), place=place.id, by=-points, cause="convoy"))
    today.record(ConvoyFormed(convoy))
    today.record(ConvoyLoaded(to=today.of(side), convoy=convoy.id, points=points, cause="loaded"))
    return ""


def no_more_than(place: str, points: int) -> str:
    """That a place cannot fill a convoy."""
    if points == 1:
        return english("{place} has no more than 1 point", place=place)
    return english("{place} has no more than {points} points", place=place, points=points)


def _escort(today: Today, seat: SeatId, group: GroupId, where: Hex) -> GroupId:
    """The group that is meant, if it is there; for one that has joined another this morning, that one
    (RUL-1321)."""
    for event in today.journal.events:
        if isinstance(event, GroupGone) and event.group == group and event.into:
            group = event.into
    found = today.at.groups.get(group)
    return group if found is not None and found.seat == seat and found.hex == where else ""


def redirect(today: Today, seat: SeatId, order: Send) -> None:
    """Another goal, or another group to go with, for a convoy of one's own."""
    at = today.at
    convoy = at.convoys.get(order.convoy)
    if convoy is None or convoy.seat != seat:
        today.failed(seat, order, "GUC-11a", english("that convoy is not yours"))
        return
    escort = _escort(today, seat, order.escort, convoy.hex)
    if order.escort and not escort:
        today.failed(seat, order, "GUC-11a", english("the group is not with the convoy"))
        return
    today.record(ConvoyTaken(convoy.id, convoy.side, convoy.seat, escort, order.goal, "sent"))
    today.line_done(seat, order)


# on the way


def march(today: Today, waiting: frozenset[str] = frozenset()) -> None:
    """Convoys without an escort go towards their goal, five MP a day, as long as there is a driver
    (GUC-11a); they keep out of hexes with others' groups (RUL-1212). Neutral ones ply to and fro
    (GUC-11c). ``waiting``: the counters that do not go yet."""
    for convoy in list(today.at.convoys.values()):
        if convoy.id in waiting or convoy.id in today.went:
            continue
        today.went.add(convoy.id)
        if not convoy.escort and convoy.driver:
            _go(today, convoy)


def _go(today: Today, convoy: Convoy) -> None:
    at = today.at
    goal = at.founded(convoy.goal)
    if not convoy.side and convoy.hex == goal.hex:
        goal = at.founded(convoy.start)
        today.record(ConvoyTaken(convoy.id, "", "", cause="plies"))
    strange = frozenset(g.hex for g in at.groups.values() if not at.friendly(g.side, convoy.side))
    path = way(today.land, today.terrain, convoy.hex, goal.hex, strange)
    left, gone = max(today.figure("move convoy") + at.season, 1), [convoy.hex]
    for near in path[1:]:
        price = cost(today.land, near, today.terrain) or 0
        if near in strange or (price > left and len(gone) > 1):
            break
        left -= min(price, left)
        gone.append(near)
        if not left:
            break
    if len(gone) > 1:
        today.record(ConvoyMoved(convoy.id, tuple(gone)))


def met(today: Today, group: Group) -> None:
    """A group comes upon convoys: a neutral one joins the faction of the first group in its hex, one of
    others without an escort belongs to it from now on (GUC-11c, GUC-13.4b); from one of its own side it may
    buy (GUC-13.4a)."""
    at = today.at
    for convoy in list(at.convoys.values()):
        if convoy.hex != group.hex or not today.meets(convoy.id):
            continue
        if convoy.side == group.side:
            _bought(today, group, convoy)
        elif not convoy.side or not guarded(at, convoy):
            seize(today, group, convoy)


def guarded(at: Campaign, convoy: Convoy) -> bool:
    """Whether a group of its side or its friends is with it; a friend who comes upon it is one."""
    return any(at.friendly(other.side, convoy.side) for other in at.groups_in(convoy.hex))


def seize(today: Today, group: Group, convoy: Convoy) -> None:
    """It goes with the group from now on, to the nearest place of its side."""
    at = today.at
    points = at.loads.get(convoy.id, today.figure("convoy load") if not convoy.side else 0)
    goal = _home(today, group)
    why = "taken" if convoy.side else "joins"
    today.record(ConvoyTaken(convoy.id, group.side, group.seat, group.id, goal, why))
    today.record(ConvoyLoaded(to=today.of(group.side), convoy=convoy.id, points=points, cause="seen"))
    today.noted = True


def _home(today: Today, group: Group) -> PlaceId:
    at = today.at
    own: list[Founded] = [at.founded(place.id) for place in at.places.values() if place.side == group.side]
    near = min(own, key=lambda found: (today.land.distance(group.hex, found.hex), found.id), default=None)
    return near.id if near is not None else ""


def _bought(today: Today, group: Group, convoy: Convoy) -> None:
    """A group that found too little this morning buys what it needs for the day, for a denier a point; the
    money goes to the place from which the convoy came (RUL-1213)."""
    at = today.at
    content = at.content(group.id)
    if not content.unfed or at.places[convoy.start].side != group.side:
        return
    wants = supply.needed(len(content.men), today.tables)
    each = today.price("convoy point")
    if at.loads[convoy.id] < wants or content.purse < wants * each:
        return
    today.pay(-wants * each, "convoy", group=group.id)
    today.pay(wants * each, "convoy", place=convoy.start)
    left, to = at.loads[convoy.id] - wants, today.of(group.side)
    today.record(ConvoyLoaded(to=to, convoy=convoy.id, points=left, cause="bought"))
    today.record(GroupFed(to=to, group=group.id, needed=wants, points=wants, unfed=0, convoy=convoy.id))

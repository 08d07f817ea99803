"""Mercenaries: how they look for service, are hired, wait for their share, and turn on their employer
(GUC-12.2)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.campaign import groups, meeting
from rules.campaign.plans.plan import Hire, Lure, PayBand, own_first
from rules.campaign.prisoners import fall_to
from rules.campaign.routes import cost, way
from rules.campaign.today import Today, all_ride
from rules.core.language import english
from rules.events.campaign import BandUnder, GroupMoved
from rules.events.campaign_fights import BandTested
from rules.events.campaign_secrets import BandCounted, GroupMustered
from rules.siege import quick
from rules.state.campaign_counters import Band, Group, GroupId
from rules.state.figure import Hex, SeatId

LOYAL, QUIT, REVOLT = "loyal", "quit", "revolt"


def free_bands(today: Today) -> list[Group]:
    """Those whom nobody has hired."""
    return [group for group in today.at.groups.values() if group.mercenaries and not group.side]


def mover(today: Today, number: int) -> SeatId:
    """Whose turn it is to move the so-manieth band of the day: the seats take turns, day by day and band by
    band (GUC-12.2a), the first by lot (RUL-1214)."""
    seats = today.at.setup.seats
    return seats[(today.at.rotation + today.at.day - 1 + number) % len(seats)].id


def seek(today: Today, band: Group, number: int) -> None:
    """A band that looks for service goes nearer to a combat group: to the one whom the seat in turn names,
    else to its nearest (GUC-12.2a). It goes no further than to it."""
    at = today.at
    seat = mover(today, number)
    named = [o.group for o in today.orders(seat, Lure) if o.band == band.id and o.group in at.groups]
    own = [group for group in at.groups.values() if group.seat == seat and not group.mercenaries]
    goals = [at.groups[named[0]]] if named else own
    goal = min(goals, key=lambda g: (today.land.distance(band.hex, g.hex), g.id), default=None)
    if goal is None:
        return
    path = way(today.land, today.terrain, band.hex, goal.hex)
    rides = all_ride(at.in_group(band.id))
    left = max(today.figure("move riders" if rides else "move foot") + at.season, 1)
    gone: list[Hex] = [band.hex]
    for near in path[1:]:
        price = cost(today.land, near, today.terrain) or 0
        if price > left and len(gone) > 1:
            break
        left -= min(price, left)
        gone.append(near)
        if at.groups_in(near):
            break
    if len(gone) > 1:
        today.went.add(band.id)
        today.record(GroupMoved(band.id, tuple(gone), "seeks"))
        _met(today, at.groups[band.id])


def _met(today: Today, band: Group) -> None:
    """Whoever is where they have come to may hire them: the group with most prestige first."""
    at = today.at
    here = [g for g in at.groups_in(band.hex) if g.side and not g.mercenaries]
    for group in sorted(here, key=lambda g: (-at.prestige_of(g.id), g.id)):
        if not at.groups[band.id].side:
            hire(today, group, at.groups[band.id])


def wanted(today: Today, group: Group, band: Group) -> Hire | None:
    """The line that has a group hire a band: its own before one for all."""
    said = own_first(o for o in today.orders(group.seat, Hire) if o.group in ("", group.id))
    return next((order for order in said if order.band in ("", band.id)), None)


def hire(today: Today, group: Group, band: Group) -> bool:
    """As ordered: paid for, 2 deniers a man, or promised a share (GUC-12.2b, GUC-12.2d). Those of another's
    whom he has only promised something may be lured away for pay (GUC-13.3, RUL-1215), and are no less hungry
    for it (GUC-8.4b, RUL-1299)."""
    at = today.at
    meeting.look(today, group.side, band)
    order = wanted(today, group, band)
    if order is None or (band.side and (band.side == group.side or at.bands[band.id].paid)):
        return False
    costs = today.price("mercenary") * len(at.content(band.id).men)
    pays = costs <= min(costs if order.most is None else order.most, at.content(group.id).purse)
    if not pays and (not order.share or band.side):
        today.failed(group.seat, order, "GUC-12.2b", english("they cost {deniers} D", deniers=costs // 2))
        return False
    content, prestige = at.content(band.id), groups.leading(at, band.id)
    men = tuple(replace(man, side=group.side, seat=group.seat) for man in at.in_group(band.id))
    if pays:
        today.pay(-costs, "pay", group=group.id)
    today.record(BandUnder(band.id, group.side, group.seat, group.id))
    today.record(
        GroupMustered(
            to=today.of(group.side), group=band.id, prestige=prestige, men=men,
            content=replace(content, unfed=content.unfed if band.side else 0),
            band=Band(hired=at.day, paid=pays),
        )
    )  # fmt: skip
    fall_to(today, content.captives, group.id, guard=band.id)
    today.noted = True
    return True


def pay(today: Today) -> None:
    """Whoever was promised a share is paid after all, and is loyal for good (GUC-12.2f)."""
    at = today.at
    for seat, order in list(today.every(PayBand)):
        if not today.may_do(order):
            continue
        band = at.groups.get(order.band)
        if band is None or band.seat != seat or band.id not in at.bands or at.bands[band.id].paid:
            today.failed(seat, order, "GUC-12.2f", english("they serve you for no promise"))
            continue
        costs = today.price("mercenary") * len(at.content(band.id).men)
        if at.content(band.under).purse < costs:
            today.failed(seat, order, "GUC-12.2f", english("they cost {deniers} D", deniers=costs // 2))
            continue
        today.pay(-costs, "pay", group=band.under)
        _count(today, band.id, replace(at.bands[band.id], paid=True))
        today.line_done(seat, order)


def _count(today: Today, band: GroupId, counted: Band) -> None:
    side = today.at.groups[band].side
    today.record(BandCounted(to=today.of(side), group=band, band=counted))


def checks(today: Today) -> list[GroupId]:
    """Bands that wait for their share are tested every day from the one behind their hiring on: 1D10, what
    prestige and headcount add as when they met their employer (GUC-7), and one for each test before; above 7
    they are disloyal (GUC-12.2d). Answers those that attack."""
    at, turned = today.at, []
    for band in [group for group in at.groups.values() if group.id in at.bands]:
        service = at.bands[band.id]
        if service.paid or service.hired >= at.day or band.under not in at.groups:
            continue
        if not today.acts(band.id):
            continue
        own, other = meeting.party(at, band), meeting.party(at, at.groups[band.under])
        other = other._replace(men=len(at.content(band.under).men))
        weighed = today.page.weigh(today.tables, own, other)
        modifier = weighed.by_prestige + weighed.by_headcount + service.checks
        _count(today, band.id, replace(service, checks=service.checks + 1))
        if tested(today, band, modifier) == REVOLT:
            turned.append(band.id)
    return turned


def tested(today: Today, band: Group, modifier: int = 0, *, shared: bool = False) -> str:
    """A die above 7 means that they quit, if they are worth no more than who has hired them, or attack him
    (GUC-12.2e); about loot that was dealt out they always attack (GUC-12.2g)."""
    at = today.at
    die = today.roll("GUC-12.2g" if shared else "GUC-12.2d", band.id)
    total = die + modifier
    result = LOYAL
    if total > today.figure("disloyal above"):
        theirs = quick.value(at.in_group(band.id), False, today.tables)
        ours = quick.value(at.in_group(band.under), False, today.tables)
        result = REVOLT if theirs > ours or shared else QUIT
    today.record(
        BandTested(
            to=today.of(band.side), group=band.id, die=die, modifier=modifier, total=total, result=result,
            shared=shared,
        )
    )  # fmt: skip
    if result != LOYAL:
        groups.leave(today, band)
    return result

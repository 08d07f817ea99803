"""The movement step: group by group in the order of prestige, with whatever they meet (GUC-6b, GUC-8.3,
GUC-13)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.campaign import (
    arriving,
    battles,
    convoys,
    cures,
    groups,
    meeting,
    mercenaries,
    prisoners,
    reach,
    recruiting,
    retreats,
    spies,
)
from rules.campaign.ahead import touched
from rules.campaign.plans.plan import COMING, Attack, Besiege, Hold, March
from rules.campaign.routes import cost, way_by
from rules.campaign.sieges import days as besieging
from rules.campaign.today import Today
from rules.core.language import english
from rules.events.campaign_fights import MetInPeace
from rules.state.campaign_counters import Group, GroupId
from rules.state.figure import Hex, SideId


def move(today: Today) -> None:
    """Mercenaries whose patience is over first; then the groups, then convoys and spies, who have no prestige
    (GUC-6b, RUL-1225); in the evening nobody shares a hex with strangers (GUC-8.3b). As long as there are
    battles on boards only groups move, and of those only whom they do not concern (RUL-1260); where days may
    be opened ahead whatever else they do not concern has its evening too (RUL-1270)."""
    if today.left is None:
        revolts(today)
        if not today.ahead:
            stranded(today)
        today.left = tuple(in_order(today))
    today.left = turns(today, today.left)
    if today.waits and not today.at.setup.options.days_ahead:
        return
    waiting = today.apart.union(touched(today.at, today.at.day, today.marched, today.went))
    fought_through(today, waiting)
    convoys.march(today, waiting)
    spies.go(today, waiting)
    part(today, waiting)
    besieging.evening(today, waiting)


def turns(today: Today, order: Iterable[GroupId]) -> tuple[GroupId, ...]:
    """Group by group. Answers those whose turn has to wait for a battle on a board."""
    waiting: list[GroupId] = []
    for name in order:
        if name not in today.at.groups:
            continue
        if reach.must_wait(today, today.at.groups[name], waiting):
            waiting.append(name)
        else:
            turn(today, today.at.groups[name])
    return tuple(waiting)


def turn(today: Today, group: Group) -> None:
    if group.mercenaries:
        if not group.side:
            mercenaries.seek(today, group, today.sought)
            today.sought += 1
    elif group.id not in today.done:
        march(today, group)


def revolts(today: Today) -> None:
    """Those whose test has turned them against their employer attack him, if no other mutiny has driven him
    away before (GUC-12.2e)."""
    at = today.at
    under = {band.id: band.under for band in at.groups.values()}
    for band in mercenaries.checks(today):
        rebels, employer = at.groups.get(band), at.groups.get(under[band])
        if rebels is not None and employer is not None and rebels.hex == employer.hex:
            battles.attack(today, rebels, employer)


def stranded(today: Today) -> None:
    """Marches of groups that were joined with others or lost this morning are told to whoever ordered them,
    and end; those of a group that was to be made, and was not, stand for another day."""
    for seat, order in list(today.every(March)):
        if order.group not in today.at.groups:
            told_of = today.failed if order.group.startswith(COMING) else today.line_ends
            told_of(seat, order, "GUC-8.1c", english("that group is not there any more"))


def in_order(today: Today) -> list[GroupId]:
    """Groups by prestige, those without a leader last; of equal ones the larger; of opponents who are equal
    in this too one by a die, inside a faction by their counters (GUC-6b)."""
    at = today.at

    def rank(group: Group) -> tuple[int, int]:
        return -at.prestige_of(group.id), -len(at.content(group.id).men)

    moving = [
        group
        for group in at.groups.values()
        if not group.under and (today.acts(group.id) or group.id in today.also)
    ]
    ranks: dict[tuple[int, int], set[SideId]] = {}
    for group in moving:
        ranks.setdefault(rank(group), set()).add(group.side)
    lots: dict[tuple[tuple[int, int], SideId], int] = {}
    for tied, sides in sorted(ranks.items()):
        for side in sorted(sides) if len(sides) > 1 else ():
            lots[tied, side] = today.roll("GUC-6b", side or "mercenaries", f"{-tied[0]}/{-tied[1]}")
    return [
        group.id
        for group in sorted(moving, key=lambda g: (*rank(g), lots.get((rank(g), g.side), 0), g.side, g.id))
    ]


# a march


def told(today: Today, group: Group) -> March | None:
    """The last line that sends it somewhere."""
    return next((m for m in reversed(today.orders(group.seat, March)) if m.group == group.id), None)


def leaves(today: Today, group: Group) -> bool:
    """Whether it goes out of its hex today, sent by a line or by itself, and it can go."""
    order = order_of(today, group)
    return order is not None and not cures.bound(today.at, group) and len(_path(today, group, order)) > 1


def order_of(today: Today, group: Group) -> March | None:
    """Where a line sends it, if that is on the map (RUL-1320), prisoners first; without one an escort, or a
    group with wounded men, goes to the nearest place of its side (GUC-14.8a, GUC-14.7a), unless it has
    orders for the place before which it stands (RUL-1282)."""
    said = told(today, group)
    if said is not None and today.goal_of(said):
        return to_prison(today, group, said) or said
    held = any(hold.group == group.id for hold in today.orders(group.seat, Hold))
    if held or _has_business(today, group) or besieging.besieges(today, group):
        return None
    captives = today.at.content(group.id).captives
    goal = _prison(today, group) if captives else cures.refuge(today, group)
    return March(group=group.id, to=goal) if goal and goal != group.hex else None


def _prison(today: Today, group: Group) -> Hex:
    return prisoners.jail(today.at, group.side, today.land, today.terrain, group.hex)


def to_prison(today: Today, group: Group, said: March) -> March | None:
    """Whoever still leads prisoners whom it has had since yesterday is their escort, and nothing else: it
    goes to the nearest place of its side first, and its line stands (GUC-14.8a, RUL-1210)."""
    captives = today.at.content(group.id).captives
    goal = _prison(today, group) if captives and set(captives) <= today.held_overnight else ""
    if goal in ("", group.hex, today.goal_of(said)):
        return None
    first = replace(said, to=goal, toward="", via=(), text="")
    return first if _path(today, group, first) else None


def _has_business(today: Today, group: Group) -> bool:
    """Whether it is to attack or besiege the place before which it stands."""
    orders: tuple[Attack | Besiege, ...] = (
        *today.orders(group.seat, Attack),
        *today.orders(group.seat, Besiege),
    )
    here = group.hex
    return any(one.group == group.id and today.at.founded(one.place).hex == here for one in orders)


def march(today: Today, group: Group) -> None:
    """First what is in its own hex; then as far as its MP reach on the way that was ordered (GUC-8.3a), with
    an encounter in every hex in which somebody is; then what it has to do where it is. Whoever has any MP may
    enter one hex (RUL-1203). Whom it takes along on the way holds it up from there on (RUL-1305). A besieger
    who goes away leaves the siege; one whom a line leads nowhere stays."""
    find(today, group)
    _lose(today, group)
    order = order_of(today, group)
    if order is not None and cures.bound(today.at, group):
        today.failed(
            group.seat, order, "GUC-14.7b", english("its wounded may not leave before they are healed")
        )
        order = None
    if order is not None:
        said = told(today, group)
        if said is not None and order is not said and today.goal_of(said):
            why = prisoners.first_to(today.at.place_in(order.to))
            today.failed(group.seat, said, "GUC-14.8a", why)
        if besieging.besieges(today, group) and leaves(today, group):
            besieging.leave(today, group)
        _walk(today, group.id, order)
    if group.id in today.at.groups and group.id not in today.done:
        arrive(today, today.at.groups[group.id])


def find(today: Today, group: Group) -> None:
    """Bands without an employer and convoys that are in its hex already: they are met without a march
    (GUC-13.3, GUC-11c, GUC-13.4b)."""
    for band in today.at.groups_in(group.hex):
        if not band.side and mercenaries.wanted(today, group, band):
            mercenaries.hire(today, group, band)
    convoys.met(today, group)


def _lose(today: Today, group: Group) -> None:
    """A march after a counter that is not on the map any more ends; after a group that was to be made this
    morning, and was not, it stands for another day (RUL-1320)."""
    order = told(today, group)
    if order is None or today.goal_of(order):
        return
    why = english("{group} is not on the map any more", group=_called(today, order.toward))
    if order.toward.startswith(COMING):
        today.failed(group.seat, order, "GUC-8.3a", why)
    else:
        today.line_ends(group.seat, order, "GUC-8.3a", why)


def _called(today: Today, counter: str) -> str:
    """A counter, or the man who was to lead a group that never came to be."""
    man = today.at.men.get(counter.removeprefix(COMING)) if counter.startswith(COMING) else None
    return man.name if man is not None else counter


def barred(today: Today, group: Group, order: March) -> frozenset[Hex]:
    """Hexes that a march keeps out of: those near what it shuns, and those of strangers, where it is to avoid
    them."""
    at = today.at
    strange = {
        other.hex
        for other in at.groups.values()
        if order.avoid and other.id != order.toward and not at.friendly(other.side, group.side)
    }
    shunned = {
        label
        for centre, far in order.shun
        for label in today.land.hexes
        if today.land.distance(centre, label) <= far
    }
    return frozenset(strange | shunned)


def _path(today: Today, group: Group, order: March) -> tuple[Hex, ...]:
    """The way that it is to go, its own hex first; empty without one, or without a goal."""
    goal = today.goal_of(order)
    stops = [stop for stop in order.via if stop != group.hex]
    keeps_out = barred(today, group, order)
    return way_by(today.land, today.terrain, group.hex, (*stops, goal), keeps_out, order.road) if goal else ()


def _walk(today: Today, name: GroupId, order: March) -> None:
    at = today.at
    group = at.groups[name]
    goal = today.goal_of(order)
    whole = left = groups.allowance(at, group, today.tables)
    path = _path(today, group, order)
    if not path:
        today.failed(group.seat, order, "GUC-8.3a", english("there is no way to {hex}", hex=goal))
        return
    gone: list[Hex] = [group.hex]
    for near in path[1:]:
        price = cost(today.land, near, today.terrain) or 0
        if price > left and left < whole:
            break
        left -= min(price, left)
        gone.append(near)
        if somebody(today, group, near):
            _go(today, name, gone)
            gone = [near]
            encounter(today, name)
            if name not in at.groups or name in today.done or at.groups[name].hex != near:
                return
            left = min(left, groups.allowance(at, at.groups[name], today.tables))
        if left <= 0:
            break
    _go(today, name, gone)
    if at.groups[name].hex == goal and order.text and not order.toward:
        today.line_done(group.seat, order)


def fought_through(today: Today, waiting: frozenset[str]) -> None:
    """Marches to where a fight has left a group are carried out, when it is over: tomorrow the group does
    what it does without one (GUC-14.7a, GUC-14.8a). ``waiting``: as for ``part``."""
    at = today.at
    for seat, order in list(today.every(March)):
        group = at.groups.get(order.group)
        if group is None or group.id in waiting or order.toward:
            continue
        if group.id in today.done and group.hex == order.to:
            today.line_done(seat, order)


def _go(today: Today, name: GroupId, gone: list[Hex]) -> None:
    if len(gone) > 1:
        groups.moved(today, today.at.groups[name], tuple(gone), "march")
        today.marched.add(name)


def somebody(today: Today, group: Group, at: Hex) -> bool:
    """Whether there is anything in a hex to meet."""
    table = today.at
    return (
        any(other.hex == at and not table.friendly(other.side, group.side) for other in table.groups.values())
        or any(convoy.hex == at for convoy in table.convoys.values())
        or any(spy.hex == at for spy in table.spies.values())
    )


def encounter(today: Today, name: GroupId) -> None:
    """Whoever is in the hex that a group enters (GUC-13a): spies, mercenaries, groups of others, convoys. To
    meet one's own faction is no encounter (GUC-13.1)."""
    at = today.at
    spies.met(today, at.groups[name])
    for other in list(at.groups_in(at.groups[name].hex)):
        if name not in at.groups or name in today.done:
            return
        group = at.groups[name]
        if other.id not in at.groups or other.under or at.groups[other.id].hex != group.hex:
            continue
        if not other.side:
            mercenaries.hire(today, group, other)
        elif not at.friendly(other.side, group.side):
            meet(today, group, at.groups[other.id])
    if name in at.groups and name not in today.done:
        convoys.met(today, at.groups[name])


def meet(today: Today, comer: Group, other: Group) -> None:
    """Two groups of different factions: tested, and fought if one of them may and will (GUC-13.2). The comer
    decides first (RUL-1226)."""
    at = today.at
    if at.day in (comer.free, other.free):
        return
    lure(today, comer, other)
    first, second = meeting.weigh(today, comer, other)
    may_fight = today.page.may_fight
    pairs = ((comer, other, first, second), (other, comer, second, first))
    able = [own.side for _, _, own, their in pairs if may_fight(today.tables, own, their)]
    for one, foe, own, their in pairs:
        if may_fight(today.tables, own, their) and meeting.wants_to_fight(today, one, foe):
            battles.attack(today, one, foe)
            return
    today.record(
        MetInPeace(to=today.of(comer.side, other.side), groups=(comer.id, other.id), could=tuple(able))
    )


def lure(today: Today, comer: Group, other: Group) -> None:
    """Mercenaries of another who wait for their share may be enticed away at a meeting (GUC-13.3)."""
    for band in today.at.stacked(other.id):
        mercenaries.hire(today, comer, band)


def arrive(today: Today, group: Group) -> None:
    """Where a group ends its march: what it was to do in a place; new men; prisoners delivered (GUC-13.5,
    GUC-12.1, GUC-14.8b). Who has attacked the place has done enough for today (RUL-1306, RUL-1339)."""
    arriving.entered(today, group)
    if group.id in today.done:
        return
    recruiting.recruit(today, group)
    if today.at.content(group.id).captives and group.id in today.marched:
        prisoners.arrived(today, group)


# the evening


def part(today: Today, waiting: frozenset[str] = frozenset()) -> None:
    """At the end of the day one faction alone is in a hex: of two that have not fought, or have fought and
    are still there, the one with the lower total of a test withdraws, of equal ones the one that moved in
    (GUC-8.3b, RUL-1227). A besieger stays outside the walls of a place with friends inside. ``waiting``: the
    counters for which it is not evening yet."""
    at = today.at
    for where in sorted({group.hex for group in at.groups.values() if group.id not in waiting}):
        for _ in range(len(at.groups)):
            pair = _strangers(today, where)
            if pair is None:
                break
            yields, stays = _weaker(today, *pair)
            retreats.withdraw(today, at.groups[yields.id], stays.came)


def _strangers(today: Today, where: Hex) -> tuple[Group, Group] | None:
    at = today.at
    here = [g for g in at.groups_in(where) if g.side and not g.under and g.free != at.day]
    for one in here:
        for other in here:
            if one.id < other.id and not at.friendly(one.side, other.side):
                return one, other
    return None


def _weaker(today: Today, one: Group, other: Group) -> tuple[Group, Group]:
    at = today.at
    a, b = meeting.party(at, one), meeting.party(at, other)
    first = today.page.weigh(today.tables, a, b).total
    second = today.page.weigh(today.tables, b, a).total
    if first == second:
        return (one, other) if one.id in today.marched else (other, one)
    return (one, other) if first < second else (other, one)

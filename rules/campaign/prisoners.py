"""Prisoners: who guards them, where they are brought, what a leader costs (GUC-14.8)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.campaign import groups
from rules.campaign.ahead import of_place
from rules.campaign.custody import free, take
from rules.campaign.land import Land
from rules.campaign.muster import joining
from rules.campaign.picking import weakest
from rules.campaign.plans.plan import Ransom
from rules.campaign.routes import nearest
from rules.campaign.today import Today, company
from rules.core.language import english
from rules.core.tables import RuleTable
from rules.events.campaign import GroupGone, SafeConduct
from rules.events.campaign_fights import PrisonersKilled, RansomPaid
from rules.events.campaign_secrets import LeaderNamed, ManLost, MenJoined
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Content, Fate, Founded, Group, GroupId, PlaceId
from rules.state.figure import FigureId, Hex, SideId

RANSOMED = "light cavalry"
"""What riders are who come with a ransomed leader where there is no prisoner to come (GUC-14.8f)."""


def guarded(today: Today, captives: Iterable[FigureId], by: Iterable[GroupId]) -> None:
    """Prisoners of a fight go with the largest group of those who took them, ``by``: all of their line in the
    hex. Where none of these has three men to guard them all are put to death, leaders too (GUC-14.8a,
    GUC-14.8c, RUL-1291)."""
    at = today.at
    names = [name for name in captives if name not in at.fates]
    if not names:
        return
    able = by_size(today, by)
    guard = escort_among(today, by)
    if guard is None:
        side = able[0].side if able else ""
        for name in names:
            victim = at.men[name]
            today.record(
                ManLost(to=today.of(victim.side, side), figure=name, fate=Fate.DEAD, cause="massacre")
            )
        today.record(
            PrisonersKilled(to=today.of(side, *{at.men[n].side for n in names}), by=side, number=len(names))
        )
        return
    for name in names:
        take(today, name, guard.side, group=guard.id)


def by_size(today: Today, groups_: Iterable[GroupId]) -> list[Group]:
    """Those of some groups that are on the map, the largest first with the mercenaries under it; mercenaries
    by themselves have no place to bring anybody to (RUL-1281)."""
    at = today.at
    there = [at.groups[group] for group in groups_ if group in at.groups]
    able = [group for group in there if not group.mercenaries]
    return sorted(able, key=lambda group: (len(company(at, group)), group.id), reverse=True)


def escort_among(today: Today, groups_: Iterable[GroupId]) -> Group | None:
    """The largest group that can guard prisoners: three men or more, mercenaries under its counter among
    them, and not so few of its own that it dissolves today (GUC-14.8a, GUC-8.1a, RUL-1291)."""
    least = today.figure("escort")
    fits = (group for group in by_size(today, groups_) if not groups.too_few(today, group.id))
    return next((group for group in fits if len(company(today.at, group)) >= least), None)


def taken_over(today: Today, victors: Iterable[GroupId]) -> None:
    """Prisoners of a group of the victors of which too few are left go on with another one that can guard
    them; where there is none they are free (RUL-1220, RUL-1292)."""
    at, line = today.at, tuple(victors)
    for group in line:
        if group not in at.groups or not at.content(group).captives or not groups.too_few(today, group):
            continue
        guard = escort_among(today, line)
        if guard is not None:
            groups.hand_over(today, at.content(group).captives, guard.id)


# escorts


def escorts(today: Today) -> None:
    """On the day behind a fight prisoners are led away: by three men whom a group spares for it, where six
    are left of it; a smaller one leads them itself (GUC-14.8a, RUL-1210)."""
    at = today.at
    least = today.figure("escort")
    for group in list(at.groups.values()):
        if not group.side or not at.content(group.id).captives or group.mercenaries:
            continue
        if not today.acts(group.id):
            continue
        content = at.content(group.id)
        if not set(content.captives) <= today.held_overnight:
            continue
        if arrived(today, group) or not sends_off(content, least):
            continue
        if today.goes(group):
            _send_off(today, group, content, least)


def sends_off(content: Content, least: int) -> bool:
    """Whether a group that is to march has men enough to send some with its prisoners (RUL-1210)."""
    return len(content.men) >= 2 * least


def _send_off(today: Today, group: Group, content: Content, least: int) -> None:
    """The sound men of least worth, never a leader."""
    at = today.at
    able = [man for man in at.in_group(group.id) if man.id not in at.prestige and not man.wounded]
    guards = tuple(man.id for man in sorted(able, key=weakest)[:least])
    if len(guards) < least:
        return
    new = groups.new_counter(
        today, group.side, group.seat, group.hex, group.came,
        Content(men=(), hostility=content.hostility, unfed=content.unfed), group.id,
    )  # fmt: skip
    groups.move_men(today, guards, out_of=group.id, into=new.id)
    groups.hand_over(today, content.captives, new.id)
    groups.mark(today, group.id)
    groups.mark(today, new.id)


def jail(at: Campaign, side: SideId, land: Land, terrain: RuleTable, start: Hex) -> Hex:
    """The nearest settlement, city or castle of the captors that nobody besieges (GUC-14.8a, RUL-1297); ""
    where they have none."""
    own = {at.founded(place.id).hex for place in at.places.values() if place.side == side and not place.siege}
    return nearest(land, terrain, start, own.__contains__)


def first_to(place: Founded | None) -> str:
    """Why the march of an escort waits."""
    return english("its prisoners are led to {place} first", place=place.name if place is not None else "")


def arrived(today: Today, group: Group) -> bool:
    """Whether an escort has come to a place of its side: prisoners leave the game there, leaders are held for
    their ransom (GUC-14.8b). Nobody is brought into one that is besieged (RUL-1297)."""
    at = today.at
    place = at.place_in(group.hex)
    if place is None or at.places[place.id].side != group.side or at.places[place.id].siege:
        return False
    for name in at.content(group.id).captives:
        jailed(today, name, group.side, place.id)
    return True


def jailed(today: Today, name: FigureId, by: SideId, place: PlaceId) -> None:
    """A prisoner leaves the game, a leader is held for his ransom (GUC-14.8b)."""
    if name in today.at.prestige:
        take(today, name, by, place=place)
    else:
        to = today.of(today.at.men[name].side, by)
        today.record(ManLost(to=to, figure=name, fate=Fate.TAKEN, cause="prison"))


def moved_in(today: Today, group: Group, place: PlaceId) -> None:
    """All of a group have gone into a place of their side: the purse too. Their prisoners have come to their
    goal, their mercenaries serve nobody (GUC-14.8b, RUL-1215)."""
    arrived(today, group)
    groups.dismiss(today, group.id)
    purse = today.at.content(group.id).purse
    today.pay(-purse, "garrison", group=group.id)
    today.pay(purse, "garrison", place=place)
    today.record(GroupGone(group.id, "garrison"))


def fall_to(
    today: Today, names: Iterable[FigureId], group: GroupId, *, guard: GroupId = "", place: PlaceId = ""
) -> None:
    """Prisoners who come into the hands of a group: men of its side join it, those of its friends go their
    way, all others are prisoners of a ``guard`` or a ``place`` from now on (GUC-14.8e, RUL-1220)."""
    at = today.at
    by = at.groups[group].side
    friends: dict[SideId, list[FigureId]] = {}
    for name in names:
        side = at.men[name].side
        if side == by:
            free(today, name, "freed", group)
        elif at.friendly(side, by):
            friends.setdefault(side, []).append(name)
        else:
            take(today, name, by, group=guard, place=place)
    for them in friends.values():
        groups.on_their_own(today, them, at.groups[group].hex)


# ransom


def price(at: Campaign, leader: FigureId, halves: int) -> int:
    """Of a leader, in half deniers: two deniers for each point of prestige (GUC-14.8d)."""
    return at.prestige.get(leader, 0) * halves


def held_where(at: Campaign, leader: FigureId) -> tuple[GroupId, PlaceId]:
    """The group that escorts a leader, or the place that holds him."""
    for group, content in at.contents.items():
        if leader in content.captives:
            return group, ""
    for place, holding in at.holdings.items():
        if leader in holding.held:
            return "", place
    return "", ""


def ransoms(today: Today) -> None:
    """Leaders who are prisoners are bought free by their side: as ordered, else where a purse of their side
    has enough, the fullest one (GUC-14.8d). Who holds them gets the money (RUL-1211). A
    besieged place pays nobody's ransom and lets nobody go for one (RUL-1319). A line about somebody who has
    died is told, and stands no more."""
    at = today.at
    for whose, line in list(today.every(Ransom)):
        if at.fates.get(line.leader) is Fate.DEAD:
            today.line_ends(
                whose, line, "GUC-14.8d", english("{name} is dead", name=at.men[line.leader].name)
            )
    for leader in [name for name in at.captors if name in at.prestige and name not in at.fates]:
        side = at.men[leader].side
        guard, jailed = held_where(at, leader)
        if not today.acts(guard, of_place(jailed)):
            continue
        said = [(seat, o) for seat, o in today.every(Ransom) if o.leader == leader and seat in today.of(side)]
        if any(order.never for _, order in said):
            continue
        seat, order = said[0] if said else ("", None)
        if jailed and at.places[jailed].siege:
            if order is not None:
                why = english("{place}, where he is held, is besieged", place=at.founded(jailed).name)
                today.failed(seat, order, "GUC-14.8d", why)
            continue
        purse = _purse(today, side, leader, order)
        if purse is None:
            if order is not None:
                today.failed(seat, order, "GUC-14.8d", english("no purse has what he costs"))
            continue
        release(today, leader, *purse)
        if order is not None:
            today.line_done(seat, order)


def _purse(
    today: Today, side: SideId, leader: FigureId, order: Ransom | None
) -> tuple[GroupId, PlaceId] | None:
    at = today.at
    costs = price(at, leader, today.price("prestige of a ransom"))
    found: list[tuple[int, GroupId, PlaceId]] = [
        (at.content(group.id).purse, group.id, "") for group in at.groups_of(side) if not group.mercenaries
    ]
    found += [
        (holding.purse, "", place)
        for place, holding in at.holdings.items()
        if at.places[place].side == side and not at.places[place].siege
    ]
    found = [one for one in found if today.acts(one[1], of_place(one[2]))]
    if order is not None and (order.group or order.place):
        found = [one for one in found if one[1:] == (order.group, order.place)]
    enough = max((one for one in found if one[0] >= costs), default=None)
    return enough[1:] if enough is not None else None


def release(today: Today, leader: FigureId, group: GroupId = "", place: PlaceId = "") -> None:
    """The money goes over, and the leader leaves with two riders of his side: prisoners who were taken with
    him, else new ones without armour (GUC-14.8d, GUC-14.8f). Nobody molests them on that
    day."""
    at = today.at
    man, by = at.men[leader], at.captors[leader]
    costs = price(at, leader, today.price("prestige of a ransom"))
    guard, jailed = held_where(at, leader)
    where = at.groups[guard].hex if guard else at.founded(jailed).hex
    today.pay(-costs, "ransom", group=group, place=place)
    today.pay(costs, "ransom", group=guard, place=jailed)
    today.record(
        RansomPaid(to=today.of(man.side, by), leader=leader, deniers=costs // 2, by=man.side, to_side=by)
    )
    others = at.content(guard).captives if guard else ()
    mates = [at.men[n] for n in others if at.men[n].side == man.side and n not in at.prestige]
    riders = sorted((m for m in mates if m.rider), key=lambda m: (m.wounded, m.id))[
        : today.figure("riders of a ransomed")
    ]
    prestige = at.prestige[leader]
    level = today.tables["campaign-house"].number("hostility of new groups", "value")
    new = groups.new_counter(today, man.side, man.seat, where, where, Content(men=(), hostility=level))
    for one in (man, *riders):
        free(today, one.id, "ransomed", new.id)
    lacking = today.figure("riders of a ransomed") - len(riders)
    if lacking:
        letter = at.setup.factions[man.side]
        fresh = joining(at, [RANSOMED] * lacking, letter, man.side, man.seat)
        today.record(MenJoined(to=today.of(man.side), men=fresh, group=new.id, cause="ransomed"))
    to = today.of(man.side)
    today.record(LeaderNamed(to=to, group=new.id, leader=leader, hostility=level, prestige=prestige))
    today.record(SafeConduct(new.id, at.day))
    groups.mark(today, new.id)

"""The wounded: who is cured where, and who stays in bed while his group marches on (GUC-14.7b)."""

from __future__ import annotations

from collections.abc import Collection

from rules.campaign import groups
from rules.campaign.ahead import of_place
from rules.campaign.marking import foremost
from rules.campaign.plans.plan import Fetch, Lay
from rules.campaign.prisoners import moved_in
from rules.campaign.routes import nearest
from rules.campaign.sieges.record import lies_before
from rules.campaign.today import Today, company
from rules.core.language import english
from rules.events.campaign_secrets import CureBegan, CureBroken, ManHealed
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Group, PlaceId
from rules.state.figure import FigureId, Hex


def friendly_place(at: Campaign, group: Group) -> PlaceId:
    """The place of its own side in which a group is; "" in none, and before one that is besieged: nobody
    comes into it (RUL-1297)."""
    place = at.place_in(group.hex)
    if place is None or at.places[place.id].siege:
        return ""
    return place.id if at.places[place.id].side == group.side else ""


def morning(today: Today) -> None:
    """Whose days are over is healed; who has come to a friendly place wounded has his die rolled; a cure is
    broken off where a group was driven away. A group that is to march leaves its wounded behind if three
    sound men go on; otherwise it waits for them (RUL-1207). Those who lay theirs to bed have to be a group
    without them, or go to bed all of them (GUC-8.1a, RUL-1310)."""
    at = today.at
    waiting = _of_others(today)
    for name in [name for name, day in at.recover.items() if day <= at.day and name not in waiting]:
        today.record(ManHealed(to=today.of(at.men[name].side), figure=name))
    for group in [group for group in at.groups.values() if group.side and today.acts(group.id)]:
        _group(today, group)
    for place, holding in list(at.holdings.items()):
        if not today.acts(of_place(place)):
            continue
        if place in at.sieges:  # days of a siege have dice of their own for its wounded (RUL-1247)
            continue
        for name in (*holding.garrison, *holding.patients):
            _begin(today, name, place)
        if not at.places[place].siege:
            _rise(today, place)


def _of_others(today: Today) -> frozenset[FigureId]:
    """Who is with counters that have no turn now."""
    at = today.at
    found: set[FigureId] = set()
    for group, content in at.contents.items():
        if not today.acts(group):
            found.update((*content.men, *content.captives))
    for place, holding in at.holdings.items():
        if not today.acts(of_place(place)):
            found.update((*holding.garrison, *holding.patients, *holding.held))
    return frozenset(found)


def _group(today: Today, group: Group) -> None:
    at = today.at
    place = friendly_place(at, group)
    hurt = [man.id for man in at.in_group(group.id) if man.wounded]
    for name in hurt:
        if place:
            _begin(today, name, place)
        elif name in at.recover:
            today.record(CureBroken(to=today.of(group.side), figure=name))
    sound = [name for name in at.content(group.id).men if name not in hurt]
    least = today.figure("least men")
    goes = today.goes(group)
    told = [lay for lay in today.orders(group.seat, Lay) if lay.group == group.id]
    if not (place and hurt and (told or (goes and len(sound) >= least))):
        return
    if too_few_stay(at, sound, least):
        for lay in told:
            today.failed(group.seat, lay, "GUC-8.1a", few_stay(least))
        return
    groups.move_men(today, hurt, out_of=group.id, to_place=place, bed=True)
    for lay in told:
        today.line_done(group.seat, lay)
    if sound:
        groups.tidy(today, group.id)
    else:
        moved_in(today, group, place)


def too_few_stay(at: Campaign, sound: Collection[FigureId], least: int) -> bool:
    """Whether those who are not laid to bed are some, but no group (GUC-8.1a)."""
    return 0 < len(sound) < least and not foremost(at, sound)


def few_stay(least: int) -> str:
    return english("each part needs {least} men, or a leader", least=least)


def _begin(today: Today, name: FigureId, place: PlaceId) -> None:
    """The healing table, once for each wound (GUC-14.7b)."""
    at = today.at
    man = at.men[name]
    if not man.wounded or name in at.recover:
        return
    die = today.roll("GUC-14.7b", name)
    days = today.tables["siege-healing"].number(die, "days")
    to = today.of(man.side)
    today.record(CureBegan(to=to, figure=name, place=place, die=die, day=at.day + days))


def _rise(today: Today, place: PlaceId) -> None:
    """Who is healed goes to the group that is to fetch him, else to the first of his seat in the place, else
    of his side; without one he waits there (RUL-1283)."""
    at = today.at
    holding = at.holdings[place]
    sound = [name for name in holding.patients if not at.men[name].wounded]
    side, where = at.places[place].side, at.founded(place).hex
    here = [group for group in at.groups_of(side) if group.hex == where and not group.mercenaries]
    for name in sound:
        own = [group for group in here if group.seat == at.men[name].seat] or here
        own = [group for group in own if fetches(today, group, place)] or own
        if own:
            groups.move_men(today, (name,), of_place=place, into=own[0].id)
            groups.mark(today, own[0].id)


def fetches(today: Today, group: Group, place: PlaceId) -> bool:
    """Whether a group in a place is to take along who is healed there."""
    orders = [order for order in today.orders(group.seat, Fetch) if order.group == group.id]
    return any(order.place in ("", place) for order in orders)


def in_bed(at: Campaign, group: Group, place: PlaceId) -> bool:
    """Whether anybody of a group's seat is still to be cured in a place."""
    return any(at.men[name].seat == group.seat for name in at.holdings[place].patients)


def refuge(today: Today, group: Group) -> Hex:
    """The nearest place of its side where its wounded can be cured, mercenaries too, which nobody besieges;
    "" without one, and for who has no wounded or lies before a place himself (GUC-14.7a, RUL-1282,
    RUL-1336)."""
    at = today.at
    if lies_before(at, group) or not any(man.wounded for man in company(at, group)):
        return ""
    own = {at.founded(p.id).hex for p in at.places.values() if p.side == group.side and not p.siege}
    return nearest(today.land, today.terrain, group.hex, own.__contains__)


def bound(at: Campaign, group: Group) -> bool:
    """Whether somebody in it, of its mercenaries too, may not leave the place before he is healed (GUC-14.7b,
    RUL-1336)."""
    return bool(friendly_place(at, group)) and any(man.id in at.recover for man in company(at, group))

"""A group comes to a place of others: it asks it to capitulate, storms or besieges it, as its orders say
(GUC-13.5, GUC-15, GUC-15.3)."""

from __future__ import annotations

from rules.campaign import meeting, places, retreats, storming
from rules.campaign.meeting import Party, party
from rules.campaign.odds import is_wanted
from rules.campaign.plans.plan import Attack, Bargain, Besiege, Summon
from rules.campaign.recruiting import inhabitants
from rules.campaign.sieges.laying import begin
from rules.campaign.today import Today, company
from rules.core.language import english
from rules.events.campaign import SiegeBegan
from rules.events.campaign_fights import Summoned
from rules.state.campaign_counters import Founded, Group, Kind


def entered(today: Today, group: Group) -> None:
    """A group is in the hex of a place of others: what its orders say of it, one thing a day (GUC-13.5)."""
    at = today.at
    place = at.place_in(group.hex)
    if place is None or at.friendly(at.places[place.id].side, group.side):
        return
    places.look(today, group, place)
    for summon in today.orders(group.seat, Summon):
        if (summon.group, summon.place) == (group.id, place.id) and summoned(today, group, place, summon):
            return
    for order in today.orders(group.seat, Attack):
        if (order.group, order.place) != (group.id, place.id):
            continue
        if not storms_by_plan(today, group, place) and is_wanted(today, group, order):
            storming.storm(today, group, place, order)
            return
    for siege in today.orders(group.seat, Besiege):
        if (siege.group, siege.place) == (group.id, place.id):
            besiege(today, group, place, siege)


def storms_by_plan(today: Today, group: Group, place: Founded) -> bool:
    """Whoever besieges a place storms it on the siege's day (RUL-1241)."""
    siege = today.at.sieges.get(place.id)
    return siege is not None and siege.besieges(group.side)


def besiege(today: Today, group: Group, place: Founded, order: Besiege) -> None:
    """Who is to besiege a place that his side besieges already takes part in that siege (RUL-1285); where
    others lie before it there is no room for a second one (RUL-1300)."""
    at = today.at
    besieger = at.groups.get(at.places[place.id].siege)
    today.line_done(group.seat, order)
    if besieger is None:
        today.record(SiegeBegan(place.id, group.id))
        begin(today, place.id)
        today.noted = True
    elif not at.friendly(besieger.side, group.side):
        why = english("{place} is besieged by others already", place=place.name)
        today.failed(group.seat, order, "GUC-15", why)


# capitulation


def summoned(today: Today, group: Group, place: Founded, order: Summon) -> bool:
    """Whether a place bargains: at the sight of an army that comes to it, without a siege, and wins a test of
    hostility against it, with the men inside counted twice, if its own level is below 6 (GUC-15.3a). It gives
    a part of its resources: ten percent for each point of the difference and one die of six, rounded up; for
    all of it it changes hands (GUC-15.3b)."""
    at = today.at
    today.line_done(group.seat, order)
    if why := _unimpressed(today, group, place):
        today.failed(group.seat, order, "GUC-15.3a", why)
        return False
    inside = inhabitants(at, place.id, today.tables)
    level = at.holdings[place.id].hostility
    there = Party(at.places[place.id].side, "", level, 0, inside * today.figure("garrison counted times"))
    tested = today.page.weigh(today.tables, party(at, group), there)
    why = ""
    if not meeting.may_fight(today.tables, tested) or tested.total <= level:
        why = english("{place} is not afraid of you", place=place.name)
    elif (
        place.kind is Kind.CITY
        or level >= today.figure("bargains below")
        or not bargains(today, place, len(company(at, group)), inside)
    ):
        why = english("{place} will not bargain", place=place.name)
    if why:
        today.failed(group.seat, order, "GUC-15.3a", why)
        return False
    die = today.roll("GUC-15.3b", group.id, place.id, sides=6)
    difference = tested.total - level
    percent = price_in_percent(today, difference + die)
    resources = at.holdings[place.id].resources or 0
    price = -(-resources * percent // 100)
    today.noted = True
    today.record(
        Summoned(
            to=today.of(group.side, at.places[place.id].side), place=place.id, group=group.id,
            difference=difference, die=die, percent=percent, price=price,
        )
    )  # fmt: skip
    if percent >= today.tables["campaign-capitulation"].number("most", "value"):
        places.march_out(today, place, group, on_foot=False)
        places.change_hands(today, place, group, "capitulation")
        if place.kind is Kind.CASTLE:
            places.staffed(today, place, group)
        return True
    places.plunder(today, group, place, price, "price")
    return True


def _unimpressed(today: Today, group: Group, place: Founded) -> str:
    """Why there is nothing to see for a place: who has stood before it since yesterday frightens nobody any
    more, and a siege has its own terms (RUL-1301)."""
    if today.at.places[place.id].siege:
        return english("{place} is besieged: that ends by the terms of a siege", place=place.name)
    if not retreats.is_new(today, group.id):
        return english("only who comes to a place can summon it, and you stand there already")
    return ""


def price_in_percent(today: Today, total: int) -> int:
    table = today.tables["campaign-capitulation"]
    percent = total * table.number("percent of a point", "value")
    return min(max(percent, table.number("least", "value")), table.number("most", "value"))


def bargains(today: Today, place: Founded, outside: int, inside: int) -> bool:
    """Whether its owner bargains: as ordered, else when there are twice as many outside as in it
    (GUC-15.3a)."""
    side = today.at.places[place.id].side
    said = [o for seat, o in today.every(Bargain) if o.place == place.id and seat in today.of(side)]
    return not said[0].never if said else outside >= 2 * inside

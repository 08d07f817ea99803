"""The second step of the day: groups in a hex are divided and joined, garrisons filled and drawn from
(GUC-8.1c, GUC-8.1e, GUC-5.2b)."""

from __future__ import annotations

from rules.campaign import cures, groups, prisoners
from rules.campaign.ahead import of_place
from rules.campaign.marching import leaves
from rules.campaign.marking import foremost
from rules.campaign.picking import missing, picked
from rules.campaign.plans.counted import money, so_many
from rules.campaign.plans.plan import Draw, Fetch, Garrison, Merge, Order, Pass, Pick, Split
from rules.campaign.today import Today
from rules.core.language import english
from rules.events.campaign_secrets import LeaderNamed
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Content, Group, GroupId, Kind
from rules.state.figure import FigureId, SeatId

RULE = "GUC-8.1c"


def reorganise(today: Today) -> None:
    """Cures first, since who is healed may be ordered about; then each seat's lines in their order; then what
    the rules do by themselves."""
    cures.morning(today)
    for seat in today.at.setup.seats:
        number = 0
        while seat.id in today.plans and number < len(today.plans[seat.id].orders):
            order = today.plans[seat.id].orders[number]
            if today.may_do(order):
                _one(today, seat.id, order)
            stands = order in today.plans[seat.id].orders[number : number + 1]
            number += stands  # a line that is done has made room for the next
    fill_castles(today)
    together(today)


def _one(today: Today, seat: SeatId, order: Order) -> None:
    lacks = ""
    match order:
        case Split():
            lacks = _short(today, order)
            why = split(today, seat, order)
        case Merge():
            why = merge(today, seat, order)
        case Pass():
            why = hand_on(today, seat, order)
        case Garrison():
            why = garrison(today, seat, order)
            if order.least and not why:
                return  # it holds for every day
        case Draw():
            why = draw(today, seat, order)
        case Fetch():
            group = own(today, seat, order.group)
            if group is not None and not _has_fetched(today, group, order):
                return  # it holds until nobody is in bed there any more
            why = "" if group is not None else english("that group is not there any more")
        case _:
            return
    if why:
        today.failed(seat, order, RULE, why)
    else:
        today.line_done(seat, order, lacks)


def _short(today: Today, order: Split) -> str:
    """That a purse holds less than is to go along; empty where it holds enough."""
    content = today.at.contents.get(order.group)
    if content is None or content.purse >= order.purse:
        return ""
    return english("{purse} was all that was in the purse", purse=money(content.purse))


def _has_fetched(today: Today, group: Group, order: Fetch) -> bool:
    """Whether a group is where it is to fetch the healed, and has all of them: they came to it in the morning
    (cures.py)."""
    place = cures.friendly_place(today.at, group)
    return bool(place) and order.place in ("", place) and not cures.in_bed(today.at, group, place)


def own(today: Today, seat: SeatId, group: GroupId) -> Group | None:
    """A group that a seat commands, if it is still there."""
    found = today.at.groups.get(group)
    return found if found is not None and found.seat == seat and not found.mercenaries else None


def split(today: Today, seat: SeatId, order: Split) -> str:
    """Both parts keep the hostility of the whole, and have three men or a leader each (GUC-8.1a, GUC-8.1c):
    there are as many groups as there are men for (GUC-8.1f)."""
    group = own(today, seat, order.group)
    if group is None:
        return english("that group is not there any more")
    at = today.at
    content = at.content(group.id)
    pick = order.pick
    if order.leader:
        pick = Pick((*pick.names, order.leader), pick.kinds, pick.number, pick.wounded)
    men = picked(at.in_group(group.id), pick, content.leader)
    if gone := missing(at.in_group(group.id), pick):
        return _absent(at, gone[0])
    least = today.figure("least men")
    named = next((name for name in (order.leader, content.leader) if name in men and name in at.prestige), "")
    leads = named or foremost(at, men)
    if (len(men) < least and not leads) or not men:
        return english("each part needs {least} men, or a leader", least=least)
    if why := _leaves_enough(today, group, men):
        return why
    purse = min(order.purse, content.purse)
    new = groups.new_counter(
        today, group.side, seat, group.hex, group.came,
        Content(men=(), hostility=content.hostility, unfed=content.unfed, battles=content.battles,
                founders=content.founders),
        group.id,
    )  # fmt: skip
    groups.move_men(today, men, out_of=group.id, into=new.id)
    if purse:
        today.pay(-purse, "divided", group=group.id)
        today.pay(purse, "divided", group=new.id)
    if leads:
        today.record(
            LeaderNamed(to=today.of(group.side), group=new.id, leader=leads, hostility=content.hostility)
        )
    groups.mark(today, group.id)
    groups.mark(today, new.id)
    today.call(seat, men, new.id)
    return ""


def _absent(at: Campaign, who: str) -> str:
    """That somebody, or some men, are not where a line wants them from."""
    if who in at.men:
        return english("{who} is not in it", who=at.men[who].name)
    number, _, kind = who.partition(" ")
    if not number.isdigit():
        return english("{who} is not in it", who=who)  # a name that nobody bears
    return english("it lacks {men}", men=so_many(int(number), kind))


def merge(today: Today, seat: SeatId, order: Merge) -> str:
    """Only in the same hex (GUC-8.1c)."""
    group, into = own(today, seat, order.group), own(today, seat, order.into)
    if group is None or into is None or group.id == into.id:
        return english("that group is not there any more")
    if group.hex != into.hex:
        return english("they are not in the same hex")
    if order.pick is None:
        groups.merge(today, group.id, into.id)
        return ""
    at = today.at
    men = picked(at.in_group(group.id), order.pick, at.content(group.id).leader)
    if gone := missing(at.in_group(group.id), order.pick):
        return _absent(at, gone[0])
    if len(men) == len(at.content(group.id).men):
        groups.merge(today, group.id, into.id)
        return ""
    if why := _leaves_enough(today, group, men):
        return why
    groups.transfer(today, group.id, into.id, men)
    return ""


def _leaves_enough(today: Today, group: Group, men: tuple[FigureId, ...]) -> str:
    """Three men or a leader stay (GUC-8.1a); with prisoners three men (GUC-14.8a)."""
    content = today.at.content(group.id)
    left = len(content.men) - len(men)
    least = today.figure("least men")
    if content.captives and left < today.figure("escort"):
        return english("its prisoners need {least} guards", least=today.figure("escort"))
    if left < least and not foremost(today.at, (name for name in content.men if name not in men)):
        return english("each part needs {least} men, or a leader", least=least)
    return ""


def hand_on(today: Today, seat: SeatId, order: Pass) -> str:
    """Money between groups that have met (RUL-1208)."""
    group, into = own(today, seat, order.group), today.at.groups.get(order.into)
    if group is None or into is None or into.side != group.side:
        return english("that group is not there any more")
    if group.hex != into.hex:
        return english("they are not in the same hex")
    if today.at.content(group.id).purse < order.halves:
        return english("there is not so much in its purse")
    today.pay(-order.halves, "passed", group=group.id)
    today.pay(order.halves, "passed", group=into.id)
    return ""


# garrisons


def garrison(today: Today, seat: SeatId, order: Garrison) -> str:
    """Men of a group in the place of its side where it is stay there. With ``least`` as many as are missing,
    and as the group can spare."""
    at = today.at
    place = at.places[order.place]
    here = [
        group
        for group in at.groups_of(place.side)
        if group.seat == seat and group.hex == at.founded(place.id).hex and not group.mercenaries
    ]
    group = next((one for one in here if not order.group or one.id == order.group), None)
    if group is None:
        return "" if order.least else english("no group of yours is in that place")
    if place.siege:
        return "" if order.least else english("the place is besieged")
    have = len(at.holdings[place.id].garrison)
    pick = order.pick or Pick(number=max(order.least - have, 0))
    content = at.content(group.id)
    men = picked(at.in_group(group.id), pick, content.leader)
    if order.least:
        spare = max(len(content.men) - today.figure("least men"), 0)
        men = men[:spare]
    if not men:
        return ""
    if len(men) < len(content.men) and (why := _leaves_enough(today, group, men)):
        return why
    groups.move_men(today, men, out_of=group.id, to_place=place.id)
    if not at.content(group.id).men:
        prisoners.moved_in(today, group, place.id)
    else:
        groups.tidy(today, group.id)
    return ""


def draw(today: Today, seat: SeatId, order: Draw) -> str:
    """Men of a garrison join a group; five stay (GUC-5.2b)."""
    group = own(today, seat, order.group)
    at = today.at
    place = at.places[order.place]
    if group is None or place.side != group.side:
        return english("that group is not there any more")
    if group.hex != at.founded(place.id).hex:
        return english("the group is not in that place")
    if place.siege:
        return english("the place is besieged")
    there = tuple(at.men[name] for name in at.holdings[place.id].garrison)
    if gone := missing(there, order.pick):
        return _absent(at, gone[0])
    men = picked(there, order.pick)
    least = today.figure("garrison least") if at.founded(place.id).kind is Kind.CASTLE else 0
    if len(there) - len(men) < least:
        return english("at least {least} must stay in the castle", least=least)
    if not men:
        return english("nobody like that is in the garrison")
    groups.move_men(today, men, out_of="", of_place=place.id, into=group.id)
    groups.mark(today, group.id)
    return ""


def fill_castles(today: Today) -> None:
    """A castle that a fight has left with fewer than five has to be filled again first of all: by the group
    that is in it, as far as it can spare men (GUC-5.2b)."""
    at = today.at
    least = today.figure("garrison least")
    for place in list(at.places.values()):
        found = at.founded(place.id)
        if found.kind is not Kind.CASTLE or place.siege or not today.acts(of_place(place.id)):
            continue
        for group in at.groups_of(place.side):
            lacks = least - len(at.holdings[place.id].garrison)
            if lacks <= 0 or group.mercenaries:
                continue
            garrison(today, group.seat, Garrison(place=place.id, group=group.id, least=least))


def together(today: Today) -> None:
    """Groups of one seat that have shared a hex since yesterday become one, under the leader with most
    prestige (GUC-8.1e), but for those that march away today, unasked too (GUC-14.7a, GUC-14.8a). Those of
    allied seats may stay beside each other (RUL-1209)."""
    at = today.at
    by_hex: dict[tuple[str, SeatId], list[Group]] = {}
    for group in at.groups.values():
        if not group.mercenaries and group.free < at.day - 1 and today.acts(group.id):
            by_hex.setdefault((group.hex, group.seat), []).append(group)
    for here in by_hex.values():
        stay = [one for one in here if one.id in today.since_yesterday and not leaves(today, one)]
        if len(stay) < 2:
            continue
        first = max(stay, key=lambda g: (at.prestige_of(g.id), len(at.content(g.id).men), g.id))
        for group in stay:
            if group.id != first.id:
                groups.merge(today, group.id, first.id, by_itself=True)

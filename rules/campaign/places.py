"""What a group does in a place of others: it summons it, storms or plunders it, besieges it (GUC-12.3,
GUC-13.5, GUC-13.6, GUC-15)."""

from __future__ import annotations

from rules.campaign import battles, groups, meeting, retreats
from rules.campaign.custody import free, take
from rules.campaign.levies import called_up, sent_home
from rules.campaign.lines import Line, fighters, leaders
from rules.campaign.meeting import Party, party
from rules.campaign.picking import weakest
from rules.campaign.plans.plan import Attack, Bargain, Besiege, Loot, Summon
from rules.campaign.prisoners import guarded, taken_over
from rules.campaign.recruiting import inhabitants
from rules.campaign.sharing import share_out
from rules.campaign.sieges.laying import begin, disarm
from rules.campaign.today import Today, company
from rules.core.language import english
from rules.events.campaign import (
    HorsesLost,
    LeaderNamed,
    ManLost,
    PlaceLooked,
    PlaceStocked,
    PlaceTaken,
    ResourcesChanged,
    SiegeBegan,
)
from rules.events.campaign_fights import AttackMade, CampaignFought, Summoned
from rules.siege import quick
from rules.state.campaign import Content, Fate, Founded, Group, Holding, Kind, Levy
from rules.state.figure import FigureId

SIEGE = "siege"
GONE = "destroyed"
"""How it ends for those of whom nobody is left (GUC-14.6a)."""


def entered(today: Today, group: Group) -> None:
    """A group is in the hex of a place of others: what its orders say of it, one thing a day (GUC-13.5). Who
    is to besiege a place that his side besieges already takes part in that siege (RUL-1285)."""
    at = today.at
    place = at.place_in(group.hex)
    if place is None or at.friendly(at.places[place.id].side, group.side):
        return
    look(today, group, place)
    for summon in today.orders(group.seat, Summon):
        if summon.group == group.id and summon.place == place.id:
            summoned(today, group, place, summon)
            if at.friendly(at.places[place.id].side, group.side):
                return
    for order in today.orders(group.seat, Attack):
        if (order.group, order.place) != (group.id, place.id) or group.id in today.done:
            continue
        if not storms_by_plan(today, group, place):
            storm(today, group, place, order)
            return
    for siege in today.orders(group.seat, Besiege):
        if siege.group == group.id and siege.place == place.id and group.id in at.groups:
            besieger = at.groups.get(at.places[place.id].siege)
            if besieger is None or not at.friendly(besieger.side, group.side):
                today.record(SiegeBegan(place.id, group.id))
                begin(today, place.id)
                today.noted = True
            today.line_done(group.seat, siege)


def storms_by_plan(today: Today, group: Group, place: Founded) -> bool:
    """Whoever besieges a place storms it on the siege's day (RUL-1241)."""
    siege = today.at.sieges.get(place.id)
    return siege is not None and siege.besieges(group.side)


def look(today: Today, group: Group, place: Founded) -> None:
    """Who comes to a place sees what is to be had there."""
    at = today.at
    resources = at.holdings[place.id].resources
    to = today.of(group.side)
    today.record(PlaceLooked(to=to, side=group.side, place=place.id, day=at.day, resources=resources))


# capitulation


def summoned(today: Today, group: Group, place: Founded, order: Summon) -> None:
    """A place may bargain at the sight of an army that wins a test of hostility against it, with the men
    inside counted twice, and if its own level is below 6 (GUC-15.3a). It gives a part of its resources: ten
    percent for each point of the difference and one die of six, rounded up; for all of it it changes hands
    (GUC-15.3b)."""
    at = today.at
    inside = inhabitants(at, place.id, today.tables)
    level = at.holdings[place.id].hostility
    there = Party(at.places[place.id].side, "", level, 0, inside * today.figure("garrison counted times"))
    tested = today.page.weigh(today.tables, party(at, group), there)
    today.line_done(group.seat, order)
    if not meeting.may_fight(today.tables, tested) or tested.total <= level:
        today.failed(
            group.seat, order, "GUC-15.3a", english("{place} is not afraid of you", place=place.name)
        )
        return
    if place.kind is Kind.CITY or level >= today.figure("bargains below"):
        today.failed(group.seat, order, "GUC-15.3a", english("{place} will not bargain", place=place.name))
        return
    if not bargains(today, place, len(company(at, group)), inside):
        today.failed(group.seat, order, "GUC-15.3a", english("{place} will not bargain", place=place.name))
        return
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
        march_out(today, place, group, on_foot=False)
        change_hands(today, place, group, "capitulation")
        return
    plunder(today, group, place, price, "price")


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


def change_hands(today: Today, place: Founded, group: Group, why: str, lord: str = "") -> None:
    """The place is the group's side's, with what is left in it. Who was in it goes where the fate of the
    place sends him; prisoners held there are free, or change their keepers."""
    at = today.at
    disarm(today, place.id)
    before = at.holdings[place.id]
    old = at.places[place.id].side
    held = before.held
    leader = at.leader(group.id)
    keep = Holding(resources=before.resources, hostility=before.hostility)
    for name in (*before.garrison, *before.patients):
        today.record(ManLost(to=today.of(old), figure=name, fate=Fate.GONE, cause="home"))
    today.record(PlaceTaken(place.id, group.side, lord or (leader.name if leader is not None else ""), why))
    today.record(PlaceStocked(to=today.of(group.side), place=place.id, holding=keep))
    for name in held:
        if at.men[name].side == group.side:
            free(today, name, "freed", group.id)
        else:
            take(today, name, group.side, place=place.id)
    today.noted = True


def march_out(today: Today, place: Founded, victor: Group, *, on_foot: bool) -> None:
    """What is left of a garrison leaves its place as a group, with its wounded, if it is one; it goes on at
    once (RUL-1224)."""
    at = today.at
    disarm(today, place.id)
    holding = at.holdings[place.id]
    side = at.places[place.id].side
    men = tuple(name for name in (*holding.garrison, *holding.patients))
    leads = next((name for name in men if name in at.prestige), "")
    if not side or (len(men) < today.figure("least men") and not leads):
        return  # of a place that is of no side in play they go home
    seat = at.men[men[0]].seat
    content = Content(men=(), hostility=holding.hostility, purse=holding.purse)
    new = groups.new_counter(today, side, seat, place.hex, victor.came, content)
    groups.move_men(today, men, of_place=place.id, into=new.id)
    riders = tuple(name for name in men if at.men[name].mounted)
    if on_foot and riders:
        today.record(HorsesLost(to=today.of(side), men=riders))
    if leads:
        level = holding.hostility
        today.record(LeaderNamed(to=today.of(side), group=new.id, leader=leads, hostility=level))
    groups.mark(today, new.id)
    retreats.withdraw(today, at.groups[new.id], victor.came, "leaves")


# storm and plunder


def storm(today: Today, group: Group, place: Founded, order: Attack) -> None:
    """A settlement is defended by its men, who are as many as it is rich (GUC-13.6a), a castle by its
    garrison behind walls. Cities are too large to be attacked (GUC-13.5). Who wins may plunder it
    (GUC-12.3); a castle whose garrison is beaten is his (RUL-1223). Where both give way nobody has won, and
    who attacked leaves (GUC-17.3, GUC-14.6d)."""
    at = today.at
    if place.kind is Kind.CITY:
        today.line_done(group.seat, order)
        today.failed(group.seat, order, "GUC-13.5", english("a city is too large to be attacked"))
        return
    today.noted = True
    today.done.add(group.id)
    today.record(AttackMade(group.id, group.hex, place=place.id))
    levy = called_up(today, place.id)
    helpers = tuple(
        g.id for g in at.groups_in(group.hex) if g.side == levy.side and not g.under and g.id != group.id
    )
    outside, within = list(battles.drawn_up_with(at, group)), list(helpers)
    worth = quick.value([at.men[name] for name in levy.men], False, today.tables)
    battles.join(today, group.hex, outside, within, group.side, levy.side, place.id, worth)
    ours, helpers = Line(tuple(outside)), tuple(within)
    attackers = fighters(at, ours)
    theirs = [at.men[name] for name in levy.men]
    for helper in helpers:
        theirs += company(at, at.groups[helper])
    walled = place.kind is Kind.CASTLE
    ground = SIEGE if walled else battles.FIELD
    percent = today.tables["campaign-ground"].number(place.kind.value, "percent")
    die = today.roll("GUC-17.2", group.id, place.id)
    die += battles.hunger(today, ours, Line(helpers))
    found = quick.resolved(attackers, theirs, ground, die, today.tables, percent=(0, percent))
    today.record(
        CampaignFought(
            to=today.of(group.side, levy.side), hex=group.hex, attackers=ours.groups, defenders=helpers,
            ground=ground, ends=found.ends, place=place.id, men=(len(attackers), len(theirs)),
            values=found.values, percent=found.percent, column=found.column, die=die,
            modifier=found.modifier, letter=found.letter, dead=found.dead, wounded=found.wounded,
        )
    )  # fmt: skip
    battles.losses(today, attackers, found.dead[0], found.wounded[0])
    battles.losses(today, theirs, found.dead[1], found.wounded[1])
    defenders = Line(helpers, levy)
    left = [name for name in levy.men if name not in at.fates]
    alive = any(at.content(g).men for g in ours.groups), bool(left)
    ends = tuple(end or ("" if lives else GONE) for end, lives in zip(found.ends, alive, strict=True))
    won, lost = bool(ends[1] and not ends[0]), bool(ends[0] and not ends[1])
    if won:
        groups.decided(today, ours, leaders(at, defenders))
        _fallen(today, place, levy, left, group, ours, found.ends[1])
        taken_over(today, ours.groups)
    elif lost:
        groups.decided(today, defenders, leaders(at, ours))
        taken_over(today, helpers)
    sent_home(today, levy)
    battles.leave_field(today, group.hex, ours, defenders, (ends[0], ends[1]))
    if won and group.id in at.groups:
        loot(today, at.groups[group.id], place)
        if any(one is order for one in today.orders(group.seat, Attack)):
            today.line_done(group.seat, order)


def _fallen(
    today: Today, place: Founded, levy: Levy, left: list[FigureId], group: Group, victors: Line, end: str
) -> None:
    """A castle whose garrison gives in is the victor's, its garrison his prisoners; of a settlement those who
    defended it go home, and it stays its owner's (GUC-13.6b, RUL-1223)."""
    at = today.at
    if place.kind is not Kind.CASTLE:
        if end == "rout":
            hurt = [n for n in at.holdings[place.id].garrison if n not in at.fates and at.men[n].wounded]
            guarded(today, [name for name in hurt if name not in levy.fresh], victors.groups)
        return
    guarded(today, left, victors.groups)
    change_hands(today, place, group, "assault")
    staffed(today, place, group)


def staffed(today: Today, place: Founded, group: Group) -> None:
    """The victor leaves men in a castle, as many as he can spare of five (GUC-5.2b)."""
    at = today.at
    content = at.content(group.id)
    spare = max(len(content.men) - today.figure("least men"), 0)
    able = sorted((m for m in at.in_group(group.id) if m.id != content.leader and not m.wounded), key=weakest)
    men = tuple(man.id for man in able[: min(spare, today.figure("garrison least"))])
    groups.move_men(today, men, out_of=group.id, to_place=place.id)
    groups.mark(today, group.id)


def loot(today: Today, group: Group, place: Founded) -> None:
    """As many points as ordered of what is there, else all: a denier each (GUC-12.3, GUC-12.3b). Who loots a
    town or a city loses a point of prestige (GUC-12.3c). Mercenaries have their share."""
    at = today.at
    said = [order for order in today.orders(group.seat, Loot) if order.group in ("", group.id)]
    there = at.holdings[place.id].resources or 0
    most = said[0].points if said else None
    points = there if most is None else min(most, there)
    if points <= 0 or at.places[place.id].side == group.side:
        return
    plunder(today, group, place, points, "loot")
    leader = at.content(group.id).leader
    costs = today.page.loot_costs(place)
    if leader and costs:
        today.honour(leader, -costs, "looted")
    share_out(today, group, points)


def loot_costs(place: Founded) -> int:
    """Prestige of a leader who loots a town or a city (GUC-12.3c, GUC-9b)."""
    return int(place.kind in (Kind.TOWN, Kind.CITY))


def plunder(today: Today, group: Group, place: Founded, points: int, why: str) -> None:
    """Points of a place become money of a group."""
    if points > 0:
        owner = today.at.places[place.id].side
        today.record(ResourcesChanged(to=today.of(owner), place=place.id, by=-points, cause=why))
        today.pay(points * today.price("loot point"), why, group=group.id)
        look(today, group, place)

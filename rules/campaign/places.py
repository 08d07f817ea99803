"""What a group does in a place of others: it summons it, storms or plunders it, besieges it (GUC-12.3,
GUC-13.5, GUC-13.6, GUC-15)."""

from __future__ import annotations

from rules.campaign import groups, retreats
from rules.campaign.marking import foremost
from rules.campaign.picking import weakest
from rules.campaign.plans.plan import Loot, own_first
from rules.campaign.prisoners import escort_among, fall_to
from rules.campaign.sharing import share_out
from rules.campaign.sieges.laying import disarm
from rules.campaign.today import Today
from rules.events.campaign import PlaceTaken
from rules.events.campaign_secrets import HorsesLost, ManLost, PlaceLooked, PlaceStocked, ResourcesChanged
from rules.state.campaign_counters import Content, Fate, Founded, Group, Holding, Kind

SIEGE = "siege"
GONE = "destroyed"
"""How it ends for those of whom nobody is left (GUC-14.6a)."""


def look(today: Today, group: Group, place: Founded) -> None:
    """Who comes to a place sees what is to be had there."""
    at = today.at
    resources = at.holdings[place.id].resources
    to = today.of(group.side)
    today.record(PlaceLooked(to=to, side=group.side, place=place.id, day=at.day, resources=resources))


def change_hands(today: Today, place: Founded, group: Group, why: str, lord: str = "") -> None:
    """The place is the group's side's, with what is left in it; its purse is the group's (RUL-1218). Who was
    in it goes where the fate of the place sends him; prisoners held there are free, or change their
    keepers."""
    at = today.at
    disarm(today, place.id)
    before = at.holdings[place.id]
    old = at.places[place.id].side
    held = before.held
    leader = at.leader(group.id)
    keep = Holding(resources=before.resources, hostility=before.hostility)
    today.pay(-before.purse, "fallen", place=place.id)
    today.pay(before.purse, "taken", group=group.id)
    for name in (*before.garrison, *before.patients):
        today.record(ManLost(to=today.of(old), figure=name, fate=Fate.GONE, cause="home"))
    today.record(PlaceTaken(place.id, group.side, lord or (leader.name if leader is not None else ""), why))
    today.record(PlaceStocked(to=today.of(group.side), place=place.id, holding=keep))
    fall_to(today, held, group.id, place=place.id)
    today.noted = True


def march_out(today: Today, place: Founded, victor: Group, *, on_foot: bool) -> None:
    """What is left of a garrison leaves its place as a group, with its wounded, if it is one; it goes on at
    once (RUL-1224)."""
    at = today.at
    disarm(today, place.id)
    holding = at.holdings[place.id]
    side = at.places[place.id].side
    men = tuple(name for name in (*holding.garrison, *holding.patients))
    if not side or (len(men) < today.figure("least men") and not foremost(at, men)):
        return  # of a place that is of no side in play they go home
    seat = at.men[men[0]].seat
    content = Content(men=(), hostility=holding.hostility)
    new = groups.new_counter(today, side, seat, place.hex, victor.came, content)
    today.pay(-holding.purse, "passed", place=place.id)
    today.pay(holding.purse, "passed", group=new.id)
    groups.move_men(today, men, of_place=place.id, into=new.id)
    riders = tuple(name for name in men if at.men[name].mounted)
    if on_foot and riders:
        today.record(HorsesLost(to=today.of(side), men=riders))
    groups.mark(today, new.id)
    retreats.withdraw(today, at.groups[new.id], victor.came, "leaves")


def prison_opened(today: Today, group: Group, place: Founded) -> None:
    """A settlement that was stormed keeps its owner, but nobody whom it held for his ransom: the victor's own
    men and his friends are free, others his prisoners, if he can guard them (RUL-1220, RUL-1313)."""
    at = today.at
    held = at.holdings[place.id].held
    guard = escort_among(today, (group.id,))
    for name in held:
        if guard is not None or at.friendly(at.men[name].side, group.side):
            fall_to(today, (name,), group.id, guard=group.id)


# loot


def staffed(today: Today, place: Founded, group: Group) -> None:
    """The victor leaves men in a castle, as many as he can spare of five, never a leader (GUC-5.2b)."""
    at = today.at
    content = at.content(group.id)
    spare = max(len(content.men) - today.figure("least men"), 0)
    able = [man for man in at.in_group(group.id) if man.id not in at.prestige and not man.wounded]
    men = tuple(man.id for man in sorted(able, key=weakest)[: min(spare, today.figure("garrison least"))])
    groups.move_men(today, men, out_of=group.id, to_place=place.id)
    groups.mark(today, group.id)


def loot(today: Today, group: Group, place: Founded) -> None:
    """As many points as ordered of what is there, else all: a denier each (GUC-12.3, GUC-12.3b). What is his
    own from now on a victor loots only if he ordered it (RUL-1223). Who loots a town or a city loses a point
    of prestige (GUC-12.3c). Mercenaries have their share."""
    at = today.at
    said = own_first(order for order in today.orders(group.seat, Loot) if order.group in ("", group.id))
    there = at.holdings[place.id].resources or 0
    most = said[0].points if said else None
    points = there if most is None else min(most, there)
    if points <= 0 or (at.places[place.id].side == group.side and most is None):
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

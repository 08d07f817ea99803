"""What must be true of every campaign in the evening of every day, and of all that happens in it, whatever
the orders and the dice were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rules.campaign.in_force import land_of, tables_of
from rules.campaign.routes import cost
from rules.campaign.sieges.record import besiegers, garrison, opened, points
from rules.campaign.today import all_ride
from rules.events.base import Event
from rules.events.campaign import ConvoyGone
from rules.events.campaign_secrets import (
    ConvoyLoaded,
    GroupFed,
    ManFreed,
    ManHealed,
    ManHurt,
    ManLost,
    ManTaken,
    MenJoined,
    PlaceStocked,
    PurseChanged,
    ResourcesChanged,
)
from rules.evolve import evolve
from rules.siege.invariants import works
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Fate
from rules.state.figure import FigureId, SideId

ONE_SIDED = ("recruits", "pay", "loot", "price", "share", "wild", "scattered")
"""Money that goes out of the campaign, or comes into it; all other goes from one purse to another."""


def broken(at: Campaign) -> list[str]:
    """What is wrong with a campaign in the evening."""
    return [*_sheets(at), *_men(at), *_groups(at), *_places(at), *_sieges(at), *_hexes(at)]


def whereabouts(at: Campaign) -> Counter[FigureId]:
    """How often everybody is somewhere."""
    found: Counter[FigureId] = Counter()
    for content in at.contents.values():
        found.update((*content.men, *content.captives))
    for holding in at.holdings.values():
        found.update((*holding.garrison, *holding.patients, *holding.held))
    return found


def _sheets(at: Campaign) -> Iterator[str]:
    for what, sheets, counters in (
        ("groups", at.contents, at.groups),
        ("places", at.holdings, at.places),
        ("convoys", at.loads, at.convoys),
    ):
        if set(sheets) != set(counters):
            yield f"{what}: {set(sheets) ^ set(counters)} have a sheet or a counter alone"


def _men(at: Campaign) -> Iterator[str]:
    """A man is in one place, or has a fate; the dead stay dead."""
    found = whereabouts(at)
    for name, man in at.men.items():
        times = found[name]
        if (name in at.fates) == bool(times) or times > 1:
            yield f"{name} is in {times} places, and his fate is {at.fates.get(name)}"
        if man.id != name or man.stunned or (man.dead != (at.fates.get(name) is Fate.DEAD)):
            yield f"{name} is not himself: {man.health}"
        if name in at.recover and not man.wounded:
            yield f"{name} is cured of nothing"
    for name in set(found) - set(at.men):
        yield f"{name} is somewhere, and nobody knows him"
    for name, by in at.captors.items():
        if name not in at.fates and at.men[name].side == by:
            yield f"{name} is a prisoner of his own side"
    held = {name: at.captors[name] for name in at.captors if name not in at.fates}
    if held != _kept(at):
        yield f"{held} are prisoners, and {_kept(at)} are kept as such"
    for name, prestige in at.prestige.items():
        if not 1 <= prestige <= 10:
            yield f"{name} has a prestige of {prestige}"


def _kept(at: Campaign) -> dict[FigureId, SideId]:
    """Whom groups lead and places hold, and whose these are."""
    led = {name: at.groups[group].side for group, content in at.contents.items() for name in content.captives}
    held = {name: at.places[place].side for place, holding in at.holdings.items() for name in holding.held}
    return led | held


def _groups(at: Campaign) -> Iterator[str]:
    for group in at.groups.values():
        content = at.contents[group.id]
        men = at.in_group(group.id)
        if content.leader and content.leader not in content.men:
            yield f"{group.id} is led by {content.leader}, who is not in it"
        if not content.leader and any(name in at.prestige for name in content.men):
            yield f"{group.id} has a leader among its men, and nobody leads it"
        if content.leader and content.leader not in at.prestige:
            yield f"{content.leader} leads {group.id} and has no prestige"
        if not men or (len(men) < 3 and not content.leader and not group.mercenaries):
            yield f"{group.id} has {len(men)} men and no leader"
        if any(man.side != group.side for man in men):
            yield f"{group.id} has men of another side"
        if all_ride(men) != group.riders:
            yield f"{group.id} has the wrong marker"
        if content.purse < 0 or content.unfed < 0 or not 1 <= content.hostility <= 10:
            yield f"{group.id} has {content}"
        if group.under and (group.under not in at.groups or at.groups[group.under].side != group.side):
            yield f"{group.id} is stacked under {group.under}"
        if group.under in at.groups and at.groups[group.under].hex != group.hex:
            yield f"{group.id} is not where {group.under} is"


def _places(at: Campaign) -> Iterator[str]:
    for place, holding in at.holdings.items():
        if holding.purse < 0 or (holding.resources is not None and holding.resources < 0):
            yield f"{place} has {holding}"
        siege = at.places[place].siege
        if siege and (siege not in at.groups or at.groups[siege].hex != at.founded(place).hex):
            yield f"{place} is besieged by {siege}, who is not there"
        if siege in at.groups and at.friendly(at.groups[siege].side, at.places[place].side):
            yield f"{place} is besieged by its friends"
    for convoy, load in at.loads.items():
        if load < 0:
            yield f"{convoy} carries {load}"


def _sieges(at: Campaign) -> Iterator[str]:
    """The record of a siege and the campaign agree on who is there, how he is, and what there is to eat."""
    for place, siege in at.sieges.items():
        now, holding = at.places[place], at.holdings[place]
        if not now.siege:
            yield f"{place} is besieged by nobody"
            continue
        if now.siege not in at.groups:
            continue  # told above
        sides = (at.groups[now.siege].side, now.side)
        if sides != (siege.setup.besieger, siege.setup.besieged):
            yield f"{place} is besieged by {sides[0]} and held by {sides[1]}, and not by its record"
        there = {man.id: man for man in (*besiegers(at, now), *garrison(at, place))}
        if there != {name: man for name, man in siege.men.items() if not man.dead}:
            yield f"{place}: {set(there) ^ set(siege.men)} or their health is on one record alone"
        if any(man.dead and at.fates.get(name) is not Fate.DEAD for name, man in siege.men.items()):
            yield f"{place}: somebody is dead in its siege alone"
        if points(at, place) != holding.resources:
            yield f"{place} has food until {siege.fed_until}, day {siege.day}, and {holding.resources} points"
        if siege.lifted or siege.fallen:
            yield f"the siege of {place} is over"
        yield from works(opened(at, place))
    for place, holding in at.holdings.items():
        if holding.levy and place not in at.sieges:
            yield f"{place} is in arms, and nobody besieges it"


def _hexes(at: Campaign) -> Iterator[str]:
    """Nobody is at sea, and no two strangers share a hex in the evening (GUC-8.3b)."""
    land, terrain = land_of(at), tables_of(at)["campaign-terrain"]
    stand = {
        **{group.id: group.hex for group in at.groups.values()},
        **{convoy.id: convoy.hex for convoy in at.convoys.values()},
        **{spy.id: spy.hex for spy in at.spies.values()},
    }
    for counter, label in stand.items():
        if cost(land, label, terrain) is None:
            yield f"{counter} is in {label}, where nobody can be"
    groups = [g for g in at.groups.values() if g.side and g.free < at.day - 1]
    for one in groups:
        for other in groups:
            if one.id < other.id and one.hex == other.hex and not at.friendly(one.side, other.side):
                yield f"{one.id} and {other.id} are both in {one.hex}"


def unbalanced(events: Iterable[Event]) -> list[str]:
    """What is wrong with some days' events: money made or lost on the way, men who come from nowhere
    twice."""
    found, came = [], Counter[FigureId]()
    between = 0
    for event in events:
        if isinstance(event, PurseChanged) and event.cause not in ONE_SIDED:
            between += event.by
        if isinstance(event, MenJoined | PlaceStocked):
            came.update(man.id for man in event.men)
    if between:
        found.append(f"{between} half deniers have come from nowhere")
    found += [f"{name} came {times} times" for name, times in came.items() if times > 1]
    return found


def misdeeds(before: Campaign, events: Iterable[Event]) -> Iterator[str]:
    """What is wrong with what happened in a phase: who is dead comes to harm, somebody comes or goes untold,
    and money, stores or prisoners are not what they were, and all that was added or taken."""
    at = before.copy()
    there, prisoners = set(at.men), set(_kept(at))
    money, food, carried = _money(at), 0, Counter[str]()
    for event in events:
        yield from _harm(at, event)
        food += _eaten(at, event)
        carried.update(_carried(at, event))
        match event:
            case PurseChanged(by=by):
                money += by
            case MenJoined(men=men) | PlaceStocked(men=men):
                there |= {man.id for man in men}
            case ManTaken(man=man):
                prisoners.add(man.id)
            case ManFreed(figure=name) | ManLost(figure=name):
                prisoners.discard(name)
        evolve(at, event)
    if set(at.men) != there:
        yield f"{set(at.men) ^ there} have come or gone untold"
    if set(_kept(at)) != prisoners:
        yield f"{set(_kept(at)) ^ prisoners} are prisoners, or are not"
    if _money(at) != money:
        yield f"there are {_money(at)} half deniers, and {money} by what has happened"
    if food:
        yield f"{food} points were eaten that nobody had, or taken and not eaten"
    if set(carried.values()) - {0}:
        yield f"convoys have {carried} points too many"
    if lost := {name: fate for name, fate in before.fates.items() if at.fates.get(name) is not fate}:
        yield f"{lost} are back"


def _money(at: Campaign) -> int:
    """In all purses, in half deniers."""
    return sum(group.purse for group in at.contents.values()) + sum(
        place.purse for place in at.holdings.values()
    )


def _harm(at: Campaign, event: Event) -> Iterator[str]:
    match event:
        case ManLost(figure=name) if name in at.fates:
            yield f"{name} is lost twice, {at.fates[name]} and {event.fate}"
        case ManHurt(figure=name) if at.men[name].wounded or name in at.fates:
            yield f"{name} is hurt, and was {at.men[name].health} and {at.fates.get(name)}"
        case ManTaken(man=man) if man.id in at.fates:
            yield f"{man.id} is taken, and his fate was {at.fates[man.id]}"
        case ManHealed(figure=name) if not at.men[name].wounded:
            yield f"{name} is healed of nothing"


def _eaten(at: Campaign, event: Event) -> int:
    """Points that somebody has eaten, less those that were taken for it; cities have no end of them."""
    match event:
        case GroupFed(place=place) if place and at.holdings[place].resources is None:
            return 0
        case GroupFed(points=points):
            return points
        case ResourcesChanged(cause="supply", by=by):
            return by
        case ConvoyLoaded(cause="eaten" | "bought"):
            return event.points - at.loads[event.convoy]
    return 0


def _carried(at: Campaign, event: Event) -> dict[str, int]:
    """Points that go from places to convoys ("loaded"), and from these to places ("unloaded")."""
    match event:
        case ResourcesChanged(cause="convoy", by=by):
            return {"loaded" if by < 0 else "unloaded": by}
        case ConvoyLoaded(cause="loaded", points=points):
            return {"loaded": points}
        case ConvoyLoaded(cause="unloaded", convoy=convoy, points=points):
            return {"unloaded": points - at.loads[convoy]}
        case ConvoyGone(cause="unloaded", convoy=convoy):
            endless = at.holdings[at.convoys[convoy].goal].resources is None
            return {} if endless else {"unloaded": -at.loads[convoy]}
    return {}

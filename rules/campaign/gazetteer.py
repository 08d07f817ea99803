"""A land in words, for whoever cannot see its map or reads a mail without pictures: what lies around each
place, how far, in which direction and whether by road (GUC-2)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from rules.campaign.land import Faction, Ground, Hex, Land, Place, PlaceKind, Terrain, direction
from rules.core.language import english, say, say_many, translated

NEAR = 9
"""Hexes: what lies further from a place is not told of it, but along a road."""
MOST = 6  # neighbours of a place that are told

KINDS = {
    PlaceKind.VILLAGE: english("village"),
    PlaceKind.TOWN: english("town"),
    PlaceKind.CASTLE: english("castle"),
    PlaceKind.CITY: english("city"),
}
FACTIONS = {
    Faction.NORMAN: english("Norman"),
    Faction.BYZANTINE: english("Byzantine"),
    Faction.LOMBARD: english("Lombard"),
    Faction.ARAB: english("Arab"),
    Faction.GERMAN: english("German"),
}
GROUNDS = {
    Terrain.PLAIN: english("open ground"),
    Terrain.HILL: english("hills"),
    Terrain.MOUNTAIN: english("mountains"),
    Terrain.FOREST: english("forest"),
    Terrain.SWAMP: english("swamp"),
    Terrain.SEA: english("sea"),
}


def gazetteer(land: Land, year: int) -> tuple[str, ...]:
    """All places of a land by name, a paragraph each: what it is, whose, and what lies around it."""
    ordered = sorted(land.places, key=lambda place: place.name)
    return tuple(f"{place_told(land, place, year)} {around_told(land, place)}" for place in ordered)


def place_told(land: Land, place: Place, year: int) -> str:
    """A place in a sentence: its class, whose it is in a year, what is there to be had, the ground."""
    held = place.at(year)
    kind = [translated(KINDS[place.kind])]
    kind += [say("harbour")] if place.port else []
    kind += [say("monastery")] if place.monastery else []
    stores = say("never runs out") if held.resources is None else say("resources {n}", n=held.resources)
    return say(
        "{name} ({hex}): {kind}; {faction}, {lord}; hostility {hostility}, {stores}; {ground}.",
        name=place.name,
        hex=place.hex,
        kind=", ".join(kind),
        faction=translated(FACTIONS[held.faction]),
        lord=translated(held.lord),
        hostility=held.hostility,
        stores=stores,
        ground=ground_told(land.at(place.hex)),
    )


def ground_told(ground: Ground) -> str:
    """A hex in words: its terrain, what runs through it, in which region it lies."""
    told = [translated(GROUNDS[ground.terrain])]
    if ground.coast:
        told.append(say("by the sea"))
    if ground.river:
        told.append(say("a river with a bridge") if ground.bridge else say("a river"))
    if ground.road:
        told.append(say("a road"))
    if ground.region:
        told.append(translated(ground.region))
    return ", ".join(told)


def around_told(land: Land, place: Place) -> str:
    """What lies around a place, the nearest first: "From Melfi: Venosa 4 hexes east by road, ..."."""
    told = []
    for other, far, by_road in neighbours(land, place):
        where = translated(direction(place.hex, other.hex))
        if by_road:
            there = say_many(
                "{far} hex {where} by road", "{far} hexes {where} by road", far, far=far, where=where
            )
        else:
            there = say_many("{far} hex {where}", "{far} hexes {where}", far, far=far, where=where)
        told.append(f"{other.name} {there}")
    if not told:
        return say("From {name}: nothing within {number} hexes.", name=place.name, number=NEAR)
    return say("From {name}: {around}.", name=place.name, around=", ".join(told))


def neighbours(land: Land, place: Place) -> tuple[tuple[Place, int, bool], ...]:
    """The places around one, the nearest first, with how many hexes away they are and whether by road: all
    that are next on a road, and others near it until there are enough."""
    roads = _next_by_road(land).get(place.hex, {})
    found = [(land.place(other), far, True) for other, far in roads.items()]
    others = [
        (other, far, False)
        for other in land.places
        if other is not place
        and other.id not in roads
        and (far := land.distance(place.hex, other.hex)) <= NEAR
    ]
    others.sort(key=lambda near: (near[1], near[0].id))
    found += others[: max(0, MOST - len(found))]
    return tuple(sorted(found, key=lambda near: (near[1], near[0].id)))


@lru_cache(maxsize=8)
def _next_by_road(land: Land) -> dict[Hex, dict[str, int]]:
    """For the hex of each place the places next along its roads, and how many hexes of road lead there."""
    found: dict[Hex, dict[str, int]] = {}
    for road in land.roads:
        for (start, one), (end, other) in pairwise(_stops(land, road.hexes)):
            for here, there in ((one, other), (other, one)):
                known = found.setdefault(here.hex, {})
                known[there.id] = min(end - start, known.get(there.id, end - start))
    return found


def _stops(land: Land, way: tuple[Hex, ...]) -> Iterator[tuple[int, Place]]:
    for step, label in enumerate(way):
        place = land.place_at(label)
        if place is not None:
            yield step, place

"""The men of a settlement who take up arms when there is a fight in it (GUC-5.1b, GUC-13.6a, GUC-13.6b)."""

from __future__ import annotations

from rules.campaign.muster import defenders, joining
from rules.campaign.today import Today
from rules.core.tables import Tables
from rules.events.campaign_secrets import ManLost, MenJoined
from rules.state.campaign import Campaign, Levy
from rules.state.campaign_counters import Fate, Kind, PlaceId
from rules.state.figure import Hex, SideId

RICHEST = 10
CITIZENS = 2
"""A city raises twice what the richest settlement does (GUC-5.1b)."""


def raised(today: Today, where: Hex, *sides: SideId) -> Levy | None:
    """Those of a settlement whose owner is one of those who fight there: as many as its resources say
    (GUC-13.6a), of a city thirty; with its garrison, and the wounded in their beds (GUC-14.7b). A castle
    keeps behind its walls (RUL-1221)."""
    at = today.at
    place = at.place_in(where)
    if place is None or place.kind is Kind.CASTLE:
        return None
    side = at.places[place.id].side
    if not side or side not in sides:  # who belongs to nobody in play fights for nobody
        return None
    return called_up(today, place.id)


def townsmen(at: Campaign, place: PlaceId, tables: Tables) -> tuple[str, ...]:
    """The kinds of men who take up arms in a place; in a castle nobody but its garrison does (GUC-5.2), and
    who is besieged is in arms already."""
    if at.founded(place).kind is Kind.CASTLE or at.holdings[place].levy:
        return ()
    return by_resources(at, place, tables)


def by_resources(at: Campaign, place: PlaceId, tables: Tables) -> tuple[str, ...]:
    """The kinds of men whom the resources of a settlement put under arms (GUC-13.6a)."""
    found, resources = at.founded(place), at.holdings[place].resources
    if resources is None:
        return defenders(RICHEST, False, tables) * CITIZENS
    return defenders(resources, found.monastery, tables)


def called_up(today: Today, place: PlaceId) -> Levy:
    at = today.at
    found, holding = at.founded(place), at.holdings[place]
    side = at.places[place].side
    kinds = townsmen(at, place, today.tables)
    seat = next((seat.id for seat in at.setup.seats if seat.side == side), "")
    fresh = joining(at, kinds, found.letter, side, seat, found.name)
    if fresh:
        today.record(MenJoined(to=today.of(side), men=fresh, place=place, cause="defends"))
    names = tuple(man.id for man in fresh)
    return Levy(side, place, names, (*holding.garrison, *names, *holding.patients))


def sent_home(today: Today, levy: Levy) -> None:
    """Whatever came of the fight, those who took up arms for it leave the game (GUC-13.6b)."""
    at = today.at
    for name in levy.fresh:
        if name not in at.fates and name not in at.captors:
            to = today.of(levy.side)
            today.record(ManLost(to=to, figure=name, fate=Fate.GONE, cause="home"))

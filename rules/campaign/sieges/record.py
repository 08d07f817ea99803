"""The record of a siege in a campaign: who conducts it, who is there, and what feeds it.

Between the days of a siege the campaign is the truth of who is there, sound or wounded, and of what a place
has to eat; on such a day the siege is, and what it records is the campaign's at once."""

from __future__ import annotations

from msgspec.structs import replace

from rules.campaign import groups
from rules.campaign.in_force import tables_of
from rules.state.campaign import Campaign
from rules.state.campaign_counters import HUNGRY, Group, GroupId, Place, PlaceId
from rules.state.figure import Character, FigureId, SeatId, SideId
from rules.state.siege import Siege
from rules.state.table import Seat


def opened(at: Campaign, place: PlaceId) -> Siege:
    """A copy of a record, for whoever plays a day or reads it: with the tables in force, and the seats that
    conduct it today."""
    siege = at.sieges[place].copy()
    group = at.groups.get(at.places[place].siege)
    outside = group.seat if group is not None else siege.seat_of(siege.setup.besieger)
    seats = {siege.setup.besieger: outside, siege.setup.besieged: commands_in(at, place)}
    siege.setup = replace(siege.setup, tables=at.setup.tables, seats=seated(seats))
    return siege


def awaited(at: Campaign, place: PlaceId) -> Siege:
    """As its next day will find it, for which plans are made."""
    siege = opened(at, place)
    siege.turn += 1
    return siege


def seated(seats: dict[SideId, SeatId]) -> tuple[Seat, ...]:
    return tuple(Seat(id=seat, side=side, name=seat) for side, seat in seats.items())


def commands_in(at: Campaign, place: PlaceId) -> SeatId:
    """Which seat of its side conducts the defence of a place: the one whose men are in it, else the first."""
    holding, side = at.holdings.get(place), at.places[place].side
    garrison = holding.garrison if holding is not None else ()
    of_men = (at.men[name].seat for name in garrison if name in at.men)
    return next(of_men, "") or next((seat.id for seat in at.seats_of(side)), side)


def conducts(at: Campaign, place: PlaceId, seat: SeatId) -> SideId:
    """The side for which a seat plans a siege that goes on; "" where it has no part in it."""
    if place not in at.sieges:
        return ""
    return next((one.side for one in opened(at, place).setup.seats if one.id == seat), "")


# who is there


def hosts(at: Campaign, place: Place) -> tuple[Group, ...]:
    """All groups of the besieger's side in the hex, its mercenaries too, the one that began it first."""
    first = at.groups[place.siege]
    here = sorted(at.groups_in(first.hex), key=lambda group: group.id != first.id)
    return tuple(group for group in here if group.side == first.side)


def outside(at: Campaign, place: Place) -> tuple[GroupId, ...]:
    """The besieger's groups, each with the mercenaries under its counter."""
    return tuple(group.id for group in hosts(at, place) if not group.under)


def lies_before(at: Campaign, group: Group) -> bool:
    """Whether a group besieges a place: it has laid the siege, or takes part in one of its side
    (RUL-1285)."""
    laid = (at.groups[place.siege] for place in at.places.values() if place.siege in at.groups)
    return any((first.side, first.hex) == (group.side, group.hex) for first in laid)


def besiegers(at: Campaign, place: Place) -> tuple[Character, ...]:
    return tuple(man for group in hosts(at, place) for man in at.in_group(group.id))


def goes_hungry(at: Campaign, place: Place) -> bool:
    """Whether any of the besiegers have gone without enough for two days (GUC-8.4b)."""
    return any(at.content(group.id).unfed >= HUNGRY for group in hosts(at, place))


def garrison(at: Campaign, place: PlaceId) -> tuple[Character, ...]:
    """Everybody of its side in the place, the wounded in their beds too."""
    holding = at.holdings[place]
    return tuple(at.men[name] for name in (*holding.garrison, *holding.patients))


def commanders(at: Campaign, place: Place) -> dict[SideId, FigureId]:
    """The leader of either side, else whoever is highest in rank (RUL-1242)."""
    tables, within = tables_of(at), garrison(at, place.id)
    highest = {
        at.groups[place.siege].side: at.leader(place.siege)
        or groups.highest(at, at.in_group(place.siege), tables),
        place.side: next((man for man in within if man.id in at.prestige), None)
        or groups.highest(at, within, tables),
    }
    return {side: man.id for side, man in highest.items() if man is not None}


def left(siege: Siege) -> int:
    """Days of food behind the last one that was played."""
    return max(siege.fed_until - siege.day, 0)


def points(at: Campaign, place: PlaceId) -> int:
    """The resources that their food is: a point is used up with its second day (GUC-15.1, RUL-1248)."""
    days = tables_of(at)["campaign-figures"].number("siege days of a point", "value")
    return -(-left(at.sieges[place]) // days)

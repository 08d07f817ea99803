"""A siege of a campaign has a record, which follows who comes and goes (GUC-15)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.campaign.levies import called_up
from rules.campaign.sieges import boards
from rules.campaign.sieges.journal import SIEGE, Conducted
from rules.campaign.sieges.page import sieges_of
from rules.campaign.sieges.record import (
    besiegers,
    commanders,
    commands_in,
    garrison,
    left,
    points,
    seated,
)
from rules.campaign.today import OfSieges, Today
from rules.events.campaign import SiegeRaised
from rules.events.campaign_secrets import ManLost, ResourcesChanged
from rules.events.campaign_sieges import SiegeLaid, SiegeManned
from rules.events.siege import StoresChanged
from rules.state.board import BoardData
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Fate, Founded, PlaceId
from rules.state.figure import SeatId, SideId
from rules.state.siege import Siege, SiegeSetup
from rules.state.table import Fights, Options, Side

NO_BOARD = BoardData((), ())


def setup_of(at: Campaign, place: Founded, besieger: SideId, seat: SeatId, by: OfSieges) -> SiegeSetup:
    """What a siege is played on; without the tables, which are the campaign's."""
    besieged = at.places[place.id].side
    # of a place that is of no side in play its people are called by its name
    nobodys = () if besieged else (Side(id="", name=place.name, adjective=place.name),)
    return SiegeSetup(
        scenario=at.setup.scenario,
        title=place.name,
        ruleset=by.page.id,
        sides=(*(side for side in at.setup.sides if side.id in (besieger, besieged)), *nobodys),
        seats=seated({besieger: seat, besieged: commands_in(at, place.id)}),
        options=at.setup.options if boards.are_agreed(at, besieged) else Options(fights=Fights.QUICK),
        tables_digest=at.setup.tables_digest,
        besieger=besieger,
        besieged=besieged,
        stronghold=by.stronghold(place.kind, place.name),
        board=NO_BOARD,
    )


def expected(at: Campaign, place: PlaceId, seat: SeatId) -> Siege:
    """A siege that has not begun, as far as a seat can plan for it: all its side's men may be there."""
    found, side = at.founded(place), at.seat(seat).side
    owner = at.places[place].side
    besieger = side if side != owner else next(one.id for one in at.setup.sides if one.id != owner)
    setup = replace(setup_of(at, found, besieger, seat, sieges_of(at)), tables=at.setup.tables)
    men = {name: man for name, man in at.men.items() if man.side == side and name not in at.fates}
    return Siege(setup=setup, men=men)


def begin(today: Today, place: PlaceId) -> None:
    """Who defends a settlement takes up arms for all of it (GUC-13.6a), and a point of its resources is two
    days of food in place of dice (GUC-15.1)."""
    at = today.at
    found, now, by = at.founded(place), at.places[place], today.page.sieges
    group = at.groups[now.siege]
    resources = at.holdings[place].resources
    if resources is None or found.kind not in by.walls:
        return
    levy = called_up(today, place)
    today.record(
        SiegeLaid(
            to=today.of(group.side, now.side),
            place=place,
            setup=setup_of(at, found, group.side, group.seat, by),
            days=resources * today.figure("siege days of a point"),
            levy=levy.fresh,
        )
    )
    attend(today, place)


def attend(today: Today, place: PlaceId) -> None:
    """The record follows the campaign: who is there, and what the place has."""
    at = today.at
    siege, now = at.sieges[place], at.places[place]
    there = {man.id: man for man in (*besiegers(at, now), *garrison(at, place))}
    lead = commanders(at, now)
    if there != {name: man for name, man in siege.men.items() if not man.dead} or lead != siege.commanders:
        to = today.of(siege.setup.besieger, siege.setup.besieged)
        today.record(SiegeManned(to=to, place=place, men=tuple(there.values()), commanders=lead))
    more = (at.holdings[place].resources or 0) - points(at, place)
    if more:
        days = max(more * today.figure("siege days of a point"), -left(siege))
        Conducted(today, place).record(StoresChanged(days, "place"))


def eaten(today: Today, place: PlaceId) -> None:
    """The place follows its record: what was eaten, fetched or stolen on a day of the siege. What a supply
    party brings beyond ten points finds no room, and is lost (GUC-5.1c, RUL-1341): the record follows that
    (``attend``)."""
    at = today.at
    has = min(points(at, place), today.figure("most resources"))
    by = has - (at.holdings[place].resources or 0)
    if by:
        to = today.of(at.places[place].side)
        today.record(ResourcesChanged(to=to, place=place, by=by, cause=SIEGE))


def raised(today: Today, place: PlaceId, why: str) -> None:
    """Nobody besieges it any more."""
    disarm(today, place)
    today.record(SiegeRaised(place, why))
    today.noted = True


def disarm(today: Today, place: PlaceId) -> None:
    """Who took up arms for the siege of a settlement goes home (GUC-13.6b)."""
    at = today.at
    holding = at.holdings[place]
    for name in holding.levy:
        if name in (*holding.garrison, *holding.patients):
            to = today.of(at.places[place].side)
            today.record(ManLost(to=to, figure=name, fate=Fate.GONE, cause="home"))

"""The day of every siege of a campaign: the campaign's day (GUC-15)."""

from __future__ import annotations

from rules.campaign import field
from rules.campaign.ahead import fights_of, of_place
from rules.campaign.lines import Line, standing
from rules.campaign.plans.plan import Attack, Conduct
from rules.campaign.prisoners import taken_over
from rules.campaign.sieges import boards, fates, laying, record
from rules.campaign.sieges.honours import Honours
from rules.campaign.sieges.journal import SIEGE, Conducted
from rules.campaign.sieges.plans import plans_for
from rules.campaign.today import Today
from rules.events.campaign import SiegePassed
from rules.events.campaign_secrets import ResourcesChanged
from rules.events.campaign_sieges import SiegeFightOver
from rules.events.siege import DayBegan, PlaceFell
from rules.siege import days
from rules.state.campaign import Levy
from rules.state.campaign_counters import Group, Place, PlaceId
from rules.state.siege import Siege


def morning(today: Today) -> None:
    """A day of each siege, in the order of the places. One ends when the besieger is no more there. Where a
    siege waits for a fight on a board the others have their day all the same; when all such fights are over
    it is called again, and goes on with those that have waited."""
    at = today.at
    for place in list(at.places.values()):
        if not place.siege or not today.acts(of_place(place.id), place.siege):
            continue
        if place.id in today.besieged:
            if place.id in at.sieges and at.sieges[place.id].fights:
                go_on(today, place.id)
            continue
        today.besieged.add(place.id)
        if not _is_there(today, place) and not _goes_on(today, place, "left"):
            continue
        if place.id in at.sieges:
            laying.attend(today, place.id)
            played(today, place.id)
        else:
            hungers(today, at.places[place.id])


def waits(today: Today) -> bool:
    """Whether a siege waits for a fight on a board."""
    return any(today.at.fights[call].place for call in fights_of(today.at, today.at.day))


def evening(today: Today, waiting: frozenset[str] = frozenset()) -> None:
    """Where the besieger has been driven away nobody besieges any more; else what has come about today is on
    the record. ``waiting``: the counters for which it is not evening yet."""
    for place in list(today.at.places.values()):
        if of_place(place.id) in waiting:
            continue
        if place.siege and not _is_there(today, place) and not _goes_on(today, place, "beaten"):
            continue
        if place.id in today.at.sieges:
            laying.attend(today, place.id)


def _is_there(today: Today, place: Place) -> bool:
    group = today.at.groups.get(place.siege)
    return group is not None and group.hex == today.at.founded(place.id).hex


def _goes_on(today: Today, place: Place, why: str) -> bool:
    """Where the group that laid a siege is no more there, it goes on as that of another one of its side that
    is: of the one with most prestige, then the largest (RUL-1324). Else nobody besieges the place any
    more."""
    at = today.at
    siege, first = at.sieges.get(place.id), at.groups.get(place.siege)
    side = siege.setup.besieger if siege is not None else first.side if first is not None else ""
    here = [group for group in standing(at, at.founded(place.id).hex, side) if group != place.siege]
    if not here:
        laying.raised(today, place.id, why)
        return False
    heir = max(here, key=lambda group: (at.prestige_of(group), len(at.content(group).men), group))
    today.record(SiegePassed(place.id, heir))
    return True


def played(today: Today, place: PlaceId) -> None:
    """A day by the siege's own rules (GUC-15). A place with nobody in it is whose men stand before it."""
    journal = Conducted(today, place)
    page = today.page.sieges.page
    siege = journal.table
    fought = Honours(journal)
    plans = plans_for(today, place, siege, page)
    journal.record(DayBegan(siege.day + 1))
    if siege.strength(siege.besieged):
        day = days.play(journal, page, today.tables, plans)
        fought.counted()
        if day.waits:
            return
        quiet = days.was_quiet(day, journal.events)
        today.noted = today.noted or not (quiet or _strangers(today, siege))
    else:
        journal.record(PlaceFell("leaderless"))
    _over(today, place, siege)


def go_on(today: Today, place: PlaceId) -> None:
    """What is left of a day of a siege whose fight on a board is over."""
    journal = Conducted(today, place)
    page = today.page.sieges.page
    fought = Honours(journal)
    for call in boards.calls_of(today.at, place):
        today.record(SiegeFightOver(call, place))
    days.go_on(journal, page, today.tables, plans_for(today, place, journal.table, page))
    fought.counted()
    _over(today, place, journal.table)


def _over(today: Today, place: PlaceId, siege: Siege) -> None:
    """The evening of a day of a siege, and what its end brings."""
    at = today.at
    hosts = record.outside(at, at.places[place])
    field.inherited(today, Line(hosts, Levy(siege.setup.besieged, place, (), ())))
    laying.eaten(today, place)
    if siege.lifted or siege.fallen:
        _lines_done(today, place, siege)
        fates.ended(today, place, siege)
        today.noted = True
    here = at.groups_in(at.founded(place).hex)
    outside = [group.id for group in here if group.side == siege.setup.besieger and not group.under]
    taken_over(today, outside)
    for group in outside:
        field.remains(today, group)


def _strangers(today: Today, siege: Siege) -> bool:
    """Whether anybody plays who has no part in a siege, and may not know what happens at it (RUL-1284)."""
    parts = (siege.setup.besieger, siege.setup.besieged)
    return any(seat.side not in parts for seat in today.at.setup.seats)


def _lines_done(today: Today, place: PlaceId, siege: Siege) -> None:
    """What was planned for a siege counts no more when it is over."""
    for seat in siege.setup.seats:
        storms = today.orders(seat.id, Attack) if siege.besieges(seat.side) else ()
        planned: tuple[Conduct | Attack, ...] = (*today.orders(seat.id, Conduct), *storms)
        for order in planned:
            if order.place == place:
                today.line_done(seat.id, order)


def hungers(today: Today, place: Place) -> None:
    """A place without walls of the siege's is starved: every second day costs it a point, and where there is
    none left its garrison surrenders (GUC-15.1, RUL-1240)."""
    at = today.at
    resources, gone = at.holdings[place.id].resources, at.day - place.since
    if resources is None or gone <= 0:
        return
    if gone % today.figure("siege days of a point") == 0 and resources:
        today.record(ResourcesChanged(to=today.of(place.side), place=place.id, by=-1, cause=SIEGE))
        resources -= 1
    if not resources:
        fates.starved(today, at.founded(place.id), at.groups[place.siege])


def besieges(today: Today, group: Group) -> PlaceId:
    return next((place.id for place in today.at.places.values() if place.siege == group.id), "")


def leave(today: Today, group: Group) -> None:
    """A besieger who is told to march leaves."""
    _goes_on(today, today.at.places[besieges(today, group)], "left")

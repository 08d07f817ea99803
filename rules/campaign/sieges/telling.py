"""Sieges of a campaign in reports and on sheets, in the words of the siege's own."""

from __future__ import annotations

from msgspec.structs import replace

from rules.campaign.calendar import short_date
from rules.campaign.sieges.page import page_of
from rules.campaign.sieges.record import awaited, opened
from rules.campaign.telling import Teller, Tellers
from rules.core.language import named, say, say_many, translated
from rules.events import siege as inside
from rules.events.campaign_sieges import InSiege, SiegeFightCalled, SiegeLaid
from rules.events.codec import begun_with
from rules.events.umpire import DecisionMade
from rules.siege.narrate import narrated
from rules.siege.sheet import situation, standing, walls
from rules.state.campaign import Campaign
from rules.state.campaign_counters import PlaceId
from rules.state.siege import Siege
from rules.views.records import SheetRow, SheetTable


def _laid(t: Teller, event: SiegeLaid) -> None:
    words = say_many(
        "{place} has food for {days} day.", "{place} has food for {days} days.", event.days,
        place=t.place(event.place), days=event.days,
    )  # fmt: skip
    t.line(words, rule="GUC-15.1")


def _in_siege(t: Teller, event: InSiege) -> None:
    """A day of a siege is a paragraph, and so is what comes of its fight on a board. What the campaign tells
    of one's own men is not told twice."""
    (inner,) = begun_with((event.event,))
    if isinstance(inner, inside.DayBegan):
        _day(t, event.place, inner.day)
        return
    if isinstance(inner, inside.ManRecovered) and inner.figure in t.at.men:
        return
    siege = opened(t.at, event.place)
    if not t.lines:
        _day(t, event.place, siege.day)
    dice, t.dice = tuple(t.dice), []
    for line in narrated(siege, page_of(siege), [inner], t.seat):
        t.lines.append(replace(line, depth=line.depth + 1, dice=dice))
        dice = ()


def _day(t: Teller, place: PlaceId, day: int) -> None:
    t.paragraph(say("The siege of {place}, day {day}.", place=t.place(place), day=day), rule="GUC-15")


def told_in_short(at: Campaign, event: InSiege, seat: str | None) -> str:
    """What weighs most in the day of a siege, in a sentence: what befell it, what came of a parley, how a
    fight has ended; empty for whatever else happens there."""
    (inner,) = begun_with((event.event,))
    siege = opened(at, event.place)
    place, page = at.founded(event.place).name, page_of(siege)
    match inner:
        case inside.FightOver():
            said = narrated(siege, page, [inner], seat)[0].text
        case inside.EventDrawn() if inner.happens and inner.event != "nothing":
            said = f"{translated(page.said[inner.event])}."
        case inside.Parleyed() if inner.agreed:
            said = say("asked to surrender, they give in.")
        case inside.Parleyed():
            said = say(
                "asked to surrender, they will not hear of it ({total}, {needed} needed).",
                total=inner.total,
                needed=inner.needed,
            )
        case _:
            return ""
    return say("Siege of {place}: {said}", place=place, said=said)


def _called(t: Teller, event: SiegeFightCalled) -> None:
    """Whoever has no part in the siege hears that there is fighting, and no more."""
    if event.place not in t.at.sieges:
        t.line(called_told(t.at, event))


def called_told(at: Campaign, event: SiegeFightCalled) -> str:
    place = at.founded(event.place).name
    return say("There is fighting at the siege of {place}, on a board; the day waits for it.", place=place)


def _planned(t: Teller, event: DecisionMade) -> None:
    t.line(say("As you planned: {order}.", order=event.order), depth=2, private=True)


TOLD: Tellers = {SiegeLaid: _laid, InSiege: _in_siege, SiegeFightCalled: _called, DecisionMade: _planned}


def at_sieges(at: Campaign) -> tuple[SheetTable, ...]:
    """The sieges in which the reader has a part, with the record of each; no table without any."""
    rows = tuple(_row(at, place, awaited(at, place)) for place in at.sieges)
    columns = (say("place"), say("besieged by"), say("since"), say("days"))
    return (SheetTable(say("Sieges"), columns, rows, numbers=(3,)),) if rows else ()


def _row(at: Campaign, place: PlaceId, siege: Siege) -> SheetRow:
    page = page_of(siege)
    companies = situation(siege, page, None).companies
    notes = [f"{named(one.name)}, {one.count}. {' '.join(one.lines)}" for one in companies]
    return SheetRow(
        (
            at.founded(place).name,
            translated(siege.side_of(siege.besieger).name),
            short_date(at.setup, at.places[place].since),
            str(at.sieges[place].day),
        ),
        (*standing(siege, page), *walls(siege), *notes),
    )

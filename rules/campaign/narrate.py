"""What a day of a campaign brought, in the words of a report, each with its rule and its dice.

Told from the state as a seat knows it, and from what that seat was shown: nothing else is there to tell."""

from __future__ import annotations

from collections.abc import Iterable

from rules.campaign import gazette
from rules.campaign.calendar import date_of
from rules.campaign.narrate_counters import COUNTER_RUNS, COUNTERS
from rules.campaign.narrate_fights import FIGHTS, waiting_told
from rules.campaign.narrate_losses import MEN_RUNS
from rules.campaign.narrate_men import MEN
from rules.campaign.narrate_places import PLACES
from rules.campaign.sieges.telling import TOLD as SIEGES
from rules.campaign.telling import Runs, Teller, Tellers
from rules.core.language import english, say, translated
from rules.events import campaign as happens
from rules.events import campaign_fights as fights
from rules.events import campaign_secrets as secret
from rules.events.base import Event
from rules.events.campaign_sieges import SiegeFightOver, SiegeManned
from rules.events.umpire import OrderFailed
from rules.evolve import evolve
from rules.narrate.lines import ReportLine
from rules.state.campaign import Campaign

SEASONS = (english("winter"), english("spring"), english("summer"), english("autumn"))


def narrated(before: Campaign, events: Iterable[Event], seat: str | None) -> list[ReportLine]:
    """The lines of a report of some events that a seat (None: the public) was shown, told from the state that
    it knew before them."""
    teller = Teller(before.copy(), seat, TELLERS, RUNS)
    for event in events:
        teller.tell(event)
        evolve(teller.at, event)
    teller.close()
    return teller.lines


def _day(t: Teller, event: happens.CampaignDayBegan) -> None:
    date = date_of(t.at.setup, event.day)
    words = english("Day {day}, {date}.")
    if t.at.still:
        words = english("Day {day}, {date}, ahead of a battle: for those who need not wait for it.")
    t.paragraph(say(words, day=event.day, date=date), rule="GUC-6a")
    _order(t)


def _day_opened(t: Teller, event: fights.DayOpened) -> None:
    """Who waits, and for which battles; or who is ahead."""
    if event.still:
        t.paragraph(waiting_told(t.at, event))


def _made_up(t: Teller, event: fights.DayMadeUp) -> None:
    date = date_of(t.at.setup, event.day)
    t.paragraph(say("Day {day}, {date}, for those who waited.", day=event.day, date=date), rule="GUC-6a")
    _order(t)


def _order(t: Teller) -> None:
    """In which order the reader's groups move (GUC-6b)."""
    own = [group for group in t.at.groups_of(t.side) if not group.mercenaries]
    led = sorted(
        ((t.at.prestige_of(group.id), t.group(group.id)) for group in own if t.at.content(group.id).leader),
        key=lambda one: (-one[0], one[1]),
    )
    others = [t.group(group.id) for group in own if not t.at.content(group.id).leader]
    if len(own) < 2:
        return
    told = [f"{name} {prestige}" for prestige, name in led]
    if others:
        told.append(say("then, without a leader, {groups}", groups=", ".join(others)))
    t.line(say("Prestige order, as far as yours: {groups}.", groups=", ".join(told)), rule="GUC-6b")


def _evening(t: Teller, event: happens.CampaignDayEnded) -> None:
    """At the end of a week its gazette comes out."""
    if not gazette.due(event.day):
        return
    issue = gazette.issue(t.at)
    t.paragraph(f"{issue.title}.")
    for date, said in issue.items:
        t.line(f"{date}: {said}")
    if not issue.items:
        t.line(say("Nothing of note."))
    for said in issue.standing:
        t.line(said)


def _season(t: Teller, event: happens.SeasonSet) -> None:
    t.line(
        say(
            "Season: 1D10 = {die}: {season}, {movement:+d} MP for everybody, to the end.",
            die=event.die,
            season=event.season,
            movement=event.movement,
        ),
        rule="GUC-18.2",
    )


def _weather(t: Teller, event: happens.WeatherSet) -> None:
    t.line(
        say(
            "Weather of the year: 1D10 = {die}: {by:+d} resources in every place but cities.",
            die=event.die,
            by=event.resources,
        ),
        rule="GUC-18.1",
    )


def _rotation(t: Teller, event: happens.RotationDrawn) -> None:
    seat = t.at.setup.seats[event.seat]
    t.line(
        say("Who moves mercenaries without an employer first, by lot: {seat}.", seat=seat.name),
        rule="GUC-12.2a",
    )


def _done(t: Teller, event: secret.LineDone) -> None:
    if event.undone:
        words = say("It counts no more.")
    elif event.lacks:
        words = say("Done in part: {line}: {why}.", line=event.line, why=translated(event.lacks))
    else:
        words = say("Done: {line}", line=event.line)
    t.line(words, private=True)


def failed_told(event: OrderFailed) -> str:
    """An order that came to nothing, and why."""
    why = translated(event.why)
    if not event.order:
        return say("Not done: {why}.", why=why)
    return say("Not done: {order}: {why}.", order=event.order, why=why)


def _failed(t: Teller, event: OrderFailed) -> None:
    t.line(failed_told(event), rule=event.rule, private=True)


TELLERS: Tellers = {
    **COUNTERS,
    **PLACES,
    **MEN,
    **FIGHTS,
    **SIEGES,
    happens.CampaignDayBegan: _day,
    happens.CampaignDayEnded: _evening,
    fights.DayOpened: _day_opened,
    fights.DayMadeUp: _made_up,
    happens.SeasonSet: _season,
    happens.WeatherSet: _weather,
    happens.RotationDrawn: _rotation,
    secret.LineDone: _done,
    OrderFailed: _failed,
}
RUNS: Runs = {**COUNTER_RUNS, **MEN_RUNS}
UNTOLD = (happens.CampaignCreated, fights.DayHalted, SiegeManned, SiegeFightOver)
"""Events without words: there is no state before the first to tell it from, and the welcome does; the second
is for nobody's eyes, and who is at a siege the sheet has."""

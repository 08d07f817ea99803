"""What everybody hears of a campaign, kept for the week that goes on. It holds nothing that is not shown to
all: battles without their numbers, places, counters."""

from __future__ import annotations

from rules.events import campaign as happens
from rules.events import campaign_fights as fights
from rules.evolve.registry import handles
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Day, GroupId, News
from rules.state.figure import SideId

WEEK = 7


def week_of(day: Day) -> int:
    """The week in which a day is, counted from 1."""
    return -(-day // WEEK)


def heard(at: Campaign, news: News) -> None:
    """Of weeks before nothing is kept: their gazettes are out, but for days that others may be ahead of."""
    first = week_of(at.day - at.setup.options.days_ahead)
    at.news = (*(old for old in at.news if week_of(old.day) >= first), news)


def side(at: Campaign, group: GroupId) -> SideId:
    return at.groups[group].side if group in at.groups else ""


@handles(Campaign, fights.CampaignFought)
def _fought(at: Campaign, event: fights.CampaignFought) -> None:
    """One that was fought out on a board is open no more."""
    at.fights.pop(event.call, None)
    at.brought.pop(event.call, None)
    attacker = side(at, event.attackers[0])
    defender = side(at, event.defenders[0]) if event.defenders else at.places[event.place].side
    kind = "assault" if event.place else "battle"
    heard(at, News(at.day, kind, (attacker, defender), hex=event.hex, place=event.place, ends=event.ends))


@handles(Campaign, fights.FightRefused)
def _refused(at: Campaign, event: fights.FightRefused) -> None:
    heard(at, News(at.day, "slipped", (side(at, event.group),), hex=at.groups[event.group].hex))


@handles(Campaign, fights.GroupYielded)
def _yielded(at: Campaign, event: fights.GroupYielded) -> None:
    heard(at, News(at.day, "yielded", (side(at, event.group),), hex=at.groups[event.group].hex))


def taken(at: Campaign, event: happens.PlaceTaken) -> None:
    old = at.places[event.place].side
    heard(at, News(at.day, "taken", (event.side, old), place=event.place, what=event.cause))


def besieged(at: Campaign, event: happens.SiegeBegan) -> None:
    heard(
        at, News(at.day, "besieged", (side(at, event.group), at.places[event.place].side), place=event.place)
    )


def raised(at: Campaign, event: happens.SiegeRaised) -> None:
    heard(at, News(at.day, "raised", (at.places[event.place].side,), place=event.place, what=event.cause))


def gone(at: Campaign, event: happens.GroupGone) -> None:
    if event.cause in ("destroyed", "dissolved"):
        group = at.groups[event.group]
        heard(at, News(at.day, "destroyed", (group.side,), hex=group.hex, what=group.id))


def served(at: Campaign, event: happens.BandUnder) -> None:
    band = at.groups[event.group]
    if event.side:
        heard(at, News(at.day, "hired", (event.side,), hex=band.hex, what=band.id))
    elif band.side:
        heard(at, News(at.day, "left", (band.side,), hex=band.hex, what=band.id))


def convoy(at: Campaign, event: happens.ConvoyTaken) -> None:
    if event.cause == "taken":
        found = at.convoys[event.convoy]
        heard(at, News(at.day, "convoy", (event.side, found.side), hex=found.hex, what=found.id))


def spy(at: Campaign, event: happens.SpyTested) -> None:
    if event.caught:
        found = at.spies[event.spy]
        heard(at, News(at.day, "spy", (side(at, event.by), found.side), hex=found.hex, what=found.name))

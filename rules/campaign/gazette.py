"""The gazette of a week: what everybody has heard of it, day by day, and how the sides stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.campaign import naming
from rules.campaign.calendar import date_of, short_date
from rules.core.language import english, named, say, say_many, translated
from rules.events.base import Event
from rules.events.campaign import CampaignDayEnded
from rules.evolve import evolve
from rules.evolve.campaign_news import WEEK, week_of
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Day, News
from rules.state.figure import SideId
from rules.state.table import Table
from rules.views.records import Gazette

ENDS = {
    "rout": english("the {side} were routed"),
    "retreat": english("the {side} were driven off"),
    "lifted": english("the {side} were thrown back"),
    "surrender": english("the {side} laid down their arms"),
    "flight": english("the {side} fled the field"),
    "destroyed": english("the {side} were destroyed"),
    "draw": english("the {side} marched off"),
}
WHY_TAKEN = {
    "capitulation": english("{place} was handed over to the {side}."),
    "siege": english("{place} has starved, and is held by the {side} now."),
    "assault": english("{place} was stormed by the {side}."),
    "terms": english("{place} came to terms, and is held by the {side} now."),
    "empty": english("{place} was left by all, and is held by the {side} now."),
}


def due(day: Day) -> bool:
    """Whether the gazette comes out in the evening of a day: on the seventh, the fourteenth, ..."""
    return day % WEEK == 0


def issue(at: Campaign) -> Gazette:
    """Of the week that ends with the day that is open. Made of what lies open to all."""
    first = at.day - WEEK + 1
    title = say(
        "Gazette of the week from {first} to {last}",
        first=short_date(at.setup, first),
        last=date_of(at.setup, at.day),
    )
    heard = [news for news in at.news if week_of(news.day) == week_of(at.day)]
    return Gazette(
        week=week_of(at.day),
        day=at.day,
        title=title,
        items=tuple((short_date(at.setup, news.day), told(at, news)) for news in heard),
        standing=tuple(_standing(at)),
    )


def issues(events: Iterable[Event]) -> Iterator[Gazette]:
    """All that have come out, from the events of a campaign that everybody was shown, from its first on."""
    at: Table | None = None
    for event in events:
        if isinstance(at, Campaign) and isinstance(event, CampaignDayEnded) and due(event.day):
            yield issue(at)
        at = evolve(at, event)


def told(at: Campaign, news: News) -> str:
    """A sentence of what was heard."""
    names = [_side(at, side) for side in news.sides]
    first, second = (*names, "", "")[:2]
    where = naming.hex_name(at, news.hex) if news.hex else ""
    place = naming.place_name(at, news.place) if news.place else ""
    match news.kind:
        case "battle":
            return say(
                "The {side} fought the {others} in {hex}: {end}.",
                side=first,
                others=second,
                hex=where,
                end=_end(at, news),
            )
        case "assault":
            return say(
                "The {side} attacked {place}, of the {others}: {end}.",
                side=first,
                place=place,
                others=second,
                end=_end(at, news),
            )
        case "slipped":
            return say(
                "A group of the {side} would not fight in {hex}, and slipped away.", side=first, hex=where
            )
        case "yielded":
            return say("A group of the {side} laid down its arms in {hex}.", side=first, hex=where)
        case "taken":
            return say(WHY_TAKEN[news.what], place=place, side=first)
        case "besieged":
            return say(
                "The {side} lay siege to {place}, of the {others}.", side=first, place=place, others=second
            )
        case "raised":
            return say("{place} is besieged no more.", place=place)
        case "destroyed":
            return say(
                "Group {counter} of the {side} is no more: last seen in {hex}.",
                counter=news.what,
                side=first,
                hex=where,
            )
        case "hired":
            return say(
                "Mercenaries {counter} have taken service with the {side}.", counter=news.what, side=first
            )
        case "left":
            return say(
                "Mercenaries {counter} have left the service of the {side}.", counter=news.what, side=first
            )
        case "convoy":
            return say(
                "The {side} took convoy {counter} of the {others} in {hex}.",
                side=first,
                counter=news.what,
                others=second,
                hex=where,
            )
        case _:
            return say(
                "{name}, a spy of the {others}, was discovered and killed in {hex} by the {side}.",
                name=news.what,
                others=second,
                hex=where,
                side=first,
            )


def _side(at: Campaign, side: SideId) -> str:
    return naming.side_name(at, side) if side else say("mercenaries")


def _end(at: Campaign, news: News) -> str:
    ends = [
        say(ENDS[end], side=_side(at, side)) for end, side in zip(news.ends, news.sides, strict=True) if end
    ]
    return translated(" and ").join(ends) if ends else say("nobody was driven off")


def _standing(at: Campaign) -> Iterator[str]:
    for side in at.setup.sides:
        groups = sum(not group.mercenaries for group in at.groups_of(side.id))
        held = [place.id for place in at.places.values() if place.side == side.id]
        won = [naming.place_name(at, place) for place in held if at.founded(place).side != side.id]
        n = say_many("{n} group", "{n} groups", groups, n=groups)
        m = say_many("{n} place", "{n} places", len(held), n=len(held))
        more = say(", {places} among them, which it has won", places=", ".join(won)) if won else ""
        yield f"{named(side.name)}: {n}, {m}{more}."

"""Places and their stores in the words of a report."""

from __future__ import annotations

from rules.campaign import naming
from rules.campaign.calendar import date_of
from rules.campaign.telling import Teller, Tellers
from rules.core.language import english, say, say_many
from rules.events import campaign as happens
from rules.events import campaign_secrets as secret

WHY_TAKEN = {
    "capitulation": (english("{place} is handed over to the {side}."), "GUC-15.3b"),
    "siege": (english("{place} has starved: the {side} hold it from now on."), "GUC-15.1"),
    "assault": (english("{place} is stormed: the {side} hold it from now on."), "RUL-1223"),
    "terms": (english("{place} comes to terms: the {side} hold it from now on."), "RUL-1246"),
    "empty": (english("Nobody is left in {place}: the {side} hold it from now on."), "RUL-1245"),
}
WHY_RAISED = {
    "left": english("The siege of {place} is over: the besiegers have left."),
    "beaten": english("The siege of {place} is over: the besiegers are driven away."),
    "fell": english("The siege of {place} is over."),
    "messenger": english("The siege of {place} is over: the besiegers were called away."),
}
WHY_RESOURCES = {
    "convoy": (english("{place}, convoys: {by}, {left}."), "GUC-11b"),
    "loot": (english("{place} is plundered: {by}, {left}."), "GUC-12.3"),
    "price": (english("{place} pays with its stores: {by}, {left}."), "GUC-15.3b"),
    "siege": (english("{place} is besieged and eats: {by}, {left}."), "GUC-15.1"),
    "weather": (english("{place}, the weather: {by}, {left}."), "GUC-18.1"),
}
WHY_LOADED = {
    "loaded": (english("{convoy} carries {points}."), "GUC-11b"),
    "unloaded": (english("{convoy} has {points} left."), "GUC-11b"),
    "seen": (english("{convoy} carries {points}."), "GUC-13.4b"),
}


def _taken(t: Teller, event: happens.PlaceTaken) -> None:
    words, rule = WHY_TAKEN[event.cause]
    t.line(say(words, place=t.place(event.place), side=t.at.side_of(event.side).name), rule=rule)
    if event.lord:
        t.line(say("Its lord is {lord}.", lord=event.lord), rule=rule)


def _besieged(t: Teller, event: happens.SiegeBegan) -> None:
    t.line(
        say("{group} besieges {place}.", group=t.group(event.group), place=t.place(event.place)),
        rule="GUC-15",
    )


def _passed(t: Teller, event: happens.SiegePassed) -> None:
    t.line(
        say("{group} goes on besieging {place}.", group=t.group(event.group), place=t.place(event.place)),
        rule="GUC-15",
    )


def _raised(t: Teller, event: happens.SiegeRaised) -> None:
    t.line(say(WHY_RAISED[event.cause], place=t.place(event.place)), rule="GUC-15")


def _stocked(t: Teller, event: secret.PlaceStocked) -> None:
    holding = event.holding
    t.line(
        say(
            "In {place}: {resources}.",
            place=t.place(event.place),
            resources=naming.resources_told(holding.resources),
        ),
        rule="GUC-5.1c",
    )
    if holding.garrison:
        men = tuple(t.at.men.get(name) for name in holding.garrison)
        known = [*event.men, *(man for man in men if man is not None)]
        t.line(say("Its garrison: {men}.", men=naming.kinds_told(naming.kinds_of(known))), rule="GUC-5.2a")


def _resources(t: Teller, event: secret.ResourcesChanged) -> None:
    """What is eaten is told with who has eaten it."""
    if event.cause == "supply":
        return
    holding = t.at.holdings.get(event.place)
    left = None if holding is None or holding.resources is None else holding.resources + event.by
    words, rule = WHY_RESOURCES[event.cause]
    by = say_many("{n:+d} point", "{n:+d} points", abs(event.by), n=event.by)
    t.line(say(words, place=t.place(event.place), by=by, left=left_told(left)), rule=rule)


def left_told(left: int | None) -> str:
    """ "3 left", "without end"."""
    return say("without end") if left is None else say("{n} left", n=left)


def _loaded(t: Teller, event: secret.ConvoyLoaded) -> None:
    """What is eaten or bought is told with who has it."""
    if event.cause in ("eaten", "bought"):
        return
    words, rule = WHY_LOADED[event.cause]
    convoy = say("convoy {counter}", counter=event.convoy)
    t.line(say(words, convoy=convoy, points=naming.points(event.points)), rule=rule)


def _looked(t: Teller, event: secret.PlaceLooked) -> None:
    found = t.at.seen_places.get(event.side, {}).get(event.place)
    if found is not None and found.day == event.day and found.resources == event.resources:
        return
    t.line(
        say(
            "In {place}: {resources}.",
            place=t.place(event.place),
            resources=naming.resources_told(event.resources),
        ),
        rule="GUC-13.5",
    )


def _rests(t: Teller, event: secret.PlaceRests) -> None:
    date = date_of(t.at.setup, event.until)
    t.line(
        say(
            "Nobody is to be recruited in {place} before {date} is over.",
            place=t.place(event.place),
            date=date,
        ),
        rule="GUC-12.1",
    )


PLACES: Tellers = {
    happens.PlaceTaken: _taken,
    happens.SiegeBegan: _besieged,
    happens.SiegePassed: _passed,
    happens.SiegeRaised: _raised,
    secret.PlaceStocked: _stocked,
    secret.ResourcesChanged: _resources,
    secret.ConvoyLoaded: _loaded,
    secret.PlaceLooked: _looked,
    secret.PlaceRests: _rests,
}

"""Telling fires."""

from __future__ import annotations

from rules.core.language import english, say, say_many
from rules.events import burning as ev
from rules.events.base import Event
from rules.narrate.lines import TableCell
from rules.narrate.story import Story, Teller
from rules.narrate.sums import at_least, at_most, die_sum

_FUELS = {
    "engine": english("the engine"),
    "wood": english("the wood"),
    "gate": english("the gate"),
    "tent": english("the tent"),
    "naphtha": english("the naphtha"),
}


def caught(story: Story, event: ev.FireCaught) -> None:
    places = ", ".join(event.hexes)
    if event.cause == "torch":
        text, depth = (
            say("{figure} sets fire to {places}.", figure=story.described(event.by), places=places),
            0,
        )
    elif event.greek:
        text, depth = say("The naphtha burns in {places}: it will burn to the end.", places=places), 1
    else:
        text, depth = say("There is fire in {places}.", places=places), 1
    story.line(text, depth, event.rule, figures=(event.by,) if event.by else ())


def arrow(story: Story, event: ev.FlamingArrowShot) -> None:
    hexes = say_many("1 hex", "{distance} hexes", event.distance, distance=event.distance)
    what = _FUELS[event.fuel]
    ends = (
        say("{what} catches fire", what=what)
        if event.face >= event.needed
        else say("{what} does not catch", what=what)
    )
    story.line(
        say(
            "{shooter} shoots a burning arrow at {hex}, {hexes}: {summed}: {ends}.",
            shooter=story.described(event.shooter),
            hex=event.hex,
            hexes=hexes,
            summed=die_sum(event.face, (), event.face, needs=at_least(event.needed)),
            ends=ends,
        ),
        0,
        "GUI-10.3",
        source="fire",
        cell=TableCell("fire", f"arrow {event.fuel}", "at_least"),
        figures=(event.shooter,),
    )


def passed(story: Story, event: ev.ArrowsPassed) -> None:
    arrows = say_many("1 burning arrow", "{n} burning arrows", event.number, n=event.number)
    giver, taker = story.name(event.giver), story.name(event.taker)
    text = say("{giver} hands {taker} {arrows}.", giver=giver, taker=taker, arrows=arrows)
    story.line(text, 1, "GUI-11.4.2c", figures=(event.giver, event.taker))


def spread(story: Story, event: ev.FireSpreadTried) -> None:
    ends = say("it takes hold") if event.face >= event.needed else say("it does not")
    story.line(
        say(
            "The fire reaches out for {hex}: {summed}: {ends}.",
            hex=event.hex,
            summed=die_sum(event.face, (), event.face, needs=at_least(event.needed)),
            ends=ends,
        ),
        0,
        "GUI-10.2.2",
        source="fire",
        cell=TableCell("fire", f"spread {event.fuel}", "at_least"),
    )


def fought(story: Story, event: ev.FireFought) -> None:
    wet = say(" with water at hand") if event.wet else ""
    ends = say("it is out") if event.out else say("it burns on")
    story.line(
        say(
            "{figure} fights the fire in {hex}{wet}: {summed}: {ends}.",
            figure=story.described(event.figure),
            hex=event.hex,
            wet=wet,
            summed=die_sum(event.face, (), event.face, needs=at_least(event.needed)),
            ends=ends,
        ),
        0,
        "GUI-10.2.3",
        source="fire",
        cell=TableCell("fire", "douse wet" if event.wet else "douse", "at_least"),
        figures=(event.figure,),
    )


def burned(story: Story, event: ev.FireBurned) -> None:
    turns = (
        say("a first turn")
        if event.turns == 1
        else say("a second turn")
        if event.turns == 2
        else say("a third turn")
    )
    story.line(say("{hex} has burned for {turns}.", hex=event.hex, turns=turns), 0, "GUI-10.2.5")


def went_out(story: Story, event: ev.FireWentOut) -> None:
    story.line(say("Nothing is left to burn in {hexes}.", hexes=", ".join(event.hexes)), 1, "GUI-10.2.5")


def roused(story: Story, event: ev.RousedByFire) -> None:
    ends = say("the heat brings him to his senses") if event.awake else say("he does not wake")
    story.line(
        say(
            "{figure} lies stunned in the flames: {summed}: {ends}.",
            figure=story.name(event.figure),
            summed=die_sum(event.face, (), event.face, needs=_up_to(story, "roused to")),
            ends=ends,
        ),
        1,
        "GUI-10.2.4b",
        source="burning",
        cell=TableCell("burning", "roused to", "value"),
        figures=(event.figure,),
    )


def _up_to(story: Story, row: str) -> str:
    """Up to which face of the die it is so; empty where the tables of the game do not say."""
    table = story.table("burning")
    return at_most(table.number(row, "value")) if table is not None and table.has(row) else ""


def scorched(story: Story, event: ev.NaphthaBurned) -> None:
    ends = {
        "killed": "killed",
        "wounded": say("wounded, and out by one hex"),
        "retreat": say("out by one hex"),
    }[event.result]
    story.line(
        say(
            "{figure} in burning naphtha ({hex}): {summed}: {ends}.",
            figure=story.name(event.figure),
            hex=event.hex,
            summed=die_sum(event.face, (), event.face),
            ends=ends,
        ),
        1,
        "GUI-10.5.3",
        source="burning",
        cell=TableCell(
            "burning", "naphtha kills to" if event.result == "killed" else "naphtha wounds to", "value"
        ),
        figures=(event.figure,),
    )


TELLERS: dict[type[Event], Teller] = {
    ev.FireCaught: caught,
    ev.FlamingArrowShot: arrow,
    ev.ArrowsPassed: passed,
    ev.FireSpreadTried: spread,
    ev.FireFought: fought,
    ev.FireBurned: burned,
    ev.FireWentOut: went_out,
    ev.RousedByFire: roused,
    ev.NaphthaBurned: scorched,
}

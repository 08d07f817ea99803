"""Telling fires."""

from __future__ import annotations

from rules.core.language import english, say
from rules.events import burning as ev
from rules.events.base import Event
from rules.narrate.story import Story, Teller

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
        text, depth = say("{by} sets fire to {places}.", by=story.described(event.by), places=places), 0
    elif event.greek:
        text, depth = say("The naphtha burns in {places}: it will burn to the end.", places=places), 1
    else:
        text, depth = say("There is fire in {places}.", places=places), 1
    story.say(text, depth, event.rule, figures=(event.by,) if event.by else ())


def arrow(story: Story, event: ev.FlamingArrowShot) -> None:
    hexes = say("1 hex") if event.distance == 1 else say("{distance} hexes", distance=event.distance)
    what = _FUELS[event.fuel]
    ends = (
        say("{what} catches fire", what=what)
        if event.face >= event.needed
        else say("{what} does not catch", what=what)
    )
    story.say(
        f"{story.described(event.shooter)} shoots a burning arrow at {event.hex}, {hexes}: "
        f"{event.face}, {event.needed} is needed: {ends}.",
        0,
        "GUI-10.3",
        source="fire",
        figures=(event.shooter,),
    )


def spread(story: Story, event: ev.FireSpreadTried) -> None:
    ends = say("it takes hold") if event.face >= event.needed else say("it does not")
    story.say(
        f"The fire reaches out for {event.hex}: {event.face}, {event.needed} is needed: {ends}.",
        0,
        "GUI-10.2.2",
        source="fire",
    )


def fought(story: Story, event: ev.FireFought) -> None:
    wet = say(" with water at hand") if event.wet else ""
    ends = say("it is out") if event.out else say("it burns on")
    story.say(
        f"{story.described(event.figure)} fights the fire in {event.hex}{wet}: "
        f"{event.face}, {event.needed} is needed: {ends}.",
        0,
        "GUI-10.2.3",
        source="fire",
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
    story.say(f"{event.hex} has burned for {turns}.", 0, "GUI-10.2.5")


def went_out(story: Story, event: ev.FireWentOut) -> None:
    story.say(f"Nothing is left to burn in {', '.join(event.hexes)}.", 1, "GUI-10.2.5")


def roused(story: Story, event: ev.RousedByFire) -> None:
    ends = say("the heat brings him to his senses") if event.awake else say("he does not wake")
    story.say(
        f"{story.name(event.figure)} lies stunned in the flames: {event.face}, {ends}.",
        1,
        "GUI-10.2.4b",
        source="burning",
        figures=(event.figure,),
    )


def scorched(story: Story, event: ev.NaphthaBurned) -> None:
    ends = {
        "killed": "killed",
        "wounded": say("wounded, and out by one hex"),
        "retreat": say("out by one hex"),
    }[event.result]
    story.say(
        f"{story.name(event.figure)} in burning naphtha ({event.hex}): {event.face}, {ends}.",
        1,
        "GUI-10.5.3",
        source="burning",
        figures=(event.figure,),
    )


TELLERS: dict[type[Event], Teller] = {
    ev.FireCaught: caught,
    ev.FlamingArrowShot: arrow,
    ev.FireSpreadTried: spread,
    ev.FireFought: fought,
    ev.FireBurned: burned,
    ev.FireWentOut: went_out,
    ev.RousedByFire: roused,
    ev.NaphthaBurned: scorched,
}

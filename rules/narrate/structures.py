"""Telling of tents, gates, wooden works and jumps from a stockade."""

from __future__ import annotations

from rules.core.language import say
from rules.events import structures
from rules.events.base import Event
from rules.narrate.story import Story, Teller
from rules.narrate.sums import die_sum


def jumped(story: Story, event: structures.Jumped) -> None:
    how = say("lands safely") if event.result == "safe" else say("lands badly")
    sums = die_sum(event.face, event.modifiers, event.total, sides=6)
    story.say(
        f"{story.name(event.figure)} jumps down into {event.hex} and {how} ({sums}).",
        1,
        event.rule,
        source="jump",
        figures=(event.figure,),
    )


def kept(story: Story, event: structures.SideKept) -> None:
    if event.answered:
        return
    whom = story.name(event.side) if event.side in story.battle.figures else event.side
    text = say(
        "{figure} keeps covered from {whom} in cross-fire.", figure=story.described(event.figure), whom=whom
    )
    story.say(text, 0, "GUI-8.3.5", figures=(event.figure,))


def torn(story: Story, event: structures.TentTorn) -> None:
    who = story.described(event.figure)
    story.say(
        f"{who} tears down the canvas of the tent in {event.hex}.", 0, "GUI-8.5.2b", figures=(event.figure,)
    )


def worked(story: Story, event: structures.GateWorked) -> None:
    what = "raises" if event.opened else "lowers"
    who = story.described(event.figure)
    where = ", ".join(event.gate)
    state = "open" if event.opened else "closed"
    story.say(f"{who} {what} the gate in {where}: it is {state}.", 0, "GUI-9.2.3.2", figures=(event.figure,))


def destroyed(story: Story, event: structures.WoodDestroyed) -> None:
    story.say(f"The {event.what} in {event.hex} is destroyed by {event.by}.", 0, event.rule)


TELLERS: dict[type[Event], Teller] = {
    structures.Jumped: jumped,
    structures.SideKept: kept,
    structures.TentTorn: torn,
    structures.GateWorked: worked,
    structures.WoodDestroyed: destroyed,
}

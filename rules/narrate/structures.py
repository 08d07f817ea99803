"""Telling of tents, gates, wooden works and jumps from a stockade."""

from __future__ import annotations

from rules.core.language import english, say
from rules.events import structures
from rules.events.base import Event
from rules.narrate.lines import TableCell
from rules.narrate.story import Story, Teller
from rules.narrate.sums import die_sum, needed


def jumped(story: Story, event: structures.Jumped) -> None:
    if event.result == "safe":
        told = english("{figure} jumps down into {hex} and lands safely ({sums}).")
    else:
        told = english("{figure} jumps down into {hex} and lands badly ({sums}).")
    safe = needed(story.table("jump"), "result", "safe")
    sums = die_sum(event.face, event.modifiers, event.total, sides=6, needs=safe)
    text = say(told, figure=story.name(event.figure), hex=event.hex, sums=sums)
    story.line(
        text,
        1,
        event.rule,
        source="jump",
        cell=TableCell("jump", str(event.total), "result"),
        figures=(event.figure,),
    )


def kept(story: Story, event: structures.SideKept) -> None:
    if event.answered:
        return
    whom = story.name(event.side) if event.side in story.battle.figures else event.side
    text = say(
        "{figure} keeps covered from {whom} in cross-fire.", figure=story.described(event.figure), whom=whom
    )
    story.line(text, 0, "GUI-8.3.5", figures=(event.figure,))


def torn(story: Story, event: structures.TentTorn) -> None:
    who = story.described(event.figure)
    story.line(
        say("{who} tears down the canvas of the tent in {hex}.", who=who, hex=event.hex),
        0,
        "GUI-8.5.2b",
        figures=(event.figure,),
    )


def worked(story: Story, event: structures.GateWorked) -> None:
    if event.opened:
        told = english("{figure} raises the gate in {where}: it is open.")
    else:
        told = english("{figure} lowers the gate in {where}: it is closed.")
    text = say(told, figure=story.described(event.figure), where=", ".join(event.gate))
    story.line(text, 0, "GUI-9.2.3.2", figures=(event.figure,))


def destroyed(story: Story, event: structures.WoodDestroyed) -> None:
    story.line(
        say("The {what} in {hex} is destroyed by {means}.", what=event.what, hex=event.hex, means=event.by),
        0,
        event.rule,
    )


TELLERS: dict[type[Event], Teller] = {
    structures.Jumped: jumped,
    structures.SideKept: kept,
    structures.TentTorn: torn,
    structures.GateWorked: worked,
    structures.WoodDestroyed: destroyed,
}

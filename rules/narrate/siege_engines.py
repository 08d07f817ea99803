"""Telling engines."""

from __future__ import annotations

from rules.core.language import say, say_many
from rules.core.tables import RuleTable
from rules.events import siege_engines as ev
from rules.events.base import Event
from rules.narrate.lines import TableCell
from rules.narrate.story import Story, Teller
from rules.narrate.sums import die_sum


def _name(story: Story, engine: str) -> str:
    return story.battle.engines[engine].name


def _table(story: Story) -> RuleTable:
    """The game's own table of engines."""
    found = story.table("engines")
    assert found is not None
    return found


def shot(story: Story, event: ev.EngineShot) -> None:
    story.at_movers = False
    story.line(
        say_many(
            "{crew} works {engine}, aiming at {aim}, {distance} hexes.",
            "{crew} work {engine}, aiming at {aim}, {distance} hexes.",
            len(event.crew),
            crew=story.names(event.crew),
            engine=_name(story, event.engine),
            aim=event.aim,
            distance=event.distance,
        ),
        0,
        _table(story).text(story.battle.engines[event.engine].kind, "rule"),
        figures=event.crew,
    )


def stone(story: Story, event: ev.StoneFell) -> None:
    total = sum(event.faces)
    dice = f"{event.faces[0]} + {event.faces[1]} = {total}"
    if not event.hex:
        where = say("it falls beyond the board")
    elif event.hex == event.aim:
        where = say("it falls in {hex}, right on the aim", hex=event.hex)
    else:
        where = say("it falls in {hex}", hex=event.hex)
    people = [f.name for f in story.battle.living_at(event.hex)] if event.hex else []
    on = say(", on {people}", people=" and ".join(people)) if people else ""
    story.line(
        say("the stone: {dice}, {where}{on}", dice=dice, where=where, on=on),
        2,
        "GUI-10.4.4",
        source="impact-2d10",
        cell=TableCell("impact-2d10", str(sum(event.faces))),
    )


def battered(story: Story, event: ev.WoodBattered) -> None:
    what = say("it is destroyed") if event.result == "D" else say("it stands")
    story.line(
        say("wood in {hex}: {face}, {what}", hex=event.hex, face=event.face, what=what),
        2,
        "GUI-10.4.4",
        source="battering, wood",
        cell=TableCell("battering", str(event.face), "wood"),
    )


def moved(story: Story, event: ev.EngineMoved) -> None:
    place = "-".join(event.hexes)
    story.line(
        say(
            "{figures} push {engine} to {place}, facing {facing}.",
            figures=story.names(event.by),
            engine=_name(story, event.engine),
            place=place,
            facing=event.facing.words,
        ),
        0,
        "GUI-10.4.2",
        figures=event.by,
    )


def lost(story: Story, event: ev.EngineLost) -> None:
    story.line(
        say("{engine} is lost: {why}.", engine=_name(story, event.engine), why=event.words), 1, event.rule
    )


def tested(story: Story, event: ev.SiphonTested) -> None:
    ends = {
        "burst": say("the pressure bursts it"),
        "jam": say("it jams for the rest of the battle"),
        "works": say("it works"),
    }[event.result]
    story.line(
        say("the siphon: {summed}: {ends}", summed=die_sum(event.face, (), event.face), ends=ends),
        2,
        "GUI-10.5.2",
        source="burning",
        cell=TableCell(
            "burning", "siphon bursts to" if event.result == "burst" else "siphon jams to", "value"
        ),
    )


def spilled(story: Story, event: ev.NaphthaSpilled) -> None:
    story.line(
        say("Naphtha lies in {hexes}: any flame will light it.", hexes=", ".join(event.hexes)),
        1,
        "GUI-10.5.1c",
    )


TELLERS: dict[type[Event], Teller] = {
    ev.EngineShot: shot,
    ev.StoneFell: stone,
    ev.WoodBattered: battered,
    ev.EngineMoved: moved,
    ev.EngineLost: lost,
    ev.SiphonTested: tested,
    ev.NaphthaSpilled: spilled,
}

"""Telling ladders and grapnels: carried, put up, climbed, thrown down."""

from __future__ import annotations

from rules.core.language import english, say
from rules.core.modifier import total
from rules.events import ladders as ev
from rules.events.base import Event
from rules.narrate.lines import TableCell
from rules.narrate.story import Story, Teller
from rules.narrate.sums import at_least, at_most, die_sum

_TRIED = {
    "throw": (
        english("{who} throws a grapnel in {hex}: {summed}: {ends}."),
        english("the hook holds"),
        english("the hook falls back"),
    ),
    "topple": (
        english("{who} pushes at the ladder in {hex}: {summed}: {ends}."),
        english("it falls"),
        english("it stays"),
    ),
    "cut": (
        english("{who} hacks at the rope in {hex}: {summed}: {ends}."),
        english("it is cut"),
        english("it holds"),
    ),
    "pull": (
        english("{who} pull at the rope in {hex}: {summed}: {ends}."),
        english("the stockade comes down"),
        english("the stockade stands"),
    ),
    "catch": (
        english("{who} grasps for the rope in {hex}: {summed}: {ends}."),
        english("he has it"),
        english("he misses it"),
    ),
}
_DROPPED = {
    "ladder": english("The ladder is dropped in {where}."),
    "rope": english("The rope is dropped in {where}."),
}
_FALLEN = {
    "ladder": english("The ladder falls and lies in {where}."),
    "rope": english("The rope falls and lies in {where}."),
}
_UP = {
    "ladder": english("{figure} goes up the ladder in {hex}, {mp} MP."),
    "rope": english("{figure} goes up the rope in {hex}, {mp} MP."),
}
_OVER = {
    "ladder": english("{figure} gets over the wall on to the ladder in {hex}, {mp} MP."),
    "rope": english("{figure} gets over the wall on to the rope in {hex}, {mp} MP."),
}
_DOWN = {
    "ladder": english("{figure} comes down the ladder in {hex}, {mp} MP."),
    "rope": english("{figure} comes down the rope in {hex}, {mp} MP."),
}


def placed(story: Story, event: ev.LadderPlaced) -> None:
    ladder = event.ladder
    if event.how == "carried":
        _carried(story, event)
        return
    wall = story.battle.board.neighbour(ladder.hexes[0], ladder.facing) if ladder.facing else ""
    told = {
        "lifted": english("{who} pick up the ladder in {where}."),
        "raised": english("{who} put the ladder up in {where}, against {wall}."),
        "shifted": english("{who} move the ladder: it stands in {where}, against {wall}."),
        "laid": english("{who} lay the ladder down in {where}."),
        "dropped": _DROPPED[ladder.kind],
        "fallen": _FALLEN[ladder.kind],
        "thrown": english("The rope hangs in {where}, from the top of {wall}."),
        "coiled": english("{who} pulls the rope up and takes it along."),
    }[event.how]
    text = say(told, who=story.names(event.by), where=" and ".join(ladder.hexes), wall=wall)
    depth = 0 if event.how in ("lifted", "raised", "shifted", "laid", "coiled") else 1
    story.line(text, depth, event.rule, figures=event.by)


def _carried(story: Story, event: ev.LadderPlaced) -> None:
    """The steps of both stand before it; the run of hexes of the one ahead is told for both."""
    ahead, behind = event.by
    before = story.battle.ladders[event.ladder.id].hexes
    path = story.path
    if path is None or path.figure != ahead:
        path = story.begin_path(ahead, english("{who} and {behind} carry the ladder {way}."), before[0], 0)
        path.values["behind"] = story.name(behind)
    path.hexes.append(event.ladder.hexes[0])


def lost(story: Story, event: ev.LadderLost) -> None:
    if event.code is ev.Loss.CUT:
        text = say("The rope is gone.")
    elif story.battle.ladders[event.ladder].kind == "rope":
        text = say("The rope is {why}.", why=event.why)
    else:
        text = say("The ladder is {why}.", why=event.why)
    story.line(text, 1, event.rule)


_READ = {"throw": "hold", "topple": "topple", "cut": "cut", "pull": "pull", "catch": "slip"}
"""The row that each of these rolls is compared with."""


def _needs(story: Story, event: ev.LadderTried) -> str:
    """What the roll is held against; empty where the tables of the game do not say."""
    table = story.table("ladders" if event.what == "topple" else "grapnels")
    row = _READ[event.what]
    if event.what == "catch" and any(
        (man := story.figure(figure)) is not None and man.wounded for figure in event.figures
    ):
        row = "slip wounded"
    if table is None or not table.has(row):
        return ""
    number = table.number(row, "value")
    if event.what == "catch":  # up to that he misses it
        return at_least(number + 1)
    return at_least(number) if event.what == "throw" else at_most(number)


def tried(story: Story, event: ev.LadderTried) -> None:
    told, done, failed = _TRIED[event.what]
    story.line(
        say(
            told,
            who=" and ".join(story.described(f) for f in event.figures),
            hex=event.at,
            summed=die_sum(
                event.face, event.modifiers, event.face + total(event.modifiers), needs=_needs(story, event)
            ),
            ends=done if event.done else failed,
        ),
        1 if event.what == "catch" else 0,
        event.rule,
        source="ladders" if event.what == "topple" else "grapnels",
        cell=TableCell("ladders" if event.what == "topple" else "grapnels", _READ[event.what], "value"),
        figures=event.figures,
    )


def climbed(story: Story, event: ev.Climbed) -> None:
    ladder = story.battle.ladders[event.ladder]
    up = event.height > story.battle.figures[event.figure].storey
    if up and story.place(event.figure) != event.hex:
        told = _OVER[ladder.kind]
    else:
        told = _UP[ladder.kind] if up else _DOWN[ladder.kind]
    story.line(
        say(told, figure=story.name(event.figure), hex=event.hex, mp=event.mp),
        1 if story.battle.now.moved.get(event.figure) else 0,
        "GUI-10.1.3a" if ladder.kind == "ladder" else "GUI-10.6.1b",
        figures=(event.figure,),
    )


def fell(story: Story, event: ev.Fell) -> None:
    if event.onto:
        told = english("{figure} falls into {hex}, on {other}.")
    else:
        told = english("{figure} falls into {hex}.")
    text = say(told, figure=story.name(event.figure), hex=event.hex, other=story.name(event.onto))
    story.line(text, 1, event.rule, figures=(event.figure,))


TELLERS: dict[type[Event], Teller] = {
    ev.LadderPlaced: placed,
    ev.LadderLost: lost,
    ev.LadderTried: tried,
    ev.Climbed: climbed,
    ev.Fell: fell,
}

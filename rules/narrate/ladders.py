"""Telling ladders and grapnels: carried, put up, climbed, thrown down."""

from __future__ import annotations

from rules.core.modifier import total
from rules.events import ladders as ev
from rules.events.base import Event
from rules.narrate.story import Story, Teller
from rules.narrate.sums import die_sum

_TRIED = {
    "throw": ("throws a grapnel", "the hook holds", "the hook falls back"),
    "topple": ("pushes at the ladder", "it falls", "it stays"),
    "cut": ("hacks at the rope", "it is cut", "it holds"),
    "pull": ("pull at the rope", "the stockade comes down", "the stockade stands"),
    "catch": ("grasps for the rope", "he has it", "he misses it"),
}


def placed(story: Story, event: ev.LadderPlaced) -> None:
    ladder = event.ladder
    where = " and ".join(ladder.hexes)
    if event.how == "carried":
        _carried(story, event)
        return
    wall = story.battle.board.neighbour(ladder.hexes[0], ladder.facing) if ladder.facing else ""
    who = story.names(event.by)
    texts = {
        "lifted": f"{who} pick up the ladder in {where}.",
        "raised": f"{who} put the ladder up in {where}, against {wall}.",
        "shifted": f"{who} move the ladder: it stands in {where}, against {wall}.",
        "laid": f"{who} lay the ladder down in {where}.",
        "dropped": f"The {ladder.kind} is dropped in {where}.",
        "fallen": f"The {ladder.kind} falls and lies in {where}.",
        "thrown": f"The rope hangs in {where}, from the top of {wall}.",
        "coiled": f"{who} pulls the rope up and takes it along.",
    }
    depth = 0 if event.how in ("lifted", "raised", "shifted", "laid", "coiled") else 1
    story.say(texts[event.how], depth, event.rule, figures=event.by)


def _carried(story: Story, event: ev.LadderPlaced) -> None:
    """The steps of both stand before it; the run of hexes of the one ahead is told for both."""
    ahead, behind = event.by
    before = story.battle.ladders[event.ladder.id].hexes
    path = story.path
    if path is None or path.figure != ahead:
        path = story.begin_path(ahead, f"and {story.name(behind)} carry the ladder", before[0], 0)
    path.hexes.append(event.ladder.hexes[0])


def lost(story: Story, event: ev.LadderLost) -> None:
    kind = story.battle.ladders[event.ladder].kind
    story.say(f"The {kind} is {event.why}." if event.why != "cut" else "The rope is gone.", 1, event.rule)


def tried(story: Story, event: ev.LadderTried) -> None:
    does, done, failed = _TRIED[event.what]
    who = " and ".join(story.described(f) for f in event.figures)
    summed = die_sum(event.face, event.modifiers, event.face + total(event.modifiers))
    depth = 1 if event.what == "catch" else 0
    story.say(
        f"{who} {does} in {event.at}: {summed}: {done if event.done else failed}.",
        depth,
        event.rule,
        source="ladders" if event.what == "topple" else "grapnels",
        figures=event.figures,
    )


def climbed(story: Story, event: ev.Climbed) -> None:
    kind = story.battle.ladders[event.ladder].kind
    was = story.battle.ladders[event.ladder].height
    up = event.height > was
    where = "goes up" if up else "comes down"
    if up and story.place(event.figure) != event.hex:
        where = "gets over the wall on to"
    story.say(
        f"{story.name(event.figure)} {where} the {kind} in {event.hex}, {event.mp} MP.",
        1 if story.battle.now.moved.get(event.figure) else 0,
        "GUI-10.1.3a" if kind == "ladder" else "GUI-10.6.1b",
        figures=(event.figure,),
    )


def fell(story: Story, event: ev.Fell) -> None:
    onto = f", on {story.name(event.onto)}" if event.onto else ""
    story.say(
        f"{story.name(event.figure)} falls into {event.hex}{onto}.", 1, event.rule, figures=(event.figure,)
    )


TELLERS: dict[type[Event], Teller] = {
    ev.LadderPlaced: placed,
    ev.LadderLost: lost,
    ev.LadderTried: tried,
    ev.Climbed: climbed,
    ev.Fell: fell,
}

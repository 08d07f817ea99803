"""Telling ladders and grapnels: carried, put up, climbed, thrown down."""

from __future__ import annotations

from rules.core.language import english, say
from rules.core.modifier import total
from rules.events import ladders as ev
from rules.events.base import Event
from rules.narrate.story import Story, Teller
from rules.narrate.sums import die_sum

_TRIED = {
    "throw": (english("throws a grapnel"), english("the hook holds"), english("the hook falls back")),
    "topple": (english("pushes at the ladder"), english("it falls"), english("it stays")),
    "cut": (english("hacks at the rope"), english("it is cut"), english("it holds")),
    "pull": (english("pull at the rope"), english("the stockade comes down"), english("the stockade stands")),
    "catch": (english("grasps for the rope"), english("he has it"), english("he misses it")),
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
        "lifted": say("{who} pick up the ladder in {where}.", who=who, where=where),
        "raised": say("{who} put the ladder up in {where}, against {wall}.", who=who, where=where, wall=wall),
        "shifted": say(
            "{who} move the ladder: it stands in {where}, against {wall}.", who=who, where=where, wall=wall
        ),
        "laid": say("{who} lay the ladder down in {where}.", who=who, where=where),
        "dropped": say("The {kind} is dropped in {where}.", kind=ladder.kind, where=where),
        "fallen": say("The {kind} falls and lies in {where}.", kind=ladder.kind, where=where),
        "thrown": say("The rope hangs in {where}, from the top of {wall}.", where=where, wall=wall),
        "coiled": say("{who} pulls the rope up and takes it along.", who=who),
    }
    depth = 0 if event.how in ("lifted", "raised", "shifted", "laid", "coiled") else 1
    story.say(texts[event.how], depth, event.rule, figures=event.by)


def _carried(story: Story, event: ev.LadderPlaced) -> None:
    """The steps of both stand before it; the run of hexes of the one ahead is told for both."""
    ahead, behind = event.by
    before = story.battle.ladders[event.ladder.id].hexes
    path = story.path
    if path is None or path.figure != ahead:
        path = story.begin_path(
            ahead, say("and {behind} carry the ladder", behind=story.name(behind)), before[0], 0
        )
    path.hexes.append(event.ladder.hexes[0])


def lost(story: Story, event: ev.LadderLost) -> None:
    kind = story.battle.ladders[event.ladder].kind
    story.say(
        say("The {kind} is {why}.", kind=kind, why=event.why)
        if event.why != "cut"
        else say("The rope is gone."),
        1,
        event.rule,
    )


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
    where = say("goes up") if up else say("comes down")
    if up and story.place(event.figure) != event.hex:
        where = say("gets over the wall on to")
    story.say(
        f"{story.name(event.figure)} {where} the {kind} in {event.hex}, {event.mp} MP.",
        1 if story.battle.now.moved.get(event.figure) else 0,
        "GUI-10.1.3a" if kind == "ladder" else "GUI-10.6.1b",
        figures=(event.figure,),
    )


def fell(story: Story, event: ev.Fell) -> None:
    onto = say(", on {onto}", onto=story.name(event.onto)) if event.onto else ""
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

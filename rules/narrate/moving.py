"""Telling moves, horses, burdens and tests of infiltration."""

from __future__ import annotations

from rules.core.language import english, say, say_many
from rules.core.places import Place
from rules.events import movement as ev
from rules.events.base import Event
from rules.events.charge import ChargeRidden
from rules.narrate.lines import TableCell
from rules.narrate.story import Story, Teller
from rules.narrate.sums import die_sum, needed
from rules.state.storeys import where

_HOW = {
    "pivot": english("pivots to {hex}"),
    "about_face": english("faces about to {hex}"),
    "back": english("backs to {hex}"),
    "over": english("goes over the top to {hex}"),
}
_RESULT = {
    "none": english("he gets past"),
    "stopped": english("he is stopped"),
    "wounded": english("he is wounded"),
    "killed": english("he is killed"),
}
_RESULT_OF_A_HORSE = {"none": english("it gets past")}


def began(story: Story, event: ev.MoveBegan) -> None:
    story.end_path()
    story.mover = event.figure
    story.thrown.discard(event.figure)


def stays(story: Story, event: ev.StayDeclared) -> None:
    return


def moved(story: Story, event: ev.Moved) -> None:
    if event.how in ("march", "push", "bearing"):
        return  # told with the formation, the engine or the ladder, as a whole
    figure = story.figure(event.figure)
    assert figure is not None and figure.hex is not None
    path = story.path
    if path is None or path.figure != event.figure:
        if event.how == "advance":
            told, depth = english("{who} advances {way}."), 1
        elif _has_moved(story, event.figure):
            told, depth = english("{who} goes on {way}."), 1
        else:
            told, depth = english("{who} moves {way}."), 0
        path = story.begin_path(event.figure, told, where(story.battle, figure), depth)
    if event.how in _HOW:
        path.notes.append(say(_HOW[event.how], hex=event.hex))
    at = Place(event.hex, event.storey).label
    if at != path.hexes[-1] or event.how == "about_face":
        path.hexes.append(at)
    path.mp += event.mp


def _has_moved(story: Story, figure: str) -> bool:
    return story.battle.now.moved.get(figure, 0) > 0


def ended(story: Story, event: ev.MoveEnded) -> None:
    if not (isinstance(story.next, ChargeRidden) and story.next.figure == event.figure):
        story.end_path()  # a ride is told with what it comes home on
    figure = story.figure(event.figure)
    told_already = event.code is ev.Ending.OPPOSED or figure is None or not figure.active
    told_already = told_already or event.figure in story.thrown
    secret = event.code is ev.Ending.AS_ORDERED and (figure is None or figure.seat != story.seat)
    if event.reason and not told_already and not secret:
        story.line(
            say("{figure} stops: {reason}.", figure=story.name(event.figure), reason=event.reason),
            1,
            event.rule,
            figures=(event.figure,),
        )
    story.mover = ""


def cut(story: Story, event: ev.AllowanceCut) -> None:
    """What is left of his MP, unless the line of the shot has said so."""
    if event is story.said or (event.figure in story.thrown and not event.left):
        return
    text = say(
        "{figure}: {why}; {left} MP left.", figure=story.name(event.figure), why=event.words, left=event.left
    )
    story.line(text, 2, event.rule)


def tested(story: Story, event: ev.InfiltrationTested) -> None:
    passes = needed(story.table("infiltration"), "result", "none")
    summed = die_sum(event.face, event.modifiers, event.total, needs=passes)
    told, result = english("{enemy} bars his way in {hex}: {summed}: {result}"), _RESULT[event.result]
    if event.mover in story.battle.horses:
        told = english("{enemy} strikes at {horse} in {hex}: {summed}: {result}")
        result = _RESULT_OF_A_HORSE.get(event.result, result)
    story.line(
        say(
            told,
            enemy=story.name(event.enemy),
            horse=story.name(event.mover),
            hex=event.hex,
            summed=summed,
            result=result,
        ),
        2,
        "GUI-4.3.1a",
        source="infiltration",
        cell=TableCell("infiltration", str(event.total), "result"),
        figures=(event.mover, event.enemy),
    )


def put_back(story: Story, event: ev.PutBack) -> None:
    story.line(
        say(
            "{figure} falls back on {hex}, the last free hex of his path.",
            figure=story.name(event.figure),
            hex=event.hex,
        ),
        1,
        "GUI-4.3.1a",
    )


def mounted(story: Story, event: ev.Mounted) -> None:
    text = say(
        "{figure} mounts {horse} ({mp} MP); {left} MP left in the saddle.",
        figure=story.name(event.figure),
        horse=story.name(event.horse),
        mp=event.mp,
        left=event.left,
    )
    story.line(text, _depth(story, event.figure), "GUI-4.4.2a", figures=(event.figure,))


def dismounted(story: Story, event: ev.Dismounted) -> None:
    text = say(
        "{figure} dismounts into {hex} ({mp} MP); {left} MP left on foot.",
        figure=story.name(event.figure),
        hex=event.hex,
        mp=event.mp,
        left=event.left,
    )
    story.line(text, _depth(story, event.figure), "GUI-4.4.2b", figures=(event.figure,))


def _depth(story: Story, figure: str) -> int:
    story.end_path()
    return 1 if _has_moved(story, figure) else 0


def led(story: Story, event: ev.HorseLed) -> None:
    story.line(
        say(
            "{figure} takes {horse} by the bridle.",
            figure=story.name(event.figure),
            horse=story.name(event.horse),
        ),
        1,
        "GUI-4.4.3b",
    )


def released(story: Story, event: ev.HorseReleased) -> None:
    story.line(
        say("{figure} lets {horse} go.", figure=story.name(event.figure), horse=story.name(event.horse)),
        1,
        event.rule,
    )


def tried(story: Story, event: ev.BridleTried) -> None:
    result = say("he has it") if event.caught else say("it shies away")
    story.line(
        say(
            "{figure} snatches at the bridle of {horse}: {summed}: {result}",
            figure=story.name(event.figure),
            horse=story.name(event.horse),
            summed=die_sum(
                event.face, (), event.face, needs=needed(story.table("bridle"), "result", "caught")
            ),
            result=result,
        ),
        2,
        "GUI-4.4.3c",
        source="bridle",
        cell=TableCell("bridle", str(event.face), "result"),
    )


def horse_moved(story: Story, event: ev.HorseMoved) -> None:
    if event.why == ev.HorseCause.LED:
        return
    where = event.front if event.rear is None else f"{event.front}-{event.rear}"
    rule = "GUI-4.4.3a"
    match event.why:
        case ev.HorseCause.PUSHED:
            told = english("{horse} is pushed aside to {where}.")
        case ev.HorseCause.RETREAT:
            told = english("{horse} gives way to {where}.")
        case ev.HorseCause.DISPLACED:
            told = english("{horse} makes room in {where}.")
        case ev.HorseCause.BESIDE:
            rule, told = "GUI-4.4.3c", english("{horse} comes to stand beside its rider in {where}.")
        case _:
            told = english("{horse} goes to {where}.")
    story.line(say(told, horse=story.name(event.horse), where=where), 1, rule)


def hauled(story: Story, event: ev.BodiesHauled) -> None:
    if event.horse:
        load = story.name(event.horse)
    else:
        load = say_many("a body", "{count} bodies", len(event.people), count=len(event.people))
    if event.sunk:
        told = english("{figures} haul {load} from {start} into the water of {end}, where they sink.")
    else:
        told = english("{figures} haul {load} from {start} to {end}.")
    text = say(told, figures=story.names(event.by), load=load, start=event.start, end=event.end)
    story.line(text, 0, "GUI-4.2.3a", figures=event.by)


def picked_up(story: Story, event: ev.PickedUp) -> None:
    story.line(
        say("{figure} shoulders {burden}.", figure=story.name(event.figure), burden=story.name(event.burden)),
        1,
        "GUI-4.2.4",
    )


def put_down(story: Story, event: ev.PutDown) -> None:
    story.line(
        say(
            "{figure} lays {burden} down in {hex}.",
            figure=story.name(event.figure),
            burden=story.name(event.burden),
            hex=event.hex,
        ),
        1,
        "GUI-4.2.4",
    )


def left(story: Story, event: ev.Left) -> None:
    story.line(
        say("{figure} leaves the board from {hex}.", figure=story.name(event.figure), hex=event.hex), 1, ""
    )


TELLERS: dict[type[Event], Teller] = {
    ev.MoveBegan: began,
    ev.StayDeclared: stays,
    ev.Moved: moved,
    ev.MoveEnded: ended,
    ev.AllowanceCut: cut,
    ev.InfiltrationTested: tested,
    ev.PutBack: put_back,
    ev.Mounted: mounted,
    ev.Dismounted: dismounted,
    ev.HorseLed: led,
    ev.HorseReleased: released,
    ev.BridleTried: tried,
    ev.HorseMoved: horse_moved,
    ev.BodiesHauled: hauled,
    ev.PickedUp: picked_up,
    ev.PutDown: put_down,
    ev.Left: left,
}

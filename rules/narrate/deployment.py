"""Telling the set-up: who was placed where, who is held back, who comes on to the board."""

from __future__ import annotations

from collections.abc import Collection

from rules.core.language import english, named, say, translated
from rules.events import deployment as ev
from rules.events.base import Event
from rules.narrate.story import Story, Teller
from rules.narrate.sums import at_most, die_sum
from rules.orders.place import edge_in_words
from rules.state.deployment import Reserve
from rules.state.figure import FigureId


def placed(story: Story, event: ev.Placed) -> None:
    men = _in_order(story, event.places)
    places = ", ".join(f"{story.name(man)} {'-'.join(event.places[man])}" for man in men)
    story.line(
        say("Set-up of {seat}: {places}.", seat=_seat(story, event.seat), places=places),
        0,
        figures=tuple(men),
    )


def held_back(story: Story, event: ev.ReservesSet) -> None:
    found: dict[str, list[FigureId]] = {}
    for man in _in_order(story, event.reserves):
        found.setdefault(entry_in_words(event.reserves[man]), []).append(man)
    for how, names in found.items():
        text = say("In reserve: {names}, to enter {how}.", names=story.names(names), how=how)
        story.line(text, 0, figures=tuple(names), private=bool(event.seats))


def _in_order(story: Story, men: Collection[FigureId]) -> list[FigureId]:
    """Men in their fixed order: a stored event lists them by name."""
    return [man for man in story.battle.figures if man in men]


def entry_in_words(reserve: Reserve) -> str:
    """ "by the north in turn 3"; while it is open, "by the north or 2410, from turn 3 on"."""
    *others, last = [translated(edge_in_words(by)) for by in reserve.by]
    edges = say("{these} or {last}", these=", ".join(others), last=last) if others else last
    if reserve.patrol:
        return say("by {edge}, with patrol {number} when dice bring it", edge=edges, number=reserve.patrol)
    if reserve.set:
        return say("by {edge} in turn {turn}", edge=edges, turn=reserve.turn)
    return say("by {edge}, from turn {turn} on", edge=edges, turn=reserve.turn)


def entered(story: Story, event: ev.Entered) -> None:
    place = "-".join(filter(None, (event.hex, event.rear)))
    who = story.described(event.figure, place=False)
    told = say("{who} enters the board in {place} ({mp} MP).", who=who, place=place, mp=event.mp)
    story.line(told, 0, "RUL-203", figures=(event.figure,))


def delayed(story: Story, event: ev.EntryDelayed) -> None:
    told = english("{who} finds no room to enter by {edge} and waits until turn {turn}.")
    edge = translated(edge_in_words(event.by))
    text = say(told, who=story.name(event.figure), edge=edge, turn=event.turn)
    story.line(text, 0, "RUL-203", figures=(event.figure,), private=bool(event.seats))


def patrol(story: Story, event: ev.PatrolAwaited) -> None:
    """One die for one more patrol."""
    side = named(story.battle.side_of(event.side).name)
    summed = die_sum(event.face, (), event.face, needs=at_most(event.at_most))
    text = (
        say("One more patrol of the {side} comes: {summed}.", side=side, summed=summed)
        if event.came
        else say("No other patrol of the {side} comes: {summed}.", side=side, summed=summed)
    )
    story.line(text, 0, "GUI-11.4.3c", figures=event.came)


def _seat(story: Story, seat: str) -> str:
    return named(story.battle.seat(seat).name)


TELLERS: dict[type[Event], Teller] = {
    ev.Placed: placed,
    ev.ReservesSet: held_back,
    ev.PatrolAwaited: patrol,
    ev.Entered: entered,
    ev.EntryDelayed: delayed,
}

"""Telling charges: their announcement, the answer to them, and what became of them."""

from __future__ import annotations

from rules.core.language import say
from rules.events import charge as ev
from rules.events.base import Event
from rules.narrate.story import Story, Teller, way_told


def announced(story: Story, event: ev.ChargeAnnounced) -> None:
    hexes = len(event.route)
    story.announced[event.figure] = tuple(event.route)
    story.line(
        say(
            "{figure} will charge {target} over {hexes} hexes: {route}.",
            figure=story.described(event.figure),
            target=story.described(event.target),
            hexes=hexes,
            route=way_told(story.battle.board, event.route),
        ),
        0,
        "GUI-7.2.1a",
        figures=(event.figure, event.target),
    )


def answered(story: Story, event: ev.CounterChargeAnnounced) -> None:
    story.line(
        say(
            "{figure} will counter-charge {charger}: {route}.",
            figure=story.described(event.figure),
            charger=story.name(event.charger),
            route=way_told(story.battle.board, event.route),
        ),
        1,
        "GUI-7.2.2a",
        figures=(event.figure, event.charger),
    )


def ridden(story: Story, event: ev.ChargeRidden) -> None:
    """Behind the ride where that is told last; else a line of its own."""
    if story.path is not None and story.path.figure == event.figure:
        story.path.notes.append(say("comes home on {foe}", foe=story.name(event.foe)))
        return
    story.line(
        say(
            "The charge of {figure} comes home on {foe}.",
            figure=story.name(event.figure),
            foe=story.name(event.foe),
        ),
        1,
        "GUI-7.2.1a",
        figures=(event.figure, event.foe),
    )


def counter_lost(story: Story, event: ev.CounterChargeLost) -> None:
    story.line(
        say(
            "The counter-charge of {figure} comes to nothing: {why}.",
            figure=story.name(event.figure),
            why=event.why,
        ),
        1,
        event.rule,
        figures=(event.figure, event.charger),
    )


def lost(story: Story, event: ev.ChargeLost) -> None:
    story.line(
        say(
            "The charge of {figure} comes to nothing: {why}.", figure=story.name(event.figure), why=event.why
        ),
        1,
        event.rule,
        figures=(event.figure,),
    )
    if story.battle.figures[event.figure].active:
        story.line(
            say("Without its bonus and a combat of its own, he can still attack by an ATTACK order."),
            1,
            "GUI-7.2.2f",
        )


def closed(story: Story, event: ev.RodeClose) -> None:
    story.line(
        say("{figures} charge knee to knee.", figures=story.names(event.figures)),
        0,
        event.rule,
        figures=event.figures,
    )


TELLERS: dict[type[Event], Teller] = {
    ev.ChargeAnnounced: announced,
    ev.CounterChargeAnnounced: answered,
    ev.ChargeRidden: ridden,
    ev.CounterChargeLost: counter_lost,
    ev.ChargeLost: lost,
    ev.RodeClose: closed,
}

"""Telling charges: their announcement, the answer to them, and what became of them."""

from __future__ import annotations

from rules.events import charge as ev
from rules.events.base import Event
from rules.narrate.story import Story, Teller


def announced(story: Story, event: ev.ChargeAnnounced) -> None:
    hexes = len(event.route)
    story.say(
        f"{story.described(event.figure)} will charge {story.described(event.target)} over {hexes} hexes: "
        f"{' > '.join(event.route)}.",
        0,
        "GUI-7.2.1a",
        figures=(event.figure, event.target),
    )


def answered(story: Story, event: ev.CounterChargeAnnounced) -> None:
    story.say(
        f"{story.described(event.figure)} will counter-charge {story.name(event.charger)}: {' > '.join(event.route)}.",
        1,
        "GUI-7.2.2a",
        figures=(event.figure, event.charger),
    )


def ridden(story: Story, event: ev.ChargeRidden) -> None:
    story.say(
        f"The charge of {story.name(event.figure)} comes home on {story.name(event.foe)}.",
        1,
        "GUI-7.2.1a",
        figures=(event.figure, event.foe),
    )


def counter_lost(story: Story, event: ev.CounterChargeLost) -> None:
    story.say(
        f"The counter-charge of {story.name(event.figure)} comes to nothing: {event.why}.",
        1,
        event.rule,
        figures=(event.figure, event.charger),
    )


def lost(story: Story, event: ev.ChargeLost) -> None:
    story.say(
        f"The charge of {story.name(event.figure)} comes to nothing: {event.why}.",
        1,
        event.rule,
        figures=(event.figure,),
    )
    if story.battle.figures[event.figure].active:
        story.say(
            "Without its bonus and a combat of its own, he can still attack by an ATTACK order.",
            1,
            "GUI-7.2.2f",
        )


def closed(story: Story, event: ev.RodeClose) -> None:
    story.say(f"{story.names(event.figures)} charge knee to knee.", 0, event.rule, figures=event.figures)


TELLERS: dict[type[Event], Teller] = {
    ev.ChargeAnnounced: announced,
    ev.CounterChargeAnnounced: answered,
    ev.ChargeRidden: ridden,
    ev.CounterChargeLost: counter_lost,
    ev.ChargeLost: lost,
    ev.RodeClose: closed,
}

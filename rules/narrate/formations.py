"""Telling formations, and fights that nobody waited for."""

from __future__ import annotations

from rules.core.facing import Facing
from rules.core.language import say, say_many
from rules.events import combat, formation
from rules.events.base import Event
from rules.narrate.story import Story, Teller


def formed(story: Story, event: formation.FormationFormed) -> None:
    figures = tuple(f for rank in event.ranks for f in rank)
    story.line(
        say_many(
            "{figures} form up in one rank, facing {front}.",
            "{figures} form up in {ranks} ranks, facing {front}.",
            len(event.ranks),
            figures=story.names(figures),
            ranks=len(event.ranks),
            front=_front(event.front),
        ),
        0,
        "GUI-7.3.1a",
        figures=figures,
    )
    if event.opened:
        story.line(
            say_many(
                "{figures} has no room to lower the pikes.",
                "{figures} have no room to lower the pikes.",
                len(event.opened),
                figures=story.names(event.opened),
            ),
            1,
            "GUI-7.3.1c",
        )


def _front(front: Facing) -> str:
    return say("{one} and {other}", one=front.words, other=front.turned(1).words)


def marched(story: Story, event: formation.FormationMoved) -> None:
    places = [say("{figure} in {hex}", figure=story.name(f), hex=at) for f, at in event.places.items()]
    text = say(
        "The formation marches {toward} ({mp} MP, {left} left): {places}.",
        toward=event.toward.words,
        mp=event.mp,
        left=event.left,
        places=", ".join(places),
    )
    story.line(text, 0, "GUI-7.3.1b", figures=tuple(event.places))


def thinned(story: Story, event: formation.FormationThinned) -> None:
    story.line(
        say_many(
            "{figures} is no longer in the formation.",
            "{figures} are no longer in the formation.",
            len(event.lost),
            figures=story.names(event.lost),
        ),
        1,
        "GUI-7.3.1b",
        figures=event.lost,
    )


def broken(story: Story, event: formation.FormationBroken) -> None:
    figures = tuple(story.battle.formations[event.formation].places)
    names = story.names(figures)
    if event.ordered:
        text = say("The formation of {figures} is dissolved.", figures=names)
    else:
        text = say(
            "The formation of {figures} is broken up: fewer than three stand side by side.", figures=names
        )
    story.line(text, 0 if event.ordered else 1, "GUI-7.3.1a", figures=figures)


def pikes(story: Story, event: formation.PikesBroken) -> None:
    story.line(
        say(
            "The pikes before {figure} are down: from the next turn on he can be reached from the front.",
            figure=story.name(event.figure),
        ),
        1,
        "GUI-7.3.1c",
        figures=(event.figure,),
    )


def tortoise(story: Story, event: formation.TortoiseTurned) -> None:
    figures = tuple(story.battle.formations[event.formation].places)
    names = story.names(figures)
    if event.up:
        text = say("The formation of {figures} raises its shields: a tortoise.", figures=names)
    else:
        text = say("The formation of {figures} lowers its shields.", figures=names)
    story.line(text, 0, "GUI-7.3.2a", figures=figures)


def refused(story: Story, event: combat.CombatRefused) -> None:
    who = story.names(event.attackers)
    story.line(
        say("{figure} does not wait for {who}.", figure=story.described(event.figure), who=who),
        0,
        "GUI-7.4a",
        figures=(event.figure, *event.attackers),
    )


def wasted(story: Story, event: combat.AttackWasted) -> None:
    story.line(
        say_many(
            "{attackers} strikes at the air.",
            "{attackers} strike at the air.",
            len(event.attackers),
            attackers=story.names(event.attackers),
        ),
        1,
        "GUI-7.4c",
        figures=event.attackers,
    )


TELLERS: dict[type[Event], Teller] = {
    formation.FormationFormed: formed,
    formation.FormationMoved: marched,
    formation.FormationThinned: thinned,
    formation.FormationBroken: broken,
    formation.PikesBroken: pikes,
    formation.TortoiseTurned: tortoise,
    combat.CombatRefused: refused,
    combat.AttackWasted: wasted,
}

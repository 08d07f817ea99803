"""Telling formations, and fights that nobody waited for."""

from __future__ import annotations

from rules.core.facing import Facing
from rules.core.language import say
from rules.events import combat, formation
from rules.events.base import Event
from rules.narrate.story import Story, Teller


def formed(story: Story, event: formation.FormationFormed) -> None:
    ranks = say("one rank") if len(event.ranks) == 1 else say("{count} ranks", count=len(event.ranks))
    figures = tuple(f for rank in event.ranks for f in rank)
    story.say(
        f"{story.names(figures)} form up in {ranks}, facing {_front(event.front)}.",
        0,
        "GUI-7.3.1a",
        figures=figures,
    )
    if event.opened:
        verb = "has" if len(event.opened) == 1 else "have"
        story.say(f"{story.names(event.opened)} {verb} no room to lower the pikes.", 1, "GUI-7.3.1c")


def _front(front: Facing) -> str:
    return say("{front} and {turned}", front=front.words, turned=front.turned(1).words)


def marched(story: Story, event: formation.FormationMoved) -> None:
    places = [say("{f} in {at}", f=story.name(f), at=at) for f, at in event.places.items()]
    cost = say("{mp} MP, {left} left", mp=event.mp, left=event.left)
    text = say(
        "The formation marches {toward} ({cost}): {places}.",
        toward=event.toward.words,
        cost=cost,
        places=", ".join(places),
    )
    story.say(text, 0, "GUI-7.3.1b", figures=tuple(event.places))


def thinned(story: Story, event: formation.FormationThinned) -> None:
    verb = "is" if len(event.lost) == 1 else "are"
    story.say(
        f"{story.names(event.lost)} {verb} no longer in the formation.", 1, "GUI-7.3.1b", figures=event.lost
    )


def broken(story: Story, event: formation.FormationBroken) -> None:
    figures = tuple(story.battle.formations[event.formation].places)
    end = say("is dissolved") if event.ordered else say("is broken up: fewer than three stand side by side")
    story.say(
        f"The formation of {story.names(figures)} {end}.",
        0 if event.ordered else 1,
        "GUI-7.3.1a",
        figures=figures,
    )


def pikes(story: Story, event: formation.PikesBroken) -> None:
    story.say(
        f"The pikes before {story.name(event.figure)} are down: from the next turn on he can be reached from the front.",
        1,
        "GUI-7.3.1c",
        figures=(event.figure,),
    )


def tortoise(story: Story, event: formation.TortoiseTurned) -> None:
    figures = tuple(story.battle.formations[event.formation].places)
    act = say("raises its shields: a tortoise") if event.up else say("lowers its shields")
    story.say(f"The formation of {story.names(figures)} {act}.", 0, "GUI-7.3.2a", figures=figures)


def refused(story: Story, event: combat.CombatRefused) -> None:
    who = story.names(event.attackers)
    story.say(
        f"{story.described(event.figure)} does not wait for {who}.",
        0,
        "GUI-7.4a",
        figures=(event.figure, *event.attackers),
    )


def wasted(story: Story, event: combat.AttackWasted) -> None:
    verb = "strikes" if len(event.attackers) == 1 else "strike"
    story.say(f"{story.names(event.attackers)} {verb} at the air.", 1, "GUI-7.4c", figures=event.attackers)


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

"""Telling the umpire's acts: the use of standing orders, conditions, orders that failed, the end."""

from __future__ import annotations

from rules.core.language import say
from rules.events import asking, sequence, umpire, works
from rules.events.base import Event
from rules.narrate.story import Story, Teller


def decided(story: Story, event: umpire.DecisionMade) -> None:
    if not event.order and not event.answered:
        return
    how = say("As you answered") if event.answered else say("As you ordered ({order})", order=event.order)
    who = story.name(event.figure) if event.figure else say("your side")
    still = event.chosen in ("stay", "stand", "nobody", "hold", "wait")
    words = {
        "watch": say("{how}: {value} shoots.", how=how, value="nobody" if still else who),
        "wound": say("{how}: {who} takes it.", how=how, who=who),
        "refuse": f"{how}: {who} {'stands' if still else 'goes out of the way'}.",
        "counter": say("{how}: {value} rides against the charge.", how=how, value="nobody" if still else who),
        "topple": f"{how}: {who} {'leaves the ladder' if still else 'sees to the ladder'}.",
        "cut": f"{how}: {who} {'leaves the rope' if still else 'sees to the rope'}.",
        "douse": f"{how}: {who} {'lets it burn' if still else 'fights the fire'}.",
        "gate": f"{how}: {who} {'leaves the gate' if still else 'goes to the chains'}.",
        "fall": say("{how}: {who} falls that way.", how=how, who=who),
        "evacuate": say("{how}: {who} gets out that way.", how=how, who=who),
        "advance": f"{how}: {_followers(who, event)}.",
    }
    story.say(words.get(event.about, f"{how}."), 1, event.rule, private=True)


def _followers(who: str, event: umpire.DecisionMade) -> str:
    if event.chosen != "stay":
        return say("{who} follows up", who=who)
    return say("{who} stays", who=who) if event.figure else say("nobody follows up")


def answered(story: Story, event: asking.DecisionAnswered) -> None:
    if not event.choice:
        said = say(
            "You were asked, and no answer came in time: for the rest of the phase your standing orders decide."
        )
        story.say(said, 1, "RUL-522", private=True)


def checked(story: Story, event: umpire.ConditionChecked) -> None:
    verdict = say("so it is") if event.holds else say("it is not so")
    story.say(f"You said IF {event.condition}: {verdict}.", 0, "", private=True)


def failed(story: Story, event: umpire.OrderFailed) -> None:
    story.say(f"Not done of your order {event.order}: {event.why}.", 0, event.rule, private=True)


def extended(story: Story, event: umpire.DeadlineExtended) -> None:
    story.say(f"The deadline was extended: {event.reason}.", 0)


def game_ended(story: Story, event: sequence.GameEnded) -> None:
    outcome = event.outcome
    scores = ", ".join(
        f"{story.battle.side_of(side).name} {points}" for side, points in sorted(outcome.scores.items())
    )
    winner = (
        say("{side_of} win", side_of=story.battle.side_of(outcome.winner).name)
        if outcome.winner
        else say("Nobody wins")
    )
    tail = f" ({scores})" if scores else ""
    story.say(f"The game is over. {winner}: {outcome.reason}{tail}.", 0)


def overlay_placed(story: Story, event: works.OverlayPlaced) -> None:
    story.say(f"{event.overlay.kind.capitalize()} in {', '.join(event.overlay.hexes)}.", 0)


def overlay_removed(story: Story, event: works.OverlayRemoved) -> None:
    overlay = story.battle.overlays[event.overlay]
    story.say(f"{overlay.kind.capitalize()} in {', '.join(overlay.hexes)} is gone.", 0)


TELLERS: dict[type[Event], Teller] = {
    umpire.DecisionMade: decided,
    asking.DecisionAnswered: answered,
    umpire.ConditionChecked: checked,
    umpire.OrderFailed: failed,
    umpire.DeadlineExtended: extended,
    sequence.GameEnded: game_ended,
    works.OverlayPlaced: overlay_placed,
    works.OverlayRemoved: overlay_removed,
}

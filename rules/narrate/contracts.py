"""Telling a player what became of his standing orders: used, held back, handed on, ended."""

from __future__ import annotations

from rules.core.language import say
from rules.events import contract, umpire
from rules.events.base import Event
from rules.narrate.story import Story, Teller


def used(story: Story, event: contract.StandingOrderUsed) -> None:
    so_far = story.battle.progress.get(event.seat, {}).get(event.order)
    times = 1 + (so_far.times if so_far is not None else 0)
    count = {1: say("for the first time"), 2: say("for the second time")}.get(
        times, say("for the {times}th time", times=times)
    )
    story.say(
        f"Your {event.order}: used {'for the third time' if times == 3 else count}.", 1, "", private=True
    )


def held(story: Story, event: contract.StandingOrderHeld) -> None:
    story.say(f"Your {event.order} holds back: {event.why}.", 1, "", private=True)


def passed_on(story: Story, event: contract.StandingOrderPassedOn) -> None:
    story.say(f"Your {event.order} goes on to {event.now}: {event.why}.", 1, "", private=True)


def spent(story: Story, event: umpire.StandingOrderSpent) -> None:
    if event.why:
        story.say(f"Your {event.order} has ended: {event.why}.", 1, "", private=True)
    else:
        story.say(f"Your {event.order} is spent.", 1, "", private=True)


def stopped(story: Story, event: contract.StoppedAsOrdered) -> None:
    story.say(f"{story.name(event.figure)} stops, as you ordered: {event.why}.", 1, "", private=True)


TELLERS: dict[type[Event], Teller] = {
    contract.StandingOrderUsed: used,
    contract.StandingOrderHeld: held,
    contract.StandingOrderPassedOn: passed_on,
    umpire.StandingOrderSpent: spent,
    contract.StoppedAsOrdered: stopped,
}

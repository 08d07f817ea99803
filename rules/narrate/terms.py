"""Telling a player what became of his standing orders: used, held back, handed on, ended."""

from __future__ import annotations

from rules.core.language import english, say
from rules.events import terms, umpire
from rules.events.base import Event
from rules.narrate.story import Story, Teller


def used(story: Story, event: terms.StandingOrderUsed) -> None:
    so_far = story.battle.progress.get(event.seat, {}).get(event.order)
    times = 1 + (so_far.times if so_far is not None else 0)
    firsts = {
        1: english("Your {order}: used for the first time."),
        2: english("Your {order}: used for the second time."),
        3: english("Your {order}: used for the third time."),
    }
    message = firsts.get(times, english("Your {order}: used for the {times}th time."))
    story.line(say(message, order=event.order, times=times), 1, "", private=True)


def held(story: Story, event: terms.StandingOrderHeld) -> None:
    story.line(say("Your {order} holds back: {why}.", order=event.order, why=event.why), 1, "", private=True)


def passed_on(story: Story, event: terms.StandingOrderPassedOn) -> None:
    story.line(
        say("Your {order} goes on to {now}: {why}.", order=event.order, now=event.now, why=event.why),
        1,
        "",
        private=True,
    )


def spent(story: Story, event: umpire.StandingOrderSpent) -> None:
    if event.why:
        story.line(
            say("Your {order} has ended: {why}.", order=event.order, why=event.why), 1, "", private=True
        )
    else:
        story.line(say("Your {order} is spent.", order=event.order), 1, "", private=True)


def stopped(story: Story, event: terms.StoppedAsOrdered) -> None:
    story.line(
        say("{figure} stops, as you ordered: {why}.", figure=story.name(event.figure), why=event.why),
        1,
        "",
        private=True,
    )


TELLERS: dict[type[Event], Teller] = {
    terms.StandingOrderUsed: used,
    terms.StandingOrderHeld: held,
    terms.StandingOrderPassedOn: passed_on,
    umpire.StandingOrderSpent: spent,
    terms.StoppedAsOrdered: stopped,
}

"""Telling of prisoners who are let loose, and armed again."""

from __future__ import annotations

from rules.core.language import say
from rules.events import captives
from rules.events.base import Event
from rules.narrate.story import Story, Teller

RULE = "GUC-14.8e"


def freed(story: Story, event: captives.CaptiveFreed) -> None:
    text = say(
        "{figure} lets {captive} loose, who has no arms yet.",
        figure=story.described(event.by),
        captive=story.name(event.figure),
    )
    story.line(text, 0, RULE, figures=(event.by, event.figure))


def armed(story: Story, event: captives.ArmsTaken) -> None:
    text = say(
        "{figure} takes the arms of {fallen}: he fights as before.",
        figure=story.described(event.figure),
        fallen=story.name(event.of),
    )
    story.line(text, 0, RULE, figures=(event.figure,))


TELLERS: dict[type[Event], Teller] = {captives.CaptiveFreed: freed, captives.ArmsTaken: armed}

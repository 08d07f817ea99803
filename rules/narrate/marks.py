"""Telling what modules note of figures."""

from __future__ import annotations

from rules.core.language import translated
from rules.events.base import Event
from rules.events.marks import Marked
from rules.narrate.story import Story, Teller


def marked(story: Story, event: Marked) -> None:
    if event.words:
        story.line(f"{translated(event.words)}.", 0, event.rule, figures=(event.figure,))


TELLERS: dict[type[Event], Teller] = {Marked: marked}

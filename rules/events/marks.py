"""What a module remembers of a figure from turn to turn."""

from __future__ import annotations

from typing import ClassVar

from rules.events.base import Event
from rules.state.figure import FigureId


class Marked(Event, frozen=True):
    """A figure has a mark of a module from now on, with a number of its own; 0 takes it away. ``words``: what
    the report tells of it, empty for nothing."""

    kind: ClassVar[str] = "marked"
    figure: FigureId
    mark: str
    value: int
    rule: str
    words: str = ""

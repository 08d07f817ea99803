"""What the chronicles of all scales have in common: they see one event after another, each from the state
before it, and note what it was for whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from rules.events.base import Event
from rules.evolve import evolve
from rules.state.figure import FigureId
from rules.state.table import Table
from rules.views.records import LifeEntry

S = TypeVar("S", bound=Table)


class Chronicle(Generic[S]):
    """The entries in the lives of figures. ``at``: the state before the event that is being told, which has
    the ``place`` among all of them; ``tellers``: how an event is told, by its type."""

    tellers: ClassVar[Mapping[type[Event], Callable[[Any, Any], None]]]
    at: S

    def __init__(self, scale: type[S]) -> None:
        self.scale = scale
        self.entries: dict[FigureId, list[LifeEntry]] = {}
        self.place = 0

    def follow(self, events: Iterable[Event]) -> S | None:
        """See all events of a game, from its first on: the state after them, None where it never began."""
        at: Table | None = None
        for self.place, event in enumerate(events):
            if isinstance(at, self.scale):
                self.at = at
                self.see(event)
            at = evolve(at, event)
        return at if isinstance(at, self.scale) else None

    def see(self, event: Event) -> None:
        teller = self.tellers.get(type(event))
        if teller is not None:
            teller(self, event)

    def enter(self, figure: FigureId, day: int, date: str, words: str, closer: str = "") -> None:
        """An entry in somebody's life (rules.views.records.LifeEntry)."""
        words = words[:1].upper() + words[1:]
        self.entries.setdefault(figure, []).append(LifeEntry(day, date, words, self.place, closer))

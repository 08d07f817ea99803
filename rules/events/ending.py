"""How players end a game by their own word: a draw that is offered and agreed, a side that gives up."""

from __future__ import annotations

from typing import ClassVar

from rules.events.base import Event
from rules.state.figure import SeatId
from rules.state.table import Outcome


class DrawOffered(Event, frozen=True):
    """A seat would have the game end in a draw. Stands through the next game turn."""

    kind: ClassVar[str] = "draw_offered"
    seat: SeatId


class DrawRefused(Event, frozen=True):
    """No offer of a draw stands any more: a seat has refused those of others, or taken back its own."""

    kind: ClassVar[str] = "draw_refused"
    seat: SeatId


class EndAgreed(Event, frozen=True):
    """The last word that it took: the open phase is closed without being played, and the game ends so.
    ``outcome`` has no scores yet."""

    kind: ClassVar[str] = "end_agreed"
    seat: SeatId
    outcome: Outcome

"""Who keeps the log: a game that moves from one server to another, one that begins from another's past, and
one whose server has lost a part of it."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from msgspec.structs import replace

from rules.events.base import Event, Knowledge
from rules.events.umpire import ClosedSecret
from rules.state.table import Promises


class HandedOver(Event, frozen=True):
    """The server that kept the log until here plays no further; ``to`` says in its words where the game goes.
    Nothing but a TakenOver may follow."""

    kind: ClassVar[str] = "handed_over"
    to: str = ""


class Taking(StrEnum):
    """How a server came by a game: as the one that had it agreed, or from a copy, since that one is gone."""

    HANDED_OVER = "handed over"
    RESTORED = "restored"


class TakenOver(Event, frozen=True):
    """The server ``by`` goes on from here, with the same secrets; ``why``: one of Taking."""

    kind: ClassVar[str] = "taken_over"
    by: str
    why: str


class Forked(Event, frozen=True):
    """A game of its own begins here. The events before are those of the game ``parent`` (its UUID) up to its
    event ``seq``, whose hash there is ``head``. Its dice are its own: ``commitment`` is published here, with
    the other ``promises`` of a log of form 2."""

    kind: ClassVar[str] = "forked"
    parent: str
    seq: int
    head: str
    commitment: str
    why: str = ""
    promises: Promises | None = None


class AudiencesAdded(Event, frozen=True):
    """From the next command on the log has leaves for these audiences too, behind those that it has."""

    kind: ClassVar[str] = "audiences_added"
    audiences: tuple[str, ...]


class DiceRenewed(Event, frozen=True):
    """From the open ``phase`` on the dice come from other secrets: ``commitment`` promises them, counted by
    phases as before. Those that were promised had been shown already, in a history of this game that was lost
    (``why``). ``secret``: what the dice of this phase would have come from; it opens dice of steps that are
    over, and in a log of form 1 the receipts of orders filed for it before. Empty where there are none.
    ``promises`` and ``closed``: those of the other chains (log form 2), whose root and audiences stay."""

    kind: ClassVar[str] = "dice_renewed"
    phase: int
    commitment: str
    why: str
    secret: str = ""
    promises: Promises | None = None
    closed: tuple[ClosedSecret, ...] = ()

    def seen_by(self, knowledge: Knowledge) -> Event:
        if not self.closed:
            return self
        return replace(self, closed=tuple(one for one in self.closed if knowledge.seat in one.seats))

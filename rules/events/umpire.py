"""The umpire's own acts: orders received, phases closed, dice rolled and revealed, choices answered."""

from __future__ import annotations

from typing import ClassVar

import msgspec
from msgspec.structs import replace

from rules.events.base import Audience, Event, Knowledge
from rules.state.figure import FigureId, SeatId


class OrdersAccepted(Event, frozen=True):
    """The complete set that now stands for a seat, in canonical order language: orders for the phase, and
    standing orders that last until replaced. ``renewed``: standing orders that this mail gave anew (one
    that was to be used once and is spent may be used again). ``salt``: the seat's own word for the dice
    of the phase. ``escrow``: the salted hash of all this that the receipt showed; the server's, no rule
    looks at it."""

    kind: ClassVar[str] = "orders_accepted"
    audience: ClassVar[Audience] = Audience.SEAT
    seat: SeatId
    phase: int
    orders: tuple[str, ...]
    standing: tuple[str, ...]
    renewed: tuple[str, ...] = ()
    salt: str = ""
    escrow: str = ""


class PhaseClosed(Event, frozen=True):
    """No order is taken any more for this phase. ``sheets`` is the digest of all order sheets: it is
    mixed into the dice. ``papers`` are the salted digests of each seat's final paper, in the order of
    seats, over which ``sheets`` is made (none in a log of form 1). ``reason``: "all orders in",
    "deadline", "game master"."""

    kind: ClassVar[str] = "phase_closed"
    phase: int
    reason: str
    sheets: str
    papers: tuple[str, ...] = ()


class ClosedSecret(msgspec.Struct, frozen=True):
    """The secret of a chain of dice that is not open: ``chain`` is "umpire" or "side:normans", ``seats`` are
    those that may know it now."""

    chain: str
    seats: tuple[SeatId, ...]
    secret: str


class SecretRevealed(Event, frozen=True):
    """The secret of a finished phase's open dice, in hexadecimal; SHA-256 of it is the secret of the phase
    before. ``closed`` are those of the other chains: a seat is shown that of its side."""

    kind: ClassVar[str] = "secret_revealed"
    phase: int
    secret: str
    closed: tuple[ClosedSecret, ...] = ()

    def seen_by(self, knowledge: Knowledge) -> Event:
        if not self.closed:
            return self
        return replace(self, closed=tuple(one for one in self.closed if knowledge.seat in one.seats))


class DeadlineExtended(Event, frozen=True):
    """The phase goes on although its deadline passed; ``seats`` are those waited for."""

    kind: ClassVar[str] = "deadline_extended"
    phase: int
    seats: tuple[SeatId, ...]
    reason: str


class DieRolled(Event, frozen=True):
    """``chain`` names the secrets that the die came from: "" is open to all, "side:normans" is seen by the
    ``seats`` of that side, "umpire" by nobody."""

    kind: ClassVar[str] = "die_rolled"
    name: str
    sides: int
    face: int
    rule: str
    chain: str = ""
    seats: tuple[SeatId, ...] = ()

    def seen_by(self, knowledge: Knowledge) -> Event | None:
        return self if not self.chain or knowledge.seat in self.seats else None


class DecisionMade(Event, frozen=True):
    """A choice that the book gives to a player, answered by himself (``answered``), by a standing order
    (``order``: its text) or by default.

    ``about`` names the kind of choice (watch, wound, retreat, advance, oppose, ...)."""

    kind: ClassVar[str] = "decision_made"
    audience: ClassVar[Audience] = Audience.SEAT
    seat: SeatId
    about: str
    chosen: str
    rule: str
    figure: FigureId = ""
    order: str = ""
    answered: bool = False


class ConditionChecked(Event, frozen=True):
    """An IF was looked at when it bit."""

    kind: ClassVar[str] = "condition_checked"
    audience: ClassVar[Audience] = Audience.SEAT
    seat: SeatId
    order: str
    condition: str
    holds: bool


class OrderFailed(Event, frozen=True):
    """An order reached the table and could not be carried out (or not to its end)."""

    kind: ClassVar[str] = "order_failed"
    audience: ClassVar[Audience] = Audience.SEAT
    seat: SeatId
    order: str
    rule: str
    why: str
    figure: FigureId = ""


class StandingOrderSpent(Event, frozen=True):
    """A standing order has ended by its own terms; ``why`` is empty for one that was to be used once
    and has been."""

    kind: ClassVar[str] = "standing_order_spent"
    audience: ClassVar[Audience] = Audience.SEAT
    seat: SeatId
    order: str
    why: str = ""

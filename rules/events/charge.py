"""Charges: announced, answered, ridden home or lost (GUI-7.2)."""

from __future__ import annotations

from typing import ClassVar

from rules.events.base import Event
from rules.state.figure import FigureId, Hex


class ChargeAnnounced(Event, frozen=True):
    """A rider names whom he will ride down, and over which hexes (GUI-7.2.1a)."""

    kind: ClassVar[str] = "charge_announced"
    figure: FigureId
    target: FigureId
    route: tuple[Hex, ...]


class CounterChargeAnnounced(Event, frozen=True):
    """An enemy rider answers a charge at once (GUI-7.2.2a)."""

    kind: ClassVar[str] = "counter_charge_announced"
    figure: FigureId
    charger: FigureId
    route: tuple[Hex, ...]


class ChargeRidden(Event, frozen=True):
    """The rider has arrived; ``foe``: whom he will fight there."""

    kind: ClassVar[str] = "charge_ridden"
    figure: FigureId
    foe: FigureId


class CounterChargeLost(Event, frozen=True):
    """The answer came to nothing; the charge goes on to its target."""

    kind: ClassVar[str] = "counter_charge_lost"
    figure: FigureId
    charger: FigureId
    why: str
    rule: str


class ChargeLost(Event, frozen=True):
    """A charge comes to nothing: no bonus, no combat of its own (GUI-7.2.2f)."""

    kind: ClassVar[str] = "charge_lost"
    figure: FigureId
    why: str
    rule: str


class RodeClose(Event, frozen=True):
    """These charged as one closed group (GUI-7.2.4, GUI-7.2.5)."""

    kind: ClassVar[str] = "rode_close"
    figures: tuple[FigureId, ...]
    rule: str

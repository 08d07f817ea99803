"""A fight of a siege becomes a game of its own, and the day waits for it."""

from __future__ import annotations

from collections.abc import Sequence

from rules.events.base import Event
from rules.events.siege import FightCalled
from rules.siege.today import Today, names
from rules.state.figure import Character
from rules.state.siege import Deed
from rules.state.table import Fights


def is_fought_out(today: Today) -> bool:
    """Whether the players agreed to fight on boards."""
    return today.siege.setup.options.fights is Fights.BOARD


def call(
    today: Today,
    deed: Deed,
    opening: Sequence[Event],
    attackers: Sequence[Character],
    defenders: Sequence[Character],
    *,
    found: int = 0,
) -> None:
    """The same players fight it, before everybody's eyes, as the siege itself is open to all."""
    siege = today.siege
    today.record(
        FightCalled(
            deed=deed,
            attackers=names(attackers),
            defenders=names(defenders),
            hurt=tuple(today.hurt),
            found=found,
        )
    )
    seats = {seat.id: seat.id for seat in siege.setup.seats}
    today.journal.call(f"day{siege.day}-{deed.value}", opening, seats, openly=True)

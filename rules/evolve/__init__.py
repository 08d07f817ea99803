"""How each event changes the battle. Nothing else changes it; nothing here knows a rule or rolls a die."""

from __future__ import annotations

from collections.abc import Iterable

from rules.events.base import Event
from rules.evolve import (
    board,
    burning,
    charging,
    custody,
    engines,
    fighting,
    formations,
    ladders,
    moving,
    structures,
    table,
)
from rules.evolve.registry import HANDLERS, handles
from rules.state.battle import Battle

__all__ = ["HANDLERS", "evolve", "handles", "replay"]

_ = (board, burning, charging, custody, engines, fighting, formations, ladders, moving, structures, table)


def evolve(battle: Battle | None, event: Event) -> Battle:
    """The battle after an event. Changes the battle given and returns it; a GameCreated makes a new one."""
    return HANDLERS[type(event)](battle, event)


def replay(events: Iterable[Event], battle: Battle | None = None) -> Battle:
    """Fold events into a battle. Raises ValueError for an empty log."""
    handlers = HANDLERS
    for event in events:
        battle = handlers[type(event)](battle, event)
    if battle is None:
        raise ValueError("a log without events is no game")
    return battle

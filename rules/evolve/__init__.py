"""How each event changes the battle. Nothing else changes it; nothing here knows a rule or rolls a die."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rules.events.base import Event
from rules.events.codec import EVENT_TYPES, UnknownEvent, decode, decoder
from rules.evolve import (
    board,
    burning,
    charging,
    custody,
    deployment,
    engines,
    fighting,
    formations,
    ladders,
    marks,
    moving,
    structures,
    table,
)
from rules.evolve.registry import HANDLERS, handles
from rules.state.battle import Battle

__all__ = ["HANDLERS", "evolve", "fold", "handles", "replay"]

_ = (
    board,
    burning,
    charging,
    custody,
    deployment,
    engines,
    fighting,
    formations,
    ladders,
    marks,
    moving,
    structures,
    table,
)


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


# by stored type and present version: what reads an event and what applies it
_STEPS = {(kind, cls.version): (decoder(kind), HANDLERS[cls]) for kind, cls in EVENT_TYPES.items()}


def fold(records: Iterable[tuple[str, int, bytes]], battle: Battle | None = None) -> Battle | None:
    """Apply stored events (type, version, bytes): as ``replay`` of them decoded, in half the time, and none is kept.
    None for no records and no battle. Raises UnknownEvent."""
    steps = _STEPS
    kind = ""
    try:
        for kind, version, data in records:
            step = steps.get((kind, version))
            if step is None:  # stored by an older version
                battle = evolve(battle, decode(kind, version, data))
            else:
                read, apply = step
                battle = apply(battle, read(data))
    except msgspec.MsgspecError as error:
        raise UnknownEvent(f"{kind}: {error}") from None
    return battle

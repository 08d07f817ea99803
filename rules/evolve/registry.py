"""The one dispatch table from event types to the functions that apply them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from rules.events.base import Event
from rules.state.battle import Battle

E = TypeVar("E", bound=Event)
Handler = Callable[[Any, Any], Battle]

HANDLERS: dict[type[Event], Handler] = {}


def handles(event_type: type[E]) -> Callable[[Callable[[Battle, E], None]], Callable[[Battle, E], None]]:
    """Register the function that applies an event type."""

    def register(apply: Callable[[Battle, E], None]) -> Callable[[Battle, E], None]:
        if event_type in HANDLERS:
            raise ValueError(f"{event_type.__name__} is applied twice")

        def handler(battle: Battle, event: E) -> Battle:
            apply(battle, event)
            return battle

        HANDLERS[event_type] = handler
        return apply

    return register


def leaves_alone(event_type: type[Event]) -> None:
    """Register an event type that is worth recording and changes nothing."""
    HANDLERS[event_type] = lambda battle, event: battle

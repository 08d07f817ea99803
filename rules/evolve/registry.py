"""Which function applies an event to a state: looked up by the type of the state and that of the event.

What is registered for a table holds for every field that is laid on one, unless that has its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from rules.events.base import Event
from rules.events.creation import Created
from rules.events.upcasting import UnknownEvent
from rules.state.table import Table

S = TypeVar("S", bound=Table)
E = TypeVar("E", bound=Event)
C = TypeVar("C", bound=Created)
Handler = Callable[[Any, Any], None]
Beginning = Callable[[Any], Table]

_registered: dict[type[Table], dict[type[Event], Handler]] = {}
_beginnings: dict[type[Event], Beginning] = {}


class _OfState(dict[type[Event], Handler]):
    """What applies each type of event to states of one type."""

    def __init__(self, state: type[Table]) -> None:
        self.state = state
        for cls in reversed(state.__mro__):
            self.update(_registered.get(cls, {}))

    def __missing__(self, event: type[Event]) -> Handler:
        raise UnknownEvent(f"{event.kind}: nothing of that kind happens in a {self.state.__name__.lower()}")


class _ByState(dict[type[Table], _OfState]):
    def __missing__(self, state: type[Table]) -> _OfState:
        self[state] = found = _OfState(state)
        return found


HANDLERS = _ByState()
"""HANDLERS[type of state][type of event] applies it; worked out once for each type of state."""


def handles(state: type[S], event: type[E]) -> Callable[[Callable[[S, E], None]], Callable[[S, E], None]]:
    """Register the function that applies a type of event to a type of state."""

    def register(apply: Callable[[S, E], None]) -> Callable[[S, E], None]:
        ours = _registered.setdefault(state, {})
        if event in ours:
            raise ValueError(f"{event.__name__} is applied twice to a {state.__name__}")
        ours[event] = apply
        HANDLERS.clear()
        return apply

    return register


def leaves_alone(state: type[Table], *events: type[Event]) -> None:
    """Register types of events that are worth recording and change nothing."""
    for event in events:
        handles(state, event)(_nothing)


def _nothing(state: Table, event: Event) -> None:
    pass


def begins(event: type[C]) -> Callable[[Callable[[C], S]], Callable[[C], S]]:
    """Register the function that makes the state with which a log begins."""

    def register(make: Callable[[C], S]) -> Callable[[C], S]:
        if event in _beginnings:
            raise ValueError(f"{event.__name__} begins two things")
        _beginnings[event] = make
        return make

    return register


def begun(event: Event) -> Table:
    """The state that a log begins with. Raises UnknownEvent for an event with which none does."""
    make = _beginnings.get(type(event))
    if make is None:
        raise UnknownEvent(f"{event.kind}: a log begins with the event that creates the game")
    return make(event)

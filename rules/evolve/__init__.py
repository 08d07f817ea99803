"""How each event changes each state. Nothing else changes one; nothing here knows a rule or rolls a die."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar, overload

import msgspec

from rules.events.base import Event
from rules.events.codec import EVENT_TYPES, UnknownEvent, decode, decoder
from rules.events.upcasting import Schema
from rules.evolve import (
    battle,
    board,
    burning,
    campaign,
    campaign_men,
    campaign_sieges,
    captives,
    charging,
    custody,
    deployment,
    ending,
    families,
    fighting,
    formations,
    ladders,
    marks,
    moving,
    siege,
    siege_engines,
    structures,
    table,
)
from rules.evolve.registry import HANDLERS, Handler, begins, begun, handles, leaves_alone
from rules.state.table import Table

__all__ = ["HANDLERS", "begins", "begun", "evolve", "fold", "handles", "leaves_alone", "replay"]

_ = (
    battle,
    board,
    burning,
    campaign,
    campaign_men,
    campaign_sieges,
    captives,
    charging,
    custody,
    deployment,
    ending,
    families,
    siege,
    siege_engines,
    fighting,
    formations,
    ladders,
    marks,
    moving,
    structures,
    table,
)

S = TypeVar("S", bound=Table)


@overload
def evolve(state: S, event: Event) -> S: ...
@overload
def evolve(state: None, event: Event) -> Table: ...
def evolve(state: Table | None, event: Event) -> Table:
    """The state after an event. Changes the one given and returns it; without one, the event has to be the
    first of a log. Raises UnknownEvent for what cannot happen there."""
    if state is None:
        return begun(event)
    HANDLERS[type(state)][type(event)](state, event)
    return state


@overload
def replay(events: Iterable[Event], state: S) -> S: ...
@overload
def replay(events: Iterable[Event], state: None = None) -> Table: ...
def replay(events: Iterable[Event], state: Table | None = None) -> Table:
    """Fold events into a state. Raises ValueError for an empty log."""
    rows = iter(events)
    if state is None:
        first = next(rows, None)
        if first is None:
            raise ValueError("a log without events is no game")
        state = begun(first)
    handlers = HANDLERS[type(state)]
    for event in rows:
        handlers[type(event)](state, event)
    return state


Step = tuple[Callable[[bytes], Event], Handler]


def _step(state: type[Table], kind: str, version: int) -> Step:
    """What reads a stored type and version, and what applies it to states of one type."""
    cls = EVENT_TYPES.get(kind)
    if cls is None or cls.version != version:  # stored by an older version, or unknown
        return lambda data: decode(kind, version, data), evolve
    return decoder(kind), HANDLERS[state][cls]


def fold(records: Iterable[tuple[str, int, bytes]], state: Table | None = None) -> Table | None:
    """Apply stored events (type, version, bytes): as ``replay`` of them decoded, in half the time, and none
    is kept. None for no records and no state. Raises UnknownEvent."""
    rows, kind = iter(records), ""
    if state is None:
        first = next(rows, None)
        if first is None:
            return None
        state = begun(decode(*first))
    steps: dict[Schema, Step] = {}
    try:
        for kind, version, data in rows:
            try:
                read, apply = steps[kind, version]
            except KeyError:
                read, apply = steps[kind, version] = _step(type(state), kind, version)
            apply(state, read(data))
    except msgspec.MsgspecError as error:
        raise UnknownEvent(f"{kind}: {error}") from None
    return state

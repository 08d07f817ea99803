"""A state as a seat knows it: what the audiences of its fields leave of it, and nothing else."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

import msgspec

from rules.state.audience import By, To
from rules.state.figure import SeatId
from rules.state.table import Table

S = TypeVar("S", bound=Table)


def view_for(table: S, seat: SeatId | None) -> S:
    """A copy that holds nothing but what a seat (None: the public) may know.

    Two states that a seat cannot tell apart give equal views: reports, pages and error texts are made from
    views. Raises KeyError for a field of which nobody has said who may know it."""
    seen = table.copy()
    for name, value in _changes(seen, table, seat).items():
        setattr(seen, name, value)
    return seen


def _masked(record: Any, table: Table, seat: SeatId | None) -> Any:
    """A record within the copy of a state, as a seat may know it."""
    changes = _changes(record, table, seat)
    return msgspec.structs.replace(record, **changes) if changes else record


def _changes(record: Any, table: Table, seat: SeatId | None) -> dict[str, Any]:
    """The fields of a record in which a view may differ from the truth, by name."""
    audiences = record.audiences
    return {
        name: _field(record, name, audience, table, seat)
        for name in record.__struct_fields__
        if (audience := audiences[name]) is not To.ALL
    }


def _field(record: Any, name: str, audience: To | By, table: Table, seat: SeatId | None) -> Any:
    value = getattr(record, name)
    if isinstance(audience, By):
        return audience.shown(value, record, table, seat)
    if audience is To.OWN:
        return {seat: value[seat]} if seat in value else {}
    if audience is To.WITHIN:
        return _within(value, table, seat)
    if audience is To.OWNER and seat is not None and record.seat == seat:
        return value
    return _default(type(record), name)


def _within(value: Any, table: Table, seat: SeatId | None) -> Any:
    if not isinstance(value, dict):
        return _masked(value, table, seat)
    for key, inner in value.items():
        value[key] = _masked(inner, table, seat)  # the containers of a copy are its own
    return value


@cache
def _field_of(kind: type[msgspec.Struct], name: str) -> msgspec.structs.FieldInfo:
    return next(field for field in msgspec.structs.fields(kind) if field.name == name)


def _default(kind: type[msgspec.Struct], name: str) -> Any:
    """What a field holds where nothing was said. Raises ValueError where it cannot be without."""
    field = _field_of(kind, name)
    if field.default is not msgspec.NODEFAULT:
        return field.default
    if field.default_factory is msgspec.NODEFAULT:
        raise ValueError(f"{kind.__name__}.{name} is kept from some and has no default to show them")
    return field.default_factory()

"""Events to bytes and back: stored names and schema versions.

Upcasters (rules.events.upcasting) with a gap or a cycle are refused when this module is loaded, so a server that could
not read an old log does not start.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from rules.events import (
    asking,
    burning,
    charge,
    combat,
    contract,
    custody,
    deployment,
    engines,
    formation,
    harm,
    ladders,
    marks,
    missile,
    movement,
    sequence,
    structures,
    umpire,
    works,
)
from rules.events.base import UMPIRE, Event, seat_audience
from rules.events.upcasting import UPCASTERS, UnknownEvent, faults, lifted

__all__ = ["EVENT_TYPES", "Record", "UnknownEvent", "caused_by", "decode", "decoder", "encode", "readable"]


class Record(NamedTuple):
    """An event as stored: its name, schema version and bytes."""

    type: str
    version: int
    data: bytes


def _collect() -> dict[str, type[Event]]:
    found: dict[str, type[Event]] = {}
    for module in (
        sequence,
        umpire,
        custody,
        deployment,
        asking,
        movement,
        missile,
        charge,
        combat,
        contract,
        formation,
        harm,
        ladders,
        marks,
        structures,
        works,
        burning,
        engines,
    ):
        for thing in vars(module).values():
            is_event = isinstance(thing, type) and issubclass(thing, Event) and thing.kind
            if is_event and found.setdefault(thing.kind, thing) is not thing:
                raise UnknownEvent(f"two events are called {thing.kind}")
    return found


EVENT_TYPES: dict[str, type[Event]] = _collect()


_versions = {kind: cls.version for kind, cls in EVENT_TYPES.items()}

if _faults := faults(_versions, UPCASTERS):
    raise UnknownEvent("; ".join(_faults))

_encoder = msgspec.json.Encoder(order="deterministic")
_decoders = {kind: msgspec.json.Decoder(cls) for kind, cls in EVENT_TYPES.items()}


def encode(event: Event) -> Record:
    """The canonical bytes of an event: the same event always gives the same bytes."""
    return Record(event.kind, event.version, _encoder.encode(event))


def decode(kind: str, version: int, data: bytes) -> Event:
    """Read a stored event, lifting old versions. Raises UnknownEvent for what this code does not know."""
    if _versions.get(kind) != version:
        kind, data = _lifted(kind, version, data)
    try:
        return _decoders[kind].decode(data)
    except msgspec.MsgspecError as error:
        raise UnknownEvent(f"{kind}: {error}") from None


def decoder(kind: str) -> Callable[[bytes], Event]:
    """What reads the present version of a type. Raises msgspec.MsgspecError for bytes that are none."""
    return _decoders[kind].decode


def _lifted(kind: str, version: int, data: bytes) -> tuple[str, bytes]:
    """The present type of an old event, and its bytes as that type would have them."""
    try:
        present, plain = lifted((kind, version), msgspec.json.decode(data), _versions, UPCASTERS)
    except (msgspec.MsgspecError, LookupError, TypeError) as error:
        raise UnknownEvent(f"{kind} version {version}: {type(error).__name__}: {error}") from None
    return present, _encoder.encode(plain)


class _Written(msgspec.Struct):
    seat: str


_written = msgspec.json.Decoder(_Written)
_WRITTEN = frozenset({umpire.OrdersAccepted.kind, asking.AskingChosen.kind, asking.DecisionAnswered.kind})


def caused_by(kind: str, data: bytes) -> str:
    """The audience whose doing a command was that begins with a stored event: the seat that wrote, else the umpire. Raises
    msgspec.MsgspecError."""
    return seat_audience(_written.decode(data).seat) if kind in _WRITTEN else UMPIRE


def readable(kind: str, version: int) -> bool:
    """Whether events stored with a type and version can be read."""
    return _versions.get(kind) == version or (kind, version) in UPCASTERS

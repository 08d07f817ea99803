"""Events to bytes and back: stored names, schema versions, upcasters.

An upcaster turns the plain data of one version into the next; a chain with a gap or a cycle is refused when this
module is loaded, so a server that could not read an old log does not start.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from rules.events import (
    asking,
    burning,
    charge,
    combat,
    contract,
    engines,
    formation,
    harm,
    ladders,
    missile,
    movement,
    sequence,
    structures,
    umpire,
    works,
)
from rules.events.base import Event


class Record(NamedTuple):
    """An event as stored: its name, schema version and bytes."""

    type: str
    version: int
    data: bytes


class UnknownEvent(ValueError):
    """A stored type or version that this code cannot read."""


Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

# (type, version) -> function to version + 1
UPCASTERS: dict[tuple[str, int], Upcaster] = {}


def _collect() -> dict[str, type[Event]]:
    found: dict[str, type[Event]] = {}
    for module in (
        sequence,
        umpire,
        asking,
        movement,
        missile,
        charge,
        combat,
        contract,
        formation,
        harm,
        ladders,
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


def check_upcasters(types: dict[str, type[Event]], upcasters: dict[tuple[str, int], Upcaster]) -> None:
    """Every version from 1 to the present one must have a way up. Raises UnknownEvent naming the gap."""
    for kind, cls in types.items():
        for version in range(1, cls.version):
            if (kind, version) not in upcasters:
                raise UnknownEvent(f"no upcaster for {kind} version {version}")
    for kind, version in upcasters:
        if kind not in types or version >= types[kind].version:
            raise UnknownEvent(f"upcaster for {kind} version {version} leads nowhere")


check_upcasters(EVENT_TYPES, UPCASTERS)

_encoder = msgspec.json.Encoder(order="deterministic")
_decoders = {kind: msgspec.json.Decoder(cls) for kind, cls in EVENT_TYPES.items()}
_versions = {kind: cls.version for kind, cls in EVENT_TYPES.items()}


def encode(event: Event) -> Record:
    """The canonical bytes of an event: the same event always gives the same bytes."""
    return Record(event.kind, event.version, _encoder.encode(event))


def decode(kind: str, version: int, data: bytes) -> Event:
    """Read a stored event, lifting old versions. Raises UnknownEvent for what this code does not know."""
    if _versions.get(kind) == version:
        try:
            return _decoders[kind].decode(data)
        except msgspec.MsgspecError as error:
            raise UnknownEvent(f"{kind}: {error}") from None
    if kind not in _versions or version > _versions[kind] or version < 1:
        raise UnknownEvent(f"cannot read {kind} version {version}")
    plain = msgspec.json.decode(data)
    for step in range(version, _versions[kind]):
        plain = UPCASTERS[kind, step](plain)
    return msgspec.convert(plain, EVENT_TYPES[kind])

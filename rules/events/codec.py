"""Events to bytes and back: stored names and schema versions.

Upcasters (rules.events.upcasting) with a gap or a cycle are refused when this module is loaded, so a server
that could not read an old log does not start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

import msgspec

from rules.events import asking, ending, umpire
from rules.events.base import UMPIRE, Event, seat_audience
from rules.events.creation import Created, creates
from rules.events.families import GameCalled
from rules.events.kinds import BATTLE, CAMPAIGN, SIEGE, TABLE, Kinds
from rules.events.upcasting import Schema, UnknownEvent, Upcaster, faults, lifted
from rules.state.families import Beginning

__all__ = [
    "EVENT_TYPES",
    "Record",
    "UnknownEvent",
    "admit",
    "beginning",
    "begun_with",
    "caused_by",
    "decode",
    "decoder",
    "dismiss",
    "encode",
    "opening_of",
    "readable",
]


class Record(NamedTuple):
    """An event as stored: its name, schema version and bytes."""

    type: str
    version: int
    data: bytes


EVENT_TYPES: dict[str, type[Event]] = {}
"""All kinds that are known, by their stored names."""

UPCASTERS: dict[Schema, Upcaster] = {}

_versions: dict[str, int] = {}
_encoder = msgspec.json.Encoder(order="deterministic")
_decoders: dict[str, msgspec.json.Decoder[Event]] = {}


def admit(kinds: Kinds) -> None:
    """From now on the events of a scale are known, beside all others. Raises UnknownEvent where two have one
    name, where old ones cannot be lifted, and for a first event that is not called like one."""
    types = dict(EVENT_TYPES)
    for cls in kinds.events:
        if cls.kind in types:
            raise UnknownEvent(f"two events are called {cls.kind}")
        if creates(cls.kind) is not issubclass(cls, Created):
            raise UnknownEvent(
                f"{cls.kind} is not called as it should: the names of first events alone end so"
            )
        types[cls.kind] = cls
    versions, upcasters = {kind: cls.version for kind, cls in types.items()}, {**UPCASTERS, **kinds.upcasters}
    if found := faults(versions, upcasters):
        raise UnknownEvent("; ".join(found))
    EVENT_TYPES.update(types)
    UPCASTERS.update(upcasters)
    _versions.update(versions)
    _decoders.update({cls.kind: msgspec.json.Decoder(cls) for cls in kinds.events})


def dismiss(kinds: Kinds) -> None:
    """The events of a scale are known no more."""
    for cls in kinds.events:
        for known in (EVENT_TYPES, _versions, _decoders):
            known.pop(cls.kind, None)
    for schema in kinds.upcasters:
        UPCASTERS.pop(schema, None)


for _kinds in (TABLE, BATTLE, SIEGE, CAMPAIGN):
    admit(_kinds)


def encode(event: Event) -> Record:
    """The canonical bytes of an event: the same event always gives the same bytes."""
    return Record(event.kind, event.version, _encoder.encode(event.stored()))


def beginning(event: Event) -> Beginning:
    """An event as a call holds it."""
    record = encode(event)
    return Beginning(record.type, record.version, record.data.decode())


def begun_with(opening: Iterable[Beginning]) -> list[Event]:
    """The first events of a game, as they are kept for it. Raises UnknownEvent."""
    return [decode(begins.type, begins.version, begins.data.encode()) for begins in opening]


def opening_of(called: GameCalled) -> list[Event]:
    """The first events of a game that was called. Raises UnknownEvent."""
    return begun_with(called.opening)


def decode(kind: str, version: int, data: bytes) -> Event:
    """Read a stored event, lifting old versions. Raises UnknownEvent for what this code does not know."""
    if _versions.get(kind) != version:
        kind, data = _lifted(kind, version, data)
    try:
        return _decoders[kind].decode(data)
    except msgspec.MsgspecError as error:
        raise UnknownEvent(f"{kind}: {error}") from None


def decoder(kind: str) -> Callable[[bytes], Event]:
    """What reads the present version of a type. Raises KeyError for an unknown one; what it gives,
    msgspec.MsgspecError for bytes that are none."""
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
_WRITTEN = frozenset(
    kind.kind
    for kind in (
        umpire.OrdersAccepted,
        asking.AskingChosen,
        asking.DecisionAnswered,
        ending.DrawOffered,
        ending.DrawRefused,
        ending.EndAgreed,
    )
)


def caused_by(kind: str, data: bytes) -> str:
    """The audience whose doing a command was that begins with a stored event: the seat that wrote, else the
    umpire. Raises msgspec.MsgspecError."""
    return seat_audience(_written.decode(data).seat) if kind in _WRITTEN else UMPIRE


def readable(kind: str, version: int) -> bool:
    """Whether events stored with a type and version can be read."""
    return _versions.get(kind) == version or (kind, version) in UPCASTERS

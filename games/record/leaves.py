"""The chain of a log of form 2: one link for each command, one leaf in it for each audience.

    link(0) = H("pbem-genesis-2" + uuid)
    link(n) = H("pbem-link-2" + link(n-1) + n as 8 bytes + number of leaves as 2 bytes + their digests)
    leaf    = H("pbem-leaf-2" + salt + items, each behind its length as 4 bytes)

An item is a record, "E" + type + version as 4 bytes + data, or a command, "C" + its name + microseconds as 8
bytes (type, data and name behind their lengths as 4 bytes). A record stands in the leaf of the audience that
may know it, a command in the leaf of him whose doing it was. Where an audience is shown less than the truth,
its leaf holds the poorer record and the umpire's the truth. The umpire's leaf ends with one more item, "O":
how the records of all leaves came one after the other, as 2 bytes each: the place of a record's audience, or
0x8000 + the place of his whose command begins.

A command of which not everybody may know is not linked by itself: it goes into the link of the next command
of which everybody may, so that the number of links tells nobody how often somebody wrote, or that a game was
called or told.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

import msgspec

from games.record import roots
from games.record.stored import Stored
from rules import engine

GENESIS_TAG, LINK_TAG, LEAF_TAG = b"pbem-genesis-2", b"pbem-link-2", b"pbem-leaf-2"
_COMMAND_BEGINS = 0x8000
_LENGTH, _NUMBER, _PLACE, _TIME = (struct.Struct(f">{kind}").pack for kind in "IQHQ")


class Shown(NamedTuple):
    """A poorer record that the audience at a place was shown."""

    audience: int
    type: str
    version: int
    data: str


_encode = msgspec.json.Encoder().encode
_shown = msgspec.json.Decoder(list[tuple[int, str, int, str]]).decode


def genesis(game: UUID) -> bytes:
    """What the first link stands on."""
    return hashlib.sha256(GENESIS_TAG + game.bytes).digest()


def link(previous: bytes, number: int, digests: Sequence[bytes]) -> bytes:
    """The hash of link ``number`` over the digests of its leaves."""
    return hashlib.sha256(
        b"".join((LINK_TAG, previous, _NUMBER(number), _PLACE(len(digests)), *digests))
    ).digest()


def leaf(salt: bytes, items: Iterable[bytes]) -> bytes:
    """The digest of a leaf; each item has its length before it already."""
    return hashlib.sha256(b"".join((LEAF_TAG, salt, *items))).digest()


@lru_cache(maxsize=1024)
def _begins(kind: str, version: int) -> tuple[bytes, int]:
    """How the records of a type begin, and how long a record is besides its content."""
    name = kind.encode()
    begins = b"".join((b"E", _LENGTH(len(name)), name, _LENGTH(version)))
    return begins, len(begins) + 4


def record(kind: str, version: int, data: bytes) -> bytes:
    """A record as an item of a leaf, with its length before it."""
    begins, besides = _begins(kind, version)
    length = len(data)
    return b"".join((_LENGTH(besides + length), begins, _LENGTH(length), data))


def command(name: str, recorded_us: int) -> bytes:
    """A command as an item of a leaf, with its length before it."""
    told = name.encode()
    item = b"".join((b"C", _LENGTH(len(told)), told, _TIME(recorded_us)))
    return _LENGTH(len(item)) + item


def items(rows: Iterable[Stored], audiences: Sequence[str]) -> list[list[bytes]]:
    """What the leaves of a link hold, by the places of the audiences. Raises ValueError or IndexError for a
    place that is none."""
    leaves: list[list[bytes]] = [[] for _ in audiences]
    order, last, when = bytearray(), "", 0
    for row in rows:
        _, kind, version, data, name, recorded_us, _, audience, shown = row
        if name != last:
            last, when, by = name, recorded_us, audiences.index(caused_by(row))
            leaves[by].append(command(last, when))
            order += _PLACE(_COMMAND_BEGINS + by)
        elif recorded_us != when:
            raise ValueError(f"event {row.seq} has another time than its command")
        leaves[audience].append(record(kind, version, data))
        order += _PLACE(audience)
        if shown:
            for place, kind, version, told in _shown(shown):
                leaves[place].append(record(kind, version, told.encode()))
    leaves[audiences.index(engine.UMPIRE)] += (_LENGTH(len(order) + 1), b"O", bytes(order))
    return leaves


def caused_by(row: Stored) -> str:
    """The audience whose doing a command was that begins with this row."""
    return engine.caused_by(row.type, row.data)


def digests(rows: Iterable[Stored], audiences: Sequence[str], salt: Callable[[str], bytes]) -> list[bytes]:
    """The digests of the leaves of a link. Raises ValueError, IndexError or struct.error for rows that
    cannot be linked."""
    found = items(rows, audiences)
    return [leaf(salt(audience), of_it) for audience, of_it in zip(audiences, found, strict=True)]


def of_root(root: bytes, game: UUID, number: int) -> Callable[[str], bytes]:
    """The salts of the leaves of link ``number``."""
    return lambda audience: roots.leaf_salt(root, game, audience, number)


# events as rows


def seats_of(audiences: Sequence[str]) -> list[str]:
    """The seats among the audiences."""
    return [seat for audience in audiences if (seat := _seat(audience))]


def has_poorer(event: engine.Event) -> bool:
    """Whether others may have been shown a poorer record of an event than the true one."""
    return engine.audience_of(event) == engine.UMPIRE


def shown_of(told: engine.Sightings, number: int, audiences: Sequence[str]) -> bytes:
    """The poorer records of event ``number`` among some, as stored: of one that is the umpire's for the
    table, and for each seat that was shown another."""
    if not has_poorer(told.events[number]):
        return b""
    public = told.shown[None][number]
    found = []
    for place, audience in enumerate(audiences):
        if audience == engine.TABLE and public is not None:
            found.append((place, *_told(public)))
        elif seat := _seat(audience):
            seen = told.shown[seat][number]
            if seen is not None and seen != public:
                found.append((place, *_told(seen)))
    return stored_shown(found) if found else b""


def seen_in(row: Stored, audiences: Sequence[str], seat: str | None) -> engine.Event | None:
    """What a seat (None: the public) was shown of a row: the truth where that is his or everybody's, else his
    own poorer record, else the table's. A log of form 1 has no audiences and holds no poorer records: there
    the kinds of events say it. Raises engine.UnknownEvent."""
    if not audiences:
        return next(iter(engine.seen(None, [row.event], seat)), None)
    own = engine.seat_audience(seat) if seat else engine.TABLE
    if audiences[row.audience] in (engine.TABLE, own):
        return row.event
    shown = {audiences[one.audience]: one for one in shown_in(row.shown)}
    found = shown.get(own) or shown.get(engine.TABLE)
    return engine.decode(found.type, found.version, found.data.encode()) if found else None


def _seat(audience: str) -> str:
    return audience.partition(":")[2]


def _told(event: engine.Event) -> tuple[str, int, str]:
    record = engine.encode(event)
    return record.type, record.version, record.data.decode()


def stored_shown(shown: Sequence[tuple[int, str, int, str]]) -> bytes:
    """Poorer records as stored."""
    return _encode(shown)


def shown_in(stored: bytes) -> list[Shown]:
    """The poorer records of a row. Raises msgspec.MsgspecError."""
    return [Shown(*one) for one in _shown(stored)] if stored else []


LENGTHENS = engine.AudiencesAdded.kind


def declared_by(event: engine.Event) -> tuple[str, ...]:
    """The audiences that a game's first event declares. Raises ValueError for one that declares none."""
    promises = event.setup.promises if isinstance(event, engine.Created) else None
    if promises is None or engine.UMPIRE not in promises.audiences:
        raise ValueError("the game does not begin with what it promises")
    return promises.audiences


def lengthened(audiences: tuple[str, ...], events: Iterable[engine.Event]) -> tuple[str, ...]:
    """The audiences of the links behind a command."""
    for event in events:
        if isinstance(event, engine.AudiencesAdded):
            audiences += event.audiences
    return audiences


def open_to_others(rows: Sequence[Stored], audiences: Sequence[str]) -> bool:
    """Whether everybody may know of a command: only then it makes a link, since links can be counted."""
    table = audiences.index(engine.TABLE)
    return any(
        row.audience == table or any(one.audience == table for one in shown_in(row.shown)) for row in rows
    )


# in a log


def stands_on(rows: Sequence[Stored]) -> bytes:
    """What binds everything up to the end of a command: the hash behind it, or where it waits for its link
    its own content and time."""
    if rows[-1].hash:
        return rows[-1].hash
    told = b"".join(record(row.type, row.version, row.data) for row in rows)
    return hashlib.sha256(command(rows[0].command_id, rows[0].recorded_us) + told).digest()


def grouped(rows: Iterable[Stored]) -> Iterator[list[Stored]]:
    """Rows by links; what waits for its link comes last."""
    held: list[Stored] = []
    for row in rows:
        held.append(row)
        if row.hash:
            yield held
            held = []
    if held:
        yield held

"""Snapshots: where a long game stood after some phase, so that opening it need not replay it from its
first event.

Only ever a short cut. Nothing needs them; whoever checks or copies a log (verify, export, import, fork,
rehearse) reads the log alone; the table may be emptied at any time. A snapshot is believed only if it was
made by the very code that would replay the game, and if its seal covers the hash that the log still has at
its event; any other is passed over, and removed when the next one is made.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from typing import NamedTuple

import msgspec
from django.db import connection, transaction

from games.clockwork.failpoints import failpoint
from games.models import Event, Snapshot
from pbem import packing
from rules import engine

logger = logging.getLogger(__name__)

SPACING = 250  # events from one snapshot to the next: a millisecond or two of replay
LANDMARKS = 250  # events from one to the next that is kept for good, so that old turns can be looked up
_SEAL_TAG = b"pbem-snapshot-2"

_QUERY = """
    SELECT kept.id, kept.seq, kept.seal, kept.data, event.hash, created.type, created.version, created.data
    FROM games_snapshot AS kept
    JOIN games_event AS event ON event.game_id = kept.game_id AND event.seq = kept.seq
    JOIN games_event AS created ON created.game_id = kept.game_id AND created.seq = 1
    WHERE kept.game_id = %s AND kept.fold = %s AND kept.seq <= %s ORDER BY kept.seq DESC LIMIT 1 OFFSET %s
"""


class Found(NamedTuple):
    """The battle after event ``seq``, the caller's own to change."""

    seq: int
    battle: engine.Table


class _Row(NamedTuple):
    """A snapshot, its ``data`` as they are packed, the hash that the log has at its event, and the event that
    created the game."""

    id: int
    seq: int
    seal: bytes
    data: bytes
    event_hash: bytes
    created: engine.Record


def nearest(game_id: int, version: int) -> Found | None:
    """The last sound snapshot that is not newer than event ``version``."""
    for row in _sound(game_id, version):
        created = engine.decode(*row.created)
        if not isinstance(created, engine.Created):
            return None
        try:
            return Found(row.seq, engine.restored(created, packing.unpack(row.data)))
        except (*packing.Damaged, msgspec.MsgspecError) as error:
            logger.warning("G%s: the snapshot after event %s cannot be read: %s", game_id, row.seq, error)
    return None


def lacking(game_id: int, version: int) -> bool:
    """Whether the code at hand has no snapshot near event ``version``, or behind it."""
    near = Snapshot.objects.filter(game_id=game_id, fold=engine.fold_version(), seq__gt=version - SPACING)
    return not near.exists()


def keep(game_id: int, seq: int, battle: engine.Table) -> None:
    """Make a snapshot of the battle after event ``seq`` if enough events lie behind the last one, or the game
    is over: a campaign is opened with all the games that it has called, most of which have ended. To be
    called when the events are committed; whatever goes wrong is logged, and the game goes on without it."""
    if seq < SPACING:
        return
    try:
        newest = next(_sound(game_id, seq), None)
        apart = 1 if battle.outcome else SPACING
        if newest is None or newest.seq + apart <= seq:
            _write(game_id, seq, battle, newest)
    except Exception:
        logger.warning("no snapshot of G%s after event %s", game_id, seq, exc_info=True)
    failpoint("snapshots.kept")


def _write(game_id: int, seq: int, battle: engine.Table, newest: _Row | None) -> None:
    """``newest``: the last sound one before it."""
    fold, data = engine.fold_version(), packing.pack(engine.snapshot(battle))
    event_hash = Event.objects.values_list("hash", flat=True).get(game_id=game_id, seq=seq)
    seal = _seal(fold, bytes(event_hash), data)
    with transaction.atomic():
        row = Snapshot.objects.create(game_id=game_id, seq=seq, fold=fold, seal=seal, data=data)
        staying = {row.pk, *_landmarks(game_id, fold, seq), *([newest.id] if newest else [])}
        going = Snapshot.objects.filter(game_id=game_id).exclude(pk__in=staying)
        going.exclude(fold=fold, seq__gt=seq).delete()  # the game went on meanwhile


def _landmarks(game_id: int, fold: str, before: int) -> list[int]:
    """Of the snapshots before an event the first behind each ``LANDMARKS`` events. Whether they are sound is
    seen when they are used."""
    found, last = [], 0
    rows = Snapshot.objects.filter(game_id=game_id, fold=fold, seq__lt=before).order_by("seq")
    for row, seq in rows.values_list("pk", "seq"):
        if seq - last >= LANDMARKS:
            found.append(row)
            last = seq
    return found


def believed(game_id: int, version: int) -> list[tuple[int, bytes]]:
    """The snapshots up to an event that would be taken for sound, each with the number of its event: for
    whoever compares them with a replay. What nobody can unpack is no snapshot."""
    found = []
    for row in filter(_is_sealed, _rows(game_id, version)):
        with suppress(*packing.Damaged):
            found.append((row.seq, packing.unpack(row.data)))
    return found


def _sound(game_id: int, version: int) -> Iterator[_Row]:
    """The snapshots up to an event that can be believed, newest first; each is read when it is asked for."""
    return (row for row in _rows(game_id, version) if _is_sealed(row))


def _rows(game_id: int, version: int) -> Iterator[_Row]:
    """The snapshots that the code at hand could read, newest first."""
    for place in count():
        with connection.cursor() as cursor:
            cursor.execute(_QUERY, [game_id, engine.fold_version(), version, place])
            found = cursor.fetchall()  # to its end, or the statement stays open
        if not found:
            return
        number, seq, seal, data, event_hash, kind, schema, created = found[0]
        yield _Row(number, seq, seal, data, event_hash, engine.Record(kind, schema, created))


def _is_sealed(row: _Row) -> bool:
    return _seal(engine.fold_version(), row.event_hash, row.data) == row.seal


def _seal(fold: str, event_hash: bytes, data: bytes) -> bytes:
    """The event's hash binds the game, the number of the event and all before it."""
    return hashlib.sha256(_SEAL_TAG + bytes.fromhex(fold) + event_hash + data).digest()

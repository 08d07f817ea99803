"""Snapshots: where a long game stood after some phase, so that opening it need not replay it from its first event.

Only ever a short cut. Nothing needs them; whoever checks or copies a log (verify, export, import, fork, rehearse) reads the
log alone; the table may be emptied at any time. A snapshot is believed only if it was made by the very code that would
replay the game, and if its seal covers the hash that the log still has at its event; any other is passed over, and
removed when the next one is made.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from django.db import transaction

from games.failpoints import failpoint
from games.models import Event, Snapshot
from rules import engine

logger = logging.getLogger(__name__)

SPACING = 1000  # events from one snapshot to the next: some two milliseconds of replay
MOST_KEPT = 2  # of a game
_SEAL_TAG = b"pbem-snapshot-1"


class Found(NamedTuple):
    """The battle after event ``seq``, the caller's own to change."""

    seq: int
    battle: engine.Battle


def nearest(game_id: int, version: int) -> Found | None:
    """The last sound snapshot that is not newer than event ``version``."""
    for row in _sound(game_id, version):
        kind, schema, data = Event.objects.values_list("type", "version", "data").get(game_id=game_id, seq=1)
        created = engine.decode(kind, schema, bytes(data))
        if isinstance(created, engine.GameCreated):
            try:
                return Found(row.seq, engine.restored(created, bytes(row.data)))
            except msgspec.MsgspecError as error:
                logger.warning("%s cannot be read: %s", row, error)
    return None


def keep(game_id: int, seq: int, battle: engine.Battle) -> None:
    """Make a snapshot of the battle after event ``seq`` if enough events lie behind the last one. To be called when the
    events are committed; whatever goes wrong is logged, and the game goes on without it."""
    if seq < SPACING:
        return
    try:
        earlier = list(_sound(game_id, seq))
        if not earlier or earlier[0].seq + SPACING <= seq:
            _write(game_id, seq, battle, earlier)
    except Exception:
        logger.warning("no snapshot of G%s after event %s", game_id, seq, exc_info=True)
    failpoint("snapshots.kept")


def _write(game_id: int, seq: int, battle: engine.Battle, earlier: list[Snapshot]) -> None:
    fold, data = engine.fold_version(), engine.snapshot(battle)
    event_hash = Event.objects.values_list("hash", flat=True).get(game_id=game_id, seq=seq)
    seal = _seal(fold, bytes(event_hash), data)
    with transaction.atomic():
        row = Snapshot.objects.create(game_id=game_id, seq=seq, fold=fold, seal=seal, data=data)
        staying = [row, *earlier][:MOST_KEPT]
        Snapshot.objects.filter(game_id=game_id).exclude(pk__in=[kept.pk for kept in staying]).delete()


def _sound(game_id: int, version: int) -> Iterator[Snapshot]:
    """The snapshots up to an event that can be believed, newest first."""
    fold = engine.fold_version()
    for row in Snapshot.objects.filter(game_id=game_id, fold=fold, seq__lte=version).order_by("-seq"):
        event_hash = Event.objects.filter(game_id=game_id, seq=row.seq).values_list("hash", flat=True).first()
        if event_hash is not None and _seal(fold, bytes(event_hash), bytes(row.data)) == bytes(row.seal):
            yield row


def _seal(fold: str, event_hash: bytes, data: bytes) -> bytes:
    """The event's hash binds the game, the number of the event and all before it."""
    return hashlib.sha256(_SEAL_TAG + bytes.fromhex(fold) + event_hash + data).digest()

"""The chain of a log: in form 1 a hash for each event over the one before it, in form 2 a hash for each link
(games.record.leaves)."""

from __future__ import annotations

import hashlib
import struct
import uuid
from collections.abc import Iterable, Iterator

from games.record import leaves
from games.record.stored import Stored
from rules import engine

CHAIN_TAG = b"pbem-log-1"
GENESIS_TAG = b"pbem-genesis-1"
FORK_TAG = b"pbem-fork-1"
_PLACE, _LENGTH, _LENGTHS = struct.Struct(">Q32sQI").pack, struct.Struct(">I").pack, struct.Struct(">II").pack


def genesis(game: uuid.UUID) -> bytes:
    """What the first event's hash stands on: it binds the log to its game."""
    return hashlib.sha256(GENESIS_TAG + game.bytes).digest()


def identity(forked: bytes) -> uuid.UUID:
    """The UUID of a fork, by the stored bytes of its event Forked: nobody can put such an event into a game
    that has its UUID already."""
    return uuid.UUID(bytes=hashlib.sha256(FORK_TAG + forked).digest()[:16])


def link(
    game: uuid.UUID,
    previous: bytes,
    seq: int,
    recorded_us: int,
    command_id: str,
    record: engine.Record | Stored,
) -> bytes:
    """The hash of an event: integers of fixed width, everything else behind its length."""
    command, kind, data = command_id.encode(), record.type.encode(), record.data
    content = (
        CHAIN_TAG,
        game.bytes,
        _PLACE(seq, previous, recorded_us, len(command)),
        command,
        _LENGTH(len(kind)),
        kind,
        _LENGTHS(record.version, len(data)),
        data,
    )
    return hashlib.sha256(b"".join(content)).digest()


def relinked(game: uuid.UUID, copied: Iterable[Stored], root: bytes = b"") -> Iterator[Stored]:
    """The rows of another game from its first on, chained as those of ``game``: all but the hashes stays.
    ``root``: that of the salts of a log of form 2."""
    if root:
        yield from _relinked(game, copied, root)
        return
    head = genesis(game)
    for row in copied:
        head = link(game, head, row.seq, row.recorded_us, row.command_id, row)
        yield row._replace(hash=head)


def _relinked(game: uuid.UUID, copied: Iterable[Stored], root: bytes) -> Iterator[Stored]:
    head = leaves.genesis(game)
    audiences: tuple[str, ...] = ()
    for number, linked in enumerate(leaves.grouped(copied), start=1):
        audiences = audiences or leaves.declared_by(linked[0].event)
        salt = leaves.of_root(root, game, number)
        *before, last = linked
        yield from before
        if last.hash:  # else it waits for its link
            head = leaves.link(head, number, leaves.digests(linked, audiences, salt))
            last = last._replace(hash=head)
            audiences = leaves.lengthened(
                audiences, [row.event for row in linked if row.type == leaves.LENGTHENS]
            )
        yield last

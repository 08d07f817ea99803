"""Seals: what this server wrote once, signed with its key, so that a row that was written or changed by
anybody else shows it.

The chain of the log binds each event to those before it, but whoever owns the database can compute it anew. A
seal cannot be computed from the database: it is an HMAC under the server's key. The seal of a command binds
its outcome, its place and the head of the log behind it, and so everything that the log holds up to there,
times included; that of a report binds it to its game and to the adjudication that it tells of, that of a mail
its frozen bytes.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import struct
from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings

if TYPE_CHECKING:
    from games.models import OutboundMail, Report

_TAG = b"pbem-seal-of-a-row-1"
_LENGTH = struct.Struct(">Q").pack


def of_command(
    game: UUID, command_id: str, first_seq: int, last_seq: int, head: bytes, outcome: dict[str, Any]
) -> bytes:
    """The seal of a command; ``head``: that of the log behind its last event."""
    return _made(_of_command(game, command_id, first_seq, last_seq, head, outcome))


def of_report(game: UUID, row: Report) -> bytes:
    """The seal of a report: its words, its map, its head, whose it is, and the adjudication that
    it tells of."""
    return _made(_of_report(game, row))


def of_mail(row: OutboundMail) -> bytes:
    """The seal of an owed mail: its frozen bytes, and what it is of."""
    return _made(_of_mail(row))


def command_holds(game: UUID, row: Any, head: bytes) -> bool:
    """Whether a command is as this server wrote it."""
    return _holds(row, _of_command(game, row.command_id, row.first_seq, row.last_seq, head, row.outcome))


def report_holds(game: UUID, row: Report) -> bool:
    """Whether a report is as this server wrote it."""
    return _holds(row, _of_report(game, row))


def mail_holds(row: OutboundMail) -> bool:
    """Whether a mail is as this server wrote it."""
    return _holds(row, _of_mail(row))


# what is sealed


def _of_command(
    game: UUID, command_id: str, first_seq: int, last_seq: int, head: bytes, outcome: dict[str, Any]
) -> bytes:
    told = json.dumps(outcome, sort_keys=True, separators=(",", ":"))
    return _joined("command", game, command_id, first_seq, last_seq, head, told)


def _of_report(game: UUID, row: Report) -> bytes:
    picture = bytes(row.picture) if row.picture is not None else None
    whose = (row.seat_id, row.adjudication_id, row.phase, row.key)
    said = (row.subject, row.text, row.html, picture, row.created, bytes(row.head_hash))
    return _joined("report", game, *whose, *said, *_of_adjudication(row))


def _of_adjudication(row: Report) -> tuple[object, ...]:
    """What the pages say of the phase that a report tells of."""
    played = row.adjudication
    return () if played is None else (played.title, played.short, played.reason, played.closed)


def _of_mail(row: OutboundMail) -> bytes:
    whose = (row.dedupe_key, row.kind, row.game_id, row.seat_id, row.message_id)
    return _joined("mail", *whose, row.subject, row.created, bytes(row.rendered))


def _joined(*values: object) -> bytes:
    """Values in a row, each behind its length: no two rows of values give the same bytes."""
    parts = [_plain(value) for value in values]
    return _TAG + b"".join(_LENGTH(len(part)) + part for part in parts)


def _plain(value: object) -> bytes:
    """A value with a letter for its kind: nothing is not the same as an empty text, nor 1 as "1"."""
    match value:
        case None:
            return b"n"
        case bytes():
            return b"b" + value
        case datetime():
            return b"t" + str(round(value.timestamp() * 1_000_000)).encode()
        case int():
            return b"i" + str(value).encode()
        case _:
            return b"s" + str(value).encode(errors="surrogatepass")


# the key


def _keys() -> Iterable[str]:
    return (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)


def _made(content: bytes, key: str = "") -> bytes:
    return hmac.new((key or settings.SECRET_KEY).encode(), content, hashlib.sha256).digest()


def _holds(row: Any, content: bytes) -> bool:
    seal = bytes(row.seal or b"")
    return any(hmac.compare_digest(seal, _made(content, key)) for key in _keys())

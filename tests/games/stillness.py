"""A world in which nothing is drawn and no time passes: two that are played alike give the same bytes."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from itertools import count
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch
from uuid import UUID

from django.apps import apps
from django.middleware import csrf
from django.utils import timezone

from games.models import Game, Purpose, ReplyToken, Seat
from games.record import eventlog
from games.seats import seats
from rules import engine

MOMENT = datetime(2026, 11, 22, 18, 30, tzinfo=UTC)


class Stillness:
    """``closed``: how dice fall now of chains that one seat does not know; ``falls``: how all of them do."""

    def __init__(self) -> None:
        self.closed = self.falls = ""
        self.begin()

    def begin(self) -> None:
        """Count from the start again."""
        self._drawn = count()

    def token_bytes(self, length: int = 32) -> bytes:
        return hashlib.sha512(b"%d" % next(self._drawn)).digest()[:length]


@contextmanager
def still(unknown_to: str = "") -> Iterator[Stillness]:
    """Dice fall by their names, the clock stands, secrets and marks are counted instead of drawn. Dice of
    chains that a seat does not know (``unknown_to``) fall otherwise where ``Stillness.closed`` says so."""
    stillness = Stillness()

    def roll(self: engine.KeyedDice, name: str, sides: int, chain: str = "") -> int:
        salt = stillness.closed if chain and chain != f"side:{unknown_to}" else ""
        return hashlib.sha256(f"{name}{salt}{stillness.falls}".encode()).digest()[0] % sides + 1

    of_time = fields_of_time()
    with ExitStack() as held:
        for thing, name, instead in (
            (engine.KeyedDice, "roll", roll),
            (secrets, "token_bytes", stillness.token_bytes),
            (secrets, "token_hex", lambda length=32: "0" * 2 * length),
            (csrf, "_get_new_csrf_string", lambda: "c" * csrf.CSRF_SECRET_LENGTH),
            (csrf, "_mask_cipher_secret", lambda secret: "c" * csrf.CSRF_TOKEN_LENGTH),
            (timezone, "now", lambda: MOMENT),
            (seats, "token_for", _token_for),
            (eventlog, "time", SimpleNamespace(time_ns=lambda: int(MOMENT.timestamp()) * 10**9)),
        ):
            held.enter_context(patch.object(thing, name, instead))
        uuid = UUID(bytes=b"a veiled table..", version=4)
        held.enter_context(patch.object(Game._meta.get_field("uuid"), "_get_default", lambda: uuid))
        for field in of_time:
            held.enter_context(patch.object(field, "_get_default", lambda: MOMENT))
        yield stillness


def _token_for(seat: Seat, phase: int, purpose: Purpose, question: int = 0) -> ReplyToken:
    """A reply address by what it is for."""
    wanted = {"seat": seat, "phase": phase, "purpose": purpose, "question": question, "revoked": None}
    told = hashlib.sha256(f"{seat.pk}/{phase}/{purpose}/{question}".encode()).digest()
    ref = "".join(seats.ALPHABET[byte % len(seats.ALPHABET)] for byte in told[: seats.REF_LENGTH])
    token, _ = ReplyToken.objects.get_or_create(**wanted, defaults={"ref": ref})
    token.seat = seat
    return token


def fields_of_time() -> list[Any]:
    """Those that have their moment from the clock as models know it."""
    return [f for model in apps.get_models() for f in model._meta.fields if f.default is timezone.now]

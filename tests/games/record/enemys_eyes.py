"""Everything of a game that the enemy can see while it runs, and a world that stands still, so that two can
be compared."""

from __future__ import annotations

import hashlib
import re
from types import SimpleNamespace

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game, OutboundMail, Seat
from games.record import eventlog
from rules import engine
from tests.games.arena import sits
from tests.games.post_kit import opened
from tests.games.stillness import MOMENT, fields_of_time

HEX = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")


def seen_of(game: Game, enemy: Seat) -> dict[str, bytes]:
    """Everything that a stranger and the enemy of whoever hides something can look at, by name."""
    pages = [
        f"/g/{game.pk}",
        f"/g/{game.pk}/map.svg",
        f"/g/{game.pk}/position.txt",
        f"/g/{game.pk}/log.jsonl",
        f"/g/{game.pk}/witness",
        "/",
    ]
    for played in game.adjudications.all():
        pages += [f"/g/{game.pk}/t/{played.key}{page}" for page in ("", "/dice", "/map.svg", "/position.txt")]
    own = [f"/g/{game.pk}/seat/{enemy.name}{page}" for page in ("", "/mail", "/letters")]
    found: dict[str, bytes] = {}
    for who, client in (("stranger", Client()), ("enemy", sits(Client(), enemy))):
        for page in pages + own * (who == "enemy"):
            found[f"{who} {page}"] = _without_tokens(client.get(page).content)
    for number, mail in enumerate(OutboundMail.objects.filter(seat=enemy).order_by("pk")):
        parts = [part for part in opened(mail).walk() if not part.is_multipart()]
        told = [
            str(opened(mail)["Subject"]).encode(),
            *(part.get_content().encode() for part in parts if part.get_content_maintype() == "text"),
        ]
        found[f"mail {number}"] = b"\n".join(told)
    return found


def _without_tokens(page: bytes) -> bytes:
    return re.sub(rb'name="(csrfmiddlewaretoken|nonce)" value="\w+"', b"", page).replace(b"<wbr>", b"")


def without_what_is_drawn(page: bytes) -> bytes:
    """Numbers of rows that were taken back are used up; addresses of replies are drawn."""
    return re.sub(
        rb"[a-z]+\+[\w-]+@[\w.]+|/(confirm|unsubscribe|s)/[\w-]+|letter-\d+-\d+|<[^<>\s]+@[^<>\s]+>",
        b"",
        page,
    )


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice that fall by their names alone, and a clock that stands: what differs then differs for
    another reason."""

    def roll(self: engine.KeyedDice, name: str, sides: int, chain: str = "") -> int:
        return hashlib.sha256(name.encode()).digest()[0] % sides + 1

    monkeypatch.setattr(engine.KeyedDice, "roll", roll)
    for field in fields_of_time():
        monkeypatch.setattr(field, "_get_default", lambda: MOMENT)
    monkeypatch.setattr(timezone, "now", lambda: MOMENT)
    monkeypatch.setattr(eventlog, "time", SimpleNamespace(time_ns=lambda: 10**18))

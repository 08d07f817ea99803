"""HEAD is answered wherever GET is, with the same status and without a body, and changes nothing."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern

from games.models import Game, Proof, Seat
from games.seats import seats
from games.urls import urlpatterns
from tests.games import arena
from tests.games.arena import anna, no_mail
from tests.games.views.games_kit import game, last_turn, played

__all__ = ["game", "no_mail", "played"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_mail")]

ELSEWHERE = {"number": 4711, "key": "t9-nobody", "name": "nobody", "slug": "nowhere", "secret": "12-nothing",
             "place": 99, "question_id": 99, "mail_id": 99, "table": "none", "rule": "GUI-99",
             "provider": "postmark", "door": "inbound", "land": "atlantis", "around": "5015",
             "radius": 6}  # fmt: skip


def address(pattern: URLPattern, values: dict[str, Any]) -> str:
    """What a pattern matches, with these values; those that it knows by itself aside."""
    path = str(pattern.pattern)
    for name, converter in pattern.pattern.converters.items():
        path = re.sub(rf"<\w+:{name}>", converter.to_url(values[name]), path)
    assert "<" not in path, path
    return f"/{path}"


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("there", [False, True])
def test_head_is_answered_as_get_is(client: Client, played: Game, over: bool, there: bool) -> None:
    """On every page, be it there or not."""
    if over:
        arena.play_out(played)
    values, seat = dict(ELSEWHERE), anna(played)
    if there:
        values |= {"number": played.pk, "key": last_turn(played).key, "name": seat.name, "place": 1}
        values |= {"slug": played.scenario, "table": "combat", "rule": "GUI-5.3", "land": "sicily"}
        values |= {"secret": seats.link_secret(seat)}
        client.get(f"/s/{values['secret']}")
    good = 0
    for pattern in urlpatterns:
        path = address(pattern, values)
        got, asked = client.get(path), client.head(path)
        assert asked.status_code == got.status_code, path
        assert not asked.content and asked.get("Content-Type") == got.get("Content-Type"), path
        good += got.status_code == 200
    assert good >= (20 if there else 5)


def test_head_of_a_seats_link_seats_nobody_and_proves_nothing(client: Client, played: Game) -> None:
    seat = anna(played)
    Seat.objects.filter(pk=seat.pk).update(proven=None, proof="")
    assert client.head(f"/s/{seats.link_secret(seat)}").status_code == 302
    assert "seats" not in client.session and not Seat.objects.get(pk=seat.pk).proven
    client.get(f"/s/{seats.link_secret(seat)}")
    assert "seats" in client.session and Seat.objects.get(pk=seat.pk).proof == Proof.LINK


@pytest.mark.parametrize("path", ["/static/games/archive.css", "/healthz", "/readyz"])
def test_head_is_answered_for_what_is_no_page(client: Client, path: str) -> None:
    assert client.head(path).status_code == client.get(path).status_code
    assert client.head(path).get("Content-Type") == client.get(path).get("Content-Type")

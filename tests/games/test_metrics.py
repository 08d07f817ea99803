"""Figures for whoever watches: off by default, for named callers alone, and nothing of any player in them."""

from __future__ import annotations

from datetime import timedelta
from ipaddress import ip_network
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.clockwork import heartbeats, hosts
from games.models import Game, Host, InboundMail, OutboundMail, OutboundState
from tests.games import arena

pytestmark = pytest.mark.django_db


@pytest.fixture
def watched(settings: Any) -> None:
    settings.METRICS = [ip_network("10.0.0.0/8")]


def asked(address: str = "10.1.2.3", **headers: str) -> Any:
    return Client().get("/metrics", REMOTE_ADDR=address, headers=headers)


def figures() -> dict[str, float]:
    page = asked()
    assert page.status_code == 200 and page["Content-Type"].startswith("text/plain; version=0.0.4")
    lines = [line.rsplit(" ", 1) for line in page.content.decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines}


def test_there_is_no_such_page_by_default() -> None:
    assert asked().status_code == asked("127.0.0.1").status_code == 404


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("10.1.2.3", {}, 200),
        ("::ffff:10.1.2.3", {}, 200),
        ("192.0.2.1", {}, 404),
        ("", {}, 404),
        ("10.1.2.3", {"X-Forwarded-For": "192.0.2.1"}, 404),
        ("192.0.2.1", {"X-Forwarded-For": "10.1.2.3"}, 404),
    ],
)
def test_only_named_callers_are_told_who_come_through_no_proxy(
    watched: None, address: str, headers: dict[str, str], status: int
) -> None:
    assert asked(address, **headers).status_code == status


def test_a_server_without_games_has_all_figures_but_those_that_it_cannot_have(watched: None) -> None:
    found = figures()
    assert found["pbem_oldest_unread_mail_seconds"] == found["pbem_events_total"] == 0
    assert found['pbem_games{state="running"}'] == 0 and "pbem_last_sweep_age_seconds" not in found


def test_the_figures_are_those_of_the_rows(watched: None, settings: Any) -> None:
    settings.DOORBELL = False
    game, now = arena.battle(), timezone.now()
    before = figures()
    for minutes in (7, 3):
        came = now - timedelta(minutes=minutes)
        InboundMail.objects.create(raw=b"x", sha256=str(minutes), transport="smtp", received_at=came)
    assert heartbeats.leave(None, heartbeats.read())
    hosts.seen()
    Host.objects.create(name="beta", version='0."1', seen=now)
    Game.objects.filter(pk=game.pk).update(phase_due=now - timedelta(minutes=6))
    mail = OutboundMail.objects.order_by("pk").first()
    assert mail
    OutboundMail.objects.filter(pk=mail.pk).update(state=OutboundState.ACCEPTED)
    found = figures()
    assert 419 <= found["pbem_oldest_unread_mail_seconds"] < 440 and found["pbem_unread_mails"] == 2
    assert found["pbem_mails_in_total"] - before["pbem_mails_in_total"] >= 2
    assert found["pbem_mails_out_total"] == before["pbem_mails_out_total"] + 1
    pending = 'pbem_unsent_mails{state="pending"}'
    assert found[pending] == before[pending] - 1
    assert found["pbem_overdue_phases"] == found['pbem_games{state="running"}'] == 1
    assert 0 <= found["pbem_last_sweep_age_seconds"] < 60
    assert found["pbem_events_total"] == Game.objects.get(pk=game.pk).version
    assert found[r'pbem_hosts{version="0.\"1"}'] == 1


def test_nothing_of_a_player_or_a_game_is_told(watched: None) -> None:
    game = arena.battle()
    InboundMail.objects.create(raw=b"x", transport="smtp", sender="anna@example.org")
    told = asked().content.decode()
    people = [value for seat in game.seats.all() for value in (seat.name, seat.email, seat.player) if value]
    assert not [word for word in (*people, game.title, game.scenario, "anna") if word in told]

"""How a server is, is told to whoever watches it, and to its operator in plain words."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import ProgrammingError
from django.test import Client
from django.utils import timezone

from games import health, silence, start
from games.clockwork import clocks, heartbeats
from games.models import Game, Heartbeat, Host, InboundMail, OutboundMail, ServerKey
from games.play import outages
from pbem.domain.findings import Mark
from pbem.starting import begin
from tests.games.test_start import migrated

pytestmark = pytest.mark.django_db


def doctor(*options: str) -> str:
    out = StringIO()
    call_command("doctor", *options, stdout=out)
    return out.getvalue()


def swept(minutes: float) -> None:
    Heartbeat.objects.all().delete()
    assert heartbeats.leave(None, heartbeats.read())
    Heartbeat.objects.update(at=timezone.now() - timezone.timedelta(minutes=minutes))


@pytest.fixture(autouse=True)
def no_doorbell(settings: Any) -> None:
    settings.DOORBELL = False


def test_alive_is_answered_whatever_is_out_of_order(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["elsewhere.example.org"]
    settings.SECURE_SSL_REDIRECT = True
    for method in ("get", "head"):
        assert getattr(Client(), method)("/healthz").status_code == 200
    assert Client().get("/").status_code == 400


def test_what_was_found_is_kept_for_a_moment_and_the_key_is_only_read(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    swept(0)
    begin()
    ServerKey.objects.all().delete()
    assert Client().get("/readyz").status_code == 200
    assert not ServerKey.objects.exists()
    with django_assert_num_queries(0):
        assert Client().get("/readyz").status_code == 200
    monkeypatch.setattr("games.views.health.KEPT_SECONDS", 0.0)
    swept(600)
    assert Client().get("/readyz").status_code == 503


def test_ready_is_who_can_do_all_work() -> None:
    swept(0)
    begin()
    page = Client().get("/readyz")
    assert page.status_code == 200 and "not ready" not in page.content.decode()
    assert Client().head("/readyz").status_code == 200
    assert "Nothing to mend." in doctor()


@pytest.mark.parametrize("topic", ["sweep", "mail in", "key", "disk", "database"])
def test_what_keeps_games_from_going_on_is_named(
    settings: Any, monkeypatch: pytest.MonkeyPatch, topic: str
) -> None:
    swept(0)
    begin()
    match topic:
        case "sweep":
            swept(settings.SILENCE_MINUTES + 1)
        case "mail in":
            old = timezone.now() - 2 * health.LATE
            InboundMail.objects.create(raw=b"x", received_at=old, transport="smtp")
        case "key":
            settings.SECRET_KEY = "another"
        case "disk":
            monkeypatch.setattr(health, "LEAST_DISK", 10**18)
        case "database":
            migrated("0999_of_tomorrow")
    page = Client().get("/readyz")
    assert page.status_code == 503 and f"{topic}: not ready" in page.content.decode()
    with pytest.raises(CommandError, match="1 thing to mend"):
        doctor()
    Host.objects.create(name="beta", version="0.1", seen=timezone.now())
    found = health.examine()
    assert "hosts" in [line.topic for line in found], "whoever brought another version is named"
    wrong = [line for line in found if line.mark is Mark.MEND]
    assert [line.topic for line in wrong] == [topic] and all(line.do or line.found for line in wrong)


def test_phases_that_rest_behind_an_outage_are_told_with_the_reason() -> None:
    swept(0)
    begin()
    due = timezone.now() - 2 * health.LATE
    Game.objects.create(scenario="orchard", title="An orchard", state="running", phase_due=due)

    def told() -> str:
        return next(line.do for line in health.examine() if line.topic == "phases")

    assert "start a worker" in told()
    Game.objects.bulk_create(
        Game(scenario="orchard", title="An orchard", state=state, phase_due=due)
        for state in ["running"] * 6 + ["broken"]
    )
    overdue, stopped = (line.found for line in health.phases())
    assert overdue.startswith("overdue: G") and overdue.endswith(" and 2 more"), "seven in all"
    assert stopped == f"stopped: {Game.objects.get(state='broken').label}"
    outages.beat(started=True)
    assert "deadlines rest for five minutes" in told() and "started again and again" in told()


def test_a_doorbell_that_others_start_is_missed_at_once(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the server starts its own it has only not done so yet."""

    def nobody(*_: Any, **options: Any) -> None:
        raise ConnectionRefusedError("connection refused")

    settings.DOORBELL = True
    monkeypatch.setattr("kombu.Connection.ensure_connection", nobody)
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    (line,) = health.at_start()
    assert "refused" in line.found and "sweep --every 2 runs" in line.do
    settings.REDIS_URL = "redis+socket:///run/redis.sock"
    assert not health.at_start()
    assert "runs with the server: start that" in next(iter(health.doorbell())).do


def test_a_clock_that_is_wrong_is_told_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "apart", lambda: timedelta(hours=1))
    (line,) = health.at_start()
    assert "60 minutes ahead" in line.found and "does no work" in line.do


def test_files_that_others_can_read_are_noted(settings: Any, tmp_path: Path) -> None:
    settings.VAR = tmp_path
    tmp_path.chmod(0o750)
    assert not list(health.files())
    tmp_path.chmod(0o755)
    (line,) = health.files()
    assert line.mark is Mark.NOTE and line.do == f"chmod o-rwx {tmp_path}"


def test_a_way_out_that_is_closed_is_told_before_a_mail_is_late(settings: Any) -> None:
    swept(0)
    begin()
    settings.DKIM_KEY = "/nowhere/dkim.pem"
    with pytest.raises(CommandError, match="1 thing to mend"):
        doctor()


def test_a_lost_key_is_given_up_on_purpose(settings: Any) -> None:
    swept(0)
    begin()
    settings.SECRET_KEY = "another"
    assert "Nothing to mend." in doctor("--new-key")
    begin()


def test_the_operator_is_told_once_that_nobody_sweeps(
    settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    settings.GAME_MASTER, settings.SILENCE_MINUTES = "gm@example.org", 15
    monkeypatch.setattr(silence, "LOOKS_SECONDS", 0.0)
    monkeypatch.setattr(silence, "_next_look", 0.0)
    swept(14)
    silence.look()
    assert not OutboundMail.objects.exists()
    swept(16)
    silence.look()
    silence.look()
    mail = OutboundMail.objects.get()
    assert mail.to == "gm@example.org" and mail.state == "accepted", "it went out without any worker"
    Heartbeat.objects.all().delete()
    Host.objects.create(name="alpha", version="1", since=timezone.now() - timedelta(minutes=14))
    silence.look()
    assert OutboundMail.objects.count() == 1
    Host.objects.update(since=timezone.now() - timedelta(minutes=16))
    silence.look()
    silence.look()
    assert OutboundMail.objects.count() == 2, "nobody has ever swept: the clock was forgotten"
    assert "sweep: not ready" in Client().get("/readyz").content.decode()
    settings.SILENCE_MINUTES = 0
    swept(60)
    silence.look()
    assert OutboundMail.objects.count() == 2


def test_doctor_says_what_would_mend_a_role_without_rights(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> None:
        raise ProgrammingError("permission denied for table games_game")

    swept(0)
    monkeypatch.setattr(start, "same_version", refused)
    line = next(line for line in health.examine() if line.topic == "database")
    assert "let its owner run manage.py migrate, and manage.py grants" in line.do

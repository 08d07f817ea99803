"""What keeps a process from serving is said in one sentence."""

from __future__ import annotations

import inspect
import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command, get_commands, load_command_class
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from games import health, start, tasks
from games.clockwork import clocks, hosts
from games.models import Game, Heartbeat, Host, InboundMail, ServerKey
from games.record import server_key
from pbem import version
from pbem.commands import ChangesGames
from pbem.domain.findings import Mark
from pbem.starting import CannotStart, begin, begin_or_end

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_doorbell(settings: Any) -> None:
    settings.DOORBELL = False


def migrated(name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('games', %s, %s)",
            [name, timezone.now()],
        )


def test_a_process_of_this_version_and_key_starts_and_is_seen() -> None:
    begin()
    begin_or_end()
    assert ServerKey.objects.exists() and Host.objects.get().version == version.of_server()


def test_a_database_of_a_newer_version_is_not_served() -> None:
    migrated("0999_of_tomorrow")
    with pytest.raises(CannotStart, match=r"newer version of the server \(it has 0999_of_tomorrow\): update"):
        begin()


def test_half_a_migration_is_not_served() -> None:
    last = max(start.migrations())
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'games' AND name = %s", [last])
    with pytest.raises(CannotStart, match=rf"lacks {last}\): run manage.py migrate"):
        begin()


def test_another_key_ends_the_process_with_one_sentence(
    settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    begin()
    settings.SECRET_KEY = "another"
    with pytest.raises(SystemExit) as end:
        begin_or_end()
    said = capsys.readouterr().err
    assert end.value.code == os.EX_CONFIG and said.count("\n") == 1
    assert "give every host the same PBEM_SECRET_KEY" in said


@pytest.mark.parametrize("wrong", ["key", "version"])
def test_tables_are_changed_by_nobody_who_would_not_serve(settings: Any, wrong: str) -> None:
    """The hosts that do would have to stop."""
    begin()
    call_command("migrate", verbosity=0)
    if wrong == "key":
        settings.SECRET_KEY = "another"
    else:
        migrated("0999_of_tomorrow")
    with pytest.raises(CannotStart, match="same PBEM_SECRET_KEY" if wrong == "key" else "update this host"):
        call_command("migrate", verbosity=0)


def test_a_file_that_another_user_owns_is_not_served(monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor != "sqlite":
        return
    monkeypatch.setattr(start.os, "access", lambda path, mode: False)
    with pytest.raises(
        CannotStart, match=r"nothing can be written to .* as this user: give it to him \(chown\)"
    ):
        begin()
    assert next(iter(health.database())).mark is Mark.MEND


def test_an_empty_database_is_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "applied", set)
    with pytest.raises(CannotStart, match=r"the database is empty: run manage\.py migrate"):
        start.same_version()


@pytest.mark.parametrize("lost", ["a table", "a page"])
def test_an_installation_without_its_data_does_not_serve(monkeypatch: pytest.MonkeyPatch, lost: str) -> None:
    if lost == "a table":
        monkeypatch.setattr(start, "NEEDED", (("rules", "data/tables/nowhere.toml"),))
    else:
        monkeypatch.setattr(start, "PAGES", ("archive/nowhere.html",))
    with pytest.raises(CannotStart, match=r"without its data files \(.*nowhere.*\): install it again"):
        begin()


def test_a_database_that_is_away_keeps_nobody_from_starting(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(server_key, "must_be_ours", away)
    begin()
    assert not Host.objects.exists()


def test_a_host_of_another_version_is_told_once_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    hosts.seen()
    beta = Host.objects.create(name="beta", version="0.1", seen=timezone.now())
    for _ in range(3):
        hosts.seen()
    Host.objects.filter(pk=beta.pk).update(version="0.2")
    hosts.seen()
    told = [record.getMessage() for record in caplog.records if record.name == "games.clockwork.hosts"]
    assert ["version 0.1," in line for line in told] == [True, False] and "version 0.2," in told[1]


def test_a_host_that_the_database_has_outgrown_leaves_all_work_to_others(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(start, "_next_look", 0.0)
    monkeypatch.setattr(start, "LOOKS_SECONDS", 0.0)
    mail = InboundMail.objects.create(raw=b"x", transport="smtp")
    migrated("0999_of_tomorrow")
    for _ in range(2):
        tasks.read_mail(mail.pk)
        tasks.sweep()
    mail.refresh_from_db()
    assert mail.state == "unread" and not Heartbeat.objects.exists() and Host.objects.exists()
    assert [r.levelname for r in caplog.records if r.name == "games.start"] == ["ERROR"]
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE name = '0999_of_tomorrow'")
    tasks.read_mail(mail.pk)
    mail.refresh_from_db()
    assert mail.state != "unread"


def test_hosts_of_other_versions_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    hosts.seen()
    now = timezone.now()
    Host.objects.create(name="beta", version="0.1", seen=now)
    Host.objects.create(name="gamma", version="0.1", seen=now - 2 * hosts.LATELY)
    Host.objects.create(name="delta", version=version.of_server(), seen=now)
    assert [host.name for host in hosts.of_other_versions()] == ["beta"]
    told = [line for line in health.examine() if line.topic == "hosts"]
    assert len(told) == 1 and "beta runs version 0.1" in told[0].found
    assert "hosts: noted\n" in Client().get("/readyz").content.decode()
    monkeypatch.setattr(version, "of_server", lambda: "9")
    hosts.seen()
    assert Host.objects.filter(version="9").count() == 1


# commands, which are processes of a moment

READING = {
    "backup": "copies what is there",
    "dkimkey": "makes a file",
    "grants": "prints",
    "judge": "without a database",
    "mailcheck": "looks at the DNS",
    "outbox": "counts",
    "position": "prints",
    "readmail": "without a database",
    "rehearse": "plays again and keeps nothing; of an older database too, before an update",
    "verify": "reads; with another key it says what it cannot check",
    "verify-report": "reads",
}
OTHERWISE = {
    "demo": "begins as soon as it has made its tables",
    "doctor": "says itself what is wrong",
    "export": "begins where it hands a game over",
    "migrate": "makes the tables",
    "prepare": "begins as soon as it has made its tables",
    "serve": "has prepare do so first",
}
SERVING = ("clock", "imappoll", "lmtpd", "pipemail", "smtpd", "sweep", "web", "worker")


def test_every_command_that_changes_games_wants_this_version_and_key() -> None:
    """A new command is a ChangesGames, or says here why not."""
    names = {name for name, app in get_commands().items() if app == "games"}
    changing = {name for name in names if isinstance(load_command_class("games", name), ChangesGames)}
    assert names - changing == READING.keys() | OTHERWISE.keys() | set(SERVING)
    for name in (*SERVING, "demo", "export", "prepare"):
        source = Path(str(inspect.getfile(type(load_command_class("games", name))))).read_text()
        assert "begin" in source, f"{name} does not look whether it may"


@pytest.mark.parametrize("wrong", ["key", "version"])
def test_with_another_key_or_version_no_game_is_made(settings: Any, wrong: str) -> None:
    begin()
    if wrong == "key":
        settings.SECRET_KEY = "another"
    else:
        migrated("0999_of_tomorrow")
    with pytest.raises(
        CannotStart, match="the same PBEM_SECRET_KEY" if wrong == "key" else "update this host"
    ):
        call_command("creategame", "orchard", "--seat=normans=captain:bold", "--seat=lombards=captain:bold")
    assert not Game.objects.exists()


# clocks


def test_a_host_whose_clock_is_far_from_the_databases_leaves_all_work_to_others(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(start, "_next_look", 0.0)
    monkeypatch.setattr(start, "LOOKS_SECONDS", 0.0)
    begin()
    mail = InboundMail.objects.create(raw=b"x", transport="smtp")
    monkeypatch.setattr(clocks, "apart", lambda: timedelta(hours=1))
    begin()
    tasks.sweep()
    call_command("sweep")
    mail.refresh_from_db()
    assert mail.state == "unread" and not Heartbeat.objects.exists()
    assert "this machine is 60 minutes ahead of that of the database: set the one" in caplog.text
    monkeypatch.setattr(clocks, "apart", lambda: -timedelta(seconds=50))
    tasks.sweep()
    assert Heartbeat.objects.exists()


@pytest.mark.parametrize(
    ("apart", "mark"),
    [(timedelta(hours=-1), Mark.MEND), (timedelta(minutes=2), Mark.NOTE), (timedelta(seconds=30), Mark.OK)],
)
def test_how_far_apart_clocks_are_is_told(
    monkeypatch: pytest.MonkeyPatch, apart: timedelta, mark: Mark
) -> None:
    begin()
    monkeypatch.setattr(clocks, "apart", lambda: apart)
    line = next(line for line in health.examine() if line.topic == "clock")
    assert line.mark is mark
    if mark is Mark.MEND:
        assert "60 minutes behind" in line.found and "no work" in line.do


def test_the_clock_of_the_database_is_that_of_this_machine_here() -> None:
    assert abs(clocks.apart()) < timedelta(seconds=5)

"""What keeps a process from serving is said in one sentence."""

from __future__ import annotations

import inspect
import os
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command, get_commands, load_command_class
from django.db import OperationalError, ProgrammingError, connection
from django.test import Client
from django.utils import timezone

from games import health, silence, start, tasks
from games.clockwork import clocks, heartbeats, hosts
from games.models import Game, Heartbeat, Host, InboundMail, OutboundMail, ServerKey
from games.play import outages
from games.record import server_key
from pbem import version
from pbem.commands import ChangesGames
from pbem.domain.findings import Mark
from pbem.starting import CannotStart, begin, begin_or_end

pytestmark = pytest.mark.django_db


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


def test_doctor_says_what_would_mend_a_role_without_rights(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> None:
        raise ProgrammingError("permission denied for table games_game")

    swept(0)
    monkeypatch.setattr(start, "same_version", refused)
    line = next(line for line in health.examine() if line.topic == "database")
    assert "let its owner run manage.py migrate, and manage.py grants" in line.do


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


# watching


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

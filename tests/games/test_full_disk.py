"""A disk that is full: everything that was taken stays, everything else is told to come again, and when there
is room the server goes on by itself."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import smtplib
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import pytest
from django.core.mail import EmailMessage
from django.db import OperationalError, connection
from django.test import Client

from games.doors import arrivals, listener
from games.gate import inbox
from games.models import InboundMail, InboundState
from pbem.mail.outcome import Outcome, outcome
from pbem.mail.providers import provider_of
from pbem.mail_to_files import EmailBackend
from pbem.processes import free_port
from tests.sampling import some

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 120  # for a machine with much else to do
MEGABYTES = 24
STATES = """
import sqlite3, sys
for (state,) in sqlite3.connect(sys.argv[1], timeout=30).execute("SELECT state FROM games_inboundmail"):
    print(state)
"""


class SmallDisk(NamedTuple):
    """``manage.py serve`` with everything it keeps on a file system of its own, which is seen here through
    its process."""

    process: subprocess.Popen[str]
    kept: Path  # as it is called there
    var: Path
    smtp: int
    pages: int

    @property
    def filler(self) -> Path:
        return self.var / "filler"

    def fill(self) -> None:
        with self.filler.open("ab", buffering=0) as file, contextlib.suppress(OSError):
            for size in (1 << 20, 1 << 12, 1):
                with contextlib.suppress(OSError):
                    while True:
                        file.write(b"x" * size)
        assert os.statvfs(self.var).f_bavail == 0

    def send(self, number: int) -> int:
        """What the listener answers to a mail."""
        to = "games@in.example.org"
        head = f"From: a{number}@players.example.org\nTo: {to}\nMessage-ID: <{number}@x>\n\n"
        raw = head + "some words\n" * 2000
        with smtplib.SMTP("127.0.0.1", self.smtp, timeout=30) as line:
            line.ehlo()
            line.mail("a@players.example.org")
            line.rcpt(to)
            return line.data(raw)[0]

    def page(self, path: str = "/", form: bytes | None = None) -> int:
        try:
            with urllib.request.urlopen(
                f"http://127.0.0.1:{self.pages}{path}", data=form, timeout=30
            ) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code

    def mails(self) -> list[str]:
        """What became of the mails that are stored."""
        inside = ["nsenter", "--user", "--mount", "--preserve-credentials", "-t", str(self.process.pid)]
        asked = subprocess.run(
            [*inside, sys.executable, "-c", STATES, str(self.kept)],
            capture_output=True,
            text=True,
            check=True,
        )
        return asked.stdout.split()

    def child(self, name: str) -> psutil.Process | None:
        for process in psutil.Process(self.process.pid).children():
            with contextlib.suppress(psutil.Error):
                if process.name() == name:
                    return process
        return None


@pytest.fixture
def served(tmp_path: Path) -> Iterator[SmallDisk]:
    hidden = ("PBEM_", "PYTEST_")
    disk = tmp_path / "disk"
    disk.mkdir()
    smtp, pages = free_port(), free_port()
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(hidden)},
        "PBEM_VAR": str(disk),
        "PBEM_MAIL_LISTEN": f"127.0.0.1:{smtp}",
        "PBEM_MAIL_RATE_DOMAIN": "0",
        "PBEM_WORKERS": "1",
    }
    mounted = f'mount -t tmpfs -o size={MEGABYTES}m tmpfs "$0" && exec "$@"'
    serve = [sys.executable, str(ROOT / "manage.py"), "serve", "--listen", f"127.0.0.1:{pages}"]
    process = subprocess.Popen(
        ["unshare", "--map-root-user", "--mount", "sh", "-c", mounted, str(disk), *serve],
        env=environment, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        start_new_session=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        said = []
        for line in process.stdout:
            said.append(line)
            if line.endswith("Ctrl-C stops everything.\n"):
                break
        assert process.poll() is None, "".join(said)
        yield SmallDisk(process, disk / "pbem.sqlite3", Path(f"/proc/{process.pid}/root{disk}"), smtp, pages)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def comes(true: Callable[[], object]) -> None:
    deadline = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.2)


STARTS = """
mount -t tmpfs -o size=8m tmpfs "$DISK" || exit 1
if [ "$1" = games ]; then
  $PYTHON manage.py migrate -v0 && $PYTHON manage.py creategame orchard --seat normans=captain:bold >/dev/null
fi
cat /dev/zero > "$DISK/filler" 2>/dev/null
for command in "serve --listen 127.0.0.1:1" migrate sweep "creategame orchard" "pipemail a@in.example.org"; do
  echo mail | $PYTHON manage.py $command >/dev/null; echo "code $?" >&2
done
rm "$DISK/filler"
$PYTHON manage.py migrate -v0 && $PYTHON manage.py verify --all && ls "$PBEM_VAR"
"""


@pytest.mark.slow
@pytest.mark.parametrize("held", some(["nothing", "games"], 2))
def test_a_start_on_a_full_disk_says_so_and_spoils_nothing(tmp_path: Path, held: str) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PBEM_", "PYTEST_"))}
    done = subprocess.run(
        ["unshare", "--map-root-user", "--mount", "sh", "-c", STARTS, "-", held],
        env={
            **clean,
            "DISK": str(disk),
            "PBEM_VAR": f"{disk}/var",
            "PBEM_LOG_LEVEL": "CRITICAL",
            "PYTHON": sys.executable,
        },
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    said = done.stderr.splitlines()
    assert len(said) == 10, done.stderr
    assert all(line.endswith("make some and begin again; nothing is lost.") for line in said[:8:2]), said
    assert "again" in said[8], "the pipe"
    assert said[1::2] == ["code 75"] * 5
    assert done.returncode == 0 and f"{1 if held == 'games' else 'no'} game" in done.stdout
    assert not [name for name in done.stdout.split() if name.startswith("secret_key.")], "no half of a key"


@pytest.mark.slow
def test_a_server_on_a_full_disk_refuses_politely_loses_nothing_and_heals_itself(served: SmallDisk) -> None:
    assert served.send(1) == 250 and served.page() == 200
    comes(lambda: served.mails() == ["ignored"])
    served.fill()

    answers = [served.send(number) for number in range(2, 202)]
    assert set(answers) <= {250, 451} and answers[-1] == 451, "a little room is left in files already there"
    redis, worker = served.child("redis-server"), served.child("pbem-worker")
    assert redis and worker
    for process in (redis, worker):
        process.kill()
    comes(lambda: served.child("redis-server") not in (None, redis))
    comes(lambda: served.child("pbem-worker") not in (None, worker))
    assert served.page() in (200, 503) and served.page("/static/games/nothing.css") == 404
    assert served.send(202) == 451
    assert served.process.poll() is None

    served.filler.unlink()
    comes(lambda: served.send(203) == 250)
    assert served.page() == 200
    taken = 1 + answers.count(250) + 1
    comes(lambda: len(served.mails()) == taken and set(served.mails()) == {"ignored"})


# each place by itself


@pytest.fixture
def full(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A database that takes no more pages: what SQLite says then is what it says of a full disk."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA page_count")
        [pages] = cursor.fetchone()
        cursor.execute("PRAGMA max_page_count")
        [most] = cursor.fetchone()
        cursor.execute(f"PRAGMA max_page_count = {pages}")
    yield
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA max_page_count = {most}")


LARGE = b"From: a@players.example.org\n\n" + b"x" * 1_000_000


def test_the_listener_says_come_again(full: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "close_old_connections", lambda: None)
    assert listener.stored(LARGE, "a@players.example.org", ["games@in.example.org"]).startswith("451")


@pytest.mark.django_db(transaction=True)
def test_a_mail_that_cannot_be_settled_waits_and_no_attempt_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    [mail] = arrivals.receive(
        b"From: a@players.example.org\n\nhello\n", "smtp", None, ["games@in.example.org"]
    )

    def no_room(*_: object) -> None:
        raise OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(inbox, "_settle", no_room)
        patch.setattr(inbox, "database_takes_writes", lambda: False)
        for _ in range(2 * inbox.MOST_ATTEMPTS):
            with pytest.raises(OperationalError):
                inbox.process(mail.pk)
    inbox.process(mail.pk)
    mail = InboundMail.objects.get(pk=mail.pk)
    assert (mail.state, mail.attempts) == (InboundState.IGNORED, 1)


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (OperationalError("database or disk is full"), 503),
        (OperationalError("connection refused"), 503),
        (OSError(errno.ENOSPC, "No space left on device"), 503),
        (OSError(errno.EPERM, "not permitted"), 500),
        (ValueError("a mistake of ours"), 500),
    ],
)
def test_a_page_says_when_to_come_again(
    db: None, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int
) -> None:
    from games.views import lobby

    def fails(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(lobby, "render", fails)
    client = Client(raise_request_exception=False, headers={"accept-language": "de"})
    answer = client.get("/")
    assert answer.status_code == status
    assert ("Retry-After" in answer.headers) is (status == 503)
    if status == 503:
        assert "in ein paar Minuten" in answer.content.decode()


def test_a_mail_that_finds_no_room_in_its_folder_is_not_gone_and_leaves_no_half(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMAIL_FILE_PATH = tmp_path
    write = Path.write_bytes

    def half(path: Path, raw: bytes) -> int:
        write(path, raw[: len(raw) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", half)
    with pytest.raises(OSError) as raised:
        EmailBackend().send_messages([EmailMessage("s", "b", "a@example.org", ["b@example.org"])])
    assert list(tmp_path.iterdir()) == []
    assert outcome(raised.value, provider_of(settings.EMAIL_BACKEND)) is Outcome.NOT_TAKEN

"""The SMTP listener as a process of its own, and the rude callers it must outlive."""

from __future__ import annotations

import os
import re
import smtplib
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pytest

from games.doors.listener import MOST_CALLERS, MOST_OF_ONE, MOST_RECIPIENTS
from pbem.processes import free_port
from tests.games import migrated

ROOT = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.slow
GOOD = "orders+k7qd2m-9fm2hx4tr8wz0ab1@in.example.org"
MAIL = b"From: a@x.org\r\nTo: b@x.org\r\nMessage-ID: <%d@x.org>\r\n\r\nMOVE Drogo 0808\r\n"


class Server:
    """manage.py smtpd in a directory of its own."""

    def __init__(self, var: Path) -> None:
        self.numbers = count()
        self.port, self.database, self.log = free_port(), var / "games.sqlite3", var / "log"
        environment = {
            **{k: v for k, v in os.environ.items() if not k.startswith(("PBEM_", "PYTEST_"))},
            "PBEM_VAR": str(var),
            "PBEM_DATABASE_URL": f"sqlite:///{self.database}",
            "PBEM_MAIL_DOMAIN": "in.example.org",
            "PBEM_DOORBELL": "0",
        }
        migrated.put(self.database)
        command = [sys.executable, "manage.py", "smtpd", "--listen", f"127.0.0.1:{self.port}"]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        self.wait()

    def wait(self) -> None:
        for _ in range(200):
            try:
                return self.call().close()
            except (OSError, smtplib.SMTPException):
                time.sleep(0.1)
        raise AssertionError(self.log.read_text())

    def call(self) -> smtplib.SMTP:
        return smtplib.SMTP("127.0.0.1", self.port, timeout=20)

    def line(self, caller: str = "127.0.0.1") -> socket.socket:
        """A bare connection, from any address of this machine."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=20, source_address=(caller, 0))

    def stored(self) -> int:
        with sqlite3.connect(self.database) as database:
            return int(database.execute("SELECT count(*) FROM games_inboundmail").fetchone()[0])

    def megabytes(self) -> int:
        """Memory that the server holds now."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", status)
        assert found
        return int(found[1]) // 1024

    def takes_mail(self) -> None:
        """It still does its work."""
        before = self.stored()
        with self.call() as smtp:
            assert smtp.sendmail("a@x.org", [GOOD], MAIL % next(self.numbers)) == {}
        assert self.stored() == before + 1


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("smtpd"))
    yield running
    running.process.terminate()
    assert running.process.wait(20) == 0


def hear(line: socket.socket) -> bytes:
    """Everything until the other side hangs up or falls silent."""
    said = b""
    line.settimeout(3)
    try:
        while piece := line.recv(65536):
            said += piece
    except OSError:
        pass
    return said


def test_the_size_is_told_and_kept(server):
    with server.call() as smtp:
        smtp.ehlo("x.org")
        assert int(smtp.esmtp_features["size"]) == 6 * 1024 * 1024
        assert smtp.mail("a@x.org", ["size=99999999"])[0] == 552
        smtp.rset()
        smtp.mail("a@x.org")  # and one who does not tell
        smtp.rcpt(GOOD)
        assert smtp.data(b"X: y\r\n\r\n" + (b"x" * 998 + b"\r\n") * 7_000)[0] == 552
        assert smtp.noop()[0] == 250
    server.takes_mail()


@pytest.mark.parametrize(
    "endless", [b"x" * 65536, b"\r\n" * 32768, b"x\n" * 32768, b".\n" * 32768],
    ids=["a line", "lines", "LF", "dots"]
)  # fmt: skip
def test_what_never_ends_is_cut_off_before_it_fills_the_memory(server, endless):
    before, sent = server.megabytes(), 0
    with server.line() as line:
        line.sendall(f"HELO x\r\nMAIL FROM:<a@x.org>\r\nRCPT TO:<{GOOD}>\r\nDATA\r\n".encode())
        with pytest.raises(OSError):
            while sent < 200_000_000:
                line.sendall(endless)
                sent += len(endless)
    assert sent < 40_000_000
    assert server.megabytes() < before + 80
    server.takes_mail()


def test_pipelined_garbage_is_refused_line_by_line_and_then_altogether(server):
    stored = server.stored()
    with server.line() as line:
        line.sendall(b"EHLO x\r\n" + bytes(range(256)) * 40 + b"\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n" * 50)
        said = hear(line)
    assert said.startswith(b"220 ")
    assert b"500 " in said
    assert b"Traceback" not in said
    assert server.stored() == stored
    server.takes_mail()


def test_unknown_recipients_and_too_many_of_them(server):
    with server.call() as smtp:
        smtp.ehlo("x.org")
        smtp.mail("a@x.org")
        for address in ("b@x.org", "b@in.example.org.evil.com", "in.example.org", "a@b@x.org", ""):
            assert smtp.rcpt(address)[0] in (501, 550, 553), address
        codes = [smtp.rcpt(f"orders+{n}@in.example.org")[0] for n in range(MOST_RECIPIENTS + 3)]
        assert codes == [250] * MOST_RECIPIENTS + [452] * 3
        known, unknown = smtp.rcpt(GOOD), smtp.rcpt("orders+zzzzzz-zzzzzzzzzzzzzzzz@in.example.org")
        assert known == unknown


def test_no_mail_is_smuggled_behind_a_bare_line_feed(server):
    stored = server.stored()
    with server.call() as smtp:
        smtp.ehlo("x.org")
        smtp.mail("a@x.org")
        smtp.rcpt(GOOD)
        smtp.docmd("DATA")
        smtp.send(b"X: 1\r\n\r\none\n.\r\nMAIL FROM:<eve@x.org>\r\nRCPT TO:<" + GOOD.encode() + b">\r\n")
        smtp.send(b"DATA\r\nX: 2\r\n\r\ntwo\r\n.\r\n")
        assert smtp.getreply()[0] == 250
    assert server.stored() == stored + 1


def test_two_hundred_callers_at_once_are_greeted_or_sent_away_and_nobody_is_forgotten(server):
    before = server.megabytes()
    with ExitStack() as lines:
        callers = [lines.enter_context(server.line(f"127.0.0.{2 + n % 10}")) for n in range(200)]
        greetings = [caller.recv(200)[:4] for caller in callers]
        assert greetings.count(b"220 ") == MOST_CALLERS
        assert greetings.count(b"421 ") == 200 - MOST_CALLERS
    for _ in range(50):
        time.sleep(0.1)
        with server.line() as line:
            if line.recv(200).startswith(b"220 "):
                break
    server.takes_mail()
    assert server.megabytes() < before + 30


def test_the_callers_of_one_address_leave_room_for_others(server):
    with ExitStack() as lines:
        callers = [lines.enter_context(server.line("127.0.0.2")) for _ in range(2 * MOST_CALLERS)]
        greetings = [caller.recv(200)[:4] for caller in callers]
        assert greetings == [b"220 "] * MOST_OF_ONE + [b"421 "] * (2 * MOST_CALLERS - MOST_OF_ONE)
        server.takes_mail()
        callers[0].close()
        time.sleep(0.5)
        assert lines.enter_context(server.line("127.0.0.2")).recv(200).startswith(b"220 ")


def test_slow_callers_hinder_nobody(server):
    with ExitStack() as lines:
        for n in range(MOST_OF_ONE):
            slow = lines.enter_context(server.line("127.0.0.3"))
            slow.sendall(f"HELO x\r\nMAIL FROM:<a@x.org>\r\nRCPT TO:<{GOOD}>\r\nDATA\r\nX: {n}".encode())
        began = time.monotonic()
        server.takes_mail()
        assert time.monotonic() - began < 5


def test_no_address_and_no_command_was_written_down(server):
    server.takes_mail()
    log = server.log.read_text()
    assert "9fm2hx4tr8wz0ab1" not in log.lower()
    assert "eve@x.org" not in log
    assert "Traceback" not in log

"""LMTP beside SMTP, and how much either takes from whom."""

from __future__ import annotations

import asyncio
import os
import smtplib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller, UnixSocketController
from aiosmtpd.smtp import SMTP
from django.conf import settings as django_settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.clockwork import tallies
from games.doors import arrivals, listener, rates
from games.gate import inbox
from games.models import NULL_SENDER, InboundMail, InboundState
from games.seats import seats
from pbem.places import CannotListen
from pbem.processes import free_port
from tests.games import migrated
from tests.games.threads import together

DOMAIN = "in.example.org"
ONE, TWO = f"one@{DOMAIN}", f"two@{DOMAIN}"


def letter(number: int = 1, sender: str = "a@example.org") -> bytes:
    return f"From: {sender}\r\nMessage-ID: <{number}-{sender}>\r\n\r\nMOVE Drogo 0808\r\n".encode()


class ThreadedSocket(UnixSocketController):
    def factory(self) -> SMTP:
        return listener.LocalConversation(self.handler, **self.SMTP_kwargs)


class ThreadedSmtp(Controller):
    def factory(self) -> SMTP:
        return listener.Conversation(self.handler, **self.SMTP_kwargs)


class ThreadedLmtp(Controller):
    def factory(self) -> SMTP:
        return listener.LocalConversation(self.handler, **self.SMTP_kwargs)


@pytest.fixture
def unix_socket(tmp_path: Path) -> Iterator[str]:
    place = str(tmp_path / "lmtp")
    controller = ThreadedSocket(listener.Postman("lmtp"), unix_socket=place, **listener.bounds())
    controller.start()
    yield place
    controller.stop()


@pytest.fixture
def port() -> Iterator[int]:
    number = free_port()
    controller = ThreadedSmtp(listener.Postman(), hostname="127.0.0.1", port=number, **listener.bounds())
    controller.start()
    yield number
    controller.stop()


def listens(make: Any, place: str) -> None:
    asyncio.run(listener.serve(make, place, print, lambda: None))


def test_a_port_in_use_is_said(port: int) -> None:
    with pytest.raises(
        CannotListen, match=f"another program listens at 127.0.0.1:{port}; .* PBEM_MAIL_LISTEN"
    ):
        listens(listener.smtp, f"127.0.0.1:{port}")


def test_an_address_that_is_not_ours_is_said() -> None:
    with pytest.raises(CannotListen, match=r"nobody can listen at 192\.0\.2\.7:2525 .* PBEM_MAIL_LISTEN"):
        listens(listener.smtp, "192.0.2.7:2525")


def test_the_socket_of_another_listener_is_left_to_it(unix_socket: str, tmp_path: Path) -> None:
    with pytest.raises(CannotListen, match=r"another program listens at .* PBEM_MAIL_LMTP_LISTEN"):
        listens(listener.lmtp, unix_socket)
    with smtplib.LMTP(unix_socket) as call:
        assert call.noop()[0] == 250
    with pytest.raises(CannotListen, match="nobody can listen at"):
        listens(listener.lmtp, str(tmp_path / "no folder" / "lmtp"))


@pytest.mark.django_db(transaction=True)
class TestLmtp:
    def call(self, place: str) -> smtplib.LMTP:
        """The path of a socket is its host."""
        lmtp = smtplib.LMTP(place)
        lmtp.ehlo()
        return lmtp

    def send(self, lmtp: smtplib.LMTP, data: bytes, recipients: tuple[str, ...] = (ONE, TWO)) -> list[int]:
        """The answers, one for each recipient; Python's own client would hear the first one only."""
        lmtp.mail("a@example.org")
        for recipient in recipients:
            lmtp.rcpt(recipient)
        return [lmtp.data(data)[0], *(lmtp.getreply()[0] for _ in recipients[1:])]

    def test_a_mail_is_stored_for_every_recipient(self, unix_socket):
        with self.call(unix_socket) as lmtp:
            assert self.send(lmtp, letter()) == [250, 250]
            assert lmtp.docmd("VRFY", ONE)[0] == 252, "there was one answer more"
        mails = InboundMail.objects.order_by("recipient")
        assert [(mail.recipient, mail.transport) for mail in mails] == [(ONE, "lmtp"), (TWO, "lmtp")]
        assert bytes(mails[0].raw) == letter()

    def test_several_mails_in_one_call(self, unix_socket):
        with self.call(unix_socket) as lmtp:
            for number in range(3):
                assert self.send(lmtp, letter(number)) == [250, 250]
            assert self.send(lmtp, letter(9), (ONE,)) == [250]
        assert InboundMail.objects.count() == 7

    def test_the_null_sender(self, unix_socket):
        with self.call(unix_socket) as lmtp:
            lmtp.sendmail("", [ONE], letter())
        assert InboundMail.objects.get().envelope_from == NULL_SENDER

    def test_what_is_too_large_is_refused_for_every_recipient(self, unix_socket):  # attack 21
        with self.call(unix_socket) as lmtp:
            assert self.send(lmtp, b"X: y\r\n\r\n" + (b"x" * 998 + b"\r\n") * 7_000) == [552, 552]
            assert lmtp.noop()[0] == 250
        assert not InboundMail.objects.exists()

    def test_what_cannot_be_stored_is_refused_for_every_recipient(self, unix_socket, monkeypatch):
        def fail(*_: Any, **__: Any) -> None:
            raise OSError("the disk is full")

        monkeypatch.setattr(arrivals, "receive", fail)
        with self.call(unix_socket) as lmtp:
            assert self.send(lmtp, letter()) == [451, 451]
            assert lmtp.noop()[0] == 250

    def test_smtp_is_not_spoken_there(self, unix_socket):
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(unix_socket)
            assert line.recv(200).startswith(b"220")
            line.sendall(b"EHLO x\r\n")
            assert line.recv(200).startswith(b"500")

    def test_mail_for_others_is_refused(self, unix_socket):
        with self.call(unix_socket) as lmtp, pytest.raises(smtplib.SMTPRecipientsRefused):
            lmtp.sendmail("a@example.org", ["a@elsewhere.example.org"], letter())


@pytest.mark.django_db(transaction=True)
class TestRates:
    """Beyond them a mail server keeps the mail and comes again."""

    @pytest.fixture(autouse=True)
    def few(self, settings: Any) -> None:
        settings.RATE_SEAT, settings.RATE_ADDRESS, settings.RATE_DOMAIN = 4, 2, 3

    def send(self, port: int, number: int, sender: str = "a@example.org", to: str = ONE) -> int:
        with smtplib.SMTP("127.0.0.1", port, timeout=10) as smtp:
            try:
                smtp.sendmail(sender, [to], letter(number, sender))
            except smtplib.SMTPDataError as error:
                return error.smtp_code
        return 250

    def test_an_unknown_address(self, port):
        assert [self.send(port, n) for n in range(4)] == [250, 250, 451, 451]
        assert self.send(port, 9, "b@else.example.org") == 250
        assert tallies.today() == {"put off: address": 2}

    def test_an_unknown_address_in_many_spellings(self, port):
        spellings = ("a@example.org", "A+1@example.org", "a+2@Example.org", "a+3@example.org")
        assert [self.send(port, n, one) for n, one in enumerate(spellings)] == [250, 250, 451, 451]
        assert tallies.today() == {"put off: address": 2}

    def test_a_domain_with_many_unknown_addresses(self, port):
        assert [self.send(port, 1, f"{n}@example.org") for n in range(5)] == [250, 250, 250, 451, 451]
        assert self.send(port, 1, "a@else.example.org") == 250

    def test_a_seat(self, port, seat, rival):
        to = seats.reply_address(seat, seat.game.phase)
        assert [self.send(port, n, seat.email, to) for n in range(5)] == [250] * 4 + [451]
        other = seats.reply_address(rival, rival.game.phase)
        assert self.send(port, 1, rival.email, other) == 250, "players of one domain do not hinder each other"

    def test_a_seat_whose_mail_is_read_already(self, port, seat):
        to = seats.reply_address(seat, seat.game.phase)
        for number in range(4):
            assert self.send(port, number, seat.email, to) == 250
            inbox.process(InboundMail.objects.get(state=InboundState.UNREAD).pk)
        assert self.send(port, 5, seat.email, to) == 451

    def test_after_an_hour_there_is_room_again(self, port):
        for number in range(2):
            self.send(port, number)
        InboundMail.objects.update(received_at=InboundMail.objects.all()[0].received_at - rates.HOUR)
        assert self.send(port, 3) == 250

    def test_none_at_all_if_the_operator_says_so(self, port, settings):
        settings.RATE_SEAT = settings.RATE_ADDRESS = settings.RATE_DOMAIN = 0
        assert [self.send(port, n) for n in range(5)] == [250] * 5

    def test_whose_an_address_is_is_asked_once(self, seat):
        to = seats.reply_address(seat, seat.game.phase)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert listener.stored(letter(1, seat.email), seat.email, [to]).startswith("250")
        assert sum("replytoken" in query["sql"] for query in asked) == 1
        assert InboundMail.objects.get().game == seat.game


@pytest.mark.django_db(transaction=True)
class TestIdleCallers:
    """They are ended in good time, and give way before that when all places are taken."""

    @pytest.fixture
    def place(self, request: pytest.FixtureRequest) -> Iterator[int]:
        """A listener for SMTP or LMTP."""
        number = free_port()
        controller = request.param(listener.Postman(), hostname="127.0.0.1", port=number, **listener.bounds())
        controller.start()
        yield number
        controller.stop()

    both = pytest.mark.parametrize("place", [ThreadedSmtp, ThreadedLmtp], indirect=True)

    def line(self, place: int, caller: str = "127.0.0.1") -> socket.socket:
        return socket.create_connection(("127.0.0.1", place), timeout=10, source_address=(caller, 0))

    @both
    def test_who_never_says_a_word(self, place, monkeypatch):
        monkeypatch.setattr(listener, "SILENT_SECONDS", 0.3)
        with self.line(place) as line:
            assert line.recv(200).startswith(b"220 ")
            assert line.recv(200) == b""

    @both
    def test_who_talks_and_brings_no_mail(self, place, monkeypatch):
        monkeypatch.setattr(listener, "MAIL_SECONDS", 0.5)
        began = time.monotonic()
        with self.line(place) as line, line.makefile("rb") as said:
            said.readline()
            while time.monotonic() - began < 5:
                try:
                    line.sendall(b"NOOP\r\n")
                except OSError:
                    break
                if not (answer := said.readline()) or answer.startswith(b"421 "):
                    break
                time.sleep(0.1)
        assert 0.4 < time.monotonic() - began < 4

    @both
    def test_so_many_from_one_address(self, place, monkeypatch):
        monkeypatch.setattr(listener, "MOST_OF_ONE", 2)
        lines = [self.line(place, "127.0.0.2") for _ in range(4)]
        assert [line.recv(200)[:4] for line in lines] == [b"220 ", b"220 ", b"421 ", b"421 "]
        with self.line(place, "127.0.0.3") as other:
            assert other.recv(200).startswith(b"220 ")
        for line in lines:
            line.close()

    @both
    def test_the_one_who_was_silent_longest_gives_way(self, place, monkeypatch):
        monkeypatch.setattr(listener, "MOST_CALLERS", 2)
        monkeypatch.setattr(listener, "YIELDING_SECONDS", 0.2)
        first, second = self.line(place), self.line(place)
        assert {first.recv(200)[:3], second.recv(200)[:3]} == {b"220"}
        time.sleep(0.3)
        first.sendall(b"NOOP\r\n")
        assert first.recv(200)
        with self.line(place) as third:
            assert third.recv(200).startswith(b"220 ")
            assert second.recv(200).startswith(b"421 ")
            with self.line(place) as fourth:
                assert fourth.recv(200).startswith(b"421 "), "nobody here has been silent for long"
        first.close()
        second.close()


@pytest.mark.skipif(connection.vendor != "postgresql", reason="only a server can hang up")
@pytest.mark.django_db(transaction=True)
class TestConnectionThatIsGone:
    def stored(self, number: int) -> str:
        return listener.stored(letter(number), "a@example.org", [ONE])[:3]

    def break_it(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            [number] = cursor.fetchone()

        def hang_up() -> None:
            with connection.cursor() as another:
                another.execute("SELECT pg_terminate_backend(%s)", [number])

        assert together(hang_up) == []

    def test_is_found_out_by_a_mail_that_comes_after_a_while(self, monkeypatch):
        listener._look_after_connection()
        assert self.stored(1) == "250"
        self.break_it()
        monkeypatch.setattr(listener._connection, "trusted_until", 0.0)
        assert self.stored(2) == "250"

    def test_puts_off_one_mail_of_a_stream(self, monkeypatch):
        monkeypatch.setattr(listener, "TRUST_SECONDS", 600)
        listener._look_after_connection()
        assert self.stored(1) == "250"
        self.break_it()
        assert [self.stored(2), self.stored(2), self.stored(3)] == ["451", "250", "250"]
        assert InboundMail.objects.count() == 3


@pytest.fixture(scope="module")
def set_up(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a server whose tables are there."""
    var = tmp_path_factory.mktemp("var")
    migrated.put(var / "pbem.sqlite3")
    return {**os.environ, "PBEM_VAR": str(var), "PBEM_DATABASE_URL": ""}


@pytest.mark.slow
@pytest.mark.django_db
class TestAsAProcess:
    def test_lmtpd_listens_and_ends(self, tmp_path, set_up):
        place = tmp_path / "socket"
        place.write_text("left over from a process that was killed")
        process = subprocess.Popen(
            [sys.executable, "manage.py", "lmtpd", "--listen", str(place)],
            cwd=django_settings.ROOT,
            env=set_up,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stdout
            assert process.stdout.readline().strip().endswith(str(place))
            assert place.stat().st_mode & 0o777 == listener.SOCKET_MODE
            with smtplib.LMTP(str(place)) as lmtp:
                assert lmtp.ehlo_or_helo_if_needed() is None
        finally:
            process.terminate()
            assert process.wait(20) == 0
        assert not place.exists()

    @pytest.mark.parametrize("command", ["smtpd", "lmtpd"])
    def test_it_loads_nothing_that_it_does_not_need(self, command, tmp_path, set_up):
        imports = tmp_path / "imports"
        with imports.open("wb") as told:
            process = subprocess.Popen(
                [
                    sys.executable,
                    "-X",
                    "importtime",
                    "manage.py",
                    command,
                    "--listen",
                    f"127.0.0.1:{free_port()}",
                ],
                cwd=django_settings.ROOT,
                env=set_up,
                stdout=subprocess.PIPE,
                stderr=told,
            )
        try:
            assert process.stdout and process.stdout.readline()
        finally:
            process.terminate()
            assert process.wait(20) == 0
        loaded = {line.rpartition("|")[2].strip() for line in imports.read_text().splitlines()}
        assert "games.doors.arrivals" in loaded
        assert not loaded & {
            "rules",
            "games.gate.inbox",
            "games.reports",
            "games.views",
            "games.pictures",
            "games.admin",
            "PIL",
            "dkim",
            "dns",
            "cryptography",
            "anymail",
            "requests",
        }

    def test_both_kinds_of_places_are_understood(self, tmp_path):
        async def kinds() -> list[str]:
            loop = asyncio.get_running_loop()
            made = [listener.lmtp(place, loop) for place in (str(tmp_path / "s"), "127.0.0.1:2600")]
            return [type(found).__name__ for found in made]

        began = time.monotonic()
        assert asyncio.run(kinds()) == ["SocketListener", "LocalListener"]
        assert time.monotonic() - began < 5

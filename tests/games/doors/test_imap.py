"""The IMAP poller against a real IMAP server (pymap), a process of its own."""

from __future__ import annotations

import queue as queues
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from imap_tools import BaseMailBox, MailBoxUnencrypted

from games.doors import arrivals, imap
from games.models import NULL_SENDER, InboundMail
from pbem.mail.limits import RAW_BYTES
from pbem.processes import free_port

USER, PASSWORD = "player", "a word/with @signs"
PATIENCE = 20


def letter(number: int = 1, **headers: str) -> bytes:
    head = {
        "From": "anna@players.example.org",
        "To": "orders+x@in.example.org",
        "Message-ID": f"<{number}@x.org>",
    }
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in {**headers, **head}.items()]
    return "\r\n".join([*lines, "", "MOVE Drogo 0808", ""]).encode()


# from Python 3.13 on nothing holds the tasks of its calls, and the collector ends those that wait
PYMAP = "import gc; gc.disable(); from pymap.main import main; main()"


class Server:
    """An IMAP server with one empty mailbox."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.process = subprocess.Popen(
            [sys.executable, "-c", PYMAP, "--host", "127.0.0.1", "--port", str(port), "dict",
             "--demo-user", USER, "--demo-password", PASSWORD],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        for _ in range(200):
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=1).close()
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the IMAP server does not start")

    def stop(self) -> None:
        """At once: politely it waits for its callers, from Python 3.12 on for as long as they stay."""
        self.process.kill()
        self.process.wait(20)

    def box(self) -> BaseMailBox:
        """The mailbox as its owner's mail program sees it."""
        return MailBoxUnencrypted("127.0.0.1", self.port, timeout=10).login(USER, PASSWORD)

    def put(self, *mails: bytes) -> None:
        with self.box() as box:
            for mail in mails:
                box.append(mail, "INBOX")


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server(free_port())
    yield running
    running.stop()


@pytest.fixture
def account(server: Server) -> imap.Account:
    return imap.account(f"imap://{USER}:a%20word%2Fwith%20%40signs@127.0.0.1:{server.port}/INBOX")


@pytest.mark.django_db(transaction=True)
class TestFetching:
    def fetch(self, account: imap.Account) -> int:
        with imap.opened(account) as box:
            return imap.fetch(box, account)

    def test_a_mail_is_stored_and_marked_as_read(self, server, account):
        server.put(letter(Return_Path="<anna@players.example.org>", Delivered_To="orders+x@in.example.org"))
        assert self.fetch(account) == 1
        mail = InboundMail.objects.get()
        assert b"MOVE Drogo 0808" in bytes(mail.raw)
        assert (mail.transport, mail.recipient, mail.envelope_from) == (
            "imap",
            "",
            "anna@players.example.org",
        )
        assert mail.transport_id.endswith("/101")
        with server.box() as box:
            assert box.uids("SEEN") == ["101"]
        assert self.fetch(account) == 0

    def test_it_is_moved_where_the_operator_wants_that(self, server, account):
        server.put(letter(1), letter(2))
        assert self.fetch(imap.Account(**{**vars_of(account), "done": "Games/Done"})) == 2
        with server.box() as box:
            assert box.uids("ALL") == []
            assert box.folder.status("Games/Done")["MESSAGES"] == 2
        assert InboundMail.objects.count() == 2

    def test_a_moved_mail_need_not_be_unread(self, server, account):
        """Somebody looked into the mailbox with a mail program."""
        server.put(letter(1))
        with server.box() as box:
            box.flag(["101"], "\\Seen", True)
        assert self.fetch(imap.Account(**{**vars_of(account), "done": "Done"})) == 1

    def test_a_mail_that_was_stored_and_not_marked_is_known_again(self, server, account, monkeypatch):
        server.put(letter())

        def fail(*_: Any) -> None:
            raise OSError("the line broke")

        with monkeypatch.context() as patch:
            patch.setattr(BaseMailBox, "flag", fail)
            with pytest.raises(OSError):
                self.fetch(account)
        assert InboundMail.objects.count() == 1
        receive = []
        monkeypatch.setattr(arrivals, "receive", lambda *_, **__: receive.append(1))
        assert self.fetch(account) == 1
        assert receive == [], "it is not even stored again"
        assert self.fetch(account) == 0

    def test_what_cannot_be_stored_stays_unread(self, server, account, monkeypatch):
        server.put(letter())

        def fail(*_: Any, **__: Any) -> None:
            raise OperationalError("the disk is full")

        with monkeypatch.context() as patch:
            patch.setattr(arrivals, "receive", fail)
            with pytest.raises(OperationalError):
                self.fetch(account)
        with server.box() as box:
            assert box.uids("UNSEEN") == ["101"]
        assert self.fetch(account) == 1
        assert InboundMail.objects.count() == 1

    def test_of_a_huge_mail_only_the_beginning_is_fetched(self, server, account):  # attack 21
        server.put(letter() + b"x" * 9_000_000)
        with imap.opened(account) as box:
            raw = imap._raw(box, "101")
            assert raw is not None and len(raw) == RAW_BYTES + 1
            assert imap.fetch(box, account) == 1
        assert InboundMail.objects.count() == 1

    def test_the_sender_of_a_bounce_is_nobody(self, server, account):
        server.put(letter(Return_Path="<>"))
        self.fetch(account)
        assert InboundMail.objects.get().envelope_from == NULL_SENDER


def vars_of(account: imap.Account) -> dict[str, Any]:
    return {name: getattr(account, name) for name in account.__struct_fields__}


@pytest.mark.django_db(transaction=True)
class TestPolling:
    @pytest.fixture
    def said(self) -> queues.Queue[str]:
        return queues.Queue()

    @pytest.fixture
    def polling(
        self, account: imap.Account, said: queues.Queue[str], monkeypatch: pytest.MonkeyPatch
    ) -> Iterator[None]:
        monkeypatch.setattr(imap, "FIRST_PAUSE", 1)
        stop = threading.Event()

        def run() -> None:
            from django.db import connection

            imap.poll(account, stop, said.put)
            connection.close()

        poller = threading.Thread(target=run)
        poller.start()
        yield
        stop.set()
        poller.join(PATIENCE)
        assert not poller.is_alive()

    def until(self, said: queues.Queue[str], good: Callable[[str], bool]) -> str:
        while True:
            words = said.get(timeout=PATIENCE)
            if good(words):
                return words

    def test_the_server_tells_of_new_mail_at_once(self, server, polling, said):
        assert said.get(timeout=PATIENCE).startswith("reading INBOX")
        time.sleep(1)
        began = time.monotonic()
        server.put(letter(1))
        assert said.get(timeout=PATIENCE) == "1 mail stored"
        assert time.monotonic() - began < imap.PAUSE_SECONDS / 2, "IDLE"
        server.put(letter(2), letter(3))
        while InboundMail.objects.count() < 3:
            said.get(timeout=PATIENCE)

    def test_a_line_that_breaks_is_opened_again(self, server, polling, said):
        assert said.get(timeout=PATIENCE).startswith("reading INBOX")
        server.stop()
        assert "next attempt in 1 s" in self.until(said, lambda words: "next attempt" in words)
        again = Server(server.port)
        try:
            self.until(said, lambda words: words.startswith("reading INBOX"))
            again.put(letter(7))
            self.until(said, lambda words: words == "1 mail stored")
        finally:
            again.stop()
        assert InboundMail.objects.count() == 1


@pytest.mark.django_db(transaction=True)
class TestCommand:
    def test_once_for_cron(self, server, settings):
        settings.MAIL_IMAP_URL = f"imap://{USER}:a%20word%2Fwith%20%40signs@127.0.0.1:{server.port}"
        server.put(letter(1), letter(2))
        out = StringIO()
        call_command("imappoll", "--once", stdout=out)
        assert out.getvalue() == "2 mails stored\n"
        assert InboundMail.objects.count() == 2

    def test_a_wrong_password_is_said(self, server, settings):
        settings.MAIL_IMAP_URL = f"imap://{USER}:wrong@127.0.0.1:{server.port}"
        with pytest.raises(CommandError, match="the mailbox cannot be read"):
            call_command("imappoll", "--once")

    @pytest.mark.parametrize(
        ("url", "words"),
        [
            ("", "begins with imaps"),
            ("pop3://a:b@host", "begins with imaps"),
            ("imaps://host/INBOX", "user:password"),
            ("imaps://user@host", "user:password"),
        ],
    )
    def test_so_is_an_address_that_is_none(self, settings, url, words):
        settings.MAIL_IMAP_URL = url
        with pytest.raises(CommandError, match=words):
            call_command("imappoll", "--once")


def test_the_usual_places():
    found = imap.account("imaps://u:p@mail.example.org", "Done")
    assert (found.port, found.folder, found.done) == (993, "INBOX", "Done")
    assert imap.account("imap+starttls://u:p@mail.example.org/Games/In").folder == "Games/In"

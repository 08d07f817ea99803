"""Mail fetched from an ordinary mailbox by IMAP, for servers that can be reached by nobody.

A mail is stored here before anything is done to it there: then it is marked as read, or moved to the folder
for what is done. Its name is the mailbox's UIDVALIDITY and its UID, so a mail stored just before the line
broke is known again. Where the server can (IDLE) it tells us of new mail at once; else it is asked every
half minute.
"""

from __future__ import annotations

import imaplib
import logging
import ssl
import threading
from collections.abc import Callable, Iterator
from urllib.parse import unquote, urlsplit

import msgspec
from django.db import DatabaseError, InterfaceError, close_old_connections, transaction
from imap_tools import BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted, MailMessageFlags
from imap_tools.errors import ImapToolsError
from imap_tools.idle import get_socket_poller

from games.clockwork.failpoints import failpoint
from games.doors import arrivals
from games.models import InboundMail
from pbem.mail.headers import Fields
from pbem.mail.limits import HEADER_BLOCK_BYTES, RAW_BYTES, plain_newlines

logger = logging.getLogger(__name__)

TRANSPORT = "imap"
PATIENCE_SECONDS = 60  # for an answer of the server
IDLE_SECONDS = 9 * 60  # then the line is used, lest somebody between us forget it
PAUSE_SECONDS = 30  # without IDLE
FIRST_PAUSE, LONGEST_PAUSE = 5, 600  # seconds, after a failure
MOST_AT_ONCE = 100
TROUBLE = (OSError, imaplib.IMAP4.error, ImapToolsError, ssl.SSLError, DatabaseError, InterfaceError)
_BOXES = {"imaps": MailBox, "imap+starttls": MailBoxStartTls, "imap": MailBoxUnencrypted}
_PORTS = {"imaps": 993, "imap+starttls": 143, "imap": 143}


class Account(msgspec.Struct, frozen=True):
    """A mailbox. ``done`` is the folder for mail that is stored; without one it is marked as read."""

    scheme: str
    host: str
    port: int
    user: str
    password: str
    folder: str = "INBOX"
    done: str = ""


def account(url: str, done: str = "") -> Account:
    """``imaps://user:password@host/folder``; imap+starttls and imap (on this machine only) are known too.
    Raises ValueError with what is wrong."""
    parts = urlsplit(url)
    if parts.scheme not in _BOXES:
        raise ValueError(f"an address of a mailbox begins with {', '.join(_BOXES)}, not {parts.scheme!r}")
    if not (parts.hostname and parts.username and parts.password):
        raise ValueError(
            "the address of a mailbox is imaps://user:password@host/folder, % signs for odd letters"
        )
    folder = unquote(parts.path.strip("/")) or "INBOX"
    return Account(
        parts.scheme,
        parts.hostname,
        parts.port or _PORTS[parts.scheme],
        unquote(parts.username),
        unquote(parts.password),
        folder,
        done,
    )


def poll(
    mailbox: Account,
    stop: threading.Event,
    tell: Callable[[str], object],
    look: Callable[[], object] = lambda: None,
) -> None:
    """Fetch mail until told to stop, and ``look`` now and then. A line that breaks is opened again after a
    pause that grows."""
    pause = FIRST_PAUSE
    while not stop.is_set():
        try:
            with opened(mailbox) as box:
                tell(f"reading {mailbox.folder} of {mailbox.user} at {mailbox.host}")
                for number in rounds(box, mailbox, stop):
                    pause = FIRST_PAUSE
                    look()
                    if number:
                        tell(f"{number} {'mail' if number == 1 else 'mails'} stored")
        except TROUBLE as error:
            tell(f"the mailbox cannot be read ({type(error).__name__}: {error}), next attempt in {pause} s")
            stop.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


def opened(mailbox: Account) -> BaseMailBox:
    """The mailbox with its folder open. Raises TROUBLE."""
    box: BaseMailBox = _BOXES[mailbox.scheme](mailbox.host, mailbox.port, timeout=PATIENCE_SECONDS)
    try:
        box.login(mailbox.user, mailbox.password, initial_folder=None)
        if mailbox.done and not box.folder.exists(mailbox.done):
            box.folder.create(mailbox.done)
        box.folder.set(mailbox.folder)
    except BaseException:
        box.client.shutdown()
        raise
    return box


def rounds(box: BaseMailBox, mailbox: Account, stop: threading.Event) -> Iterator[int]:
    """Fetch what is there, again and again; after each round, how many mails that were."""
    idle = _can_idle(box)
    while not stop.is_set():
        fetched = fetch(box, mailbox)
        yield fetched
        if fetched:
            continue
        if idle:
            _wait_for_news(box, stop)
        else:
            stop.wait(PAUSE_SECONDS)
            box.client.noop()


def fetch(box: BaseMailBox, mailbox: Account) -> int:
    """Store the mails of the folder (the unread ones, if they stay there) and then mark or move each; returns
    how many there were."""
    validity = box.folder.status(mailbox.folder, ["UIDVALIDITY"])["UIDVALIDITY"]
    uids = box.uids("UNDELETED" if mailbox.done else "UNSEEN UNDELETED")[:MOST_AT_ONCE]
    for uid in uids:
        name = f"{validity}/{uid}"
        close_old_connections()
        known = InboundMail.objects.filter(transport=TRANSPORT, transport_id=name)
        if not known.exists() and (raw := _raw(box, uid)) is not None:
            with transaction.atomic():  # for one seat or several, or it would be known too early
                arrivals.receive(raw, TRANSPORT, envelope_from(raw), transport_id=name)
        failpoint("imap.stored")
        if mailbox.done:
            box.move(uid, mailbox.done)
        else:
            box.flag(uid, MailMessageFlags.SEEN, True)
        failpoint("imap.marked")
    return len(uids)


def _raw(box: BaseMailBox, uid: str) -> bytes | None:
    """A mail's bytes, of a huge one the beginning; None if it is gone meanwhile. It stays unread."""
    status, data = box.client.uid("fetch", uid, f"(BODY.PEEK[]<0.{RAW_BYTES + 1}>)")
    if status != "OK":
        raise imaplib.IMAP4.error(f"mail {uid} cannot be fetched: {status}")
    return next((bytes(piece[1]) for piece in data if isinstance(piece, tuple)), None)


def envelope_from(raw: bytes) -> str | None:
    """What the mailbox's own server wrote down of the envelope: the first Return-Path, above all else."""
    head = plain_newlines(raw[:HEADER_BLOCK_BYTES]).partition(b"\n\n")[0]
    paths = Fields(head).all("return-path")
    return paths[0].strip("<> ") if paths else None


def _can_idle(box: BaseMailBox) -> bool:
    status, words = box.client.capability()  # more is told after the login than before
    return status == "OK" and b"IDLE" in words[0].upper().split()


def _wait_for_news(box: BaseMailBox, stop: threading.Event) -> None:
    """Return when the server tells of something, or after a while. What it tells is read by the end of IDLE,
    which waits for whole lines; the library's own look at it may take half a line."""
    waited = 0
    with box.idle:
        while not stop.is_set() and waited < IDLE_SECONDS:
            if get_socket_poller(box.client.sock, timeout=5):
                return
            waited += 5

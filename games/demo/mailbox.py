"""The players' side of the demo: a mail server that keeps every mail as a file, and captains who answer.

A captain writes what a player would write: a reply to his report, above the quoted text, sent to the report's
Reply-To through the server's own SMTP listener.
"""

from __future__ import annotations

import email
import email.policy
import queue
import smtplib
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from pathlib import Path
from typing import Any, NamedTuple

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

HEAD_OF_QUOTE = 12  # quoted lines of the report under a reply: enough to look real, short enough to read


class Delivered(NamedTuple):
    """A mail that arrived for a player, and the file that keeps it."""

    to: str
    message: EmailMessage
    path: Path


class Mailbox:
    """Receives mail for all players on a loopback port and numbers the files in the order of arrival."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.arrived: queue.Queue[Delivered] = queue.Queue()
        self._count = 0
        self._controller = Controller(self, hostname="127.0.0.1", port=port)

    def __enter__(self) -> Mailbox:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._controller.stop()

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        raw: Any = envelope.content
        message = email.message_from_bytes(raw, policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        for recipient in envelope.rcpt_tos:
            path = self.keep(raw, f"to-{recipient.partition('@')[0]}")
            self.arrived.put(Delivered(recipient, message, path))
        return "250 kept"

    def keep(self, raw: bytes, name: str) -> Path:
        """Write a mail to its numbered file."""
        self._count += 1
        path = self.folder / f"{self._count:04d}-{name}.eml"
        path.write_bytes(raw)
        return path


def reply(report: EmailMessage, sender: str, lines: list[str]) -> EmailMessage:
    """The answer to a report: order lines on top, the report quoted below."""
    answer = EmailMessage()
    answer["From"] = sender
    answer["To"] = str(report.get("Reply-To") or report["From"])
    answer["Subject"] = f"Re: {report['Subject']}"
    answer["Date"] = formatdate(localtime=False)
    answer["Message-ID"] = make_msgid(domain=parseaddr(sender)[1].partition("@")[2])
    answer["In-Reply-To"] = answer["References"] = str(report["Message-ID"])
    quoted = [f"> {line}".rstrip() for line in text_of(report).splitlines()[:HEAD_OF_QUOTE]]
    attribution = f"On {report['Date']}, {parseaddr(str(report['From']))[0]} wrote:"
    answer.set_content("\n".join([*lines, "", attribution, *quoted, "> ..."]) + "\n")
    return answer


def text_of(message: EmailMessage) -> str:
    """The plain text of a mail; empty if it has none."""
    body = message.get_body(("plain",))
    return str(body.get_content()) if isinstance(body, EmailMessage) else ""


def post(message: EmailMessage, host: str, port: int) -> None:
    """Hand a mail to the server's listener."""
    with smtplib.SMTP(host, port, timeout=30) as smtp:
        smtp.send_message(message)

"""Delivery reports and complaints that come as mail: RFC 3464 and RFC 5965, and a guess where a server
keeps to neither.

What a report says of itself (Action, Status) goes before everything that its text might suggest. A guess
never counts for more than a soft bounce.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message

import msgspec

from pbem.mail import limits
from pbem.mail.headers import clean

GUESS_BYTES = 64 * 1024
SAID_CHARS = 500

DELIVERED, DEFERRED, SOFT, HARD, COMPLAINED = "delivered", "deferred", "soft", "hard", "complained"
_WORSE = (DELIVERED, DEFERRED, SOFT, HARD, COMPLAINED)
_STATUS = re.compile(r"(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])")
_CODE = re.compile(r"(?<!\d)([45])\d\d(?!\d)")
# refused for good, and yet nothing is wrong with the address: the mailbox is full, the mail too large
# or unwelcome
_PASSING = (("2", "2"), ("2", "3"), ("3", "4"), ("7", None))
_DAEMON = re.compile(rb"^from:[^\n]{0,300}(?:mailer-daemon|postmaster|mail delivery)",
                     re.IGNORECASE | re.MULTILINE)  # fmt: skip


class DeliveryReport(msgspec.Struct, frozen=True):
    """What became of a mail: delivered, deferred, soft, hard or complained; ``said`` are the other
    server's words."""

    kind: str
    said: str = ""


def read_report(raw: bytes, null_sender: bool = True) -> DeliveryReport | None:
    """The worst that a mail reports, or None if it is no report. ``null_sender``: the envelope named no
    sender, as that of every report; without it nothing is guessed. Never raises."""
    if limits.too_large(raw):
        return None
    raw = limits.plain_newlines(raw)
    if limits.refusal(raw):
        return None
    try:
        found = list(_reports(message_from_bytes(raw)))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        found = []
    if found:
        return max(found, key=lambda report: _WORSE.index(report.kind))
    return _guess(raw[:GUESS_BYTES]) if null_sender else None


def _reports(message: Message) -> Iterator[DeliveryReport]:
    for part in _outer_parts(message):
        if part.get_content_type() == "message/delivery-status":
            blocks = part.get_payload()
            for block in blocks if isinstance(blocks, list) else []:
                if isinstance(block, Message) and (report := _of_recipient(block)):
                    yield report
        elif part.get_content_type() == "message/feedback-report" and _is_complaint(part):
            yield DeliveryReport(COMPLAINED, "a complaint by its reader")


def _outer_parts(message: Message) -> Iterator[Message]:
    """The parts of a report, but not those of the mail that it encloses."""
    if message.get_content_type() == "message/rfc822":
        return
    yield message
    payload = message.get_payload()
    if isinstance(payload, list) and message.get_content_maintype() == "multipart":
        for part in payload:
            if isinstance(part, Message):
                yield from _outer_parts(part)


def _is_complaint(part: Message) -> bool:
    """A feedback report may tell of other things too. The library takes its fields for an enclosed mail's."""
    payload = part.get_payload()
    fields = payload[0] if isinstance(payload, list) and payload else None
    return isinstance(fields, Message) and _field(fields, "Feedback-Type").lower() == "abuse"


def _of_recipient(block: Message) -> DeliveryReport | None:
    action, status = _field(block, "Action").lower(), _STATUS.search(_field(block, "Status"))
    said = clean(_field(block, "Diagnostic-Code") or _field(block, "Status"), SAID_CHARS)
    if not action and not status:
        return None  # the block about the report itself
    word = action.split()[0] if action else ""
    if word in ("delivered", "relayed", "expanded"):
        return DeliveryReport(DELIVERED, said)
    if word == "delayed" or (word != "failed" and status and status[1] == "4"):
        return DeliveryReport(DEFERRED, said)
    if word == "failed" or (status and status[1] == "5"):
        return DeliveryReport(_weight(status), said)
    return DeliveryReport(DELIVERED, said) if status else None


def _weight(status: re.Match[str] | None) -> str:
    """Hard if the address is at fault; a failure without any status is taken for that."""
    if status is None:
        return HARD
    passing = any(status[2] == subject and detail in (None, status[3]) for subject, detail in _PASSING)
    return HARD if status[1] == "5" and not passing else SOFT


def _field(block: Message, name: str) -> str:
    return str(block.get(name) or "").strip()


def _guess(raw: bytes) -> DeliveryReport | None:
    head, _, body = raw.partition(b"\n\n")
    if not _DAEMON.search(head):
        return None
    text = body.decode("latin-1")
    found = _STATUS.search(text) or _CODE.search(text)
    if not found:
        return None
    line = text[text.rfind("\n", 0, found.start()) + 1 :].partition("\n")[0]
    return DeliveryReport({"5": SOFT, "4": DEFERRED}.get(found[1], DELIVERED), clean(line, SAID_CHARS))

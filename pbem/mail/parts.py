"""The parts of a mail: which bytes hold what the player wrote.

Embedded messages, bounces and attachments are inert; only inline text of the mail itself counts, except one small
attached ``orders*.txt``.
"""

from __future__ import annotations

import email
import re
from collections.abc import Iterator
from email.message import Message
from typing import Literal

import msgspec

from pbem.mail import limits
from pbem.mail.charset import decode
from pbem.mail.flowed import unstuffed, without_trailing_blanks

WarningCode = Literal[
    "html-used",
    "attachment-used",
    "sealed",
    "attachment-ignored",
    "charset-guessed",
    "damaged-mail",
    "text-cut",
    "joined",
]
"""What was odd about a mail that was read; what a person is told of it is for others to word."""


class Texts(msgspec.Struct, frozen=True):
    """The texts found: ``plain`` and ``attached`` as text, ``html`` as markup, all bounded; and what was odd."""

    plain: str = ""
    html: str = ""
    attached: str = ""
    warnings: tuple[WarningCode, ...] = ()


_INERT = ("multipart/report", "multipart/digest")
_SEALED = ("application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted", "application/ms-tnef",
           "application/vnd.ms-tnef")  # fmt: skip
_ENCRYPTED = "-----BEGIN PGP MESSAGE-----"


def find_texts(raw: bytes) -> Texts:
    """The texts of a mail whose bytes have passed the limits. May raise what the library parser raises."""
    message = email.message_from_bytes(raw)
    plain: list[str] = []
    html = attached = ""
    sealed = False
    warnings: list[WarningCode] = []
    for part in _leaves(message):
        kind = part.get_content_type()
        filename = _filename(part)
        if _is_inert(part):
            warnings.append("attachment-ignored")
        elif part is not message and (filename or _is_attachment(part)):
            if re.match(r"orders[^/\\]*\.txt$", filename, re.IGNORECASE) and not attached:
                attached = _text(part, warnings, limits.ATTACHED_ORDERS_BYTES)
            else:
                warnings.append("attachment-ignored")
        elif kind == "text/plain":
            text = _text(part, warnings, limits.TEXT_CHARS * 4)
            plain.append(unstuffed(text) if _is_flowed(part) else without_trailing_blanks(text))
        elif kind == "text/html":
            html += _text(part, warnings, limits.HTML_BYTES)  # Apple cuts a text in two around a picture
        else:
            warnings.append("attachment-ignored")
        sealed = sealed or kind in _SEALED
    joined = "\n\n".join(plain)  # another part begins another paragraph
    if _ENCRYPTED in joined or (sealed and not joined.strip() and not html):
        warnings = ["sealed", *warnings]
    if len(joined) > limits.TEXT_CHARS:
        warnings.append("text-cut")
    return Texts(joined[: limits.TEXT_CHARS], html, attached, tuple(dict.fromkeys(warnings)))


def _leaves(message: Message) -> Iterator[Message]:
    """The leaf parts in order. Embedded messages and reports are leaves too: nobody looks inside."""
    waiting = [(message, 0)]
    while waiting:
        part, depth = waiting.pop()
        if part.is_multipart() and not _is_inert(part):
            children = part.get_payload()
            if depth < limits.DEPTH and isinstance(children, list):
                waiting.extend(
                    (child, depth + 1) for child in reversed(children) if isinstance(child, Message)
                )
            continue
        yield part


def _is_inert(part: Message) -> bool:
    return part.get_content_maintype() == "message" or part.get_content_type() in _INERT


def _filename(part: Message) -> str:
    try:
        return str(part.get_filename() or "")
    except (TypeError, ValueError, LookupError):
        return "unreadable"


def _is_attachment(part: Message) -> bool:
    return str(part.get("Content-Disposition", "")).strip().lower().startswith("attachment")


def _is_flowed(part: Message) -> bool:
    return str(_parameter(part, "format")).lower() == "flowed"


def _parameter(part: Message, name: str) -> str:
    try:
        value = part.get_param(name, "")
    except (TypeError, ValueError, LookupError):
        return ""
    return value if isinstance(value, str) else str(value[2])


def _text(part: Message, warnings: list[WarningCode], longest: int) -> str:
    try:
        payload = part.get_payload(decode=True)
    except (ValueError, LookupError, AssertionError):
        payload = None
    data = payload if isinstance(payload, bytes) else b""
    if part.defects:
        warnings.append("damaged-mail")
    if len(data) > longest:
        warnings.append("text-cut")
    declared = _parameter(part, "charset")
    text, used = decode(data[:longest], declared)
    if _is_surprise(declared.lower(), used):
        warnings.append("charset-guessed")
    return text


def _is_surprise(declared: str, used: str) -> bool:
    """The bytes were not what the mail said, or it said nothing and they were neither UTF-8 nor Western."""
    if declared:
        return used == "utf-8" and declared not in ("utf-8", "utf8", "us-ascii", "ascii")
    return used not in ("utf-8", "cp1252")

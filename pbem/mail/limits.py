"""What a mail may weigh before anybody parses it.

The library parser is recursive and in places quadratic, so everything that could hurt it is counted on the
raw bytes first, with linear scans only.
"""

from __future__ import annotations

import re
from email import message_from_bytes
from typing import Literal

RefusalCode = Literal[
    "",
    "too-large",
    "too-many-lines",
    "headers-too-large",
    "too-many-headers",
    "header-too-long",
    "too-many-addresses",
    "too-deeply-nested",
    "boundary-too-long",
    "too-many-parts",
    "unreadable",
    "reader-killed",
]
"""Why a mail was not read; what a person is told of it is for others to word."""

RAW_BYTES = 5 * 1024 * 1024
SMTP_BYTES = 6 * 1024 * 1024
HEADER_BLOCK_BYTES = 64 * 1024
HEADER_BYTES = 8 * 1024
HEADER_FIELDS = 200
ADDRESSES = 50
LINES = 100_000
BOUNDARY_MARKS = 24
BOUNDARY_BYTES = 70
NESTED_MESSAGES = 60
PARTS = 60
DEPTH = 8
TEXT_CHARS = 256 * 1024
TEXT_LINES = 5_000
LINE_CHARS = 2_000
HTML_BYTES = 512 * 1024
ORDER_LINES = 500
ATTACHED_ORDERS_BYTES = 64 * 1024
ATTACHED_FILES = 3
REFERENCES = 30
MESSAGE_ID_CHARS = 200
RECEIVED_HOPS = 25

_STRUCTURE = re.compile(
    rb"^content-(?:type|disposition|transfer-encoding)[^\n]*(?:\n[ \t][^\n]*)*", re.IGNORECASE | re.MULTILINE
)


def plain_newlines(raw: bytes) -> bytes:
    """The same mail with LF line ends and without NULs. Among the headers a lone CR ends no line, unless
    nothing else does: the mail server that judged the sender saw none there, and so no From behind it."""
    raw = raw.replace(b"\0", b"").replace(b"\r\r\n", b"\n").replace(b"\r\n", b"\n")
    if b"\r" not in raw:
        return raw
    if b"\n" not in raw.rstrip():
        return raw.replace(b"\r", b"\n")
    head, blank, body = raw.partition(b"\n\n")
    return head.replace(b"\r", b" ") + blank + body.replace(b"\r", b"\n")


def too_large(raw: bytes) -> RefusalCode:
    """The reason code of a mail that is refused for its size, as it came; or "". To be asked first: with
    plain newlines it is smaller, and one that was cut would look whole."""
    return "too-large" if len(raw) > RAW_BYTES else ""


def refusal(raw: bytes) -> RefusalCode:
    """Why this mail (with plain newlines) must not be parsed, as a reason code, or "" if it may be."""
    if size := too_large(raw):
        return size
    if raw.count(b"\n") > LINES:
        return "too-many-lines"
    head, _, _ = raw.partition(b"\n\n")
    return _header_refusal(head) or _structure_refusal(raw)


def _header_refusal(head: bytes) -> RefusalCode:
    if len(head) > HEADER_BLOCK_BYTES:
        return "headers-too-large"
    fields = re.split(rb"\n(?![ \t])", head)
    if len(fields) > HEADER_FIELDS:
        return "too-many-headers"
    if any(len(field) > HEADER_BYTES for field in fields):
        return "header-too-long"
    if any(_address_count(field) > ADDRESSES for field in fields):
        return "too-many-addresses"
    return ""


def _address_count(field: bytes) -> int:
    name = field.partition(b":")[0].strip().lower()
    return field.count(b"@") if name in (b"from", b"to", b"cc", b"bcc", b"reply-to", b"sender") else 0


def _boundary(field: bytes) -> bytes:
    """The boundary as the library parser understands this header, however oddly it is quoted."""
    try:
        boundary = message_from_bytes(field + b"\n\n").get_boundary()
        return b"" if boundary is None else boundary.encode("ascii", "surrogateescape")
    except (ValueError, LookupError, TypeError, AttributeError):
        return b"?" * (BOUNDARY_BYTES + 1)


def _structure_refusal(raw: bytes) -> RefusalCode:
    lowered = raw.lower()
    if b"boundary*" in lowered or lowered.count(b"boundary=") > BOUNDARY_MARKS:
        return "too-deeply-nested"
    if lowered.count(b"message/") > NESTED_MESSAGES or lowered.count(b"multipart/") > NESTED_MESSAGES:
        return "too-deeply-nested"
    boundaries: list[bytes] = []
    for found in _STRUCTURE.finditer(raw):
        field = found[0]
        if len(field) > HEADER_BYTES:
            return "header-too-long"
        if b"boundary" in field.lower():
            boundaries.append(_boundary(field))
        if len(boundaries) > BOUNDARY_MARKS:
            return "too-deeply-nested"
    if any(len(boundary) > BOUNDARY_BYTES for boundary in boundaries):
        return "boundary-too-long"
    if sum(raw.count(b"\n--" + boundary) for boundary in set(boundaries)) > PARTS:
        return "too-many-parts"
    return ""

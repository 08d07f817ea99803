"""Headers, cleaned once at the edge: nothing behind this module sees a control character or an
encoded newline."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from datetime import UTC, datetime
from email.errors import HeaderParseError, MessageError
from email.header import decode_header
from email.utils import parsedate_to_datetime

import msgspec

from pbem.mail import limits
from pbem.mail.unseen import one_line

_MESSAGE_ID = re.compile(rf"<[^<>\s]{{1,{limits.MESSAGE_ID_CHARS - 2}}}>")
# bounded, or every letter of a long word without @ would be the start of a search to its end
_BARE = r"[^\s<>()\[\]\\,;:\"@]{1,64}@[^\s<>()\[\]\\,;:\"@]{1,253}"
_QUOTED = r'"(?:[^"\\]|\\.)*"'
_COMMENT = r"(?:\s*\([^()]*\))?"
_ANGLED = re.compile(rf"^(?P<name>(?:{_QUOTED}|[^<>\";:])*)<\s*(?P<address>{_BARE})\s*>{_COMMENT}$")
_COMMENTED = re.compile(rf"^(?P<address>{_BARE}){_COMMENT}$")
_ANY_ADDRESS = re.compile(_BARE)


class Headers(msgspec.Struct, frozen=True):
    """What the headers of a mail say, cleaned. ``sender`` is the one address of From, lower case, or ""
    with the reason in ``sender_fault``. ``delivered`` are addresses that delivery stamped, ``addressed``
    those of To and Cc."""

    message_id: str = ""
    sender: str = ""
    sender_name: str = ""
    sender_fault: str = ""
    subject: str = ""
    date: datetime | None = None
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    delivered: tuple[str, ...] = ()
    addressed: tuple[str, ...] = ()


class Fields:
    """The raw header fields of a mail, looked up without regard to case."""

    def __init__(self, head: bytes) -> None:
        self._fields = list(_split(head))

    def all(self, name: str) -> list[str]:
        return [value for key, value in self._fields if key == name]

    def first(self, name: str) -> str:
        return next(iter(self.all(name)), "")

    def items(self) -> Iterator[tuple[str, str]]:
        """(name in lower case, value), from the top."""
        return iter(self._fields)

    def has(self, name: str) -> bool:
        return any(key == name for key, _ in self._fields)


def _split(head: bytes) -> Iterator[tuple[str, str]]:
    for field in re.split(rb"\n(?![ \t])", head):
        name, colon, value = field.partition(b":")
        if colon:
            yield name.strip().lower().decode("ascii", "replace"), _text(value)


def _text(value: bytes) -> str:
    try:
        text = value.decode("utf-8")
    except UnicodeDecodeError:
        text = value.decode("latin-1")
    return re.sub(r"\s+", " ", text).strip()


def clean(text: str, longest: int = 998) -> str:
    """One line without control, bidi, zero-width and other characters that nobody sees."""
    return one_line(text)[:longest].rstrip()


def clean_name(text: str, longest: int = 80) -> str:
    """The name of a person, a seat or a game, cleaned in the same way, with one way of writing
    each letter."""
    return clean(unicodedata.normalize("NFC", text), longest)


def decoded(value: str) -> str:
    """A header value with its encoded words read. Never raises."""
    if "=?" not in value:
        return clean(value)
    try:
        pieces = decode_header(value[: limits.HEADER_BYTES])
    except (HeaderParseError, MessageError, ValueError):
        return clean(value)
    return clean("".join(_piece(piece, charset) for piece, charset in pieces))


def _piece(piece: bytes | str, charset: str | None) -> str:
    if isinstance(piece, str):
        return piece
    try:
        return piece.decode(charset or "ascii", "replace")
    except (LookupError, ValueError):
        return piece.decode("latin-1")


def normal_address(address: str) -> str:
    """An addr-spec for comparison: lower case, the domain as ASCII. "" if it is none, or if it would only
    become the same as another's by what Unicode holds for the same letter."""
    local, at, domain = address.strip().rpartition("@")
    lowered = unicodedata.normalize("NFC", local).lower()
    if not at or not local.isprintable() or not local or lowered.isascii() is not local.isascii():
        return ""
    ascii_domain = _ascii_domain(domain)
    return f"{lowered}@{ascii_domain}" if ascii_domain else ""


def _ascii_domain(domain: str) -> str:
    """As name servers know it (IDNA of 2008, in which ß is not ss); "" if it is no domain."""
    if domain.isascii():
        return domain.lower() if all(0 < len(label) < 64 for label in domain.split(".")) else ""
    import idna  # slow to load and seldom needed

    try:
        return idna.encode(domain, uts46=True).decode("ascii")
    except idna.IDNAError:
        return ""


def sender_of(fields: Fields) -> tuple[str, str, str]:
    """(address, display name, fault) of From: exactly one header with exactly one well-formed mailbox."""
    values = fields.all("from")
    if not values:
        return "", "", "no-sender"
    if len(values) > 1:
        return "", "", "several-senders"
    match = _ANGLED.match(values[0]) or _COMMENTED.match(values[0])
    if not match:
        several = len(_ANY_ADDRESS.findall(values[0])) > 1
        return "", "", "several-senders" if several else "malformed-sender"
    name = (match.groupdict().get("name") or "").strip()
    address = normal_address(match["address"])
    unquoted = re.sub(_QUOTED, "", name)
    if "@" in unquoted and normal_address(name.strip("'")) != address:
        return "", "", "malformed-sender"
    return address, decoded(name.replace('"', "")), "" if address else "malformed-sender"


def addresses(values: list[str]) -> tuple[str, ...]:
    """Every address that stands in these header values, in order, each once."""
    found = (
        normal_address(a) for value in values for a in _ANY_ADDRESS.findall(value[: limits.HEADER_BYTES])
    )
    return tuple(dict.fromkeys(a for a in found if a))[: limits.ADDRESSES]


def message_ids(value: str) -> tuple[str, ...]:
    """Message ids with their angle brackets: printable ASCII without encoded words, so that they may
    be sent back."""
    return tuple(i for i in _MESSAGE_ID.findall(value) if i.isascii() and i.isprintable() and "=?" not in i)


def date_of(value: str) -> datetime | None:
    """The Date header in UTC; without a zone it is taken for UTC. None if it is unreadable or absurd."""
    try:
        when = parsedate_to_datetime(value[:200])
        return when.replace(tzinfo=when.tzinfo or UTC).astimezone(UTC)
    except (TypeError, ValueError, OverflowError, IndexError):
        return None


def read_headers(fields: Fields) -> Headers:
    """The cleaned headers of a mail."""
    sender, name, fault = sender_of(fields)
    return Headers(
        message_id=next(iter(message_ids(fields.first("message-id"))), ""),
        sender=sender,
        sender_name=name[:100],
        sender_fault=fault,
        subject=decoded(fields.first("subject"))[:300],
        date=date_of(fields.first("date")),
        in_reply_to=next(iter(message_ids(fields.first("in-reply-to"))), ""),
        references=message_ids(fields.first("references"))[-limits.REFERENCES :],
        delivered=addresses(
            fields.all("delivered-to") + fields.all("x-original-to") + fields.all("envelope-to")
        ),
        addressed=addresses(fields.all("to") + fields.all("cc")),
    )


def headers_of(raw: bytes) -> Headers:
    """What the headers of a mail say."""
    head = limits.plain_newlines(raw[: limits.HEADER_BLOCK_BYTES]).partition(b"\n\n")[0]
    return read_headers(Fields(head))

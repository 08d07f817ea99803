"""DKIM for servers that send for themselves: a signature over the bytes of a mail, made when it is sent.

A provider signs what it sends; it is given no signed mail. The same mail signed twice is the same, byte for
byte: its time is the mail's own Date, and RSA adds nothing of chance.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key
from django.conf import settings

SIGNED = (
    b"from", b"subject", b"date", b"to", b"message-id", b"reply-to", b"in-reply-to", b"references",
    b"mime-version", b"content-type", b"content-transfer-encoding", b"auto-submitted", b"list-id",
    b"list-unsubscribe", b"list-unsubscribe-post",
)  # fmt: skip
SIGNED_AGAIN = (b"from", b"subject", b"date", b"to")
"""Signed once more than they occur, so that nobody can add another of them."""
LEAST_BITS = 1024
LINE = 72  # letters of the signature
_FIELD = re.compile(rb"\r\n(?![ \t])")
_BLANKS = re.compile(rb"[ \t]+")


class BadKey(ValueError):
    """What PBEM_DKIM_KEY names is no key that mail can be signed with; the words say why."""


def signed(mail: bytes) -> bytes:
    """A mail with its signature on top, if this server has a key; else the mail as it is. Raises BadKey."""
    if not settings.DKIM_KEY:
        return mail
    key = _private_key(settings.DKIM_KEY)
    return sign(mail, settings.MAIL_DOMAIN, settings.DKIM_SELECTOR, key)


def sign(mail: bytes, domain: str, selector: str, key: RSAPrivateKey) -> bytes:
    """A mail with the signature of a domain on top: rsa-sha256, relaxed (RFC 6376)."""
    lines = b"\n".join(mail.replace(b"\r\n", b"\n").split(b"\r")).removesuffix(b"\n")
    lines = lines.replace(b"\n", b"\r\n") + b"\r\n"
    head, _, body = lines.partition(b"\r\n\r\n")
    fields = [_Field.of(field) for field in _FIELD.split(head)]
    there = {field.name for field in fields}
    names = [name for name in SIGNED if name in there] + list(SIGNED_AGAIN)
    date = next((field.value for field in fields if field.name == b"date"), b"")
    unsigned = (
        f"v=1; a=rsa-sha256; c=relaxed/relaxed; d={domain};\r\n s={selector}; t={_moment(date)}; i=@{domain};"
        f"\r\n h={_in_lines(names)};\r\n bh={_base64(hashlib.sha256(_relaxed(body)).digest())};\r\n b="
    ).encode()
    own = _Field.of(b"DKIM-Signature: " + unsigned)
    covered = b"".join(field.relaxed + b"\r\n" for field in _chosen(fields, names)) + own.relaxed
    signature = _base64(key.sign(covered, PKCS1v15(), SHA256()))
    parts = [signature[place : place + LINE] for place in range(0, len(signature), LINE)]
    return b"DKIM-Signature: " + unsigned + "\r\n ".join(parts).encode() + b"\r\n" + lines


class _Field(NamedTuple):
    """A field of the header, and how it is signed."""

    name: bytes
    value: bytes

    @classmethod
    def of(cls, line: bytes) -> _Field:
        name, _, value = line.partition(b":")
        value = _BLANKS.sub(b" ", value.replace(b"\r\n", b"")).strip()
        return cls(name.strip().lower(), value)

    @property
    def relaxed(self) -> bytes:
        return self.name + b":" + self.value


def _chosen(fields: list[_Field], names: list[bytes]) -> Iterator[_Field]:
    """Of a name that occurs again the one above; one that does not stands for nothing (RFC 6376, 5.4.2)."""
    left: dict[bytes, list[_Field]] = {}
    for field in fields:
        left.setdefault(field.name, []).append(field)
    for name in names:
        if left.get(name):
            yield left[name].pop()


def _relaxed(body: bytes) -> bytes:
    """The body as it is signed: blanks at ends of lines and empty lines at its end count for nothing, others
    for one. Without patterns: pictures make it long."""
    body = body.replace(b"\t", b" ")
    while b"  " in body:
        body = body.replace(b"  ", b" ")
    body = body.replace(b" \r\n", b"\r\n").rstrip(b"\r\n")
    return body + b"\r\n" if body else b""


def _in_lines(names: list[bytes]) -> str:
    """The list of names, with a line break after some of them."""
    words = [name.decode() for name in names]
    rows = [":".join(words[place : place + 5]) for place in range(0, len(words), 5)]
    return ":\r\n  ".join(rows)


def _base64(value: bytes) -> str:
    return base64.b64encode(value).decode()


def _moment(date: bytes) -> int:
    """The mail's Date in seconds, whole."""
    return int(parsedate_to_datetime(date.decode()).timestamp()) if date else 0


def public_key(setting: str) -> str:
    """What stands behind p= in the record of a key: base 64 of its public half. Raises BadKey."""
    public = _private_key(setting).public_key()
    pem = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    return "".join(line for line in pem.splitlines() if not line.startswith("-"))


def bits(setting: str) -> int:
    """The length of a key. Raises BadKey."""
    return _private_key(setting).key_size


@lru_cache(maxsize=4)
def _private_key(setting: str) -> RSAPrivateKey:
    """``setting`` is the name of a PEM file, or its text."""
    try:
        pem = setting.encode() if "-----BEGIN" in setting else Path(setting).read_bytes()
        key = load_pem_private_key(pem.replace(b"\\n", b"\n"), password=None)
    except (OSError, ValueError, TypeError) as error:
        raise BadKey(f"PBEM_DKIM_KEY cannot be read: {error}") from error
    if not isinstance(key, RSAPrivateKey):
        raise BadKey("PBEM_DKIM_KEY is no RSA key; others are not understood everywhere yet")
    if key.key_size < LEAST_BITS:
        raise BadKey(f"PBEM_DKIM_KEY has {key.key_size} bits; mail servers accept no fewer than {LEAST_BITS}")
    return key

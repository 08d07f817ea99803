"""DKIM for servers that send for themselves: a signature over the bytes of a mail, made when it is sent.

A provider signs what it sends; it is given no signed mail. The same mail signed twice is the same, byte for
byte: its time is the mail's own Date, and RSA adds nothing of chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from email.parser import BytesHeaderParser
from email.utils import parsedate_to_datetime
from functools import lru_cache
from pathlib import Path

import dkim
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from django.conf import settings
from django.utils.encoding import force_bytes

SIGNED = (
    b"from", b"subject", b"date", b"to", b"message-id", b"reply-to", b"in-reply-to", b"references",
    b"mime-version", b"content-type", b"content-transfer-encoding", b"auto-submitted", b"list-id",
    b"list-unsubscribe", b"list-unsubscribe-post",
)  # fmt: skip
SIGNED_AGAIN = (b"from", b"subject", b"date", b"to")
"""Signed once more than they occur, so that nobody can add another of them."""
LEAST_BITS = 1024


class BadKey(ValueError):
    """What PBEM_DKIM_KEY names is no key that mail can be signed with; the words say why."""


class _Dated(dkim.DKIM):  # type: ignore[misc]
    """A signature whose time is given and not looked up."""

    moment = 0

    def gen_header(self, fields: Sequence[tuple[bytes, bytes]], *more: object, **options: object) -> bytes:
        dated = [(name, str(self.moment).encode() if name == b"t" else value) for name, value in fields]
        header: bytes = super().gen_header(dated, *more, **options)
        return header


def signed(mail: bytes) -> bytes:
    """A mail with its signature on top, if this server has a key; else the mail as it is. Raises BadKey."""
    if not settings.DKIM_KEY:
        return mail
    key = _key(settings.DKIM_KEY)
    return sign(mail, settings.MAIL_DOMAIN, settings.DKIM_SELECTOR, key)


def sign(mail: bytes, domain: str, selector: str, key: bytes) -> bytes:
    """A mail with the signature of a domain on top."""
    lines = b"\r\n".join(mail.splitlines()) + b"\r\n"
    signer = _Dated(lines)
    signer.moment = _moment(lines)
    there = {name.lower() for name, _ in signer.headers}
    names = [name for name in SIGNED if name in there] + list(SIGNED_AGAIN)
    signature: bytes = signer.sign(
        force_bytes(selector),
        force_bytes(domain),
        key,
        canonicalize=(b"relaxed", b"relaxed"),
        include_headers=names,
    )
    return signature + lines


def _moment(mail: bytes) -> int:
    """The mail's Date in seconds, whole."""
    date = BytesHeaderParser().parsebytes(mail)["Date"]
    return int(parsedate_to_datetime(str(date)).timestamp()) if date else 0


def public_key(setting: str) -> str:
    """What stands behind p= in the record of a key: base 64 of its public half. Raises BadKey."""
    public = _private_key(setting).public_key()
    pem = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    return "".join(line for line in pem.splitlines() if not line.startswith("-"))


def bits(setting: str) -> int:
    """The length of a key. Raises BadKey."""
    return _private_key(setting).key_size


@lru_cache(maxsize=4)
def _key(setting: str) -> bytes:
    """A key as the signing library reads it, whichever form its file has."""
    return _private_key(setting).private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())


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

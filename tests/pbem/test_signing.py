"""DKIM: what this server signs, checked as any mail server would, with the records of an invented domain."""

from __future__ import annotations

import smtplib
from datetime import UTC, datetime
from email import message_from_bytes
from pathlib import Path
from typing import Any

import dkim
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from pbem.mail import signing
from pbem.mail.writer import Letter, compose


def pem(key: Any) -> str:
    return str(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode())


@pytest.fixture(scope="module")
def key() -> str:
    return pem(rsa.generate_private_key(65537, 2048))


@pytest.fixture
def signing_server(settings: Any, key: str) -> Any:
    settings.DKIM_KEY, settings.DKIM_SELECTOR, settings.MAIL_DOMAIN = key, "pbem", "in.example.org"
    return settings


def letter(**more: Any) -> bytes:
    fields: dict[str, Any] = {
        "message_id": "<1@in.example.org>",
        "to": "anna@example.org",
        "sender_name": "The ford",
        "sender": "game-1@in.example.org",
        "subject": "[G1 T1] your orders, Ånna",
        "date": datetime(2026, 11, 22, tzinfo=UTC),
        "text": "MOVE Robert stay\n.a line with a point\n",
        "html": "<p>Grüße</p>",
        "headers": {
            "List-Unsubscribe": (
                "<https://pbem.example.org/unsubscribe/k7qd2m-9fm2hx4tr8wz0ab1>, <mailto:u@in.example.org>"
            ),
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    }
    return compose(Letter(**{**fields, **more}))


def verifies(mail: bytes, key: str, name: str = "pbem._domainkey.in.example.org.") -> bool:
    record = f"v=DKIM1; k=rsa; p={signing.public_key(key)}".encode()

    def txt(asked: bytes, timeout: int = 5) -> bytes | None:
        return record if asked.decode() == name else None

    try:
        return bool(dkim.DKIM(mail).verify(dnsfunc=txt))
    except dkim.DKIMException:
        return False


def test_a_signed_mail_verifies(signing_server: Any, key: str) -> None:
    assert verifies(signing.signed(letter()), key)


ODD = {
    "blanks and tabs": b"Subject:\ta  b \r\n\t c\r\n",
    "a name in capitals": b"SUBJECT: x\r\n",
    "no subject": b"",
    "bare line feeds": b"Subject: x\n",
    "a field twice": b"Subject: x\r\nReferences: <1@x>\r\nReferences: <2@x>\r\n",
}
BODIES = (
    b"",
    b"\r\n\r\n",
    b"a  b\t \r\n \r\n\r\n",
    b"no end",
    b"x\n\ny \n",
    b" \r\n",
    b"a\r\n \t \r\nb\x0b\x0c\r\n ",
)


@pytest.mark.parametrize("head", ODD)
@pytest.mark.parametrize("body", BODIES)
def test_odd_mails_verify_too(signing_server: Any, key: str, head: str, body: bytes) -> None:
    raw = b"From: a@in.example.org\r\nTo: b@x.org\r\n" + ODD[head] + b"\r\n" + body
    signed = signing.signed(raw)
    assert verifies(signed, key)
    assert max(map(len, signed.partition(b"From:")[0].split(b"\r\n"))) <= 78


def test_another_key_does_not(signing_server: Any) -> None:
    assert not verifies(signing.signed(letter()), pem(rsa.generate_private_key(65537, 2048)))


def test_signing_twice_gives_the_same_bytes(signing_server: Any) -> None:
    assert signing.signed(letter()) == signing.signed(letter())


def test_the_mail_below_the_signature_is_unchanged(signing_server: Any) -> None:
    assert signing.signed(letter()).endswith(letter())


@pytest.mark.parametrize(
    "name", ["From", "Subject", "Date", "To", "Message-ID", "List-Unsubscribe", "List-Unsubscribe-Post"]
)
def test_no_header_that_counts_can_be_changed(signing_server: Any, key: str, name: str) -> None:
    mail = message_from_bytes(signing.signed(letter()))
    assert verifies(mail.as_bytes().replace(b"\n", b"\r\n"), key)
    mail.replace_header(name, "something else")
    assert not verifies(mail.as_bytes().replace(b"\n", b"\r\n"), key)


@pytest.mark.parametrize("name", [b"From", b"Subject", b"Date", b"To"])
def test_none_can_be_added(signing_server: Any, key: str, name: bytes) -> None:
    assert not verifies(name + b": eve@example.org\r\n" + signing.signed(letter()), key)


def test_the_text_cannot_be_changed_or_lengthened(signing_server: Any, key: str) -> None:
    mail = signing.signed(letter())
    assert not verifies(mail.replace(b"Robert", b"Rupert"), key)
    assert not verifies(mail + b"more\r\n", key)
    assert b"; l=" not in mail


def test_a_server_without_a_key_signs_nothing(settings: Any) -> None:
    settings.DKIM_KEY = ""
    assert signing.signed(letter()) == letter()


def test_what_smtp_carries_still_verifies(signing_server: Any, key: str) -> None:
    """Points at the beginning of a line are doubled on the way and single again at its end."""
    carried = smtplib._quote_periods(signing.signed(letter()))  # type: ignore[attr-defined]
    assert verifies(carried.replace(b"\r\n..", b"\r\n."), key)


def test_a_key_may_lie_in_a_file(settings: Any, key: str, tmp_path: Path) -> None:
    (tmp_path / "dkim.pem").write_text(key)
    settings.DKIM_KEY = str(tmp_path / "dkim.pem")
    assert signing.bits(settings.DKIM_KEY) == 2048
    assert b"DKIM-Signature" in signing.signed(letter())


@pytest.mark.parametrize(
    ("setting", "why"),
    [
        ("/nowhere/dkim.pem", "cannot be read"),
        ("-----BEGIN nothing", "cannot be read"),
        (pem(ec.generate_private_key(ec.SECP256R1())), "no RSA key"),
    ],
)
def test_a_bad_key_is_named(settings: Any, setting: str, why: str) -> None:
    settings.DKIM_KEY = setting
    with pytest.raises(signing.BadKey, match=why):
        signing.signed(letter())

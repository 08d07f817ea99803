"""Hostile mails: refused or read, but never slowly and never with a crash."""

from __future__ import annotations

import pytest

from pbem.mail.limits import RAW_BYTES
from pbem.mail.reader import read
from tests.pbem.mail_kit import letter, looks_like_order, read_letter
from tests.stopwatch import stopwatch


def nested(kind: str, depth: int) -> bytes:
    body = b""
    for n in range(depth):
        body += f"Content-Type: multipart/{kind}; boundary=b{n}\n\n--b{n}\n".encode()
    return body + b"Content-Type: text/plain\n\nMOVE Drogo 0808\n"


REFUSED = {
    "a thousand nested multiparts": (nested("mixed", 1000), "too-deeply-nested"),
    "a thousand embedded messages": (b"Content-Type: message/rfc822\n\n" * 1000 + b"x", "too-deeply-nested"),
    "fifty thousand parts": (
        b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nx\n" * 30_000,
        "too-many-parts",
    ),
    "a boundary in pieces": (
        b"Content-Type: multipart/mixed; boundary*0=a; boundary*1=b\n\n--ab\n",
        "too-deeply-nested",
    ),
    "a subject of 400 KB": (b"Subject: " + b"x" * 400_000 + b"\n\nMOVE Drogo 0808", "headers-too-large"),
    "a subject of 20 KB": (b"Subject: " + b"x" * 20_000 + b"\n\nMOVE Drogo 0808", "header-too-long"),
    "a thousand recipients": (b"To: " + b"a@b.org, " * 800 + b"\n\nMOVE Drogo 0808", "too-many-addresses"),
    "five hundred headers": (b"X-A: b\n" * 500 + b"\nMOVE Drogo 0808", "too-many-headers"),
    "a content type of 100 KB": (
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain;"
        + b"\n a=b;" * 20_000
        + b"\n\nx\n",
        "header-too-long",
    ),
    "six megabytes": (b"\n" + b"x" * 6_000_000, "too-large"),
    "too large only with the line ends it travels with": (
        b"\n" + (b"x" * 68 + b"\r\n") * (RAW_BYTES // 70 + 1),
        "too-large",
    ),
    "two hundred thousand lines": (b"\n" * 200_000, "too-many-lines"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_could_hurt_the_parser_is_refused_before_it_is_parsed(what):
    raw, reason = REFUSED[what]
    with stopwatch() as took:
        found = read(b"From: anna@example.org\nMessage-ID: <a@b>\n" + raw, looks_like_order)
    assert found.refused == reason
    assert not found.act
    assert took.seconds < 1


TEXTS = {
    "bare line ends": b"\n" * 90_000,
    "on ... at ...": b"on at " * 170_000,
    "quote marks": b">" * 1_000_000,
    "a long quote": b"> MOVE Drogo 0808\n" * 50_000,
    "orders": b"MOVE Drogo 0808\n" * 60_000,
    "attributions": b"On 22 Nov 2026 16:02\n" * 45_000,
    "colons": b"a:\n" * 90_000,
    "header blocks": b"From: a@b.org\n" * 70_000,
    "armour": b"-----BEGIN PGP MESSAGE-----\n" * 30_000,
    "letters of another world": "é".encode() * 500_000,
    "no text at all": b"\xff\xfe\x00\x81" * 250_000,
}


@pytest.mark.parametrize("what", TEXTS)
def test_a_megabyte_of_noise_is_read_within_a_second(what):
    raw = letter(TEXTS[what])
    with stopwatch() as took:
        read(raw, looks_like_order)
    assert took.seconds < 1


@pytest.mark.parametrize(
    "tags", ["<div>", "<blockquote><b>", "<p>x", "<hr>", "<table><tr><td>", "<br>", "<i>x"], ids=str
)
def test_deep_and_wide_html_is_read_within_moments(tags):
    html = tags * (400_000 // len(tags)) + "<p>MOVE Drogo 0808</p>"
    with stopwatch() as took:
        read_letter(html, "Content-Type: text/html; charset=utf-8")
    assert took.seconds < 4


def test_the_text_of_deep_html_is_not_lost():
    found = read_letter("<div>" * 20_000 + "MOVE Drogo 0808", "Content-Type: text/html; charset=utf-8")
    assert found.orders == ("MOVE Drogo 0808",)


@pytest.mark.parametrize("charset", ["utf-7", "x-unknown", "utf-8\\0", "base64", "rot13", "idna", "'", ""])
def test_no_declared_charset_makes_the_reader_fall(charset):
    found = read_letter("MOVE Drogo 0808\n", f'Content-Type: text/plain; charset="{charset}"')
    assert found.orders == ("MOVE Drogo 0808",)


def test_utf_7_is_not_decoded():
    found = read_letter("MOVE Drogo 0808\n+AE0-OVE Drogo 0101\n", "Content-Type: text/plain; charset=utf-7")
    assert "MOVE Drogo 0101" not in found.orders

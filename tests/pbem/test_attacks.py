"""Attacks on whoever reads a mail, one by one, numbered as in the list of attacks on mail that every change
is tested against."""

from __future__ import annotations

import base64

import pytest

from games.gate.dry_mailbox import reading
from pbem.mail import limits
from pbem.mail.charset import normalise
from pbem.mail.child import read_safely
from pbem.mail.lines import LineClass
from pbem.mail.reader import read
from tests.pbem.mail_kit import OWN, letter, looks_like_order, read_letter
from tests.pbem.replies import head, multipart, part
from tests.stopwatch import stopwatch

ORDER = "MOVE Drogo 0808"
STOLEN = "MOVE Robert 0101"


def mixed(*parts: bytes, kind: str = "mixed"):
    return read(head() + multipart(kind, part("text/plain", f"{ORDER}\n"), *parts), looks_like_order, OWN)


# who wrote it


@pytest.mark.parametrize(
    "froms",
    [
        ("From: a@example.org", "From: b@example.org"),
        ("From: a@example.org, b@example.org",),
        ('From: "a" <a@example.org>, <b@example.org>',),
        ("From: Friends: a@example.org, b@example.org;",),
    ],
)
def test_several_senders_are_none(froms):  # attack 4
    found = read("\n".join(froms).encode() + b"\n\n" + ORDER.encode(), looks_like_order)
    assert found.headers.sender == ""
    assert found.headers.sender_fault in ("several-senders", "malformed-sender")
    assert not found.answer


@pytest.mark.parametrize(
    "sender",
    [
        "<anna@example.org>boris@evil.example",
        "anna@example.org <boris@evil.example>",
        "<anna@example.org> <boris@evil.example>",
        "anna@example.org boris@evil.example",
        "=?utf-8?q?anna=40example.org?=",
        "@evil.example:anna@example.org",
        "anna@example.org@evil.example",
        "anna(@evil.example",
    ],
)
def test_a_sender_that_could_be_read_in_two_ways_is_none(sender):  # attack 5
    found = read_letter(ORDER, f"From: {sender}")
    assert found.headers.sender in ("", "boris@evil.example")
    assert found.headers.sender != "anna@example.org"


def test_a_display_name_is_no_address():  # attack 5
    found = read_letter(ORDER, 'From: "anna@example.org" <boris@evil.example>')
    assert found.headers.sender == "boris@evil.example"


def test_what_other_services_send_to_our_address_is_neither_carried_out_nor_answered():  # attack 37
    found = read_letter(
        f"Confirm that you own @in.example.org: https://evil.example/1\n{ORDER}",
        "From: no-reply@tickets.example",
    )
    assert not found.act
    assert not found.answer


# what it holds


def test_a_rivals_report_forwarded_to_me_commands_nothing():  # attack 12
    text = (
        "---------- Forwarded message ---------\nFrom: Boris <b@example.org>\nDate: x\nSubject: y\n\n"
        f"{STOLEN}\n"
    )
    assert read_letter(text).orders == ()
    assert mixed(b"Content-Type: message/rfc822\n\n" + letter(STOLEN)).orders == (ORDER,)


@pytest.mark.parametrize(
    "markup",
    [
        f'<div style="display:none">{STOLEN}</div>',
        f'<div style="DISPLAY : NONE !important">{STOLEN}</div>',
        f'<div style="font-size:0">{STOLEN}</div>',
        f'<div style="max-height:0px;overflow:hidden">{STOLEN}</div>',
        f'<div style="visibility:hidden">{STOLEN}</div>',
        f'<div style="mso-hide:all">{STOLEN}</div>',
        f'<div style="opacity:0.0">{STOLEN}</div>',
        f'<p style="text-indent:-9999px">{STOLEN}</p>',
        f'<font color="#FFFFFF">{STOLEN}</font>',
        f'<span style="color:white">{STOLEN}</span>',
        f"<div hidden>{STOLEN}</div>",
        f"<!-- {STOLEN} -->",
        f"<title>{STOLEN}</title>",
        f"<template>{STOLEN}</template>",
        f'<img alt="{STOLEN}">',
        f'<input value="{STOLEN}">',
        f"<textarea>{STOLEN}</textarea>",
        f"<select><option>{STOLEN}</option></select>",
        f"<noscript>{STOLEN}</noscript>",
    ],
)
def test_what_nobody_sees_is_no_order(markup):  # attack 13
    found = read_letter(f"<p>{ORDER}</p>{markup}", "Content-Type: text/html")
    assert found.orders == (ORDER,)


def test_light_letters_on_a_dark_ground_are_read():
    markup = f'<div style="background-color:#000;color:#fff">{ORDER}</div>'
    assert read_letter(markup, "Content-Type: text/html").orders == (ORDER,)


def test_of_plain_text_and_html_neither_says_more_than_the_other():  # attack 14
    html = part("text/html", f"<p>{STOLEN}</p>")
    found = mixed(html, kind="alternative")
    assert found.orders == ()
    assert found.of(LineClass.ASIDE) == (ORDER, STOLEN)
    found = read(head() + multipart("alternative", part("text/plain", "Hello.\n"), html), looks_like_order)
    assert found.orders == ()
    assert found.of(LineClass.ASIDE) == (STOLEN,)
    found = read(head() + multipart("alternative", part("text/plain", "\n"), html), looks_like_order)
    assert found.orders == (STOLEN,)
    assert "html-used" in found.warnings


@pytest.mark.parametrize(
    "kind",
    ["message/rfc822", "message/delivery-status", "message/external-body", "text/calendar", "text/vcard",
     "text/csv", "application/pdf", "application/zip", "application/gzip", "application/octet-stream",
     "image/svg+xml",
     "multipart/report; boundary=x", "multipart/digest; boundary=x", "text/rfc822-headers",
     "text/x-amp-html"],
)  # fmt: skip
def test_orders_in_whatever_is_attached_are_inert(kind):  # attacks 15 and 22
    data = f"--x\nContent-Type: text/plain\n\n{STOLEN}\n--x--\n" if "boundary" in kind else f"{STOLEN}\n"
    found = mixed(part(kind, data, "utf-8", "7bit", "Content-Disposition: attachment; filename=x"))
    assert found.orders == (ORDER,)
    inline = mixed(part(kind, data, "utf-8", "7bit"))
    assert inline.orders == (ORDER,)
    assert "attachment-ignored" in found.warnings
    assert "attachment-ignored" in inline.warnings


@pytest.mark.parametrize(
    "name", ["orders.zip", "orders.txt.exe", "../orders.txt", "orders/x.txt", "my-orders.txt"]
)
def test_only_a_file_named_orders_is_opened(name):  # attack 22
    attachment = part(
        "text/plain", STOLEN, "utf-8", "base64", f'Content-Disposition: attachment; filename="{name}"'
    )
    raw = head() + multipart("mixed", part("text/plain", "See the file.\n"), attachment)
    assert read(raw, looks_like_order).orders == ()


@pytest.mark.parametrize("field", ["Subject", "From"])
@pytest.mark.parametrize(
    "value", ["=?utf-8?q?a=0D=0ABcc:_v@example.org?=", "=?utf-8?b?YQpCY2M6IHY=?=", "a\u2028Bcc: v",
              "a\x0bBcc: v", "a\x85Bcc: v"]
)  # fmt: skip
def test_no_value_of_a_header_holds_a_line_end(field, value):  # attack 16
    found = read_letter(ORDER, f"{field}: {value} <anna@example.org>")
    for text in (found.headers.subject, found.headers.sender_name, found.headers.sender):
        assert text.isprintable()


@pytest.mark.parametrize(
    "nasty", ["\0", "\u202e", "\u200b", "\u2066", "\ufeff", "\x1b", "\x07", "\u00ad", "\U000e0041", "\ue000",
              "\ufffe"]
)  # fmt: skip
def test_what_cannot_be_seen_is_gone_from_orders(nasty):  # attack 17
    found = read_letter(f"MO{nasty}VE Drogo {nasty}0808\n".encode("utf-8", "surrogatepass"))
    assert found.orders == (ORDER,)
    found.text.encode()


def test_lone_surrogates_never_come_through():  # attack 17
    found = read_letter(b"MOVE Drogo 0808\n\xed\xa0\x80 MOVE Robert 0101\n")
    found.text.encode()
    html = read_letter("<p>MOVE Drogo 0808 &#xd800;</p>", "Content-Type: text/html")
    html.text.encode()


# what it is made of


def test_too_much_of_anything_is_refused_before_it_is_parsed():  # attacks 18, 19, 20 and 21
    nested = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(100_000)
    )
    cases = {
        "too-deeply-nested": (nested, b"Content-Type: message/rfc822\n\n" * 1000),
        "too-many-parts": (b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\nx\n" * 20_000,),
        "headers-too-large": (b"Subject: " + b"x" * 400_000,),
        "header-too-long": (b"Subject: " + b"=?utf-8?q?a?= " * 3000,),
        "too-many-addresses": (b"To: " + b"a@b.c," * 1000,),
        "too-large": (b"\n" + b"TU9WRSBEcm9nbyAwODA4\n" * 300_000,),
    }
    for reason, raws in cases.items():
        for raw in raws:
            with stopwatch() as took:
                found = read(b"From: anna@example.org\n" + raw + b"\n", looks_like_order)
            assert found.refused in (reason, "too-large", "too-many-lines"), reason
            assert took.seconds < 0.5


def test_five_thousand_brackets_in_from_cost_nothing():  # attack 20
    with stopwatch() as took:
        found = read_letter(ORDER, "From: " + "(" * 5000)
    assert found.headers.sender == ""
    assert took.seconds < 0.05


@pytest.mark.parametrize(
    "charset",
    ["utf-7", "x-none", "utf-8\\0", "idna", "punycode", "unicode-escape", "rot13", "zip", "big5", "utf-16",
     "utf-32", "",
     "us-ascii", "koi8-r", "cp037", "mbcs", "undefined"],
)  # fmt: skip
def test_no_name_of_a_charset_does_harm(charset):  # attack 23
    found = read_letter(ORDER, f'Content-Type: text/plain; charset="{charset}"')
    assert not found.refused
    hidden = read_letter("+AE0-OVE Robert 0101", f'Content-Type: text/plain; charset="{charset}"')
    assert STOLEN not in hidden.orders


def test_utf_16_without_a_mark_is_read_or_left_alone():  # attack 23
    for codec in ("utf-16-le", "utf-16-be"):
        data = base64.encodebytes(ORDER.encode(codec))
        found = read_letter(
            data, "Content-Type: text/plain; charset=utf-16", "Content-Transfer-Encoding: base64"
        )
        assert found.orders in ((ORDER,), ())


@pytest.mark.parametrize(
    ("encoding", "data"),
    [
        ("quoted-printable", b"MOVE Drogo 08=\n08\n=ZZ =\n"),
        ("base64", b"TU9WRSBEcm9nbyAwODA4Cg==\n!!!! ====\n"),
        ("base64", b"T\x00U9W RSBEcm9\nnbyAwODA4Cg"),
        ("x-nothing", b"MOVE Drogo 0808\n"),
    ],
)
def test_damage_is_read_as_well_as_may_be(encoding, data):  # attack 24
    found = read_letter(data, f"Content-Transfer-Encoding: {encoding}")
    assert found.orders == (ORDER,)


def test_a_missing_last_boundary_is_told_of():  # attack 24
    raw = head() + multipart("mixed", part("text/plain", f"{ORDER}\n")).rpartition(b"--=_part_7--")[0]
    found = read(raw, looks_like_order)
    assert found.orders == (ORDER,)


@pytest.mark.parametrize(
    "markup",
    [
        f"<script>document.write('{STOLEN}')</script>",
        f"<svg><text>{STOLEN}</text></svg>",
        f"<math><mtext>{STOLEN}</mtext></math>",
        f'<a href="javascript:{STOLEN}">x</a>',
        f'<div style="background:url(https://evil.example/{STOLEN})">x</div>',
        f'<meta http-equiv="refresh" content="0;url=https://evil.example/{STOLEN}">',
        f'<iframe srcdoc="{STOLEN}">{STOLEN}</iframe>',
        f"<object>{STOLEN}</object>",
        f"<style>p::before {{ content: '{STOLEN}' }}</style>",
    ],
)
def test_of_html_only_the_text_is_used(markup):  # attack 26
    found = read_letter(f"<p>{ORDER}</p>{markup}", "Content-Type: text/html")
    assert found.orders == (ORDER,)
    assert "evil.example" not in found.text


def test_twenty_thousand_nested_elements_are_read():  # attack 26
    found = read_letter("<div>" * 20_000 + ORDER, "Content-Type: text/html")
    assert found.orders == (ORDER,)


def test_whatever_goes_wrong_in_reading_is_an_outcome_and_no_exception():  # attack 31
    found = read_safely(letter(ORDER), "tests.pbem.hostile:raises", OWN)
    assert found.refused == "reader-killed"
    for raw in (
        b"",
        b"\0",
        b"\n" * 9,
        b"From",
        b"From: \xff\nContent-Type: \xff; boundary=\xff\n\n--\xff",
        bytes(range(256)),
    ):
        assert reading(raw).reason


def test_letters_that_only_look_alike_stay_what_they_are():  # attack 44
    assert read_letter("MOVE R\u043ebert 0101").orders == ("MOVE R\u043ebert 0101",)
    assert normalise("\u2460\u00aa\ufb01") == "\u2460\u00aa\ufb01"  # no compatibility folding of names
    assert read_letter("MOVE Drogo \uff10\uff18\uff10\uff18").orders == (ORDER,)


def test_a_mail_of_the_greatest_size_is_read_with_little_memory():  # attack 21
    raw = letter(b"x" * (limits.RAW_BYTES - 1000) + b"\n")
    assert read_safely(raw, "games.answers.order_words:looks_like_order").refused == ""

"""Who a mail is from: one address, the same however it is written, and never somebody else's."""

from __future__ import annotations

import pytest

from pbem.mail.authentication import Sources, Verdict, authenticate
from pbem.mail.headers import normal_address
from pbem.mail.reader import read
from tests.pbem.mail_kit import OWN, looks_like_order, read_letter

ANNA = "anna@example.org"


@pytest.mark.parametrize(
    "written",
    ['"Dr." Anna <anna@example.org>', 'Anna "the Great" Comnena <anna@example.org>',
     '"Anna" "Comnena" <anna@example.org>', "Anna (at home) <anna@example.org>", "<anna@example.org> (Anna)",
     "Comnena, Anna <anna@example.org>", "Anna\t<anna@example.org>", "ANNA@EXAMPLE.ORG",
     "'anna@example.org' <anna@example.org>", "Anna [home] <Anna@example.org>",
     '"a \\" quote" <anna@example.org>', "Anna\n <anna@example.org>",
     "=?utf-8?q?Anna=2C_Boris?= <anna@example.org>",
     '"anna@example.org, boris@example.org" <anna@example.org>'],
)  # fmt: skip
def test_a_name_of_any_form_leaves_the_address_alone(written):
    headers = read_letter("x", f"From: {written}").headers
    assert (headers.sender, headers.sender_fault) == (ANNA, "")


@pytest.mark.parametrize(
    "written",
    ["Anna <anna@example.org>,", "anna@example.org,", "Friends: anna@example.org;",
     "Friends:Anna <anna@example.org>;",
     "boris@example.org, Anna <anna@example.org>", "boris@example.org Anna <anna@example.org>",
     '"x" boris@example.org <anna@example.org>', "<@relay.example:anna@example.org>",
     "Anna <anna@example.org> boris", "anna@example.org>", "<anna@example.org", "anna @example.org",
     '"anna"@example.org', "anna@[127.0.0.1]",
     "anna\uff20example.org", "undisclosed-recipients:;", "anna@example..org", "@example.org", "anna@"],
)  # fmt: skip
def test_what_is_no_single_address_is_none(written):
    headers = read_letter("x", f"From: {written}").headers
    assert headers.sender == ""
    assert headers.sender_fault


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ni\u212aos@example.org", "nikos@example.org"),  # the sign for kelvin
        ("d\u0131ana@example.org", "diana@example.org"),  # an i without its dot
        ("\u0130da@example.org", "ida@example.org"),
        ("anna@stra\u00dfe.example", "anna@strasse.example"),
        ("anna@\u03b2\u03cc\u03bb\u03bf\u03c2.example", "anna@\u03b2\u03cc\u03bb\u03bf\u03c3.example"),
        ("\u0430nna@example.org", "anna@example.org"),
        ("anna@ex\u0430mple.org", "anna@example.org"),
        ("\uff41nna@example.org", "anna@example.org"),
        ("anna\u200b@example.org", "anna@example.org"),
        ("anna+games@example.org", "anna@example.org"),
        ("an.na@example.org", "anna@example.org"),
    ],
)
def test_addresses_that_nearly_are_the_same_are_two(one, other):
    assert normal_address(one) != normal_address(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("anna@B\u00dcCHER.example", "anna@xn--bcher-kva.EXAMPLE"),
        ("J\u00d6RG@example.org", "jo\u0308rg@example.org"),
        ("anna@bu\u0308cher.example", "anna@b\u00fccher.example"),
        ("anna@example\u3002org", "anna@example.org"),
        ("anna@a_b.example.org", "anna@A_B.example.org"),
    ],
)
def test_and_one_written_in_two_ways_is_one(one, other):
    assert normal_address(one) == normal_address(other) != ""


@pytest.mark.parametrize(
    "nothing",
    ["", "anna", "@", "a@", "@b", "a@" + "b" * 64 + ".org", "a@b..c", "a@\u2603\u200b.", "a@-\u00fc-."],
)
def test_no_text_makes_the_comparison_fall(nothing):
    assert normal_address(nothing) == ""


# what a mail server saw, and what we see


@pytest.mark.parametrize("trick", ["\r", "\r\r", "\r ", "\v", "\f", "\x1c", "\u0085", "\u2028"], ids=ascii)
def test_no_header_begins_where_the_mail_server_saw_none(trick):
    """Else it would vouch for evil.example, and we take that for a word on example.org."""
    raw = f"X-Note: a{trick}From: {ANNA}\r\nFrom: eve@evil.example\r\nTo: x@y.org\r\n\r\nMOVE Drogo 0808\r\n"
    assert read(raw.encode(), looks_like_order, OWN).headers.sender == "eve@evil.example"
    raw = (
        f"X-Note: a{trick}From: {ANNA}{trick}{trick}MOVE Robert 0101\r\nFrom: eve@evil.example\r\n\r\n"
        "MOVE Drogo 0808\r\n"
    )
    found = read(raw.encode(), looks_like_order, OWN)
    assert (found.headers.sender, found.orders) == ("eve@evil.example", ("MOVE Drogo 0808",))


def test_a_mail_with_doubled_line_ends_is_read():
    raw = (
        f"From: {ANNA}\r\nTo: x@y.org\r\nContent-Type: text/plain\r\n\r\nMOVE Drogo 0808\r\n"
        "MOVE Robert 0101\r\n"
    )
    found = read(raw.replace("\r\n", "\r\r\n").encode(), looks_like_order, OWN)
    assert found.headers.sender == ANNA
    assert found.orders == ("MOVE Drogo 0808", "MOVE Robert 0101")


@pytest.mark.parametrize(
    ("stamp", "verdict"),
    [
        ("dmarc=pass header.from=example.org", Verdict.PASS),
        ("dmarc=pass header.from=EXAMPLE.org.", Verdict.PASS),
        ("dmarc=pass (p=reject dis=none) header.from=example.org", Verdict.PASS),
        ("dmarc=pass", Verdict.PASS),
        ("dmarc=pass header.from=evil.example", Verdict.NONE),
        ("dmarc=pass header.from=example.org.evil.example", Verdict.NONE),
        ("dmarc=pass header.from=evil.example; dmarc=fail header.from=example.org", Verdict.FAIL),
        ("dkim=pass header.d=evil.example; dmarc=pass header.from=evil.example", Verdict.NONE),
        ("dkim=pass header.i=anna@example.org", Verdict.PASS),
        ("spf=pass smtp.mailfrom=anna@example.org", Verdict.NONE),
    ],
)
def test_a_verdict_counts_for_the_domain_that_it_names(stamp, verdict):
    raw = f"Authentication-Results: mx.example.net; {stamp}\nFrom: {ANNA}\n\nMOVE Drogo 0808\n".encode()
    assert authenticate(raw, ANNA, Sources(authserv_id="mx.example.net")).verdict is verdict


@pytest.mark.parametrize(
    "stamp",
    ["mx.example.net.evil.example; dmarc=pass", "evil.example; mx.example.net; dmarc=pass",
     "(mx.example.net) evil; dmarc=pass",
     '"mx.example.net" x; dmarc=pass', "dmarc=pass; mx.example.net",
     "=?utf-8?q?mx.example.net?=; dmarc=pass"],
)  # fmt: skip
def test_a_stamp_of_anybody_else_counts_for_nothing(stamp):
    for name in ("Authentication-Results", "ARC-Authentication-Results", "X-Authentication-Results"):
        raw = f"{name}: {stamp}\nFrom: {ANNA}\n\nMOVE Drogo 0808\n".encode()
        assert authenticate(raw, ANNA, Sources(authserv_id="mx.example.net")).verdict is Verdict.NONE

"""Whose word counts on who wrote a mail: provider, own mail exchanger, own check; nobody else's."""

from __future__ import annotations

import dkim
import pytest
from dns.exception import Timeout

from pbem.mail.authentication import NOBODY_ASKED, Authentication, Sources, Verdict, authenticate, is_aligned
from tests.pbem.signing_keys import PRIVATE_768, PRIVATE_2048, PUBLIC_768, PUBLIC_2048

SENDER = "anna@players.example.org"
BODY = b"MOVE Drogo stay\r\n"
HEADERS = (
    b"From: Anna <anna@players.example.org>\r\nTo: orders@in.example.org\r\nSubject: orders\r\n"
    b"Date: Sun, 22 Nov 2026 18:00:00 +0100\r\nMessage-ID: <1@players.example.org>\r\n"
)
MAIL = HEADERS + b"\r\n" + BODY
EXCHANGER = Sources(authserv_id="mx.example.org")
CHECK = Sources(check=True)


def stamped(*results: str, below: bytes = b"") -> bytes:
    stamps = "".join(f"Authentication-Results: {result}\r\n" for result in results)
    return stamps.encode() + b"Received: from x by mx.example.org\r\n" + below + MAIL


def verdict(raw: bytes, sources: Sources, lookup=None, sender: str = SENDER) -> str:
    return authenticate(raw, sender, sources, lookup).verdict.value


# the provider


@pytest.mark.parametrize(
    ("told", "wanted"),
    [
        ({"by": "postmark", "dmarc": "pass"}, "pass"),
        ({"by": "postmark", "dmarc": "FAIL"}, "fail"),
        ({"by": "postmark", "dmarc": "fail", "dkim": {"players.example.org": "pass"}}, "fail"),
        ({"by": "sendgrid", "dkim": "pass", "dkim_domain": "players.example.org"}, "pass"),
        ({"by": "sendgrid", "dkim": "pass", "dkim_domain": "mail.example.org"}, "pass"),
        ({"by": "sendgrid", "dkim": {"evil.example.com": "pass"}}, "none"),
        ({"by": "mandrill", "dkim": "pass"}, "none"),  # by whom, nobody knows
        ({"by": "mandrill", "spf": "pass"}, "none"),
        ({"by": "ses", "dmarc": "temperror"}, "none"),
        ({"by": "ses", "dmarc": None, "dkim": 7}, "none"),
        ({}, "none"),
    ],
    ids=str,
)
def test_the_providers_verdict(told, wanted):
    assert verdict(MAIL, Sources(told=told)) == wanted


def test_a_verdict_says_by_whom_it_is_and_what_it_rests_on():
    said = authenticate(MAIL, SENDER, Sources(told={"by": "postmark", "dmarc": "pass"}))
    assert said == Authentication(Verdict.PASS, "postmark", "dmarc=pass")
    assert authenticate(MAIL, SENDER, Sources()) == NOBODY_ASKED


# our mail exchanger


@pytest.mark.parametrize(
    ("results", "wanted"),
    [
        (("mx.example.org; dmarc=pass header.from=players.example.org",), "pass"),
        (("MX.Example.org 1; dmarc=pass (p=reject) header.from=players.example.org",), "pass"),
        (("mx.example.org; spf=pass; dkim=none; dmarc=fail header.from=players.example.org",), "fail"),
        (("mx.example.org; dkim=pass header.d=players.example.org",), "pass"),
        (("mx.example.org; dkim=pass header.i=@example.org",), "pass"),
        (("mx.example.org; dkim=pass header.d=evil.example.com",), "none"),
        (("mx.example.org; dkim=fail header.d=players.example.org",), "none"),
        (("mx.example.org; none",), "none"),
        (("mx.example.org; dmarc=none", "mx.example.org; dkim=pass header.d=example.org"), "pass"),
        (("mx.example.org; dmarc=fail", "mx.example.org; dmarc=pass"), "fail"),
        (("mx.example.org.evil.example.com; dmarc=pass",), "none"),
        (("mx.example.org",), "none"),
        (("mx.example.org; ((((;;; dmarc=",), "none"),
        (("",), "none"),
        ((), "none"),
    ],
    ids=str,
)
def test_what_our_exchanger_stamped(results, wanted):
    assert verdict(stamped(*results), EXCHANGER) == wanted


# attack 3
@pytest.mark.parametrize(
    "raw",
    [
        b"Authentication-Results: mail.evil.example.com; dmarc=pass header.from=players.example.org\r\n"
        + MAIL,
        stamped(
            "mx.example.org; dmarc=fail", below=b"Authentication-Results: mx.example.org; dmarc=pass\r\n"
        ),
        stamped("mx.example.org; spf=fail", below=b"Authentication-Results: mx.example.org; dmarc=pass\r\n"),
        b"X-Authentication-Results: mx.example.org; dmarc=pass\r\n" + MAIL,
        b"ARC-Authentication-Results: i=1; mx.example.org; dmarc=pass\r\n" + MAIL,
        MAIL + b"Authentication-Results: mx.example.org; dmarc=pass\r\n",
    ],
    ids=[
        "another server",
        "below a failure",
        "below our own",
        "a name like it",
        "a forwarder's",
        "in the text",
    ],
)
def test_what_the_sender_stamped_himself_is_worth_nothing(raw):
    assert verdict(raw, EXCHANGER) in ("none", "fail")


def test_without_an_exchanger_of_ours_no_stamp_counts():
    assert verdict(stamped("mx.example.org; dmarc=pass"), Sources()) == "none"


# our own check


def records(policy: str = "", key: str = PUBLIC_2048):
    """The DNS of the world, with names that are asked for."""
    zone = {
        "key._domainkey.players.example.org": f"v=DKIM1; k=rsa; p={key}",
        "key._domainkey.evil.example.com": f"v=DKIM1; k=rsa; p={key}",
        "_dmarc.players.example.org": f"v=DMARC1; p={policy}" if policy else "",
    }

    def lookup(name: str) -> str:
        return zone.get(name, "")

    return lookup


def signed(
    raw: bytes = MAIL, domain: bytes = b"players.example.org", key: bytes = PRIVATE_2048, **how
) -> bytes:
    return dkim.sign(raw, b"key", domain, key, **how) + raw


def test_a_signature_of_the_senders_domain_passes():
    assert verdict(signed(), CHECK, records()) == "pass"
    assert verdict(signed(), CHECK, records("reject")) == "pass"
    assert verdict(signed(signed(domain=b"evil.example.com")), CHECK, records()) == "pass"


def test_no_signature_fails_only_where_the_domain_signs_all():
    assert verdict(MAIL, CHECK, records()) == "none"
    assert verdict(MAIL, CHECK, records("none")) == "none"
    assert verdict(MAIL, CHECK, records("quarantine")) == "fail"
    assert verdict(MAIL, CHECK, records("reject")) == "fail"


def test_a_signature_of_another_domain_proves_nothing():
    assert verdict(signed(domain=b"evil.example.com"), CHECK, records()) == "none"


def test_what_was_changed_on_the_way_is_not_what_was_signed():
    assert verdict(signed().replace(b"Drogo", b"Hugo"), CHECK, records()) == "none"
    assert verdict(signed().replace(b"Subject: orders", b"Subject: others"), CHECK, records()) == "none"


# attack 6
def test_a_signature_over_part_of_the_text_is_none():
    whole = signed(length=True)
    assert dkim.verify(whole, dnsfunc=lambda name, timeout=5: records()(name.decode().rstrip(".")).encode())
    assert verdict(whole, CHECK, records()) == "none"
    assert verdict(whole + b"CLEAR ALL\r\n", CHECK, records("reject")) == "fail"


@pytest.mark.parametrize("left_out", [b"subject", b"date"])
def test_a_signature_that_leaves_out_a_header_is_none(left_out):
    fields = [name for name in (b"from", b"to", b"subject", b"date", b"message-id") if name != left_out]
    assert verdict(signed(include_headers=fields), CHECK, records()) == "none"


def test_weak_signatures_are_none():
    assert verdict(signed(signature_algorithm=b"rsa-sha1"), CHECK, records()) == "none"
    assert verdict(signed(key=PRIVATE_768), CHECK, records(key=PUBLIC_768)) == "none"


def test_a_silent_dns_decides_nothing():
    def lookup(name: str) -> str:
        raise Timeout

    assert authenticate(signed(), SENDER, CHECK, lookup).because == "temperror Timeout"
    assert verdict(signed(), CHECK, lookup) == "none"


@pytest.mark.parametrize(
    "raw",
    [b"", b"\0", b"DKIM-Signature: \r\n" + MAIL, b"DKIM-Signature: v=1; a=x; b=; d=; h=; s=; bh=\r\n" + MAIL,
     b"DKIM-Signature: v=1\r\n" * 100 + MAIL, b"(" * 5000, signed()[:200]],
    ids=range(7),
)  # fmt: skip
def test_no_bytes_make_the_check_fall(raw):
    assert verdict(raw, CHECK, records()) == "none"
    assert verdict(raw, CHECK, lambda name: "v=DMARC1; p=;;==\0") == "none"


def test_the_next_source_is_asked_where_one_has_no_verdict():
    everything = Sources(told={"by": "mailgun", "spf": "pass"}, authserv_id="mx.example.org", check=True)
    assert authenticate(signed(), SENDER, everything, records()).by == "own check"
    trusted = stamped("mx.example.org; dmarc=fail")
    assert authenticate(trusted, SENDER, everything, records()).by == "mx.example.org"


@pytest.mark.parametrize(
    ("one", "other", "aligned"),
    [
        ("example.org", "mail.example.org", True),
        ("a.example.co.uk", "b.example.co.uk", True),
        ("one.co.uk", "other.co.uk", False),
        ("co.uk", "one.co.uk", False),
        ("org", "example.org", False),
        ("", "example.org", False),
        ("example.org.evil.com", "example.org", False),
    ],
)
def test_alignment_ends_at_public_suffixes(one, other, aligned):
    assert is_aligned(one, other) is is_aligned(other, one) is aligned

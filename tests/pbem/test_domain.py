"""What mailcheck says of a domain: nothing where all is right, and exactly what is wrong where it is not."""

from __future__ import annotations

import pytest

from pbem.domain.check import check, in_pieces
from pbem.domain.findings import Line, Mark
from pbem.domain.setup import Setup
from tests.pbem.zone import ADDRESS, DOMAIN, Zone

KEY = "MIIBIjANBg"
OWN = Setup(DOMAIN, addresses=(ADDRESS,), selector="pbem", public_key=KEY, bits=2048)
KEY_RECORD = (f"pbem._domainkey.{DOMAIN}", "TXT", [f"v=DKIM1; k=rsa; p={KEY}"])
BY_POSTMARK = Setup(DOMAIN, provider="postmark")


def wrong(lines: list[Line]) -> list[str]:
    return [line.topic for line in lines if line.mark is Mark.MEND]


def test_a_domain_that_is_right() -> None:
    lines = check(OWN, Zone(KEY_RECORD))
    assert [line.topic for line in lines] == ["MX", "SPF", "DKIM", "DMARC", "PTR"]
    assert {line.mark for line in lines} == {Mark.OK}


CASES = [
    ("no MX", (DOMAIN, "MX", []), "MX", "MX 10"),
    (
        "an MX without address",
        (DOMAIN, "MX", ["10 gone.example.org"]),
        "MX",
        "AAAA record for gone.example.org",
    ),
    ("an MX that is an alias", ("mx.example.org", "CNAME", ["other.example.org"]), "MX", "the host itself"),
    ("no SPF", (DOMAIN, "TXT", []), "SPF", f'"v=spf1 ip4:{ADDRESS} ~all"'),
    ("two SPF", (DOMAIN, "TXT", ["v=spf1 a -all", "v=spf1 mx -all"]), "SPF", "keep one"),
    ("SPF for others", (DOMAIN, "TXT", ["v=spf1 ip4:198.51.100.1 -all"]), "SPF", f"ip4:{ADDRESS}"),
    ("SPF for everybody", (DOMAIN, "TXT", ["v=spf1 +all"]), "SPF", "~all or -all"),
    ("SPF that is broken", (DOMAIN, "TXT", ["v=spf1 ipv4:1.2.3.4 -all"]), "SPF", f"ip4:{ADDRESS}"),
    ("no key", (*KEY_RECORD[:2], []), "DKIM", f"p={KEY}"),
    ("another key", (*KEY_RECORD[:2], ["v=DKIM1; p=MIIother"]), "DKIM", f"p={KEY}"),
    ("a key that is revoked", (*KEY_RECORD[:2], ["v=DKIM1; p="]), "DKIM", "new PBEM_DKIM_SELECTOR"),
    ("no DMARC", ("_dmarc.example.org", "TXT", []), "DMARC", "v=DMARC1; p=quarantine"),
    ("DMARC twice", ("_dmarc.example.org", "TXT", ["v=DMARC1; p=none"] * 2), "DMARC", "keep one"),
    ("DMARC without policy", ("_dmarc.example.org", "TXT", ["v=DMARC1; rua=x"]), "DMARC", "p=quarantine"),
    ("no PTR", ("5.113.0.203.in-addr.arpa", "PTR", []), "PTR", f"a host of {DOMAIN}"),
    ("a PTR that does not lead back", ("5.113.0.203.in-addr.arpa", "PTR", ["a.example.net"]), "PTR", ADDRESS),
]


@pytest.mark.parametrize(("change", "topic", "do"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
def test_one_thing_wrong_is_one_thing_to_mend(
    change: tuple[str, str, list[str]], topic: str, do: str
) -> None:
    lines = check(OWN, Zone(KEY_RECORD, change))
    assert set(wrong(lines)) == {topic}
    assert any(do in line.do for line in lines if line.mark is Mark.MEND)


def test_name_servers_that_do_not_answer_are_no_verdict_on_the_records() -> None:
    lines = check(OWN, Zone(KEY_RECORD, silent="_dmarc.in.example.org"))
    assert [(line.topic, line.do) for line in lines if line.mark is Mark.MEND] == [
        ("DMARC", "try again in a while")
    ]


def test_a_server_that_signs_nothing_is_told_how() -> None:
    [line] = [x for x in check(Setup(DOMAIN, addresses=(ADDRESS,)), Zone()) if x.mark is Mark.MEND]
    assert line.topic == "DKIM" and "dkimkey" in line.do


def test_a_key_that_cannot_be_read_is_named() -> None:
    here = Setup(DOMAIN, addresses=(ADDRESS,), key_fault="PBEM_DKIM_KEY cannot be read: no such file")
    assert "no such file" in next(line.found for line in check(here, Zone()) if line.topic == "DKIM")


def test_a_weak_key_is_a_note_and_so_is_a_lax_policy() -> None:
    weak = Setup(DOMAIN, addresses=(ADDRESS,), selector="pbem", public_key=KEY, bits=1024)
    lax = ("_dmarc.example.org", "TXT", ["v=DMARC1; p=none"])
    lines = check(weak, Zone(KEY_RECORD, lax))
    assert wrong(lines) == []
    assert [line.topic for line in lines if line.mark is Mark.NOTE] == ["DKIM", "DMARC"]


def test_the_policy_for_subdomains_is_the_one_that_counts() -> None:
    strict = ("_dmarc.example.org", "TXT", ["v=DMARC1; p=none; sp=reject"])
    [line] = [x for x in check(OWN, Zone(KEY_RECORD, strict)) if x.topic == "DMARC"]
    assert line.mark is Mark.OK and "reject" in line.found


class TestThroughAProvider:
    def test_what_to_publish_is_named(self) -> None:
        lines = check(BY_POSTMARK, Zone((DOMAIN, "TXT", [])))
        assert wrong(lines) == []  # a provider may send with an envelope of its own
        assert any("include:spf.mtasv.net" in line.do for line in lines if line.topic == "SPF")
        assert any("Postmark shows" in line.do for line in lines if line.topic == "DKIM")
        assert "PTR" not in {line.topic for line in lines}

    def test_records_that_are_right(self) -> None:
        zone = Zone(
            (DOMAIN, "TXT", ["v=spf1 include:spf.mtasv.net ~all"]),
            ("spf.mtasv.net", "TXT", ["v=spf1 ip4:198.51.100.0/24 ~all"]),
            (f"pm._domainkey.{DOMAIN}", "TXT", ["k=rsa;p=MIGf"]),
        )
        lines = check(BY_POSTMARK, zone)
        assert {line.mark for line in lines} == {Mark.OK}

    def test_a_selector_that_was_named_must_be_there(self) -> None:
        here = Setup(DOMAIN, provider="postmark", selector="2026pm")
        assert wrong(check(here, Zone())) == ["DKIM"]

    def test_an_unknown_provider_is_told_what_can_be_told(self) -> None:
        lines = check(Setup(DOMAIN, provider="smtp.example.net"), Zone())
        assert wrong(lines) == []
        assert any("smtp.example.net" in line.do for line in lines)


def test_a_long_record_is_cut_into_pieces_that_name_servers_take() -> None:
    pieces = in_pieces("v=DKIM1; p=" + "A" * 400).split(' "')
    assert len(pieces) == 2 and all(len(piece.strip('"')) <= 255 for piece in pieces)

"""SPF: what receivers make of a record, what it asks of them, and what mailcheck says of it."""

from __future__ import annotations

import pytest

from pbem.domain import spf, spf_check
from pbem.domain.findings import Line, Mark
from pbem.domain.setup import Setup
from pbem.domain.spf import BrokenRecord, Spf
from tests.pbem.zone import ADDRESS, DOMAIN, Zone

OWN = Setup(DOMAIN, addresses=(ADDRESS,))
BY_POSTMARK = Setup(DOMAIN, provider="postmark")
POSTMARK = ("spf.mtasv.net", "TXT", ["v=spf1 ip4:198.51.100.0/24 ~all"])


def zone_with(record: str, *more: tuple[str, str, list[str]]) -> Zone:
    return Zone((DOMAIN, "TXT", [record]), *more)


def said_of(setup: Setup, zone: Zone) -> list[Line]:
    return list(spf_check.findings(setup, zone))


def only(lines: list[Line], mark: Mark) -> Line:
    [line] = [line for line in lines if line.mark is mark]
    return line


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (f"v=spf1 ip4:{ADDRESS} -all", Spf.PASS),
        ("v=spf1 ip4:203.0.113.0/24 -all", Spf.PASS),
        ("v=spf1 mx -all", Spf.PASS),
        ("v=spf1 a:mx.example.org -all", Spf.PASS),
        ("v=spf1 A:MX.example.org -ALL", Spf.PASS),
        ("v=spf1 a:mx.example.org/24 -all", Spf.PASS),
        ("v=spf1 a:mx.example.org/24//64 -all", Spf.PASS),
        ("v=spf1 a:near.example.org/24 -all", Spf.PASS),
        ("v=spf1 a:near.example.org//24 -all", Spf.FAIL),
        ("v=spf1 include:other.example.net -all", Spf.PASS),
        ("v=spf1 redirect=other.example.net", Spf.PASS),
        ("v=spf1 redirect=other.example.net -all", Spf.FAIL),
        ("v=spf1 exp=why.example.net -all", Spf.FAIL),
        ("v=spf1 -ip4:203.0.113.0/24 +all", Spf.FAIL),
        ("v=spf1 ip6:2001:db8::/32 -all", Spf.FAIL),
        ("v=spf1 exists:%{i}.example.net -all", Spf.FAIL),
        ("v=spf1 ~all", Spf.SOFT_FAIL),
        ("v=spf1 ?all", Spf.NEUTRAL),
        ("v=spf1 ip4:198.51.100.1", Spf.NEUTRAL),
        ("v=spf1 include:nowhere.example.net -all", Spf.BROKEN),
        ("v=spf1 include:in.example.org -all", Spf.BROKEN),
        ("v=spf1 ip4:words -all", Spf.BROKEN),
        ("v=spf1 ip4:2001:db8::/32 -all", Spf.BROKEN),
        (f"v=spf1 ip4:{ADDRESS} ipv4:1.2.3.4 -all", Spf.BROKEN),
        ("v=spf1 include: -all", Spf.BROKEN),
        ("v=spf10 all", Spf.NONE),
    ],
)
def test_what_receivers_make_of_an_address(record: str, said: Spf) -> None:
    zone = zone_with(
        record,
        ("other.example.net", "TXT", [f"v=spf1 ip4:{ADDRESS} -all"]),
        ("near.example.org", "A", ["203.0.113.77"]),
    )
    assert spf.verdict(zone, DOMAIN, ADDRESS)[0] is said


class TestReach:
    """The whole record counts, not only the part up to the term that fits one address."""

    def test_everything_that_is_included_is_counted(self) -> None:
        zone = zone_with(
            f"v=spf1 ip4:{ADDRESS} a mx include:one.example.net exists:%{{i}}.example.net -all",
            (DOMAIN, "A", [ADDRESS]),
            (
                "one.example.net",
                "TXT",
                ["v=spf1 include:two.example.net mx:example.org redirect=three.example.net"],
            ),
            ("two.example.net", "TXT", ["v=spf1 ip4:198.51.100.1 -all"]),
            ("three.example.net", "TXT", ["v=spf1 a:gone.example.net ?all"]),
        )
        found = spf.reach(zone, DOMAIN)
        assert found.lookups == 8
        assert found.included == {"one.example.net", "two.example.net", "three.example.net"}
        assert found.empty == ["example.org", "gone.example.net"]
        assert found.others is Spf.FAIL

    def test_who_hands_over_to_another_record_says_what_that_says_of_all_others(self) -> None:
        zone = zone_with("v=spf1 redirect=one.example.net", ("one.example.net", "TXT", ["v=spf1 ~all"]))
        assert spf.reach(zone, DOMAIN).others is Spf.SOFT_FAIL

    @pytest.mark.parametrize(
        ("record", "words"),
        [
            ("v=spf1 include:one.example.net -all", "the record of in.example.org includes itself"),
            ("v=spf1 redirect=one.example.net", "the record of in.example.org includes itself"),
            ("v=spf1 include:two.example.net -all", "two.example.net has 2 SPF records"),
            ("v=spf1 mx:many.example.net -all", "stands for 11 hosts"),
            ("v=spf1 " + "a " * 51 + "-all", "more than 50 look-ups"),
        ],
    )
    def test_what_receivers_cannot_use(self, record: str, words: str) -> None:
        zone = zone_with(
            record,
            ("one.example.net", "TXT", [f"v=spf1 include:{DOMAIN} -all"]),
            ("two.example.net", "TXT", ["v=spf1 -all", "v=spf1 ~all"]),
            ("many.example.net", "MX", [f"10 mx{n}.example.net" for n in range(11)]),
            (DOMAIN, "A", [ADDRESS]),
        )
        with pytest.raises(BrokenRecord, match=words):
            spf.reach(zone, DOMAIN)


class TestFindings:
    def test_a_record_that_is_right(self) -> None:
        [line] = said_of(OWN, zone_with(f"v=spf1 ip4:{ADDRESS} ~all"))
        assert line.mark is Mark.OK

    def test_too_many_look_ups_are_found_though_our_own_address_comes_first(self) -> None:
        names = [f"n{n}.example.net" for n in range(11)]
        records = [(name, "TXT", ["v=spf1 ip4:198.51.100.1 -all"]) for name in names]
        includes = " ".join(f"include:{name}" for name in names)
        lines = said_of(OWN, zone_with(f"v=spf1 ip4:{ADDRESS} {includes} -all", *records))
        assert only(lines, Mark.OK).found.startswith(ADDRESS)
        assert "11 look-ups in all, and receivers stop at 10" in only(lines, Mark.MEND).found

    def test_ten_look_ups_are_the_most(self) -> None:
        names = [f"n{n}.example.net" for n in range(10)]
        records = [(name, "TXT", ["v=spf1 ip4:198.51.100.1 -all"]) for name in names]
        includes = " ".join(f"include:{name}" for name in names)
        lines = said_of(OWN, zone_with(f"v=spf1 ip4:{ADDRESS} {includes} -all", *records))
        assert "10 look-ups" in only(lines, Mark.NOTE).found

    def test_names_that_lead_nowhere_are_named(self) -> None:
        record = f"v=spf1 ip4:{ADDRESS} a:one.example.net a:two.example.net mx:three.example.net -all"
        line = only(said_of(OWN, zone_with(record)), Mark.MEND)
        assert "one.example.net, two.example.net, three.example.net" in line.found

    @pytest.mark.parametrize(
        ("end", "mark", "words"),
        [
            ("+all", Mark.MEND, "everybody may send"),
            ("all", Mark.MEND, "everybody may send"),
            ("?all", Mark.NOTE, "forbids no forged mail"),
            ("", Mark.NOTE, "forbids no forged mail"),
            ("-all a:mx.example.org", Mark.MEND, "a:mx.example.org"),
        ],
    )
    def test_how_it_ends(self, end: str, mark: Mark, words: str) -> None:
        line = only(said_of(OWN, zone_with(f"v=spf1 ip4:{ADDRESS} {end}".strip())), mark)
        assert words in line.found
        assert "~all or -all" in line.do or "last word" in line.do

    def test_without_an_address_that_much_is_said(self) -> None:
        lines = said_of(Setup(DOMAIN), zone_with(f"v=spf1 ip4:{ADDRESS} -all"))
        assert "mailcheck --address" in only(lines, Mark.NOTE).do

    def test_a_provider_is_found_wherever_it_is_included(self) -> None:
        ours = ("_spf.example.org", "TXT", ["v=spf1 include:spf.mtasv.net -all"])
        for record in ("v=spf1 include:_spf.example.org -all", "v=spf1 redirect=_spf.example.org"):
            [line] = said_of(BY_POSTMARK, zone_with(record, ours, POSTMARK))
            assert (line.mark, line.found) == (Mark.OK, f"Postmark may send for {DOMAIN}")

    def test_a_domain_that_is_only_called_alike_is_not_the_provider(self) -> None:
        alike = ("spf.mtasv.net.example.com", "TXT", ["v=spf1 -all"])
        [line] = said_of(BY_POSTMARK, zone_with("v=spf1 include:spf.mtasv.net.example.com -all", alike))
        assert line.mark is Mark.NOTE and "include:spf.mtasv.net " in line.do + " "

    def test_a_provider_in_a_record_that_is_broken_is_no_help(self) -> None:
        [line] = said_of(BY_POSTMARK, zone_with("v=spf1 include:spf.mtasv.net ipv4:1.2.3.4 -all", POSTMARK))
        assert line.mark is Mark.MEND and "'ipv4:1.2.3.4'" in line.found

    def test_somebody_elses_mail_server_that_the_record_names(self) -> None:
        relay = Setup(DOMAIN, provider="smtp.example.net")
        address = ("smtp.example.net", "A", ["198.51.100.7"])
        [line] = said_of(relay, zone_with("v=spf1 ip4:198.51.100.0/24 -all", address))
        assert line.mark is Mark.OK and "smtp.example.net (198.51.100.7)" in line.found
        [line] = said_of(relay, zone_with("v=spf1 ip4:192.0.2.1 -all", address))
        assert line.mark is Mark.NOTE

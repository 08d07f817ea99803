"""Whether a domain's SPF record lets an address send for it (RFC 7208, without macros)."""

from __future__ import annotations

from enum import StrEnum
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from pbem.domain.records import Records

MOST_LOOKUPS = 10


class Spf(StrEnum):
    """What receivers make of mail from an address."""

    PASS = "pass"
    SOFT_FAIL = "softfail"
    FAIL = "fail"
    NEUTRAL = "neutral"
    NONE = "none"  # no record
    BROKEN = "permerror"  # no record that can be used


_SAYS = {"+": Spf.PASS, "-": Spf.FAIL, "~": Spf.SOFT_FAIL, "?": Spf.NEUTRAL}


class BrokenRecord(Exception):
    """The words say what is wrong with it."""


def published(records: Records, domain: str) -> list[str]:
    """The SPF records of a domain; there should be one."""
    return [text for text in records.find(domain, "TXT") if text.lower().split(" ")[0] == "v=spf1"]


def verdict(records: Records, domain: str, address: str) -> tuple[Spf, str]:
    """(what receivers make of it, why)."""
    try:
        return _Check(records, ip_address(address)).of(domain)
    except BrokenRecord as error:
        return Spf.BROKEN, str(error)


class _Check:
    """One evaluation; it counts what it looks up."""

    def __init__(self, records: Records, address: IPv4Address | IPv6Address) -> None:
        self._records, self._address, self._lookups = records, address, 0

    def of(self, domain: str) -> tuple[Spf, str]:
        found = published(self._records, domain)
        if not found:
            return Spf.NONE, f"{domain} has no SPF record"
        if len(found) > 1:
            raise BrokenRecord(f"{domain} has {len(found)} SPF records: there must be one")
        redirect = ""
        for term in found[0].split()[1:]:
            if term.lower().startswith("redirect="):
                redirect = term.partition("=")[2]
            elif "=" not in term.partition(":")[0] and self._matches(term.lstrip("+-~?"), domain):
                return _SAYS.get(term[0], Spf.PASS), f"{term} of {domain}"
        if redirect:
            self._look_up()
            return self.of(redirect)
        return Spf.NEUTRAL, f"nothing in the record of {domain} names it"

    def _look_up(self) -> None:
        self._lookups += 1
        if self._lookups > MOST_LOOKUPS:
            raise BrokenRecord(f"it takes more than {MOST_LOOKUPS} look-ups: receivers give up")

    def _matches(self, term: str, domain: str) -> bool:
        name, _, rest = term.partition(":")
        name, slash, bits = name.partition("/")
        target, _, more_bits = rest.partition("/") if name.lower() in ("a", "mx") else (rest, "", "")
        prefix = bits if slash else more_bits
        match name.lower():
            case "all":
                return True
            case "ip4" | "ip6":
                return self._in_network(rest)
            case "a":
                self._look_up()
                return self._is_host(target or domain, prefix)
            case "mx":
                self._look_up()
                hosts = [mx.split()[-1] for mx in self._records.find(target or domain, "MX")]
                return any(self._is_host(host, prefix) for host in hosts[:10])
            case "include":
                self._look_up()
                said, why = self.of(rest)
                if said is Spf.NONE:
                    raise BrokenRecord(f"include:{rest} leads to no record: {why}")
                return said is Spf.PASS
            case "exists" | "ptr":
                self._look_up()
                return False
            case _:
                raise BrokenRecord(f"{term!r} in the record of {domain} is nothing that SPF knows")

    def _is_host(self, host: str, prefix: str) -> bool:
        kind = "A" if self._address.version == 4 else "AAAA"
        prefixes = prefix.split("//")
        length = prefixes[0] if self._address.version == 4 else prefixes[-1] if len(prefixes) > 1 else ""
        return any(
            self._in_network(f"{found}/{length}" if length else found)
            for found in self._records.find(host, kind)
        )

    def _in_network(self, text: str) -> bool:
        try:
            return self._address in ip_network(text, strict=False)
        except ValueError as error:
            raise BrokenRecord(f"{text!r} is no network: {error}") from error

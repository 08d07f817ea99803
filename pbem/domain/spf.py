"""Whether a domain's SPF record lets an address send for it, and all that the record asks of
receivers (RFC 7208).

Macros are not evaluated: a term with one is counted, and matches nobody.
"""

from __future__ import annotations

from enum import StrEnum
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple

import msgspec

from pbem.domain.records import Records

MOST_LOOKUPS = 10
MOST_EMPTY_LOOKUPS = 2
MOST_HOSTS = 10  # of an mx
_FAR_TOO_MANY = 5 * MOST_LOOKUPS  # nobody counts further


class Spf(StrEnum):
    """What receivers make of mail from an address."""

    PASS = "pass"
    SOFT_FAIL = "softfail"
    FAIL = "fail"
    NEUTRAL = "neutral"
    NONE = "none"  # no record
    BROKEN = "permerror"  # no record that can be used


class Reach(msgspec.Struct):
    """A record with all that it includes: ``lookups`` that it takes in all, ``empty`` names that lead
    nowhere, the domains ``included``, what it says of ``others`` than those whom it names, and the terms
    ``unread`` behind its all."""

    lookups: int = 0
    empty: list[str] = []
    included: set[str] = set()
    others: Spf = Spf.NEUTRAL
    unread: tuple[str, ...] = ()


class BrokenRecord(Exception):
    """The words say what is wrong with it."""


class _Term(NamedTuple):
    """A mechanism of a record: ``ip4:203.0.113.0/24``, ``a``, ``include:example.net`` and the like."""

    text: str
    says: Spf
    name: str
    target: str = ""
    prefix: str = ""
    network: IPv4Network | IPv6Network | None = None


class _Record(NamedTuple):
    """The terms that are read, up to ``all``; ``redirect`` counts where there is none."""

    terms: tuple[_Term, ...]
    redirect: str = ""
    unread: tuple[str, ...] = ()


_SAYS = {"+": Spf.PASS, "-": Spf.FAIL, "~": Spf.SOFT_FAIL, "?": Spf.NEUTRAL}
_LOOKED_UP = ("a", "mx", "include", "exists", "ptr")


def published(records: Records, domain: str) -> list[str]:
    """The SPF records of a domain; there should be one."""
    return [text for text in records.find(domain, "TXT") if text.lower().split(" ")[0] == "v=spf1"]


def verdict(records: Records, domain: str, address: str) -> tuple[Spf, str]:
    """(what receivers make of it, why)."""
    try:
        return _Check(records, ip_address(address)).of(domain)
    except BrokenRecord as error:
        return Spf.BROKEN, str(error)


def reach(records: Records, domain: str) -> Reach:
    """All that a domain's record asks for, whoever sends. Raises BrokenRecord."""
    found = Reach()
    record = _follow(records, domain, found, ())
    found.unread = record.unread
    while record.redirect and "%" not in record.redirect:  # no loop: it was followed already
        record = _only(records, record.redirect)
    if record.terms and record.terms[-1].name == "all":
        found.others = record.terms[-1].says
    return found


def _follow(records: Records, domain: str, found: Reach, above: tuple[str, ...]) -> _Record:
    """Add up a record and what it includes."""
    if domain in above:
        raise BrokenRecord(f"the record of {domain} includes itself")
    record = _only(records, domain)
    for term in record.terms:
        if term.name not in _LOOKED_UP:
            continue
        _count(found)
        if "%" in term.target:
            continue
        if term.name == "include":
            found.included.add(term.target)
            _follow(records, term.target, found, (*above, domain))
        elif term.name in ("a", "mx") and not _leads_anywhere(records, term, domain):
            found.empty.append(term.target or domain)
    if record.redirect:
        _count(found)
        if "%" not in record.redirect:
            found.included.add(record.redirect)
            _follow(records, record.redirect, found, (*above, domain))
    return record


def _count(found: Reach) -> None:
    found.lookups += 1
    if found.lookups > _FAR_TOO_MANY:
        raise BrokenRecord(
            f"it takes more than {_FAR_TOO_MANY} look-ups, and receivers stop at {MOST_LOOKUPS}"
        )


def _leads_anywhere(records: Records, term: _Term, domain: str) -> bool:
    name = term.target or domain
    if term.name == "mx":
        return bool(_hosts(records, name))
    return bool(records.find(name, "A") or records.find(name, "AAAA"))


def _hosts(records: Records, domain: str) -> list[str]:
    """The mail servers of a domain."""
    hosts = [mx.split()[-1] for mx in records.find(domain, "MX")]
    if len(hosts) > MOST_HOSTS:
        raise BrokenRecord(
            f"mx of {domain} stands for {len(hosts)} hosts, and receivers stop at {MOST_HOSTS}"
        )
    return hosts


def _only(records: Records, domain: str) -> _Record:
    """The record of a domain that must have one."""
    found = published(records, domain)
    if len(found) != 1:
        raise BrokenRecord(
            f"{domain} has {len(found) or 'no'} SPF record{'s' if found else ''}: there must be one"
        )
    return _read(found[0], domain)


def _read(text: str, domain: str) -> _Record:
    """A record taken apart; one fault in it, and receivers use nothing of it. Raises BrokenRecord."""
    terms: list[_Term] = []
    unread: list[str] = []
    redirect, ended = "", False
    for word in text.split()[1:]:
        name, equals, value = word.partition("=")
        if equals and name.replace("-", "").replace("_", "").replace(".", "").isalnum():
            redirect = value.lower() if name.lower() == "redirect" else redirect
            continue
        term = _term(word, domain)
        if ended:
            unread.append(word)
            continue
        terms.append(term)
        ended = term.name == "all"
    return _Record(tuple(terms), "" if ended else redirect, tuple(unread))


def _term(word: str, domain: str) -> _Term:
    says = _SAYS.get(word[0], Spf.PASS)
    bare = word.lstrip("+-~?").lower()
    name, _, target = bare.partition(":")
    if name in ("ip4", "ip6"):
        return _Term(word, says, name, network=_network(target, 4 if name == "ip4" else 6))
    bare, slash, bits = bare.partition("/")
    name, _, target = bare.partition(":")
    if name not in ("all", *_LOOKED_UP):
        raise BrokenRecord(f"{word!r} in the record of {domain} is nothing that SPF knows")
    if name in ("include", "exists") and not target:
        raise BrokenRecord(f"{word!r} in the record of {domain} names nobody")
    return _Term(word, says, name, target, slash + bits)


def _network(text: str, version: int) -> IPv4Network | IPv6Network:
    try:
        network = ip_network(text, strict=False)
    except ValueError as error:
        raise BrokenRecord(f"{text!r} is no network: {error}") from error
    if network.version != version:
        raise BrokenRecord(f"{text!r} belongs behind ip{network.version}:")
    return network


class _Check:
    """One evaluation; it counts what it looks up."""

    def __init__(self, records: Records, address: IPv4Address | IPv6Address) -> None:
        self._records, self._address, self._lookups = records, address, 0

    def of(self, domain: str) -> tuple[Spf, str]:
        found = published(self._records, domain)
        if not found:
            return Spf.NONE, f"{domain} has no SPF record"
        record = _only(self._records, domain)
        for term in record.terms:
            if self._matches(term, domain):
                return term.says, f"{term.text} of {domain}"
        if record.redirect:
            self._look_up()
            return self.of(record.redirect)
        return Spf.NEUTRAL, f"nothing in the record of {domain} names it"

    def _look_up(self) -> None:
        self._lookups += 1
        if self._lookups > MOST_LOOKUPS:
            raise BrokenRecord(f"it takes more than {MOST_LOOKUPS} look-ups: receivers give up")

    def _matches(self, term: _Term, domain: str) -> bool:
        if term.name in _LOOKED_UP:
            self._look_up()
        if "%" in term.target:
            return False
        match term.name:
            case "all":
                return True
            case "ip4" | "ip6":
                return term.network is not None and self._address in term.network
            case "a":
                return self._is_host(term.target or domain, term.prefix)
            case "mx":
                hosts = _hosts(self._records, term.target or domain)
                return any(self._is_host(host, term.prefix) for host in hosts)
            case "include":
                said, why = self.of(term.target)
                if said is Spf.NONE:
                    raise BrokenRecord(f"include:{term.target} leads to no record: {why}")
                return said is Spf.PASS
            case _:  # exists, ptr
                return False

    def _is_host(self, host: str, prefix: str) -> bool:
        version = self._address.version
        short, _, long = prefix.partition("//")  # of /24//64 the second is for IPv6
        length = short.lstrip("/") if version == 4 else long
        found = self._records.find(host, "A" if version == 4 else "AAAA")
        return any(self._address in _network(f"{one}/{length}" if length else one, version) for one in found)

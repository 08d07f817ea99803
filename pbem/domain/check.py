"""What is right and wrong with a domain that mail is sent from and taken at: SPF, DKIM, DMARC, MX, PTR, a
line for each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from ipaddress import ip_address

from pbem.calling import PROGRAM
from pbem.domain import spf_check
from pbem.domain.findings import Line, Mark
from pbem.domain.records import Records, Unreachable, reverse
from pbem.domain.setup import PROVIDERS, Setup

GOOD_BITS = 2048
LONGEST_STRING = 255  # of the pieces that a TXT record is made of


def check(setup: Setup, records: Records) -> list[Line]:
    """Every finding, in the order in which they are best mended."""
    steps = {"MX": _mx, "SPF": spf_check.findings, "DKIM": _dkim, "DMARC": _dmarc, "PTR": _ptr}
    return [line for topic, step in steps.items() for line in _asked(topic, step, setup, records)]


def _asked(
    topic: str, step: Callable[[Setup, Records], Iterator[Line]], setup: Setup, records: Records
) -> list[Line]:
    try:
        return list(step(setup, records))
    except Unreachable as error:
        return [Line(topic, Mark.MEND, f"the name servers do not answer: {error}", "try again in a while")]


def _mx(setup: Setup, records: Records) -> Iterator[Line]:
    """Where orders are delivered."""
    found = records.find(setup.domain, "MX")
    if not found:
        yield Line(
            "MX",
            Mark.MEND,
            f"{setup.domain} has no MX record: no orders can come by mail",
            f"publish  {setup.domain}. MX 10 <the host that takes its mail: this server, or your provider's>",
        )
        return
    for mx in found:
        host = mx.split()[-1]
        if records.find(host, "CNAME"):
            yield Line("MX", Mark.MEND, f"{host} is an alias", "name the host itself in the MX record")
        elif not (records.find(host, "A") or records.find(host, "AAAA")):
            yield Line("MX", Mark.MEND, f"{host} has no address", f"publish an A or AAAA record for {host}")
        else:
            yield Line("MX", Mark.OK, f"mail for {setup.domain} is delivered to {host}")


def _dkim(setup: Setup, records: Records) -> Iterator[Line]:
    """The key by which receivers know that a mail is ours and unchanged."""
    if setup.key_fault:
        yield Line("DKIM", Mark.MEND, setup.key_fault, f"make a key:  {PROGRAM} dkimkey FILE")
    elif setup.signs:
        yield from _own_key(setup, records)
    elif setup.provider:
        yield from _key_of_provider(setup, records)
    else:
        yield Line(
            "DKIM",
            Mark.MEND,
            "this server signs nothing: large providers refuse such mail, or call it spam",
            f"make a key with  {PROGRAM} dkimkey FILE  and set PBEM_DKIM_KEY, or let your mail server sign",
        )


def _own_key(setup: Setup, records: Records) -> Iterator[Line]:
    name = f"{setup.selector}._domainkey.{setup.domain}"
    record = f"v=DKIM1; k=rsa; p={setup.public_key}"
    found = _keys(records, name)
    if not found:
        yield Line(
            "DKIM", Mark.MEND, f"no key is published at {name}", f"publish  {name}. TXT {in_pieces(record)}"
        )
    elif found[0] == "":
        yield Line(
            "DKIM",
            Mark.MEND,
            f"the key at {name} is revoked",
            "publish a new key under a new PBEM_DKIM_SELECTOR",
        )
    elif setup.public_key not in found:
        yield Line("DKIM", Mark.MEND, f"another key stands at {name}", f"publish there  {in_pieces(record)}")
    else:
        yield Line("DKIM", Mark.OK, f"mail is signed, and the key stands at {name}")
    if setup.bits < GOOD_BITS:
        yield Line(
            "DKIM",
            Mark.NOTE,
            f"the key has {setup.bits} bits",
            f"make one of {GOOD_BITS} when you next change it",
        )


def _key_of_provider(setup: Setup, records: Records) -> Iterator[Line]:
    known = PROVIDERS.get(setup.provider)
    selectors = (setup.selector,) if setup.selector else known.selectors if known else ()
    names = [f"{selector}._domainkey.{setup.domain}" for selector in selectors]
    there = [name for name in names if any(_keys(records, name)) or records.find(name, "CNAME")]
    title = known.title if known else setup.provider
    if there:
        yield Line("DKIM", Mark.OK, f"a key of {title} is published at {there[0]}")
    elif setup.selector:
        yield Line(
            "DKIM", Mark.MEND, f"no key is published at {names[0]}", f"publish there what {title} shows you"
        )
    else:
        yield Line(
            "DKIM",
            Mark.NOTE,
            f"no key of {title} was found under its usual names ({', '.join(selectors) or 'none known'})",
            f"publish the records that {title} shows for {setup.domain}, and set PBEM_DKIM_SELECTOR to the "
            "name before "
            "._domainkey, so that this can be checked; the round trip shows whether mail is signed",
        )


def _keys(records: Records, name: str) -> list[str]:
    """The keys published under a name; "" for one that is revoked."""
    found = (re.search(r"(?:^|;)\s*p=([^;]*)", text) for text in records.find(name, "TXT"))
    return ["".join(match[1].split()) for match in found if match]


def in_pieces(record: str) -> str:
    """A long TXT record as name servers take it: quoted pieces of no more than 255 characters."""
    pieces = [record[at : at + LONGEST_STRING] for at in range(0, len(record), LONGEST_STRING)]
    return " ".join(f'"{piece}"' for piece in pieces)


def _dmarc(setup: Setup, records: Records) -> Iterator[Line]:
    """What receivers do with mail in the domain's name that fails both."""
    labels = setup.domain.split(".")
    for start in range(len(labels) - 1):
        name = "_dmarc." + ".".join(labels[start:])
        found = [text for text in records.find(name, "TXT") if re.match(r"v=DMARC1\s*(;|$)", text)]
        if found:
            yield from _policy(name, found, below=start > 0)
            return
    name = f"_dmarc.{setup.domain}"
    yield Line(
        "DMARC",
        Mark.MEND,
        f"{setup.domain} has no DMARC record, which large providers ask for",
        f'publish  {name}. TXT "v=DMARC1; p=quarantine"',
    )


def _policy(name: str, found: list[str], below: bool) -> Iterator[Line]:
    if len(found) > 1:
        yield Line(
            "DMARC", Mark.MEND, f"there are {len(found)} records at {name}: receivers use none", "keep one"
        )
        return
    tags = dict(re.findall(r"\b(\w+)\s*=\s*([^;\s]+)", found[0]))
    policy = tags.get("sp", tags.get("p", "")) if below else tags.get("p", "")
    if policy not in ("none", "quarantine", "reject"):
        yield Line(
            "DMARC", Mark.MEND, f"the record at {name} has no valid policy", "put p=quarantine into it"
        )
    elif policy == "none":
        yield Line(
            "DMARC",
            Mark.NOTE,
            f"the record at {name} says p=none: forged mail in your name is delivered",
            "when your own mail passes, say p=quarantine",
        )
    else:
        yield Line("DMARC", Mark.OK, f"forged mail in your name is to be met with {policy} ({name})")


def _ptr(setup: Setup, records: Records) -> Iterator[Line]:
    """Whether the sending address has a name that leads back to it."""
    if setup.provider:
        return
    if not setup.addresses:
        yield Line(
            "PTR",
            Mark.NOTE,
            "it is not known from which address mail leaves",
            f"tell it: {PROGRAM} mailcheck --address 203.0.113.5",
        )
    for address in setup.addresses:
        kind = "A" if ip_address(address).version == 4 else "AAAA"
        names = records.find(reverse(address), "PTR")
        back = [name for name in names if _same(address, records.find(name, kind))]
        if back:
            yield Line("PTR", Mark.OK, f"{address} is {back[0]}, and back")
        elif names:
            yield Line(
                "PTR",
                Mark.MEND,
                f"{address} is called {names[0]}, which does not lead back to it",
                f"publish  {names[0]}. {kind} {address}",
            )
        else:
            yield Line(
                "PTR",
                Mark.MEND,
                f"{address} has no name: many mail servers refuse it",
                f"ask whoever gave you the address to call it after a host of {setup.domain}",
            )


def _same(address: str, found: list[str]) -> bool:
    return ip_address(address) in {ip_address(one) for one in found}

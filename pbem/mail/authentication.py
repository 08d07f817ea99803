"""Does the domain in From vouch for a mail? Asked of a trusted source only.

That is, in this order: the provider that took the mail in and told its verdict beside it; our own mail
exchanger, by the Authentication-Results that it stamped on top (RFC 8601); or a check of our own, where this
server takes mail from the internet itself. What anybody else wrote into the headers counts for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from itertools import takewhile
from typing import Any

import msgspec
from authres import AuthenticationResultsHeader, AuthResError

from pbem.mail import limits
from pbem.mail.headers import Fields, clean

_HEADER = "authentication-results"

Lookup = Callable[[str], str]
"""The TXT record of a name, "" if there is none. Raises DNSException where nobody can tell now."""


class Verdict(StrEnum):
    """What the domain in From says of the mail."""

    PASS = "pass"  # it is ours
    NONE = "none"  # nothing that counts
    FAIL = "fail"  # it is not


class Authentication(msgspec.Struct, frozen=True):
    """A verdict, ``by`` whom ("" if nobody was asked), and what it rests on."""

    verdict: Verdict = Verdict.NONE
    by: str = ""
    because: str = ""


NOBODY_ASKED = Authentication()


class Sources(msgspec.Struct, frozen=True):
    """Whom to ask: what the provider told, the id of our own mail exchanger, whether to check
    signatures ourselves."""

    told: Mapping[str, Any] = {}
    authserv_id: str = ""
    check: bool = False


def authenticate(raw: bytes, sender: str, sources: Sources, lookup: Lookup | None = None) -> Authentication:
    """The verdict of the first trusted source that has one. Takes any bytes and never raises."""
    domain = sender.rpartition("@")[2]
    if not domain:
        return NOBODY_ASKED
    asked = [NOBODY_ASKED]
    for said in _said(raw, domain, sources, lookup):
        if said.verdict is not Verdict.NONE:
            return said
        asked.append(said)
    return asked[-1]


def _said(raw: bytes, domain: str, sources: Sources, lookup: Lookup | None) -> Iterator[Authentication]:
    """What each source says, as far as one has to ask."""
    if sources.told:
        yield by_provider(sources.told, domain)
    head = limits.plain_newlines(raw[: limits.HEADER_BLOCK_BYTES]).partition(b"\n\n")[0]
    if sources.authserv_id and (stamped := by_exchanger(Fields(head), sources.authserv_id, domain)):
        yield stamped
    too_large = limits.too_large(raw)
    if sources.check and not too_large and not limits.refusal(limits.plain_newlines(raw)):
        from pbem.mail import own_check  # which loads libraries for DKIM and DNS

        yield own_check.verdict(raw, domain, lookup or own_check.txt_record)


def judged(by: str, dmarc: str, signed_by: Iterable[str], domain: str) -> Authentication:
    """DMARC decides; where it says nothing, a valid signature of the same organisation does."""
    if dmarc == "pass":
        return Authentication(Verdict.PASS, by, "dmarc=pass")
    if dmarc == "fail":
        return Authentication(Verdict.FAIL, by, "dmarc=fail")
    aligned = next((signer for signer in signed_by if is_aligned(signer, domain)), "")
    if aligned:
        return Authentication(Verdict.PASS, by, f"dkim=pass header.d={aligned}")
    return Authentication(Verdict.NONE, by, f"dmarc={clean(dmarc, 20) or 'none'}")


# the provider


def by_provider(told: Mapping[str, Any], domain: str) -> Authentication:
    """``told``: by whom, dmarc, and dkim, either as {domain: result} or as a result beside
    ``dkim_domain``."""
    dkim = told.get("dkim")
    results = dkim if isinstance(dkim, Mapping) else {told.get("dkim_domain", ""): dkim}
    passed = [str(signer) for signer, result in results.items() if _word(result) == "pass"]
    return judged(clean(str(told.get("by", "provider")), 60), _word(told.get("dmarc")), passed, domain)


def _word(value: Any) -> str:
    return str(value or "").strip().lower()


# our mail exchanger


def by_exchanger(fields: Fields, authserv_id: str, domain: str) -> Authentication | None:
    """The topmost Authentication-Results with our exchanger's id and those that follow it without a
    break. All others are somebody's own praise of himself. The exchanger has to take out what arrives
    under its id."""
    values = _stamped(fields, authserv_id)
    if not values:
        return None
    dmarc, passed = "", []
    for value in values:
        try:
            results = AuthenticationResultsHeader.parse_value(value).results
        except (AuthResError, ValueError, TypeError, AttributeError):
            continue
        for result in results:
            properties = {f"{p.type}.{p.name}": p.value or "" for p in result.properties}
            if (
                result.method == "dmarc"
                and not dmarc
                and _is_about(properties.get("header.from", ""), domain)
            ):
                dmarc = result.result
            elif result.method == "dkim" and result.result == "pass":
                signer = properties.get("header.d") or properties.get("header.i", "").rpartition("@")[2]
                passed.append(signer)
    return judged(authserv_id, dmarc, passed, domain)


def _is_about(judged: str, domain: str) -> bool:
    """Whether a verdict is on the domain that we take for the sender's, if it says on which."""
    return not judged or judged.rpartition("@")[2].strip(".").lower() == domain


def _stamped(fields: Fields, authserv_id: str) -> list[str]:
    wanted, everything = authserv_id.lower(), list(fields.items())
    first = next((n for n, field in enumerate(everything) if _is_by(field, wanted)), len(everything))
    return [value for _, value in takewhile(lambda field: _is_by(field, wanted), everything[first:])]


def _is_by(field: tuple[str, str], authserv_id: str) -> bool:
    name, value = field
    who = value.partition(";")[0].split()
    return name == _HEADER and bool(who) and who[0].lower() == authserv_id


# domains


def is_aligned(signer: str, domain: str) -> bool:
    """Whether two domains belong to the same organisation, as DMARC's relaxed alignment sees it."""
    one, other = signer.strip().rstrip(".").lower(), domain.rstrip(".").lower()
    if not one or not other:
        return False
    return one == other or _organisation(one) == _organisation(other) != ""


@lru_cache(maxsize=1000)
def _organisation(domain: str) -> str:
    """The registered domain above a domain, by the list of public suffixes; "" for a public suffix itself."""
    from authheaders import dmarc_lookup

    try:
        found = str(dmarc_lookup.get_org_domain(domain) or "")
    except Exception:  # the library raises what its parts raise
        return ""
    return found if "." in found else ""

"""Our own check of a mail's signatures, where this server takes mail from the internet itself.

What reads mail loads this when it is to check, and not before: the libraries take some megabytes.
"""

from __future__ import annotations

from collections.abc import Iterable

from authheaders import dmarc_lookup
from dkim import DKIM, DKIMException
from dns import resolver
from dns.exception import DNSException

from pbem.mail.authentication import Authentication, Lookup, Verdict, is_aligned

SIGNATURES = 3
"""Of a mail, how many are looked at."""
SIGNED_FIELDS = frozenset((b"from", b"subject", b"date"))
SMALLEST_KEY = 1024
DNS_SECONDS = 3.0


def verdict(raw: bytes, domain: str, lookup: Lookup) -> Authentication:
    """A valid signature of the domain in From passes; without one the mail fails if the domain's DMARC policy
    tells receivers to distrust such mail. Sender addresses of the envelope (SPF) are not looked at."""
    by = "own check"
    try:
        policy, organisation = dmarc_lookup.receiver_record(domain, dnsfunc=lookup)
        strict = policy.get("adkim") == "s"
        for signer in _valid_signers(raw, lookup):
            if signer == domain or (not strict and is_aligned(signer, domain)):
                return Authentication(Verdict.PASS, by, f"dkim=pass header.d={signer}")
    except (DNSException, DKIMException, dmarc_lookup.DMARCException) as error:
        return Authentication(Verdict.NONE, by, f"temperror {type(error).__name__}")
    except Exception as error:  # libraries that read what anybody may write
        return Authentication(Verdict.NONE, by, f"permerror {type(error).__name__}")
    wish = policy.get("sp", policy.get("p", "")) if organisation else policy.get("p", "")
    if wish in ("quarantine", "reject"):
        return Authentication(Verdict.FAIL, by, f"no signature of {domain}, whose policy is {wish}")
    return Authentication(Verdict.NONE, by, "no signature of the sender's domain")


def _valid_signers(raw: bytes, lookup: Lookup) -> Iterable[str]:
    """The domains whose signatures hold, over the whole body, From, Subject and Date."""

    def record(name: bytes | str, timeout: float = 0) -> bytes | None:
        text = name.decode("ascii", "replace") if isinstance(name, bytes) else name
        return lookup(text.rstrip(".")).encode() or None

    signed = DKIM(raw, minkey=SMALLEST_KEY)
    count = sum(name.lower() == b"dkim-signature" for name, _ in signed.headers)
    for number in range(min(count, SIGNATURES)):
        try:
            holds = signed.verify(number, dnsfunc=record)
        except DNSException:
            raise
        except (DKIMException, ValueError, KeyError):
            continue
        fields = signed.signature_fields
        whole = b"l" not in fields and fields.get(b"a", b"").lower() != b"rsa-sha1"
        if holds and whole and set(signed.include_headers) >= SIGNED_FIELDS:
            yield fields[b"d"].decode("ascii", "replace").strip().lower()


def txt_record(name: str) -> str:
    """The TXT record of a name; of several that of DMARC, of which there must be one."""
    try:
        answer = resolver.resolve(name, "TXT", lifetime=DNS_SECONDS)
    except (resolver.NXDOMAIN, resolver.NoAnswer):
        return ""
    texts = [b"".join(record.strings).decode("utf-8", "replace") for record in answer]
    if name.startswith("_dmarc."):
        texts = [text for text in texts if text.startswith("v=DMARC1")]
        return texts[0] if len(texts) == 1 else ""
    return texts[0] if texts else ""

"""What providers say beside a mail: whether its sender was proved, and how bad a bounce is.

Only fields that the provider writes next to the mail are read, never headers inside of it: those a sender can
write himself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_RESULT = re.compile(r"[a-z]{1,20}")


def _verdict(by: str, **results: Any) -> dict[str, str]:
    """The results that can be read, in lower case; nothing where none can."""
    words = {name: str(value).strip().lower() for name, value in results.items() if value is not None}
    found = {name: word for name, word in words.items() if _RESULT.fullmatch(word)}
    return {"by": by, **found} if found else {}


def amazon_ses(receipt: Mapping[str, Any]) -> dict[str, str]:
    """PASS, FAIL, GRAY (no policy) or PROCESSING_FAILED for each of the three."""
    words = {"PASS": "pass", "FAIL": "fail", "GRAY": "none"}
    status = {
        name: words.get(str((receipt.get(f"{name}Verdict") or {}).get("status")).upper(), "temperror")
        for name in ("spf", "dkim", "dmarc")
        if receipt.get(f"{name}Verdict")
    }
    return _verdict("amazon_ses", **status)


def mailersend(data: Mapping[str, Any]) -> dict[str, str]:
    """SPF as the sign that SPF records begin with, DKIM as yes or no."""
    signs = {"+": "pass", "-": "fail", "~": "softfail", "?": "neutral"}
    check = data.get("spf_check")
    spf = signs.get(str(check.get("code"))) if isinstance(check, dict) else None
    return _verdict("mailersend", spf=spf, dkim="pass" if data.get("dkim_check") is True else None)


def mandrill(message: Mapping[str, Any]) -> dict[str, str]:
    """SPF with its result; DKIM as signed and valid."""
    spf, dkim = message.get("spf") or {}, message.get("dkim") or {}
    signed = {True: "pass", False: "fail"}.get(bool(dkim.get("valid"))) if dkim.get("signed") else "none"
    return _verdict("mandrill", spf=spf.get("result"), dkim=signed if dkim else None)


def sendgrid(call: Mapping[str, Any]) -> dict[str, str]:
    """SPF in a word; DKIM as ``{@example.org : pass}``, one for each signature."""
    found = re.findall(r"@([\w.-]{1,253}) : (\w{1,20})", str(call.get("dkim", "")))
    passed = [domain for domain, result in found if result == "pass"]
    verdict = _verdict(
        "sendgrid", spf=call.get("SPF"), dkim=("pass" if passed else "fail") if found else None
    )
    return {**verdict, "dkim_domain": passed[0].lower()} if passed else verdict


# bounces

_SOFT = frozenset(
    ("softbounce", "soft_bounce", "soft_bounced", "soft-bounce", "transient", "undetermined", "blocked",
     "temporary")
)  # fmt: skip
_HARD = frozenset(("hardbounce", "hard_bounce", "hard_bounced", "hard-bounce", "permanent", "hardfail"))
_SPARKPOST_HARD = frozenset(("10", "30", "90"))
_STATUS = re.compile(r"(?<![\d.])([245])\.\d{1,3}\.\d{1,3}(?![\d.])")
_CODE = re.compile(r"(?<!\d)([45])\d\d(?!\d)")


def is_hard(call: Any, response: str = "") -> bool:
    """Whether a bounce is for good, by the provider's own word for it, else by the status of the
    mail server."""
    if isinstance(call, Mapping):
        words = {word.lower() for word in _words(call)}
        if words & _HARD:
            return True
        if words & _SOFT:
            return False
        if isinstance(call.get("hard_bounce"), bool):
            return bool(call["hard_bounce"])
        event = next(iter((call.get("msys") or {}).values()), call) if "msys" in call else call
        if "bounce_class" in event:
            return str(event["bounce_class"]) in _SPARKPOST_HARD
    return status_class(response) == "5"


def status_class(text: str) -> str:
    """The class of an enhanced status, or of an SMTP code, in what a mail server said: 2, 4, 5 or nothing."""
    found = _STATUS.search(text[:2000]) or _CODE.search(text[:2000])
    return found[1] if found else ""


def _words(call: Mapping[str, Any]) -> list[str]:
    """The places where providers say what kind of event it is."""
    data, inner = call.get("data") or {}, call.get("event-data") or {}
    bounce = call.get("bounce") or (data.get("bounce") if isinstance(data, Mapping) else None) or {}
    payload = call.get("payload") or {}
    spoken = [call.get("Type"), call.get("event"), call.get("type"), call.get("status")]
    for place, names in (
        (data, ("type",)),
        (inner, ("severity",)),
        (bounce, ("bounceType", "type")),
        (payload, ("status",)),
    ):
        spoken += [place.get(name) for name in names] if isinstance(place, Mapping) else []
    return [word for word in spoken if isinstance(word, str)]

"""Mail out of a provider's call: the raw bytes wherever the call holds them, else a mail rebuilt
from its parts.

Nothing here parses a mail whose bytes are at hand; that is done later, within bounds. Where a provider has
taken the mail apart, its own words are kept beside what was rebuilt of them.
"""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Callable, Iterator
from email.encoders import encode_base64
from email.message import Message
from hashlib import sha256
from typing import Any

import msgspec
from django.http import HttpRequest

from pbem.mail.headers import clean
from pbem.mail.limits import HEADER_BLOCK_BYTES, HEADER_BYTES
from pbem.webhooks import verdicts


class Forged(ValueError):
    """The message is not one that Amazon signed for a topic of ours."""


class Away(Exception):
    """Where the provider keeps a mail cannot be reached."""


class Arrived(msgspec.Struct, frozen=True):
    """A mail as a provider hands it over. ``envelope_from`` is None if the provider does not tell it, "" for
    a null sender; without ``recipients`` the addresses in the headers count. ``payload``: the provider's own
    words, if ``raw`` was rebuilt from them."""

    raw: bytes
    envelope_from: str | None = None
    recipients: tuple[str, ...] = ()
    transport_id: str = ""
    authentication: dict[str, str] = {}
    payload: bytes = b""


def mails(provider: str, view: Any, request: HttpRequest) -> list[Arrived]:
    """The mails in a call that was checked. May raise anything that a strange payload gives rise to."""
    try:
        found = list(_WHOLE[provider](request)) if provider in _WHOLE else []
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        found = []  # not as documented: perhaps Anymail knows better
    if found:
        return found
    _check_headers(provider, request)
    return [_from_event(provider, view, request, n, e) for n, e in enumerate(_events(view, request))]


def _check_headers(provider: str, request: HttpRequest) -> None:
    """Headers that a provider has taken apart go through the library's parser at once, so they are measured
    before. Raises ValueError."""
    if provider in ("mailgun", "sendgrid"):
        found: list[Any] = [request.POST.get("message-headers"), request.POST.get("headers")]
    else:
        call = json.loads(request.body)
        calls = call.get("items", [call]) if isinstance(call, dict) else call
        found = [call.get("Headers") for call in calls]
    if len(json.dumps(found)) > HEADER_BLOCK_BYTES or _longest(found) > HEADER_BYTES:
        raise ValueError("the headers are larger than any that are read")


def _longest(value: Any) -> int:
    """The length of the longest line in this."""
    if isinstance(value, str):
        return max(map(len, value.split("\n")))
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return max(map(_longest, parts), default=0)


def unreadable(request: HttpRequest) -> Arrived:
    """A call of which nothing can be made: kept as it came, for a person to look at."""
    payload = request.body
    head = (
        f"Message-ID: <{sha256(payload).hexdigest()[:32]}@unreadable.invalid>\n"
        "Subject: a provider's call that could not be read\n\n"
    )
    return Arrived(raw=head.encode() + payload)


# the whole mail is in the call


def _json(request: HttpRequest) -> Any:
    return json.loads(request.body)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _postmark(request: HttpRequest) -> Iterator[Arrived]:
    call = _json(request)
    if "RawEmail" not in call:
        return
    headers = call.get("Headers") or []
    # Postmark puts it first; anywhere else the sender may have written it himself
    first = headers[0] if headers else {}
    path = first.get("Value") if str(first.get("Name")).lower() == "return-path" else None
    yield Arrived(
        raw=_bytes(call["RawEmail"]),
        envelope_from=None if path is None else str(path).strip("<>"),
        recipients=_some(call.get("OriginalRecipient")),
        transport_id=str(call.get("MessageID") or ""),
    )


def _mailgun(request: HttpRequest) -> Iterator[Arrived]:
    call = request.POST
    if "body-mime" in call:
        yield Arrived(
            raw=_bytes(call["body-mime"]),
            envelope_from=call.get("sender"),
            recipients=_some(*call.get("recipient", "").split(",")),
            transport_id=call.get("token", ""),
        )


def _mailersend(request: HttpRequest) -> Iterator[Arrived]:
    data = _json(request)["data"]
    yield Arrived(
        raw=_bytes(data["raw"]),
        envelope_from=data.get("sender", {}).get("email"),
        recipients=_some(*(r["email"] for r in data.get("recipients", {}).get("rcptTo", []))),
        transport_id=str(data.get("id") or ""),
        authentication=verdicts.mailersend(data),
    )


def _mandrill(request: HttpRequest) -> Iterator[Arrived]:
    for call in json.loads(request.POST["mandrill_events"]):
        if call.get("event") == "inbound":
            yield Arrived(
                raw=_bytes(call["msg"]["raw_msg"]),
                recipients=_some(call["msg"].get("email")),
                authentication=verdicts.mandrill(call["msg"]),
            )


def _postal(request: HttpRequest) -> Iterator[Arrived]:
    call = _json(request)
    text = call["message"]
    yield Arrived(
        raw=b64decode(text) if call.get("base64") is True else _bytes(text),
        envelope_from=call.get("mail_from"),
        recipients=_some(call.get("rcpt_to")),
        transport_id=str(call.get("id") or ""),
    )


def _sparkpost(request: HttpRequest) -> Iterator[Arrived]:
    for call in _json(request):
        relayed = call["msys"].get("relay_message")
        if relayed:
            content = relayed["content"]
            text = content["email_rfc822"]
            yield Arrived(
                raw=b64decode(text) if content.get("email_rfc822_is_base64") else _bytes(text),
                envelope_from=relayed.get("msg_from"),
                recipients=_some(relayed.get("rcpt_to")),
            )


def _sendgrid(request: HttpRequest) -> Iterator[Arrived]:
    call = request.POST
    if "email" in call:
        envelope = json.loads(call.get("envelope", "{}"))
        yield Arrived(
            raw=_bytes(call["email"]),
            envelope_from=envelope.get("from"),
            recipients=_some(*envelope.get("to", ())),
            authentication=verdicts.sendgrid(call),
        )


def _amazon(request: HttpRequest) -> Iterator[Arrived]:
    message = _json(request)
    call = json.loads(message["Message"]) if message.get("Type") == "Notification" else {}
    receipt = call.get("receipt", {})
    if call.get("notificationType") == "Received" and receipt.get("action", {}).get("type") == "SNS":
        encoded = receipt["action"].get("encoding") == "BASE64"
        yield _received_by_amazon(call, b64decode(call["content"]) if encoded else _bytes(call["content"]))


def _received_by_amazon(call: dict[str, Any], raw: bytes) -> Arrived:
    return Arrived(
        raw=raw,
        envelope_from=call.get("mail", {}).get("source"),
        recipients=_some(*call.get("receipt", {}).get("recipients", ())),
        transport_id=str(call.get("mail", {}).get("messageId") or ""),
        authentication=verdicts.amazon_ses(call.get("receipt", {})),
    )


_WHOLE: dict[str, Callable[[HttpRequest], Iterator[Arrived]]] = {
    "amazon_ses": _amazon,
    "mailersend": _mailersend,
    "mailgun": _mailgun,
    "mandrill": _mandrill,
    "postal": _postal,
    "postmark": _postmark,
    "sendgrid": _sendgrid,
    "sparkpost": _sparkpost,
}


def _some(*addresses: Any) -> tuple[str, ...]:
    return tuple(str(address).strip() for address in addresses if address and str(address).strip())


# the mail was fetched, or taken apart by the provider


def _events(view: Any, request: HttpRequest) -> list[Any]:
    return [event for event in view.parse_events(request) if event is not None]


def _from_event(provider: str, view: Any, request: HttpRequest, number: int, event: Any) -> Arrived:
    message = event.message
    fetched = getattr(view, "fetched", [])
    if number < len(fetched):
        raw = bytes(fetched[number])
        if provider == "amazon_ses":
            return _received_by_amazon(event.esp_event, raw)
        return Arrived(raw=raw, transport_id=str(event.event_id or ""))
    return Arrived(
        raw=rebuilt(message),
        envelope_from=message.envelope_sender,
        recipients=_some(message.envelope_recipient),
        transport_id=str(event.event_id or ""),
        authentication=verdicts.sendgrid(request.POST) if provider == "sendgrid" else {},
        payload=request.body,
    )


def rebuilt(message: Message) -> bytes:
    """A mail put together from its parts as bytes: the same each time, and no header's value can hold
    another one."""
    head = [
        f"{clean(name)}: {clean(str(value))}\n"
        for name, value in message.items()
        if not name.lower().startswith(("content-", "mime-version")) and ":" not in name
    ]
    seed = sha256("".join(head).encode("utf-8", "replace")).hexdigest()
    for name in {name for name in message if not name.lower().startswith(("content-", "mime-version"))}:
        del message[name]
    for number, part in enumerate(list(message.walk())):
        if part.is_multipart() and part.get_content_maintype() == "multipart":
            part.set_boundary(f"pbem-{sha256(f'{seed}/{number}'.encode()).hexdigest()[:24]}")
        elif isinstance(part.get_payload(), bytes):
            del part["Content-Transfer-Encoding"]
            encode_base64(part)
    return "".join(head).encode("utf-8", "replace") + message.as_bytes()

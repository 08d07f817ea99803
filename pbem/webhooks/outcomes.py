"""What a provider says became of a mail, in our own few words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import msgspec

from pbem.mail.headers import clean
from pbem.mail.providers import METADATA
from pbem.webhooks.verdicts import is_hard

_KEY_CHARS = 64
_SUPPRESSIONS = frozenset(("bounced", "spam", "unsubscribed"))


class Outcome(msgspec.Struct, frozen=True):
    """An event of a mail. ``names`` are all names by which we may know the mail, ``provider_id`` the
    provider's own; ``kind`` is delivered, deferred, soft, hard, complained or suppressed."""

    kind: str
    key: str
    names: tuple[str, ...]
    recipient: str = ""
    said: str = ""
    happened: datetime | None = None
    provider_id: str = ""


def outcome(event: Any) -> Outcome | None:
    """The outcome that an Anymail tracking event tells of; None if it tells of none that matters here."""
    said = " ".join(str(text) for text in (event.mta_response, event.description) if text)
    kind = _kind(str(event.event_type), str(event.reject_reason or ""), event.esp_event, said)
    if not kind:
        return None
    metadata = event.metadata if isinstance(event.metadata, Mapping) else {}
    names = [event.message_id, metadata.get(METADATA)]
    return Outcome(
        kind=kind,
        key=_key(event),
        names=tuple(clean(str(name), 200) for name in names if name),
        recipient=clean(str(event.recipient or ""), 254).lower(),
        said=clean(said, 500),
        happened=_moment(event.timestamp),
        provider_id=clean(str(event.message_id or ""), 200),
    )


def _moment(told: datetime | None) -> datetime | None:
    """When it happened, if that can be: providers' clocks are taken for UTC where they do not say more."""
    if told is None or not 2000 < told.year < 2200:
        return None
    return told.replace(tzinfo=told.tzinfo or UTC)


def _kind(event_type: str, reason: str, call: Any, said: str) -> str:
    match event_type:
        case "delivered" | "deferred" | "complained":
            return event_type
        case "bounced" | "failed":
            return "hard" if is_hard(call, said) else "soft"
        case "rejected" | "unsubscribed":
            return "suppressed" if event_type == "unsubscribed" or reason in _SUPPRESSIONS else "hard"
    return ""


def _key(event: Any) -> str:
    """What names this event with its provider; made from what it says where the provider gives it no name.
    One call may hold several events under one name, so the kind and the recipient belong to it."""
    named = [str(event.event_id or ""), str(event.event_type), str(event.recipient or "")]
    if not event.event_id:
        named += [str(event.message_id), json.dumps(event.esp_event, sort_keys=True, default=str)]
    return sha256("\0".join(named).encode("utf-8", "replace")).hexdigest()[:_KEY_CHARS]

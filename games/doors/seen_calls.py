"""Calls whose signature covers no body: each may serve once, and only while it is fresh.

Mailgun signs a time and a token. Who has seen one such call could put another mail into it; but the
token was seen.
"""

from __future__ import annotations

import json
import time
from datetime import timedelta
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from games.models import SeenCall

KEPT = timedelta(days=7)
SOURCE = "mailgun"
_SIGNATURE = ("timestamp", "token", "signature")


class Refused(Exception):
    """Not from the provider, or not for the first time."""


def first_time(request: HttpRequest) -> bool:
    """Whether a checked call says something new; False if it was taken before and comes again. Raises Refused
    for a token that served another call, and for a new one that is not fresh."""
    signature, said = _parts(request)
    digest = sha256(said).hexdigest()
    key = sha256(str(signature.get("token")).encode()).hexdigest()
    known = SeenCall.objects.filter(source=SOURCE, key=key).first()
    if known is None:
        if not _fresh(signature.get("timestamp")):
            raise Refused("the signature is not fresh")
        SeenCall.objects.filter(seen__lt=timezone.now() - max(KEPT, 2 * window())).delete()
        known, new = SeenCall.objects.get_or_create(source=SOURCE, key=key, defaults={"digest": digest})
        if new:
            return True
    if known.digest != digest:
        raise Refused("the token served another call")
    return False


def window() -> timedelta:
    return timedelta(seconds=settings.WEBHOOK_WINDOW_SECONDS)


def _parts(request: HttpRequest) -> tuple[dict[str, Any], bytes]:
    """(the signature, what it was sent with)"""
    if request.content_type == "application/json":
        call = json.loads(request.body)
        return call["signature"], json.dumps(call.get("event-data"), sort_keys=True).encode()
    form = request.POST.dict()
    signature = {name: form.pop(name, "") for name in _SIGNATURE}
    files = [(name, getattr(file, "size", 0)) for name, file in sorted(request.FILES.items())]
    return signature, json.dumps([form, files], sort_keys=True, default=str).encode()


def _fresh(timestamp: Any) -> bool:
    try:
        return abs(time.time() - float(timestamp)) <= window().total_seconds()
    except (TypeError, ValueError):
        return False

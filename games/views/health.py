"""Whether this server can do its work, for whatever watches it: 200 or 503, and a line for each thing that
was looked at. What exactly is wrong is for the machine itself, and for the operator (manage.py doctor)."""

from __future__ import annotations

import time

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import health, silence
from pbem.domain.findings import Mark

KEPT_SECONDS = 3.0
_kept: dict[str, tuple[float, str, int]] = {}


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """503 as long as anything keeps games from going on. Anybody may ask, so this process looks anew only
    every few seconds."""
    now = time.monotonic()
    since, body, status = _kept.get("ready", (-KEPT_SECONDS, "", 503))
    if not body or now - since >= KEPT_SECONDS:
        body, status = _looked()
        _kept["ready"] = (now, body, status)
    return HttpResponse(body, content_type="text/plain", status=status)


def forget() -> None:
    """Look anew when asked next."""
    _kept.clear()


def _looked() -> tuple[str, int]:
    silence.look()
    found = health.examine()
    worst = {line.topic: line.mark for line in sorted(found, key=lambda line: line.mark is Mark.MEND)}
    words = {topic: "not ready" if mark is Mark.MEND else "ok" for topic, mark in worst.items()}
    body = "".join(f"{topic}: {word}\n" for topic, word in words.items())
    return body, 503 if Mark.MEND in worst.values() else 200

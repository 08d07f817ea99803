"""Whether this server can do its work, for whatever watches it: 200 or 503, and a line for each thing that
was looked at. What exactly is wrong is for the machine itself, and for the operator (manage.py doctor)."""

from __future__ import annotations

import threading
import time

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import health, metrics, silence
from pbem import networks
from pbem.domain.findings import Mark
from pbem.proxies import FORWARDED

WORDS = {Mark.OK: "ok", Mark.NOTE: "noted", Mark.MEND: "not ready"}
KEPT_SECONDS = 3.0
_kept: dict[str, tuple[float, str, int]] = {}
_looking = threading.Lock()  # while one looks, the others are told what was found before


@never_cache
@require_safe
def figures(request: HttpRequest) -> HttpResponse:
    """The figures of games.metrics, for whoever PBEM_METRICS names and who calls this server itself; for
    everybody else there is no such page."""
    caller = networks.address_of(str(request.META.get("REMOTE_ADDR", "")))
    named = caller is not None and any(caller in network for network in settings.METRICS)
    if not named or FORWARDED in request.META:
        raise Http404("There is no such page.")
    return HttpResponse(metrics.text(), content_type=metrics.CONTENT_TYPE)


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """503 as long as anything keeps games from going on. Anybody may ask, so this process looks anew only
    every few seconds."""
    if not _is_fresh() and _looking.acquire(blocking="ready" not in _kept):
        try:
            if not _is_fresh():  # who waited for another's look has it
                body, status = _looked()
                _kept["ready"] = (time.monotonic(), body, status)
        finally:
            _looking.release()
    _, body, status = _kept["ready"]
    return HttpResponse(body, content_type="text/plain", status=status)


def _is_fresh() -> bool:
    return "ready" in _kept and time.monotonic() - _kept["ready"][0] < KEPT_SECONDS


def forget() -> None:
    """Look anew when asked next."""
    _kept.clear()


def _looked() -> tuple[str, int]:
    silence.look()
    found = health.examine()
    worst = {line.topic: line.mark for line in sorted(found, key=lambda line: list(WORDS).index(line.mark))}
    body = "".join(f"{topic}: {WORDS[mark]}\n" for topic, mark in worst.items())
    return body, 503 if Mark.MEND in worst.values() else 200

"""Whether this server can do its work, for whatever watches it: 200 or 503, and a line for each thing that
was looked at. What exactly is wrong is for the machine itself, and for the operator (manage.py doctor)."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import health, silence
from pbem.domain.findings import Mark

WORDS = {Mark.OK: "ok", Mark.NOTE: "noted", Mark.MEND: "not ready"}


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """503 as long as anything keeps games from going on."""
    silence.look()
    found = health.examine()
    worst = {line.topic: line.mark for line in sorted(found, key=lambda line: list(WORDS).index(line.mark))}
    body = "".join(f"{topic}: {WORDS[mark]}\n" for topic, mark in worst.items())
    return HttpResponse(body, content_type="text/plain", status=503 if Mark.MEND in worst.values() else 200)

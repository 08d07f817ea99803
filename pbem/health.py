"""Alive: answered before anything else is asked, whatever host was named and whatever is out of order
behind it."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

PATH = "/healthz"


def alive(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """A middleware that stands before all others."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path == PATH:
            return HttpResponse("alive\n", content_type="text/plain", headers={"Cache-Control": "no-store"})
        return get_response(request)

    return middleware

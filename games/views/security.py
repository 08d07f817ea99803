"""Headers that keep a page from doing anything but show what this server sent, and from being
kept for others."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SANDBOXED = POLICY.replace("script-src 'self'; ", "") + "; sandbox allow-forms allow-same-origin"
"""For pages that show what strangers wrote: no script, no frame, no window; only our own form, to
our own server."""


def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: a strict policy on every answer that brings none of its own."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
        return response

    return answer


def private(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: no cache between us and the browser keeps a page. Nearly all depend on who looks, if only
    by the list of his seats; what is for everybody says so by itself ("public")."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "public" not in response.get("Cache-Control", ""):
            patch_cache_control(response, private=True)
        return response

    return answer

"""In whose language a page is, and by whose clock: its player's behind the link of a seat; everywhere else
that which was chosen at the foot of a page (a cookie keeps it), or else the first of the browser's own
that there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_request

from games.models import Seat
from games.reports.words import zone_of
from games.seats.languages import in_language_of, speaking


def in_the_readers_language(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: what is said on the way is in the language that the browser's cookie or the
    browser asks for."""

    def answer(request: HttpRequest) -> HttpResponse:
        with speaking(get_language_from_request(request)):
            response = get_response(request)
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response

    return answer


@contextmanager
def as_read_by(seat: Seat | None) -> Iterator[None]:
    """All that is worded inside is in the language of a seat's player, and its times are by his clock.
    Without a seat nothing changes: it is the public's page."""
    if seat is None:
        yield
        return
    with in_language_of(seat), timezone.override(zone_of(seat)):
        yield


def remember(response: HttpResponse, language: str) -> HttpResponse:
    """The pages that belong to no seat are in this language for this browser from now on."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
        secure=settings.LANGUAGE_COOKIE_SECURE,
    )
    return response


def has_chosen(request: HttpRequest) -> bool:
    """Whether this browser has a language for the pages that belong to no seat."""
    return settings.LANGUAGE_COOKIE_NAME in request.COOKIES

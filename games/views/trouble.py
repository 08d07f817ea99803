"""What a page says when something breaks: that it broke; or, where the database cannot be written or
reached just now, that one may come again; or, of a game that this server does not have the rules for,
what is missing."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import server_error

from games.models import Game
from rules import engine

COME_AGAIN_SECONDS = 300
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def something_broke(request: HttpRequest) -> HttpResponse:
    """The page for what nobody caught, called while the error is at hand: 503 for what passes, 500 for a
    fault of ours."""
    if not _passes(sys.exc_info()[1]):
        return server_error(request)
    answer = render(request, "503.html", status=503)
    answer.headers["Retry-After"] = str(COME_AGAIN_SECONDS)
    return answer


def _passes(error: BaseException | None) -> bool:
    """Whether an error is of a full disk, or of a database that is away or busy."""
    if isinstance(error, OSError):
        return error.errno in _NO_ROOM
    return isinstance(error, OperationalError | InterfaceError)


class WhatIsMissing:
    """Middleware: a page of a game whose rules, module or scale this server does not have, or whose log it
    cannot read, says so instead of breaking. All other games go on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, engine.UnknownRuleset | engine.UnknownEvent):
            return None
        match = request.resolver_match
        number = match.kwargs.get("number") if match else None
        game = Game.objects.filter(pk=number).first() if number else None
        if game is None:
            return None
        return render(request, "archive/missing.html", {"game": game, "missing": str(error)}, status=501)

"""What a page says when something breaks: that it broke; or, where the database cannot be written or reached just now,
that one may come again."""

from __future__ import annotations

import errno
import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import server_error

COME_AGAIN_SECONDS = 300
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def something_broke(request: HttpRequest) -> HttpResponse:
    """The page for what nobody caught, called while the error is at hand: 503 for what passes, 500 for a fault of ours."""
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

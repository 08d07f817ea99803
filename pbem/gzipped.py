"""Pages as browsers ask for them: packed."""

from __future__ import annotations

import gzip
import re
import secrets

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

from pbem import packing

SHORT = 200  # bytes: not worth the time
_WANTED = re.compile(r"\bgzip\b")
_FLAGS, _HEADER = 3, 10


class QuickGZip(GZipMiddleware):
    """As Django's own packs pages, in a fraction of the time. Packing a long page took as long as drawing its
    maps."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.streaming:
            return super().process_response(request, response)
        content: bytes = response.content  # type: ignore[attr-defined]
        if len(content) < SHORT or response.has_header("Content-Encoding"):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        if not _WANTED.search(request.META.get("HTTP_ACCEPT_ENCODING", "")):
            return response
        packed = _named(packing.gzipped(content), secrets.randbelow(self.max_random_bytes))
        if len(packed) >= len(content):
            return response
        response.content = packed  # type: ignore[attr-defined]
        response.headers["Content-Length"] = str(len(packed))
        response.headers["Content-Encoding"] = "gzip"
        mark = response.headers.get("ETag", "")
        if mark.startswith('"'):
            response.headers["ETag"] = f"W/{mark}"  # other bytes stand for the same page
        return response


def _named(packed: bytes, length: int) -> bytes:
    """With a file name of so many letters in its head: how long a page is when packed would tell, bit by bit,
    whether it holds what somebody has it repeat (BREACH)."""
    head = bytearray(packed[:_HEADER])
    head[_FLAGS] = gzip.FNAME
    return bytes(head) + length * b"a" + b"\0" + packed[_HEADER:]

"""What is packed is what comes out, by ISA-L and by zlib; pages are packed as Django packs them."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator

import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from pbem import packing
from pbem.gzipped import QuickGZip

SAID = b"<li>The knights of Melfi rode to Canosa.</li>\n" * 400


@pytest.fixture(params=["isal", "zlib"])
def by(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine for which ISA-L has no wheel, too."""
    if request.param == "zlib":
        monkeypatch.setattr(packing, "quick", zlib)
        monkeypatch.setattr(packing, "quick_gzip", gzip)


@pytest.mark.usefixtures("by")
def test_what_is_packed_comes_out_again() -> None:
    assert packing.unpack(packing.pack(SAID)) == SAID
    assert zlib.decompress(packing.pack(SAID)) == SAID
    assert gzip.decompress(packing.gzipped(SAID)) == SAID
    assert len(packing.pack(SAID)) < len(SAID) / 10


@pytest.mark.parametrize("said", [b"", b"\x80", b"no such thing", packing.pack(SAID)[:-9]])
def test_what_nobody_has_packed_is_damaged(said: bytes) -> None:
    with pytest.raises(packing.Damaged):
        packing.unpack(said)


# pages


def asked(accepts: str = "gzip, br") -> HttpRequest:
    request = HttpRequest()
    request.META["HTTP_ACCEPT_ENCODING"] = accepts
    return request


def answered(response: HttpResponseBase, accepts: str = "gzip, br") -> HttpResponseBase:
    return QuickGZip(lambda _: response).process_response(asked(accepts), response)


@pytest.mark.usefixtures("by")
def test_a_page_is_packed_with_the_heads_that_django_gives_it() -> None:
    pages = [HttpResponse(SAID, headers={"ETag": '"mark"'}) for _ in range(2)]
    ours, django = answered(pages[0]), GZipMiddleware(lambda _: pages[1]).process_response(asked(), pages[1])
    assert gzip.decompress(ours.content) == SAID  # type: ignore[attr-defined]
    assert ours["Content-Length"] == str(len(ours.content))  # type: ignore[attr-defined]
    assert {**ours.headers, "Content-Length": ""} == {**django.headers, "Content-Length": ""}
    assert (ours["ETag"], ours["Content-Encoding"]) == ('W/"mark"', "gzip")


def test_how_long_a_packed_page_is_tells_nothing_of_what_it_holds() -> None:
    """Or whoever has a page repeat his guesses would see which of them it holds already."""
    lengths = {len(answered(HttpResponse(SAID)).content) for _ in range(60)}  # type: ignore[attr-defined]
    assert len(lengths) > 10 and max(lengths) - min(lengths) < 100


@pytest.mark.parametrize(
    ("response", "accepts", "vary"),
    [
        (HttpResponse(b"short"), "gzip", False),
        (HttpResponse(SAID, headers={"Content-Encoding": "br"}), "gzip", False),
        (HttpResponse(SAID), "identity", True),
        (HttpResponse(bytes(range(250))), "gzip", True),  # would be longer
    ],
)
def test_what_is_better_left_alone_is(response: HttpResponse, accepts: str, vary: bool) -> None:
    before = response.content
    found = answered(response, accepts)
    assert found.content == before  # type: ignore[attr-defined]
    assert found.headers.get("Vary") == ("Accept-Encoding" if vary else None)
    assert found.headers.get("Content-Encoding") != "gzip"


def test_what_comes_bit_by_bit_is_packed_bit_by_bit() -> None:
    def bits() -> Iterator[bytes]:
        yield from (SAID, SAID)

    found = answered(StreamingHttpResponse(bits()))
    packed = b"".join(found)  # type: ignore[arg-type]
    assert found["Content-Encoding"] == "gzip" and gzip.decompress(packed) == 2 * SAID

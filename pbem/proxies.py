"""Whom we believe when he says for whom he speaks.

A proxy in front tells in headers who called it, and how. Anybody can write such headers, so they count only
from the networks that PBEM_PROXIES names; from all others they are taken away before anything looks at them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from pbem.environment import SettingError

Network = IPv4Network | IPv6Network

FORWARDED = "pbem.forwarded"
"""In META: the call came through a proxy, be it one of ours or not."""
_CALLER = "HTTP_X_FORWARDED_FOR"
_SECURE = "HTTP_X_FORWARDED_PROTO"
_TOLD = ("HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_REAL_IP", "HTTP_X_CLIENT_IP", "HTTP_TRUE_CLIENT_IP",
         "HTTP_CF_CONNECTING_IP", "HTTP_CLIENT_IP")  # fmt: skip


def networks(words: Iterable[str], setting: str = "PBEM_PROXIES") -> list[Network]:
    """The networks named in a setting, e.g. 127.0.0.1 or 10.0.0.0/8; "none" is none. Raises SettingError."""
    try:
        return [ip_network(word, strict=False) for word in words if word.lower() != "none"]
    except ValueError as error:
        raise SettingError(f"{setting}: {error}") from None


def believed(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware, the first of all: REMOTE_ADDR is whoever called the outermost of our proxies, and
    X-Forwarded-Proto is left if one of them wrote it. Nothing else of the kind is left; the host is the one
    that the proxy asked for."""

    def answer(request: HttpRequest) -> HttpResponse:
        told = [name for name in request.META if name.startswith("HTTP_X_FORWARDED_") or name in _TOLD]
        if told:
            request.META[FORWARDED] = "yes"
        ours = is_ours(str(request.META.get("REMOTE_ADDR", "")))
        if ours and _CALLER in request.META:
            request.META["REMOTE_ADDR"] = _caller(str(request.META[_CALLER]), request.META["REMOTE_ADDR"])
        for name in told:
            if not (ours and name == _SECURE):
                del request.META[name]
        return get_response(request)

    return answer


def is_ours(address: str) -> bool:
    """Whether a proxy of the operator has this address."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return any(found in network for network in settings.PROXIES)


def _caller(told: str, proxy: str) -> str:
    """Whom the outermost of our proxies was called by: each has added its caller at the end, and what stands
    before that anybody may have written."""
    caller = proxy
    for word in reversed(told.split(",")):
        try:
            caller = str(ip_address(word.strip()))
        except ValueError:
            break
        if not is_ours(caller):
            break
    return caller

"""From where a page is called, and whether that is the machine itself."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

from pbem import networks
from pbem.proxies import FORWARDED

_HERE = ("localhost", "127.0.0.1", "[::1]")


def network_of(request: HttpRequest) -> str:
    """The caller, as limits count him; all whom we cannot tell apart are one."""
    return networks.network_of(_caller(request)) or "unknown"


def is_at_home(request: HttpRequest) -> bool:
    """Whether the server is somebody's own, as it is without any setting, and it is he who calls: mails are
    written into files of this machine, and the browser runs on it too, with nothing in between."""
    address, (host, _) = networks.address_of(_caller(request)), split_domain_port(request.get_host())
    alone = settings.AT_HOME and FORWARDED not in request.META and host in _HERE
    return alone and address is not None and address.is_loopback


def _caller(request: HttpRequest) -> str:
    return str(request.META.get("REMOTE_ADDR", ""))

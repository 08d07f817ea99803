"""From where somebody calls, as limits count it, and whether he sits at the machine itself."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

from pbem.proxies import FORWARDED

_HERE = ("localhost", "127.0.0.1", "[::1]")


def network_of(request: HttpRequest) -> str:
    """The caller's address; of IPv6 the network of 64 bits, in which one household has all addresses that it wants."""
    address = _address(request)
    if address is None:
        return "unknown"
    return str(address) if address.version == 4 else str(ip_network(f"{address}/64", strict=False))


def is_at_home(request: HttpRequest) -> bool:
    """Whether the server is somebody's own, as it is without any setting, and it is he who calls: mails are written into
    files of this machine, and the browser runs on it too, with nothing in between."""
    address, (host, _) = _address(request), split_domain_port(request.get_host())
    alone = settings.AT_HOME and FORWARDED not in request.META and host in _HERE
    return alone and address is not None and address.is_loopback


def _address(request: HttpRequest) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(str(request.META.get("REMOTE_ADDR", "")).partition("%")[0])
    except ValueError:
        return None
    return found.ipv4_mapped or found if found.version == 6 else found

"""From where somebody calls, as limits count it."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network


def address_of(text: str) -> IPv4Address | IPv6Address | None:
    """An address as it is written, an IPv4 one inside of IPv6 as itself; None if it is none."""
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


def network_of(text: str) -> str:
    """The address; of IPv6 the network of 64 bits, in which one household has all addresses that it wants; ""
    if it is none."""
    address = address_of(text)
    if isinstance(address, IPv6Address):
        return str(ip_network(f"{address}/64", strict=False))
    return str(address or "")

"""DNS as plain questions and answers. A test brings a zone of its own."""

from __future__ import annotations

from typing import Protocol

import dns.exception
import dns.resolver
import dns.reversename


class Unreachable(Exception):
    """The name servers gave no answer; that says nothing about the records."""


class Records(Protocol):
    """The records of a name: an empty list where there are none. May raise Unreachable."""

    def find(self, name: str, kind: str) -> list[str]: ...


class Dns:
    """The real ones. MX as "10 mx.example.org", TXT whole, names without the last point."""

    def __init__(self, seconds: float = 5) -> None:
        self._resolver = dns.resolver.Resolver()
        self._resolver.lifetime = seconds

    def find(self, name: str, kind: str) -> list[str]:
        try:
            answer = self._resolver.resolve(name, kind)
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return []
        except dns.exception.DNSException as error:
            raise Unreachable(f"{kind} of {name}: {error}") from error
        if kind == "TXT":
            return [b"".join(record.strings).decode("utf-8", "replace") for record in answer]
        return [record.to_text().rstrip(".") for record in answer]


def reverse(address: str) -> str:
    """The name under which the PTR record of an address stands."""
    return dns.reversename.from_address(address).to_text().rstrip(".")

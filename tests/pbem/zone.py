"""A domain with all its records right, and what a test changes in it."""

from __future__ import annotations

from pbem.domain.records import Unreachable, reverse

DOMAIN = "in.example.org"
ADDRESS = "203.0.113.5"
GOOD: dict[tuple[str, str], list[str]] = {
    (DOMAIN, "MX"): ["10 mx.example.org"],
    ("mx.example.org", "A"): [ADDRESS],
    (DOMAIN, "TXT"): ["google-site-verification=x", f"v=spf1 ip4:{ADDRESS} -all"],
    ("_dmarc.example.org", "TXT"): ["v=DMARC1; p=reject; sp=quarantine"],
    (reverse(ADDRESS), "PTR"): ["mx.example.org"],
}


class Zone:
    """Records from a dictionary; ``silent``: names whose servers do not answer."""

    def __init__(self, *changes: tuple[str, str, list[str]], silent: str = "") -> None:
        self._found = {**GOOD, **{(name, kind): texts for name, kind, texts in changes}}
        self._silent = silent

    def find(self, name: str, kind: str) -> list[str]:
        if name == self._silent:
            raise Unreachable(f"{kind} of {name}: timed out")
        return self._found.get((name, kind), [])

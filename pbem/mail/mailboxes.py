"""Which mailbox an address leads to, as far as its spelling tells: for limits, so that many
spellings are one.

Nothing is ever mailed to what comes out here, and nobody is known by it: two people of a small provider may
look like one, which costs them no more than a shared limit.
"""

from __future__ import annotations

import re
import unicodedata

from pbem.mail.headers import normal_address
from pbem.mail.unseen import one_line

_SAME = {
    "googlemail.com": "gmail.com",
    "protonmail.com": "proton.me",
    "protonmail.ch": "proton.me",
    "pm.me": "proton.me",
    "me.com": "icloud.com",
    "mac.com": "icloud.com",
    "ya.ru": "yandex.ru",
    "yandex.com": "yandex.ru",
}
"""Domains of one provider at which a name is the same mailbox."""
_PASSED_OVER = {"gmail.com": ".", "proton.me": ".-_"}
"""What a provider does not look at in a name."""
_DASHED = re.compile(r"(?:yahoo|ymail|rocketmail)\..+")
"""Providers that put a dash before a tag."""


def mailbox_of(address: str) -> str:
    """The mailbox: without tag, in small letters, the domain as ASCII, and what the large providers pass over
    left out. Takes any text and never raises."""
    local, _, domain = (normal_address(address) or one_line(address).lower()).rpartition("@")
    domain = _SAME.get(domain.rstrip("."), domain.rstrip("."))
    local = unicodedata.normalize("NFKC", local).casefold().strip('"')
    name = local.partition("+")[0] or local
    if _DASHED.fullmatch(domain):
        name = name.partition("-")[0] or name
    if passed_over := _PASSED_OVER.get(domain):
        name = "".join(c for c in name if c not in passed_over) or name
    return f"{name}@{domain}"

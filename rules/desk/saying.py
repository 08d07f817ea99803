"""A line of the order language that was meant by other words."""

from __future__ import annotations

import msgspec


class Saying(msgspec.Struct, frozen=True):
    """A line of the order language that was meant, and what to tell of its reading."""

    text: str
    told: tuple[str, ...] = ()

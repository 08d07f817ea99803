"""A line of the order language that was meant by other words."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.desk.speech import whither
from rules.orders.lexicon import Lexicon
from rules.orders.parser import read_line


class Saying(msgspec.Struct, frozen=True):
    """A line of the order language that was meant, and what to tell of its reading."""

    text: str
    told: tuple[str, ...] = ()


def stays_left_out(sayings: Sequence[Saying], lexicon: Lexicon) -> list[Saying]:
    """The lines but for a stay behind the same man's move, as on one line."""
    kept: list[Saying] = []
    for saying in sayings:
        before = read_line(kept[-1].text, lexicon) if kept else ()
        parts = read_line(saying.text, lexicon)
        if len(parts) != 1 or len(whither.without_stays((*before[-1:], *parts))) == len(
            (*before[-1:], *parts)
        ):
            kept.append(saying)
    return kept

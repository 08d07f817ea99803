"""A place is a hex and a storey: "0714" is the ground of a hex, "0714/2" two storeys above it,
"0714/-1" below it."""

from __future__ import annotations

import re
from typing import NamedTuple

GROUND = 0

_LABEL = re.compile(r"([A-Z]?\d{4})(?:/(-?\d{1,2}))?")


class Place(NamedTuple):
    """Where somebody can be. ``hex`` is a label of the board; ``storey`` counts from the ground, 0,
    up and down."""

    hex: str
    storey: int = GROUND

    @property
    def label(self) -> str:
        """As orders and reports have it: a plain hex is its ground."""
        return f"{self.hex}/{self.storey}" if self.storey else self.hex


def place_of(label: str) -> Place | None:
    """The place that a label names, whether there is such a one or not; None for what is no label."""
    read = _LABEL.fullmatch(label)
    return Place(read[1], int(read[2] or GROUND)) if read is not None else None

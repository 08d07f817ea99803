"""A small generator of arbitrary choices for the random player: SHA-256 over a seed and a counter.

Not for dice: those come from the umpire. The same seed always gives the same choices.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Draw:
    """Choices, one after another."""

    def __init__(self, *seed: object) -> None:
        self._seed = repr(seed).encode()
        self._count = 0

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1."""
        self._count += 1
        digest = hashlib.sha256(b"%s/%d" % (self._seed, self._count)).digest()
        return int.from_bytes(digest[:8], "big") % limit

    def chance(self, percent: int) -> bool:
        return self.below(100) < percent

    def one(self, among: Sequence[T]) -> T:
        return among[self.below(len(among))]

    def some(self, among: Sequence[T], most: int) -> tuple[T, ...]:
        """One to ``most`` different ones, in arbitrary order."""
        left = list(among)
        count = min(1 + self.below(most), len(left))
        return tuple(left.pop(self.below(len(left))) for _ in range(count))

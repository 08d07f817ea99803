"""What is wrong with a position file: which line, what was expected, and the nearest word that is known."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from rapidfuzz import process
from rapidfuzz.distance import JaroWinkler

LISTED = 24  # so many words at most are named where none is near
NEAR = 0.75  # Jaro-Winkler, 0 to 1: what is less alike is nobody's slip


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing to mend. ``line`` counts from 1; 0 for the file as a whole."""

    line: int
    message: str
    suggestion: str = ""

    @property
    def words(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        hint = f" (perhaps {self.suggestion!r}?)" if self.suggestion else ""
        return f"{where}{self.message}{hint}"


class PositionError(ValueError):
    """A position file that cannot be put up."""

    def __init__(self, line: int, message: str, suggestion: str = "") -> None:
        self.fault = Fault(line, message, suggestion)
        super().__init__(self.fault.words)


def unknown(line: int, what: str, word: str, known: Iterable[str]) -> PositionError:
    """There is no such word; the nearest that there is, or all of them where they are few."""
    words = sorted(known)
    found = process.extractOne(word.lower(), words, scorer=JaroWinkler.similarity, score_cutoff=NEAR)
    near = found[0] if found else ""
    listed = f" (known: {', '.join(words)})" if words and not near and len(words) <= LISTED else ""
    return PositionError(line, f"there is no {what} {word[:40]!r}{listed}", near)

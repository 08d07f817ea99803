"""Who is named in a line: one word or several, with or without accents, in capitals or not."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from rules.positions.faults import unknown
from rules.scenarios.rosters import plain_name

LONGEST = 5  # words of a name


def named(number: int, words: Iterable[str], known: Collection[str], what: str = "piece called") -> list[str]:
    """The pieces that these words name one after the other, each by the longest name that fits: Hugo the Red
    before Hugo. Raises PositionError for a word that names nobody."""
    left, found = [word for word in words if word], list[str]()
    while left:
        fitting = (
            (length, name)
            for length in range(min(LONGEST, len(left)), 0, -1)
            if (name := plain_name(" ".join(left[:length]))) in known
        )
        length, name = next(fitting, (0, ""))
        if not length:
            raise unknown(number, what, plain_name(left[0]), known)
        found.append(name)
        del left[:length]
    return found

"""How far a word may be from another one and still be meant for it: the one measure for verbs
and commands."""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz import process
from rapidfuzz.distance import OSA

SHORTEST = 3  # letters; below that everything is near everything
ONE_SLIP_UP_TO = 5  # letters; two from there on
LONGEST = 20


def slips_in(word: str) -> int:
    """How many slips of the keyboard a word of this length may hold (a letter too many, too few, wrong, or
    two turned round)."""
    return 1 if len(word) <= ONE_SLIP_UP_TO else 2


def nearest(word: str, known: Sequence[str], slips: int | None = None) -> str:
    """The known word that this one was meant for; "" if none is near enough."""
    if not SHORTEST <= len(word) <= LONGEST:
        return ""
    most = slips_in(word) if slips is None else slips
    near = process.extractOne(word, known, scorer=OSA.distance, score_cutoff=most)
    return near[0] if near else ""

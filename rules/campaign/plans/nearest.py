"""The known name that somebody may have meant."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import process
from rapidfuzz.distance import JaroWinkler

from rules.scenarios.rosters import plain_name

NEAR_ENOUGH = 0.8


def nearest(word: str, known: Iterable[str]) -> str:
    """The name that is most like one that is not known; empty if none is."""
    by_plain = {plain_name(name): name for name in known}
    found = process.extractOne(
        plain_name(word), list(by_plain), scorer=JaroWinkler.normalized_similarity, score_cutoff=NEAR_ENOUGH
    )
    return by_plain[found[0]] if found else ""

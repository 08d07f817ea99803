"""Sets of words, written as people read them: one after the other."""

from __future__ import annotations


def words_in(text: str) -> frozenset[str]:
    """The words of a text, each once."""
    return frozenset(text.split())

"""Phrases as they are written down: in one text, with commas between them."""

from __future__ import annotations


def phrases_in(text: str) -> tuple[str, ...]:
    """The phrases of a text, each with single blanks."""
    return tuple(" ".join(phrase.split()) for phrase in text.split(",") if phrase.strip())

"""One thing that changes a die, a column or a cost, with the rule that says so."""

from __future__ import annotations

import msgspec


class Modifier(msgspec.Struct, frozen=True, array_like=True):
    """What was added (columns: positive is to the right), by which rule, in a few words for the report."""

    value: int
    rule: str
    words: str


def total(modifiers: tuple[Modifier, ...]) -> int:
    """The sum of the values."""
    return sum(m.value for m in modifiers)

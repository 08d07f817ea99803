"""Naming men by an order of precedence that was filed ahead, so that nobody waits for a choice."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.siege.plans.plan import Order
from rules.state.figure import Character

WOUNDED = "wounded"


def is_named(man: Character, word: str) -> bool:
    """Whether a word of an order of precedence speaks of a man: his id, his kind, or "wounded"."""
    return word in (man.id, man.kind) or (word == WOUNDED and man.wounded)


def in_order(
    men: Iterable[Character], order: Order, otherwise: Callable[[Character], object]
) -> tuple[Character, ...]:
    """Those named first in their order, then the rest as they would be otherwise, those named last at the
    end."""

    def place(man: Character) -> tuple[object, ...]:
        early = next((n for n, word in enumerate(order.first) if is_named(man, word)), None)
        late = next((n for n, word in enumerate(order.last) if is_named(man, word)), None)
        if early is not None:
            return 0, early, otherwise(man)
        return (1, 0, otherwise(man)) if late is None else (2, late, otherwise(man))

    return tuple(sorted(men, key=place))

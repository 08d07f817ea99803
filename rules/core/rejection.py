"""Why something cannot be done: always with the rule that forbids it and the numbers."""

from __future__ import annotations

import msgspec


class Rejection(msgspec.Struct, frozen=True):
    """A refusal. ``rule`` is an id of the index or of a ruling, ``why`` a sentence that says the numbers."""

    rule: str
    why: str


class IllegalOrder(Exception):
    """Raised where an order that reached the table cannot be carried out."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{why} ({rule})")
        self.rejection = Rejection(rule, why)

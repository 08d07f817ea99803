"""Why something cannot be done: always with a code, the rule that forbids it and the numbers.

Rule and words are for readers. Whoever wants to know what kind of reason it is asks for the code: another
book cites other paragraphs, and another language says it in other words.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Reason(StrEnum):
    """What kind of reason it is, as far as anybody has asked yet."""

    RULE = "rule"  # the rule that is cited forbids it: nobody need know more
    # somebody or something is where he would go
    OCCUPIED = "occupied"
    NO_WAY = "no-way"  # closed ground on every way
    OPPOSED = "opposed"  # stopped or cut down in passing
    ASTRIDE = "astride"  # what horses cross and cannot stop on
    # who is no enemy
    FRIEND = "friend"  # of the same side or an ally's
    NEUTRAL = "neutral"
    # where he is, and since when
    APART = "apart"  # not next to it
    TOO_SHORT = "too-short"  # he has not been at it for a whole turn
    IN_CONTACT = "in-contact"  # an enemy could attack him
    # ladders and grapnels
    JUST_PUT_UP = "just-put-up"
    NO_STOCKADE = "no-stockade"
    OUT_OF_ACTION = "out-of-action"  # one of those who are needed
    MANY_WOUNDED = "many-wounded"
    PLATFORM = "platform"
    # what stops a line of sight
    TREES = "trees"
    SLOPE = "slope"
    ENGINE = "engine"
    WALL = "wall"
    STOCKADE = "stockade"
    GATE = "gate"
    OPENING = "opening"


class Rejection(msgspec.Struct, frozen=True):
    """A refusal. ``rule`` is an id of the index or of a ruling, ``why`` a sentence that says the numbers;
    neither is ever compared, ``code`` is there for that."""

    rule: str
    why: str
    code: Reason = Reason.RULE


class IllegalOrder(Exception):
    """Raised where an order that reached the table cannot be carried out."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{why} ({rule})")
        self.rejection = Rejection(rule, why)

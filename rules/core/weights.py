"""How a book weighs two sides of a combat: a difference of their strengths, or odds of one to the other.

A policy (``Policies.weighing``). Whoever fights, foretells, orders or tells reads a ``Weight`` and never
the strengths.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from rules.core.language import english
from rules.core.modifier import Modifier
from rules.core.tables import RuleTable


class Strengths(msgspec.Struct, frozen=True):
    """What each fighter brings into a combat: the values of the faces in play, or what a rule makes of them;
    ``raised``: what was added and why. ``spared``: results against the attackers do nothing."""

    attack: tuple[int, ...]
    defence: tuple[int, ...]
    raised: tuple[Modifier, ...] = ()
    spared: bool = False


class Weight(msgspec.Struct, frozen=True):
    """How a combat stands before any shift: the column of the tables, the whole sum in words ("12 + 8 - 7 =
    13"), what it comes to in short, as orders write it ("+13"), and its place among all that the book knows:
    the greater, the better for the attackers."""

    column: str
    words: str
    short: str
    rank: int


class Weighing(msgspec.Struct, frozen=True):
    """A book's way of weighing. ``rank_of``: the rank of a threshold as an order writes it, None for what
    this book does not write; ``written`` is its inverse. ``even``: the threshold at which an attack is worth
    proposing; ``example``: what thresholds look like. The rest are sentences."""

    weigh: Callable[[Strengths, RuleTable], Weight]
    rank_of: Callable[[str], int | None]
    written: Callable[[int], str]
    even: str
    example: str
    too_low: str
    one_attacks: str
    several_attack: str

    def meets(self, weight: Weight, at_least: str) -> bool:
        """Whether a combat is as good as an order asks for; "" asks for nothing, and what cannot be read
        is never met."""
        if not at_least:
            return True
        rank = self.rank_of(at_least)
        return rank is not None and weight.rank >= rank


# The differential of GUISCARD.


def column_for(columns: RuleTable, differential: int) -> str:
    """The column of a differential (GUI-6c)."""
    keys = columns.keys()
    inside = (k for k in keys if differential <= columns.number(k, "high"))
    return str(next(inside, keys[-1]))


def by_differential(strengths: Strengths, columns: RuleTable) -> Weight:
    """Attack less defence, all of a side together (GUI-6c, GUI-6.2b)."""
    differential = sum(strengths.attack) - sum(strengths.defence)
    attack, defence = " + ".join(map(str, strengths.attack)), " - ".join(map(str, strengths.defence))
    words = f"{attack} - {defence} = {differential}"
    return Weight(column_for(columns, differential), words, f"{differential:+d}", differential)


_SIGNED = re.compile(r"[+-]?\d{1,4}")


def _differential_of(threshold: str) -> int | None:
    return int(threshold) if _SIGNED.fullmatch(threshold) else None


DIFFERENTIAL = Weighing(
    weigh=by_differential,
    rank_of=_differential_of,
    written="{:+d}".format,
    even="+0",
    example=english("a differential such as +5"),
    too_low=english("the differential is {weight}, {at_least} was asked for"),
    one_attacks=english(
        "{attackers} attacks {defender} at a differential of {weight}. He is faster and may go out of their "
        "way."
    ),
    several_attack=english(
        "{attackers} attack {defender} at a differential of {weight}. He is faster and may go out of their "
        "way."
    ),
)

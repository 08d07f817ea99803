"""Sums as a reader can check them: "7, within 4 hexes -2 = 5"."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.language import say, say_many, translated
from rules.core.modifier import Modifier


def die_sum(face: int, modifiers: Iterable[Modifier], total: int, sides: int = 10) -> str:
    """ "1D10 = 7, within 4 hexes -2 = 5"; "1D10 = 7" when nothing changes it. A sum beyond the table is told
    as such: "1D10 = 10, armour +1 = 11, read as 10"."""
    modifiers = tuple(modifiers)
    added = face + sum(m.value for m in modifiers)
    thrown = say("1D{sides} = {face}", sides=sides, face=face)
    parts = [thrown, *(f"{translated(m.words)} {m.value:+d}" for m in modifiers)]
    summed = ", ".join(parts) + (f" = {added}" if modifiers else "")
    return summed if added == total else say("{sum}, read as {total}", sum=summed, total=total)


def shifts_in_words(shifts: Iterable[Modifier]) -> str:
    """ "joint attack: 1 column right; terrain: 2 columns left"; a shift of none says in its words why."""
    return "; ".join(_shift(shift) for shift in shifts)


def _shift(shift: Modifier) -> str:
    count = abs(shift.value)
    if shift.value > 0:
        moved = say_many("{count} column right", "{count} columns right", count, count=count)
    else:
        moved = say_many("{count} column left", "{count} columns left", count, count=count)
    return say("{why}: {moved}", why=shift.words, moved=moved) if count else translated(shift.words)


def rules_of(modifiers: Iterable[Modifier]) -> str:
    """The rule ids behind modifiers, each once."""
    return " ".join(dict.fromkeys(m.rule for m in modifiers if m.rule))

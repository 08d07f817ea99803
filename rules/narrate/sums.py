"""Sums as a reader can check them: "1D10 = 7, within 4 hexes -2 = 5, needs 4 or less"."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.language import say, say_many, translated
from rules.core.modifier import Modifier
from rules.core.tables import Cell, RuleTable


def die_sum(face: int, modifiers: Iterable[Modifier], total: int, sides: int = 10, needs: str = "") -> str:
    """ "1D10 = 7, within 4 hexes -2 = 5"; "1D10 = 7" when nothing changes it. A sum beyond the table is told
    as such: "1D10 = 10, armour +1 = 11, read as 10". ``needs``: against what it is held."""
    modifiers = tuple(modifiers)
    added = face + sum(m.value for m in modifiers)
    thrown = say("1D{sides} = {face}", sides=sides, face=face)
    parts = [thrown, *(f"{translated(m.words)} {m.value:+d}" for m in modifiers)]
    summed = ", ".join(parts) + (f" = {added}" if modifiers else "")
    read = summed if added == total else say("{sum}, read as {total}", sum=summed, total=total)
    return f"{read}, {needs}" if needs else read


def at_most(number: int) -> str:
    return say("needs {number} or less", number=number)


def at_least(number: int) -> str:
    return say("needs {number} or more", number=number)


def needed(table: RuleTable | None, column: str, *good: Cell) -> str:
    """Up to which sum, or from which on, a column of a table by sums says what the roller hopes for; empty
    where it does so nowhere, or here and there."""
    found = bound_of(table, column, *good)
    if found is None:
        return ""
    return at_most(found[0]) if found[1] else at_least(found[0])


def bound_of(table: RuleTable | None, column: str, *good: Cell) -> tuple[int, bool] | None:
    """(a sum, whether up to it and not from it on) a column says what is hoped for; None where it does so
    nowhere, always, or here and there."""
    if table is None or column not in table.columns:
        return None
    sums = [int(key) for key in dict.fromkeys(row[0] for row in table.rows)]
    hoped = [n for n in sums if table.cell(n, column) in good]
    if not hoped or len(hoped) == len(sums):
        return None
    if hoped == sums[: len(hoped)]:
        return hoped[-1], True
    return (hoped[0], False) if hoped == sums[-len(hoped) :] else None


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

"""Sums as a reader can check them: "7, within 4 hexes -2 = 5"."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.language import say
from rules.core.modifier import Modifier


def die_sum(face: int, modifiers: Iterable[Modifier], total: int, sides: int = 10) -> str:
    """ "1D10 = 7, within 4 hexes -2 = 5"; "1D10 = 7" when nothing changes it. A sum beyond the table is told as such:
    "1D10 = 10, armour +1 = 11, read as 10"."""
    modifiers = tuple(modifiers)
    parts = [f"{m.words} {m.value:+d}" for m in modifiers]
    if not parts:
        return (
            f"1D{sides} = {face}"
            if face == total
            else say("1D{sides} = {face}, read as {total}", sides=sides, face=face, total=total)
        )
    added = face + sum(m.value for m in modifiers)
    read = "" if added == total else say(", read as {total}", total=total)
    return f"1D{sides} = {face}, {', '.join(parts)} = {added}{read}"


def shifts_in_words(shifts: Iterable[Modifier]) -> str:
    """ "joint attack: 1 column right; terrain: 2 columns left"; a shift of none says in its words why."""
    words = []
    for shift in shifts:
        count = abs(shift.value)
        direction = "right" if shift.value > 0 else "left"
        moved = f"{shift.words}: {count} column{'s' if count > 1 else ''} {direction}"
        words.append(moved if count else shift.words)
    return "; ".join(words)


def rules_of(modifiers: Iterable[Modifier]) -> str:
    """The rule ids behind modifiers, each once."""
    return " ".join(dict.fromkeys(m.rule for m in modifiers if m.rule))

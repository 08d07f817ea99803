"""The lines of a report."""

from __future__ import annotations

import msgspec


class ReportLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of "what happened". ``depth`` 0 begins a numbered paragraph, 1 and 2 are indented below it;
    ``rule`` stands at the right margin; ``source`` names the table and column read, e.g. "combat/foot,
    13/20"; ``dice`` are the names of the rolls told in this line (for the dice page); ``figures`` the ids
    concerned; ``private``: only its owner reads it (use of a standing order, an IF)."""

    text: str
    depth: int = 0
    rule: str = ""
    source: str = ""
    dice: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    private: bool = False

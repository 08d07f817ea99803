"""How far an assault is to go, as a plan says it: "halt at the refuge", "give up at 40 %"."""

from __future__ import annotations

import re
from typing import NamedTuple

from rules.core.language import english
from rules.orders.trouble import Code, Misread, Trouble

NEVER = 101
_BEFORE = r"(?: (?:at|before) the refuge)?"
_NEVER = re.compile(rf",?\s*(?:and )?\b(?:never halt|do not halt|no halt|go on){_BEFORE}", re.IGNORECASE)
_HALT = re.compile(
    rf",?\s*(?:and )?\bhalt{_BEFORE}(?:,? (?:at|after|from) (\d+) ?%(?: lost)?)?", re.IGNORECASE
)
_GIVE_UP = re.compile(
    r",?\s*(?:and )?\b(?:give (?:it )?up|break off|until)(?: at| after)? (\d+) ?%(?: lost)?", re.IGNORECASE
)


class Ends(NamedTuple):
    """See Act.halt and Act.until."""

    halt: int | None = None
    until: int = 0


def ends_of(text: str) -> tuple[Ends, str]:
    """What a line says of it, and the rest of the line. Raises Misread for a percentage that is none."""
    halt: int | None = None
    until = 0
    if found := _NEVER.search(text):
        halt, text = NEVER, _without(text, found)
    elif found := _HALT.search(text):
        halt, text = int(found[1] or 0), _without(text, found)
    if found := _GIVE_UP.search(text):
        until, text = int(found[1]), _without(text, found)
        if not 1 <= until <= 100:
            raise Misread(Trouble(Code.EXPECTED, english("give up at 1 to 100 % of your men lost")))
    if halt is not None and halt > NEVER:
        raise Misread(Trouble(Code.EXPECTED, english("halt at 0 to 100 % of your men lost")))
    return Ends(halt, until), text


def _without(text: str, found: re.Match[str]) -> str:
    return text[: found.start()] + text[found.end() :]


def ends_in_words(ends: Ends) -> list[str]:
    """As a plan is written out."""
    words = []
    if ends.halt == NEVER:
        words.append("never halt")
    elif ends.halt is not None:
        words.append(f"halt at {ends.halt} %" if ends.halt else "halt at the refuge")
    if ends.until:
        words.append(f"give up at {ends.until} %")
    return words

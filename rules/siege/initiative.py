"""Who acts today (GUI-11.1.3)."""

from __future__ import annotations

from rules.events.siege import InitiativePassed, InitiativeTaken
from rules.siege.today import Today


def settle(today: Today) -> None:
    """Each rolls a die; the besieger adds 4, the besieged what rain gives him; the higher sum has it, an
    equal one is the besieger's (GUI-11.1.3a, GUI-11.6c). An event may have given it away without a roll
    (GUI-11.6b, GUI-11.6h)."""
    siege = today.siege
    if today.initiative is not None:
        side, given = today.initiative
        today.record(InitiativeTaken(side, given=given))
    else:
        bonus = today.figure("initiative besieger")
        outside = today.roll("GUI-11.1.3a", siege.besieger) + bonus
        inside = today.roll("GUI-11.1.3a", siege.besieged) + today.rain
        side = siege.besieger if outside >= inside else siege.besieged
        today.record(InitiativeTaken(side, outside, inside, today.rain))
    today.acts = side


def passed_on(today: Today) -> None:
    """A garrison that does not use its initiative leaves it to the besieger (GUI-11.1.3d)."""
    today.record(InitiativePassed(today.siege.besieged))
    today.acts, today.passed = today.siege.besieger, True

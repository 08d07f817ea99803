"""How much worse one harm is than another: what ways are compared by."""

from __future__ import annotations

from fractions import Fraction

# What it weighs to be killed, wounded or stopped on one's way, in hundredths of a man.
KILLED, WOUNDED, STOPPED = 100, 50, 30


def weighed(*, stopped: Fraction, wounded: Fraction, killed: Fraction, hurt: bool) -> Fraction:
    """The harm to be expected from these chances, in hundredths of a man. ``hurt``: he is wounded already, so
    that another wound kills."""
    return STOPPED * stopped + (KILLED if hurt else WOUNDED) * wounded + KILLED * killed

"""Places where a test may kill this process, to see that whoever comes next ends at the same place.

A failpoint stands before and after every group of statements and every call to the outside on the way of a
mail: in, filed, adjudicated, answered, out. Its name says the module and what has just been done. Nothing
happens there unless the environment names it, which only tests do: PBEM_FAILPOINT=outbox.sent kills at the
first pass, outbox.sent*3 at the third. tests/games/crashes.py finds all names in the source, so a failpoint
that no scenario passes fails the suite.
"""

from __future__ import annotations

import os
import signal

VARIABLE = "PBEM_FAILPOINT"

# name -> passes left until death; empty everywhere but in a crash test
_armed: dict[str, int] = {}


def failpoint(name: str) -> None:
    """Nothing, or death by SIGKILL where the environment asks for it."""
    if name in _armed:
        _pass(name)


def arm() -> None:
    """Read what the environment asks for; it is read once when this module is imported."""
    _armed.clear()
    name, _, passes = os.environ.get(VARIABLE, "").partition("*")
    if name:
        _armed[name] = int(passes or 1)


def _pass(name: str) -> None:
    _armed[name] -= 1
    if _armed[name] <= 0:
        os.kill(os.getpid(), signal.SIGKILL)


arm()

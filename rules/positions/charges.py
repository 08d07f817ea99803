"""Charges under way: announced and not ridden yet, or home and not fought yet.

::

    [happened]
    charge Robert at Zahir over 0511 0510 0509 0508 0507 0506
    charge Robert at Zahir from 0512-0513 over 0511 0510 0509 0508 0507 0506 home
    charge Robert at Zahir over 0511 0510 0509 0508 0507 0506 answered by Omar over 0403 0504
"""

from __future__ import annotations

import re
from itertools import pairwise

from rules.positions.faults import PositionError, unknown
from rules.positions.form import Line
from rules.scenarios.rosters import plain_name
from rules.state.battle import Battle, Charge, ChargeState
from rules.state.figure import Character, Hex

_AT = r"[A-Z]?\d{4}"
_WAY = rf"((?:{_AT}\s*)+)"
_CHARGE = re.compile(
    rf"charge\s+(?P<rider>\S+)\s+at\s+(?P<target>\S+)(?:\s+from\s+(?P<front>{_AT})-(?P<rear>{_AT}))?"
    rf"\s+over\s+(?P<way>{_WAY})(?:answered\s+by\s+(?P<foe>\S+)\s+over\s+(?P<answer>{_WAY}))?"
    r"(?P<rest>(?:\s*\b(?:home|lost|fought|close)\b)*)\s*",
    re.IGNORECASE,
)
_STATES = {state.value: state for state in ChargeState}


def announced(battle: Battle, line: Line) -> None:
    """Put a charge into the record of the phase. Raises PositionError for one that nobody could have
    announced."""
    found = _CHARGE.fullmatch(" ".join(line.words))
    if found is None:
        raise PositionError(
            line.number,
            "a charge is told by rider, target and every hex: charge Robert at Zahir over 0511 0510 0509,"
            " then perhaps answered by Omar over 0403, home or close",
        )
    rider, target = _man(battle, line, found["rider"]), _man(battle, line, found["target"])
    start = (found["front"].upper(), found["rear"].upper()) if found["front"] else rider.hexes
    if len(start) != 2 or not rider.mounted:
        raise PositionError(line.number, f"{rider.name} is not in the saddle and cannot charge")
    words = found["rest"].lower().split()
    state = next((_STATES[word] for word in words if word in _STATES), ChargeState.ANNOUNCED)
    route = _way(battle, line, start[0], found["way"])
    counter, answer = "", tuple[Hex, ...]()
    if found["foe"]:
        foe = _man(battle, line, found["foe"])
        counter = foe.id
        if not foe.mounted:
            raise PositionError(line.number, f"{foe.name} is not in the saddle and cannot counter-charge")
        answer = _way(battle, line, "" if state is ChargeState.HOME else foe.hex or "", found["answer"])
    elif state is ChargeState.HOME and not any(
        battle.board.adjacent(a, b) for a in rider.hexes for b in target.hexes
    ):
        raise PositionError(line.number, f"{rider.name} is not next to {target.name}: his charge is not home")
    battle.now.charges[rider.id] = Charge(target.id, start, route, counter, answer, state, "close" in words)


def _man(battle: Battle, line: Line, word: str) -> Character:
    name = plain_name(word)
    if name not in battle.figures:
        raise unknown(line.number, "man", name, battle.figures)
    return battle.figures[name]


def _way(battle: Battle, line: Line, start: Hex, written: str) -> tuple[Hex, ...]:
    """Hexes that touch each other, the first of them the start where one is given."""
    way = tuple(written.upper().split())
    for here, there in pairwise((start, *way) if start else way):
        if there not in battle.board or not battle.board.adjacent(here, there):
            raise PositionError(line.number, f"{here} and {there} do not touch")
    return way

"""A stone thrower with its crew, a siphon of Greek fire, and a shot."""

from __future__ import annotations

from typing import Any

from rules.assault import shooting
from rules.core.facing import Facing
from rules.journal import Journal
from rules.orders.records import ShootOrder
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.state.works import Engine
from tests.rules.kit import SIEGE, battle, field, journal, man

# A stone thrower in 0420 that looks north, three men behind it
CATAPULT = Engine("cat", "stone_thrower", "Catapult", "normans", ("0420",), Facing.N)
CREW = (man("Hugo", "0421"), man("Fulk", "0321"), man("Odo", "0521"))


def siege(*pieces: Character, engine: Engine = CATAPULT, board: str = "", **more: Any) -> Battle:
    return battle(board or field(12, 26), *pieces, engines=(engine,), rules=SIEGE, phase=3, **more)


def shot(b: Battle, aim: str, *faces: int, crew: tuple[str, ...] = (), **dice: Any) -> Journal:
    j = journal(b, *faces, **dice)
    engine = next(iter(b.engines))
    assert shooting.carry_out(j, SIEGE, "normans", ShootOrder(engine, aim, crew)) is None
    return j


# Greek fire
SIPHON = Engine("siphon", "greek_fire", "Siphon", "normans", ("0610",), Facing.N)
GREEKS = (man("Dorian", "0611"), man("Alexio", "0511"))


def strand(*pieces: Character, **more: Any) -> Battle:
    return siege(*GREEKS, *pieces, engine=SIPHON, board=field(14, 16), **more)

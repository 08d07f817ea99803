"""Ropes with a hook at walls, and houses to climb."""

from __future__ import annotations

from rules.state.works import Ladder
from tests.rules.castle_kit import castle, upright
from tests.rules.kit import SIEGE, battle, man


def rope(foot: str = "0405", facing: str = "N", *, since: int = 1) -> Ladder:
    return upright(foot, facing, kind="rope", since=since)


HOUSE = "\n".join([". . . . ."] * 2 + [". i{0} i{0} i{0} ."] + [". . . . ."] * 3)


def house(level: int, *pieces, traits=(), **more):
    drawn = HOUSE.replace("{0}", str(level) if level else "")
    far = man("Zahir", "0506", side="arabs", health="stunned", stunned_in=1)
    return battle(
        drawn,
        *pieces,
        far,
        walls=("wall 0203 0303 0403",),
        traits=traits,
        rules=SIEGE,
        step=None,
        phase=3,
        **more,
    )


def hanging(*more, attack: int = 20, **health):
    return castle(
        man("Vladko", "0405", storey=1, **health), man("Argyros", "0404", side="arabs", attack=attack), *more,
        ladders=(rope(),), side="arabs", phase=4,
    )  # fmt: skip

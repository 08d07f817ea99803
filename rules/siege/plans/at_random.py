"""Plans made up at random: for games that look for faults, and for tests of the desk."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Chance(Protocol):
    """What is needed of random.Random: rules have no chance of their own."""

    def choice(self, seq: Sequence[T], /) -> T: ...

    def randrange(self, start: int, stop: int, /) -> int: ...

    def sample(self, population: Sequence[T], k: int, /) -> list[T]: ...

    def shuffle(self, x: MutableSequence[Any], /) -> None: ...


TERMS = (
    "initiative", "they pass", "breach", "no breach", "day 3", "day 5 or later", "before day 4",
    "stores under 4", "stores at most 6", "garrison over 7", "besiegers at least 20", "throwers 1",
    "ladders 2", "grapnels 2 or more", "bonus 2", "odds 3 to 2", "odds at least 60", "not breach",
)  # fmt: skip
ACTS = (
    "ASSAULT", "ASSAULT with knights, archers", "BATTER", "BATTER AND BUILD ladders",
    "BATTER AND BUILD thrower", "BUILD thrower", "BUILD grapnels",
    "BUILD thrower AND BUILD ladders AND BUILD thrower", "PARLEY", "REST",
)  # fmt: skip
SALLIES = ("SALLY", "SUPPLY", "BATTLE", "REST", "SALLY with shooters", "SUPPLY with infantry")
WISHES = (
    "QUIET 2", "QUIET 4", "SICK OURS wounded first", "SICK OURS knights last", "SICK THEIRS archers first",
    "CAMP infantry first", "CAMP riders last", "BUY 2 knights, 3 archers", "BUY 4 light infantry",
)  # fmt: skip
MEETINGS = ("RELIEF shelter", "RELIEF fight", "RELIEF divide", "RELIEF divide with knights, archers")


def random_plan(chance: Chance, besieging: bool) -> list[str]:
    """Lines that are all understood, though many of them cannot be done."""
    lines = []
    for _ in range(chance.randrange(1, 6)):
        act = chance.choice(ACTS if besieging else SALLIES)
        terms = [chance.choice(TERMS) for _ in range(chance.randrange(0, 3))]
        lines.append(f"IF {chance.choice((' AND ', ' OR ')).join(terms)} THEN {act}" if terms else act)
    wishes = (*WISHES, *MEETINGS) if besieging else WISHES
    return [*lines, *chance.sample(wishes, chance.randrange(0, 4))]


WRONG = (
    "BATTER 9999", "ASSUALT", "IF dragons THEN REST", "BUILD castle", "BATTER AND ASSAULT",
    "BATTER AND BATTER", "QUIET 99", "QUIET", "BUY 40 knights", "BUY dragons", "SICK OURS nobody first",
    "STRIKE Zeus", "STRIKE",
    "CAMP", "RELIEF", "RELIEF maybe", "RELIEF divide with Zeus",
    "BUILD thrower with Zeus", "PARLEY now with them", "IF THEN", "IF day 0 THEN", "THEN REST",
    "stores under 0 THEN REST", "IF stores under 0 THEN REST", "REST " * 90, "IF (breach THEN [REST",
    "☃ REST ☃",
    "SALLY with dragons", "SUPPLY by the moon", "BATTLE at edge up", "IF odds 0 to 0 THEN REST",
    "IF odds 3 to 0 THEN REST", "IF bonus 99999999999999999999 THEN REST", "BATTER with 0 throwers",
)  # fmt: skip
"""Lines that hold something wrong, most of which cannot be read."""


def careless_plan(chance: Chance, besieging: bool) -> list[str]:
    """Lines as somebody writes them who has read nothing: some good, some for the other side, some wrong."""
    lines = [*random_plan(chance, besieging), *random_plan(chance, not besieging)[:1]]
    lines += chance.sample(WRONG, chance.randrange(0, 4))
    chance.shuffle(lines)
    return lines

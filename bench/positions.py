"""One position answered in a warm process: the example of docs/positions.md, and an assault on a castle.

Each time as if the board had never been seen before, since whoever asks brings his own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from bench.measure import Measure, cpu_ms
from rules import engine
from rules.state.board import board_of

ANSWERED = 150  # milliseconds allowed
PAGE = Path(__file__).resolve().parents[1] / "docs" / "positions.md"

SIEGE = """
title Ladders at the south wall of Oria
board castle
phase 3 normans
[men normans]
Robert, man, 0814/1, attack 12
Hugo, man, 0914, attack 11
Fulk, man, 0715
Odo, man, 0915
Drogo, archer, 1016, short bow
Serlo, archer, 1216, short bow
Tancred, archer, 1416, short bow
Walter, knight, 1318, on foot
Ansel, knight, 1418, on foot
Gilbert, rider, 1117-1118
Roger, rider, 1717-1718
Carl, man, 2116
Bald, man, 2117
Herman, man, 2016
Aubrey, man, 2217
[men arabs]
Zahir, man, 0813, defence 7
Yusuf, man, 0913, defence 6
Omar, man, 1013
Khaled, archer, 1113, short bow
Jemal, archer, 1513, composite bow
Hassan, archer, 1613, composite bow
Tariq, man, 1811
Yani, archer, 1307, short bow
Ismail, man, 1011
Nasir, man, 1112
Faris, man, 1412
Salim, wounded, 1310
[works]
ladder 0814 facing N since 1
stone_thrower Petra of normans 2115 facing NW
flame 1013 of normans since 2
[orders normans]
FIRE Drogo AT Omar
FIRE Serlo AT Khaled
FIRE Tancred AT Jemal
MOVE Walter to 1317
MOVE Gilbert to 0916
ATTACK Robert ON Zahir
[orders arabs]
WATCH fire at first within 8
[dice]
otherwise 5
[ask]
line of fire Yani -> Tancred
line of fire Hassan -> Roger
reach Walter
odds Robert ON Zahir
try FIRE Tancred AT Jemal
[ask after]
reach Gilbert
values Salim
"""


def example() -> str:
    """The first position of the page that explains them."""
    found = re.search(r"```position\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def answer(text: str) -> list[engine.Finding]:
    board_of.cache_clear()
    return list(engine.judge(text))


def measures() -> Iterator[Measure]:
    for name, text in (("position", example()), ("position_castle", SIEGE)):
        value = cpu_ms(lambda text=text: answer(text))
        yield Measure(name, value, "ms", round(ANSWERED / value, 2), f"{ANSWERED} ms allowed")

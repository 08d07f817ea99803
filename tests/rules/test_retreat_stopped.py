"""A retreat that is stopped on its way, where somebody stands already."""

from __future__ import annotations

import pytest

from rules import engine

POSITION = """
board 8x9
[men normans]
Robert, man, 0404, attack 30
Drogo, man, 0507
[men arabs]
Zahir, man, 0405
Omar, man, {omar}
[orders normans]
ATTACK Robert ON Zahir
[orders arabs]
RETREAT Zahir 0406 0407
[results]
combat Zahir C
retreat Zahir 2
[dice]
test 7
"""


@pytest.mark.rule("GUI-6.5c", "GUI-6.5d")
@pytest.mark.parametrize(("omar", "ends"), [("0406", "0405"), ("0202", "0406")])
def test_who_is_stopped_in_the_hex_of_a_friend_is_put_back_and_wounded(omar: str, ends: str) -> None:
    found = list(engine.judge(POSITION.format(omar=omar)))
    assert not [one.words for one in found if one.kind == "fault"]
    [zahir] = [one.data for one in found if one.kind == "state" and one.data["piece"] == "zahir"]
    assert (zahir["hexes"], zahir["health"]) == ([ends], "wounded")

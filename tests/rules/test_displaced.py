"""Friends and horses who have to make room for somebody who gives ground (GUI-6.5b, GUI-5.4.4b)."""

from __future__ import annotations

import pytest

from rules.events.harm import Displaced
from rules.events.movement import HorseReleased
from rules.journal import Journal
from rules.state.battle import Battle
from rules.state.invariants import broken
from rules.tactical import retreat
from tests.rules.kit import SIEGE, battle, horse, journal, kinds, man

# 0102 0202 0302 and so on: a strip with no way aside
STRIP = "_ _ _ _ _\n. . . . .\n_ _ _ _ _"


def driven(at: Battle, *faces: int, hexes: int = 1, shot_from: str | None = None) -> Journal:
    made = journal(at, *faces, otherwise=1)
    retreat.resolve_retreat(
        made, SIEGE, ["zahir"], hexes, "missile" if shot_from else "combat", frozenset(), shot_from
    )
    return made


@pytest.mark.rule("GUI-4.1a", "GUI-6.5b", "GUI-10.1.6c", "RUL-603")
@pytest.mark.parametrize("stunned_first", [True, False])
def test_a_hex_in_which_one_has_fallen_on_another_is_not_emptied_by_pushing_the_upper_one(
    stunned_first: bool,
) -> None:
    """Whoever of the two comes first in the muster."""
    above = man("Yusuf", "0202", side="arabs", health="wounded", atop="omar")
    below = man("Omar", "0202", side="arabs", health="stunned", stunned_in=1)
    two = (below, above) if stunned_first else (above, below)
    done = driven(battle(STRIP, man("Zahir", "0102", side="arabs"), *two, rules=SIEGE))
    assert kinds(done.events) == ["retreat_blocked", "wounded"]
    assert done.battle.figures["yusuf"].hex == "0202" and broken(done.battle) == []


@pytest.mark.rule("GUI-6.5b", "GUI-4.4.3b", "RUL-607")
def test_who_is_pushed_aside_lets_go_of_the_horses_that_he_leads() -> None:
    board = "_ _ _ _ _\n. . . . .\n. . _ _ _"
    at = battle(
        board, man("Zahir", "0102", side="arabs"), man("Yusuf", "0202", side="arabs"),
        horse("Buraq", "0203", "0103", side="arabs", led_by="yusuf"), rules=SIEGE,
    )  # fmt: skip
    done = driven(at)
    moved = [e for e in done.events if isinstance(e, Displaced | HorseReleased)]
    assert [e.figure for e in moved] == ["yusuf", "yusuf"] and isinstance(moved[0], HorseReleased)
    assert done.battle.figures["yusuf"].leads == () and done.battle.horses["buraq"].led_by is None

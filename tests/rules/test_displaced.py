"""Friends and horses who have to make room for somebody who gives ground (GUI-6.5b, GUI-5.4.4b)."""

from __future__ import annotations

import pytest

from rules.core.rejection import Rejection
from rules.events.harm import Displaced
from rules.events.movement import HorseReleased, InfiltrationTested
from rules.journal import Journal
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.state.invariants import broken
from rules.tactical.harm.displacement import Cascade, Shift
from rules.tactical.retreating import retreat
from rules.tactical.retreating.retreat import told
from rules.tactical.retreating.ways_back import Place, Route, ways_back
from tests.rules.kit import RULES, SIEGE, battle, field, horse, journal, kinds, man

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


def shot_at_before_a_horse(*more: Character, trees: tuple[str, ...], front: str, rear: str) -> Battle:
    """Zahir in 0505 is driven south to 0506, where one half of Buraq stands."""
    rows = [line.split() for line in field(9, 10).split("\n")]
    for at in trees:
        rows[int(at[2:]) - 1][int(at[:2]) - 1] = "t"
    board = "\n".join(" ".join(row) for row in rows)
    zahir = man("Zahir", "0505", side="arabs")
    return battle(board, zahir, horse("Buraq", front, rear, side="arabs"), *more, rules=SIEGE)


@pytest.mark.rule("GUI-5.4.4b", "GUI-4.4.3a", "RUL-410")
@pytest.mark.parametrize(("front", "rear"), [("0506", "0507"), ("0507", "0506")])
def test_a_horse_that_cannot_be_pushed_straight_swings_the_half_that_is_in_the_way(
    front: str, rear: str
) -> None:
    at = shot_at_before_a_horse(trees=("0508",), front=front, rear=rear)
    done = driven(at, shot_from="0501")
    zahir, buraq = done.battle.figures["zahir"], done.battle.horses["buraq"]
    assert zahir.hex == "0506" and not zahir.wounded
    assert (buraq.rear if front == "0506" else buraq.front) == "0507" and "0506" not in buraq.hexes
    assert at.board.adjacent(*buraq.hexes) and broken(done.battle) == []


@pytest.mark.rule("GUI-5.4.4b", "GUI-4.3.1.2", "RUL-526")
@pytest.mark.parametrize(("front", "rear", "dice"), [("0506", "0507", 1), ("0507", "0506", 0)])
def test_only_a_horse_whose_head_swings_beside_an_enemy_is_tested(front: str, rear: str, dice: int) -> None:
    """Of the hexes beside 0507 only 0607 is left; Robert stands next to it and to 0507."""
    trees = ("0508", "0407", "0406", "0606")
    at = shot_at_before_a_horse(man("Robert", "0608"), trees=trees, front=front, rear=rear)
    done = driven(at, shot_from="0501")
    tested = [e for e in done.events if isinstance(e, InfiltrationTested)]
    assert "0607" in done.battle.horses["buraq"].hexes and len(tested) == dice


@pytest.mark.rule("GUI-5.4.4d", "GUI-4.4.3a")
def test_a_horse_with_no_free_hex_beside_the_half_that_stays_bars_the_way() -> None:
    at = shot_at_before_a_horse(trees=("0508", "0407", "0406", "0606", "0607"), front="0506", rear="0507")
    assert driven(at, shot_from="0501").battle.figures["zahir"].wounded


# what is told to who is asked


def test_a_way_back_says_who_makes_room_where_and_who_may_test_him_there() -> None:
    """All that a RETREAT order weighs is told to the player who is asked in its place."""
    at = battle(
        field(8, 10),
        man("Robert", "0404"),
        man("Odo", "0405"),
        man("Khaled", "0403", side="arabs"),
        man("Zahir", "0506", side="arabs"),
        man("Omar", "0306", side="arabs"),
    )
    robert = at.figures["robert"]
    ways = ways_back(at, RULES, robert, 1, enemies=frozenset({"khaled"}))
    assert not isinstance(ways, Rejection)
    words = {way.end.hex: told(at, RULES, robert, way) for way in ways}
    [pushing] = [text for text in words.values() if "Odo" in text]
    [pushed] = [way.rooms[0].shifts[0] for way in ways if way.rooms]
    assert f"Odo makes room (to {pushed.hex})" in pushing, pushing
    assert f"may test Odo in {pushed.hex}: " in pushing, pushing
    assert [text for text in words.values() if "makes room" in text] == [pushing]


def test_a_man_in_armour_pushed_into_deep_water_is_told_to_drown() -> None:
    shift = Shift("odo", False, "0406", None, "0406", True, 0, "normans")
    at = battle(field(6, 8), man("Robert", "0404"), man("Odo", "0405", armoured=True))
    way = Route((Place("0405"),), (Cascade((shift,)),), 0)
    assert "Odo is pushed into deep water (0406) and drowns" in told(at, RULES, at.figures["robert"], way)

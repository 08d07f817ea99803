"""Giving ground (GUI-6.5, GUI-5.4.4, GUI-4.3f to GUI-4.3h).

Round 0505: north 0504, north-east 0604, south-east 0605, south 0506, south-west 0405, north-west 0404.
"""

from __future__ import annotations

import pytest

from rules.core.rejection import Rejection
from rules.events.combat import RetreatBlocked, Retreated
from rules.events.harm import Displaced, Wounded
from rules.events.movement import HorseReleased, InfiltrationTested, PutBack
from rules.state.figure import Health
from rules.state.invariants import broken
from rules.tactical.retreating import retreat, ways_back
from tests.rules.kit import RULES, battle, field, horse, journal, kinds, man, rider

FLAT = field(10, 10)


def driven(at, figure="zahir", hexes=1, *faces, enemies=(), shot_from=None, otherwise=None, cause=None):
    j = journal(at, *faces, otherwise=otherwise)
    retreat.resolve_retreat(
        j,
        RULES,
        [figure],
        hexes,
        cause or ("missile" if shot_from else "combat"),
        frozenset(enemies),
        shot_from,
    )
    return j


def trail(j):
    return [e.hex for e in j.events if isinstance(e, Retreated)]


@pytest.mark.rule("GUI-6.5a", "GUI-4.3g")
def test_away_from_the_attacker_never_next_to_him():
    at = battle(FLAT, man("Zahir", "0505", side="arabs"), man("Robert", "0504"))
    j = driven(at, enemies=["robert"])
    assert trail(j)[0] in {"0405", "0506", "0605"} - {"0404", "0604"}
    assert not j.battle.board.adjacent(trail(j)[0], "0504")


@pytest.mark.rule("GUI-4.3g", "GUI-6.5d")
def test_every_way_touches_an_enemy_of_the_fight_so_he_stays_and_is_wounded():
    at = battle(
        FLAT,
        man("Zahir", "0505", side="arabs"),
        man("Robert", "0504"),
        man("Drogo", "0605"),
        man("Fursa", "0405"),
    )
    j = driven(at, enemies=["robert", "drogo", "fursa"])
    (blocked,) = [e for e in j.events if isinstance(e, RetreatBlocked)]
    assert blocked.rule == "GUI-4.3g"
    assert (j.battle.figures["zahir"].hex, j.battle.figures["zahir"].health) == ("0505", Health.WOUNDED)
    # the same men, had they not fought him, would only test him
    assert trail(driven(at, otherwise=1)) != []


@pytest.mark.rule("GUI-6.5d", "GUI-6.5e")
def test_a_wounded_man_who_cannot_give_ground_dies():
    board = ". _\n_ _"
    at = battle(board, man("Zahir", "0101", side="arabs", health="wounded"))
    assert driven(at).battle.figures["zahir"].dead


@pytest.mark.rule("GUI-5.4.4d", "GUI-6.5d")
def test_no_way_through_enemies_but_over_the_stunned():
    board = "_ _ _\n. . .\n_ _ _"  # 0102 0202 0302: a strip
    at = battle(board, man("Zahir", "0102", side="arabs"), man("Robert", "0202"))
    j = driven(at, hexes=2, cause="missile")
    assert kinds(j.events) == ["retreat_blocked", "wounded"]
    at = battle(board, man("Zahir", "0102", side="arabs"), man("Robert", "0202", health="stunned"))
    assert trail(driven(at, hexes=2, cause="missile")) == ["0202", "0302"]
    assert kinds(driven(at, hexes=1).events) == ["retreat_blocked", "wounded"]  # he may not end on him


@pytest.mark.rule("GUI-5.4.4a", "GUI-6.5a")
def test_impassable_hexes_bar_the_way_and_mp_do_not_matter():
    board = "_ _ _\n. W .\n_ _ _"
    assert kinds(driven(battle(board, man("Zahir", "0102", side="arabs", armoured=True))).events) == [
        "retreat_blocked",
        "wounded",
    ]
    swimmer = battle(board, man("Zahir", "0102", side="arabs", mp=1))  # 4 MP a hex for a man who has 1
    assert trail(driven(swimmer, hexes=2, cause="missile")) == ["0202", "0302"]


@pytest.mark.rule("GUI-4.2.1d")
def test_armour_is_wounded_rather_than_drowned_where_only_deep_water_is_left():
    board = "W W W\nW . W\nW W W"
    j = driven(battle(board, man("Zahir", "0202", side="arabs", armoured=True)))
    assert j.battle.figures["zahir"].health is Health.WOUNDED
    assert j.battle.figures["zahir"].hex == "0202"


@pytest.mark.rule("GUI-6.5a")
def test_choked_hexes_are_impassable():
    board = "_ _\n. .\n_ _"
    dead = [man(f"D{i}", "0202", health="dead") for i in range(6)]
    assert (
        kinds(driven(battle(board, man("Zahir", "0102", side="arabs"), *dead)).events)[0] == "retreat_blocked"
    )
    assert trail(driven(battle(board, man("Zahir", "0102", side="arabs"), *dead[:5]))) == ["0202"]


@pytest.mark.rule("GUI-6.5b")
def test_the_distance_counts_from_where_he_stood():
    at = battle(FLAT, man("Zahir", "0505", side="arabs"))
    j = driven(at, hexes=2, cause="missile")
    assert j.battle.board.distance("0505", trail(j)[-1]) == 2


# tests on the way


@pytest.mark.rule("GUI-4.3f", "GUI-6.5c")
def test_the_last_hex_is_tested_too_each_enemy_once():
    board = "_ _ _ _ _\n. . . . .\n_ _ . _ _"
    at = battle(board, man("Zahir", "0102", side="arabs"), man("Robert", "0303"))
    j = driven(at, "zahir", 2, 1, cause="missile")  # 0202, 0302, both beside 0303: one die
    tested = [(e.hex, e.enemy) for e in j.events if isinstance(e, InfiltrationTested)]
    assert j.battle.board.adjacent("0202", "0303") or tested == [("0302", "robert")]
    assert len(tested) == 1 and trail(j) == ["0202", "0302"]


@pytest.mark.rule("GUI-4.3f", "GUI-6.5d")
def test_one_stopped_before_the_end_is_wounded():
    board = "_ _ _ _ _\n. . . . .\n_ . _ _ _"
    at = battle(board, man("Zahir", "0102", side="arabs"), man("Robert", "0203"))
    j = driven(at, "zahir", 2, 6, cause="missile")
    assert trail(j) == ["0202"]
    assert j.battle.figures["zahir"].hex == "0202" and j.battle.figures["zahir"].wounded


@pytest.mark.rule("GUI-4.3f")
def test_one_stopped_on_a_friend_falls_back_to_where_he_stood_free():
    board = "_ _ _ _ _\n. . . . .\n_ . _ _ _"
    at = battle(
        board, man("Zahir", "0102", side="arabs"), man("Yusuf", "0202", side="arabs"), man("Robert", "0203")
    )
    j = driven(at, "zahir", 2, 6, cause="missile")
    assert [type(e) for e in j.events if isinstance(e, PutBack | Wounded)] == [PutBack, Wounded]
    assert j.battle.figures["zahir"].hex == "0102"


@pytest.mark.rule("GUI-4.3f")
def test_a_test_on_the_last_hex_may_kill():
    board = "_ _ _\n. . .\n_ _ _"
    at = battle(board, man("Zahir", "0102", side="arabs"), man("Robert", "0302"))
    j = driven(at, "zahir", 1, 10)
    assert j.battle.figures["zahir"].dead and j.battle.figures["zahir"].hex == "0202"


@pytest.mark.rule("GUI-4.3h")
def test_a_shot_along_a_corner_leaves_two_first_hexes():
    at = battle(FLAT, man("Zahir", "0505", side="arabs"))
    shooter = next(h for h in at.board.within("0505", 2) if h != "0505" and at.board.bearing(h, "0505") % 2)
    opposite = ways_back.opposite_hexes(at, shooter, "0505")
    assert len(opposite) == 2
    assert all(at.board.distance(shooter, h) == 3 for h in opposite)


@pytest.mark.rule("GUI-4.3f", "GUI-5.4.4a")
def test_the_route_with_the_fewest_tests():
    at = battle(FLAT, man("Zahir", "0505", side="arabs"), man("Robert", "0504"), man("Fursa", "0306"))
    j = driven(at, enemies=["robert"])
    assert trail(j)[0] in {"0506", "0605"} and not [e for e in j.events if isinstance(e, InfiltrationTested)]


@pytest.mark.rule("GUI-5.4.4a")
def test_then_the_best_cover_and_a_goal_before_both():
    board = FLAT.split("\n")
    board[5] = ". . . . s . . . . ."  # 0506: scrub, light cover
    at = battle("\n".join(board), man("Zahir", "0505", side="arabs"), man("Robert", "0504"))
    zahir = at.figures["zahir"]
    chosen = ways_back.choose_route(at, RULES, zahir, 1, enemies=frozenset({"robert"}))
    assert isinstance(chosen, ways_back.Route) and chosen.end.hex == "0506"
    chosen = ways_back.choose_route(at, RULES, zahir, 1, enemies=frozenset({"robert"}), goal="0905")
    assert isinstance(chosen, ways_back.Route) and chosen.end.hex == "0605"


# friends


@pytest.mark.rule("GUI-5.4.4a", "GUI-6.5b")
def test_friends_are_crossed_and_pushed_aside_at_the_end():
    board = "_ _ _ _ _\n. . . . .\n_ _ _ _ _"
    at = battle(board, man("Zahir", "0102", side="arabs"), man("Yusuf", "0202", side="arabs"))
    assert trail(driven(at, hexes=2, cause="missile")) == ["0202", "0302"]
    at = battle(board, man("Zahir", "0102", side="arabs"), man("Yusuf", "0202", side="arabs"))
    j = driven(at)
    assert [(e.figure, e.hex) for e in j.events if isinstance(e, Displaced)] == [("yusuf", "0302")]
    assert j.battle.figures["zahir"].hex == "0202"


@pytest.mark.rule("GUI-6.5b")
def test_a_cascading_retreat():
    board = "_ _ _ _ _\n. . . . .\n_ _ _ _ _"
    at = battle(
        board, man("Zahir", "0102", side="arabs"), man("Yusuf", "0202", side="arabs"),
        man("Khaled", "0302", side="arabs"),
    )  # fmt: skip
    j = driven(at)
    places = {i: j.battle.figures[i].hex for i in ("zahir", "yusuf", "khaled")}
    assert places == {"zahir": "0202", "yusuf": "0302", "khaled": "0402"}
    full = battle(
        board, man("Zahir", "0102", side="arabs"),
        *(man(f"Y{c}", f"0{c}02", side="arabs") for c in range(2, 6)),
    )  # fmt: skip
    assert kinds(driven(full).events) == ["retreat_blocked", "wounded"]


@pytest.mark.rule("GUI-6.5b")
def test_nobody_is_pushed_into_the_way_of_the_retreat():
    board = "_ _ _\n. . .\n_ _ _"
    at = battle(board, man("Zahir", "0102", side="arabs"), man("Yusuf", "0302", side="arabs"))
    assert kinds(driven(at, hexes=2, cause="missile").events) == ["retreat_blocked", "wounded"]


# riders


@pytest.mark.rule("GUI-6.5b", "GUI-5.4.4c")
def test_a_rider_pushes_a_rider_by_one_hex_but_not_by_two():
    at = battle(
        FLAT, rider("Zahir", "0502", "0503", side="arabs"), rider("Yusuf", "0504", "0505", side="arabs")
    )
    j = driven(at)
    assert j.battle.figures["zahir"].hexes == ("0503", "0504")
    assert j.battle.figures["yusuf"].hexes == ("0505", "0506")
    assert driven(at, hexes=2, cause="missile").battle.figures["zahir"].wounded


@pytest.mark.rule("GUI-5.4.4c")
def test_a_rider_goes_straight_back_and_cannot_turn():
    at = battle(FLAT, rider("Zahir", "0505", "0506", side="arabs"), man("Robert", "0504"))
    j = driven(at, enemies=["robert"])
    assert j.battle.figures["zahir"].hexes == ("0506", "0507")
    j = driven(at, hexes=2, shot_from="0501")
    assert j.battle.figures["zahir"].hexes == ("0507", "0508")


@pytest.mark.rule("GUI-5.4.4c", "GUI-5.4.4d")
def test_a_rider_with_his_back_to_a_wall_is_wounded():
    board = FLAT.split("\n")
    board[6] = ". . . . t . . . . ."  # 0507: trees
    at = battle("\n".join(board), rider("Zahir", "0505", "0506", side="arabs"))
    j = driven(at, hexes=2, shot_from="0501")
    assert j.battle.figures["zahir"].hexes == ("0505", "0506") and j.battle.figures["zahir"].wounded


@pytest.mark.rule("GUI-4.3g", "GUI-5.4.4c")
def test_a_rider_taken_in_the_flank_cannot_give_ground():
    at = battle(FLAT, rider("Zahir", "0505", "0506", side="arabs"), man("Robert", "0405"))
    assert at.board.adjacent("0405", "0505") and at.board.adjacent("0405", "0506")
    j = driven(at, enemies=["robert"])
    assert [e.rule for e in j.events if isinstance(e, RetreatBlocked)] == ["GUI-4.3g"]


@pytest.mark.rule("GUI-6.5b", "GUI-5.4.4c")
def test_a_rider_driven_two_hexes_sends_two_friends_two_ways():
    columns = ["_ _ _ _ _ _ _"] * 8
    columns[1] = "_ _ _ _ . _ _"  # 0502
    columns[2] = "_ _ _ _ . _ _"  # 0503
    columns[3] = "_ _ _ . . . _"  # 0404 0504 0604
    columns[4] = "_ _ _ _ . _ _"  # 0505
    zahir = rider("Zahir", "0502", "0503", side="arabs")
    friends = (man("Yusuf", "0504", side="arabs"), man("Khaled", "0505", side="arabs"))
    at = battle("\n".join(columns), zahir, *friends)
    j = driven(at, hexes=2, cause="missile")
    assert j.battle.figures["zahir"].hexes == ("0504", "0505")
    assert {j.battle.figures[i].hex for i in ("yusuf", "khaled")} == {"0404", "0604"}
    columns[3] = "_ _ _ . . _ _"  # room for one only
    j = driven(battle("\n".join(columns), zahir, *friends), hexes=2, cause="missile")
    assert kinds(j.events) == ["retreat_blocked", "wounded"]


@pytest.mark.rule("GUI-4.1a", "GUI-5.4.4a", "RUL-418")
@pytest.mark.parametrize(
    "in_the_way", [man("Yusuf", "0507", side="arabs"), horse("Buraq", "0507", "0607", side="arabs")]
)
def test_the_horse_of_a_rider_killed_over_a_friend_leaves_that_hex(in_the_way):
    """He was to pass 0507 on his two hexes back, and Robert strikes him down in 0506."""
    zahir = rider("Zahir", "0505", "0506", side="arabs", health="wounded")
    j = driven(battle(FLAT, zahir, man("Robert", "0606"), in_the_way), "zahir", 2, 9, shot_from="0501")
    assert trail(j) == ["0506"] and j.battle.figures["zahir"].dead
    there = j.battle.figures.get("yusuf") or j.battle.horses["buraq"]
    assert there.hexes == in_the_way.hexes
    left = j.battle.horses["zahir-horse"]
    assert left.loose and not set(left.hexes) & {*there.hexes, "0606"} and broken(j.battle) == []


@pytest.mark.rule("GUI-6.8b")
def test_the_horse_of_a_rider_killed_where_nobody_else_is_stays():
    zahir = rider("Zahir", "0505", "0506", side="arabs", health="wounded")
    j = driven(battle(FLAT, zahir, man("Robert", "0606")), "zahir", 2, 9, shot_from="0501")
    assert j.battle.horses["zahir-horse"].hexes == ("0506", "0507")


@pytest.mark.rule("GUI-4.3f")
def test_a_stop_in_the_last_hex_costs_nothing():
    board = "_ _ _\n. . .\n_ _ _"
    at = battle(board, man("Zahir", "0102", side="arabs"), man("Robert", "0302"))
    j = driven(at, "zahir", 1, 6)
    assert (j.battle.figures["zahir"].hex, j.battle.figures["zahir"].health) == ("0202", Health.HEALTHY)


def test_who_is_driven_back_lets_go_of_bridles():
    at = battle(
        FLAT, man("Zahir", "0505", side="arabs"), horse("Buraq", "0605", "0606", side="arabs", led_by="zahir")
    )
    j = driven(at)
    assert [e.rule for e in j.events if isinstance(e, HorseReleased)] == ["RUL-607"]
    assert j.battle.figures["zahir"].leads == ()


@pytest.mark.rule("GUI-6.8c")
def test_a_riderless_horse_goes_straight_back_or_stands():
    j = journal(battle(FLAT, horse("Buraq", "0505", "0506")))
    retreat.resolve_horse_retreat(j, RULES, "buraq", 2)
    assert j.battle.horses["buraq"].hexes == ("0507", "0508")
    j = journal(battle(FLAT, horse("Buraq", "0505", "0506"), man("Robert", "0507")))
    retreat.resolve_horse_retreat(j, RULES, "buraq", 1)
    assert j.battle.horses["buraq"].hexes == ("0505", "0506") and j.events == []


@pytest.mark.rule("GUI-6.5d")
def test_why_it_is_blocked_is_said():
    at = battle(". _\n_ _", man("Zahir", "0101", side="arabs"))
    found = ways_back.choose_route(at, RULES, at.figures["zahir"], 1)
    assert isinstance(found, Rejection) and found.rule == "GUI-6.5d"

"""Odds and results of hand-to-hand combat (GUI-6).

Round 0505: north 0504, north-east 0604, south-east 0605, south 0506, south-west 0405, north-west 0404.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.core.modifier import total
from rules.core.rejection import Rejection
from rules.core.weights import column_for
from rules.events.missile import ShotFired
from rules.state.figure import Health
from rules.tactical.fighting import combat, odds
from rules.tactical.fighting.odds import Assessment
from tests.rules.combat_kit import FLAT, OLDER, assessed, duel, fight, refused
from tests.rules.kit import RULES, battle, journal, man, rider

# differential and column


@pytest.mark.rule("GUI-6c")
@pytest.mark.parametrize(
    ("differential", "column"),
    [
        (-30, "<-5"), (-6, "<-5"), (-5, "-5/-1"), (-1, "-5/-1"), (0, "0/4"), (4, "0/4"), (5, "5/8"),
        (8, "5/8"),
        (9, "9/12"), (12, "9/12"), (13, "13/20"), (20, "13/20"), (21, "21/30"), (30, "21/30"), (31, "31/50"),
        (50, "31/50"), (51, "51/70"), (70, "51/70"), (71, ">70"), (200, ">70"),
    ],
)  # fmt: skip
def test_column_of_a_differential(differential, column):
    found = assessed(duel(attack=40 + differential, defence=40), ["robert"], ["zahir"])
    assert (found.weight.rank, found.weight.column, found.column) == (differential, column, column)


@pytest.mark.rule("GUI-7.3.1d")
@pytest.mark.parametrize(
    ("differential", "column"),
    [
        (9, "9/15"),
        (15, "9/15"),
        (16, "16/25"),
        (26, "26/40"),
        (40, "26/40"),
        (42, "41/60"),
        (80, "61/80"),
        (81, ">80"),
    ],
)
def test_column_of_a_differential_older_bands(differential, column):
    assert column_for(RULES.tables["combat-columns-older"], differential) == column


@pytest.mark.rule("GUI-6c", "GUI-6.3a")
def test_foot_against_foot_reads_the_foot_table_die_by_die():
    found = assessed(duel(12, 7), ["robert"], ["zahir"])
    assert found.table == "combat-foot"
    assert found.letters == ("D", "D", "C", "C", "-", "-", "-", "B", "B", "As")
    assert found.percent == {"D": 20, "C": 20, "-": 30, "B": 20, "As": 10}


@pytest.mark.rule("GUI-6.3a")
def test_armour_adds_one_to_the_die_and_ten_stays_ten():
    found = assessed(duel(12, 7, armoured=True), ["robert"], ["zahir"])
    assert total(found.modifiers) == 1
    assert found.letters == ("D", "C", "C", "-", "-", "-", "B", "B", "As", "As")
    at = battle(
        FLAT, man("Robert", "0504", attack=12, armoured=True), man("Zahir", "0505", side="arabs", defence=7)
    )
    assert assessed(at, ["robert"], ["zahir"]).modifiers == ()  # the attacker's armour does not matter


@pytest.mark.rule("GUI-6.3b", "GUI-6.2d")
def test_mixed_armour_gives_no_modifier_and_the_unarmoured_one_is_hurt():
    at = battle(
        FLAT,
        man("Robert", "0505", attack=12), man("Drogo", "0506", attack=12),
        man("Zahir", "0405", side="arabs", armoured=True, attack=1),
        man("Yusuf", "0605", side="arabs", attack=30, leader=True),
    )  # fmt: skip
    found = assessed(at, ["robert", "drogo"], ["zahir", "yusuf"])
    assert found.modifiers == () and found.weight.rank == 12
    j = fight(at, ("robert", "drogo"), ("zahir", "yusuf"), 1)
    assert j.battle.figures["zahir"].health is Health.HEALTHY
    assert j.battle.figures["yusuf"].health is not Health.HEALTHY


@pytest.mark.rule("GUI-6.3a")
def test_all_in_armour_gives_the_modifier_once():
    at = battle(
        FLAT, man("Robert", "0505"), man("Drogo", "0506"),
        man("Zahir", "0405", side="arabs", armoured=True), man("Yusuf", "0605", side="arabs", armoured=True),
    )  # fmt: skip
    assert total(assessed(at, ["robert", "drogo"], ["zahir", "yusuf"]).modifiers) == 1


# terrain


@pytest.mark.rule("GUI-6.1a", "GUI-6.1b")
@pytest.mark.parametrize(
    ("ours", "theirs", "columns"),
    [("-", "+", -2), ("-", "0", -1), ("0", "+", -1), ("0", "-", 1), ("+", "0", 1), ("+", "-", 2),
     ("-", "-", 0), ("0", "0", 0), ("+", "+", 0)],
)  # fmt: skip
def test_every_cell_of_the_terrain_shift(ours, theirs, columns):
    assert RULES.tables["terrain-shift"].number(ours, theirs) == columns


@pytest.mark.rule("GUI-6.1b")
def test_scrub_under_the_defender_shifts_right_and_under_the_attacker_left():
    rows = FLAT.split("\n")
    in_row_5 = rows.copy()
    in_row_5[4] = ". . . . s . . . . ."
    assert assessed(duel(board="\n".join(in_row_5)), ["robert"], ["zahir"]).column == "9/12"
    in_row_4 = rows.copy()
    in_row_4[3] = ". . . . s . . . . ."
    found = assessed(duel(board="\n".join(in_row_4)), ["robert"], ["zahir"])
    assert (found.weight.column, found.column, total(found.shifts)) == ("5/8", "0/4", -1)
    assert [m.words for m in found.shifts] == ["ground: scrub against flat"]


@pytest.mark.rule("GUI-6.1b")
def test_a_shift_past_an_end_reads_the_end():
    columns = RULES.tables["combat-columns"]
    assert odds.shifted(columns, "<-5", -2) == "<-5"
    assert odds.shifted(columns, ">70", 2) == ">70"
    assert odds.shifted(columns, "51/70", 2) == ">70"


@pytest.mark.rule("GUI-6.1c")
def test_a_rider_counts_the_worse_of_his_two_hexes():
    board = FLAT.split("\n")
    board[5] = ". . . . s . . . . ."  # 0506, under the rear half
    at = battle("\n".join(board), man("Robert", "0504"), rider("Zahir", "0505", "0506", side="arabs"))
    assert total(assessed(at, ["robert"], ["zahir"]).shifts) == 1
    at = battle("\n".join(board), rider("Robert", "0505", "0506"), man("Zahir", "0504", side="arabs"))
    assert total(assessed(at, ["robert"], ["zahir"]).shifts) == -1


# joint attacks


@pytest.mark.rule("GUI-6.2b", "GUI-6.2g", "GUI-6.1b")
def test_example_6_2_joint_attack_makes_up_for_the_worse_ground():
    """EX-6.2-1: differential 9, attackers on 0 and -, defender on 0: 9/12, one left, one right."""
    board = FLAT.split("\n")
    board[3] = ". . . . s . . . . ."  # 0504
    at = battle(
        "\n".join(board), man("Robert", "0504", attack=8), man("Drogo", "0604", attack=8),
        man("Zahir", "0505", side="arabs", defence=7),
    )  # fmt: skip
    found = assessed(at, ["robert", "drogo"], ["zahir"])
    assert (found.weight.rank, found.weight.column) == (9, "9/12")
    assert [m.value for m in found.shifts] == [-1, 1]
    assert found.column == "9/12"


@pytest.mark.rule("GUI-6.2b", "GUI-7.3.1d")
def test_example_7_3_1_column_arithmetic_of_the_older_bands():
    """EX-7.3.1-1 and -2: 22 + 25 - 7 = 40 in 26/40, one right for two attackers, three left for three ranks;
    and 22 + 26 - 6 = 42 in 41/60, one right."""
    at = battle(
        FLAT, man("Tancred", "0504", attack=22), man("Robert", "0604", attack=25),
        man("Drogo", "0404", attack=22),
        man("Arthur", "0405", attack=26), man("Okeanos", "0505", side="arabs", defence=7),
    )  # fmt: skip
    found = assessed(at, ["tancred", "robert"], ["okeanos"], OLDER)
    assert (found.attack, found.weight.rank, found.weight.column, found.column) == (
        (22, 25),
        40,
        "26/40",
        "41/60",
    )
    assert odds.shifted(RULES.tables["combat-columns-older"], found.column, -3) == "9/15"
    at.figures["okeanos"] = replace(at.figures["okeanos"], faces=man("x", "0505", defence=6).faces)
    found = assessed(at, ["drogo", "arthur"], ["okeanos"], OLDER)
    assert (found.weight.rank, found.weight.column, found.column) == (42, "41/60", "61/80")
    assert found.table == "combat-foot-older"


@pytest.mark.rule("GUI-6.2c")
def test_the_joint_bonus_against_a_rider_needs_several_riders():
    at = battle(
        FLAT, rider("Robert", "0504", "0503"), rider("Drogo", "0604", "0603"), man("Fursa", "0404"),
        man("Tybalt", "0405"), rider("Zahir", "0505", "0506", side="arabs"),
    )  # fmt: skip
    for pair in (["fursa", "tybalt"], ["fursa", "robert"]):
        [why] = assessed(at, pair, ["zahir"]).shifts
        assert (why.value, why.rule) == (0, "GUI-6.2c") and "no column" in why.words
    assert total(assessed(at, ["drogo", "robert"], ["zahir"]).shifts) == 1
    assert total(assessed(at, ["drogo", "robert", "fursa"], ["zahir"]).shifts) == 1
    assert assessed(at, ["drogo", "robert"], ["zahir"]).table == "combat-mounted"


@pytest.mark.rule("GUI-6.2g")
def test_joint_defenders_count_the_worst_ground_among_them():
    board = FLAT.split("\n")
    board[4] = ". . . . . s . . . ."  # 0605
    at = battle(
        "\n".join(board), man("Robert", "0505"), man("Drogo", "0506"),
        man("Zahir", "0405", side="arabs"), man("Yusuf", "0605", side="arabs"),
    )  # fmt: skip
    assert [m.value for m in assessed(at, ["robert", "drogo"], ["zahir", "yusuf"]).shifts] == [1, 1]


# who may attack whom


@pytest.mark.rule("GUI-6a")
def test_only_adjacent_enemies_with_either_half():
    at = battle(
        FLAT, man("Robert", "0502"), rider("Drogo", "0604", "0603"), man("Zahir", "0505", side="arabs"),
        rider("Yusuf", "0504", "0503", side="arabs"),
    )  # fmt: skip
    assert refused(at, ["robert"], ["zahir"]) == "GUI-6a"
    assert isinstance(odds.assess(at, RULES, ["robert"], ["yusuf"]), Assessment)  # 0502 touches the rear half
    assert refused(at, ["robert"], ["drogo"]) == "GUI-6a"
    assert refused(at, ["nobody"], ["zahir"]) == "GUI-6a"
    assert refused(at, [], ["zahir"]) == "GUI-6a"


@pytest.mark.rule("GUI-6a")
def test_only_the_side_in_phase_attacks():
    j = journal(duel())
    found = combat.resolve_combat(j, RULES, ("zahir",), ("robert",))
    assert isinstance(found, Rejection) and found.rule == "GUI-6a"
    assert j.events == []


@pytest.mark.rule("GUI-6.2a")
def test_one_man_attacks_one_man():
    at = battle(
        FLAT, man("Robert", "0505"), man("Zahir", "0504", side="arabs"), man("Yusuf", "0506", side="arabs")
    )
    assert refused(at, ["robert"], ["zahir", "yusuf"]) == "GUI-6.2a"


@pytest.mark.rule("GUI-6.2a")
def test_several_defenders_must_touch_every_attacker():
    at = battle(
        FLAT, man("Robert", "0505"), man("Drogo", "0404"), man("Zahir", "0405", side="arabs"),
        man("Yusuf", "0605", side="arabs"),
    )  # fmt: skip
    assert refused(at, ["robert", "drogo"], ["zahir", "yusuf"]) == "GUI-6a"


@pytest.mark.rule("GUI-6b")
def test_one_attack_a_phase_but_any_number_of_defences():
    at = battle(
        FLAT, man("Robert", "0504"), man("Drogo", "0604"), man("Zahir", "0505", side="arabs"),
        man("Yusuf", "0404", side="arabs"),
    )  # fmt: skip
    j = fight(at, ("robert",), ("zahir",), 5, otherwise=5)
    again = combat.resolve_combat(j, RULES, ("robert",), ("yusuf",))
    assert isinstance(again, Rejection) and again.rule == "GUI-6b"
    assert combat.resolve_combat(j, RULES, ("drogo",), ("zahir",)) is None


@pytest.mark.rule("GUI-5.2b")
def test_who_has_shot_does_not_attack():
    at = duel()
    j = journal(at)
    j.record(ShotFired("robert", "short_bow", "zahir", "0505", "offensive", 1, "short"))
    assert refused(j.battle, ["robert"], ["zahir"]) == "GUI-5.2b"


@pytest.mark.rule("GUI-1.2g", "GUI-6a")
def test_the_stunned_the_dead_and_friends():
    at = battle(
        FLAT, man("Robert", "0504", health="stunned"), man("Drogo", "0604"),
        man("Fursa", "0404", health="dead"),
        man("Zahir", "0505", side="arabs"), man("Yusuf", "0603", side="arabs", health="dead"),
    )  # fmt: skip
    assert refused(at, ["robert"], ["zahir"]) == "GUI-1.2g"
    assert refused(at, ["fursa"], ["zahir"]) == "GUI-6a"
    assert refused(at, ["drogo"], ["yusuf"]) == "GUI-6a"
    assert refused(at, ["drogo"], ["robert"]) == "GUI-6a"
    assert refused(at, ["drogo", "zahir"], ["yusuf"]) == "GUI-6.2b"


@pytest.mark.rule("GUI-6.7")
def test_nobody_attacks_where_he_could_not_walk():
    board = FLAT.split("\n")
    board[4] = ". . . W t . . . . ."  # 0405 deep water, 0505 trees
    at = battle(
        "\n".join(board), rider("Robert", "0504", "0503"), man("Drogo", "0404", armoured=True),
        man("Fursa", "0304"),
        man("Zahir", "0505", side="arabs"), man("Yusuf", "0405", side="arabs"),
    )  # fmt: skip
    assert refused(at, ["robert"], ["zahir"]) == "GUI-6.7"
    assert refused(at, ["drogo"], ["yusuf"]) == "GUI-6.7"
    assert isinstance(odds.assess(at, RULES, ["drogo"], ["zahir"]), Assessment)
    assert isinstance(odds.assess(at, RULES, ["zahir"], ["robert"]), Assessment)


def test_riders_and_men_on_foot_are_not_one_group_of_defenders():
    at = battle(
        FLAT, man("Robert", "0505"), man("Drogo", "0506"), man("Zahir", "0405", side="arabs"),
        rider("Yusuf", "0605", "0705", side="arabs"),
    )  # fmt: skip
    assert refused(at, ["robert", "drogo"], ["zahir", "yusuf"]) == "RUL-604"

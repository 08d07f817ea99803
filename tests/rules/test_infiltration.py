"""Slipping past enemies (GUI-4.3a and after)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.events.movement import AllowanceCut, InfiltrationTested, Moved
from rules.orders.records import Leg, LegKind, MoveOrder
from rules.state.figure import Health
from rules.tactical.harm import infiltration
from rules.tactical.moving import movement
from tests.rules.kit import RULES, battle, field, journal, man, rider


def path(*hexes):
    return tuple(Leg(LegKind.HEX, hex=at) for at in hexes)


def go(made, who, *hexes, dice=(), **more):
    table = journal(made, *dice)
    movement.resolve_move(table, RULES, MoveOrder(figure=who, path=path(*hexes), **more), lambda who: None)
    return table


def who_tested(table):
    return [(e.enemy, e.hex) for e in table.events if isinstance(e, InfiltrationTested)]


def two_infantrymen(*more):
    return battle(
        field(6, 6),
        man("Robert", "0305", armoured=True),
        man("Argyris", "0403", side="arabs"),
        man("Alexio", "0302", side="arabs"),
        *more,
    )


@pytest.mark.rule("GUI-4.3a", "GUI-4.3b")
def test_robert_is_tested_by_argyris_on_the_first_hex_and_by_nobody_on_the_last():
    """EX-4.3-1: the first of two hexes touches Argyris, the second both; the last is not tested."""
    made = two_infantrymen()
    assert made.board.adjacent("0304", "0403") and not made.board.adjacent("0304", "0302")
    assert made.board.adjacent("0303", "0302") and made.board.adjacent("0303", "0403")
    table = go(made, "robert", "0304", "0303", dice=[3])
    assert who_tested(table) == [("argyris", "0304")]
    assert table.battle.figures["robert"].hex == "0303"


@pytest.mark.rule("GUI-4.3a")
def test_a_move_of_one_hex_is_free():
    made = battle(
        field(6, 6),
        man("Robert", "0304"),
        man("Argyris", "0403", side="arabs"),
        man("Alexio", "0302", side="arabs"),
    )
    table = go(made, "robert", "0303")
    assert who_tested(table) == [] and table.battle.figures["robert"].hex == "0303"


@pytest.mark.rule("GUI-4.3a", "GUI-4.3.1.1")
def test_a_cataphract_cannot_oppose_a_man_under_a_tree():
    """EX-4.3-2: the way under the tree, beside the rider, is free; the way past the infantryman is not."""
    board = """
    . . . . .
    . . . . .
    . t . . .
    . . . . .
    . . . . .
    """
    made = battle(
        board,
        man("Robert", "0204"),
        rider("Basil", "0103", "0102", side="arabs"),
        man("Alexio", "0301", side="arabs"),
        man("Argyris", "0404", side="arabs"),
    )
    assert made.board.adjacent("0203", "0103")
    assert who_tested(go(made, "robert", "0203", "0202")) == []
    assert who_tested(go(made, "robert", "0304", "0303", dice=[1])) == [("argyris", "0304")]


@pytest.mark.rule("GUI-4.3b")
def test_an_enemy_tests_once_a_phase_whoever_passes():
    made = battle(
        field(7, 7),
        man("Robert", "0205"),
        man("Odo", "0206"),
        man("Zahir", "0303", side="arabs"),
    )
    table = journal(made, 2)
    for who in ("robert", "odo"):
        way = ("0204", "0203", "0202", "0201") if who == "robert" else ("0205", "0204", "0203", "0202")
        movement.resolve_move(table, RULES, MoveOrder(figure=who, path=path(*way)), lambda who: None)
    assert who_tested(table) == [("zahir", "0203")]
    assert table.battle.figures["odo"].hex == "0202"
    assert "zahir" in table.battle.now.tested


@pytest.mark.rule("GUI-4.3d")
@pytest.mark.parametrize("feature", ["window", "slit"])
def test_no_test_across_a_window_or_an_arrow_slit(feature):
    def made(hexsides):
        return battle(
            field(5, 5), man("Robert", "0204"), man("Zahir", "0303", side="arabs"), hexsides=hexsides
        )

    assert who_tested(go(made([]), "robert", "0203", "0202", dice=[1])) == [("zahir", "0203")]
    facing = made([]).board.facing("0203", "0303").value
    assert who_tested(go(made([("0203", facing, feature)]), "robert", "0203", "0202")) == []


@pytest.mark.rule("GUI-4.3d")
def test_the_stunned_do_not_test():
    made = battle(field(5, 5), man("Robert", "0204"), man("Zahir", "0303", side="arabs", health="stunned"))
    assert who_tested(go(made, "robert", "0203", "0202")) == []


@pytest.mark.rule("GUI-4.3.1a")
@pytest.mark.parametrize(
    ("face", "result"),
    [
        (1, "none"),
        (5, "none"),
        (6, "stopped"),
        (7, "stopped"),
        (8, "wounded"),
        (9, "wounded"),
        (10, "killed"),
    ],
)
def test_the_infiltration_table(face, result):
    made = battle(field(5, 6), man("Robert", "0205"), man("Zahir", "0303", side="arabs"))
    table = go(made, "robert", "0204", "0203", "0202", dice=[face])
    robert = table.battle.figures["robert"]
    tested = next(e for e in table.events if isinstance(e, InfiltrationTested))
    assert (tested.face, tested.total, tested.result) == (face, face, result)
    where = {"none": "0202", "wounded": "0202"}.get(result, tested.hex)
    assert robert.hex == where
    assert robert.dead is (result == "killed")
    assert robert.wounded is (result == "wounded")


@pytest.mark.rule("GUI-4.3.1a")
@pytest.mark.parametrize(("number", "result"), [(-3, "none"), (0, "none"), (11, "killed"), (14, "killed")])
def test_numbers_beyond_the_table_read_as_its_ends(number, result):
    assert infiltration.result_of(RULES, number) == result


@pytest.mark.rule("GUI-4.3.1b")
@pytest.mark.parametrize(
    ("mover", "enemy", "sum_"),
    [
        (man("A", "0101"), man("B", "0202", side="arabs"), 0),
        (man("A", "0101", armoured=True), man("B", "0202", side="arabs"), -1),
        (rider("A", "0101", "0102", armoured=True), man("B", "0202", side="arabs"), -2),
        (man("A", "0101", health="wounded"), man("B", "0202", side="arabs"), 2),
        (rider("A", "0101", "0102", armoured=True, health="wounded"), man("B", "0202", side="arabs"), 0),
        (man("A", "0101"), rider("B", "0202", "0203", side="arabs"), 1),
        (man("A", "0101"), man("B", "0202", side="arabs", hoplite=True), 1),
        (man("A", "0101"), rider("B", "0202", "0203", side="arabs", hoplite=True), 2),
        (man("A", "0101"), man("B", "0202", side="arabs", health="wounded"), -2),
        (man("A", "0101", health="wounded"), man("B", "0202", side="arabs", hoplite=True), 3),
    ],
)
def test_modifiers_add_up(mover, enemy, sum_):
    made = battle(field(4, 4), mover, enemy)
    found = infiltration.modifiers(made, RULES, made.figures["a"], made.figures["b"])
    assert sum(m.value for m in found) == sum_
    assert {m.rule for m in found} <= {"GUI-4.3.1b"}


@pytest.mark.rule("GUI-4.3c")
def test_a_wound_takes_effect_at_once():
    """8 MP, 2 spent, wounded: 4 - 2 = 2 are left."""
    made = battle(field(5, 9), man("Robert", "0208"), man("Zahir", "0306", side="arabs"))
    table = go(made, "robert", "0207", "0206", "0205", "0204", "0203", dice=[8])
    assert who_tested(table) == [("zahir", "0206")]
    assert table.battle.figures["robert"].hex == "0204"
    assert table.battle.now.spent["robert"] == 4


@pytest.mark.rule("GUI-4.3c")
def test_wounded_after_three_hexes_he_has_one_more():
    made = battle(field(5, 9), man("Robert", "0208"), man("Zahir", "0305", side="arabs"))
    table = go(made, "robert", "0207", "0206", "0205", "0204", "0203", dice=[8])
    assert who_tested(table) == [("zahir", "0205")]
    assert table.battle.figures["robert"].hex == "0204"
    cut = next(e for e in table.events if isinstance(e, AllowanceCut))
    assert (cut.left, cut.rule) == (1, "GUI-4.3c")
    ended = table.events[-1]
    assert ended.rule == "GUI-4" and ended.reason == "0203 costs 1 MP, Robert has 0 left"


@pytest.mark.rule("GUI-4.3.1a", "GUI-4.3c")
def test_a_wounded_mover_wounded_again_dies():
    made = battle(field(5, 6), man("Robert", "0205", health="wounded"), man("Zahir", "0303", side="arabs"))
    table = go(made, "robert", "0204", "0203", "0202", dice=[6])  # 6 + 2 = 8
    assert table.battle.figures["robert"].dead


@pytest.mark.rule("GUI-4.3.1a")
def test_stopped_in_a_friends_hex_he_is_put_back_without_another_test():
    made = battle(field(5, 7), man("Robert", "0206"), man("Odo", "0204"), man("Zahir", "0304", side="arabs"))
    assert made.board.adjacent("0204", "0304") and not made.board.adjacent("0205", "0304")
    table = go(made, "robert", "0205", "0204", "0203", dice=[7])
    assert who_tested(table) == [("zahir", "0204")]
    assert table.battle.figures["robert"].hex == "0205"


@pytest.mark.rule("GUI-4.3.1.2")
def test_a_rider_is_tested_once_and_for_his_front_hex_only():
    # the enemy is beside the rear half all the way, beside the front only in the last hex
    made = battle(field(7, 9), rider("Drogo", "0405", "0406"), man("Zahir", "0506", side="arabs"))
    assert made.board.adjacent("0406", "0506") and made.board.adjacent("0405", "0506")
    assert who_tested(go(made, "drogo", "0404", "0403")) == []
    made = battle(field(7, 9), rider("Drogo", "0406", "0407"), man("Zahir", "0505", side="arabs"))
    table = go(made, "drogo", "0405", "0404", "0403", "0402", dice=[1])
    assert who_tested(table) == [("zahir", "0405")]


@pytest.mark.rule("GUI-4.3.1.2")
def test_a_mounted_enemy_opposes_from_either_half():
    made = battle(field(7, 9), man("Robert", "0206"), rider("Zahir", "0403", "0304", side="arabs"))
    assert made.board.adjacent("0204", "0304") and not made.board.adjacent("0204", "0403")
    assert who_tested(go(made, "robert", "0205", "0204", "0203", dice=[1])) == [("zahir", "0204")]


@pytest.mark.rule("GUI-4.3a")
def test_a_standing_order_can_spare_a_mover():
    made = battle(
        field(5, 6),
        man("Robert", "0205"),
        man("Zahir", "0303", side="arabs"),
        standing={"arabs": ("OPPOSE Zahir never",)},
    )
    assert who_tested(go(made, "robert", "0204", "0203", "0202")) == []


@pytest.mark.rule("GUI-4.3a")
def test_whoever_cannot_leave_the_hex_is_not_crossing_it():
    made = battle(field(5, 6), man("Robert", "0205", mp=1), man("Zahir", "0303", side="arabs"))
    table = go(made, "robert", "0204", "0203", "0202")
    assert who_tested(table) == [] and table.battle.figures["robert"].hex == "0204"


def test_one_armoured_rider_past_one_spearman_has_the_chances_of_a_die_less_two():
    made = battle(
        field(5, 8), rider("Drogo", "0205", "0206", armoured=True), man("Zahir", "0303", side="arabs")
    )
    found = infiltration.risk(made, RULES, made.figures["drogo"], ("0204", "0203", "0202"))
    assert found == (Fraction(7, 10), Fraction(2, 10), Fraction(1, 10), Fraction(0))


@pytest.mark.rule("GUI-4.3c", "GUI-4.3.1a")
@pytest.mark.parametrize(("wounded", "mp"), [(False, 10), (True, 10), (False, 8)])
def test_the_stated_chances_are_exact(wounded, mp):
    """With 8 MP, halved by a wound, he gets no further than the hex of the second enemy and is not
    tested there."""
    made = _gauntlet(wounded, mp)
    counted = dict.fromkeys(("none", "stopped", "wounded", "killed"), 0)
    for one in range(1, 11):
        for two in range(1, 11):
            counted[_outcome(made, [one, two])] += 1
    chances = infiltration.risk(made, RULES, made.figures["robert"], WAY)
    assert {k: Fraction(v, 100) for k, v in counted.items()} == chances._asdict()
    planned = movement.plan(made, RULES, MoveOrder(figure="robert", path=path(*WAY)))
    assert planned.chances == chances
    assert planned.tests == (("0206", ("zahir",)), ("0203", ("hasan",)))


WAY = ("0206", "0205", "0204", "0203", "0202")


def _gauntlet(wounded, mp=10):
    return battle(
        field(5, 9),
        man("Robert", "0207", mp=mp, health="wounded" if wounded else "healthy"),
        man("Zahir", "0306", side="arabs"),
        man("Hasan", "0103", side="arabs"),
    )


def _outcome(made, faces):
    table = go(made, "robert", *WAY, dice=[*faces, 1, 1, 1])
    robert = table.battle.figures["robert"]
    if robert.dead:
        return "killed"
    if robert.health is not made.figures["robert"].health:
        assert robert.health is Health.WOUNDED
        return "wounded"
    moved = [e.hex for e in table.events if isinstance(e, Moved)]
    return "none" if moved[-1] == WAY[-1] else "stopped"


@pytest.mark.rule("GUI-4.3b", "GUI-4.3c", "RUL-422")
@pytest.mark.parametrize("names", [("Argyris", "Bardas"), ("Bardas", "Argyris")])
def test_enemies_beside_one_hex_roll_in_the_order_of_the_muster(names):
    """The first to roll wounds, so that the second has two more on his die; had the first killed, the second
    would have kept his test."""
    first, second = (n.lower() for n in names)
    places = {"Argyris": "0404", "Bardas": "0604"}
    foes = [man(n, places[n], side="arabs") for n in names]
    at = battle(field(8, 8), man("Robert", "0506"), *foes)
    order = MoveOrder(figure="robert", path=(Leg(LegKind.HEX, hex="0505"), Leg(LegKind.HEX, hex="0504")))

    def rolled(*faces):
        table = journal(at, *faces)
        movement.resolve_move(table, RULES, order, lambda who: None)
        tests = [e for e in table.events if isinstance(e, InfiltrationTested)]
        return table, [(e.enemy, e.total - e.face) for e in tests]

    assert rolled(8, 1)[1] == [(first, 0), (second, 2)]
    table, tests = rolled(10)
    assert tests == [(first, 0)] and table.battle.now.tested == {first}

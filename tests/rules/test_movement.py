"""Moves on foot: planned and carried out, stopped, put back, with burdens and bodies (GUI-4)."""

from __future__ import annotations

import pytest

from rules.core.rejection import Rejection
from rules.events.harm import Killed, Stunned, Wounded
from rules.events.missile import FireDeclared
from rules.events.movement import (
    AllowanceCut,
    Left,
    Moved,
    MoveEnded,
    PickedUp,
    PutBack,
    PutDown,
    StayDeclared,
)
from rules.events.terms import StoppedAsOrdered
from rules.orders.records import Leg, LegKind, MoveOrder
from rules.state.battle import Aim, Victory
from rules.tactical.harm import wounds
from rules.tactical.moving import movement
from tests.rules.kit import RULES, battle, field, horse, is_visible, journal, kinds, man, rider
from tests.rules.movement_kit import carry_out, ended, path, planned

# Going


@pytest.mark.rule("GUI-4", "GUI-2.1c")
def test_a_path_is_paid_hex_by_hex():
    made = battle(". . s\n. . .\n. . .", man("Robert", "0103"))
    table = carry_out(made, "robert", "0202", "0302", "0301")
    assert kinds(table.events) == ["move_began", "moved", "moved", "moved", "move_ended"]
    assert [(e.mp, e.left) for e in table.events if isinstance(e, Moved)] == [(1, 7), (1, 6), (2, 4)]
    assert ended(table) == MoveEnded(figure="robert")
    plan = planned(made, "robert", "0202", "0302", "0301")
    assert (plan.cost, plan.left, plan.allowance, plan.hex) == (4, 4, 8, "0301")


@pytest.mark.rule("GUI-4")
def test_a_path_may_begin_where_he_stands():
    made = battle(". . s\n. . .\n. . .", man("Robert", "0103"))
    assert planned(made, "robert", "0103", "0202", "0302") == planned(made, "robert", "0202", "0302")
    table = carry_out(made, "robert", "0103", "0202")
    assert table.battle.figures["robert"].hex == "0202"
    assert ended(table) == MoveEnded(figure="robert")
    assert planned(made, "robert", "0103").hex == "0103"


@pytest.mark.rule("GUI-4")
def test_too_dear_a_path_is_refused_with_both_numbers():
    made = battle(field(2, 12), man("Robert", "0111"))
    hexes = [f"01{row:02d}" for row in range(10, 1, -1)]
    refused = planned(made, "robert", *hexes)
    assert refused == Rejection("GUI-4", "that costs 9 MP, Robert has 8")
    assert planned(made, "robert", *hexes[:4], limit=3) == Rejection("GUI-4", "that costs 4 MP, Robert has 3")
    table = carry_out(made, "robert", *hexes)
    assert table.battle.figures["robert"].hex == "0103"
    assert ended(table).reason == "0102 costs 1 MP, Robert has 0 left"


@pytest.mark.rule("GUI-4")
def test_every_hex_must_touch_the_last():
    made = battle(field(5, 5), man("Robert", "0103"))
    refused = planned(made, "robert", "0202", "0404")
    assert refused.rule == "GUI-4" and "0404 is not next to 0202" in refused.why
    assert planned(made, "robert", "9999").rule == "GUI-4"


@pytest.mark.rule("GUI-4.2")
def test_active_enemies_close_their_hexes():
    for enemy in (man("Zahir", "0102", side="arabs"), rider("Zahir", "0201", "0102", side="arabs")):
        made = battle(field(4, 5), man("Robert", "0103"), enemy)
        assert planned(made, "robert", "0102", "0101").rule == "GUI-4.2"
        table = carry_out(made, "robert", "0102", "0101")
        assert kinds(table.events) == ["move_ended"]


@pytest.mark.rule("GUI-4.1b", "GUI-4.2")
@pytest.mark.parametrize("side", ["normans", "arabs"])
@pytest.mark.parametrize("health", ["stunned", "dead", "healthy"])
def test_friends_the_stunned_and_the_dead_are_passed(side, health):
    made = battle(field(4, 5), man("Robert", "0103"), man("Other", "0102", side=side, health=health))
    plan = planned(made, "robert", "0102", "0101")
    if side == "arabs" and health == "healthy":
        assert plan.rule == "GUI-4.2"
    else:
        assert plan.hex == "0101"
        assert plan.passes == (() if health == "dead" else ("other",))


@pytest.mark.rule("GUI-4.1a")
@pytest.mark.parametrize("side", ["normans", "arabs"])
@pytest.mark.parametrize("health", ["stunned", "dead", "healthy"])
def test_nobody_ends_on_the_living(side, health):
    made = battle(field(4, 5), man("Robert", "0103"), man("Other", "0102", side=side, health=health))
    plan = planned(made, "robert", "0102")
    if health == "dead":
        assert plan.hex == "0102"
    else:
        assert plan.rule == ("GUI-4.2" if (side, health) == ("arabs", "healthy") else "GUI-4.1a")


@pytest.mark.rule("GUI-4.1a")
def test_he_does_not_enter_a_friends_hex_that_he_cannot_leave_again():
    made = battle(field(2, 6), man("Robert", "0105", mp=2), man("Odo", "0103"))
    table = carry_out(made, "robert", "0104", "0103", "0102")
    assert table.battle.figures["robert"].hex == "0104"
    assert "MP" in ended(table).reason
    assert PutBack not in {type(e) for e in table.events}


@pytest.mark.rule("GUI-4.1a")
def test_another_who_came_first_stops_him_before_the_hex():
    made = battle(field(3, 6), man("Robert", "0105"), man("Odo", "0202"))
    table = journal(made)
    for who, way in (("odo", ("0102",)), ("robert", ("0104", "0103", "0102"))):
        movement.resolve_move(table, RULES, MoveOrder(figure=who, path=path(*way)), lambda mover: None)
    assert table.battle.figures["robert"].hex == "0103"
    assert ended(table).rule == "GUI-4.1a"


@pytest.mark.rule("GUI-2.1c")
def test_who_has_moved_is_stunned_or_busy_has_no_move():
    made = battle(field(4, 4), man("Robert", "0102"), man("Odo", "0202", health="stunned"))
    assert planned(made, "odo", "0203").rule == "GUI-1.2g"
    table = carry_out(made, "robert", "0101")
    assert planned(table.battle, "robert", "0102").rule == "GUI-2.1c"


@pytest.mark.rule("GUI-2.1c")
def test_staying_is_declared():
    made = battle(field(4, 4), man("Robert", "0102"))
    table = carry_out(made, "robert", stay=True)
    assert table.events == [StayDeclared(figure="robert")]
    assert planned(made, "robert", stay=True).stays


def test_a_move_to_a_hex_finds_its_own_way():
    made = battle(". . . .\n. t t .\n. . . .", man("Robert", "0102"))
    plan = movement.plan(made, RULES, MoveOrder(figure="robert", to="0402"))
    assert plan.hex == "0402" and plan.cost == 3 + 1
    table = journal(made)
    movement.resolve_move(table, RULES, MoveOrder(figure="robert", to="0402"), lambda who: None)
    assert table.battle.figures["robert"].hex == "0402"
    far = movement.plan(
        battle(field(12, 3), man("Robert", "0102")), RULES, MoveOrder(figure="robert", to="1202")
    )
    assert far == Rejection("GUI-4", "that costs 11 MP, Robert has 8")


@pytest.mark.rule("GUI-4.1a")
def test_a_hex_that_a_friend_has_taken_is_approached():
    made = battle(field(3, 8), man("Robert", "0207"), man("Odo", "0202"))
    order = MoveOrder(figure="robert", to="0202")
    assert movement.plan(made, RULES, order).rule == "GUI-4.1a"
    table = journal(made)
    movement.resolve_move(table, RULES, order, lambda who: None)
    assert made.board.adjacent(table.battle.figures["robert"].hex, "0202")
    assert ended(table).rule == "GUI-4.1a"


def test_who_was_slowed_before_his_move_has_no_more_mp_than_that():
    table = journal(battle(field(3, 8), man("Robert", "0207")))
    table.record(AllowanceCut(figure="robert", left=2, rule="GUI-5.4.3a", words="a stray arrow"))
    assert planned(table.battle, "robert", "0206", "0205", "0204").why == "that costs 3 MP, Robert has 2"


# Interrupted


def test_defensive_fire_is_offered_in_every_hex_after_the_tests():
    made = battle(field(4, 6), man("Robert", "0105"), man("Zahir", "0203", side="arabs"))
    seen = []
    table = carry_out(
        made, "robert", "0104", "0103", "0102", dice=[1],
        after=lambda t, mover: seen.append((t.battle.figures[mover].hex, t.events[-1].kind)),
    )  # fmt: skip
    assert [at for at, _ in seen] == ["0104", "0103", "0102"]
    assert seen[0][1] == "infiltration_tested"
    assert ended(table).reason == ""


def test_an_allowance_cut_by_fire_shortens_the_move():
    made = battle(field(4, 9), man("Robert", "0108"))

    def after(table, mover):
        if table.battle.figures[mover].hex == "0106":
            table.record(AllowanceCut(figure=mover, left=1, rule="GUI-5.4.3a", words="shot at"))

    table = carry_out(made, "robert", "0107", "0106", "0105", "0104", "0103", after=after)
    assert table.battle.figures["robert"].hex == "0105"


@pytest.mark.rule("GUI-4.1a")
def test_cut_short_in_a_friends_hex_he_goes_back_to_the_last_free_one():
    made = battle(field(4, 9), man("Robert", "0108"), man("Odo", "0106"))

    def after(table, mover):
        if table.battle.figures[mover].hex == "0106":
            table.record(AllowanceCut(figure=mover, left=0, rule="GUI-5.4.3a", words="shot at"))

    table = carry_out(made, "robert", "0107", "0106", "0105", after=after)
    assert [e.hex for e in table.events if isinstance(e, PutBack)] == ["0107"]
    assert table.battle.figures["robert"].hex == "0107"


@pytest.mark.parametrize("blow", [Killed, Stunned])
def test_whoever_falls_goes_no_further(blow):
    made = battle(field(4, 9), man("Robert", "0108"))
    table = carry_out(
        made, "robert", "0107", "0106", after=lambda t, m: t.record(blow(figure=m, rule="GUI-5.4.3a"))
    )
    assert table.battle.figures["robert"].hex == "0107"
    assert len([e for e in table.events if isinstance(e, Moved)]) == 1


@pytest.mark.rule("GUI-4.1a")
@pytest.mark.parametrize("other", [man("Odo", "0306"), horse("Bayard", "0306", "0406")])
def test_the_horse_of_a_rider_killed_on_a_friend_makes_room_for_him(other):
    made = battle(field(6, 9), rider("Drogo", "0308", "0309"), other)

    def after(table, mover):
        if table.battle.figures[mover].hex == "0305":
            wounds.kill(table, RULES, mover, "GUI-5.4.3a")

    table = carry_out(made, "drogo", "0307", "0306", "0305", "0304", after=after)
    left = table.battle.horses["drogo-horse"]
    assert left.loose and "0306" not in left.hexes and made.board.adjacent(*left.hexes)
    assert table.battle.figures["drogo"].dead


@pytest.mark.parametrize("stop", ["fired at", "wounded", ""])
def test_he_stops_when_he_was_told_to(stop):
    made = battle(field(4, 9), man("Robert", "0108"))

    def after(table, mover):
        if table.battle.figures[mover].hex == "0107":
            table.record(FireDeclared(shooters=("zahir",), target=mover, hex="0107"))
            table.record(Wounded(figure=mover, rule="GUI-5.4.3a"))

    table = carry_out(made, "robert", "0107", "0106", after=after, stops=(stop,) if stop else ())
    assert table.battle.figures["robert"].hex == ("0107" if stop else "0106")
    # why he stopped is for his owner: everybody sees the end of the move without a reason
    told = [e for e in table.events if isinstance(e, StoppedAsOrdered)]
    assert [(e.figure, e.seat, e.why) for e in told] == ([("robert", "normans", stop)] if stop else [])
    assert not ended(table).reason and not any(is_visible(e, "arabs") for e in told)


def test_he_stops_when_tested_if_told_to():
    made = battle(field(4, 6), man("Robert", "0105"), man("Zahir", "0203", side="arabs"))
    table = carry_out(made, "robert", "0104", "0103", "0102", dice=[1], stops=("tested",))
    assert table.battle.figures["robert"].hex == "0104"


# Leaving


def test_the_board_is_left_where_the_scenario_says():
    aim = Aim(kind="exited", side="normans", points={"*": 1}, hexes=("0101",))
    victory = Victory(turns=5, aims=(aim,))
    made = battle(field(3, 4), man("Robert", "0103"), victory=victory)
    table = carry_out(made, "robert", "0102", "0101", Leg(LegKind.EXIT))
    assert isinstance(table.events[-2], Left)
    robert = table.battle.figures["robert"]
    assert robert.hex is None and robert.left_by == "0101"
    assert planned(made, "robert", "0102", Leg(LegKind.EXIT)).rule == "RUL-414"


# Carrying


@pytest.mark.rule("GUI-4.2.4")
@pytest.mark.parametrize("side", ["normans", "arabs"])
def test_a_stunned_man_is_carried_at_half_the_rest(side):
    made = battle(field(4, 9), man("Robert", "0108"), man("Odo", "0107", side=side, health="stunned"))
    way = ("0107", Leg(LegKind.CARRY, who="odo"), "0106", "0105", "0104")
    table = carry_out(made, "robert", *way)
    cut = next(e for e in table.events if isinstance(e, AllowanceCut))
    assert (cut.left, cut.rule) == (3, "GUI-4.2.4")  # 8 - 1 = 7, halved
    assert isinstance(table.events[-2], PutDown)
    odo = table.battle.figures["odo"]
    assert odo.carried_by is None and made.board.adjacent(odo.hex, "0104")
    assert planned(made, "robert", *way, "0103").rule == "GUI-4"


@pytest.mark.rule("GUI-4.2.4")
def test_the_burden_is_put_down_where_asked_or_far_from_enemies():
    made = battle(
        field(7, 9),
        man("Robert", "0308"),
        man("Odo", "0307", health="stunned"),
        man("Zahir", "0301", side="arabs"),
    )
    carry = Leg(LegKind.CARRY, who="odo")
    table = carry_out(made, "robert", "0307", carry, "0306")
    assert made.board.distance(table.battle.figures["odo"].hex, "0301") == 6
    table = carry_out(made, "robert", "0307", carry, "0306", Leg(LegKind.DROP, hex="0405"))
    assert table.battle.figures["odo"].hex == "0405"
    assert planned(made, "robert", "0307", carry, "0306", Leg(LegKind.DROP, hex="0101")).rule == "GUI-4.2.4"


@pytest.mark.rule("GUI-4.2.4")
def test_nobody_is_picked_up_beside_an_enemy_or_from_the_saddle():
    carry = Leg(LegKind.CARRY, who="odo")
    made = battle(
        field(4, 9),
        man("Robert", "0108"),
        man("Odo", "0107", health="stunned"),
        man("Zahir", "0106", side="arabs"),
    )
    assert planned(made, "robert", "0107", carry, "0207").rule == "GUI-4.2.4"
    made = battle(field(4, 9), rider("Drogo", "0108", "0109"), man("Odo", "0107", health="stunned"))
    assert planned(made, "drogo", "0107", carry, "0106").rule == "GUI-4.2.4"
    made = battle(field(4, 9), man("Robert", "0108"), man("Odo", "0106", health="stunned"))
    assert planned(made, "robert", "0107", carry).rule == "GUI-4.2.4"


@pytest.mark.rule("GUI-4.2.4", "GUI-4.1a")
def test_the_burden_of_a_bearer_who_falls_lies_beside_him():
    made = battle(field(4, 9), man("Robert", "0108"), man("Odo", "0107", health="stunned"))

    def after(table, mover):
        if table.battle.figures[mover].carries:
            table.record(Stunned(figure=mover, rule="GUI-5.4.3a"))

    table = carry_out(made, "robert", "0107", Leg(LegKind.CARRY, who="odo"), "0106", "0105", after=after)
    robert, odo = table.battle.figures["robert"], table.battle.figures["odo"]
    assert any(isinstance(e, PickedUp) for e in table.events)
    assert robert.stunned and odo.stunned and robert.hex == "0106" and odo.hex != "0106"

"""Riders: two hexes, turning, mounting and dismounting (GUI-4.4)."""

from __future__ import annotations

import pytest

from rules.core.rejection import Rejection
from rules.events.movement import Dismounted, Mounted, Moved, MoveEnded
from rules.orders.records import Leg, LegKind, MoveOrder
from rules.tactical.horses import riding
from rules.tactical.moving import movement
from tests.rules.kit import RULES, battle, field, horse, journal, man, rider

ABOUT, BACK = Leg(LegKind.ABOUT), Leg(LegKind.BACK)


def path(*parts):
    return tuple(part if isinstance(part, Leg) else Leg(LegKind.HEX, hex=part) for part in parts)


def planned(made, who, *parts, **more):
    return movement.plan(made, RULES, MoveOrder(figure=who, path=path(*parts), **more))


def ridden(made, who, *parts, dice=(), **more):
    table = journal(made, *dice)
    movement.resolve_move(table, RULES, MoveOrder(figure=who, path=path(*parts), **more), lambda who: None)
    return table


def steps(table):
    return [(e.hex, e.rear, e.how, e.mp) for e in table.events if isinstance(e, Moved)]


# Gui looks north: front 0303, rear 0304. Clockwise round the rear half: 0404 0405 0305 0205 0204.
def gui(terrain="."):
    board = [["."] * 5 for _ in range(7)]
    board[3][1] = terrain  # 0204, where a swing to the left comes first
    return battle("\n".join(" ".join(row) for row in board), rider("Gui", "0303", "0304"))


@pytest.mark.rule("GUI-4.4a", "GUI-4.4.1a")
@pytest.mark.parametrize(("end", "facing"), [("0302", "N"), ("0402", "NE"), ("0202", "NW")])
def test_the_three_hexes_ahead_cost_the_ground_and_the_rear_follows(end, facing):
    plan = planned(gui(), "gui", end)
    assert (plan.cost, plan.hex, plan.rear, plan.facing) == (1, end, "0303", facing)


@pytest.mark.rule("GUI-4.4.1a", "GUI-4.4.4a")
@pytest.mark.parametrize("letter", ["s", "/"])
def test_one_step_ahead_into_scrub_or_slope_costs_four(letter):
    """EX-4.4.4-1 and EX-4.4.4-4."""
    made = battle(f". . .\n. . {letter}\n. . .\n. . .", rider("Gui", "0303", "0304"))
    plan = planned(made, "gui", "0302")
    assert plan.cost == 4
    assert planned(made, "gui", "0302", "0301").cost == 5  # the rear half on the slope costs nothing


@pytest.mark.rule("GUI-4.4.4b", "GUI-4.4.1a")
def test_four_hexes_of_flat_ground_clockwise_cost_eight():
    """EX-4.4.4-2."""
    plan = planned(gui(), "gui", "0403", "0404", "0305", "0204")
    assert plan.cost == 8
    assert [leg.mp for leg in plan.legs] == [2, 2, 2, 2]
    assert {leg.how for leg in plan.legs} == {"pivot"}
    assert (plan.hex, plan.rear, plan.facing) == ("0204", "0304", "SW")


@pytest.mark.rule("GUI-4.4.4b", "GUI-4.4.1a")
def test_scrub_and_flat_anticlockwise_cost_seven():
    """EX-4.4.4-3: 4 + 1 into the scrub, 1 + 1 into the last hex."""
    board = [["."] * 5 for _ in range(7)]
    board[2][1] = "s"  # 0203
    made = battle("\n".join(" ".join(row) for row in board), rider("Gui", "0303", "0304"))
    plan = planned(made, "gui", "0203", "0204")
    assert [leg.mp for leg in plan.legs] == [5, 2]
    assert plan.cost == 7 and plan.rear == "0304"


@pytest.mark.rule("GUI-4.4.1a")
def test_what_lies_behind_is_not_reached_without_turning():
    refused = planned(gui(), "gui", "0304")
    assert refused.rule == "GUI-4.4.1a" and "about" in refused.why


@pytest.mark.rule("GUI-4.4.1b")
def test_an_about_face_costs_five_whatever_the_ground():
    for terrain in ".sm":
        made = battle(f". . .\n. . .\n. . {terrain}\n. . .", rider("Gui", "0302", "0303"))
        plan = planned(made, "gui", ABOUT)
        assert (plan.cost, plan.hex, plan.rear, plan.facing) == (5, "0303", "0302", "S")


@pytest.mark.rule("GUI-4.4.1b")
def test_no_about_face_into_a_tree_nor_with_four_mp():
    made = battle(". . .\n. . .\n. . t\n. . .", rider("Gui", "0302", "0303"))
    assert planned(made, "gui", ABOUT).rule == "GUI-4.2.1a"
    made = battle(field(3, 4), rider("Gui", "0302", "0303", mp=4))
    assert planned(made, "gui", ABOUT).rule == "GUI-4"


@pytest.mark.rule("GUI-4.4.4c")
def test_one_hex_backwards_instead_of_all_else():
    made = battle(". . .\n. . .\n. . .\n. . s\n. . .", rider("Gui", "0302", "0303"))
    plan = planned(made, "gui", BACK)
    assert (plan.cost, plan.hex, plan.rear, plan.facing) == (4, "0303", "0304", "N")
    for parts in ((BACK, BACK), (BACK, "0302"), ("0301", BACK), (BACK, ABOUT)):
        assert planned(made, "gui", *parts).rule == "GUI-4.4.4c"


@pytest.mark.rule("GUI-4.4.4c")
def test_backwards_into_a_tree_or_an_enemy_he_does_not_go():
    made = battle(". . .\n. . .\n. . .\n. . t\n. . .", rider("Gui", "0302", "0303"))
    assert planned(made, "gui", BACK).rule == "GUI-4.2.1a"
    made = battle(field(3, 5), rider("Gui", "0302", "0303"), man("Zahir", "0304", side="arabs"))
    assert planned(made, "gui", BACK).rule == "GUI-4.2"
    walker = battle(field(3, 5), man("Robert", "0302"))
    assert planned(walker, "robert", BACK).rule == "GUI-4.4.4c"


@pytest.mark.rule("GUI-4.4.4a", "GUI-4.4a")
def test_the_rear_half_may_stand_where_the_front_may_not_go():
    made = battle(". . .\n. . .\n. . t\n. . .", rider("Gui", "0302", "0303"))
    table = ridden(made, "gui", "0201")
    assert table.battle.figures["gui"].hexes == ("0201", "0302")


@pytest.mark.rule("GUI-4.1a", "GUI-4.1b")
def test_no_half_may_end_on_a_friend_but_both_may_pass_him():
    made = battle(field(3, 7), rider("Gui", "0305", "0306"), man("Odo", "0303"))
    assert planned(made, "gui", "0304", "0303").rule == "GUI-4.1a"
    assert planned(made, "gui", "0304", "0303", "0302").rule == "GUI-4.1a"  # his rear half on Odo
    plan = planned(made, "gui", "0304", "0303", "0302", "0301")
    assert plan.cost == 4 and plan.passes == ("odo",)


@pytest.mark.rule("GUI-4.4.1b", "GUI-4.4.4b")
@pytest.mark.parametrize(
    ("facing", "mp", "legs"),
    [("NE", 2, 1), ("SE", 4, 2), ("S", 5, 1), ("SW", 4, 2), ("NW", 2, 1), ("N", 0, 0)],
)
def test_a_facing_asked_for_is_taken_in_the_cheapest_way(facing, mp, legs):
    plan = planned(gui(), "gui", facing=facing)
    assert (plan.cost, len(plan.legs), plan.facing) == (mp, legs, facing)


@pytest.mark.rule("GUI-4.4.4b")
def test_a_facing_at_the_end_of_a_path():
    plan = planned(gui(), "gui", "0302", facing="SE")
    assert plan.cost == 1 + 4 and plan.facing == "SE" and plan.rear == "0303"
    plan = movement.plan(gui(), RULES, MoveOrder(figure="gui", to="0302", facing="NE"))
    assert plan.hex == "0302" and plan.facing == "NE"


# Mounting and dismounting


@pytest.mark.rule("GUI-4.4.2a")
def test_drogon_walks_one_mounts_for_three_and_rides_with_four():
    """EX-4.4.2-1."""
    made = battle(
        field(5, 6), man("Drogon", "0504", armoured=True, rides=True), horse("Bayard", "0303", "0304")
    )
    table = ridden(made, "drogon", "0403", Leg(LegKind.MOUNT, who="bayard"), "0302", "0301")
    mounted = next(e for e in table.events if isinstance(e, Mounted))
    assert (mounted.mp, mounted.left) == (3, 4)
    drogon = table.battle.figures["drogon"]
    assert drogon.mounted and drogon.hexes == ("0301", "0302")
    assert table.battle.now.left["drogon"] == 2
    assert table.battle.horses["bayard"].ridden_by == "drogon"


@pytest.mark.rule("GUI-4.4.2a", "GUI-4.4.2b")
@pytest.mark.parametrize(
    ("armoured", "mounting", "dismounting"), [(False, (8 - 2) * 2, (15 - 2) // 2), (True, 6, 4)]
)
def test_two_mp_for_the_light_three_for_the_mailed(armoured, mounting, dismounting):
    on_foot = battle(
        field(5, 6), man("Drogo", "0403", armoured=armoured, rides=True), horse("Bayard", "0303", "0304")
    )
    assert planned(on_foot, "drogo", Leg(LegKind.MOUNT, who="bayard")).left == mounting
    riding_ = battle(field(5, 6), rider("Drogo", "0303", "0304", armoured=armoured))
    assert planned(riding_, "drogo", Leg(LegKind.DISMOUNT)).left == dismounting


@pytest.mark.rule("GUI-4.4.2b")
@pytest.mark.parametrize(("health", "left"), [("healthy", 2), ("wounded", 1)])
def test_arthur_rides_four_and_has_two_left_on_foot(health, left):
    """EX-4.4.2-2; a wounded man keeps a quarter instead of half."""
    made = battle(field(5, 9), rider("Arthur", "0308", "0309", armoured=True, health=health))
    table = ridden(made, "arthur", "0307", "0306", "0305", "0304", Leg(LegKind.DISMOUNT, hex="0203"))
    down = next(e for e in table.events if isinstance(e, Dismounted))
    assert (down.mp, down.left, down.hex) == (3, left, "0203")


@pytest.mark.rule("GUI-4.4.2d")
def test_one_mounts_from_the_two_hexes_that_touch_both_halves():
    made = battle(field(5, 6), horse("Bayard", "0303", "0304"))
    assert set(riding.flanks(made.board, made.horses["bayard"])) == {"0403", "0203"}
    for at in ("0302", "0404", "0305", "0202"):
        made = battle(field(5, 6), man("Drogo", at, rides=True), horse("Bayard", "0303", "0304"))
        assert planned(made, "drogo", Leg(LegKind.MOUNT, who="bayard")).rule == "GUI-4.4.2d", at


@pytest.mark.rule("GUI-4.4.2d")
@pytest.mark.parametrize("enemy", ["0503", "0302", "0305"])
def test_nobody_mounts_next_to_an_enemy(enemy):
    made = battle(
        field(6, 6),
        man("Drogo", "0403", rides=True),
        horse("Bayard", "0303", "0304"),
        man("Zahir", enemy, side="arabs"),
    )
    assert planned(made, "drogo", Leg(LegKind.MOUNT, who="bayard")).rule == "GUI-4.4.2d"


@pytest.mark.rule("GUI-4.4.2c")
def test_riders_only_but_on_any_horse():
    made = battle(
        field(5, 6),
        man("Drogo", "0403", rides=True),
        man("Odo", "0203"),
        horse("Bayard", "0303", "0304", side="arabs"),
    )
    assert planned(made, "odo", Leg(LegKind.MOUNT, who="bayard")).rule == "GUI-4.4.2c"
    table = ridden(made, "drogo", Leg(LegKind.MOUNT, who="bayard"))
    drogo = table.battle.figures["drogo"]
    assert drogo.mount == "bayard" and drogo.values == drogo.faces.mounted
    assert table.battle.horses["bayard"].side == "normans"


@pytest.mark.rule("GUI-4.4.2e")
def test_the_dismounted_rider_goes_to_an_empty_hex_away_from_enemies():
    made = battle(
        field(7, 8), rider("Arthur", "0403", "0404"), man("Zahir", "0401", side="arabs"), man("Odo", "0405")
    )
    table = ridden(made, "arthur", Leg(LegKind.DISMOUNT))
    arthur = table.battle.figures["arthur"]
    assert not arthur.mounted and arthur.hex in ("0305", "0505")
    horse_ = table.battle.horses["arthur-horse"]
    assert (horse_.front, horse_.rear, horse_.ridden_by) == ("0403", "0404", None)
    for taken in ("0405", "0401", "0707"):
        assert planned(made, "arthur", Leg(LegKind.DISMOUNT, hex=taken)).rule == "GUI-4.4.2e"


@pytest.mark.rule("GUI-4.4.2b")
def test_dismounting_is_free_of_the_ban_next_to_enemies():
    made = battle(field(7, 8), rider("Arthur", "0403", "0404"), man("Zahir", "0402", side="arabs"))
    assert not isinstance(planned(made, "arthur", Leg(LegKind.DISMOUNT)), Rejection)


def test_a_rider_turned_by_nobody_ends_where_he_planned():
    table = ridden(gui(), "gui", "0302", "0201")
    assert steps(table) == [("0302", "0303", "step", 1), ("0201", "0302", "step", 1)]
    assert table.events[-1] == MoveEnded(figure="gui")

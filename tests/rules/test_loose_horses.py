"""Horses without riders (GUI-4.4.3, GUI-4.2.1b)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.desk.read import read_orders
from rules.events.movement import BridleTried, HorseLed, HorseMoved, HorseReleased
from rules.orders.filed import filed_orders
from rules.orders.records import Leg, LegKind, MoveOrder
from rules.state.invariants import broken
from rules.tactical.harm import wounds
from rules.tactical.horses import bridle
from rules.tactical.moving import movement
from tests.rules.kit import RULES, SIEGE, battle, field, horse, journal, man, rider

LEAD = Leg(LegKind.LEAD, who="bayard")


def path(*parts):
    return tuple(part if isinstance(part, Leg) else Leg(LegKind.HEX, hex=part) for part in parts)


def planned(made, who, *parts):
    return movement.plan(made, RULES, MoveOrder(figure=who, path=path(*parts)))


def moved(made, who, *parts, dice=()):
    table = journal(made, *dice)
    movement.resolve_move(table, RULES, MoveOrder(figure=who, path=path(*parts)), lambda who: None)
    return table


def bayard(table):
    return table.battle.horses["bayard"]


@pytest.mark.rule("GUI-4.4.3a")
def test_a_horse_in_the_way_is_pushed_aside_for_nothing():
    made = battle(field(5, 7), man("Robert", "0305"), horse("Bayard", "0304", "0404"))
    table = moved(made, "robert", "0304")
    assert table.battle.figures["robert"].hex == "0304"
    assert table.battle.now.spent["robert"] == 1
    pushed = next(e for e in table.events if isinstance(e, HorseMoved))
    assert pushed.why == "pushed" and pushed.rear == "0404"
    assert not {"0304", "0305"} & set(bayard(table).hexes)


@pytest.mark.rule("GUI-4.4.3a")
def test_whoever_only_passes_a_horse_leaves_it_where_it_is():
    made = battle(field(5, 7), man("Robert", "0305"), horse("Bayard", "0304", "0404"))
    table = moved(made, "robert", "0304", "0303")
    assert table.battle.figures["robert"].hex == "0303"
    assert bayard(table).hexes == ("0304", "0404")


@pytest.mark.rule("GUI-4.4.3a")
def test_a_horse_that_cannot_budge_blocks_the_hex():
    board = """
    . . . . .
    . t t t .
    . t . t .
    . t . t .
    . . t . .
    """
    made = battle(board, man("Robert", "0202"), horse("Bayard", "0303", "0304"))
    refused = planned(made, "robert", "0303")
    assert refused.rule == "GUI-4.4.3a" and "Bayard" in refused.why
    across = battle(field(5, 7), rider("Drogo", "0305", "0306"), horse("Bayard", "0303", "0304"))
    assert planned(across, "drogo", "0304", "0303").rule == "GUI-4.4.3a"  # it would keep neither hex


@pytest.mark.rule("GUI-4.4.3b", "GUI-4.4.3d")
@pytest.mark.parametrize("at", ["0302", "0402", "0202"])
def test_led_on_foot_from_one_of_the_three_hexes_at_its_head(at):
    made = battle(field(6, 8), man("Robert", at), horse("Bayard", "0303", "0304", side="arabs"))
    assert at in bridle.heads(made.board, made.horses["bayard"])
    table = moved(made, "robert", LEAD)
    assert bayard(table).led_by == "robert" and bayard(table).side == "normans"
    assert table.battle.figures["robert"].leads == ("bayard",)


@pytest.mark.rule("GUI-4.4.3b")
def test_not_from_its_flank_nor_beside_an_enemy():
    made = battle(field(6, 8), man("Robert", "0403"), horse("Bayard", "0303", "0304"))
    assert planned(made, "robert", LEAD).rule == "GUI-4.4.3b"
    made = battle(
        field(6, 8),
        man("Robert", "0302"),
        horse("Bayard", "0303", "0304"),
        man("Zahir", "0305", side="arabs"),
    )
    refused = planned(made, "robert", LEAD)
    assert refused.rule == "GUI-4.4.3b" and "Zahir" in refused.why


@pytest.mark.rule("GUI-4.4.3b")
def test_it_follows_hex_by_hex_and_costs_nothing_even_for_a_wounded_man():
    made = battle(field(6, 8), man("Robert", "0304", health="wounded"), horse("Bayard", "0305", "0306"))
    table = moved(made, "robert", LEAD, "0303", "0302")
    assert table.battle.figures["robert"].hex == "0302"
    assert bayard(table).hexes == ("0303", "0304")
    assert table.battle.now.spent["robert"] == 2


@pytest.mark.rule("GUI-4.2.1b")
def test_a_led_horse_crosses_trees_and_deep_water_behind_a_man_who_can():
    board = ". . .\n. . W\n. . t\n. . .\n. . .\n. . ."
    made = battle(board, man("Robert", "0304"), horse("Bayard", "0305", "0306"))
    table = moved(made, "robert", LEAD, "0303", "0302", "0301")
    assert table.battle.figures["robert"].hex == "0301"
    assert bayard(table).hexes == ("0302", "0303")
    assert table.battle.now.spent["robert"] == 2 + 4 + 1
    mailed = battle(board, man("Robert", "0304", armoured=True), horse("Bayard", "0305", "0306"))
    assert planned(mailed, "robert", LEAD, "0303", "0302").rule == "GUI-4.2.1c"


@pytest.mark.rule("GUI-4.4.3e")
def test_three_horses_in_the_hand_of_a_man_on_foot_one_in_a_riders():
    made = battle(
        field(9, 9),
        man("Robert", "0505"),
        horse("Bayard", "0405", "0305"),
        horse("Grane", "0605", "0705"),
        horse("Arion", "0506", "0507"),
        horse("Xanthos", "0404", "0304"),
    )
    leads = [Leg(LegKind.LEAD, who=h) for h in ("grane", "arion", "xanthos", "bayard")]
    assert planned(made, "robert", *leads).rule == "GUI-4.4.3e"
    table = moved(made, "robert", *leads[:3], "0504", "0503")
    assert table.battle.figures["robert"].leads == ("grane", "arion", "xanthos")
    covered = [at for h in table.battle.horses.values() for at in h.hexes] + ["0503"]
    assert len(covered) == len(set(covered)) == 9
    mounted = battle(
        field(9, 9),
        rider("Drogo", "0505", "0506"),
        horse("Bayard", "0404", "0304"),
        horse("Grane", "0604", "0704"),
    )
    assert planned(mounted, "drogo", LEAD).cost == 0
    assert planned(mounted, "drogo", LEAD, Leg(LegKind.LEAD, who="grane")).rule == "GUI-4.4.3e"


def passing_rider(*more):
    # Drogo rides north along column 04; Bayard looks at 0405 from the side
    return battle(field(8, 10), rider("Drogo", "0407", "0408"), horse("Bayard", "0506", "0606"), *more)


@pytest.mark.rule("GUI-4.4.3c")
@pytest.mark.parametrize("face", range(1, 11))
def test_a_bridle_in_passing_is_caught_with_one_to_six(face):
    made = passing_rider()
    at_head = next(h for h in ("0406", "0405") if h in bridle.heads(made.board, made.horses["bayard"]))
    way = ["0406"] if at_head == "0406" else ["0406", "0405"]
    table = moved(
        made, "drogo", *way, Leg(LegKind.LEAD, who="bayard", hand="left"), "0404", "0403", dice=[face]
    )
    tried = next(e for e in table.events if isinstance(e, BridleTried))
    assert (tried.face, tried.caught) == (face, face <= 6)
    assert bayard(table).led_by == ("drogo" if face <= 6 else None)
    if face > 6:
        assert bayard(table).hexes == ("0506", "0606")
        assert "drogo/bayard" in table.battle.now.bridle_failed


@pytest.mark.rule("GUI-4.4.3c")
@pytest.mark.parametrize(("hand", "front", "rear"), [("left", "0304", "0305"), ("right", "0504", "0505")])
def test_a_horse_caught_in_passing_ends_beside_its_rider_slightly_behind(hand, front, rear):
    """Wherever his ride ends, not where he caught it: Drogo ends in 0403-0404."""
    table = moved(
        passing_rider(), "drogo", "0406", "0405", Leg(LegKind.LEAD, who="bayard", hand=hand), "0404", "0403",
        dice=[1],
    )  # fmt: skip
    drogo = table.battle.figures["drogo"]
    assert drogo.hexes == ("0403", "0404")
    assert bayard(table).hexes == (front, rear)
    assert table.battle.board.facing(rear, front) == table.battle.board.facing(drogo.rear, drogo.hex)
    [beside] = [e for e in table.events if isinstance(e, HorseMoved) and e.why == "beside"]
    assert (beside.front, beside.rear) == (front, rear)


def led(at=("0405", "0406"), *more, hand="", to="0402", board=None):
    """Drogo leads Bayard, who walks behind him, and rides on north; the order is a player's line."""
    horses = horse("Bayard", "0407", "0408", led_by="drogo")
    made = battle(board or field(8, 10), rider("Drogo", *at), horses, *more, step="movement")
    table = journal(made)
    order = MoveOrder(figure="drogo", path=path("0404", "0403", to), hand=hand)
    movement.resolve_move(table, RULES, order, lambda who: None)
    assert table.battle.figures["drogo"].hex == to
    return table


@pytest.mark.rule("GUI-4.4.3c", "GUI-4.4.3b", "RUL-421")
@pytest.mark.parametrize(("hand", "hexes"), [("left", ("0303", "0304")), ("right", ("0503", "0504"))])
def test_a_led_horse_ends_at_the_hand_that_is_ordered(hand, hexes):
    assert bayard(led(hand=hand)).hexes == hexes


@pytest.mark.rule("GUI-4.4.3c", "RUL-421")
def test_unasked_it_ends_away_from_the_nearest_enemy():
    assert bayard(led(("0405", "0406"), man("Zahir", "0702", side="arabs"))).hexes == ("0303", "0304")
    assert bayard(led(("0405", "0406"), man("Zahir", "0102", side="arabs"))).hexes == ("0503", "0504")


@pytest.mark.rule("GUI-4.4.3c", "GUI-4.1a", "RUL-421")
def test_it_ends_at_the_other_hand_for_want_of_room_and_behind_if_there_is_none():
    odo, hugo = man("Odo", "0303"), man("Hugo", "0504")
    assert bayard(led(("0405", "0406"), odo, hand="left")).hexes == ("0503", "0504")
    assert bayard(led(("0405", "0406"), odo, hugo, hand="left")).hexes == ("0404", "0405")


@pytest.mark.rule("GUI-4.4.3c", "GUI-8.4.2b", "RUL-421")
def test_no_wall_parts_a_horse_from_the_rider_beside_whom_it_ends():
    made = battle(
        field(8, 10), rider("Drogo", "0404", "0405"), horse("Bayard", "0406", "0407", led_by="drogo"),
        hexsides=[("0402", "SW", "wall"), ("0403", "NW", "wall")], rules=SIEGE,
    )  # fmt: skip
    table = journal(made)
    order = MoveOrder(figure="drogo", path=path("0403", "0402"), hand="left")
    movement.resolve_move(table, SIEGE, order, lambda who: None)
    assert bayard(table).hexes == ("0503", "0504")


@pytest.mark.rule("GUI-4.4.3b", "RUL-421")
def test_a_horse_taken_at_the_end_or_led_by_one_who_stays_is_left_where_it_stands():
    end = battle(field(8, 10), rider("Drogo", "0407", "0408"), horse("Bayard", "0505", "0605"))
    assert bayard(moved(end, "drogo", "0406", "0405", LEAD)).hexes == ("0505", "0605")
    made = battle(
        field(8, 10), rider("Drogo", "0405", "0406"), horse("Bayard", "0407", "0408", led_by="drogo")
    )
    table = journal(made)
    movement.resolve_move(table, RULES, MoveOrder(figure="drogo", stay=True), lambda who: None)
    assert bayard(table).hexes == ("0407", "0408")


@pytest.mark.rule("GUI-4.4.3c")
@pytest.mark.parametrize(
    "line",
    [
        "MOVE Drogo 0404 0403 0402 horse left",
        "MOVE Drogo to 0402, with the horse on his left hand",
        "MOVE Drogo to 0402 leading the horse on the left facing N",
        "MOVE Drogo to 0402 facing N horse left stop if fired at",
        "MOVE Drogo lead Bayard left 0404 0403 0402",
    ],
)
def test_the_hand_is_ordered_in_plain_words_and_told_in_the_receipt(line):
    made = battle(
        field(8, 10), rider("Drogo", "0405", "0406"), horse("Bayard", "0407", "0408", led_by="drogo")
    )
    reading = read_orders(made, RULES, "normans", [line])
    [answer] = reading.lines
    assert not answer.code and "Bayard ends at his left hand, in 0303-0304" in " ".join(answer.message)
    assert "no room" not in " ".join(answer.message) and answer.rule == ""
    plan = movement.plan(made, RULES, next(iter(filed_orders(made, "normans", reading.orders))).order)
    assert plan.led == (("bayard", ("0303", "0304"), "left"),)


@pytest.mark.rule("GUI-4.4.3c", "RUL-421")
def test_the_receipt_says_why_a_horse_does_not_end_where_it_was_asked_to():
    def told(*pieces, line="MOVE Drogo 0404 0403 0402 horse left"):
        made = battle(field(8, 10), *pieces)
        [answer] = read_orders(made, RULES, "normans", [line]).lines
        return answer.rule, " ".join(answer.message)

    drogo, bay = rider("Drogo", "0405", "0406"), horse("Bayard", "0407", "0408", led_by="drogo")
    rule, words = told(drogo, bay, man("Odo", "0303"))
    assert rule == "GUI-4.4.3c" and "no room for it at his left hand" in words and "right hand" in words
    assert "leads no horse" in told(drogo)[1]
    assert "does not move" in told(drogo, bay, line="MOVE Drogo lead Bayard left")[1]
    assert "on foot" in told(man("Drogo", "0405"), replace(bay, front="0406", rear="0407"))[1]


@pytest.mark.rule("GUI-4.4.3c")
def test_a_missed_bridle_cannot_be_taken_even_at_the_end_of_the_move():
    made = battle(field(8, 10), rider("Drogo", "0407", "0408"), horse("Bayard", "0505", "0605"))
    heads = bridle.heads(made.board, made.horses["bayard"])
    assert "0405" in heads and "0404" in heads
    table = moved(made, "drogo", "0406", "0405", LEAD, "0404", LEAD, dice=[9])
    assert bayard(table).led_by is None
    assert table.battle.figures["drogo"].hex == "0404"
    assert table.events[-1].rule == "GUI-4.4.3c"


@pytest.mark.rule("GUI-4.4.3b", "GUI-4.4.3c")
def test_no_die_at_the_start_or_at_the_end_of_a_ride():
    start = battle(field(8, 10), rider("Drogo", "0405", "0406"), horse("Bayard", "0505", "0605"))
    table = moved(start, "drogo", LEAD, "0404", "0403")
    assert bayard(table).led_by == "drogo"
    end = battle(field(8, 10), rider("Drogo", "0407", "0408"), horse("Bayard", "0505", "0605"))
    table = moved(end, "drogo", "0406", "0405", LEAD)
    assert bayard(table).led_by == "drogo"


@pytest.mark.rule("GUI-4.4.3d")
def test_a_horse_stays_its_sides_while_a_man_of_it_stands_by():
    enemy_horse = horse("Bayard", "0303", "0304", side="arabs")
    keeper = man("Zahir", "0202", side="arabs")
    made = battle(field(6, 8), man("Drogo", "0403", rides=True), enemy_horse, keeper)
    assert bridle.keeper(made, made.horses["bayard"]) == "arabs"
    assert planned(made, "drogo", Leg(LegKind.MOUNT, who="bayard")).rule == "GUI-4.4.3d"
    asleep = man("Zahir", "0202", side="arabs", health="stunned")
    made = battle(field(6, 8), man("Drogo", "0403", rides=True), enemy_horse, asleep)
    assert bridle.keeper(made, made.horses["bayard"]) == ""
    assert planned(made, "drogo", Leg(LegKind.MOUNT, who="bayard")).cost == 2


@pytest.mark.rule("GUI-4.4.3f")
def test_a_rider_in_a_fight_loses_the_horse_he_leads_a_man_on_foot_does_not():
    made = battle(
        field(8, 8),
        rider("Drogo", "0404", "0405"),
        horse("Bayard", "0504", "0604", led_by="drogo"),
        man("Robert", "0102"),
        horse("Grane", "0103", "0104", led_by="robert"),
    )
    table = journal(made)
    bridle.lose_in_fight(table, "drogo")
    bridle.lose_in_fight(table, "robert")
    assert [e for e in table.events if isinstance(e, HorseReleased)] == [
        HorseReleased(figure="drogo", horse="bayard", rule="GUI-4.4.3f")
    ]
    assert table.battle.figures["robert"].leads == ("grane",)


def test_a_horse_let_go_stays_where_it_is():
    made = battle(field(6, 8), man("Robert", "0304"), horse("Bayard", "0305", "0306", led_by="robert"))
    table = moved(made, "robert", "0303", Leg(LegKind.LEAVE, who="bayard"), "0302")
    assert bayard(table).led_by is None and bayard(table).hexes == ("0304", "0305")


def test_a_led_horse_finds_room_when_its_leader_stops_past_a_friend():
    made = battle(
        field(6, 8),
        man("Robert", "0305"),
        man("Odo", "0304"),
        horse("Bayard", "0306", "0307", led_by="robert"),
    )
    table = moved(made, "robert", "0304", "0303")
    hexes = bayard(table).hexes
    assert "0304" not in hexes and "0303" not in hexes
    assert made.board.adjacent(hexes[0], "0303")
    assert not any(isinstance(e, HorseLed) for e in table.events)


def test_an_enemys_led_horse_is_as_closed_as_he_is():
    made = battle(
        field(6, 8),
        man("Robert", "0303"),
        man("Zahir", "0306", side="arabs"),
        horse("Grane", "0305", "0304", side="arabs", led_by="zahir"),
    )
    assert planned(made, "robert", "0304").rule == "GUI-4.2"


@pytest.mark.rule("GUI-4.1a", "RUL-418")
@pytest.mark.parametrize("step", range(1, 6))
@pytest.mark.parametrize("column", [2, 3, 4])
def test_a_led_horse_does_not_stay_where_somebody_stands_when_its_leader_falls(step, column):
    """Its leader falls in any hex of his way, past friends who stand in his column."""
    friends = [man(name, f"0{column}0{row}") for name, row in (("Odo", 3), ("Hugo", 4), ("Ivo", 5))]
    horses = horse("Bayard", "0308", "0309", led_by="drogo")
    made = battle(field(7, 10), man("Drogo", "0307", leads=("bayard",)), horses, *friends, step="movement")
    table = journal(made)
    steps = iter(range(1, 20))

    def falls(who):
        if next(steps) == step:
            wounds.kill(table, RULES, who, "GUI-5.3")

    order = MoveOrder(figure="drogo", path=path("0306", "0305", "0304", "0303", "0302"))
    movement.resolve_move(table, RULES, order, falls)
    assert table.battle.figures["drogo"].dead
    assert broken(table.battle) == []

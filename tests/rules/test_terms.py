"""Standing orders with terms: what they wait for, how often they are used, how they end, and what their
owner is told.

The Normans move, the Arabs watch. A miss at more than two hexes is an impact die of 10; a damage die of 9
does nothing.
"""

from __future__ import annotations

import pytest

from rules.desk.read import read_orders
from rules.engine import view_for
from rules.orders.records import Pick
from rules.state.battle import Charge
from rules.state.table import Progress
from rules.tactical.instructions.picking import unfit
from tests.rules.kit import RULES, TACTICS, battle, field, man, next_phase, of_kind, play, rider
from tests.rules.referee import opened, shots
from tests.rules.terms_kit import (
    HUGH,
    MISS,
    ROBERT,
    THROWN,
    WALK,
    bowman,
    ended,
    held,
    norman,
    slinger,
    targets,
    watched,
)

# to what


def test_the_arc_is_a_third_of_a_circle_round_the_direction():
    j = watched(
        bowman("Yani", "0605"), ROBERT, norman("Hugh", "0808"), norman("Drogo", "0409"),
        watch=["WATCH Yani fire at first in arc SE"],
        moves=["MOVE Robert 0507", "MOVE Drogo 0408", "MOVE Hugh 0807"],
    )  # fmt: skip
    assert targets(j) == ["hugh"]


@pytest.mark.rule("GUI-7.2.1d")
def test_in_front_is_a_riders_frontal_arc_and_nobody_on_foot_has_one():
    b = battle(
        field(9, 9), rider("Yani", "0505", "0504", side="arabs"), man("Robert", "0508"), man("Hugh", "0502")
    )
    yani, ahead, behind = (b.figures[f] for f in ("yani", "robert", "hugh"))
    assert not unfit(b, Pick(how="first", arc="front"), yani, ahead)
    assert unfit(b, Pick(how="first", arc="front"), yani, behind) == "Hugh is not in front of Yani"
    assert unfit(b, Pick(how="first", arc="front"), ahead, yani)


def test_entering_means_moving_in_not_standing_there():
    watch = ["WATCH Yani fire at first entering 0506 0706"]
    yani = bowman("Yani", "0602")
    assert shots(watched(yani, ROBERT, HUGH, watch=watch, moves=WALK[:2])) == [("yani", "robert", "0506")]
    assert not shots(watched(yani, norman("Robert", "0506"), watch=watch, moves=["MOVE Robert stay"]))
    assert not shots(watched(yani, norman("Robert", "0506"), watch=watch, moves=["MOVE Robert 0507"]))


@pytest.mark.rule("GUI-5.5.2.1")
def test_leaving_cover_is_moving_from_better_cover_into_worse():
    wood = [["." for _ in range(9)] for _ in range(9)]
    wood[6][4] = "s"  # scrub in 0507
    board = "\n".join(" ".join(row) for row in wood)
    watch = ["WATCH Yani fire at first leaving cover"]
    j = watched(
        bowman("Yani", "0502"), ROBERT, watch=watch, moves=["MOVE Robert 0507 0506 0505"], board=board
    )
    assert shots(j) == [("yani", "robert", "0506")]
    j = watched(
        bowman("Yani", "0502"),
        norman("Robert", "0709"),
        watch=watch,
        moves=["MOVE Robert 0708 0707"],
        board=board,
    )
    assert not shots(j)


def test_charging_is_being_on_a_charge():
    b = battle(field(9, 9), man("Yani", "0505", side="arabs"), rider("Robert", "0508", "0509"), rules=TACTICS)
    pick = Pick(how="first", charging=True)
    assert unfit(b, pick, b.figures["yani"], b.figures["robert"]) == "Robert does not charge"
    b.now.charges["robert"] = Charge("yani", ("0508", "0509"), ("0507", "0506"))
    assert not unfit(b, pick, b.figures["yani"], b.figures["robert"])


@pytest.mark.rule("GUI-5.4.1a", "GUI-5.4.1b")
def test_not_through_friends_keeps_a_shot_that_could_fall_on_one():
    """Five hexes away each neighbour of the hex aimed at can be hit; within two hexes only
    that hex itself."""
    watch = ["WATCH Yani fire at first not through friends"]
    friend = man("Omar", "0708", side="arabs", health="stunned")
    j = watched(bowman("Yani", "0502"), friend, ROBERT, watch=watch, moves=["MOVE Robert 0608"])
    assert not shots(j) and held(j) == ["the shot at Robert could fall on Omar"]
    far = man("Omar", "0910", side="arabs")
    assert shots(watched(bowman("Yani", "0502"), far, ROBERT, watch=watch, moves=["MOVE Robert 0608"]))
    near = watched(bowman("Yani", "0605"), man("Omar", "0807", side="arabs"), norman("Robert", "0708"),
                   watch=watch, moves=["MOVE Robert 0707"])  # fmt: skip
    assert shots(near) == [("yani", "robert", "0707")]


@pytest.mark.rule("GUI-5.3b", "GUI-5.3e")
def test_a_shot_is_kept_for_the_first_choice_as_long_as_he_may_still_come():
    watch = ["WATCH Yani fire at Hugh then anyone"]
    j = watched(bowman("Yani", "0602"), ROBERT, HUGH, watch=watch, moves=WALK[:2])
    assert targets(j) == ["hugh"] and held(j) == ["he is kept for Hugh, who has not moved yet"]


@pytest.mark.rule("GUI-5.3e")
def test_a_first_choice_who_stays_is_shot_at_where_he_stands():
    j = watched(
        bowman("Yani", "0602"), ROBERT, HUGH, watch=["WATCH Yani fire at Hugh then anyone"], moves=WALK[:1]
    )
    assert shots(j) == [("yani", "hugh", "0708")]


def test_nobody_is_kept_for_a_first_choice_out_of_reach():
    far = norman("Hugh", "0140")
    j = watched(
        bowman("Yani", "0602"), ROBERT, far, board=field(12, 40),
        watch=["WATCH Yani fire at Hugh within 8 then mounted then anyone"], moves=WALK[:1],
    )  # fmt: skip
    assert targets(j) == ["robert"]


def test_a_hex_with_somebody_in_it_is_not_free():
    made = opened(norman("Hugh", "0506"), ROBERT, norman("Drogo", "0908"))
    order = ("IF 0506 is free THEN MOVE Robert 0507 ELSE MOVE Robert stay",)
    assert play(made.copy(), normans=order).battle.figures["robert"].hex == "0508"
    elsewhere = ("IF 0505 is free THEN MOVE Robert 0507 ELSE MOVE Robert stay",)
    assert play(made.copy(), normans=elsewhere).battle.figures["robert"].hex == "0507"


# how often


@pytest.mark.rule("GUI-5.3c")
def test_at_most_twice_over_several_turns_and_a_volley_counts_once():
    text = "WATCH Yani + Omar fire at first at most twice"
    first = watched(bowman("Yani", "0402"), bowman("Omar", "0602"), ROBERT, watch=[text], moves=WALK[:1])
    assert len(shots(first)) == 2 and not ended(first)
    assert first.battle.progress == {"arabs": {text: Progress(times=1, turn=1)}}
    second = play(next_phase(play(next_phase(first))), named=MISS, normans=("MOVE Robert 0507",))
    assert len(shots(second)) == 2 and ended(second) == [(text, "it was used 2 times")]
    third = play(next_phase(play(next_phase(second))), named=MISS, normans=("MOVE Robert 0508",))
    assert all(e.order == "" for e in of_kind(third, "decision_made")), "then they shoot as without an order"


def test_once_a_turn_lets_one_shooter_of_all_shoot():
    text = "WATCH fire at first within 6 once a turn"
    yani, omar, drogo = bowman("Yani", "0402"), bowman("Omar", "1102"), norman("Drogo", "1108")
    moves = ["MOVE Robert 0507", "MOVE Drogo 1107"]
    first = watched(yani, omar, ROBERT, drogo, watch=[text], moves=moves)
    assert shots(first) == [("yani", "robert", "0507")]
    assert held(first) == ["it was used in this turn"] and not ended(first)
    second = play(next_phase(play(next_phase(first))), named=MISS, normans=("MOVE Drogo 1106",))
    assert shots(second) == [("omar", "drogo", "1106")], "the next turn is another"


@pytest.mark.rule("GUI-5d")
def test_javelins_in_reserve_are_not_thrown_and_the_order_ends_with_them():
    text = "WATCH Yani fire at first keep 1 javelin"
    thrown = watched(slinger("Yani", "0505", 2), ROBERT, watch=[text], moves=WALK[:1], thrown_by=THROWN)
    assert len(shots(thrown)) == 1
    assert ended(thrown) == [(text, "Yani keeps the last 1")]
    both = "WATCH Yani + Omar fire at first keep 1 javelin"
    j = watched(
        slinger("Yani", "0505", 1),
        slinger("Omar", "1201", 3, health="stunned"),
        ROBERT,
        watch=[both],
        moves=WALK[:1],
        thrown_by=THROWN,
    )
    assert not shots(j) and held(j) == ["Yani keeps his last javelin"] and not ended(j)


# while, until, from


def test_while_makes_it_wait_and_go_on():
    watch = ["WATCH Yani fire at first while 0706 is free"]
    yani = bowman("Yani", "0602")
    moves = ["MOVE Hugh 0707 0706", "MOVE Robert 0507 0506"]
    j = watched(yani, norman("Robert", "0508"), norman("Hugh", "0708"), watch=watch, moves=moves[1:])
    assert shots(j) == [("yani", "robert", "0507")]
    j = watched(yani, ROBERT, norman("Hugh", "0706"), watch=watch, moves=moves[1:])
    assert not shots(j) and held(j) == ["0706 is not free"] and not ended(j)


def test_a_hold_that_waits_lets_him_shoot_as_without_an_order():
    near = bowman("Yani", "0504")
    assert shots(watched(near, ROBERT, watch=["WATCH Yani hold while Robert is down"], moves=WALK[:1]))
    assert not shots(watched(near, ROBERT, watch=["WATCH Yani hold while Robert is up"], moves=WALK[:1]))


def test_until_ends_it_in_the_moment_in_which_it_comes_true():
    text = "WATCH Yani fire at Hugh until Robert is at 0507"
    j = watched(bowman("Yani", "0602"), ROBERT, HUGH, watch=[text], moves=WALK[:2])
    assert [e.order for e in of_kind(j, "decision_made")] == [""], "from there on as without an order"
    assert ended(j) == [(text, "Robert is at 0507")], "though he goes on to 0506"
    order = [e.kind for e in j.events]
    assert order.index("standing_order_spent") < order.index("moved", order.index("moved") + 1)


def test_turns_bound_it_and_its_end_is_told():
    text = "WATCH Yani fire at first from turn 2 until turn 2"
    yani = bowman("Yani", "0502")
    first = watched(yani, ROBERT, watch=[text], moves=["MOVE Robert 0507"])
    assert not shots(first) and held(first) == ["it counts from turn 2"]
    second = play(next_phase(play(next_phase(first))), named=MISS, normans=("MOVE Robert 0508",))
    assert len(shots(second)) == 1 and not ended(second)
    between = play(next_phase(second))
    third = play(next_phase(between), named=MISS)
    assert not ended(between) and third.battle.turn == 3
    assert ended(third) == [(text, "turn 2 is over")]


def test_it_ends_with_the_death_of_its_man():
    text = "WATCH Yani fire at first once a turn"
    made = opened(bowman("Yani", "0505"), norman("Robert", "0507", weapon="short_bow", code="Nia"),
                  standing={"arabs": (text,)})  # fmt: skip
    j = play(made, named={"GUI-5.4.3a": 1}, normans=("FIRE Robert AT Yani",))
    assert ended(j) == [(text, "Yani is dead or gone")]


@pytest.mark.rule("GUI-4.3a", "GUI-6.6a", "GUI-6.5a")
def test_terms_bind_every_kind_of_standing_order():
    passing = ("MOVE Robert 0506 0505 0504",)
    guard = man("Argyris", "0605", side="arabs")
    free = opened(guard, norman("Robert", "0507"))
    assert of_kind(play(free.copy(), normans=passing), "infiltration_tested")
    free.standing["arabs"] = ("OPPOSE Argyris never until turn 3",)
    assert not of_kind(play(free.copy(), normans=passing), "infiltration_tested")
    free.standing["arabs"] = ("OPPOSE Argyris never from turn 3",)
    assert of_kind(play(free.copy(), normans=passing), "infiltration_tested")
    fight = opened(
        man("Robert", "0505"), man("Zahir", "0504", side="arabs"), man("Omar", "1212", side="arabs")
    )
    fight.standing["normans"] = ("ADVANCE Robert always while Omar is down",)
    won = play(fight.copy(), named={"GUI-6c": 1}, normans=("ATTACK Robert ON Zahir",))
    fight.standing["normans"] = ("ADVANCE Robert never while Omar is up",)
    kept = play(fight.copy(), named={"GUI-6c": 1}, normans=("ATTACK Robert ON Zahir",))
    assert not of_kind(kept, "advance_began")
    assert won.battle.figures["robert"].hex in ("0505", "0504")


def test_an_order_of_ones_own_goes_before_one_for_all():
    watch = ["WATCH fire at Robert", "WATCH Yani hold"]
    j = watched(bowman("Yani", "0904"), bowman("Omar", "0402"), ROBERT, watch=watch, moves=WALK[:1])
    assert {shooter for shooter, _, _ in shots(j)} == {"omar"}


# chains; the failures of a known server, in our terms
CHAIN = "WATCH Yani fire at Hugh at most once after that fire at Robert until turn 4"


def test_a_link_that_has_done_its_work_hands_on():
    first = watched(bowman("Yani", "0602"), ROBERT, HUGH, watch=[CHAIN], moves=("MOVE Hugh 0707",))
    assert targets(first) == ["hugh"]
    passed = of_kind(first, "standing_order_passed_on")
    then = "WATCH Yani fire at Robert until turn 4"
    assert [(e.link, e.now, e.why) for e in passed] == [(1, then, "it was used once")]
    second = play(next_phase(play(next_phase(first))), named=MISS, normans=WALK[:1])
    assert targets(second) == ["robert"] and not ended(second)


def test_an_end_that_came_before_filing_ends_nothing():
    """18xx #5215: a stop condition counted what happened before the program was set."""
    text = "WATCH Yani fire at first until Hugh is down"
    down = norman("Hugh", "0708", health="stunned", stunned_in=1)
    j = watched(bowman("Yani", "0502"), ROBERT, down, watch=[text], moves=WALK[:1])
    assert shots(j) and not ended(j)


def test_a_link_whose_end_came_meanwhile_breaks_the_chain():
    """18xx #7619: a chained program was deaf to what happened between its parts."""
    text = "WATCH Yani fire at Hugh at most once after that fire at anyone until Drogo is at 0907"
    drogo, hugh = norman("Drogo", "0908"), norman("Hugh", "0708")
    j = watched(bowman("Yani", "0602"), drogo, hugh, ROBERT, watch=[text],
                moves=("MOVE Drogo 0907", "MOVE Hugh 0707 0706", "MOVE Robert 0507"))  # fmt: skip
    assert targets(j) == ["hugh"]
    assert not of_kind(j, "standing_order_passed_on")
    [(order, why)] = ended(j)
    assert order == text and "ends with it, for Drogo is at 0907" in why


def test_what_was_to_follow_does_not_fire_when_the_first_part_could_not_be_done():
    """18xx #9316: the follow-up of a bogus program was carried out although its first part never was."""
    text = "WATCH Yani fire at Hugh at most once after that fire at Robert"
    gone = norman("Hugh", "0708", health="dead")
    j = watched(bowman("Yani", "0502"), gone, ROBERT, watch=[text], moves=WALK[:1])
    assert not shots(j) and not ended(j) and not of_kind(j, "standing_order_passed_on")


def test_an_end_that_can_never_come_is_told_when_it_is_filed():
    """18xx #11267, #5525: an end condition that never came true."""
    made = opened(bowman("Yani", "0502"), norman("Hugh", "0708", health="dead"), ROBERT)
    told = read_orders(view_for(made, "arabs"), RULES, "arabs", ["WATCH Yani fire at first until Hugh is up"])
    assert "that will never come true" in " ".join(told.lines[0].message)

"""Movement, horses and infiltration as a strict referee reads chapters 1 to 4.

Each situation was judged from the book before it was played. Even columns lie half a hex lower.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from rules.state.figure import Health
from rules.tactical.harm import infiltration
from tests.rules.kit import RULES, horse, man, of_kind, play, rider
from tests.rules.referee import at, health, opened, opposed, refusals


def go(*pieces, orders, faces=(), **more):
    return play(opened(*pieces, **more), *faces, normans=tuple(orders))


def enemy(name, where, **more):
    return man(name, where, side="arabs", **more)


def column(*cells):
    """Rows of three equal cells: column 02 is walked from 0201 down."""
    return "\n".join(" ".join([c] * 3) for c in cells)


# costs and stacking


@pytest.mark.rule("GUI-4", "GUI-3.1")
def test_eight_mp_are_eight_flat_hexes_and_no_ninth():
    far = go(man("Robert", "0101"), orders=["MOVE Robert 0102 0103 0104 0105 0106 0107 0108 0109"])
    assert at(far, "robert") == "0109"
    too_far = go(man("Robert", "0101"), orders=["MOVE Robert 0102 0103 0104 0105 0106 0107 0108 0109 0110"])
    assert at(too_far, "robert") == "0109" and refusals(too_far) == ["GUI-4"]


@pytest.mark.rule("GUI-4.2.1a", "GUI-4.2.1c", "GUI-3.1")
@pytest.mark.parametrize(
    ("ground", "foot", "armoured", "horse_mp"),
    [("s", 2, 2, 4), ("t", 2, 2, None), ("/", 2, 2, 4), ("m", 2, 2, 4), ("r", 4, 4, None), ("w", 2, 2, 2),
     ("W", 4, None, None)],
)  # fmt: skip
def test_what_a_hex_costs_on_foot_in_armour_and_on_horseback(ground, foot, armoured, horse_mp):
    people = (man("Robert", "0203"), man("Tancred", "0203", armoured=True), rider("Drogo", "0203", "0204"))
    for person, price in zip(people, (foot, armoured, horse_mp), strict=True):
        board = column(".", ground, ".", ".", ".")
        j = go(person, board=board, orders=[f"MOVE {person.name} 0202"])
        paid = [e.mp for e in of_kind(j, "moved")]
        assert paid == ([] if price is None else [price]), person.name


@pytest.mark.rule("GUI-4.1a", "GUI-4.1b")
def test_friends_are_walked_over_for_nothing_but_not_stood_upon():
    over = go(man("Robert", "0303"), man("Tancred", "0304"), orders=["MOVE Robert 0304 0305"])
    assert at(over, "robert") == "0305"
    upon = go(man("Robert", "0303"), man("Tancred", "0304"), orders=["MOVE Robert 0304"])
    assert at(upon, "robert") == "0303" and refusals(upon) == ["GUI-4.1a"]
    after_him = go(
        man("Robert", "0303"), man("Tancred", "0304"), orders=["MOVE Tancred 0305", "MOVE Robert 0304"]
    )
    assert (at(after_him, "robert"), at(after_him, "tancred")) == ("0304", "0305"), "RUL-002"


@pytest.mark.rule("GUI-4.2", "GUI-4.1a", "GUI-4.3a")
def test_a_stunned_enemy_is_stepped_over_without_a_test_a_standing_one_never():
    stunned = enemy("Zahir", "0304", health="stunned")
    j = go(man("Robert", "0303"), stunned, orders=["MOVE Robert 0304 0305 0306"])
    assert at(j, "robert") == "0306" and not opposed(j)
    assert at(go(man("Robert", "0303"), stunned, orders=["MOVE Robert 0304"]), "robert") == "0303"
    j = go(man("Robert", "0303"), enemy("Zahir", "0304"), orders=["MOVE Robert 0304 0305"])
    assert at(j, "robert") == "0303" and refusals(j) == ["GUI-4.2"]


@pytest.mark.rule("GUI-4.2.2a", "GUI-4.2.2b")
@pytest.mark.parametrize(
    ("people", "horses", "mp"),
    [(2, 0, 1), (3, 0, 2), (5, 0, 2), (0, 1, 2), (2, 1, 2), (6, 0, None), (0, 2, None), (3, 1, None)],
)
def test_the_dead_clutter_a_hex(people, horses, mp):
    dead = [man(f"Corpse{i}", "0304", health="dead") for i in range(people)]
    dead += [horse(f"Nag{i}", "0304", "0404", alive=False) for i in range(horses)]
    j = go(man("Robert", "0303"), *dead, orders=["MOVE Robert 0304"])
    assert [e.mp for e in of_kind(j, "moved")] == ([] if mp is None else [mp])


# riders


@pytest.mark.rule("GUI-4.4.4a", "GUI-4.4.1a")
def test_only_the_front_of_the_horse_meets_the_ground():
    """Front onto the slope 4 MP; the rear half drawn over it afterwards is free."""
    board = column(".", ".", "/", ".", ".")
    j = go(rider("Drogo", "0204", "0205"), board=board, orders=["MOVE Drogo 0203 0202 0201"])
    assert [e.mp for e in of_kind(j, "moved")] == [4, 1, 1]


@pytest.mark.rule("GUI-4.4.4b")
def test_a_pivot_swings_the_head_round_a_tail_that_stays():
    """2 MP a hex on the flat, 4 + 1 into scrub: the book's 8 and 7 MP for the same goal by either hand.

    Gui's tail is in 0305, his head in 0304; he wants it in 0205 (south-west)."""
    board = "\n".join([". . . . ."] * 3 + [". . . . .", ". . . . .", ". . . . .", ". . . . ."])
    clockwise = go(rider("Gui", "0304", "0305"), board=board, orders=["MOVE Gui 0404 0405 0306 0205"])
    assert at(clockwise, "gui") == "0205-0305"
    assert sum(e.mp for e in of_kind(clockwise, "moved")) == 8
    rows = board.split("\n")
    rows[3] = ". s . . ."  # 0204, north-west of the tail
    other = go(rider("Gui", "0304", "0305"), board="\n".join(rows), orders=["MOVE Gui 0204 0205"])
    assert at(other, "gui") == "0205-0305"
    assert sum(e.mp for e in of_kind(other, "moved")) == 7


@pytest.mark.rule("GUI-4.4.1b")
def test_an_about_face_costs_five():
    j = go(rider("Drogo", "0304", "0305"), orders=["MOVE Drogo about"])
    assert at(j, "drogo") == "0305-0304" and j.battle.now.spent["drogo"] == 5


@pytest.mark.rule("GUI-4.4.4c")
@pytest.mark.parametrize("orders", ["0303 back", "back back", "back 0304", "about back"])
def test_backing_goes_with_nothing_else(orders):
    j = go(rider("Drogo", "0304", "0305"), orders=[f"MOVE Drogo {orders}"])
    backed = [e for e in of_kind(j, "moved") if e.how == "back"]
    others = [e for e in of_kind(j, "moved") if e.how != "back"]
    assert len(backed) + bool(others) <= 1 and "GUI-4.4.4c" in refusals(j)


@pytest.mark.rule("GUI-4.4.2a")
def test_drogon_walks_one_mounts_for_three_and_rides_four():
    steed = horse("Bayard", "0404", "0405")
    drogon = man("Drogon", "0303", armoured=True, rides=True)
    j = go(drogon, steed, orders=["MOVE Drogon 0304 0305 mount Bayard 0403 0402"])
    assert of_kind(j, "mounted")[0].left == 2  # he needed two steps here: (6 - 2 - 3) doubled
    one = go(
        man("Drogon", "0304", armoured=True, rides=True),
        steed,
        orders=["MOVE Drogon 0305 mount Bayard 0403 0402"],
    )
    assert of_kind(one, "mounted")[0].left == 4


@pytest.mark.rule("GUI-4.4.2b", "GUI-4.4.2e")
@pytest.mark.parametrize(("wounded", "left"), [(False, 2), (True, 1)])
def test_arthur_rides_four_gets_down_for_three_and_has_two_left(wounded, left):
    arthur = rider("Arthur", "0306", "0307", armoured=True, health="wounded" if wounded else "healthy")
    j = go(arthur, orders=["MOVE Arthur 0305 0304 0303 0302 dismount 0402"])
    assert of_kind(j, "dismounted")[0].left == left


@pytest.mark.rule("GUI-4.4.2d", "GUI-4.4.2e")
def test_nobody_mounts_beside_an_enemy_but_anybody_gets_down():
    steed = horse("Bayard", "0404", "0405")
    drogo = man("Drogo", "0305", rides=True)
    at_head = enemy("Zahir", "0403")
    assert refusals(go(drogo, steed, at_head, orders=["MOVE Drogo mount Bayard"])) == ["GUI-4.4.2d"]
    at_his_back = enemy("Zahir", "0205")
    assert refusals(go(drogo, steed, at_his_back, orders=["MOVE Drogo mount Bayard"])) == ["GUI-4.4.2d"]
    felled = enemy("Zahir", "0403", health="stunned")
    assert of_kind(go(drogo, steed, felled, orders=["MOVE Drogo mount Bayard"]), "mounted")
    j = go(rider("Drogo", "0404", "0405"), at_head, orders=["MOVE Drogo dismount 0305"])
    assert at(j, "drogo") == "0305" and not refusals(j)


@pytest.mark.rule("GUI-4.4.2c")
def test_a_footman_has_no_business_on_a_horse():
    j = go(man("Robert", "0305"), horse("Bayard", "0404", "0405"), orders=["MOVE Robert mount Bayard"])
    assert refusals(j) == ["GUI-4.4.2c"]


@pytest.mark.rule("GUI-4.4.3d")
def test_a_horse_stays_its_sides_while_one_of_them_stands_by():
    steed = horse("Bayard", "0404", "0405", side="arabs")
    fallen = enemy("Zahir", "0505", health="stunned")
    drogo = man("Drogo", "0305", rides=True)
    assert of_kind(go(drogo, steed, fallen, orders=["MOVE Drogo mount Bayard"]), "mounted")
    groom = enemy("Omar", "0505")
    assert "mounted" not in {
        e.kind for e in go(drogo, steed, groom, orders=["MOVE Drogo mount Bayard"]).events
    }


@pytest.mark.rule("GUI-4.4.3b", "GUI-4.4.3e")
def test_a_man_on_foot_leads_three_a_rider_one():
    herd = [horse(f"Nag{i}", f"0{c}03", f"0{c}04") for i, c in enumerate((2, 4, 6, 8), start=1)]
    path = "MOVE Robert 0202 lead Nag1 0302 0402 lead Nag2 0502 0602 lead Nag3 0702 0802 lead Nag4"
    j = go(man("Robert", "0102"), *herd, orders=[path])
    assert j.battle.figures["robert"].leads == ("nag1", "nag2", "nag3")
    assert refusals(j)[-1] == "GUI-4.4.3e"


@pytest.mark.rule("GUI-4.4.3c")
@pytest.mark.parametrize(("face", "caught"), [(6, True), (7, False)])
def test_a_rider_snatches_a_bridle_in_passing_on_six_or_less(face, caught):
    nag = horse("Nag", "0504", "0505")
    j = play(
        opened(rider("Drogo", "0305", "0306"), nag),
        face,
        normans=("MOVE Drogo 0304 0403 lead Nag 0402 0401",),
    )
    assert bool(j.battle.figures["drogo"].leads) is caught


@pytest.mark.rule("GUI-4.4.3c", "GUI-4.4.3b")
def test_at_the_end_of_his_move_a_rider_takes_the_bridle_without_a_die():
    j = go(
        rider("Drogo", "0305", "0306"), horse("Nag", "0504", "0505"),
        orders=["MOVE Drogo 0304 0403 lead Nag"],
    )  # fmt: skip
    assert j.battle.figures["drogo"].leads == ("nag",) and not of_kind(j, "bridle_tried")


@pytest.mark.rule("GUI-4.4.3f")
def test_a_mounted_leader_who_attacks_loses_his_horse_a_man_on_foot_does_not():
    nag = horse("Nag", "0305", "0306", led_by="drogo")
    mounted = go(
        rider("Drogo", "0403", "0404"), nag, enemy("Zahir", "0402"), orders=["ATTACK Drogo ON Zahir"]
    )
    assert mounted.battle.figures["drogo"].leads == ()
    on_foot = go(man("Drogo", "0403"), nag, enemy("Zahir", "0402"), orders=["ATTACK Drogo ON Zahir"])
    assert on_foot.battle.figures["drogo"].leads == ("nag",)


# the dead and the stunned


@pytest.mark.rule("GUI-4.2.3a", "GUI-4.2.3b")
def test_two_men_throw_three_dead_into_the_river_and_do_nothing_else():
    board = "\n".join([". . . w"] * 5)
    dead = [man(f"Corpse{i}", "0303", health="dead") for i in range(4)]
    two = (man("Robert", "0302"), man("Tancred", "0304"))
    haul = "HAUL Robert + Tancred bodies 0303 TO 0402"
    j = go(*two, *dead, board=board, orders=[haul, "MOVE Robert 0301"])
    (hauled,) = of_kind(j, "bodies_hauled")
    assert (len(hauled.people), hauled.sunk) == (3, True)
    assert at(j, "robert") == "0302" and "off" in {at(j, f"corpse{i}") for i in range(3)}
    near = go(*two, *dead, enemy("Zahir", "0201"), board=board, orders=[haul])
    assert refusals(near) == ["GUI-4.2.3a"]


@pytest.mark.rule("GUI-4.2.4")
def test_seven_mp_left_become_three_with_a_man_on_the_back():
    fallen = man("Tancred", "0304", health="stunned")
    j = go(man("Robert", "0303"), fallen, orders=["MOVE Robert 0304 carry Tancred 0305 0306 0307 0308"])
    assert at(j, "robert") == "0307"
    assert j.battle.board.adjacent("0307", j.battle.figures["tancred"].hex)
    near = go(
        man("Robert", "0303"), fallen, enemy("Zahir", "0404"),
        orders=["MOVE Robert 0304 carry Tancred 0305"],
    )  # fmt: skip
    assert "GUI-4.2.4" in refusals(near) and not near.battle.figures["robert"].carries


# infiltration


@pytest.mark.rule("GUI-4.3b")
def test_one_enemy_has_one_die_however_many_of_his_hexes_are_crossed():
    j = go(man("Robert", "0306"), enemy("Zahir", "0404"), orders=["MOVE Robert 0305 0304 0303"])
    assert opposed(j) == [("zahir", "0305")]
    both = go(man("Robert", "0306"), enemy("Zahir", "0404"), man("Tancred", "0505"),
              orders=["MOVE Robert 0305 0304 0303", "MOVE Tancred 0504 0503 0502"])  # fmt: skip
    assert len(opposed(both)) == 1, "one attack a phase, whoever comes"


@pytest.mark.rule("GUI-4.3b")
def test_two_enemies_beside_one_crossed_hex_are_two_dice():
    j = go(man("Robert", "0306"), enemy("Zahir", "0405"), enemy("Omar", "0205"),
           orders=["MOVE Robert 0305 0304 0303"])  # fmt: skip
    assert {who for who, _ in opposed(j)} == {"zahir", "omar"}


@pytest.mark.rule("GUI-4.3b", "GUI-4.3c")
@pytest.mark.parametrize(
    ("first", "second", "state"),
    [
        (7, 5, "healthy"),
        (7, 6, "healthy"),
        (7, 8, "wounded"),
        (7, 10, "dead"),
        (8, 6, "dead"),
        (8, 4, "wounded"),
    ],
)
def test_who_is_stopped_by_one_still_faces_the_die_of_the_other(first, second, state):
    """As many dice as enemies beside the hex: to be stopped by Zahir is no shelter from Omar."""
    made = opened(man("Robert", "0306"), enemy("Zahir", "0405"), enemy("Omar", "0205"))
    j = play(made, first, second, normans=("MOVE Robert 0305 0304 0303",))
    assert len(opposed(j)) == 2
    assert (at(j, "robert"), health(j, "robert")) == ("0305", state)


@pytest.mark.rule("GUI-4.3b", "GUI-4.3.1a")
@pytest.mark.parametrize("hurt", [False, True])
def test_the_chances_of_passing_two_at_once_count_both_dice(hurt):
    """All hundred pairs of faces played out; ten MP, so that a wounded man can still go on."""
    robert = man("Robert", "0306", mp=10, health="wounded" if hurt else "healthy")
    made = opened(robert, enemy("Zahir", "0405"), enemy("Omar", "0205"))
    counted = dict.fromkeys(("none", "stopped", "wounded", "killed"), 0)
    for pair in product(range(1, 11), repeat=2):
        j = play(made, *pair, normans=("MOVE Robert 0305 0304 0303",))
        worse = {"dead": "killed", "wounded": "" if hurt else "wounded"}.get(health(j, "robert"), "")
        counted[worse or ("none" if at(j, "robert") == "0303" else "stopped")] += 1
    stated = infiltration.risk(made, RULES, made.figures["robert"], ("0305", "0304", "0303"))
    assert {k: Fraction(v, 100) for k, v in counted.items()} == stated._asdict()


@pytest.mark.rule("GUI-4.3a")
def test_leaving_contact_is_not_crossing():
    """The hex where the move began is not crossed; the next one is, if it still touches the enemy."""
    away = go(man("Robert", "0304"), enemy("Zahir", "0303"), orders=["MOVE Robert 0305 0306"])
    assert not opposed(away)
    along = go(man("Robert", "0304"), enemy("Zahir", "0303"), orders=["MOVE Robert 0402 0502"])
    assert not opposed(along)


@pytest.mark.rule("GUI-4.3.1b")
@pytest.mark.parametrize(
    ("mover", "opposer", "modifier"),
    [
        (man("Robert", "0306"), {}, 0),
        (man("Robert", "0306", armoured=True), {"hoplite": True}, 0),
        (man("Robert", "0306", armoured=True), {"health": "wounded"}, -3),
        (man("Robert", "0306", health="wounded"), {"hoplite": True}, 3),
        (rider("Robert", "0306", "0307", armoured=True, health="wounded"), {}, 0),
    ],
)
def test_the_modifiers_of_both_add_up(mover, opposer, modifier):
    j = play(
        opened(mover, enemy("Zahir", "0404", **opposer)), 5 - modifier, normans=("MOVE Robert 0305 0304",)
    )
    (test,) = of_kind(j, "infiltration_tested")
    assert (sum(m.value for m in test.modifiers), test.result) == (modifier, "none")


@pytest.mark.rule("GUI-4.3.1a", "GUI-4.3c")
@pytest.mark.parametrize(
    ("face", "end", "state"),
    [(5, "0303", "healthy"), (6, "0305", "healthy"), (7, "0305", "healthy"), (8, "0303", "wounded"),
     (10, "0305", "dead")],
)  # fmt: skip
def test_the_die_lets_pass_stops_wounds_or_kills(face, end, state):
    """Wounded in the first hex he has 4 - 1 MP left: enough for two more."""
    j = play(
        opened(man("Robert", "0306"), enemy("Zahir", "0404")), face, normans=("MOVE Robert 0305 0304 0303",)
    )
    assert (at(j, "robert"), health(j, "robert")) == (end, state)


@pytest.mark.rule("GUI-4.3c")
def test_a_wound_on_the_way_takes_effect_at_once():
    """Five of eight MP spent when he is cut: a wounded man has four, so this hex is his last."""
    path = "MOVE Robert 0109 0108 0107 0106 0105 0104"
    j = play(opened(man("Robert", "0110"), enemy("Zahir", "0204")), 8, normans=(path,))
    assert (at(j, "robert"), health(j, "robert")) == ("0105", "wounded")


@pytest.mark.rule("GUI-4.3.1.2", "GUI-4.3d")
def test_a_rider_is_met_at_the_head_of_his_horse_only():
    """Zahir touches the tail in every hex of this ride, never a head that goes on."""
    j = go(rider("Drogo", "0304", "0305"), enemy("Zahir", "0406"), orders=["MOVE Drogo 0303 0302 0301"])
    assert not opposed(j)
    j = go(rider("Drogo", "0306", "0307"), enemy("Zahir", "0404"), orders=["MOVE Drogo 0305 0304 0303"])
    assert opposed(j) == [("zahir", "0305")], "one die, though both halves go by"


@pytest.mark.rule("GUI-4.3.1.1")
def test_a_rider_cannot_hinder_a_man_under_trees():
    board = "\n".join([". . . . ."] * 3 + [". . t . ."] + [". . . . ."] * 3)
    j = go(man("Robert", "0305"), rider("Zahir", "0403", "0503", side="arabs"), board=board,
           orders=["MOVE Robert 0304 0303 0302"])  # fmt: skip
    assert [hex_ for _, hex_ in opposed(j)] == ["0303"], "free of him under the tree, not beyond it"


@pytest.mark.rule("GUI-4.3.1a", "GUI-4.1a")
def test_stopped_over_a_friend_he_goes_back_where_he_last_stood_free():
    j = play(opened(man("Robert", "0306"), man("Tancred", "0304"), enemy("Zahir", "0403")), 7,
             normans=("MOVE Robert 0305 0304 0303",))  # fmt: skip
    assert opposed(j) == [("zahir", "0304")]
    assert (at(j, "robert"), at(j, "tancred")) == ("0305", "0304")


@pytest.mark.rule("GUI-6.8b", "GUI-4.1a")
def test_a_rider_killed_while_he_passes_a_friend_leaves_no_horse_on_top_of_him():
    j = play(opened(rider("Drogo", "0307", "0308", health="wounded"), man("Tancred", "0305"),
                    enemy("Zahir", "0404")), 10,
             normans=("MOVE Drogo 0306 0305 0304 0303",))  # fmt: skip
    assert health(j, "drogo") == Health.DEAD.value
    steed = j.battle.horses["drogo-horse"]
    assert "0305" not in steed.hexes

"""Hand-to-hand combat as a strict referee reads chapter 6, and getting up again (chapter 2).

Each situation was judged from the book before it was played. Everybody has attack 10 and defence 6 unless it
is said: +4, where the faces 1 to 10 give D C C - - - B B As As against men on foot. Around 0505: north 0504,
north-east 0604, south-east 0605, south 0506, south-west 0405, north-west 0404.
"""

from __future__ import annotations

import pytest

from rules.tactical.fighting import odds
from tests.rules.kit import RULES, horse, man, next_phase, of_kind, play, rider
from tests.rules.referee import at, health, opened, opposed, refusals

AROUND = ("0504", "0604", "0605", "0506", "0405", "0404")


def enemy(name, where, **more):
    return man(name, where, side="arabs", **more)


def fight(*pieces, orders, face=6, test=5, standing=None, **more):
    """One die for all combats, one for all infiltration tests."""
    made = opened(*pieces, standing=standing or {}, **more)
    return play(made, named={"GUI-6c": face, "GUI-4.3.1a": test}, normans=tuple(orders))


def fought(journal):
    return of_kind(journal, "combat_fought")


# odds


@pytest.mark.rule("GUI-6.2b", "GUI-6.2g", "GUI-6.1b")
def test_the_books_joint_attack_of_nine_stays_in_its_column():
    """One of two attackers in scrub: a column to the left, and one to the right for the two of them."""
    board = "\n".join([". . . . . . ."] * 3 + [". . . . s . ."] + [". . . . . . ."] * 4)
    two = (man("Robert", "0504", attack=8), man("Drogo", "0506", attack=7))
    j = fight(*two, enemy("Zahir", "0505"), board=board, orders=["ATTACK Robert + Drogo ON Zahir"])
    (combat,) = fought(j)
    assert (combat.weight.rank, combat.weight.column, combat.column) == (9, "9/12", "9/12")


@pytest.mark.rule("GUI-6.2c")
@pytest.mark.parametrize(("riders", "column"), [(0, "9/12"), (1, "9/12"), (2, "13/20")])
def test_against_a_rider_only_several_riders_have_the_bonus(riders, column):
    ours = [
        rider("Robert", "0504", "0503", attack=10) if riders > 0 else man("Robert", "0504"),
        rider("Drogo", "0604", "0603", attack=10) if riders > 1 else man("Drogo", "0604"),
    ]
    zahir = rider("Zahir", "0505", "0506", side="arabs", defence=9)
    (combat,) = fought(fight(*ours, zahir, orders=["ATTACK Robert + Drogo ON Zahir"]))
    assert (combat.weight.rank, combat.column) == (11, column)


@pytest.mark.rule("GUI-6.1c")
def test_a_rider_fights_from_the_worse_of_his_hexes():
    """His head is on the flat, his tail in scrub: an attacker on the flat has a column more."""
    board = "\n".join([". . . . . . ."] * 5 + [". . . . s . ."] + [". . . . . . ."] * 3)
    zahir = rider("Zahir", "0505", "0506", side="arabs", defence=6)
    (combat,) = fought(fight(man("Robert", "0504"), zahir, board=board, orders=["ATTACK Robert ON Zahir"]))
    assert (combat.weight.column, combat.column) == ("0/4", "5/8")


@pytest.mark.rule("GUI-6.3a", "GUI-6.3b", "GUI-6.2d")
def test_armour_counts_if_all_wear_it_and_else_the_unarmoured_bleeds():
    alone = fight(
        man("Robert", "0504"), enemy("Zahir", "0505", armoured=True), orders=["ATTACK Robert ON Zahir"]
    )
    assert fought(alone)[0].total == 7
    two = (man("Robert", "0506", attack=20), man("Drogo", "0404", attack=20))
    theirs = (enemy("Zahir", "0505", armoured=True), enemy("Omar", "0405"))
    j = fight(*two, *theirs, face=5, orders=["ATTACK Robert + Drogo ON Zahir + Omar"],
              standing={"arabs": ("WOUND first Zahir then Omar",)})  # fmt: skip
    assert fought(j)[0].total == 5 and fought(j)[0].letter in "DEF"
    assert health(j, "zahir") == "healthy" and health(j, "omar") != "healthy", "whatever their owner prefers"


# who may


@pytest.mark.rule("GUI-6.7")
def test_no_attack_where_one_could_not_walk():
    wood = "\n".join([". . . . . . ."] * 4 + [". . . . t . ."] + [". . . . . . ."] * 3)
    in_wood = enemy("Zahir", "0505")
    order = ["ATTACK Robert ON Zahir"]
    assert refusals(fight(rider("Robert", "0504", "0503"), in_wood, board=wood, orders=order)) == ["GUI-6.7"]
    mounted = rider("Zahir", "0504", "0503", side="arabs")
    assert fought(fight(man("Robert", "0505"), mounted, board=wood, orders=order)), "out of the wood he may"
    river = wood.replace("t", "W")
    armoured = man("Robert", "0504", armoured=True)
    assert refusals(fight(armoured, in_wood, board=river, orders=order)) == ["GUI-6.7"]
    assert fought(fight(man("Robert", "0504"), in_wood, board=river, orders=order))


@pytest.mark.rule("GUI-6a", "GUI-6b", "GUI-6.2a")
def test_one_attack_each_but_a_defender_may_suffer_many():
    two = (man("Robert", "0504"), man("Drogo", "0404"))
    j = fight(*two, enemy("Zahir", "0505"), enemy("Omar", "0405"),
              orders=["ATTACK Robert ON Zahir", "ATTACK Drogo ON Zahir"])  # fmt: skip
    assert [c.attackers for c in fought(j)] == [("robert",), ("drogo",)]
    assert not fought(fight(*two, enemy("Zahir", "0505"), orders=[])), "every attack is free"


# giving ground


@pytest.mark.rule("GUI-6.2e", "GUI-6.5a")
def test_all_attackers_of_a_joint_attack_fall_back_together():
    two = (man("Robert", "0504", attack=3), man("Drogo", "0604", attack=3))
    j = fight(*two, enemy("Zahir", "0505"), face=8, orders=["ATTACK Robert + Drogo ON Zahir"])
    assert {e.figure for e in of_kind(j, "retreated")} == {"robert", "drogo"}


@pytest.mark.rule("GUI-6.5d", "GUI-4.3g", "GUI-6.5e")
@pytest.mark.parametrize(
    ("before", "after"), [("healthy", "wounded"), ("wounded", "dead"), ("stunned", "dead")]
)
def test_with_no_way_back_a_retreat_wounds(before, after):
    """Zahir in the corner 0101 between Robert and Drogo; both fight him."""
    two = (man("Robert", "0201"), man("Drogo", "0102"))
    defence = 15 if before == "healthy" else 30 if before == "wounded" else 14
    zahir = enemy("Zahir", "0101", health=before, defence=defence)
    made = opened(*two, zahir)
    letters = odds.assess(made, RULES, ("robert", "drogo"), ("zahir",)).letters
    j = play(made, named={"GUI-6c": letters.index("C") + 1}, normans=("ATTACK Robert + Drogo ON Zahir",))
    assert (at(j, "zahir"), health(j, "zahir")) == ("0101", after)


@pytest.mark.rule("GUI-4.3f", "GUI-4.3g", "GUI-6.5c")
def test_a_retreat_is_tested_on_its_last_hex_too_but_never_leads_beside_those_of_the_fight():
    """South of Zahir all three hexes touch somebody: two of them Tancred, who has no part in the fight."""
    pieces = (man("Robert", "0504"), man("Tancred", "0507"), man("Hugh", "0306"), man("William", "0706"))
    j = fight(*pieces, enemy("Zahir", "0505"), face=2, test=5, orders=["ATTACK Robert ON Zahir"])
    assert at(j, "zahir") in ("0405", "0605", "0506") and len(opposed(j, "zahir")) == 1
    dead = fight(*pieces, enemy("Zahir", "0505"), face=2, test=10, orders=["ATTACK Robert ON Zahir"])
    assert health(dead, "zahir") == "dead"


@pytest.mark.rule("GUI-4.3f")
@pytest.mark.parametrize(("second", "state"), [(6, "healthy"), (9, "wounded")])
def test_stopped_on_the_last_hex_of_a_retreat_the_other_enemies_still_strike(second, state):
    """In armour, between two deep pools, Zahir has only 0506 to go to, and there both Tancred and Hugh
    can reach him."""
    pieces = (man("Robert", "0504"), man("Tancred", "0406"), man("Hugh", "0606"))
    pools = "\n".join([". . . . . . ."] * 4 + [". . . W . W ."] + [". . . . . . ."] * 3)
    zahir = enemy("Zahir", "0505", armoured=True)
    made = opened(*pieces, zahir, board=pools, standing={"normans": ("ADVANCE never",)})
    j = play(made, 2, 7, second, normans=("ATTACK Robert ON Zahir",))
    assert at(j, "zahir") == "0506" and health(j, "zahir") == state


@pytest.mark.rule("GUI-6.5b", "GUI-6.5c")
def test_a_friend_who_is_pushed_aside_beside_an_enemy_is_tested():
    """Everything behind Zahir is held by friends; whoever makes room comes to stand next to a Norman."""
    friends = [enemy("Left", "0405"), enemy("Middle", "0506"), enemy("Right", "0605")]
    ring = [
        man(f"Norman{i}", where)
        for i, where in enumerate(("0306", "0408", "0508", "0608", "0706", "0304", "0704"))
    ]
    j = fight(
        man("Robert", "0504"),
        *ring,
        enemy("Zahir", "0505"),
        *friends,
        face=2,
        orders=["ATTACK Robert ON Zahir"],
    )
    (pushed, *_) = of_kind(j, "displaced")
    assert opposed(j, pushed.figure)
    places = [f.hex for f in j.battle.figures.values()]
    assert len(set(places)) == len(places)


# following up


@pytest.mark.rule("GUI-4.3e", "GUI-6.6a", "GUI-6.6d")
def test_an_advance_of_one_hex_is_free_a_longer_one_is_tested_where_it_passes():
    """Zahir falls back; Omar beside 0505 tests Robert only if he goes through, and not if he has a
    fight of his own."""
    pieces = (man("Robert", "0504"), enemy("Zahir", "0505"), enemy("Omar", "0604", defence=10))
    toward = {"normans": ("ADVANCE Robert always toward 0508",), "arabs": ("RETREAT Zahir toward 0209",)}
    one = fight(
        *pieces, face=2, orders=["ATTACK Robert ON Zahir"], standing={"normans": ("ADVANCE Robert always",)}
    )
    assert at(one, "robert") == "0505" and not opposed(one, "robert")
    far = fight(*pieces, face=2, orders=["ATTACK Robert ON Zahir"], standing=toward)
    assert at(far, "robert") == "0508" and opposed(far, "robert") == [("omar", "0505")]
    busy = fight(*pieces, man("Drogo", "0603"), face=2, standing=toward,
                 orders=["ATTACK Robert ON Zahir", "ATTACK Drogo ON Omar"])  # fmt: skip
    assert at(busy, "robert") == "0508" and not opposed(busy, "robert")


@pytest.mark.rule("GUI-6.6d")
@pytest.mark.parametrize("order", ["ATTACK Drogo ON anyone", "ATTACK anyone"])
def test_an_enemy_whose_fight_was_left_to_choice_is_busy_as_well(order):
    """Drogo's only possible enemy is Omar: their fight is certain, although the order does not name him."""
    pieces = (
        man("Robert", "0504"),
        enemy("Zahir", "0505"),
        enemy("Omar", "0604", defence=10),
        man("Drogo", "0704"),
    )
    toward = {"normans": ("ADVANCE Robert always toward 0508",), "arabs": ("RETREAT Zahir toward 0209",)}
    j = fight(*pieces, face=2, standing=toward, orders=["ATTACK Robert ON Zahir", order])
    assert len(fought(j)) == 2 and at(j, "robert") == "0508"
    assert not opposed(j, "robert")


@pytest.mark.rule("GUI-6.6d")
@pytest.mark.parametrize(
    "order", ["ATTACK Drogo ON Omar", "ATTACK Hugh ON Omar at +50 or better", "ATTACK anyone at +3 or better"]
)
def test_an_enemy_is_not_kept_busy_by_an_attack_that_cannot_be_made(order):
    """Drogo is far away, Hugh has not the odds asked for, Robert has only one attack: Omar's
    hands are free."""
    pieces = (man("Robert", "0504"), enemy("Zahir", "0505"), enemy("Omar", "0604", defence=7))
    toward = {"normans": ("ADVANCE Robert always toward 0508",), "arabs": ("RETREAT Zahir toward 0209",)}
    j = fight(*pieces, man("Drogo", "1004"), man("Hugh", "0704", attack=9), face=2, standing=toward,
              orders=["ATTACK Robert ON Zahir", order])  # fmt: skip
    assert opposed(j, "robert") == [("omar", "0505")]


@pytest.mark.rule("GUI-6.6a")
@pytest.mark.parametrize(
    ("winner", "end"),
    [
        (man("Robert", "0504"), "0508"),
        (man("Robert", "0504", health="wounded", attack=20), "0506"),
        (man("Robert", "0504", armoured=True), "0507"),
    ],
)
def test_half_the_movement_allowance_is_all_the_advance_there_is(winner, end):
    made = {"normans": ("ADVANCE Robert always toward 0511",), "arabs": ("RETREAT Zahir toward 0208",)}
    j = fight(winner, enemy("Zahir", "0505"), face=2, orders=["ATTACK Robert ON Zahir"], standing=made)
    assert of_kind(j, "retreated") and at(j, "robert") == end


@pytest.mark.rule("GUI-6.6a", "GUI-4.1a")
def test_over_a_stunned_loser_one_advances_beyond_him_or_not_at_all():
    j = fight(man("Robert", "0504"), enemy("Zahir", "0505"), face=1, orders=["ATTACK Robert ON Zahir"],
              standing={"normans": ("ADVANCE Robert always toward 0506",)})  # fmt: skip
    assert health(j, "zahir") == "stunned" and at(j, "robert") == "0506"


# the stunned


@pytest.mark.rule("GUI-6.4")
@pytest.mark.parametrize("face", [9, 10])
def test_a_stunned_man_hurts_nobody(face):
    j = fight(man("Robert", "0504", attack=1), enemy("Zahir", "0505", health="stunned"), face=face,
              orders=["ATTACK Robert ON Zahir"])  # fmt: skip
    assert fought(j)[0].letter in ("B", "As", "Aw", "Ak")
    assert (at(j, "robert"), health(j, "robert")) == ("0504", "healthy")


@pytest.mark.rule("GUI-6.2f")
@pytest.mark.parametrize(
    ("gap", "terrain", "state"),
    [("", ".", "dead"), ("0506", ".", "stunned"), ("0506", "r", "stunned"), ("0506", "W", "dead")]
)  # fmt: skip
def test_a_stunned_man_with_enemies_on_all_hexes_open_to_him_is_dead(gap, terrain, state):
    """The last of the ring steps in by his move. In armour he could not swim for it; rock would be
    open to him."""
    rows = [["."] * 7 for _ in range(8)]
    rows[5][4] = terrain
    ring = [man(f"Norman{i}", where) for i, where in enumerate(AROUND) if where not in ("0504", gap)]
    zahir = enemy("Zahir", "0505", health="stunned", armoured=True)
    j = fight(*ring, man("Robert", "0503"), zahir, enemy("Omar", "0708"),
              board="\n".join(" ".join(r) for r in rows),
              orders=["MOVE Robert 0504"])  # fmt: skip
    assert health(j, "zahir") == state


@pytest.mark.rule("GUI-2.1f", "GUI-6.5e")
def test_the_stunned_get_up_at_the_end_of_their_next_phase_and_not_before():
    first = fight(man("Robert", "0504"), enemy("Zahir", "0505"), face=1, orders=["ATTACK Robert ON Zahir"])
    assert health(first, "zahir") == "stunned"
    second = play(next_phase(first), arabs=("MOVE Zahir 0506", "ATTACK Zahir ON Robert"))
    assert at(second, "zahir") == "0505" and not fought(second), (
        "he lies there through his own movement and combat"
    )
    assert health(second, "zahir") == "healthy"


@pytest.mark.rule("GUI-2.1f")
def test_an_attacker_stunned_by_his_own_attack_lies_through_the_enemys_phase():
    first = fight(man("Robert", "0504"), enemy("Zahir", "0505"), face=10, orders=["ATTACK Robert ON Zahir"])
    assert health(first, "robert") == "stunned"
    second = play(next_phase(first), named={"GUI-6c": 4}, arabs=("ATTACK Zahir ON Robert",))
    assert health(second, "robert") != "healthy"
    if health(second, "robert") == "stunned":
        third = play(next_phase(second))
        assert health(third, "robert") == "healthy"


# riders and horses


@pytest.mark.rule("GUI-6.8a", "GUI-6.8b")
def test_a_rider_stunned_lies_beside_his_horse_which_stays():
    j = fight(man("Robert", "0504", attack=13), rider("Zahir", "0505", "0506", side="arabs"), face=1,
              orders=["ATTACK Robert ON Zahir"])  # fmt: skip
    assert fought(j)[0].letter == "D" and health(j, "zahir") == "stunned"
    steed = j.battle.horses["zahir-horse"]
    assert steed.hexes == ("0505", "0506") and steed.alive
    assert any(j.battle.board.adjacent(at(j, "zahir"), own) for own in steed.hexes)


@pytest.mark.rule("GUI-6.8a")
@pytest.mark.parametrize(("friend", "state"), [(True, "stunned"), (False, "dead")])
def test_thrown_among_enemies_a_rider_dies_unless_a_friend_makes_room(friend, state):
    """0505-0506 has eight hexes around it; 0507 is a friend's or an enemy's like the rest."""
    ring = ["0504", "0604", "0605", "0606", "0406", "0405", "0404"]
    normans = [man(f"Norman{i}", where, attack=13) for i, where in enumerate(ring)]
    last = enemy("Omar", "0507") if friend else man("Norman9", "0507")
    zahir = rider("Zahir", "0505", "0506", side="arabs")
    j = fight(*normans, last, zahir, enemy("Far", "1212"), face=1, orders=["ATTACK Norman0 ON Zahir"])
    assert health(j, "zahir") == state
    if friend:
        assert at(j, "zahir") == "0507" and at(j, "omar") != "0507"


@pytest.mark.rule("GUI-6.8c", "GUI-6.8d")
@pytest.mark.parametrize(("armoured", "total"), [(False, 6), (True, 7)])
def test_a_loose_horse_defends_with_one(armoured, total):
    nag = horse("Nag", "0505", "0506", side="arabs", armoured=armoured)
    (combat,) = fought(fight(man("Robert", "0504"), nag, orders=["ATTACK Robert ON Nag"]))
    assert (combat.weight.words, combat.total, combat.table) == ("10 - 1 = 9", total, "combat-mounted")


@pytest.mark.rule("GUI-6.8c")
@pytest.mark.parametrize(("face", "dead"), [(1, True), (2, False), (3, False)])
def test_only_g_h_and_i_kill_a_loose_horse(face, dead):
    """+9 gives G on a one, E on a two, D on a three."""
    nag = horse("Nag", "0505", "0506", side="arabs")
    j = fight(man("Robert", "0504"), nag, face=face, orders=["ATTACK Robert ON Nag"])
    assert fought(j)[0].letter == {1: "G", 2: "E", 3: "D"}[face]
    assert j.battle.horses["nag"].alive is not dead


@pytest.mark.rule("GUI-5.4.4c", "GUI-6.5d")
def test_a_rider_beaten_back_goes_straight_back_or_bleeds():
    zahir = rider("Zahir", "0505", "0506", side="arabs")
    free = fight(man("Robert", "0504", attack=13), zahir, face=2, orders=["ATTACK Robert ON Zahir"],
                 standing={"normans": ("ADVANCE never",)})  # fmt: skip
    assert (at(free, "zahir"), health(free, "zahir")) == ("0506-0507", "healthy")
    shut = fight(
        man("Robert", "0504", attack=13),
        man("Drogo", "0507"),
        zahir,
        face=2,
        orders=["ATTACK Robert ON Zahir"],
    )
    assert (at(shut, "zahir"), health(shut, "zahir")) == ("0505-0506", "wounded")


@pytest.mark.rule("GUI-4.4.3f")
def test_a_mounted_leader_who_is_attacked_loses_his_horse():
    zahir = rider("Zahir", "0505", "0506", side="arabs")
    nag = horse("Nag", "0605", "0606", side="arabs", led_by="zahir")
    j = fight(man("Robert", "0504"), zahir, nag, orders=["ATTACK Robert ON Zahir"])
    assert j.battle.figures["zahir"].leads == () and j.battle.horses["nag"].led_by is None

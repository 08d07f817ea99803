"""Missile fire as a strict referee reads chapter 5.

Each situation was judged from the book before it was played. Dice by rule: "GUI-5.4.1a" is the impact,
"GUI-5.4.3a" the damage. With a short bow a damage die of 1 kills, 2 to 4 wounds, 5 and 6 drives back, 7 and
more does nothing to a man on foot without cover.
"""

from __future__ import annotations

import pytest

from tests.rules.kit import field, man, next_phase, of_kind, play, rider
from tests.rules.referee import at, health, opened, refusals, shots

HIT, MISS = 1, 10
KILL, WOUND, DRIVE, NOTHING = 1, 2, 5, 9


def bowman(name, where, **more):
    return man(name, where, weapon="short_bow", code="Nia", **more)


def arab_bowman(name, where, **more):
    return man(name, where, side="arabs", weapon="short_bow", code="Aia", **more)


def enemy(name, where, **more):
    return man(name, where, side="arabs", **more)


def fire(*pieces, orders, impact=HIT, damage=NOTHING, **more):
    dice = {"GUI-5.4.1a": impact, "GUI-5.4.3a": damage}
    return play(opened(*pieces, **more), named=dice, normans=tuple(orders))


def watched(*pieces, orders, impact=HIT, damage=NOTHING, watch=(), **more):
    """The Normans move by their orders, the Arabs shoot by theirs (or unasked)."""
    return fire(
        *pieces, orders=orders, impact=impact, damage=damage, standing={"arabs": tuple(watch)}, **more
    )


# who may shoot


@pytest.mark.rule("GUI-5.2a")
def test_contact_with_an_enemy_who_could_strike_forbids_the_shot():
    order = ["FIRE Yani AT Zahir"]
    yani, zahir = bowman("Yani", "0505"), enemy("Zahir", "0509")
    assert refusals(fire(yani, zahir, enemy("Omar", "0504"), orders=order)) == ["GUI-5.2a"]
    assert shots(fire(yani, zahir, enemy("Omar", "0504", health="stunned"), orders=order))
    wood = "\n".join([". . . . . . ."] * 4 + [". . . . t . ."] + [". . . . . . ."] * 5)
    horseman = rider("Omar", "0504", "0503", side="arabs")
    assert shots(fire(yani, zahir, horseman, board=wood, orders=order)), "a rider cannot strike into a tree"
    assert refusals(fire(yani, zahir, horseman, orders=order)) == ["GUI-5.2a"]


@pytest.mark.rule("GUI-5.2b", "GUI-5.2c")
def test_who_shot_may_walk_into_contact_but_not_strike():
    j = fire(bowman("Yani", "0505"), enemy("Zahir", "0508"),
             orders=["FIRE Yani AT Zahir", "MOVE Yani 0506 0507", "ATTACK Yani ON Zahir"])  # fmt: skip
    assert shots(j) and at(j, "yani") == "0507"
    assert refusals(j) == ["GUI-5.2b"] and not of_kind(j, "combat_fought")


@pytest.mark.rule("GUI-5.1a")
def test_a_composite_bow_leaves_its_shooter_half_his_movement():
    j = fire(man("Yani", "0302", weapon="composite_bow"), enemy("Zahir", "0310"),
             orders=["FIRE Yani AT Zahir", "MOVE Yani 0303 0304 0305 0306 0307"])  # fmt: skip
    assert at(j, "yani") == "0306"


@pytest.mark.rule("GUI-5.2c", "GUI-5.2b")
def test_who_struck_in_his_own_phase_does_not_shoot_in_the_next_but_the_other_way_round_he_may():
    yani, zahir, robert = arab_bowman("Yani", "0505"), man("Zahir", "0504"), man("Robert", "0510")
    struck = play(opened(yani, zahir, robert, side="arabs"), otherwise=4, arabs=("ATTACK Yani ON Zahir",))
    assert of_kind(struck, "combat_fought")
    then = play(next_phase(struck), normans=("MOVE Zahir 0503 0502", "MOVE Robert 0509 0508"))
    assert not shots(then)
    shot = watched(
        arab_bowman("Yani", "0505"), man("Robert", "0510"), orders=["MOVE Robert 0509 0508 0507 0506"]
    )
    assert shots(shot)
    strikes = play(next_phase(shot), arabs=("ATTACK Yani ON Robert",))
    assert of_kind(strikes, "combat_fought"), "the ban looks back from the shot, not on from it"


@pytest.mark.rule("GUI-5.3a")
def test_who_was_attacked_in_the_enemys_last_phase_does_not_shoot_in_this_one():
    """Phase 1 Robert strikes Yani and is driven off; phase 3 Tancred runs past unhindered;
    phase 5 no more."""
    made = opened(
        arab_bowman("Yani", "0505"),
        man("Robert", "0504", attack=1),
        man("Tancred", "0512"),
        standing={"arabs": ("ADVANCE never",)},
    )
    first = play(made, named={"GUI-6c": 5}, normans=("ATTACK Robert ON Yani",))
    assert of_kind(first, "retreated")
    second = play(next_phase(first))
    third = play(next_phase(second), normans=("MOVE Tancred 0511 0510", "MOVE Robert stay"))
    assert "yani" not in {who for who, _, _ in shots(third)}
    fourth = play(next_phase(third))
    fifth = play(next_phase(fourth), normans=("MOVE Tancred 0509 0508",))
    assert "yani" in {who for who, _, _ in shots(fifth)}


@pytest.mark.rule("GUI-5.1b")
@pytest.mark.parametrize(("steps", "shoots"), [(4, True), (5, False)])
def test_half_the_movement_in_his_own_phase_keeps_a_bowman_ready(steps, shoots):
    path = " ".join(f"03{row:02d}" for row in range(2, 2 + steps))
    made = opened(arab_bowman("Yani", "0301"), man("Robert", "0311"), side="arabs")
    own = play(made, arabs=(f"MOVE Yani {path}",))
    then = play(next_phase(own), normans=("MOVE Robert 0310 0309",))
    assert bool(shots(then)) is shoots


@pytest.mark.rule("GUI-5d", "GUI-5c")
def test_four_javelins_and_one_lance():
    none_left = man("Yani", "0505", weapon="javelin", javelins=0)
    assert refusals(fire(none_left, enemy("Zahir", "0508"), orders=["FIRE Yani AT Zahir"])) == ["GUI-5d"]
    first = fire(
        man("Hugh", "0505", lance=True), enemy("Zahir", "0508"), orders=["FIRE Hugh AT Zahir with lance"]
    )
    assert shots(first)
    again = play(next_phase(play(next_phase(first))), normans=("FIRE Hugh AT Zahir with lance",))
    assert refusals(again) == ["GUI-5c"]
    hoplite = man("Hugh", "0505", lance=True, hoplite=True)
    assert refusals(fire(hoplite, enemy("Zahir", "0508"), orders=["FIRE Hugh AT Zahir with lance"])) == [
        "GUI-5c"
    ]


@pytest.mark.rule("GUI-5.5.2.4b")
def test_nobody_shoots_out_of_the_water():
    river = "\n".join([". w ."] * 8)
    j = fire(bowman("Yani", "0202"), enemy("Zahir", "0206"), board=river, orders=["FIRE Yani AT Zahir"])
    assert refusals(j) == ["GUI-5.5.2.4b"]


# defensive fire


@pytest.mark.rule("GUI-5.3d")
@pytest.mark.parametrize(
    ("mover", "first_again"),
    [
        (man("Robert", "0510"), "0507"),
        (man("Robert", "0510", health="wounded"), "0508"),
        (rider("Robert", "0510", "0511"), "0506"),
    ],
)
def test_the_second_archer_waits_until_the_mover_has_gone_on(mover, first_again):
    """Yani shoots at 0509, eight hexes off; 0508 is the first hex within seven of Omar."""
    j = watched(
        mover, arab_bowman("Yani", "0501"), arab_bowman("Omar", "0601"),
        orders=["MOVE Robert 0509 0508 0507 0506"],
        watch=("WATCH Yani fire at first within 8", "WATCH Omar fire at first within 7"),
    )  # fmt: skip
    assert [(who, aim) for who, _, aim in shots(j)] == [("yani", "0509"), ("omar", first_again)]


@pytest.mark.rule("GUI-5.3c", "GUI-5e")
def test_all_who_were_named_have_shot_even_if_the_first_arrow_kills():
    j = watched(
        man("Robert", "0508"), man("Tancred", "0710"),
        arab_bowman("Yani", "0501"), arab_bowman("Omar", "0601"), arab_bowman("Kamil", "0401"),
        orders=["MOVE Robert 0507 0506", "MOVE Tancred 0709 0708 0707 0706 0705"], damage=KILL,
    )  # fmt: skip
    assert health(j, "robert") == "dead" and len(of_kind(j, "shot_wasted")) == 2
    assert {target for _, target, _ in shots(j)} == {"robert"}, "none is left for Tancred"


@pytest.mark.rule("GUI-5.3e")
def test_who_has_not_moved_is_shot_at_only_when_it_is_plain_that_he_stays():
    j = watched(man("Robert", "0506"), man("Tancred", "0808"), arab_bowman("Yani", "0501"),
                orders=["MOVE Tancred 0807 0806"], watch=("WATCH Yani fire at Robert",))  # fmt: skip
    order = [e.kind for e in j.events if e.kind in ("moved", "shot_fired", "stay_declared")]
    assert order.index("shot_fired") > max(i for i, kind in enumerate(order) if kind == "moved")
    assert shots(j) == [("yani", "robert", "0506")]


@pytest.mark.rule("GUI-5.3f")
def test_fire_that_went_on_to_another_does_not_come_back():
    """Robert is shot at and moves on; he halts; Tancred is shot at; nobody shoots at Robert any more."""
    j = watched(
        man("Robert", "0509"), man("Tancred", "0709"),
        arab_bowman("Yani", "0501"), arab_bowman("Omar", "0601"), arab_bowman("Kamil", "0701"),
        orders=["MOVE Robert 0508 0507 0506", "MOVE Tancred 0708 0707"],
        watch=("WATCH Yani fire at Robert", "WATCH Omar fire at Tancred",
               "WATCH Kamil fire at Robert in 0101"),
    )  # fmt: skip
    assert [target for _, target, _ in shots(j)] == ["robert", "tancred"]


# where the missile falls


@pytest.mark.rule("GUI-5.4.2a", "GUI-5.4.1b")
@pytest.mark.parametrize(
    ("distance", "wounded", "modifier"),
    [
        (3, False, -2),
        (4, True, -1),
        (5, False, 0),
        (8, False, 0),
        (9, False, 1),
        (20, True, 2),
        (21, False, 2),
    ],
)
def test_what_changes_the_impact_die_of_a_short_bow(distance, wounded, modifier):
    yani = bowman("Yani", "0101", health="wounded" if wounded else "healthy")
    j = fire(
        yani,
        enemy("Zahir", f"01{1 + distance:02d}"),
        orders=["FIRE Yani AT Zahir"],
        board=field(3, 30),
        impact=MISS,
    )
    (impact,) = of_kind(j, "impact_found")
    assert sum(m.value for m in impact.modifiers) == modifier
    assert (impact.hex == "") is (modifier > 0), "more than ten is lost"


@pytest.mark.rule("GUI-5.4.1b")
def test_within_two_hexes_the_missile_cannot_miss():
    j = fire(
        bowman("Yani", "0505"),
        enemy("Zahir", "0507"),
        orders=["FIRE Yani AT Zahir"],
        impact=MISS,
        damage=KILL,
    )
    assert health(j, "zahir") == "dead"


@pytest.mark.rule("GUI-5.4.1c")
def test_a_stray_arrow_hurts_a_friend_as_well():
    """Flying south at 0506 a six falls half left behind it, in 0406."""
    j = fire(bowman("Yani", "0501"), enemy("Zahir", "0506"), man("Robert", "0406"),
             orders=["FIRE Yani AT Zahir"], impact=6, damage=WOUND)  # fmt: skip
    (impact,) = of_kind(j, "impact_found")
    assert impact.hex == "0406"
    assert (health(j, "robert"), health(j, "zahir")) == ("wounded", "healthy")


@pytest.mark.rule("GUI-5.4b")
@pytest.mark.parametrize(("half", "aim"), [("front", "0506"), ("rear", "0507")])
def test_the_shooter_picks_the_half_of_a_rider(half, aim):
    j = fire(bowman("Yani", "0501"), rider("Zahir", "0506", "0507", side="arabs"),
             orders=[f"FIRE Yani AT Zahir {half} half"])  # fmt: skip
    assert shots(j) == [("yani", "zahir", aim)]


@pytest.mark.rule("GUI-5.4.3a")
def test_armour_adds_one_to_the_damage_and_more_than_ten_is_ten():
    j = fire(
        bowman("Yani", "0501"),
        enemy("Zahir", "0506", armoured=True),
        orders=["FIRE Yani AT Zahir"],
        damage=10,
    )
    (damage,) = of_kind(j, "damage_rolled")
    assert [m.value for m in damage.modifiers] == [1] and damage.total == 10


# what it does


@pytest.mark.rule("GUI-5.4.4e")
@pytest.mark.parametrize(("before", "damage"), [("wounded", WOUND), ("stunned", WOUND), ("stunned", DRIVE)])
def test_a_second_hurt_is_death_and_so_is_a_retreat_for_the_stunned(before, damage):
    j = fire(
        bowman("Yani", "0501"),
        enemy("Zahir", "0504", health=before),
        orders=["FIRE Yani AT Zahir"],
        damage=damage,
    )
    assert health(j, "zahir") == "dead"


@pytest.mark.rule("GUI-4.3h", "GUI-5.4.4a", "GUI-5.4.4d")
def test_a_man_driven_back_goes_two_hexes_away_from_the_shot_or_is_wounded():
    free = fire(bowman("Yani", "0501"), enemy("Zahir", "0505"), orders=["FIRE Yani AT Zahir"], damage=DRIVE)
    went = [e.hex for e in of_kind(free, "retreated")]
    assert went[0] == "0506" and len(went) == 2 and health(free, "zahir") == "healthy"
    edge = fire(bowman("Yani", "0501"), enemy("Zahir", "0505"), board=field(7, 5),
                orders=["FIRE Yani AT Zahir"], damage=DRIVE)  # fmt: skip
    assert (at(edge, "zahir"), health(edge, "zahir")) == ("0505", "wounded"), "off the board there is no way"


@pytest.mark.rule("GUI-5.4.4c")
def test_a_rider_driven_back_goes_straight_back_wherever_the_shot_came_from():
    j = fire(bowman("Yani", "0105"), rider("Zahir", "0505", "0506", side="arabs"),
             orders=["FIRE Yani AT Zahir"], damage=DRIVE)  # fmt: skip
    assert at(j, "zahir") == "0507-0508"


@pytest.mark.rule("GUI-5.4.4b", "GUI-6.5b", "GUI-4.3f")
def test_a_friend_in_the_way_is_passed_and_one_at_the_end_makes_room():
    """0506 is held by a friend, every hex at two hexes' distance behind it too: one of them gives way."""
    held = ("0506", "0507", "0406", "0606")
    friends = [enemy(f"Friend{i}", where) for i, where in enumerate(held)]
    j = fire(
        bowman("Yani", "0501"), enemy("Zahir", "0505"), *friends, orders=["FIRE Yani AT Zahir"], damage=DRIVE
    )
    assert j.battle.board.distance("0505", j.battle.figures["zahir"].hex) == 2
    places = [f.hex for f in j.battle.figures.values()]
    assert len(set(places)) == len(places) and len(of_kind(j, "displaced")) == 1

"""Lines of fire and cover as a strict referee reads chapter 5.5.

Each situation was judged from the book before it was played.
"""

from __future__ import annotations

import pytest

from tests.rules.kit import horse, man, of_kind, play, rider
from tests.rules.referee import opened, shots

HIT, NOTHING = 1, 9


def bowman(name, where, **more):
    return man(name, where, weapon="short_bow", code="Nia", **more)


def enemy(name, where, **more):
    return man(name, where, side="arabs", **more)


def fire(*pieces, orders, **more):
    """A shot that reaches its hex and does no harm there; "GUI-5.4.1a" is the impact,
    "GUI-5.4.3a" the damage."""
    dice = {"GUI-5.4.1a": HIT, "GUI-5.4.3a": NOTHING}
    return play(opened(*pieces, **more), named=dice, normans=tuple(orders))


@pytest.mark.rule("GUI-5.5.1c", "GUI-5.5.2.2a", "GUI-5.5.3a")
@pytest.mark.parametrize(
    ("upper_tree", "man_below", "may"),
    [(False, False, True), (True, False, True), (False, True, True), (True, True, False)]
)  # fmt: skip
def test_along_a_hexside_one_open_hex_is_enough(upper_tree, man_below, may):
    """From 0505 to 0705 the line runs along the common side of 0604 and 0605."""
    rows = [[".", "."] * 4 for _ in range(8)]
    if upper_tree:
        rows[3][5] = "t"
    board = "\n".join(" ".join(row) for row in rows)
    between = [man("Robert", "0605")] if man_below else []
    j = fire(man("Yani", "0505", weapon="sling"), enemy("Zahir", "0705"), *between, board=board,
             orders=["FIRE Yani AT Zahir"])  # fmt: skip
    assert bool(shots(j)) is may


@pytest.mark.rule("GUI-5.5.2.2a", "GUI-5.5.2.2b", "GUI-5.5.2.1")
@pytest.mark.parametrize(("crossed", "under", "cover"),
                         [("t", ".", None), (".", "t", "light"), ("t", "t", None), ("s", ".", "light"),
                          (".", ".", "none")])  # fmt: skip
def test_trees_between_stop_a_shot_a_tree_over_the_target_covers_lightly(crossed, under, cover):
    board = "\n".join([". . .", ". . .", f". {crossed} .", ". . .", f". {under} .", ". . .", ". . ."])
    j = fire(bowman("Yani", "0201"), enemy("Zahir", "0205"), board=board, orders=["FIRE Yani AT Zahir"])
    assert [e.cover for e in of_kind(j, "damage_rolled")] == ([] if cover is None else [cover])


@pytest.mark.rule("GUI-5.5.3a", "GUI-5.5.3b")
@pytest.mark.parametrize(
    ("weapon", "distance", "between", "may"),
    [
        ("sling", 10, man("Robert", "0305"), False),
        ("sling", 10, man("Robert", "0305", health="stunned"), True),
        ("sling", 10, horse("Nag", "0305", "0306"), False),
        ("sling", 10, horse("Nag", "0305", "0306", alive=False), True),
        ("short_bow", 7, man("Robert", "0305"), False),
        ("short_bow", 9, man("Robert", "0305"), True),
        ("javelin", 5, man("Robert", "0303"), False),
        ("javelin", 6, man("Robert", "0303"), True),
    ],
)
def test_who_may_shoot_over_whom(weapon, distance, between, may):
    j = fire(man("Yani", "0301", weapon=weapon), enemy("Zahir", f"03{1 + distance:02d}"), between,
             orders=["FIRE Yani AT Zahir"])  # fmt: skip
    assert bool(shots(j)) is may


@pytest.mark.rule("GUI-5.5.3.1b")
@pytest.mark.parametrize(("friend", "may"), [("0304", True), ("0305", False)])
def test_a_horse_archer_shoots_over_the_friend_right_beside_him(friend, may):
    archer = rider("Yani", "0303", "0302", weapon="composite_bow", code="Nca")
    j = fire(archer, man("Robert", friend), enemy("Zahir", "0309"), orders=["FIRE Yani AT Zahir"])
    assert bool(shots(j)) is may
    on_foot = man("Yani", "0303", weapon="composite_bow", code="Nia")
    assert not shots(
        fire(on_foot, man("Robert", friend), enemy("Zahir", "0309"), orders=["FIRE Yani AT Zahir"])
    )


@pytest.mark.rule("GUI-5.5.3.1a", "GUI-5.5.2.4a")
@pytest.mark.parametrize(("shooter", "cover"), [("0203", "light"), ("0205", "none")])
def test_men_in_water_never_block_and_are_covered_unless_the_shooter_is_next_to_them(shooter, cover):
    river = "\n".join([". . ."] * 3 + [". w ."] + [". . ."] + [". w ."] * 2)
    j = fire(man("Yani", shooter, weapon="sling"), man("Robert", "0204"),
             enemy("Zahir", "0206", health="stunned"), board=river,
             orders=["FIRE Yani AT Zahir"])  # fmt: skip
    assert [e.cover for e in of_kind(j, "damage_rolled")] == [cover]


SLOPE = [".1 .1 .1"] * 4 + ["/0 /0 /0"] + [".0 .0 .0"] * 5


@pytest.mark.rule("GUI-5.5.2.3a", "GUI-5.5.2.3b", "GUI-5.5.2.3c")
@pytest.mark.parametrize(
    ("shooter", "target", "cover"),
    [
        ("0204", "0206", "none"),  # upper one hex from the slope, lower one hex: just seen
        ("0203", "0206", None),  # upper two, lower one: hidden
        ("0203", "0207", "none"),
        ("0201", "0205", "medium"),  # on the slope itself, over the lip
        ("0202", "0205", "none"),  # nearer than half of the short range, 3.5 hexes (GUI-5.5.4a)
        ("0208", "0205", "none"),  # on the slope, from below
        ("0206", "0203", None),  # and the other way round it is the same
        ("0205", "0202", "none"),  # he on the slope shoots up
    ],
)
def test_the_lip_of_a_slope_hides_who_is_nearer_to_it_below(shooter, target, cover):
    j = fire(man("Yani", shooter, weapon="sling"), enemy("Zahir", target), board="\n".join(SLOPE),
             orders=["FIRE Yani AT Zahir"])  # fmt: skip
    assert [e.cover for e in of_kind(j, "damage_rolled")] == ([] if cover is None else [cover])


@pytest.mark.rule("GUI-5.5.4a", "GUI-5.5.2.1")
@pytest.mark.parametrize(("row", "cover"), [("07", "none"), ("08", "light")])
def test_one_level_up_takes_scrub_away_at_less_than_half_the_short_range(row, cover):
    """Short bow 8: three hexes are less than four, four are not."""
    board = "\n".join([".1 .1 .1"] * 4 + [".0 .0 .0"] * 2 + ["s0 s0 s0"] * 2)
    under = board if row == "07" else board.replace("s0 s0 s0", ".0 .0 .0", 1)
    j = fire(bowman("Yani", "0204"), enemy("Zahir", f"02{row}"), board=under, orders=["FIRE Yani AT Zahir"])
    assert [e.cover for e in of_kind(j, "damage_rolled")] == [cover]

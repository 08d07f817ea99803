"""How well the ground covers a target (GUI-3.1, GUI-5.5.2, GUI-5.5.4). Straight down a column the line
crosses every hex of it."""

from __future__ import annotations

import pytest

from rules.core.modifier import Modifier
from rules.ruleset import Extension
from rules.state.battle import Overlay
from rules.tactical.sight.cover import GRADES, cover_against, grade
from tests.rules.kit import RULES, battle, field, man

BOW = "composite_bow"


def one_wide(codes):
    """A board of one column; the second one is a hole."""
    return "\n".join(f"{code} _" for code in codes)


def column(*codes, weapon=BOW, hexsides=(), at=None, **more):
    """Shooter in the first hex of a column, victim in the last; the cover and the rule of each reason."""
    victim = at or f"01{len(codes):02d}"
    b = battle(
        one_wide(codes), man("Yani", "0101"), man("Jemal", victim, side="arabs"), hexsides=hexsides, **more
    )
    grade_, why = cover_against(b, RULES, b.figures["jemal"], victim, "0101", weapon)
    return grade_, [m.rule for m in why]


# Distance 8: farther than half of any short range, so that height does not matter.
FAR = ["."] * 7


@pytest.mark.rule("GUI-3.1", "GUI-5.5.2")
@pytest.mark.parametrize(
    ("terrain", "cover", "rule"),
    [
        (".", "none", []),
        ("s", "light", ["GUI-5.5.2.1"]),
        ("t", "light", ["GUI-5.5.2.2b"]),
        ("/", "none", []),  # no lip on the line
        ("m", "light", ["GUI-5.5.2.4d"]),
        ("r", "light", ["GUI-3.1"]),
        ("p", "none", []),  # a trail covers against shots from below only
        ("h", "light", ["GUI-3.1"]),
        ("b", "none", []),
        ("w", "light", ["GUI-5.5.2.4a"]),
        ("W", "light", ["GUI-5.5.2.4a"]),
    ],
)
def test_every_terrain_on_the_level(terrain, cover, rule):
    assert column(*FAR, terrain) == (cover, rule)


@pytest.mark.rule("GUI-5.5.2.1")
def test_scrub_on_the_line_covers_but_not_the_shooters_own():
    assert column(".", "s", ".", ".") == ("light", ["GUI-5.5.2.1"])
    assert column(".", "s", "s", "s")[0] == "light", "covers are not added up"
    assert column("s", ".", ".", ".") == ("none", [])


@pytest.mark.rule("GUI-5.5.2.2b")
def test_trees_cover_from_every_side_and_close_by():
    assert column(".", "t") == ("light", ["GUI-5.5.2.2b"])


@pytest.mark.rule("GUI-5.5.2.3c")
@pytest.mark.parametrize(
    ("codes", "cover"),
    [
        ([*[".1"] * 7, "/0"], "medium"),  # from above, over the lip
        ([*[".0"] * 7, "/0", ".1"], "none"),  # the victim stands above the slope
        ([*[".1"] * 3, "/0", *[".0"] * 4], "none"),  # beyond the slope
    ],
)
def test_a_slope_covers_behind_its_lip_only(codes, cover):
    assert column(*codes)[0] == cover


@pytest.mark.rule("GUI-5.5.2.3c", "GUI-5.5.4b", "RUL-525")
@pytest.mark.parametrize(
    ("codes", "cover"),
    [
        (
            [".1", ".1", "/0", *[".0"] * 5, "/0"],
            "none",
        ),  # a second slope, beyond the valley: its own lip lies behind him
        ([".1", ".1", "/0", *[".0"] * 5, "/0", ".1"], "none"),  # above that slope
        ([*[".2"] * 12, "/1", "/0"], "medium"),  # of two terraces the lower: the lip above him is passed
        ([".1", *[".1"] * 6, "/0", "/0"], "none"),  # the lip belongs to the slope hex before his
        ([*["s1"] * 3, *[".1"] * 4, "/0"], "medium"),  # the better of lip and scrub
    ],
)
def test_a_lip_covers_the_man_right_behind_it_and_nobody_else(codes, cover):
    assert column(*codes)[0] == cover


@pytest.mark.rule("GUI-5.5.2.3c", "RUL-525")
def test_the_lip_of_the_next_slope_hex_covers_nobody():
    """The height lies in the west, the slope goes down to the east. From 0206 one shoots at 0306 over the lip
    of 0306; from 0208 over that of 0307, and then along the slope."""
    for shooter, cover in (("0206", "medium"), ("0208", "none")):
        b = battle("\n".join([".1 .1 /0 .0"] * 8), man("Yani", shooter), man("Jemal", "0306", side="arabs"))
        assert cover_against(b, RULES, b.figures["jemal"], "0306", shooter, "")[0] == cover, shooter


@pytest.mark.rule("GUI-5.5.2.3c")
def test_a_slope_gives_nothing_against_a_shot_from_below():
    rows = ["/0", *[".0"] * 8]
    b = battle(one_wide([".1", *rows]), man("Yani", "0110"), man("Jemal", "0102", side="arabs"))
    assert cover_against(b, RULES, b.figures["jemal"], "0102", "0110", BOW) == ("none", ())


@pytest.mark.rule("GUI-5.5.2.4a")
@pytest.mark.parametrize("water", ["w", "W"])
def test_water_covers_lightly_but_not_against_a_neighbour(water):
    assert column(".", ".", water)[0] == "light"
    assert column(".", water) == ("none", ["GUI-5.5.2.4a"])


@pytest.mark.rule("GUI-5.5.2.4c")
def test_in_water_behind_scrub_or_timber():
    assert column(".", "s", "w") == ("medium", ["GUI-5.5.2.4c"])
    assert column(".", "w", "w")[0] == "light"
    b = battle(".\nw\nw", man("Yani", "0101"), man("Jemal", "0103", side="arabs"))
    b.overlays["jetty"] = Overlay("jetty", "jetty", ("0102",))
    found = cover_against(b, RULES, b.figures["jemal"], "0103", "0101", BOW)
    assert (found[0], found[1][0].words) == ("medium", "in water behind timber")
    b.overlays["jetty"] = Overlay("jetty", "rope", ("0102",))
    assert cover_against(b, RULES, b.figures["jemal"], "0103", "0101", BOW)[0] == "light"


@pytest.mark.rule("GUI-5.5.2.4d")
@pytest.mark.parametrize(
    ("codes", "cover"),
    [
        (". m m m", "none"),  # the shooter stands on the bank of that very marsh
        (". . m m", "light"),  # he stands off it
        ("m m m m", "light"),  # he stands in it
        ("w m m m", "light"),  # he stands in water beside it
        (". m . m", "light"),  # on the bank of another marsh
    ],
)
def test_marsh_seen_from_the_bank(codes, cover):
    assert column(*codes.split())[0] == cover


@pytest.mark.rule("GUI-3.1")
def test_a_trail_covers_against_shots_from_lower_ground():
    b = battle(one_wide(["p1", "/0", ".0", ".0"]), man("Yani", "0104"), man("Jemal", "0101", side="arabs"))
    assert cover_against(b, RULES, b.figures["jemal"], "0101", "0104", BOW)[0] == "medium"
    assert cover_against(b, RULES, b.figures["jemal"], "0101", "0102", BOW)[0] == "medium"


@pytest.mark.rule("GUI-5.5.4a")
@pytest.mark.parametrize(
    ("weapon", "higher", "distance", "kept"),
    [
        # one level: nearer than half of the short range (12, 8, 7, 5)
        (BOW, 1, 5, False),
        (BOW, 1, 6, True),
        ("short_bow", 1, 3, False),
        ("short_bow", 1, 4, True),
        ("sling", 1, 3, False),
        ("sling", 1, 4, True),
        ("javelin", 1, 2, False),
        ("javelin", 1, 3, True),
        # more: within short range
        (BOW, 2, 12, False),
        (BOW, 2, 13, True),
        ("javelin", 3, 5, False),
        ("javelin", 3, 6, True),
        # on the level, below
        (BOW, 0, 2, True),
        (BOW, -1, 3, True),
    ],
)
@pytest.mark.parametrize("terrain", ["s", "w", "m"])
def test_height_takes_cover_away(weapon, higher, distance, kept, terrain):
    codes = [f".{higher}", *[".0"] * (distance - 1), f"{terrain}0"]
    cover, rules = column(*codes, weapon=weapon)
    assert cover == ("light" if kept else "none")
    assert kept or rules == ["GUI-5.5.4a"]


@pytest.mark.rule("GUI-5.5.4a")
@pytest.mark.parametrize("terrain", ["t", "r", "W"])
def test_height_leaves_trees_rock_and_deep_water_alone(terrain):
    assert column(".3", ".0", ".0", f"{terrain}0")[0] == "light"


@pytest.mark.rule("GUI-5.5.4a", "GUI-5.5.2.3c")
def test_height_takes_the_cover_of_a_slope_away():
    assert column(*[".1"] * 5, "/0") == ("none", ["GUI-5.5.4a"])
    assert column(*[".1"] * 6, "/0") == ("medium", ["GUI-5.5.2.3c"])


@pytest.mark.rule("GUI-5.5.4a", "GUI-5.5.2.1")
def test_scrub_crossed_on_the_way_still_covers_from_above():
    """RUL-505."""
    assert column(".1", ".0", "s0", "s0") == ("light", ["GUI-5.5.2.1"])


@pytest.mark.rule("GUI-5.5.4b")
def test_a_low_wall_covers_the_hex_right_behind_it():
    assert column(".", ".", ".", hexsides=[("0103", "N", "low_wall")]) == ("medium", ["GUI-5.5.4b"])
    assert column(".", ".", ".", ".", hexsides=[("0103", "N", "low_wall")]) == ("none", [])
    assert column(".", ".", hexsides=[("0101", "S", "low_wall")])[0] == "medium", "neighbours too"


@pytest.mark.rule("GUI-5.5.4b", "GUI-5.5.1c")
def test_a_line_along_a_hexside_enters_by_the_open_side():
    """From 0102 to 0302 between 0201 and 0202: a wall towards one of them does not help, towards
    both it does."""
    for walls, cover in ((["NW"], "none"), (["SW"], "none"), (["NW", "SW"], "medium")):
        b = battle(
            field(3, 3),
            man("Yani", "0102"),
            man("Jemal", "0302", side="arabs"),
            hexsides=[("0302", side, "low_wall") for side in walls],
        )
        assert cover_against(b, RULES, b.figures["jemal"], "0302", "0102", BOW)[0] == cover


@pytest.mark.rule("GUI-5.5.2")
def test_the_best_cover_counts_and_a_seam_may_add_one():
    def shield_wall(battle_, rules, figure, at, shooter):
        return Modifier(grade("heavy"), "GUI-5.5.2", "behind shields") if figure.id == "jemal" else None

    more = RULES.extended(Extension(covers=(shield_wall,)))
    b = battle(
        ".\n.\ns", man("Yani", "0101"), man("Jemal", "0103", side="arabs"), man("Abbas", "0103", side="arabs")
    )
    cover, why = cover_against(b, more, b.figures["jemal"], "0103", "0101", BOW)
    assert (cover, [m.words for m in why]) == ("heavy", ["behind shields"])
    assert cover_against(b, more, b.figures["abbas"], "0103", "0101", BOW)[0] == "light"
    assert cover_against(b, more, None, "0103", "0101", BOW)[0] == "light"


def test_an_overlay_changes_the_ground():
    b = battle(".\n.\n.", man("Yani", "0101"), man("Jemal", "0103", side="arabs"))
    b.overlays["hedge"] = Overlay("hedge", "hedge", ("0103",), terrain="scrub")
    assert cover_against(b, RULES, b.figures["jemal"], "0103", "0101", BOW)[0] == "light"


def test_grades_are_in_order():
    assert [grade(name) for name in GRADES] == [0, 1, 2, 3, 4]


@pytest.mark.rule("GUI-5.5.4b")
@pytest.mark.parametrize(("victim", "cover"), [("0102", "medium"), ("0103", "medium"), ("0104", "none")])
def test_a_wall_that_appears_on_a_hexside_covers_like_a_drawn_one(victim, cover):
    """Walls on the north sides of 0102 and 0103: beside the shooter, and at the end of a longer line."""
    b = battle("\n".join(["."] * 5), man("Yani", "0101"), man("Jemal", victim, side="arabs"))
    for at in ("0102", "0103"):
        b.overlays[at] = Overlay(at, "wall", (at,), feature="low_wall", facing="N")
    assert cover_against(b, RULES, b.figures["jemal"], victim, "0101", BOW)[0] == cover

"""Shots between levels, from slits and over ramparts (GUI-9.3, GUI-9.4).

The strip of the rampart is one column wide where a line runs straight down column 02: a yard (rows 1 to 4), a
platform (row 5) with the stockade on its south side, open ground, a slope in row 9 whose lip is on its north
side, low ground.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.core.rejection import Rejection
from rules.state.battle import Battle, Overlay
from rules.tactical.sight.cover import cover_against
from rules.tactical.sight.line_of_fire import Sight, check
from rules.tactical.sight.rooms import yard_of
from tests.rules.kit import SIEGE, battle, field, man, rider
from tests.rules.test_sight_built import BOW, archer, ground, look, refused, seen

ROWS = [".1", ".1", ".1", ".1", "P2", ".1", ".1", ".1", "/0", ".0", ".0", ".0", ".0", ".0", ".0", ".0"]
RAMPART = "\n".join(f"{code} {code} {code}" for code in ROWS)
STOCKADE = [("0105", "S", "stockade"), ("0205", "S", "stockade"), ("0305", "S", "stockade"),
            ("0205", "SE", "stockade"), ("0205", "SW", "stockade")]  # fmt: skip
CASTLE = ["castle 0101 0201 0301"]


def at_rampart(*pieces, text=RAMPART, **more) -> Battle:
    return battle(text, *pieces, hexsides=STOCKADE, traits=more.pop("traits", CASTLE), rules=SIEGE, **more)


def shot(start: str, end: str, weapon=BOW, **more) -> Sight | Rejection:
    b = at_rampart(
        archer("Olivier", start, weapon=weapon, lance=True), man("Manueles", end, side="arabs"), **more
    )
    return look(b, "olivier", "manueles", weapon)


# levels


@pytest.mark.rule("GUI-9.3.1", "GUI-9.3.5")
@pytest.mark.parametrize(("end", "rule"), [
    ("0206", ""), ("0207", ""), ("0208", ""),
    ("0209", "GUI-5.5.2.3a"), ("0212", "GUI-5.5.2.3a"), ("0213", ""), ("0214", ""),
])  # fmt: skip
def test_example_from_the_platform_over_stockade_and_slope(end, rule):
    """EX-9.3.1-2: from the platform one shoots at Philemon, who is far enough from both the stockade and the
    slope, and not at Manueles, whom the slope hides. On the slope itself one is seen over its lip."""
    rule = "" if end == "0209" else rule
    for one, two in (("0205", end), (end, "0205")):
        found = shot(one, two)
        assert (refused(found) if rule else seen(found).target) == (rule or "manueles")


@pytest.mark.rule("GUI-9.3.1")
@pytest.mark.parametrize(("start", "end", "open_"), [("0203", "0206", False), ("0203", "0207", False),
                                                     ("0203", "0208", True), ("0204", "0207",
                                                         True)])  # fmt: skip
def test_farther_back_on_a_broad_rampart_the_ground_below_is_blind(start, end, open_):
    """RUL-904: two and three hexes from the stockade one sees men two and three hexes from it."""
    broad = RAMPART.replace(".1 .1 .1", "P2 P2 P2", 4)
    for one, two in ((start, end), (end, start)):
        found = shot(one, two, text=broad)
        assert isinstance(found, Sight) is open_, found
        if not open_:
            assert refused(found) == "GUI-9.3.1"
            assert "the stockade between 0205 and 0206 hides them" in found.why


@pytest.mark.rule("GUI-9.3.1")
def test_example_from_the_tower_over_wall_stockade_and_slope():
    """EX-9.3.1-1: the bowman stands on top of a tower, two levels up and two hexes behind the stockade before
    it. The man next to the stockade is too near to it, the one at the foot of the slope to the slope."""
    rows = ["P3", "P3", ".1", ".1", *ROWS[4:]]
    text = "\n".join(f"{code} {code} {code}" for code in rows)
    sides = [*STOCKADE, ("0102", "S", "wall"), ("0202", "S", "wall"), ("0302", "S", "wall")]
    for end, rule in (("0206", "GUI-9.3.1"), ("0211", "GUI-5.5.2.3a"), ("0216", ""), ("0208", "GUI-9.3.1")):
        b = battle(text, archer("Olivier", "0202"), man("Manueles", end, side="arabs"), hexsides=sides,
                   traits=CASTLE, rules=SIEGE)  # fmt: skip
        found = look(b, "olivier", "manueles")
        assert (found.rule if isinstance(found, Rejection) else "") == rule, (end, found)


@pytest.mark.rule("GUI-9.3.3c", "GUI-9.3.5")
def test_from_the_platform_to_the_yard_and_back():
    for one, two in (("0205", "0201"), ("0201", "0205")):
        assert seen(shot(one, two)).cover == "none"


@pytest.mark.rule("GUI-9.4.4", "GUI-9.4.2")
@pytest.mark.parametrize(("start", "end"), [("0204", "0206"), ("0206", "0204"), ("0201", "0208")])
def test_the_stockade_stops_what_passes_at_its_foot(start, end):
    assert refused(shot(start, end)) == "GUI-9.4.4"


@pytest.mark.rule("GUI-9.4.2", "GUI-8.3.3")
def test_nobody_shoots_from_a_hill_outside_at_the_ground_inside():
    hill = "\n".join(f"{c} {c} {c}" for c in [*ROWS[:5], ".1", ".1", "/1", ".2", ".2"])
    for one, two in (("0209", "0201"), ("0201", "0209")):
        found = shot(one, two, text=hill)
        assert refused(found) == "GUI-9.4.2" and "ground inside" in found.why
    assert seen(shot("0209", "0205", text=hill)).cover == "heavy"
    # where nothing is enclosed the stockade is an obstacle like others
    assert isinstance(shot("0209", "0201", text=hill, traits=()), Sight)


@pytest.mark.rule("GUI-9.4.1", "GUI-8.3.3")
def test_on_a_platform_the_stockade_covers_heavily_and_nothing_covers_from_behind():
    found = seen(shot("0208", "0205"))
    assert (found.cover, [m.rule for m in found.cover_why]) == ("heavy", ["GUI-9.4.1"])
    assert seen(shot("0203", "0205")).cover == "none"


@pytest.mark.rule("GUI-9.3.4a")
@pytest.mark.parametrize(
    ("code", "cover"), [("s", "none"), ("r", "none"), ("m", "none"), ("w", "none"), ("t", "light")]
)
def test_from_a_platform_the_ground_does_not_cover(code, cover):
    text = "\n".join(["P1 P1 P1", ".0 .0 .0", ".0 .0 .0", f"{code}0 {code}0 {code}0"])
    b = battle(text, archer("Olivier", "0201"), man("Manueles", "0204", side="arabs"), rules=SIEGE)
    assert seen(look(b, "olivier", "manueles")).cover == cover
    plain = text.replace("P1 P1 P1", ".1 .1 .1\n/0 /0 /0", 1)
    b = battle(plain, archer("Olivier", "0201"), man("Manueles", "0205", side="arabs"), rules=SIEGE)
    assert seen(look(b, "olivier", "manueles")).cover == ("light" if code in "tr" else "none")


@pytest.mark.rule("GUI-9.3.4b")
@pytest.mark.parametrize("code", ["t0", "i0"])
def test_from_platform_to_platform_over_trees_and_houses(code):
    text = f"P1 P1 P1\n.0 .0 .0\n.0 {code} .0\n.0 .0 .0\nP1 P1 P1"
    walls = ["wall 0203"] if code == "i0" else []
    pieces = archer("Olivier", "0201"), man("Manueles", "0205", side="arabs")
    b = battle(text, *pieces, walls=walls, rules=SIEGE)
    assert seen(look(b, "olivier", "manueles")).cover == "none"
    b = battle(text.replace("P1", ".0"), *pieces, walls=walls, rules=SIEGE)
    assert isinstance(look(b, "olivier", "manueles"), Rejection)


@pytest.mark.rule("GUI-9.3.4d")
def test_lances_are_not_thrown_upwards():
    assert refused(shot("0206", "0205", "lance_foot")) == "GUI-9.3.4d"
    assert seen(shot("0205", "0206", "lance_foot")).distance == 1
    assert seen(shot("0206", "0205", "javelin")).cover == "heavy"


@pytest.mark.rule("GUI-9.3.4d", "RUL-907")
def test_a_rider_throws_no_lance_upwards_either():
    """Neither at a man on a platform nor up a slope: over level ground he throws."""
    b = at_rampart(
        rider("Drogo", "0206", "0207", lance=True),
        man("Manueles", "0205", side="arabs"),
        man("Petros", "0305", side="arabs"),
    )
    for target in ("manueles", "petros"):
        assert refused(look(b, "drogo", target, "lance_mounted")) == "GUI-9.3.4d"
    hill = battle(
        ". . .\n. . .\n.1 .1 .1\n.1 .1 .1",
        rider("Drogo", "0202", "0201", lance=True),
        man("Petros", "0203", side="arabs"),
        man("Andros", "0302", side="arabs"),
        rider("Tancred", "0204", "0104", lance=True),
        rules=SIEGE,
    )
    assert refused(look(hill, "drogo", "petros", "lance_mounted")) == "GUI-9.3.4d"
    assert seen(look(hill, "drogo", "andros", "lance_mounted")).distance == 1
    assert seen(look(hill, "tancred", "petros", "lance_mounted")).distance == 1


# gates and breaches

GATE = "\n".join(". . . . ." if row != 4 else ". . g . ." for row in range(9))


def at_gate(code: str, start: str, end: str, **more) -> Sight | Rejection:
    b = battle(
        GATE.replace("g", code),
        archer("Olivier", start),
        man("Manueles", end, side="arabs"),
        hexsides=[("0105", "S", "stockade"), ("0205", "S", "stockade"), ("0205", "SW", "stockade"),
                  ("0205", "SE", "stockade"),
                  ("0405", "S", "stockade"), ("0405", "SW", "stockade"), ("0405", "SE", "stockade"),
                  ("0305", "S", "entrance"), ("0505", "S", "stockade")],
        traits=["castle 0101"],
        rules=SIEGE,
        **more,
    )  # fmt: skip
    return look(b, "olivier", "manueles")


@pytest.mark.rule("GUI-9.4.2", "GUI-9.2.3.1")
@pytest.mark.parametrize(("code", "cover"), [("g", None), ("G", "light"), ("x", "light")])
def test_through_the_gate(code, cover):
    for start, end in (("0308", "0302"), ("0302", "0308")):
        found = at_gate(code, start, end)
        if cover is None:
            assert refused(found) == "GUI-9.4.2" and "closed gate in 0305" in found.why
        else:
            assert seen(found).cover == cover


@pytest.mark.rule("GUI-9.2.3.1")
def test_in_the_gate():
    assert seen(at_gate("G", "0308", "0305")).cover == "light"
    assert seen(at_gate("x", "0308", "0305")).cover == "none"


@pytest.mark.rule("GUI-9.4.2", "GUI-9.4.4")
def test_across_a_broken_stockade():
    breach = Overlay("down", "stockade_down", ("0205",), terrain="stockade_down", removes=("stockade",))
    assert refused(at_gate("g", "0208", "0202")) == "GUI-9.4.4"
    found = seen(at_gate("g", "0208", "0202", overlays=(breach,)))
    assert (found.cover, found.cover_why[0].words) == ("light", "across the breach in 0205")


# slits

TOWER = ("0404", "0405", "0504", "0505")


def at_tower(*pieces, level=2, slits=(("0504", "N", "slit"), ("0404", "NW", "slit")), **more) -> Battle:
    text = ground(11, 12, **{f"h{at}": f"i{level}" for at in TOWER})
    return battle(text, *pieces, walls=[f"wall {' '.join(TOWER)}"], hexsides=slits, rules=SIEGE,
                  traits=[f"tower {' '.join(TOWER)}"], **more)  # fmt: skip


def tower_shot(start, end, weapon=BOW, **more) -> Sight | Rejection:
    b = at_tower(
        archer("Olivier", start, weapon=weapon, lance=True), man("Petros", end, side="arabs"), **more
    )
    return look(b, "olivier", "petros", weapon)


@pytest.mark.rule("GUI-9.3.3a", "GUI-8.2.2")
@pytest.mark.parametrize("kind", ["slit", "chapel_window"])
def test_from_a_slit_one_shoots_at_all_before_it(kind):
    slits = (("0504", "N", kind),)
    for end in ("0503", "0501", "0202", "0802"):
        assert seen(tower_shot("0504", end, slits=slits)).opening.endswith("towards 0503"), end
    for end in ("0405", "0604", "0508", "0304"):
        found = tower_shot("0504", end, slits=slits)
        assert isinstance(found, Sight) is (end == "0405"), end
    assert refused(tower_shot("0505", "0501", slits=slits)).startswith("GUI-8.2")


@pytest.mark.rule("GUI-9.3.5", "GUI-9.4.1", "GUI-8.2.2")
@pytest.mark.parametrize(("kind", "cited"), [("slit", "GUI-9.4.1"), ("chapel_window", "GUI-8.2.2")])
def test_behind_a_slit_one_is_reached_only_straight_from_before_it(kind, cited):
    slits = (("0504", "N", kind),)
    for start in ("0503", "0501", "0502"):
        found = seen(tower_shot(start, "0504", slits=slits))
        assert (found.cover, found.cover_why[0].rule) == ("heavy", cited)
    for start in ("0601", "0401"):
        assert refused(tower_shot(start, "0504", slits=slits)) == "GUI-9.3.5", start
    assert refused(tower_shot("0501", "0505", slits=slits)) == "GUI-8.2.4"


@pytest.mark.rule("GUI-9.3.3a", "GUI-9.3.5")
def test_example_of_the_tower():
    """EX-9.3.3-1: Olivier has two slits; through the one to the north he reaches Manueles and Petros, through
    the other one Philemon; Alphonse, whose slit looks elsewhere, does not reach him. Petros, straight before
    a slit of Olivier's, can shoot back; Manueles cannot."""
    slits = (("0404", "N", "slit"), ("0404", "SW", "slit"), ("0505", "SE", "slit"))
    b = at_tower(
        archer("Olivier", "0404"),
        archer("Alphonse", "0505"),
        archer("Petros", "0401", side="arabs"),
        archer("Manueles", "0501", side="arabs"),
        archer("Philemon", "0206", side="arabs"),
        slits=slits,
    )
    assert seen(look(b, "olivier", "petros")).opening == "the arrow slit towards 0403"
    assert seen(look(b, "olivier", "manueles")).opening == "the arrow slit towards 0403"
    assert seen(look(b, "olivier", "philemon")).opening == "the arrow slit towards 0305"
    assert isinstance(look(b, "alphonse", "philemon"), Rejection)
    assert seen(look(b, "petros", "olivier")).cover == "heavy"
    assert refused(look(b, "manueles", "olivier")) == "GUI-9.3.5"


@pytest.mark.rule("GUI-9.3.4c")
@pytest.mark.parametrize("weapon", ["sling", "javelin", "lance_foot"])
def test_only_bows_are_used_at_slits(weapon):
    slits = (("0504", "N", "slit"),)
    for start, end in (("0504", "0502"), ("0502", "0504")):
        b = at_tower(archer("Olivier", start, weapon=weapon, lance=True), man("Petros", end, side="arabs"),
                     slits=slits, level=0)  # fmt: skip
        assert refused(look(b, "olivier", "petros", weapon)) == "GUI-9.3.4c"


SPLIT = ("0508", "0608", "0509", "0609")


def at_split_slit(start, end):
    """A slit across 0508 and 0608: its aperture is their common corner with 0607."""
    text = ground(13, 12, **{f"h{at}": "i1" for at in SPLIT})
    halves = (("0508", "NE", "half_slit"), ("0608", "N", "half_slit"))
    b = battle(text, archer("Olivier", start), man("Petros", end, side="arabs"),
               walls=[f"wall {' '.join(SPLIT)}"],
               hexsides=halves, rules=SIEGE)  # fmt: skip
    return look(b, "olivier", "petros")


@pytest.mark.rule("GUI-9.3.3b", "GUI-9.3.5", "GUI-9.4.1")
@pytest.mark.parametrize("inside", ["0508", "0608"])
def test_a_slit_across_two_hexes(inside):
    """RUL-906: from either hex the line starts in the same corner; in either one is reached straight
    along its axis."""
    for end in ("0607", "0706", "0804", "0605", "0805"):
        assert seen(at_split_slit(inside, end)).opening == "the arrow slit towards 0607", end
    for start in ("0607", "0706", "0804"):
        assert seen(at_split_slit(start, inside)).cover == "heavy", start
    for start in ("0605", "0805", "0606"):
        assert isinstance(at_split_slit(start, inside), Rejection), start
    assert isinstance(at_split_slit("0509", "0706"), Rejection)
    for end in ("0410", "0711", "0307", "0808"):
        assert isinstance(at_split_slit(inside, end), Rejection), end


def in_the_tower(shooter, target) -> Sight | Rejection:
    """The tower's floor and the walk before its door, 0505 to 0506, lie two levels up."""
    walk = {f"h{at}": ".2" for at in ("0506", "0507", "0508")}
    b = battle(
        ground(11, 12, **{f"h{at}": "i2" for at in TOWER}, **walk),
        archer("Olivier", shooter), man("Petros", target, side="arabs"),
        walls=[f"wall {' '.join(TOWER)}"], hexsides=(("0505", "S", "door"),),
        traits=[f"tower {' '.join(TOWER)}"], rules=SIEGE,
    )  # fmt: skip
    return look(b, "olivier", "petros", BOW)


@pytest.mark.rule("GUI-9.4.3b")
@pytest.mark.parametrize(
    ("shooter", "target", "cover", "rule"),
    [
        ("0507", "0504", "medium", "GUI-9.4.3b"),  # through the doorway
        ("0508", "0504", "medium", "GUI-9.4.3b"),
        ("0507", "0505", "medium", "GUI-9.4.3a"),  # in the doorway itself it is that which covers
        ("0505", "0504", "none", ""),  # the shooter stands in the doorway hex: anybody inside
        ("0505", "0404", "none", ""),
        ("0506", "0504", "none", ""),  # or in the other hex beside it
        ("0506", "0404", "none", ""),
        ("0404", "0504", "none", ""),  # within the room
        ("0504", "0508", "none", ""),  # outwards
    ],
)
def test_in_a_tower_a_doorway_covers_those_inside_unless_the_shooter_stands_in_it(
    shooter, target, cover, rule
):
    found = seen(in_the_tower(shooter, target))
    assert (found.cover, [m.rule for m in found.cover_why]) == (cover, [rule] if rule else [])


@pytest.mark.rule("GUI-9.3.2", "GUI-8.2.3b", "RUL-951")
def test_from_a_doorway_inwards():
    """A hall of 5 by 4 hexes with its door south of 0505. From the middle of 0505 a line to 0403 runs between
    0404 and 0504, so a man in 0404 does not stop a sling; from the middle of the opening it would cross 0404.
    From 0506 outside the shot leaves through the opening, and begins there."""
    hall = [f"{c:02d}{r:02d}" for c in range(3, 8) for r in range(2, 6)]

    def shot_in(start, end, *others) -> Sight | Rejection:
        b = battle(
            ground(11, 12, **{f"h{at}": "i" for at in hall}),
            archer("Olivier", start, weapon="sling"), man("Petros", end, side="arabs"), *others,
            walls=[f"wall {' '.join(hall)}"], hexsides=(("0505", "S", "door"),), rules=SIEGE,
        )  # fmt: skip
        return look(b, "olivier", "petros", "sling")

    assert seen(shot_in("0505", "0403", man("Odo", "0404"))).opening == ""
    assert refused(shot_in("0505", "0403", man("Odo", "0404"), man("Hugo", "0504"))) == "GUI-5.5.3a"
    assert seen(shot_in("0506", "0404")).opening == "the doorway towards 0505"


@pytest.mark.rule("GUI-9.3.2", "GUI-9.4.3a")
def test_through_the_door_of_a_tower_only_on_its_level():
    slits = (("0505", "S", "door"),)
    text = ground(11, 12, **{f"h{at}": "i2" for at in TOWER}, h0506="S2")
    b = battle(text, archer("Olivier", "0506"), man("Petros", "0504", side="arabs"), man("Low", "0508"),
               walls=[f"wall {' '.join(TOWER)}"], hexsides=slits,
               traits=[f"tower {' '.join(TOWER)}"], rules=SIEGE)  # fmt: skip
    assert seen(look(b, "olivier", "petros", BOW)).cover == "none"
    found = check(b, SIEGE, b.figures["low"], BOW, "0504", "petros")
    assert refused(found) == "GUI-9.3.2"
    b.figures["petros"] = replace(b.figures["petros"], hex="0505")
    found = seen(look(b, "olivier", "petros"))
    assert (found.cover, found.cover_why[0].rule) == ("medium", "GUI-9.4.3a")


@pytest.mark.rule("GUI-9.4.2")
def test_the_inside_of_the_castle_is_known():
    b = at_rampart()
    assert "0205" in yard_of(b.board, "0101") and not yard_of(b.board, "0206")
    b = battle(field(7, 7), walls=["stockade 0303 0304 0403"], rules=SIEGE)
    assert yard_of(b.board, "0303") == {"0303", "0304", "0403"}


@pytest.mark.rule("GUI-9.4.2")
def test_a_stray_arrow_does_no_harm_behind_the_stockade():
    b = at_rampart(archer("Olivier", "0208"), man("Manueles", "0204", side="arabs"))
    assert cover_against(b, SIEGE, b.figures["manueles"], "0204", "0208", BOW)[0] == "infinite"

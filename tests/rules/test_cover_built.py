"""Corners of houses and cross-fire (GUI-8.3.5, GUI-8.3.6); missiles that miss; ladders seen by
those who shoot."""

from __future__ import annotations

import pytest

from rules.core.facing import Facing
from rules.core.modifier import Modifier
from rules.core.rejection import Rejection
from rules.ruleset import Extension
from rules.state.works import Ladder
from rules.tactical.shooting import missile
from rules.tactical.shooting.targets import odds
from rules.tactical.sight.line_of_fire import Sight, check
from rules.tactical.sight.shelter import choice_of
from tests.rules.kit import SIEGE, battle, journal, kinds, man
from tests.rules.test_sight_built import BOW, HOUSE, INSIDE, archer, ground, look, refused, seen
from tests.rules.test_sight_castles import RAMPART, STOCKADE


def at_corner(*pieces):
    """A house of the hexes 0404 to 0505; 0403 lies at a corner of it, touched by 0404 and 0504."""
    return battle(ground(**INSIDE), *pieces, rules=SIEGE, traits=["corner 0403"], **HOUSE)


def against(*starts):
    names = ("Yani", "Basil", "Kosta")
    pieces = [archer(name, at, side="arabs") for name, at in zip(names, starts, strict=False)]
    return at_corner(*pieces, man("Bohemund", "0403"))


@pytest.mark.rule("GUI-8.3.6")
@pytest.mark.parametrize(
    ("start", "cover"),
    [
        ("0401", "none"),
        ("0201", "none"),
        ("0301", "none"),
        ("0601", "medium"),
        ("0105", "medium"),
        ("0204", "medium"),
    ],
)
def test_at_a_corner_whoever_sees_one_wall_only_shoots_at_medium_cover(start, cover):
    """RUL-803: the house lies south by east of 0403; from the opposite direction, up to sixty degrees either
    way, one sees both walls."""
    assert seen(look(against(start), "yani", "bohemund")).cover == cover


@pytest.mark.rule("GUI-8.3.6")
def test_example_of_the_cross_fire():
    """EX-8.3.6-1: shot at from both sides of his corner he is covered from one of them only."""
    b = against("0204", "0703")
    covers = [seen(look(b, name, "bohemund")).cover for name in ("yani", "basil")]
    assert sorted(covers) == ["medium", "none"]
    # the default: covered from the one who would hit better, here the nearer
    assert covers == ["medium", "none"]
    found = seen(look(b, "basil", "bohemund"))
    assert "cross-fire" in found.cover_why[0].words and found.cover_why[0].rule == "GUI-8.3.6"
    # two on the same side are no cross-fire
    b = against("0204", "0205")
    assert [seen(look(b, name, "bohemund")).cover for name in ("yani", "basil")] == ["medium", "medium"]


@pytest.mark.rule("GUI-8.3.6")
def test_who_is_out_of_range_or_sees_both_walls_makes_no_cross_fire():
    b = against("0204", "0401")
    assert choice_of(b, SIEGE, b.figures["bohemund"], "0403") is None
    b = at_corner(archer("Yani", "0204", side="arabs"),
                  archer("Basil", "0803", side="arabs", weapon="javelin"),
                  man("Bohemund", "0403"))  # fmt: skip
    assert choice_of(b, SIEGE, b.figures["bohemund"], "0403") is not None
    b.figures["basil"] = man("Basil", "0803", side="arabs")
    assert choice_of(b, SIEGE, b.figures["bohemund"], "0403") is None


@pytest.mark.rule("GUI-8.3.6", "GUI-8.3.5")
def test_the_choice_is_recorded_when_a_shot_arrives():
    b = against("0204", "0703")
    b.side = "arabs"
    j = journal(b, named={"GUI-5.4.1a": 1, "GUI-5.4.3a": 9})
    assert missile.resolve_shot(j, SIEGE, "basil", "bohemund", "0403", BOW, "offensive") is None
    made = [e for e in j.events if e.kind == "decision_made"]
    assert [(e.seat, e.rule) for e in made] == [("normans", "GUI-8.3.6")]
    assert made[0].chosen.startswith("Bohemund keeps covered")
    assert [e.cover for e in j.events if e.kind == "damage_rolled"] == ["none"]


@pytest.mark.rule("GUI-8.3.3")
def test_a_missile_that_falls_behind_a_wall_hurts_nobody():
    """RUL-805: the shot at the man outside strays into the room; no die is rolled for who is in it."""
    b = battle(ground(**INSIDE), archer("Yani", "0401"), man("Jemal", "0403", side="arabs"),
               man("Abbas", "0404", side="arabs"), rules=SIEGE, **HOUSE)  # fmt: skip
    at_far = battle(ground(**INSIDE), archer("Yani", "0407"), man("Jemal", "0306", side="arabs"),
                    man("Abbas", "0405", side="arabs"), rules=SIEGE, **HOUSE)  # fmt: skip
    assert isinstance(look(at_far, "yani", "abbas"), Rejection)
    found = odds(b, SIEGE, "yani", "jemal", "0403", BOW)
    assert not isinstance(found, Rejection) and found.friends == 0
    shots = []
    for face in range(1, 11):
        far = battle(ground(9, 14, **INSIDE), archer("Yani", "0413"), man("Jemal", "0406", side="arabs"),
                     man("Abbas", "0405", side="arabs"), rules=SIEGE, **HOUSE)  # fmt: skip
        j = journal(far, named={"GUI-5.4.1a": face, "GUI-5.4.3a": 1})
        assert missile.resolve_shot(j, SIEGE, "yani", "jemal", "0406", BOW, "offensive") is None
        shots += [e for e in j.events if e.kind == "missile_stopped"]
        if "missile_stopped" in kinds(j.events):
            assert "damage_rolled" not in kinds(j.events)
    assert shots and all(e.victim == "abbas" and e.rule == "GUI-8.2.4" for e in shots)


@pytest.mark.rule("GUI-9.3.1", "GUI-9.4.1")
def test_who_is_up_a_ladder_sees_over_the_stockade():
    """A man on a ladder is as high as the platform before him; whether he has cover there is a
    seam's word."""
    ladder = Ladder("ladder-1", "ladder", ("0206",), Facing.N)
    climber = man("Olivier", "0206", weapon=BOW, storey=1)
    b = battle(RAMPART, climber, archer("Manueles", "0205", side="arabs"), hexsides=STOCKADE,
               ladders=(ladder,),
               rules=SIEGE)  # fmt: skip
    assert seen(look(b, "olivier", "manueles")).cover == "heavy"
    assert isinstance(look(b, "manueles", "olivier"), Sight)
    bare = SIEGE.extended(Extension(exposures=(lambda *_: Modifier(0, "GUI-10.1.5b", "on a ladder"),)))
    found = check(b, bare, b.figures["olivier"], BOW, "0205", "manueles")
    assert (found.cover, found.cover_why[0].words) == ("none", "on a ladder")


@pytest.mark.rule("GUI-8.2.4")
def test_refusals_say_what_and_where():
    b = battle(
        ground(**INSIDE), archer("Yani", "0402"), man("Jemal", "0405", side="arabs"), rules=SIEGE, **HOUSE
    )
    found = look(b, "yani", "jemal")
    assert refused(found) == "GUI-8.2.4" and found.why == "the wall between 0403 and 0404 is in the way"

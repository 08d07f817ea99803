"""What stands in the way of a shot (GUI-5.4a, GUI-5.5). Boards are drawn so that each case can be judged by
eye; straight down one column the line crosses every hex of it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.core.rejection import Rejection
from rules.ruleset import Policies
from rules.tactical.sight.elevation import trace
from rules.tactical.sight.line_of_fire import Sight, best_sight, check, sights
from tests.rules.kit import RULES, battle, field, horse, man, rider
from tests.rules.sight_kit import BOW, SLING, archer, look, rule_of, seen

# range


@pytest.mark.rule("GUI-5.4a", "GUI-5a")
@pytest.mark.parametrize("weapon", RULES.tables["weapons"].keys())
def test_every_range_band_of_every_weapon(weapon):
    """Hexes are counted without the shooter's own; each band ends with its last hex."""
    weapons = RULES.tables["weapons"]
    ends = [weapons.number(weapon, band) for band in ("short", "medium", "long")]
    b = battle(field(1, ends[-1] + 2), man("Yani", "0101"), man("Jemal", "0102", side="arabs"))
    for distance in {1, *ends, *(end + 1 for end in ends)}:
        at = f"01{distance + 1:02d}"
        b.figures["jemal"] = replace(b.figures["jemal"], hex=at)
        found = check(b, RULES, b.figures["yani"], weapon, at, "jemal")
        expected = next(
            (band for band, end in zip(("short", "medium", "long"), ends, strict=True) if distance <= end), ""
        )
        if expected:
            assert (seen(found).distance, seen(found).band) == (distance, expected)
        else:
            assert rule_of(found) == "GUI-5.4a"
            assert f"{distance} hexes" in found.why and f"reaches {ends[-1]}" in found.why


@pytest.mark.rule("GUI-5.5.1a")
def test_who_is_no_target():
    b = battle(
        field(6, 6),
        archer("Yani", "0101"),
        man("Friend", "0105"),
        man("Corpse", "0301", side="arabs", health="dead"),
        man("Bearer", "0303", side="arabs", carries="burden"),
        man("Burden", "0303", side="arabs", health="stunned", carried_by="bearer"),
        rider("Drogo", "0502", "0503", side="arabs"),
    )
    assert rule_of(look(b, "yani", "friend")) == "GUI-5.5.1a"
    assert "dead" in look(b, "yani", "corpse").why
    assert rule_of(look(b, "yani", "burden")) == "GUI-4.2.4"
    assert seen(look(b, "yani", "bearer"))
    assert rule_of(look(b, "yani", "drogo", aim="0504")) == "GUI-5.4b"
    assert rule_of(look(b, "yani", "drogo-horse", aim="0502")) == "GUI-6.8c", "shoot at its rider"
    assert "dead" not in look(b, "yani", "drogo-horse", aim="0502").why


@pytest.mark.rule("GUI-6.8c")
def test_a_riderless_horse_is_a_target_and_a_carcass_is_none():
    b = battle(
        field(6, 6),
        archer("Yani", "0101"),
        horse("Bay", "0303", "0304", side="arabs"),
        horse("Carcass", "0501", "0502", side="arabs", alive=False),
    )
    assert seen(look(b, "yani", "bay")).distance == 3
    assert rule_of(look(b, "yani", "carcass")) == "GUI-6.8c"


# trees


@pytest.mark.rule("GUI-5.5.2.2a", "GUI-5.5.1b")
@pytest.mark.parametrize(
    ("column", "rule"),
    [
        (". . . .", ""),
        (". t . .", "GUI-5.5.2.2a"),
        (". . . t", ""),  # a target among trees, no other tree between
        (". . t t", "GUI-5.5.2.2a"),  # ... and a second tree
        ("t . . .", ""),  # the shooter's own tree hides nobody
        ("t . . t", ""),
    ],
)
def test_trees_between_stop_the_shot(column, rule):
    b = battle("\n".join(column.split()), archer("Yani", "0101"), man("Jemal", "0104", side="arabs"))
    found = look(b, "yani", "jemal")
    assert (found.rule if isinstance(found, Rejection) else "") == rule
    if rule:
        assert "0102" in found.why or "0103" in found.why


@pytest.mark.rule("GUI-5.5.1c")
@pytest.mark.parametrize(
    ("above", "below", "open_"), [("t", "t", False), ("t", ".", True), (".", "t", True), (".", ".", True)]
)
def test_along_a_hexside_the_less_restricting_hex_counts(above, below, open_):
    """From 0102 to 0302 the line runs between 0201 and 0202."""
    b = battle(f". {above} .\n. {below} .", archer("Yani", "0102"), man("Jemal", "0302", side="arabs"))
    assert b.board.line("0102", "0302").stages == (("0201", "0202"),)
    assert isinstance(look(b, "yani", "jemal"), Sight) is open_


@pytest.mark.rule("GUI-5.5.1c")
@pytest.mark.parametrize(
    ("above", "below", "cover"),
    [("s", "s", "light"), ("s", ".", "none"), (".", "s", "none"), ("t", "s", "light"), ("s", "t", "light")],
)
def test_along_a_hexside_the_open_hex_decides_the_cover(above, below, cover):
    """One hex of scrub beside the line gives nothing; if the other is shut by trees the scrub it is."""
    b = battle(f". {above} .\n. {below} .", archer("Yani", "0102"), man("Jemal", "0302", side="arabs"))
    assert seen(look(b, "yani", "jemal")).cover == cover


@pytest.mark.rule("GUI-5.5.1c", "GUI-5.5.3a")
def test_one_man_beside_the_line_does_not_block_but_two_do():
    b = battle(
        field(3, 3),
        man("Yani", "0102", weapon=SLING),
        man("Jemal", "0302", side="arabs"),
        man("Abbas", "0201"),
    )
    assert isinstance(look(b, "yani", "jemal"), Sight)
    b = battle(
        field(3, 3),
        man("Yani", "0102", weapon=SLING),
        man("Jemal", "0302", side="arabs"),
        man("Abbas", "0201"),
        man("Samir", "0202"),
    )
    assert rule_of(look(b, "yani", "jemal")) == "GUI-5.5.3a"


@pytest.mark.rule("GUI-5.5.1c", "GUI-5.5.3a")
def test_between_a_tree_and_a_man_there_is_no_way_for_a_sling():
    b = battle(
        ". t .\n. . .",
        man("Yani", "0102", weapon=SLING),
        man("Jemal", "0302", side="arabs"),
        man("Abbas", "0202"),
    )
    assert rule_of(look(b, "yani", "jemal")) == "GUI-5.5.3a"


# people and animals


def row_of_three(weapon, distance, between, target_terrain="."):
    """Yani in 0101, the target ``distance`` hexes down the column, and somebody half way."""
    column = ["."] * (distance + 1)
    column[-1] = target_terrain
    half = f"01{distance // 2 + 1:02d}"
    piece = replace(between, hex=half) if between is not None and not hasattr(between, "front") else between
    pieces = [man("Yani", "0101", weapon=weapon), man("Jemal", f"01{distance + 1:02d}", side="arabs")]
    return battle("\n".join(column), *pieces, *([piece] if piece is not None else []))


@pytest.mark.rule("GUI-5.5.3a")
@pytest.mark.parametrize("side", ["normans", "arabs"])
@pytest.mark.parametrize("weapon", ["sling", "lance_foot", "lance_mounted"])
@pytest.mark.parametrize("far", [False, True])
def test_slings_and_lances_never_pass_over_people(weapon, side, far):
    distance = RULES.tables["weapons"].number(weapon, "long" if far else "short")
    b = row_of_three(weapon, distance, man("Abbas", "0101", side=side))
    found = check(b, RULES, b.figures["yani"], weapon, f"01{distance + 1:02d}", "jemal")
    assert rule_of(found) == "GUI-5.5.3a" and "Abbas" in found.why
    b.figures["abbas"] = replace(b.figures["abbas"], hex=None)
    assert seen(check(b, RULES, b.figures["yani"], weapon, f"01{distance + 1:02d}", "jemal"))


@pytest.mark.rule("GUI-5.5.3b")
@pytest.mark.parametrize("weapon", ["composite_bow", "short_bow", "javelin"])
@pytest.mark.parametrize(
    ("band", "terrain", "open_"),
    [
        ("short", ".", False),
        ("medium", ".", True),
        ("long", ".", True),
        ("medium", "s", True),
        ("long", "t", True),
    ],
)
def test_bows_and_javelins_pass_over_people_from_afar(weapon, band, terrain, open_):
    distance = RULES.tables["weapons"].number(weapon, band)
    b = row_of_three(weapon, distance, man("Abbas", "0101"), terrain)
    found = look(b, "yani", "jemal", weapon)
    assert isinstance(found, Sight) is open_
    if not open_:
        assert found.rule == "GUI-5.5.3b" and "short range" in found.why


@pytest.mark.rule("GUI-5.5.3b")
def test_bows_do_not_pass_over_people_at_a_target_in_medium_cover():
    """The target stands on the slope and the line crosses the lip: medium cover, though the
    range is medium."""
    column = [".1"] * 16 + ["/0", ".0"]
    text = "\n".join(f"{c} {c} {c}" for c in column)
    b = battle(text, archer("Yani", "0202"), man("Jemal", "0217", side="arabs"))
    assert (seen(look(b, "yani", "jemal")).band, seen(look(b, "yani", "jemal")).cover) == ("medium", "medium")
    b = battle(text, archer("Yani", "0202"), man("Jemal", "0217", side="arabs"), man("Abbas", "0208"))
    assert rule_of(look(b, "yani", "jemal")) == "GUI-5.5.3b"
    assert "medium cover" in look(b, "yani", "jemal").why


@pytest.mark.rule("GUI-5.5.3a")
def test_the_stunned_and_the_dead_do_not_block_unless_the_book_says_so():
    for health in ("stunned", "dead"):
        b = row_of_three(SLING, 4, man("Abbas", "0101", health=health))
        assert isinstance(look(b, "yani", "jemal"), Sight)
    b = row_of_three(SLING, 4, man("Abbas", "0101", health="stunned"))
    older = replace(RULES, policies=Policies(stunned_block_fire=True))
    assert rule_of(check(b, older, b.figures["yani"], SLING, "0105", "jemal")) == "GUI-5.5.3a"


@pytest.mark.rule("GUI-5.5.3a")
def test_riders_and_riderless_horses_block_in_both_hexes():
    for front, rear in (("0203", "0303"), ("0303", "0203")):
        b = battle(
            field(3, 6),
            man("Yani", "0201", weapon=SLING),
            man("Jemal", "0205", side="arabs"),
            rider("Drogo", front, rear),
        )
        assert rule_of(look(b, "yani", "jemal")) == "GUI-5.5.3a"
    b = battle(
        field(3, 6),
        man("Yani", "0201", weapon=SLING),
        man("Jemal", "0205", side="arabs"),
        horse("Bay", "0303", "0203"),
    )
    assert rule_of(look(b, "yani", "jemal")) == "GUI-5.5.3a" and "Bay" in look(b, "yani", "jemal").why
    b.horses["bay"] = replace(b.horses["bay"], alive=False)
    assert isinstance(look(b, "yani", "jemal"), Sight)


@pytest.mark.rule("GUI-5.4b")
def test_a_rider_does_not_hide_behind_himself_and_either_half_may_be_aimed_at():
    b = battle(field(3, 8), man("Yani", "0201", weapon=SLING), rider("Drogo", "0204", "0205", side="arabs"))
    assert seen(look(b, "yani", "drogo", aim="0204")).distance == 3
    assert seen(look(b, "yani", "drogo", aim="0205")).distance == 4


@pytest.mark.rule("GUI-5.4b")
def test_the_better_half_is_the_one_with_less_cover_then_the_nearer():
    b = battle(field(3, 8), archer("Yani", "0201"), rider("Drogo", "0205", "0204", side="arabs"))
    assert seen(best_sight(b, RULES, b.figures["yani"], BOW, "drogo")).aim == "0204", "the nearer"
    b = battle(
        ". . .\n. . .\n. . .\n. s .\n. . .",
        archer("Yani", "0105"),
        rider("Drogo", "0205", "0204", side="arabs"),
    )
    assert seen(best_sight(b, RULES, b.figures["yani"], BOW, "drogo")).aim == "0205", (
        "the rear stands in scrub"
    )
    assert seen(best_sight(b, RULES, b.figures["yani"], BOW, "drogo", "rear")).aim == "0204"
    assert [s.cover for s in sights(b, RULES, b.figures["yani"], BOW, "drogo")] == ["none", "light"]


def test_a_rider_shoots_from_his_front_half():
    """RUL-508."""
    b = battle(
        field(3, 9),
        rider("Kontos", "0203", "0204", code="Bca", weapon=BOW),
        man("Jemal", "0208", side="arabs"),
    )
    assert seen(look(b, "kontos", "jemal")).distance == 5, "over his own horse's back"


@pytest.mark.rule("GUI-5.5.3.1a", "GUI-5.5.2.4a")
@pytest.mark.parametrize("water", ["w", "W"])
@pytest.mark.parametrize("weapon", ["sling", "short_bow", "lance_foot"])
def test_people_in_water_are_shot_over_freely(water, weapon):
    b = battle(
        f".\n{water}\n{water}\n.",
        man("Yani", "0101", weapon=weapon, lance=True),
        man("Jemal", "0104", side="arabs"),
        man("Swimmer", "0102"),
    )
    assert isinstance(look(b, "yani", "jemal", weapon), Sight)


@pytest.mark.rule("GUI-5.5.3.1b")
def test_example_horse_archer_over_a_friend():
    """EX-5.5.3.1-1: A, a horse archer, shoots over B beside him at C; D on foot cannot shoot over E at F; A
    cannot shoot over E at G, because E is not beside him."""
    b = battle(
        field(9, 9),
        rider("A", "0203", "0202", code="Bca", weapon=BOW),
        man("B", "0204"),
        man("C", "0205", side="arabs"),
        archer("D", "0503"),
        man("E", "0504"),
        man("F", "0505", side="arabs"),
        man("G", "0805", side="arabs"),
    )
    assert isinstance(look(b, "a", "c"), Sight)
    assert rule_of(look(b, "d", "f")) == "GUI-5.5.3b"
    assert {way.hex for ways in trace(b, "0203", "0805").between for way in ways} & {"0504"}
    found = look(b, "a", "g")
    assert rule_of(found) == "GUI-5.5.3b" and "E in 0504" in found.why


@pytest.mark.rule("GUI-5.5.3.1b")
@pytest.mark.parametrize(
    ("between", "open_"),
    [
        (man("B", "0204"), True),
        (man("B", "0204", side="arabs"), False),
        (rider("B", "0204", "0304"), False),
        (horse("B", "0204", "0304"), False),
    ],
)
def test_a_horse_archer_shoots_only_over_friends_on_foot(between, open_):
    b = battle(
        field(4, 9),
        rider("A", "0203", "0202", code="Bca", weapon=BOW),
        between,
        man("C", "0206", side="arabs"),
    )
    assert isinstance(look(b, "a", "c"), Sight) is open_


# symmetry
_CODES = [".0", ".0", ".1", "s0", "t0", "/0", "w0", "m1"]


@st.composite
def landscapes(draw):
    rows = [[draw(st.sampled_from(_CODES)) for _ in range(7)] for _ in range(7)]
    labels = [f"{c:02d}{r:02d}" for c in range(1, 8) for r in range(1, 8)]
    one, two = draw(st.lists(st.sampled_from(labels), min_size=2, max_size=2, unique=True))
    return "\n".join(" ".join(row) for row in rows), one, two


@pytest.mark.rule("GUI-5.5.1a", "GUI-5.5.2.3a")
@settings(deadline=None)
@given(landscapes())
def test_sight_over_bare_ground_is_mutual(drawn):
    """Trees and lips stop a shot one way exactly if they stop it the other way."""
    text, one, two = drawn
    b = battle(text, archer("Anna", one), archer("Bela", two, side="arabs"))
    there, back = look(b, "anna", "bela"), look(b, "bela", "anna")
    assert isinstance(there, Sight) is isinstance(back, Sight)
    if isinstance(there, Rejection):
        assert there.rule in ("GUI-5.5.2.2a", "GUI-5.5.2.3a")

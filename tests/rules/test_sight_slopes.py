"""The line of fire over slopes: lips, two heights, terraces, uphill and down."""

from __future__ import annotations

import pytest

from rules.tactical.sight.elevation import in_view
from rules.tactical.sight.line_of_fire import Sight
from tests.rules.kit import battle, man
from tests.rules.sight_kit import SLING, archer, look, rule_of, seen

# slopes
# High ground in rows 1 to 8, the slope in row 9 with its lip on the upper side, low ground below it.
HILLSIDE = "\n".join([" ".join([".1"] * 5)] * 8 + [" ".join(["/0"] * 5)] + [" ".join([".0"] * 5)] * 9)


@pytest.mark.rule("GUI-5.5.2.3a", "GUI-5.5.2.3b")
@pytest.mark.parametrize("upper", range(1, 9))
@pytest.mark.parametrize("lower", range(9, 19))
def test_over_a_lip_the_lower_must_be_as_far_from_the_slope_as_the_upper(upper, lower):
    """The slope hex is 0209: what counts are the distances to it. On the slope itself one sees
    and is seen."""
    b = battle(HILLSIDE, archer("Anna", f"02{upper:02d}"), archer("Bela", f"02{lower:02d}", side="arabs"))
    above, below = 9 - upper, lower - 9
    expected = below == 0 or below >= above
    for shooter, target in (("anna", "bela"), ("bela", "anna")):
        found = look(b, shooter, target)
        assert isinstance(found, Sight) is expected, found
        if not expected:
            assert found.rule == "GUI-5.5.2.3a" and "0209" in found.why and "Bela below" in found.why


@pytest.mark.rule("GUI-5.5.2.3a", "GUI-5.5.2.3c")
def test_example_three_byzantine_archers():
    """EX-5.5.2.3-1: A and B above the lip may shoot at E on the slope (medium cover), not at D who is closer
    to the slope than they are; C below shoots at D without the lip between: no cover."""
    b = battle(
        HILLSIDE,
        archer("A", "0202"),
        archer("B", "0402"),
        archer("C", "0317"),
        man("D", "0311", side="arabs"),
        man("E", "0309", side="arabs"),
    )
    for upper in ("a", "b"):
        found = seen(look(b, upper, "e"))
        assert (found.cover, [m.rule for m in found.cover_why]) == ("medium", ["GUI-5.5.2.3c"])
        assert rule_of(look(b, upper, "d")) == "GUI-5.5.2.3a"
    found = seen(look(b, "c", "d"))
    assert (found.cover, found.distance) == ("none", 6)


@pytest.mark.rule("GUI-5.5.2.3d", "GUI-5.5.3.1c")
def test_example_a_hidden_man_at_the_foot_of_the_slope_does_not_block():
    """EX-5.5.3.1-2: from four hexes above the slope the man one hex below it cannot be seen, so a sling
    reaches the man six hexes below it; a man whom the slinger sees does block."""
    slinger = man("Yani", "0205", weapon=SLING)
    target = man("Jemal", "0215", side="arabs")
    b = battle(HILLSIDE, slinger, target, man("Abbas", "0210", side="arabs"))
    assert not in_view(b, "0205", "0210")
    assert isinstance(look(b, "yani", "jemal"), Sight)
    b = battle(HILLSIDE, slinger, target, man("Abbas", "0213", side="arabs"))
    assert in_view(b, "0205", "0213")
    assert rule_of(look(b, "yani", "jemal")) == "GUI-5.5.3a"


@pytest.mark.rule("GUI-5.5.2.3a")
def test_people_on_two_heights_see_each_other_across_a_valley():
    """RUL-502: both stand as high as the lips between them."""
    rows = [".1"] * 4 + ["/0"] + [".0"] * 2 + ["/0"] + [".1"] * 2
    b = battle(
        "\n".join(f"{c} {c} {c}" for c in rows), archer("Yani", "0201"), man("Jemal", "0209", side="arabs")
    )
    assert isinstance(look(b, "yani", "jemal"), Sight)


@pytest.mark.rule("GUI-5.5.2.3a")
def test_a_hill_between_hides_both():
    rows = [".0"] * 3 + ["/0"] + [".1"] * 2 + ["/0"] + [".0"] * 3
    b = battle(
        "\n".join(f"{c} {c} {c}" for c in rows), archer("Yani", "0201"), archer("Jemal", "0210", side="arabs")
    )
    assert rule_of(look(b, "yani", "jemal")) == rule_of(look(b, "jemal", "yani")) == "GUI-5.5.2.3a"


# uphill
# Level 2 in rows 1 and 2, a slope in row 3, level 1 in rows 4 and 5, a slope in row 6, level 0 below.
TERRACES = "\n".join(" ".join([c] * 3) for c in [".2", ".2", "/1", ".1", ".1", "/0", *[".0"] * 7])


@pytest.mark.rule("GUI-5.5.5")
@pytest.mark.parametrize(
    ("target", "between", "open_"),
    [
        ("0205", "0206", True),  # one level up: one hex from the target
        ("0205", "0207", False),
        ("0202", "0204", True),  # two levels up: two hexes
        ("0202", "0205", False),
        ("0202", "0203", True),
    ],
)
def test_uphill_those_just_below_the_target_do_not_block(target, between, open_):
    b = battle(
        TERRACES,
        man("Samir", "0212", weapon=SLING, side="arabs"),
        man("Carlo", target),
        man("Abbas", between, side="arabs"),
    )
    found = look(b, "samir", "carlo")
    assert isinstance(found, Sight) is open_, found
    if not open_:
        assert found.rule == "GUI-5.5.3a"


@pytest.mark.rule("GUI-5.5.5")
def test_on_the_level_or_downhill_they_do_block():
    b = battle(
        TERRACES, man("Samir", "0212", weapon=SLING), man("Carlo", "0208", side="arabs"), man("Abbas", "0209")
    )
    assert rule_of(look(b, "samir", "carlo")) == "GUI-5.5.3a"
    b = battle(
        TERRACES, man("Samir", "0205", weapon=SLING), man("Carlo", "0209", side="arabs"), man("Abbas", "0208")
    )
    assert rule_of(look(b, "samir", "carlo")) == "GUI-5.5.3a"

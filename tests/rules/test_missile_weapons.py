"""Who may shoot with what, and what it costs in movement (GUI-5, GUI-5.1 to GUI-5.3a)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.core.rejection import Rejection
from rules.state.battle import PhaseRecord
from rules.tactical import weapons
from tests.rules.kit import RULES, battle, field, man, rider

BOW = "composite_bow"


def offensive(b, who, weapon=""):
    figure = b.figures[who]
    return weapons.may_fire_offensively(b, RULES, figure, weapon or weapons.weapon_of(b, RULES, figure))


def defensive(b, who, weapon=""):
    figure = b.figures[who]
    return weapons.may_fire_defensively(b, RULES, figure, weapon or weapons.weapon_of(b, RULES, figure))


@pytest.mark.rule("GUI-5a", "GUI-5b")
@pytest.mark.parametrize("weapon", ["composite_bow", "short_bow", "sling", "javelin"])
def test_a_man_shoots_with_his_own_weapon_and_no_other(weapon):
    b = battle(field(3, 3), man("Yani", "0101", weapon=weapon))
    yani = b.figures["yani"]
    assert weapons.weapon_of(b, RULES, yani) == weapon
    assert weapons.chosen_weapon(b, RULES, yani) == weapon
    assert offensive(b, "yani") is None
    other = "sling" if weapon != "sling" else "javelin"
    assert offensive(b, "yani", other).rule == "GUI-5b"


@pytest.mark.rule("GUI-5b")
def test_a_spearman_has_nothing_to_shoot_with():
    b = battle(field(3, 3), man("Yani", "0101"))
    assert weapons.weapon_of(b, RULES, b.figures["yani"]) == ""
    assert weapons.chosen_weapon(b, RULES, b.figures["yani"]).rule == "GUI-5b"
    assert weapons.chosen_weapon(b, RULES, b.figures["yani"], "lance").rule == "GUI-5c"
    assert offensive(b, "yani").rule == "GUI-5b"


@pytest.mark.rule("GUI-5c", "GUI-5f")
def test_a_lance_is_thrown_on_foot_or_mounted_but_not_by_a_hoplite():
    b = battle(
        field(5, 5),
        man("Robert", "0101", lance=True),
        rider("Drogo", "0302", "0303", lance=True),
        man("Okeanos", "0501", lance=True, hoplite=True),
        man("Yani", "0105", lance=True, weapon=BOW),
    )
    of = {
        name: weapons.weapon_of(b, RULES, b.figures[name]) for name in ("robert", "drogo", "okeanos", "yani")
    }
    assert of == {"robert": "lance_foot", "drogo": "lance_mounted", "okeanos": "", "yani": BOW}
    assert weapons.chosen_weapon(b, RULES, b.figures["yani"], "lance") == "lance_foot"
    assert weapons.chosen_weapon(b, RULES, b.figures["okeanos"], "lance").rule == "GUI-5c"
    assert offensive(b, "robert") is None and offensive(b, "drogo") is None
    assert offensive(b, "yani", "lance_foot") is None


@pytest.mark.rule("GUI-5c")
def test_lances_are_for_ones_own_phase_only():
    b = battle(field(5, 5), man("Robert", "0101", lance=True), side="arabs")
    assert defensive(b, "robert").rule == "GUI-5c"


@pytest.mark.rule("GUI-5d")
def test_four_javelins_and_no_more():
    b = battle(field(3, 3), man("Yani", "0101", weapon="javelin"))
    assert RULES.tables["ammunition"].number("javelin", "shots") == b.figures["yani"].javelins == 4
    b.figures["yani"] = replace(b.figures["yani"], javelins=1)
    assert offensive(b, "yani") is None
    b.figures["yani"] = replace(b.figures["yani"], javelins=0)
    assert offensive(b, "yani").rule == "GUI-5d"
    assert not RULES.tables["ammunition"].has(BOW)


@pytest.mark.rule("GUI-5f")
@pytest.mark.parametrize(
    ("weapon", "allowed"),
    [("composite_bow", True), ("javelin", True), ("short_bow", False), ("sling", False)],
)
def test_what_can_be_used_from_the_saddle(weapon, allowed):
    b = battle(field(3, 3), rider("Kontos", "0202", "0203", weapon=weapon))
    found = offensive(b, "kontos")
    assert (found is None) is allowed
    assert allowed or found.rule == "GUI-5f"


@pytest.mark.rule("GUI-5e")
def test_one_shot_in_a_missile_step():
    b = battle(field(3, 3), man("Yani", "0101", weapon=BOW))
    b.now.fired.add("yani")
    assert offensive(b, "yani").rule == "GUI-5e"
    b = battle(field(3, 3), man("Yani", "0101", weapon=BOW), side="arabs")
    b.now.watched.add("yani")
    assert defensive(b, "yani").rule == "GUI-5e"


@pytest.mark.rule("GUI-1.2g")
@pytest.mark.parametrize("health", ["stunned", "dead"])
def test_the_stunned_and_the_dead_do_not_shoot(health):
    b = battle(field(3, 3), man("Yani", "0101", weapon=BOW, health=health))
    assert offensive(b, "yani").rule == defensive(b, "yani").rule == "GUI-1.2g"


@pytest.mark.rule("GUI-5.5.2.4b")
@pytest.mark.parametrize(("terrain", "allowed"), [("w", False), ("W", False), ("m", True), ("b", True)])
def test_nobody_shoots_from_water(terrain, allowed):
    b = battle(field(3, 3, terrain), man("Yani", "0101", weapon=BOW))
    found = offensive(b, "yani")
    assert (found is None) is allowed
    assert allowed or (found.rule == "GUI-5.5.2.4b" and "0101" in found.why)


@pytest.mark.rule("GUI-5.5.2.4b")
def test_a_rider_with_either_half_in_water_does_not_shoot():
    b = battle(". w .\n. . .\n. . .", rider("Kontos", "0202", "0201", weapon=BOW))
    assert offensive(b, "kontos").rule == "GUI-5.5.2.4b"


# contact and combat


@pytest.mark.rule("GUI-5.2a")
def test_no_shot_with_an_enemy_beside_who_could_attack():
    yani = man("Yani", "0202", weapon=BOW)
    b = battle(field(4, 4), yani, man("Jemal", "0203", side="arabs"))
    assert offensive(b, "yani").rule == "GUI-5.2a" and "Jemal" in offensive(b, "yani").why
    for health in ("stunned", "dead"):
        b = battle(field(4, 4), yani, man("Jemal", "0203", side="arabs", health=health))
        assert offensive(b, "yani") is None
    b = battle(field(4, 4), yani, man("Friend", "0203"))
    assert offensive(b, "yani") is None


@pytest.mark.rule("GUI-5.2a")
def test_an_enemy_beside_who_could_not_attack_is_disregarded():
    """A rider cannot attack a man among trees (GUI-6.7)."""
    b = battle(
        ". . . .\n. t . .\n. . . .\n. . . .",
        man("Yani", "0202", weapon=BOW),
        rider("Drogo", "0203", "0204", side="arabs"),
    )
    assert offensive(b, "yani") is None


@pytest.mark.rule("GUI-5.2a")
def test_contact_is_tested_at_the_moment_of_the_shot():
    b = battle(field(4, 6), man("Yani", "0202", weapon=BOW), man("Jemal", "0203", side="arabs"), side="arabs")
    assert defensive(b, "yani").rule == "GUI-5.2a"
    b.figures["jemal"] = replace(b.figures["jemal"], hex="0204")
    assert defensive(b, "yani") is None


@pytest.mark.rule("GUI-5.2b")
def test_after_an_attack_no_shot_in_the_same_phase():
    b = battle(field(3, 3), man("Yani", "0101", weapon=BOW))
    b.now.attacked.add("yani")
    assert offensive(b, "yani").rule == "GUI-5.2b"


@pytest.mark.rule("GUI-5.2c")
def test_an_attack_in_the_own_phase_gives_up_the_next_defensive_shot_only():
    b = battle(field(3, 3), man("Yani", "0101", weapon=BOW), side="arabs")
    b.last.attacked.add("yani")
    assert defensive(b, "yani").rule == "GUI-5.2c"
    b.last, b.before = PhaseRecord(), PhaseRecord(attacked={"yani"})
    assert defensive(b, "yani") is None


@pytest.mark.rule("GUI-5.3a")
def test_who_was_attacked_in_the_enemys_last_phase_does_not_shoot_in_this_one():
    b = battle(field(3, 3), man("Yani", "0101", weapon=BOW), side="arabs")
    b.before.defended.add("yani")
    assert defensive(b, "yani").rule == "GUI-5.3a"
    b.before = PhaseRecord(shot_at={})
    b.last.defended.add("yani")
    assert defensive(b, "yani") is None


@pytest.mark.rule("GUI-4.2.3a")
def test_whoever_hauled_bodies_does_not_watch():
    b = battle(field(3, 3), man("Yani", "0101", weapon=BOW), side="arabs")
    b.last.busy.add("yani")
    assert defensive(b, "yani").rule == "GUI-4.2.3a"


# fire and movement


@pytest.mark.rule("GUI-5.1a", "GUI-5.1b")
@pytest.mark.parametrize(
    ("weapon", "fired", "watching", "limit"),
    [
        ("composite_bow", False, False, None),
        ("composite_bow", True, False, 3),
        ("composite_bow", False, True, 3),
        ("composite_bow", True, True, 3),
        ("short_bow", True, False, None),
        ("short_bow", False, True, 3),
        ("short_bow", True, True, 3),
        ("sling", True, False, 3),
        ("sling", False, True, 3),
        ("sling", True, True, 3),  # cannot do both: the shot made counts
        ("javelin", True, False, None),
        ("javelin", False, True, None),  # no defensive shot to keep
        ("", True, True, None),
    ],
)
def test_how_far_a_shooter_may_move(weapon, fired, watching, limit):
    """Half of 7 MP, rounded down, is 3."""
    b = battle(field(3, 3), man("Yani", "0101", weapon=weapon, mp=7))
    assert weapons.movement_limit(b, RULES, b.figures["yani"], fired, watching) == limit


@pytest.mark.rule("GUI-5.1b", "GUI-5.3a")
@pytest.mark.parametrize(("spent", "allowed"), [(0, True), (4, True), (5, False), (8, False)])
def test_a_watcher_must_have_kept_his_limit_in_his_own_phase(spent, allowed):
    b = battle(field(3, 3), man("Yani", "0101", weapon=BOW), side="arabs")
    b.last.spent["yani"], b.last.left["yani"] = spent, 8 - spent
    found = defensive(b, "yani")
    assert (found is None) is allowed
    assert allowed or (
        found.rule == "GUI-5.1b" and f"used {spent} MP" in found.why and "at most 4" in found.why
    )


@pytest.mark.rule("GUI-5.1b")
def test_moves_of_earlier_phases_do_not_matter():
    b = battle(field(3, 3), man("Yani", "0101", weapon=BOW), side="arabs")
    b.before.spent["yani"] = 8
    assert defensive(b, "yani") is None


@pytest.mark.rule("GUI-5.1b")
@pytest.mark.parametrize("fired", [False, True])
def test_a_wound_received_since_does_not_shorten_the_limit(fired):
    """RUL-507: he moved 4 of 8 MP (with a shot made: all of the 4 that were left to him), then
    was wounded."""
    b = battle(field(3, 3), man("Yani", "0101", weapon=BOW, health="wounded"), side="arabs")
    b.last.spent["yani"], b.last.left["yani"] = 4, 0 if fired else 4
    if fired:
        b.last.fired.add("yani")
    assert defensive(b, "yani") is None


@pytest.mark.rule("GUI-5.1b")
def test_a_man_wounded_before_he_moved_has_the_limit_of_the_wounded():
    b = battle(field(3, 3), man("Yani", "0101", weapon=BOW, health="wounded"), side="arabs")
    b.last.spent["yani"], b.last.left["yani"] = 3, 1
    assert "at most 2" in defensive(b, "yani").why


@pytest.mark.rule("GUI-5.1a")
def test_rate_of_fire():
    """Both bows shoot in both phases, a sling in one of them, a javelin in the own phase only."""
    for weapon, rule in (
        ("composite_bow", ""),
        ("short_bow", ""),
        ("sling", "GUI-5.1a"),
        ("javelin", "GUI-5.1a"),
    ):
        b = battle(field(3, 3), man("Yani", "0101", weapon=weapon), side="arabs")
        b.last.fired.add("yani")
        found = defensive(b, "yani")
        assert (found.rule if isinstance(found, Rejection) else "") == rule, weapon
    b = battle(field(3, 3), man("Yani", "0101", weapon="sling"), side="arabs")
    assert defensive(b, "yani") is None


def test_every_weapon_is_complete():
    table = RULES.tables["weapons"]
    for key in map(str, table.keys()):
        row = table.row(key)
        assert 0 < row["short"] < row["medium"] < row["long"]
        for column in ("move_offensive", "move_defensive", "move_both"):
            assert row[column] == "no" or 0 <= row[column] <= 100
        assert {row["saddle"], row["over"], row["near"]} <= {"yes", "no"}
        assert weapons.name_of(RULES, str(key))

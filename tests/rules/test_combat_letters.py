"""What the letters of a combat do to men, riders and riderless horses."""

from __future__ import annotations

import pytest

from rules.core.modifier import total
from rules.core.weights import Weight
from rules.events.combat import CombatFought, Retreated
from rules.events.harm import Killed, Stunned, Unhorsed, Wounded
from rules.events.movement import HorseReleased
from rules.orders.records import AttackOrder, Pick
from rules.phases.attacks import carry_out_attack
from rules.state.figure import Health
from tests.rules.combat_kit import FLAT, assessed, duel, fight, of_type, refused
from tests.rules.kit import RULES, battle, horse, journal, man, rider

# what the letters do


@pytest.mark.rule("GUI-6c")
def test_the_event_holds_everything_needed_to_recompute_it():
    j = fight(duel(12, 7, armoured=True), ("robert",), ("zahir",), 3)
    (event,) = of_type(j, CombatFought)
    assert (event.weight, event.column) == (Weight("5/8", "12 - 7 = 5", "+5", 5), "5/8")
    assert (event.face, total(event.modifiers), event.total) == (3, 1, 4)
    assert event.letter == "C" and event.table == "combat-foot"
    assert j.battle.now.attacked == {"robert"} and j.battle.now.defended == {"zahir"}


LETTERS_ON_FOOT = [
    # differential, die, letter, robert, zahir
    (-10, 10, "Ak", "dead", "healthy"),
    (-10, 8, "Aw", "wounded", "healthy"),
    (-10, 7, "As", "stunned", "healthy"),
    (10, 9, "B", "healthy", "healthy"),
    (5, 5, "-", "healthy", "healthy"),
    (5, 3, "C", "healthy", "healthy"),
    (5, 1, "D", "healthy", "stunned"),
    (9, 1, "E", "healthy", "wounded"),
    (13, 1, "F", "healthy", "dead"),
]


@pytest.mark.rule("GUI-6c", "GUI-6.5a")
@pytest.mark.parametrize(("differential", "die", "letter", "robert", "zahir"), LETTERS_ON_FOOT)
def test_each_letter_against_a_man_on_foot(differential, die, letter, robert, zahir):
    j = fight(duel(20 + differential, 20), ("robert",), ("zahir",), die)
    assert of_type(j, CombatFought)[0].letter == letter
    figures = j.battle.figures
    assert (figures["robert"].health, figures["zahir"].health) == (Health(robert), Health(zahir))
    moved = {"B": {"robert"}, "C": {"zahir"}}.get(letter, set())
    assert {e.figure for e in of_type(j, Retreated)} == moved


LETTERS_MOUNTED = [
    # differential, die, letter, rider's health, in the saddle, horse alive
    (5, 5, "-", "healthy", True, True),
    (5, 3, "C", "healthy", True, True),
    (5, 1, "D", "stunned", False, True),
    (9, 2, "E", "wounded", True, True),
    (13, 2, "F", "wounded", False, True),
    (9, 1, "G", "stunned", False, False),
    (13, 1, "H", "wounded", False, False),
    (31, 1, "I", "dead", False, False),
]


@pytest.mark.rule("GUI-6.8a", "GUI-6.8b", "GUI-1.2b")
@pytest.mark.parametrize(("differential", "die", "letter", "health", "saddle", "alive"), LETTERS_MOUNTED)
def test_each_letter_against_a_rider(differential, die, letter, health, saddle, alive):
    at = battle(
        FLAT,
        man("Robert", "0504", attack=20 + differential),
        rider("Zahir", "0505", "0506", side="arabs", defence=20),
    )
    j = fight(at, ("robert",), ("zahir",), die)
    assert of_type(j, CombatFought)[0].letter == letter
    zahir, steed = j.battle.figures["zahir"], j.battle.horses["zahir-horse"]
    assert (zahir.health, zahir.mounted, steed.alive) == (Health(health), saddle, alive)
    if letter == "C":
        assert zahir.hexes == ("0506", "0507")
    if not saddle:
        assert steed.hexes == ("0505", "0506")
        assert zahir.rear is None and zahir.hex not in steed.hexes
        assert any(j.battle.board.adjacent(zahir.hex, half) for half in steed.hexes)


@pytest.mark.rule("GUI-1.2b", "GUI-6.8a")
def test_a_mounted_attacker_who_is_stunned_or_killed_leaves_the_saddle():
    at = battle(
        FLAT, rider("Robert", "0504", "0503", attack=10), man("Zahir", "0505", side="arabs", defence=20)
    )
    j = fight(at, ("robert",), ("zahir",), 7)
    assert j.battle.figures["robert"].stunned and not j.battle.figures["robert"].mounted
    assert [type(e) for e in j.events if isinstance(e, Unhorsed | Stunned)] == [Unhorsed, Stunned]
    j = fight(at, ("robert",), ("zahir",), 10)
    assert j.battle.figures["robert"].dead and j.battle.horses["robert-horse"].loose
    j = fight(at, ("robert",), ("zahir",), 8)
    assert j.battle.figures["robert"].wounded and j.battle.figures["robert"].mounted


@pytest.mark.rule("GUI-6.2d")
def test_one_of_several_attackers_is_hurt_the_owner_says_who():
    at = battle(
        FLAT, man("Robert", "0504", attack=4, leader=True), man("Drogo", "0604", attack=4, armoured=True),
        man("Fursa", "0404", attack=4), man("Zahir", "0505", side="arabs", defence=20),
    )  # fmt: skip
    j = fight(at, ("robert", "drogo", "fursa"), ("zahir",), 10)  # differential -8, one right: -5/-1
    assert of_type(j, CombatFought)[0].letter == "Aw"
    assert [e.figure for e in of_type(j, Wounded)] == ["fursa"]  # no leader, no armour


@pytest.mark.rule("GUI-6.2e", "GUI-6.5a")
def test_a_retreat_befalls_everybody_of_the_side():
    at = battle(
        FLAT, man("Robert", "0504", attack=10), man("Drogo", "0604", attack=10),
        man("Zahir", "0505", side="arabs", defence=20),
    )  # fmt: skip
    j = fight(at, ("robert", "drogo"), ("zahir",), 9)  # 0/4 one right: 5/8, die 9: B
    assert [e.figure for e in of_type(j, Retreated)] == ["robert", "drogo"]


@pytest.mark.rule("GUI-6.4")
def test_a_stunned_defender_hurts_nobody():
    at = battle(FLAT, man("Robert", "0504", attack=1), man("Zahir", "0505", side="arabs", health="stunned"))
    for die in (6, 7, 8, 9, 10):
        j = fight(at, ("robert",), ("zahir",), die)
        assert of_type(j, CombatFought)[0].letter in {"B", "As", "Aw"}
        assert j.battle.figures["robert"].health is Health.HEALTHY
        assert j.battle.figures["robert"].hex == "0504"


@pytest.mark.rule("GUI-6.4")
def test_a_defender_who_is_not_stunned_hits_back():
    at = battle(FLAT, man("Robert", "0504", attack=1), man("Zahir", "0505", side="arabs"))
    told = {
        of_type(j, CombatFought)[0].letter: (now := j.battle.figures["robert"]).health is Health.HEALTHY
        and now.hex == "0504"
        for j in (fight(at, ("robert",), ("zahir",), die) for die in (6, 7, 8, 9, 10))
    }
    assert told and not any(unhurt for letter, unhurt in told.items() if letter in {"B", "As", "Aw"})


@pytest.mark.rule("GUI-6.4", "GUI-6.5e")
@pytest.mark.parametrize(("die", "letter"), [(1, "D"), (2, "C")])
def test_a_stunned_defender_dies_of_anything(die, letter):
    at = battle(FLAT, man("Robert", "0504", attack=3), man("Zahir", "0505", side="arabs", health="stunned"))
    j = fight(at, ("robert",), ("zahir",), die)
    assert of_type(j, CombatFought)[0].letter == letter
    assert j.battle.figures["zahir"].dead


@pytest.mark.rule("GUI-4.4.3f")
def test_riders_lose_led_horses_in_a_fight_and_men_on_foot_do_not():
    at = battle(
        FLAT, rider("Robert", "0504", "0503"), horse("Bayard", "0604", "0603", led_by="robert"),
        man("Zahir", "0505", side="arabs"), horse("Buraq", "0605", "0606", side="arabs", led_by="zahir"),
    )  # fmt: skip
    j = fight(at, ("robert",), ("zahir",), 10)  # 24 - 6 = 18: B
    first = of_type(j, HorseReleased)[0]
    assert (first.figure, first.horse, first.rule) == ("robert", "bayard", "GUI-4.4.3f")
    assert "zahir" not in {e.figure for e in of_type(j, HorseReleased)}


# riderless horses


@pytest.mark.rule("GUI-6.8c", "GUI-6.8d")
def test_a_riderless_horse_defends_with_one_on_the_mounted_table():
    at = battle(
        FLAT, man("Robert", "0504", attack=10), man("Drogo", "0604", attack=10),
        horse("Buraq", "0505", "0506", side="arabs"),
        horse("Kat", "0403", "0402", side="arabs", armoured=True),
    )  # fmt: skip
    found = assessed(at, ["robert"], "buraq")
    assert (found.defence, found.weight.rank, found.table, found.modifiers) == (
        (1,),
        9,
        "combat-mounted",
        (),
    )
    assert total(assessed(at, ["robert", "drogo"], ("buraq",)).shifts) == 0  # as against a rider (GUI-6.2c)
    assert total(assessed(at, ["robert"], "kat").modifiers) == 1


@pytest.mark.rule("GUI-6.8c")
@pytest.mark.parametrize(
    ("attack", "die", "letter", "alive", "hexes"),
    [
        (10, 1, "G", False, ("0505", "0506")),
        (14, 1, "H", False, ("0505", "0506")),
        (32, 1, "I", False, ("0505", "0506")),
        (10, 5, "C", True, ("0506", "0507")),
        (10, 2, "E", True, ("0505", "0506")),
        (10, 3, "D", True, ("0505", "0506")),
        (14, 2, "F", True, ("0505", "0506")),
        (10, 7, "-", True, ("0505", "0506")),
    ],
)
def test_letters_against_a_riderless_horse(attack, die, letter, alive, hexes):
    at = battle(FLAT, man("Robert", "0504", attack=attack), horse("Buraq", "0505", "0506", side="arabs"))
    j = fight(at, ("robert",), "buraq", die)
    assert of_type(j, CombatFought)[0].letter == letter
    assert (j.battle.horses["buraq"].alive, j.battle.horses["buraq"].hexes) == (alive, hexes)


@pytest.mark.rule("GUI-6.8c")
def test_a_horse_under_a_rider_or_dead_is_no_target():
    at = battle(
        FLAT, man("Robert", "0504"), rider("Zahir", "0505", "0506", side="arabs"),
        horse("Buraq", "0604", "0603", side="arabs", alive=False),
    )  # fmt: skip
    assert refused(at, ["robert"], "zahir-horse") == "GUI-6.8c"
    assert refused(at, ["robert"], "buraq") == "GUI-6.8c"
    assert refused(at, ["robert"], ("buraq", "zahir")) in {"GUI-6.8c", "GUI-6.2a"}


@pytest.mark.rule("GUI-6.2f")
def test_a_man_stunned_among_enemies_on_all_sides_dies_at_once():
    ring = ["0504", "0604", "0605", "0506", "0405", "0404"]
    at = battle(
        FLAT,
        *(man(f"N{i}", at, attack=12) for i, at in enumerate(ring)),
        man("Zahir", "0505", side="arabs", defence=7),
    )
    j = fight(at, ("n0",), ("zahir",), 1)
    assert [type(e) for e in j.events if isinstance(e, Stunned | Killed)] == [Stunned, Killed]
    assert of_type(j, Killed)[0].rule == "GUI-6.2f"


@pytest.mark.rule("GUI-6.2a", "GUI-6.2g")
def test_an_order_for_two_against_two_is_one_combat():
    at = battle(
        FLAT, man("Robert", "0505", attack=12), man("Drogo", "0506", attack=12),
        man("Zahir", "0405", side="arabs"), man("Yusuf", "0605", side="arabs"),
    )  # fmt: skip
    j = journal(at, otherwise=7)
    order = AttackOrder(figures=("robert", "drogo"), on=Pick(names=("zahir", "yusuf")))
    assert carry_out_attack(j, RULES, "normans", order, frozenset()) == []
    (event,) = of_type(j, CombatFought)
    assert (event.attackers, event.defenders) == (("robert", "drogo"), ("zahir", "yusuf"))

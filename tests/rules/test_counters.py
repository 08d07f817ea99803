"""Characters as counters: faces, values, codes (GUI-1)."""

from __future__ import annotations

import pytest

from rules.events.harm import Killed, Recovered, Stunned, Unhorsed, Wounded
from rules.evolve import evolve
from rules.state.figure import Health, Values
from tests.rules.kit import RULES, battle, field, man, rider


@pytest.mark.rule("GUI-1", "GUI-1.2d")
def test_values_are_looked_up_on_the_face_in_play() -> None:
    robert = rider(
        "Robert", "0202", "0203", attack=28, defence=9, mp=12, foot_attack=12, foot_defence=7, armoured=True
    )
    b = battle(field(5, 5), robert)
    assert b.figures["robert"].values == Values(28, 9, 12)
    evolve(b, Wounded(figure="robert", rule="GUI-6.5e"))
    assert b.figures["robert"].values == b.figures["robert"].faces.mounted_wounded
    evolve(b, Unhorsed(figure="robert", horse="robert-horse", hex="0302", rule="GUI-6.8a"))
    assert b.figures["robert"].values == b.figures["robert"].faces.wounded


@pytest.mark.rule("GUI-1.1a")
def test_a_rider_and_a_loose_horse_cover_two_hexes() -> None:
    b = battle(field(5, 5), rider("Robert", "0202", "0203"))
    assert b.figures["robert"].hexes == ("0202", "0203")
    assert b.horses["robert-horse"].hexes == ()
    evolve(b, Unhorsed(figure="robert", horse="robert-horse", hex="0302", rule="GUI-6.8a"))
    assert b.horses["robert-horse"].hexes == ("0202", "0203")
    assert b.figures["robert"].hexes == ("0302",)


@pytest.mark.rule("GUI-1.1b")
def test_every_missile_weapon_has_a_long_range_band() -> None:
    weapons = RULES.tables["weapons"]
    for weapon in weapons.keys():  # noqa: SIM118
        assert (
            weapons.number(weapon, "short")
            < weapons.number(weapon, "medium")
            < weapons.number(weapon, "long")
        )


@pytest.mark.rule("GUI-1.2a")
def test_the_four_faces_of_a_man_on_foot() -> None:
    b = battle(field(3, 3), man("Tybalt", "0202"))
    seen = [b.figures["tybalt"].health]
    evolve(b, Stunned(figure="tybalt", rule="GUI-6.5e"))
    seen.append(b.figures["tybalt"].health)
    evolve(b, Recovered(figure="tybalt"))
    evolve(b, Wounded(figure="tybalt", rule="GUI-6.5e"))
    seen.append(b.figures["tybalt"].health)
    evolve(b, Killed(figure="tybalt", rule="GUI-6.5e"))
    seen.append(b.figures["tybalt"].health)
    assert seen == [Health.HEALTHY, Health.STUNNED, Health.WOUNDED, Health.DEAD]


@pytest.mark.rule("GUI-1.2b")
def test_there_is_no_stunned_mounted_face() -> None:
    from rules.tactical.harm import stunning
    from tests.rules.kit import journal

    j = journal(battle(field(5, 5), rider("Robert", "0303", "0304")), otherwise=1)
    stunning.stun(j, RULES, "robert", "GUI-6.5e")
    robert = j.battle.figures["robert"]
    assert robert.stunned
    assert not robert.mounted
    assert j.battle.horses["robert-horse"].loose


@pytest.mark.rule("GUI-1.2c")
def test_an_animal_has_two_faces_only() -> None:
    from rules.tactical.harm import stunning, wounds
    from tests.rules.kit import journal

    for harm in (wounds.wound, stunning.stun):
        j = journal(battle(field(3, 3), man("Boar", "0202", animal=True)), otherwise=1)
        harm(j, RULES, "boar", "GUI-6.5e")
        assert j.battle.figures["boar"].dead


@pytest.mark.rule("GUI-1.2e")
def test_the_arrow_points_from_rear_to_front() -> None:
    b = battle(field(5, 5), rider("Robert", "0302", "0303"))
    robert = b.figures["robert"]
    assert robert.rear is not None and robert.hex is not None
    assert b.board.facing(robert.rear, robert.hex) == "N"


@pytest.mark.rule("GUI-1.2f")
def test_the_third_letter_tells_the_class() -> None:
    assert man("Yani", "0101", code="Bia").archer
    assert man("Gam", "0101", code="Lis").slinger
    assert not man("Robert", "0101", code="Nik").archer


@pytest.mark.rule("GUI-1.2g")
def test_a_stunned_man_defends_with_his_stunned_face_and_does_nothing() -> None:
    from rules.tactical.moving.movement import allowance
    from rules.tactical.ways.passage import can_attack

    b = battle(field(5, 5), man("Tybalt", "0202", health="stunned"), man("Zahir", "0203", side="arabs"))
    tybalt = b.figures["tybalt"]
    assert tybalt.values == tybalt.faces.stunned
    assert not can_attack(b, RULES, tybalt, "0203")
    assert allowance(b, RULES, tybalt) == 0

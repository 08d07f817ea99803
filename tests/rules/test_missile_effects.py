"""The damage die: every cell of the tables, and what the letters do to men, riders and horses."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.core.modifier import Modifier
from rules.events.combat import RetreatBlocked, Retreated
from rules.events.harm import HorseKilled, Killed, Unhorsed, Wounded
from rules.events.missile import DamageRolled
from rules.events.movement import HorseMoved, InfiltrationTested
from rules.ruleset import Extension
from rules.state.figure import Health
from rules.tactical.shooting.damage import damage_letter, damage_row, effect_of
from tests.rules.kit import RULES, battle, field, horse, man, rider
from tests.rules.missile_kit import BOW, moving, none, only, shoot

# the damage die
# The strings of the play sheet, row 1 to 9; the last of the second group is ours.
SHEET = {
    ("foot", "none"): "CCCBBBAA-",
    ("foot", "light"): "CCBBBAAA-",
    ("foot", "medium"): "CBBBAAA--",
    ("foot", "heavy"): "BBBAAA---",
    ("mounted", "none"): "EEDCCBAA-",
    ("mounted", "light"): "EDCCBAA--",
    ("mounted", "medium"): "DCCBAA---",
    ("mounted", "heavy"): "CCBAA----",
}
OFFSETS = {"composite_bow": 1, "short_bow": 2, "sling": 2, "javelin": 2, "lance_mounted": 1, "lance_foot": 1}


@pytest.mark.rule("GUI-5.4.3a")
@pytest.mark.parametrize(("category", "cover"), SHEET)
def test_every_cell_of_the_missile_tables(category, cover):
    letters = [damage_letter(RULES, category, row, cover) for row in range(1, 10)]
    assert "".join(letters) == SHEET[category, cover]
    # better cover and a higher die never hurt more
    order = "-ABCDE"
    assert [order.index(x) for x in letters] == sorted((order.index(x) for x in letters), reverse=True)


@pytest.mark.rule("GUI-5.4.3a", "GUI-5a")
@pytest.mark.parametrize("weapon", OFFSETS)
@pytest.mark.parametrize("face", range(1, 11))
def test_the_row_of_every_weapon_and_face(weapon, face):
    assert damage_row(RULES, weapon, "foot", face) == min(9, face + OFFSETS[weapon])


COVERED = Extension(
    covers=(
        lambda battle_, rules, figure, at, shooter: (
            Modifier(3, "GUI-5.5.2", "behind a shield") if figure.leader else None
        ),
    )
)


@pytest.mark.rule("GUI-5.4.3a", "GUI-5.4a")
@pytest.mark.parametrize("face", range(1, 11))
@pytest.mark.parametrize("cover", ["none", "light", "medium", "heavy"])
@pytest.mark.parametrize("mounted", [False, True])
@pytest.mark.parametrize("armoured", [False, True])
def test_a_real_shot_reads_the_cell_of_its_category_cover_and_die(face, cover, mounted, armoured):
    """From two hexes with a composite bow; armour adds 1, and 10 + 1 is 10. Medium cover:
    beyond a low wall."""
    text = "\n".join(". s ." if row == 3 and cover == "light" else ". . ." for row in range(8))
    more = {"side": "arabs", "armoured": armoured, "leader": cover == "heavy"}
    target = rider("Jemal", "0204", "0205", **more) if mounted else man("Jemal", "0204", **more)
    walls = [("0204", "N", "low_wall")] if cover == "medium" else []
    b = battle(text, man("Yani", "0202", weapon=BOW), target, hexsides=walls)
    rolled = only(shoot(b, face, rules=RULES.extended(COVERED)), DamageRolled)
    total = min(10, face + armoured)
    assert (rolled.cover, rolled.face, rolled.total) == (cover, face, total)
    assert rolled.row == min(9, total + 1)
    category = "mounted" if mounted else "foot"
    assert (rolled.category, rolled.table) == (category, f"missile-{category}")
    assert rolled.letter == SHEET[category, cover][rolled.row - 1]
    assert [m.words for m in rolled.modifiers] == (["armour"] if armoured else [])


@pytest.mark.rule("GUI-5.4.3a")
@pytest.mark.parametrize("who", ["foot", "mounted", "horse"])
def test_every_letter_has_an_effect(who):
    pieces = {
        "foot": man("Jemal", "0101"),
        "mounted": rider("Jemal", "0101", "0102"),
        "horse": horse("Bay", "0101", "0102"),
    }
    found = {letter: effect_of(RULES, pieces[who], letter) for letter in "-ABCDEF"}
    assert found["-"].harm == "none" and not found["-"].retreat
    assert found["A"].retreat == 2
    assert found["D"].horse_killed is (who != "foot")
    assert found["E"].horse_killed is (who != "foot")


# effects on people on foot


def on_foot(**more):
    """Yani two hexes north of Jemal, on open ground with room behind him."""
    return battle(field(5, 9), man("Yani", "0302", weapon=BOW), man("Jemal", "0304", side="arabs", **more))


@pytest.mark.rule("GUI-5.4.4a", "GUI-4.3h")
def test_a_drives_a_man_two_hexes_back_at_once_away_from_the_shot():
    j = shoot(on_foot(), 6)
    assert only(j, DamageRolled).letter == "A"
    steps = [e.hex for e in j.events if isinstance(e, Retreated)]
    assert len(steps) == 2 and steps[0] == "0305"
    assert j.battle.board.distance("0304", j.battle.figures["jemal"].hex) == 2
    assert none(j, Wounded)


@pytest.mark.rule("GUI-5.4.4d")
def test_no_room_to_fall_back_wounds():
    """At the edge of the board; an enemy's hex is never entered."""
    b = battle(field(3, 3), man("Yani", "0201", weapon=BOW), man("Jemal", "0203", side="arabs"))
    j = shoot(b, 6)
    assert only(j, RetreatBlocked).needed == 2
    assert j.battle.figures["jemal"].wounded and j.battle.figures["jemal"].hex == "0203"
    b.figures["jemal"] = replace(b.figures["jemal"], health=Health.WOUNDED)
    assert shoot(b, 6).battle.figures["jemal"].dead


@pytest.mark.rule("GUI-5.4.4b")
def test_a_friend_in_the_way_is_pushed_aside():
    """A causeway through deep water: the armoured man can go nowhere else."""
    text = "\n".join("W . W" if row < 6 else "W W W" for row in range(8))
    b = battle(
        text,
        man("Yani", "0202", weapon=BOW),
        man("Jemal", "0204", side="arabs", armoured=True),
        man("Abbas", "0206", side="arabs"),
    )
    j = shoot(b, 6)
    assert [e.hex for e in j.events if isinstance(e, Retreated)] == ["0205", "0206"]
    assert j.battle.figures["abbas"].hex != "0206" and j.battle.figures["abbas"].living


@pytest.mark.rule("GUI-5.4.4b", "RUL-526")
@pytest.mark.parametrize(("face", "alive"), [(10, False), (9, True)])
def test_a_horse_in_the_way_is_pushed_beside_an_enemy_and_tested(face, alive):
    """A lane one hex wide: the horse can but go on, beside Odo, who stands at its end."""
    b = battle(
        "\n".join(["_ ."] * 9),
        man("Yani", "0201", weapon=BOW),
        man("Jemal", "0203", side="arabs", armoured=True),
        horse("Bayard", "0206", "0205", side="arabs"),
        man("Odo", "0208", hoplite=True),
    )
    j = shoot(b, 6, face)
    assert j.battle.figures["jemal"].hex == "0205"
    [tested] = [e for e in j.events if isinstance(e, InfiltrationTested)]
    assert (tested.mover, tested.enemy, tested.hex, tested.during) == ("bayard", "odo", "0207", "retreat")
    assert j.battle.horses["bayard"].hexes == ("0207", "0206")
    assert j.battle.horses["bayard"].alive is alive


@pytest.mark.rule("GUI-5.4.3a", "GUI-5.4.4e")
@pytest.mark.parametrize(
    ("face", "letter", "before", "after"),
    [
        (1, "C", "healthy", "dead"),
        (4, "B", "healthy", "wounded"),
        (4, "B", "wounded", "dead"),
        (4, "B", "stunned", "dead"),
        (7, "A", "healthy", "healthy"),
        (7, "A", "wounded", "wounded"),
        (7, "A", "stunned", "dead"),  # a retreat result kills the stunned
        (9, "-", "stunned", "stunned"),
    ],
)
def test_what_letters_do_to_men_in_each_state(face, letter, before, after):
    j = shoot(on_foot(health=before), face)
    assert only(j, DamageRolled).letter == letter
    assert j.battle.figures["jemal"].health == after


@pytest.mark.rule("GUI-1.2c")
def test_an_animal_dies_of_a_wound():
    assert shoot(on_foot(animal=True), 4).battle.figures["jemal"].dead


# effects on riders


def mounted(**more):
    return battle(
        field(5, 9), man("Yani", "0302", weapon=BOW), rider("Jemal", "0304", "0305", side="arabs", **more)
    )


@pytest.mark.rule("GUI-5.4.3a", "GUI-5.4.4c")
def test_a_rider_is_driven_straight_back():
    j = shoot(mounted(), 7)
    assert only(j, DamageRolled).letter == "A"
    assert j.battle.figures["jemal"].hexes == ("0306", "0307")


@pytest.mark.rule("GUI-5.4.3a")
def test_b_wounds_a_rider_in_the_saddle():
    j = shoot(mounted(), 5)
    assert only(j, DamageRolled).letter == "B"
    figure = j.battle.figures["jemal"]
    assert figure.wounded and figure.mounted


@pytest.mark.rule("GUI-5.4.3a", "GUI-6.8b")
def test_c_kills_the_rider_and_spares_the_horse():
    j = shoot(mounted(), 3)
    assert only(j, DamageRolled).letter == "C"
    assert j.battle.figures["jemal"].dead
    bay = j.battle.horses["jemal-horse"]
    assert bay.alive and bay.hexes == ("0304", "0305")


@pytest.mark.rule("GUI-5.4.3a", "GUI-6.8a", "GUI-6.8b")
def test_d_kills_the_horse_and_throws_and_wounds_the_rider():
    j = shoot(mounted(), 2)
    assert only(j, DamageRolled).letter == "D"
    figure, bay = j.battle.figures["jemal"], j.battle.horses["jemal-horse"]
    assert figure.wounded and not figure.mounted
    assert not bay.alive and bay.hexes == ("0304", "0305")
    assert any(j.battle.board.adjacent(figure.hex, at) for at in bay.hexes)
    assert only(j, Unhorsed) and only(j, HorseKilled) and only(j, Wounded)


@pytest.mark.rule("GUI-5.4.4e")
def test_d_kills_a_wounded_rider():
    j = shoot(mounted(health="wounded"), 2)
    assert j.battle.figures["jemal"].dead and not j.battle.horses["jemal-horse"].alive


@pytest.mark.rule("GUI-5.4.3a")
def test_e_kills_horse_and_rider():
    j = shoot(mounted(), 1)
    assert only(j, DamageRolled).letter == "E"
    assert only(j, Killed) and only(j, HorseKilled)
    assert j.battle.figures["jemal"].dead and not j.battle.horses["jemal-horse"].alive


@pytest.mark.rule("GUI-5.4.3a")
def test_a_rider_thrown_on_the_move_moves_no_more():
    j = shoot(moving(rider("Jemal", "0304", "0305", side="arabs"), 4, 11), 2, mode="defensive")
    assert only(j, DamageRolled).letter == "D"
    assert j.battle.now.left["jemal"] == 0


# riderless horses


@pytest.mark.rule("GUI-6.8c")
@pytest.mark.parametrize("armoured", [False, True])
@pytest.mark.parametrize(
    ("face", "letter", "alive", "hexes"),
    [
        (1, "E", False, ("0304", "0305")),
        (2, "D", False, ("0304", "0305")),
        (3, "C", True, ("0304", "0305")),
        (5, "B", True, ("0304", "0305")),
        (6, "A", True, ("0306", "0307")),
        (8, "-", True, ("0304", "0305")),
    ],
)
def test_shots_at_a_riderless_horse(face, letter, alive, hexes, armoured):
    """As an unarmoured rider: D and E kill it, A drives it straight back, the rest does nothing."""
    b = battle(
        field(5, 9),
        man("Yani", "0302", weapon=BOW),
        horse("Bay", "0304", "0305", side="arabs", armoured=armoured),
    )
    j = shoot(b, face, target="bay")
    assert only(j, DamageRolled).letter == letter
    bay = j.battle.horses["bay"]
    assert (bay.alive, bay.hexes) == (alive, hexes)
    assert none(j, HorseMoved) is (letter != "A")

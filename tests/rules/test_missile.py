"""One shot from the bowstring to its effect (GUI-5.4)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.rejection import Rejection
from rules.events.combat import Retreated
from rules.events.missile import DamageRolled, ImpactFound, ShotFired
from rules.events.movement import AllowanceCut, MoveBegan
from rules.ruleset import Shot
from rules.tactical.moving.planning import starting_mp
from rules.tactical.shooting import missile
from rules.tactical.shooting.scatter import impact_modifiers, impacts
from tests.rules.kit import RULES, battle, field, horse, journal, kinds, man, rider
from tests.rules.missile_kit import BOW, moving, none, only, shoot

# the order of things


@pytest.mark.rule("GUI-5.4a", "GUI-5.4", "GUI-5e")
def test_a_shot_step_by_step():
    """Range, impact die, victim's category, damage die, effect; the shooter has used his shot."""
    b = battle(
        field(3, 9), man("Yani", "0201", weapon=BOW), man("Jemal", "0207", side="arabs", armoured=True)
    )
    j = shoot(b, 4, 3)
    assert kinds(j.events) == ["shot_fired", "impact_found", "damage_rolled", "wounded"]
    fired = only(j, ShotFired)
    assert (fired.distance, fired.band, fired.mode, fired.weapon) == (6, "short", "offensive", BOW)
    assert only(j, ImpactFound).hex == "0207"
    rolled = only(j, DamageRolled)
    assert (rolled.face, rolled.total, rolled.row, rolled.cover, rolled.letter) == (3, 4, 5, "none", "B")
    assert "yani" in j.battle.now.fired and "yani" not in j.battle.now.watched


@pytest.mark.rule("GUI-5d", "GUI-5c")
def test_a_shot_uses_up_javelins_and_lances():
    b = battle(
        field(3, 9), man("Yani", "0201", weapon="javelin", lance=True), man("Jemal", "0204", side="arabs")
    )
    assert shoot(b, 9, weapon="javelin").battle.figures["yani"].javelins == 3
    j = shoot(b, 9, weapon="lance_foot")
    assert not j.battle.figures["yani"].lance and j.battle.figures["yani"].javelins == 4


@pytest.mark.rule("GUI-5.2a", "GUI-5.4a")
def test_a_shot_that_cannot_be_made_changes_nothing():
    b = battle(
        field(3, 9),
        man("Yani", "0201", weapon=BOW),
        man("Jemal", "0207", side="arabs"),
        man("Abbas", "0202", side="arabs"),
    )
    j = journal(b)
    refused = missile.resolve_shot(j, RULES, "yani", "jemal", "0207", BOW, "offensive")
    assert isinstance(refused, Rejection) and refused.rule == "GUI-5.2a"
    assert j.events == []
    refused = missile.resolve_shot(j, RULES, "yani", "jemal", "0208", BOW, "offensive")
    assert refused is not None and j.events == []


@pytest.mark.rule("GUI-5.4a")
def test_earlier_shots_have_taken_effect_before_the_next():
    b = battle(
        field(5, 9),
        man("Yani", "0201", weapon=BOW),
        man("Samir", "0301", weapon=BOW),
        man("Jemal", "0203", side="arabs"),
    )
    j = journal(b, 1)
    assert missile.resolve_shot(j, RULES, "yani", "jemal", "0203", BOW, "offensive") is None
    assert j.battle.figures["jemal"].dead
    refused = missile.resolve_shot(j, RULES, "samir", "jemal", "0203", BOW, "offensive")
    assert refused is not None and "dead" in refused.why


# the impact die


@pytest.mark.rule("GUI-5.4.1a")
@pytest.mark.parametrize(
    ("start", "neighbours"),
    [
        # faces 5 to 10, clockwise from beyond; 0505 has N 0504, NE 0604, SE 0605, S 0506, SW 0405, NW 0404
        ("0501", "0506 0405 0404 0504 0604 0605"),  # flying south
        ("0509", "0504 0604 0605 0506 0405 0404"),  # north
        ("0107", "0604 0605 0506 0405 0404 0504"),  # north-east
        ("0907", "0404 0504 0604 0605 0506 0405"),  # north-west
        ("0103", "0605 0506 0405 0404 0504 0604"),  # south-east
        ("0903", "0405 0404 0504 0604 0605 0506"),  # south-west
        ("0105", "0605 0506 0405 0404 0504 0604"),  # along a corner, east
        ("0905", "0404 0504 0604 0605 0506 0405"),  # along a corner, west
    ],
)
def test_where_each_face_falls(start, neighbours):
    b = battle(field(9, 9), man("Yani", start))
    expected = ["0505"] * 4 + neighbours.split()
    assert list(impacts(b, RULES, start, "0505", 0)) == expected
    assert impacts(b, RULES, start, "0505", -3)[:2] == ("0505", "0505")  # totals of -2 and -1
    assert impacts(b, RULES, start, "0505", 3)[7:] == ("", "", "")  # totals of 11 to 13


@pytest.mark.rule("GUI-5.4.1a", "GUI-5.4.2a")
def test_every_neighbour_is_hit_by_one_face_from_every_side():
    b = battle(field(11, 11), man("Yani", "0101"))
    for start in b.board.cells:
        if b.board.distance(start, "0606") >= 3:
            fallen = impacts(b, RULES, start, "0606", 0)
            assert sorted(fallen[4:]) == sorted(b.board.neighbours("0606"))
            beyond, short = fallen[4], fallen[7]
            assert b.board.distance(start, beyond) >= b.board.distance(start, "0606")
            assert b.board.distance(start, short) <= b.board.distance(start, "0606")


@pytest.mark.rule("GUI-5.4.1a")
def test_a_missile_that_leaves_the_board_is_lost():
    b = battle(field(3, 5), man("Yani", "0201", weapon=BOW), man("Jemal", "0205", side="arabs"))
    j = shoot(b, 7)  # within four hexes 7 - 2 = 5: beyond, off the board
    found = only(j, ImpactFound)
    assert (found.total, found.hex) == (5, "") and none(j, DamageRolled)


@pytest.mark.rule("GUI-5.4.1b")
@pytest.mark.parametrize(("distance", "rolled"), [(1, False), (2, False), (3, True)])
def test_no_impact_die_within_two_hexes(distance, rolled):
    at = f"02{distance + 1:02d}"
    b = battle(field(3, 6), man("Yani", "0201", weapon="javelin"), man("Jemal", at, side="arabs"))
    if distance == 1:  # beside him, but among trees where no rider can get at the shooter
        b = battle(
            ". t . .\n. . . .\n. . . .",
            man("Yani", "0201", weapon="javelin"),
            rider("Jemal", "0202", "0203", side="arabs"),
        )
    j = shoot(b, *([1] if rolled else []), 10)
    found = only(j, ImpactFound)
    assert (found.face > 0) is rolled
    assert found.rule == ("GUI-5.4.1a" if rolled else "GUI-5.4.1b")
    assert found.hex == only(j, ShotFired).aim


@pytest.mark.rule("GUI-5.4.2a")
@pytest.mark.parametrize(
    ("shooter", "distance", "expected"),
    [
        (man("Yani", "0101", weapon=BOW), 5, []),
        (man("Yani", "0101", weapon=BOW), 12, []),
        (man("Yani", "0101", weapon=BOW), 13, [(1, "medium range")]),
        (man("Yani", "0101", weapon=BOW), 31, [(2, "long range")]),
        (man("Yani", "0101", weapon=BOW), 4, [(-2, "within 4 hexes")]),
        (man("Yani", "0101", weapon="sling"), 3, [(-2, "within 4 hexes")]),
        (man("Yani", "0101", weapon="javelin"), 3, []),
        (man("Yani", "0101", lance=True), 4, []),
        (man("Yani", "0101", weapon=BOW, health="wounded"), 5, [(1, "wounded shooter")]),
        (
            man("Yani", "0101", weapon=BOW, health="wounded"),
            13,
            [(1, "medium range"), (1, "wounded shooter")],
        ),
        (rider("Yani", "0102", "0101", weapon=BOW, code="Bca"), 5, [(-1, "Byzantine horse archer")]),
        (
            rider("Yani", "0102", "0101", weapon=BOW, code="Bca"),
            4,
            [(-1, "Byzantine horse archer"), (-2, "within 4 hexes")],
        ),
        (man("Yani", "0101", weapon=BOW, code="Bia"), 5, []),  # Byzantine, but on foot
        (rider("Yani", "0102", "0101", weapon=BOW, code="Aca"), 5, []),  # mounted, but an Arab
        (rider("Yani", "0102", "0101", weapon="javelin", code="Bcj"), 5, []),  # no archer
    ],
)
def test_modifiers_of_the_impact_die(shooter, distance, expected):
    b = battle(field(1, 40), shooter)
    yani = b.figures["yani"]
    weapon = yani.weapon or "lance_foot"
    weapons = RULES.tables["weapons"]
    band = next(band for band in ("short", "medium", "long") if distance <= weapons.number(weapon, band))
    shot = Shot(yani, weapon, "x", "0101", distance, band, "offensive")
    found = impact_modifiers(b, RULES, shot)
    assert [(m.value, m.words) for m in found] == expected
    assert {m.rule for m in found} <= {"GUI-5.4.2a"}


@pytest.mark.rule("GUI-5.4.2a")
def test_above_ten_the_missile_is_lost():
    b = battle(
        field(3, 40), man("Yani", "0201", weapon=BOW, health="wounded"), man("Jemal", "0233", side="arabs")
    )
    j = shoot(b, 8)  # long range +2, wounded +1
    found = only(j, ImpactFound)
    assert (found.face, found.total, found.hex) == (8, 11, "")
    assert none(j, DamageRolled)


@pytest.mark.rule("GUI-5.4.1c")
def test_an_empty_impact_hex_ends_the_shot():
    b = battle(field(3, 9), man("Yani", "0201", weapon=BOW), man("Jemal", "0207", side="arabs"))
    j = shoot(b, 5)
    assert only(j, ImpactFound).hex == "0208" and none(j, DamageRolled)


@pytest.mark.rule("GUI-5.4.1c")
@pytest.mark.parametrize("side", ["normans", "arabs"])
def test_whoever_stands_where_it_falls_is_hit_friend_or_foe(side):
    """The missile aimed at 0207 flies on to 0208, where somebody stands in scrub: his own cover counts."""
    b = battle(
        "\n".join(". . ." if row != 7 else ". s ." for row in range(9)),
        man("Yani", "0201", weapon=BOW),
        man("Jemal", "0207", side="arabs"),
        man("Abbas", "0208", side=side),
    )
    j = shoot(b, 5, 1)
    rolled = only(j, DamageRolled)
    assert (rolled.victim, rolled.cover, rolled.letter) == ("abbas", "light", "C")
    assert j.battle.figures["abbas"].dead and not j.battle.figures["jemal"].dead


@pytest.mark.rule("GUI-5.4.1c")
def test_a_shot_that_strays_from_a_rider_s_front_may_find_his_rear():
    b = battle(field(3, 9), man("Yani", "0201", weapon=BOW), rider("Drogo", "0207", "0208", side="arabs"))
    rolled = only(shoot(b, 5, 10, target="drogo"), DamageRolled)
    assert (rolled.victim, rolled.category) == ("drogo", "mounted")


@pytest.mark.rule("GUI-5.4.1c", "GUI-6.8c")
def test_a_stray_missile_finds_a_loose_horse():
    b = battle(
        field(3, 9),
        man("Yani", "0201", weapon=BOW),
        man("Jemal", "0206", side="arabs"),
        horse("Bay", "0207", "0208", side="arabs"),
    )
    rolled = only(shoot(b, 5, 10), DamageRolled)
    assert (rolled.victim, rolled.category) == ("bay", "mounted")


def test_over_a_friends_hex_the_one_aimed_at_is_hit():
    """RUL-510."""
    b = battle(
        field(3, 9),
        man("Abbas", "0203", side="arabs"),
        man("Yani", "0201", weapon=BOW),
        man("Jemal", "0203", side="arabs"),
    )
    assert only(shoot(b, 10), DamageRolled).victim == "jemal"


# defensive shots


@pytest.mark.rule("GUI-5.4.3a")
@pytest.mark.parametrize(("left", "after"), [(6, 4), (2, 0), (1, 0)])
def test_a_defensive_a_costs_two_mp_and_no_retreat(left, after):
    j = shoot(moving(man("Jemal", "0304", side="arabs"), left=left), 7, mode="defensive")
    assert only(j, AllowanceCut).left == j.battle.now.left["jemal"] == after
    assert none(j, Retreated) and j.battle.figures["jemal"].hex == "0304"
    assert "yani" in j.battle.now.watched and "yani" not in j.battle.now.fired


@pytest.mark.rule("GUI-5.4.3a", "GUI-4.3c")
@pytest.mark.parametrize(
    ("spent", "left", "after"),
    [
        (0, 8, 4),  # half of 8; the wounded face allows 4
        (1, 7, 3),  # half of 7 rounded down; wounded 4 - 1 = 3
        (2, 6, 2),  # half would be 3, but wounded 4 - 2 = 2
        (5, 3, 0),
    ],
)
def test_a_defensive_b_wounds_and_halves_what_is_left(spent, left, after):
    """RUL-511."""
    j = shoot(moving(man("Jemal", "0304", side="arabs"), spent, left), 4, mode="defensive")
    assert j.battle.figures["jemal"].wounded
    assert j.battle.now.left["jemal"] == after


@pytest.mark.rule("GUI-5.4.3a")
def test_a_rider_wounded_in_the_saddle_keeps_half_of_what_is_left():
    j = shoot(moving(rider("Jemal", "0304", "0305", side="arabs"), 4, 11), 5, mode="defensive")
    assert only(j, DamageRolled).letter == "B"
    assert j.battle.figures["jemal"].mounted and j.battle.now.left["jemal"] == 5


@pytest.mark.rule("GUI-5.4.3a")
def test_a_stray_defensive_shot_slows_one_who_has_not_begun_to_move():
    """His allowance for this phase is 2 MP less when his turn comes; he has still not begun to move."""
    b = moving(man("Jemal", "0306", side="arabs"))
    b.figures["abbas"] = man("Abbas", "0307", side="arabs")
    j = shoot(b, 7, 7, mode="defensive")  # 7 - 2 = 5: one hex beyond
    assert only(j, DamageRolled).victim == "abbas"
    assert "abbas" not in j.battle.now.left and j.battle.now.reduced == {"abbas": 6}
    j.record(MoveBegan(figure="abbas", allowance=6))
    assert j.battle.now.left["abbas"] == 6


def test_a_slowed_man_begins_with_what_is_left_to_him():
    b = moving(man("Jemal", "0304", side="arabs"))
    b.now.reduced["jemal"] = 6
    assert starting_mp(b, RULES, b.figures["jemal"], None) == 6
    assert starting_mp(b, RULES, b.figures["jemal"], 4) == 4


@pytest.mark.rule("GUI-5.4.3a")
def test_a_defensive_shot_slows_neither_friends_nor_those_who_stay():
    b = moving(man("Jemal", "0304", side="arabs"))
    b.now.left.clear()
    b.now.staying.add("jemal")
    assert none(shoot(b, 7, mode="defensive"), AllowanceCut)
    b = moving(man("Jemal", "0306", side="arabs"))
    b.figures["friend"] = man("Friend", "0307")
    j = shoot(b, 7, 7, mode="defensive")
    assert only(j, DamageRolled).victim == "friend" and none(j, AllowanceCut)


# whatever happens


@st.composite
def skirmishes(draw):
    rows = [
        [draw(st.sampled_from([".0", ".0", "s0", "t0", ".1", "/0", "w0", "m0"])) for _ in range(6)]
        for _ in range(6)
    ]
    labels = [f"{c:02d}{r:02d}" for c in range(1, 7) for r in range(1, 7)]
    places = draw(st.lists(st.sampled_from(labels), min_size=6, max_size=6, unique=True))
    states = [draw(st.sampled_from(["healthy", "wounded", "stunned"])) for _ in range(4)]
    pieces = [
        man(
            "Yani",
            places[0],
            weapon=draw(st.sampled_from(["composite_bow", "short_bow", "sling", "javelin"])),
        ),
        man("Jemal", places[1], side="arabs", health=states[0], armoured=draw(st.booleans())),
        man("Abbas", places[2], side="arabs", health=states[1]),
        man("Friend", places[3], health=states[2]),
    ]
    text = "\n".join(" ".join(row) for row in rows)
    board = battle(text).board
    taken = {p.hex for p in pieces}
    rear = next((at for at in board.neighbours(places[4]) if at not in {*taken, places[4]}), None)
    if rear is not None:
        pieces.append(
            rider("Drogo", places[4], rear, side="arabs", health=states[3].replace("stunned", "healthy"))
        )
    return (
        battle(text, *pieces),
        draw(st.sampled_from(["offensive", "defensive"])),
        draw(st.integers(1, 10)),
        draw(st.integers(1, 10)),
    )


@pytest.mark.rule("GUI-5.4", "GUI-4.1a")
@settings(deadline=None)
@given(skirmishes())
def test_no_shot_breaks_the_table(drawn):
    """Whatever is shot at with whatever dice: a refusal with a rule and no event, or one shot after which
    nobody has vanished and no two living pieces share a hex."""
    b, mode, impact, damage = drawn
    for target in ("jemal", "drogo"):
        if target not in b.figures:
            continue
        j = journal(b, named={"GUI-5.4.1a": impact, "GUI-5.4.3a": damage}, otherwise=5)
        aim = b.figures[target].hexes[-1]
        refused = missile.resolve_shot(j, RULES, "yani", target, aim, b.figures["yani"].weapon, mode)
        if refused is not None:
            assert refused.rule.startswith("GUI-") and not j.events
            continue
        assert sum(isinstance(e, ShotFired) for e in j.events) == 1
        assert set(j.battle.figures) == set(b.figures)
        covered = [at for f in j.battle.figures.values() if f.living for at in f.hexes]
        covered += [at for h in j.battle.horses.values() if h.loose for at in h.hexes]
        assert len(covered) == len(set(covered))
        rank = ["healthy", "wounded", "dead"]
        for name, figure in j.battle.figures.items():
            assert figure.hex is not None
            before = b.figures[name].health
            if before != "stunned":
                assert rank.index(figure.health) >= rank.index(before)

"""The ladder of harm, falls from the saddle, and the helpless (GUI-6.5e, GUI-6.8, GUI-6.2f, GUI-1.2)."""

from __future__ import annotations

import pytest

from rules.core.facing import FACINGS
from rules.events.harm import Displaced, HorseKilled, Killed, Stunned, Unhorsed, Wounded
from rules.events.movement import HorseMoved, InfiltrationTested
from rules.state.figure import Health
from rules.tactical.harm import displacement, landing, stunning, surrounded, unhorsing, wounds
from rules.tactical.retreating import retreat
from tests.rules.kit import RULES, battle, field, horse, journal, kinds, man, narrated, rider

FLAT = field(10, 10)


def ring(at_hex: str, board: str = FLAT) -> list[str]:
    here = battle(board)
    return [h for f in FACINGS if (h := here.board.neighbour(at_hex, f)) is not None]


LADDER = [
    ("healthy", "wound", "wounded"),
    ("healthy", "stun", "stunned"),
    ("wounded", "wound", "dead"),
    ("wounded", "stun", "dead"),
    ("stunned", "wound", "dead"),
    ("stunned", "stun", "dead"),
    ("stunned", "retreat", "dead"),
    ("wounded", "retreat", "wounded"),
    ("healthy", "retreat", "healthy"),
    ("dead", "wound", "dead"),
    ("dead", "stun", "dead"),
]


@pytest.mark.rule("GUI-6.5e", "GUI-5.4.4e", "GUI-1.2a")
@pytest.mark.parametrize(("before", "harm", "after"), LADDER)
def test_the_ladder_of_harm(before, harm, after):
    j = journal(battle(FLAT, man("Zahir", "0505", health=before)))
    if harm == "wound":
        wounds.wound(j, RULES, "zahir", "GUI-6c")
    elif harm == "stun":
        stunning.stun(j, RULES, "zahir", "GUI-6c")
    else:
        retreat.resolve_retreat(j, RULES, ["zahir"], 1, "combat")
    assert j.battle.figures["zahir"].health is Health(after)
    if before == "dead":
        assert j.events == []


@pytest.mark.rule("GUI-6.5e")
def test_a_second_injury_is_told_as_such():
    j = journal(battle(FLAT, man("Zahir", "0505", health="wounded")))
    wounds.wound(j, RULES, "zahir", "GUI-5.4.3")
    (event,) = j.events
    assert isinstance(event, Killed) and event.rule == "GUI-6.5e"


@pytest.mark.rule("GUI-1.2a")
def test_animals_die_of_their_first_injury():
    for harm in (wounds.wound, stunning.stun):
        j = journal(battle(FLAT, man("Dog", "0505", animal=True)))
        harm(j, RULES, "dog", "GUI-6c")
        assert j.battle.figures["dog"].dead


@pytest.mark.rule("GUI-1.2b", "GUI-6.8a")
def test_a_stunned_rider_falls_first_and_a_wounded_one_stays_up():
    at = battle(FLAT, rider("Drogo", "0505", "0506"))
    j = journal(at)
    stunning.stun(j, RULES, "drogo", "GUI-6c")
    assert [type(e) for e in j.events] == [Unhorsed, Stunned]
    j = journal(at)
    wounds.wound(j, RULES, "drogo", "GUI-6c")
    assert [type(e) for e in j.events] == [Wounded]
    assert j.battle.figures["drogo"].mounted


@pytest.mark.rule("GUI-6.8b", "GUI-4.4.3a")
def test_a_dead_rider_lies_beside_his_horse_which_stays():
    j = journal(battle(FLAT, rider("Drogo", "0505", "0506")))
    wounds.kill(j, RULES, "drogo", "GUI-6c")
    drogo, steed = j.battle.figures["drogo"], j.battle.horses["drogo-horse"]
    assert drogo.dead and not drogo.mounted and drogo.hex not in ("0505", "0506")
    assert steed.loose and steed.hexes == ("0505", "0506") and steed.ridden_by is None


@pytest.mark.rule("GUI-6.8b", "GUI-6.8a")
def test_a_horse_killed_under_its_rider_throws_him_unhurt():
    j = journal(battle(FLAT, rider("Drogo", "0505", "0506")))
    unhorsing.kill_horse(j, RULES, "drogo-horse", "GUI-6c")
    assert [type(e) for e in j.events] == [Unhorsed, HorseKilled]
    assert j.battle.figures["drogo"].health is Health.HEALTHY
    assert j.battle.horses["drogo-horse"].hexes == ("0505", "0506")
    unhorsing.kill_horse(j, RULES, "drogo-horse", "GUI-6c")
    assert len(j.events) == 2


@pytest.mark.rule("GUI-6.8a")
def test_an_unhorsed_rider_falls_away_from_the_enemy():
    enemies = (man("Zahir", "0404", side="arabs"), man("Yusuf", "0604", side="arabs"))
    j = journal(battle(FLAT, rider("Drogo", "0505", "0506"), *enemies))
    unhorsing.unhorse(j, RULES, "drogo", "GUI-6c")
    assert j.battle.figures["drogo"].hex == "0507"


@pytest.mark.rule("GUI-6.8a")
def test_an_unhorsed_rider_lets_go_of_bridles():
    j = journal(battle(FLAT, rider("Drogo", "0505", "0506"), horse("Bayard", "0605", "0606", led_by="drogo")))
    unhorsing.unhorse(j, RULES, "drogo", "GUI-6c")
    assert kinds(j.events) == ["horse_released", "unhorsed"]
    assert j.battle.horses["bayard"].led_by is None


@pytest.mark.rule("GUI-6.8a")
def test_a_retreat_order_says_where_he_falls(monkeypatch):
    monkeypatch.setattr(landing, "retreat_goal", lambda battle, rules, figure: "0101")
    j = journal(battle(FLAT, rider("Drogo", "0505", "0506"), man("Zahir", "0504", side="arabs")))
    unhorsing.unhorse(j, RULES, "drogo", "GUI-6c")
    assert j.battle.figures["drogo"].hex == "0404"


@pytest.mark.rule("GUI-6.8a")
def test_trees_are_open_to_a_fallen_rider_and_deep_water_is_not_to_armour():
    board = [". . . . . . . . . ."] * 10
    board[4] = ". . . W . t . . . ."
    board[5] = ". . . W . W . . . ."
    board[3] = ". . . W W W . . . ."
    board[6] = ". . . . W . . . . ."
    at = battle("\n".join(board), rider("Drogo", "0505", "0506", armoured=True))
    j = journal(at)
    unhorsing.unhorse(j, RULES, "drogo", "GUI-6c")
    assert j.battle.figures["drogo"].hex == "0605"


@pytest.mark.rule("GUI-6.8a", "GUI-6.5b")
def test_friends_all_round_one_makes_room():
    at = battle(FLAT, rider("Drogo", "0505", "0506"))
    around = sorted({h for half in ("0505", "0506") for h in ring(half)} - {"0505", "0506"})
    at = battle(FLAT, rider("Drogo", "0505", "0506"), *(man(f"F{i}", h) for i, h in enumerate(around)))
    j = journal(at)
    unhorsing.unhorse(j, RULES, "drogo", "GUI-6c")
    assert kinds(j.events) == ["displaced", "unhorsed"]
    assert not j.battle.figures["drogo"].mounted
    for figure in j.battle.figures.values():
        assert len(j.battle.living_at(figure.hex)) == 1


@pytest.mark.rule("GUI-6.8a")
def test_enemies_all_round_kill_him():
    around = sorted({h for half in ("0505", "0506") for h in ring(half)} - {"0505", "0506"})
    at = battle(
        FLAT, rider("Drogo", "0505", "0506"), *(man(f"Z{i}", h, side="arabs") for i, h in enumerate(around))
    )
    j = journal(at)
    stunning.stun(j, RULES, "drogo", "GUI-6c")
    assert kinds(j.events) == ["unhorsed", "killed"]
    assert j.battle.figures["drogo"].dead
    assert any(isinstance(e, Killed) and e.rule == "GUI-6.8a" for e in j.events)


@pytest.mark.rule("GUI-6.2f")
def test_a_stunned_man_dies_when_all_open_hexes_round_him_are_held():
    held = ring("0505")
    enemies = [man(f"Z{i}", h, side="arabs") for i, h in enumerate(held)]
    at = battle(FLAT, man("Drogo", "0505", health="stunned"), *enemies)
    j = journal(at)
    assert surrounded.check(j, RULES) == ("drogo",)
    assert j.battle.figures["drogo"].dead
    # one gap, one stunned enemy or one friend in the ring and he lives
    assert (
        surrounded.check(journal(battle(FLAT, man("Drogo", "0505", health="stunned"), *enemies[1:])), RULES)
        == ()
    )
    dazed = man("Z9", held[0], side="arabs", health="stunned")
    at = battle(FLAT, man("Drogo", "0505", health="stunned"), dazed, *enemies[1:])
    assert surrounded.check(journal(at), RULES) == ()
    at = battle(FLAT, man("Drogo", "0505", health="stunned"), man("Robert", held[0]), *enemies[1:])
    assert surrounded.check(journal(at), RULES) == ()


@pytest.mark.rule("GUI-6.2f")
def test_hexes_that_he_could_not_enter_need_not_be_held():
    corner = ring("0101")
    enemies = [man(f"Z{i}", h, side="arabs") for i, h in enumerate(corner)]
    at = battle(FLAT, man("Drogo", "0101", health="stunned"), *enemies)
    assert surrounded.check(journal(at), RULES) == ("drogo",)
    board = [". . . . ."] * 5
    board[0] = ". W . . ."  # 0201, deep water, beside 0101
    at = battle(
        "\n".join(board), man("Drogo", "0101", health="stunned", armoured=True),
        man("Zahir", "0102", side="arabs"),
    )  # fmt: skip
    assert ring("0101", "\n".join(board)) == ["0201", "0102"]
    assert surrounded.check(journal(at), RULES) == ("drogo",)


@pytest.mark.rule("GUI-6.2f")
def test_the_healthy_are_never_crushed_and_nobody_dies_with_nobody_near():
    at = battle(
        FLAT, man("Drogo", "0505"), *(man(f"Z{i}", h, side="arabs") for i, h in enumerate(ring("0505")))
    )
    assert surrounded.check(journal(at), RULES) == ()
    assert surrounded.check(journal(battle(". _\n_ _", man("Drogo", "0101", health="stunned"))), RULES) == ()


# making room


@pytest.mark.rule("GUI-6.5b")
def test_a_free_hex_needs_no_room():
    assert displacement.room_at(battle(FLAT), RULES, "0505", "normans") == displacement.Cascade()


@pytest.mark.rule("GUI-6.5b", "GUI-5.4.4b")
def test_a_cascade_of_friends():
    """Robert in the way of somebody, Drogo behind him, water or enemies on all other sides."""
    board = [
        "W W W W W W",
        "W W W W W W",
        ". . . . . W",
        "W W W W W W",
    ]
    at = battle("\n".join(board), man("Robert", "0303", armoured=True), man("Drogo", "0403", armoured=True))
    cascade = displacement.room_at(at, RULES, "0303", "normans", frozenset({"0203"}))
    assert cascade is not None
    assert [(s.piece, s.hex, s.drowns) for s in cascade.shifts] == [
        ("robert", "0403", False),
        ("drogo", "0503", False),
    ]
    j = journal(at)
    displacement.carry_out(j, RULES, cascade, "GUI-6.5b")
    assert [(e.figure, e.hex) for e in j.events if isinstance(e, Displaced)] == [
        ("drogo", "0503"),
        ("robert", "0403"),
    ]


@pytest.mark.rule("GUI-4.2.1d")
def test_an_armoured_man_pushed_into_deep_water_drowns_if_there_is_no_other_way():
    board = "W W W\nW . W\nW W W"
    at = battle(board, man("Robert", "0202", armoured=True))
    j = journal(at)
    cascade = displacement.room_at(j.battle, RULES, "0202", "normans")
    assert cascade is not None and cascade.shifts[0].drowns
    displacement.carry_out(j, RULES, cascade, "GUI-6.5b")
    robert = j.battle.figures["robert"]
    assert robert.dead and robert.hex is None
    assert any(isinstance(e, Killed) and e.drowned and e.rule == "GUI-4.2.1d" for e in j.events)
    swimmer = battle(board, man("Robert", "0202"))
    cascade = displacement.room_at(swimmer, RULES, "0202", "normans")
    assert cascade is not None and not cascade.shifts[0].drowns


@pytest.mark.rule("GUI-5.4.4b", "GUI-6.5c")
def test_a_pushed_friend_avoids_tests_if_he_can_and_takes_them_if_not():
    at = battle(FLAT, man("Robert", "0505"), man("Zahir", "0503", side="arabs"))
    cascade = displacement.room_at(at, RULES, "0505", "normans")
    assert cascade is not None and cascade.cost == (0, 0, 1)
    board = "_ _ _ _\n_ . . _\n_ _ _ _"
    at = battle(board, man("Robert", "0202"), man("Zahir", "0302", side="arabs"))
    assert displacement.room_at(at, RULES, "0202", "normans") is None
    board = "_ _ _ _ _\n_ . . . _\n_ _ _ _ _"
    at = battle(board, man("Robert", "0202"), man("Zahir", "0402", side="arabs"))
    cascade = displacement.room_at(at, RULES, "0202", "normans")
    assert cascade is not None and cascade.cost == (0, 1, 1)
    j = journal(at, 10)
    displacement.carry_out(j, RULES, cascade, "GUI-6.5b")
    assert [e.during for e in j.events if isinstance(e, InfiltrationTested)] == ["retreat"]
    assert j.battle.figures["robert"].dead


@pytest.mark.rule("GUI-6.5b", "GUI-5.4.4c")
def test_riders_and_horses_are_pushed_along_themselves():
    at = battle(FLAT, rider("Drogo", "0505", "0506"))
    back = displacement.room_at(at, RULES, "0505", "normans")
    assert back is not None and (back.shifts[0].hex, back.shifts[0].rear) == ("0506", "0507")
    on = displacement.room_at(at, RULES, "0506", "normans")
    assert on is not None and (on.shifts[0].hex, on.shifts[0].rear) == ("0504", "0505")
    at = battle(FLAT, horse("Bayard", "0505", "0506"))
    j = journal(at)
    cascade = displacement.room_at(j.battle, RULES, "0505", "normans")
    assert cascade is not None
    displacement.carry_out(j, RULES, cascade, "GUI-6.5b")
    (moved,) = j.events
    assert isinstance(moved, HorseMoved) and (moved.front, moved.rear, moved.why) == (
        "0506",
        "0507",
        "displaced",
    )


@pytest.mark.rule("GUI-5.4.4b", "GUI-6.5c", "RUL-526")
@pytest.mark.parametrize(
    ("face", "barded", "result", "alive"),
    [
        (1, False, "none", True),
        (9, False, "wounded", True),
        (10, False, "killed", False),  # rides -1, a hoplite opposes +1
        (10, True, "wounded", True),
    ],
)
def test_a_horse_pushed_beside_an_enemy_is_tested(face, barded, result, alive):
    """Like a rider without armour; a wound does nothing to it, a barded one is armoured."""
    at = battle(
        FLAT,
        horse("Bayard", "0505", "0506", armoured=barded),
        man("Zahir", "0606", side="arabs", hoplite=True),
    )
    j = journal(at, face)
    cascade = displacement.room_at(j.battle, RULES, "0505", "normans")
    assert cascade is not None and cascade.cost == (0, 1, 1)
    displacement.carry_out(j, RULES, cascade, "GUI-5.4.4b")
    [tested] = [e for e in j.events if isinstance(e, InfiltrationTested)]
    assert (tested.mover, tested.enemy, tested.hex, tested.result) == ("bayard", "zahir", "0506", result)
    assert j.battle.horses["bayard"].alive is alive
    assert "zahir" in j.battle.now.tested
    assert "Zahir strikes at Bayard in 0506" in " ".join(
        line.text for line in narrated(at, j.events, "normans")
    )


@pytest.mark.rule("GUI-5.4.4b", "GUI-4.3b", "RUL-526")
def test_who_has_tested_or_holds_his_test_back_spares_the_horse():
    def events(*orders, tested=()):
        at = battle(
            FLAT, horse("Bayard", "0505", "0506"), man("Zahir", "0606", side="arabs"), man("Robert", "0101"),
            standing={"arabs": orders},
        )  # fmt: skip
        at.now.tested.update(tested)
        j = journal(at, otherwise=1)
        cascade = displacement.room_at(j.battle, RULES, "0505", "normans")
        displacement.carry_out(j, RULES, cascade, "GUI-5.4.4b")
        return [e for e in j.events if isinstance(e, InfiltrationTested)]

    assert len(events()) == 1
    assert events(tested=["zahir"]) == []
    assert events("OPPOSE Zahir never") == []
    assert events("OPPOSE Zahir only mounted") == []
    assert events("OPPOSE Zahir first Robert") == []


@pytest.mark.rule("GUI-6.5b")
def test_enemies_and_the_stunned_do_not_budge():
    for piece in (man("Zahir", "0505", side="arabs"), man("Drogo", "0505", health="stunned")):
        assert displacement.room_at(battle(FLAT, piece), RULES, "0505", "normans") is None
    zahir, buraq = (
        man("Zahir", "0604", side="arabs"),
        horse("Buraq", "0505", "0506", side="arabs", led_by="zahir"),
    )
    assert displacement.room_at(battle(FLAT, zahir, buraq), RULES, "0505", "normans") is None
    assert displacement.room_at(battle(FLAT, zahir, buraq), RULES, "0505", "arabs") is not None

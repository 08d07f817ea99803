"""Greek fire (GUI-10.5): the siphon, naphtha, and what burns with it."""

from __future__ import annotations

from typing import Any

import pytest

from rules.assault import flames, flaming_arrows, greek_fire, pushing, shooting
from rules.core.facing import Facing
from rules.core.rejection import Rejection
from rules.events.sequence import PhaseOpened
from rules.evolve import evolve
from rules.journal import Journal
from rules.orders.records import FlameOrder, PushOrder, ShootOrder
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.state.table import Seat
from rules.state.terrain import terrain_at
from rules.state.works import Engine, EngineState, Flame
from tests.rules.kit import SIEGE, field, journal, kinds, man, refusal
from tests.rules.siege_engines_kit import CREW, GREEKS, SIPHON, shot, siege, strand


@pytest.mark.rule("GUI-10.5.1b")
@pytest.mark.rule("GUI-10.5.1c")
def test_dorian_and_alexio_cover_seven_hexes_and_two_of_four_normans() -> None:
    """EX-10.5-1: an aim within range; seven hexes of naphtha, two of the four enemies in it; it takes an
    archer to light it."""
    foes = [man(f"N{at}", at, side="arabs") for at in ("0604", "0605", "0601", "0901")]
    j = shot(strand(*foes), "0604", 3)
    assert kinds(j.events) == ["engine_shot", "siphon_tested", "naphtha_spilled"]
    assert set(j.battle.naphtha) == set(j.battle.board.within("0604", 1)) and len(j.battle.naphtha) == 7
    assert sum(f.hex in j.battle.naphtha for f in j.battle.side_figures("arabs")) == 2
    assert j.battle.flames == {}


@pytest.mark.rule("GUI-10.5.1b")
def test_it_reaches_5_to_10_hexes_in_its_arc_every_fifth_turn() -> None:
    b = siege(
        *[man("Dorian", "0616"), man("Alexio", "0516")],
        engine=Engine("siphon", "greek_fire", "Siphon", "normans", ("0615",), Facing.N),
        board=field(14, 18),
    )
    for aim, why in (("0611", "4 hexes"), ("0604", "11 hexes"), ("0617", "2 hexes")):
        assert why in refusal(shooting.check(b, SIEGE, "normans", ShootOrder("siphon", aim)))
    for aim in ("0610", "0605", "1112"):
        assert not isinstance(shooting.check(b, SIEGE, "normans", ShootOrder("siphon", aim)), Rejection)
    assert "not before" in refusal(shooting.check(b, SIEGE, "normans", ShootOrder("siphon", "1215")))
    assert shot(b, "0605", 10).battle.engines["siphon"].wait == 5


@pytest.mark.rule("GUI-10.5.1a")
def test_two_men_work_it_nobody_moves_it_and_it_never_throws_through_a_slit() -> None:
    b = siege(GREEKS[0], engine=SIPHON, board=field(14, 16))
    assert "two men" in refusal(shooting.check(b, SIEGE, "normans", ShootOrder("siphon", "0604")))
    assert "cannot be moved" in refusal(pushing.plan(b, SIEGE, "normans", PushOrder("siphon", ("N",))))
    b = strand(hexsides=[("0610", "N", "slit")])
    assert "slit" in refusal(shooting.check(b, SIEGE, "normans", ShootOrder("siphon", "0604")))
    on_platform = field(14, 9) + "\n" + ". . . . . P . . . . . . . .\n" + field(14, 6)
    b = siege(*GREEKS, engine=SIPHON, board=on_platform)
    assert not isinstance(shooting.check(b, SIEGE, "normans", ShootOrder("siphon", "0604")), Rejection)


@pytest.mark.rule("GUI-10.5.1c")
def test_naphtha_lies_on_water_too() -> None:
    j = shot(siege(*GREEKS, engine=SIPHON, board=field(14, 8, "W") + "\n" + field(14, 8)), "0604", 5)
    assert len(j.battle.naphtha) == 7


@pytest.mark.rule("GUI-10.5.2")
def test_on_1_it_bursts_and_naphtha_lies_on_the_six_hexes_around_it() -> None:
    j = shot(strand(), "0604", 1)
    assert j.battle.engines["siphon"].state is EngineState.DESTROYED
    assert set(j.battle.naphtha) == set(j.battle.board.neighbours("0610")) and len(j.battle.naphtha) == 6


@pytest.mark.rule("GUI-10.5.2")
def test_on_2_it_jams_for_good_and_from_3_it_works() -> None:
    b = shot(strand(), "0604", 2).battle
    assert b.engines["siphon"].state is EngineState.JAMMED and b.naphtha == {}
    evolve(b, PhaseOpened(number=21, turn=11, side="normans"))
    assert "jammed" in refusal(shooting.check(b, SIEGE, "normans", ShootOrder("siphon", "0604")))
    assert [greek_fire.siphon_result(SIEGE, face) for face in (1, 2, 3, 10)] == [
        "burst",
        "jam",
        "works",
        "works",
    ]


def soaked(*pieces: Character, at: str = "0604") -> Battle:
    b = strand(*pieces)
    for label in b.board.within(at, 1):
        b.naphtha[label] = "normans"
    return b


def lit(b: Battle, *faces: int, at: str = "0604", **dice: Any) -> Journal:
    j = journal(b, 3, *faces, **dice)
    order = FlameOrder(("yani",), at)
    assert flaming_arrows.shoot(j, SIEGE, "normans", order) is None
    return j


YANI = man("Yani", "0609", weapon="composite_bow")


@pytest.mark.rule("GUI-10.5.1d")
@pytest.mark.rule("GUI-10.5.3")
def test_an_arrow_lights_all_seven_hexes_at_once_and_they_burn_to_the_end() -> None:
    j = lit(soaked(YANI), at="0605")
    assert j.battle.naphtha == {} and len(j.battle.flames) == 7
    assert all(flame.greek for flame in j.battle.flames.values())
    for number in range(4, 16):
        j.battle.phase, j.battle.turn = number, (number + 1) // 2
        j.battle.side = "arabs" if number % 2 == 0 else "normans"
        flames.player_turn_ends(j, SIEGE)
    assert len(j.battle.flames) == 7


@pytest.mark.rule("GUI-10.5.1d")
@pytest.mark.rule("GUI-10.2.2")
def test_a_fire_beside_naphtha_lights_it_without_a_die_whichever_came_first() -> None:
    b = strand()
    b.flames["0602"] = Flame(side="arabs", since=1)
    j = shot(b, "0604", 5)
    assert {at for at, flame in j.battle.flames.items() if flame.greek} == set(b.board.within("0604", 1))


@pytest.mark.rule("GUI-10.5.3")
@pytest.mark.parametrize(
    ("face", "health"),
    [(1, "dead"), (5, "dead"), (6, "wounded"), (8, "wounded"), (9, "healthy"), (10, "healthy")],
)
def test_whoever_is_in_burning_naphtha_rolls(face: int, health: str) -> None:
    j = lit(soaked(YANI, man("Omar", "0603", side="arabs")), face)
    omar = j.battle.figures["omar"]
    assert omar.health == health
    if not omar.dead:
        assert omar.hex not in j.battle.flames


@pytest.mark.rule("GUI-10.5.3")
@pytest.mark.rule("RUL-1047")
def test_from_the_middle_he_goes_into_another_burning_hex_and_rolls_again() -> None:
    j = lit(soaked(YANI, man("Omar", "0604", side="arabs")), 9, 7, at="0605")
    assert [e.result for e in j.events if e.kind == "naphtha_burned"] == ["retreat", "wounded"]
    assert j.battle.figures["omar"].wounded
    assert j.battle.figures["omar"].hex not in j.battle.flames
    assert lit(soaked(YANI, man("Omar", "0604", side="arabs")), 9, 2, at="0605").battle.figures["omar"].dead


@pytest.mark.rule("GUI-10.5.1d")
@pytest.mark.rule("GUI-10.2.5")
@pytest.mark.rule("RUL-1046")
def test_burning_naphtha_spreads_to_wood_and_destroys_what_it_covers_but_burns_on() -> None:
    b = siege(man("Far", "0116"), engine=SIPHON, board=". . . . g j . . . . . . . .\n" + field(14, 15))
    b.flames["0501"] = Flame(side="normans", since=1, greek=True)
    j = journal(b, named={"GUI-10.2.2": 8})
    for number in (4, 6, 8):
        j.battle.phase, j.battle.turn, j.battle.side = number, number // 2, "arabs"
        flames.player_turn_ends(j, SIEGE)
    assert terrain_at(j.battle, "0501") == "destroyed_gate"
    assert j.battle.flames["0501"].greek and j.battle.flames["0601"].greek is False


@pytest.mark.rule("GUI-10.5.1d")
@pytest.mark.rule("RUL-1044")
def test_naphtha_on_a_burning_work_makes_a_fire_that_nobody_can_put_out() -> None:
    b = siege(*GREEKS, engine=SIPHON, board=field(14, 3) + "\n. . . . . j . . . . . . . .\n" + field(14, 12))
    b.flames["0604"] = Flame(side="arabs", since=1, turns=1)
    j = shot(b, "0604", 5)
    assert j.battle.flames["0604"] == Flame(side="arabs", since=1, turns=1, greek=True)
    assert len(j.battle.flames) == 7 and j.battle.naphtha == {}


@pytest.mark.rule("GUI-10.4.1")
@pytest.mark.rule("RUL-1042")
def test_one_player_does_not_take_anothers_men_for_a_crew() -> None:
    others = [man(f.name, f.hex, seat="allies") for f in CREW]
    b = siege(
        *others,
        seats=(Seat("normans", "normans", "N"), Seat("allies", "normans", "L"), Seat("arabs", "arabs", "A")),
    )
    assert "nobody can" in refusal(shooting.check(b, SIEGE, "normans", ShootOrder("cat", "0410")))
    assert not isinstance(shooting.check(b, SIEGE, "allies", ShootOrder("cat", "0410")), Rejection)


@pytest.mark.rule("GUI-10.5.3")
def test_a_second_wound_in_the_flames_kills() -> None:
    j = lit(soaked(YANI, man("Omar", "0604", side="arabs")), 6, 6, at="0605")
    assert j.battle.figures["omar"].dead


@pytest.mark.rule("GUI-10.4")
@pytest.mark.rule("GUI-10.5")
def test_each_kind_has_its_own_line_in_the_table_of_engines() -> None:
    table = SIEGE.tables["engines"]
    assert [table.number("stone_thrower", c) for c in ("farthest", "every", "crew", "movers", "pace")] == [
        30,
        3,
        3,
        4,
        2,
    ]
    assert [table.number("greek_fire", c) for c in ("nearest", "farthest", "every", "crew", "pace")] == [
        5,
        10,
        5,
        2,
        0,
    ]
    assert list(SIEGE.engine_kinds) == ["stone_thrower", "greek_fire"]

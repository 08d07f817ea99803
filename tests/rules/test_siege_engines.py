"""Stone throwers (GUI-10.4): worked, shot and pushed."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.assault import pushing, shooting, stone_thrower
from rules.core.facing import Facing
from rules.core.rejection import Rejection
from rules.events.sequence import PhaseOpened
from rules.evolve import evolve
from rules.journal import Journal
from rules.orders.records import PushOrder, ShootOrder
from rules.state.battle import Battle
from rules.state.figure import Character, Health
from rules.state.terrain import hexside_between, level_at, terrain_at
from rules.state.works import Engine, EngineState, Flame
from rules.tactical.sight import line_of_fire
from rules.tactical.ways.entry import entry_cost
from tests.rules.kit import SIEGE, battle, field, journal, kinds, man, refusal, rider
from tests.rules.siege_engines_kit import CATAPULT, CREW, shot, siege

# the stone thrower


@pytest.mark.rule("GUI-10.4.1")
def test_three_men_beside_it_work_it_and_do_nothing_else() -> None:
    j = shot(siege(*CREW), "0410", 5, 6)
    assert kinds(j.events) == ["engine_shot", "stone_fell"]
    assert j.battle.now.busy == {"hugo", "fulk", "odo"}
    assert j.battle.engines["cat"].wait == 3


@pytest.mark.rule("GUI-10.4.1")
def test_it_shoots_every_third_turn() -> None:
    b = shot(siege(*CREW), "0410", 5, 6).battle
    ready = []
    for number in range(4, 12):
        side = "normans" if number % 2 else "arabs"
        evolve(b, PhaseOpened(number=number, turn=(number + 1) // 2, side=side))
        if side == "normans":
            found = shooting.check(b, SIEGE, "normans", ShootOrder("cat", "0410"))
            ready.append(not isinstance(found, Rejection))
    assert ready == [False, False, True, True]


@pytest.mark.rule("GUI-10.4.1")
@pytest.mark.rule("RUL-1030")
def test_without_three_men_fit_for_it_the_engine_is_silent() -> None:
    dead = man("Odo", "0521", health="dead")
    stunned = man("Odo", "0521", health="stunned", stunned_in=1)
    away = man("Odo", "0522")
    foe = man("Omar", "0621", side="arabs")
    for third, others in ((dead, ()), (stunned, ()), (away, ()), (CREW[2], (foe,))):
        b = siege(*CREW[:2], third, *others)
        found = shooting.check(b, SIEGE, "normans", ShootOrder("cat", "0410"))
        assert "only Fulk and Hugo can" in refusal(found)
        j = journal(b)
        assert shooting.carry_out(j, SIEGE, "normans", ShootOrder("cat", "0410")) == found
        assert j.events == []
    alone = siege(man("Saddle", "0522"))
    assert "nobody can" in refusal(shooting.check(alone, SIEGE, "normans", ShootOrder("cat", "0410")))


@pytest.mark.rule("GUI-10.4.1", "RUL-1030", "RUL-1069")
@pytest.mark.parametrize(
    "places",
    [
        ("0421", "0321", "0521"),
        ("0419", "0320", "0520"),
        ("0419", "0421", "0321"),
    ],
)
def test_men_behind_the_engine_work_it_as_well_as_those_before_it(places: tuple[str, ...]) -> None:
    men = [man(name, at) for name, at in zip(("Hugo", "Fulk", "Odo"), places, strict=True)]
    b = siege(*men)
    assert kinds(shot(b, "0410", 5, 6).events) == ["engine_shot", "stone_fell"]
    behind = shooting.check(b, SIEGE, "normans", ShootOrder("cat", "0426"))
    assert "is not before Catapult" in refusal(behind)


@pytest.mark.rule("GUI-10.4.1")
def test_the_crew_named_is_taken_and_filled_up_sparing_the_archers() -> None:
    yani = man("Yani", "0320", weapon="composite_bow")
    b = siege(*CREW, yani)
    found = shooting.check(b, SIEGE, "normans", ShootOrder("cat", "0410"))
    assert not isinstance(found, Rejection) and set(found.crew) == {"hugo", "fulk", "odo"}
    found = shooting.check(b, SIEGE, "normans", ShootOrder("cat", "0410", ("yani",)))
    assert not isinstance(found, Rejection) and found.crew[0] == "yani" and len(found.crew) == 3
    four = ShootOrder("cat", "0410", ("yani", "hugo", "fulk", "odo"))
    assert "three men" in refusal(shooting.check(b, SIEGE, "normans", four))


@pytest.mark.rule("GUI-10.4.1")
@pytest.mark.rule("GUI-10.4.4")
@pytest.mark.rule("RUL-1031")
def test_targets_lie_in_the_third_of_a_circle_before_it_up_to_30_hexes_away() -> None:
    b = siege(*CREW, board=field(12, 36), engine=CATAPULT)
    for aim, why in (("0425", "not before"), ("0419", "2 to 30"), ("1219", "not before")):
        assert why in refusal(shooting.check(b, SIEGE, "normans", ShootOrder("cat", aim)))
    for aim in ("0401", "0818", "0117"):
        assert not isinstance(shooting.check(b, SIEGE, "normans", ShootOrder("cat", aim)), Rejection)
    far = Engine("cat", "stone_thrower", "Catapult", "normans", ("0435",), Facing.N)
    crew = (man("Hugo", "0436"), man("Fulk", "0336"), man("Odo", "0536"))
    b = siege(*crew, engine=far, board=field(12, 36))
    assert not isinstance(shooting.check(b, SIEGE, "normans", ShootOrder("cat", "0405")), Rejection)
    assert "31 hexes" in refusal(shooting.check(b, SIEGE, "normans", ShootOrder("cat", "0404")))


@pytest.mark.rule("GUI-10.4")
def test_nobody_else_can_work_it_nor_a_wreck_nor_one_that_burns() -> None:
    theirs = Engine("cat", "stone_thrower", "Catapult", "arabs", ("0420",), Facing.N)
    b = siege(*CREW, engine=theirs)
    assert "not yours" in refusal(shooting.check(b, SIEGE, "normans", ShootOrder("cat", "0410")))
    wreck = Engine(
        "cat", "stone_thrower", "Catapult", "normans", ("0420",), Facing.N, state=EngineState.DESTROYED
    )
    b = siege(*CREW, engine=wreck)
    assert "destroyed" in refusal(shooting.check(b, SIEGE, "normans", ShootOrder("cat", "0410")))
    b = siege(*CREW)
    b.flames["0420"] = Flame(side="arabs", since=1)
    assert "on fire" in refusal(shooting.check(b, SIEGE, "normans", ShootOrder("cat", "0410")))


@pytest.mark.rule("GUI-10.4.4")
@pytest.mark.rule("RUL-1034")
def test_two_dice_bring_the_stone_down_in_each_of_nineteen_hexes_the_aim_on_11() -> None:
    b = siege(*CREW)
    for aim in ("0410", "0818"):  # across a hexside, and along a corner
        found = {stone_thrower.landing(b, SIEGE, "0420", aim, total) for total in range(2, 21)}
        assert found == set(b.board.within(aim, 2))
        assert stone_thrower.landing(b, SIEGE, "0420", aim, 11) == aim


@pytest.mark.rule("GUI-10.4.4")
def test_the_directions_turn_with_the_flight() -> None:
    b = siege(*CREW)
    north = {12: "0409", 10: "0411", 7: "0412", 15: "0408", 13: "0510", 14: "0310"}
    assert {t: stone_thrower.landing(b, SIEGE, "0420", "0410", t) for t in north} == north
    # flight to the east runs along corners; 16 is beyond and to the right: south-east
    assert b.board.bearing("0421", "0621") == 3
    assert stone_thrower.landing(b, SIEGE, "0421", "0621", 16) == "0822"


@pytest.mark.rule("GUI-10.4.4")
@pytest.mark.rule("RUL-1036")
@pytest.mark.parametrize(("face", "health"), [(1, "dead"), (4, "wounded"), (10, "healthy")])
def test_whoever_stands_where_it_falls_friend_or_foe_rolls_on_the_missile_table(
    face: int, health: str
) -> None:
    for side in ("normans", "arabs"):
        j = shot(siege(*CREW, man("Victim", "0410", side=side)), "0410", 5, 6, face)
        assert j.battle.figures["victim"].health == health


@pytest.mark.rule("GUI-10.4.4")
def test_a_hit_may_drive_him_back_away_from_the_engine() -> None:
    j = shot(siege(*CREW, man("Victim", "0410", side="arabs")), "0410", 5, 6, 7)
    at = j.battle.figures["victim"].hex
    assert at and j.battle.board.distance(at, "0420") == 12


@pytest.mark.rule("GUI-10.4.4")
@pytest.mark.rule("RUL-1037")
@pytest.mark.parametrize(("face", "down"), [(7, False), (8, True), (1, False)])
def test_wood_is_battered_in_the_column_of_wood(face: int, down: bool) -> None:
    board = "\n".join([". . . g " + ". " * 8] + [". " * 12] * 25)
    j = shot(siege(*CREW, board=board), "0401", 5, 6, face)
    assert (terrain_at(j.battle, "0401") == "destroyed_gate") is down


@pytest.mark.rule("GUI-10.4.4")
@pytest.mark.rule("GUI-9.2.5")
@pytest.mark.rule("RUL-947")
def test_a_platform_comes_down_with_its_stockade() -> None:
    board = "\n".join([". . . P1 " + ". " * 8] + [". " * 12] * 25)
    b = siege(*CREW, board=board, walls=("stockade 0401",))
    j = shot(b, "0401", 5, 6, 8)
    assert (terrain_at(j.battle, "0401"), level_at(j.battle, "0401")) == ("stockade_down", 0)
    assert "stockade" not in hexside_between(j.battle, "0401", "0402")


@pytest.mark.rule("GUI-10.4.4")
def test_an_engine_that_is_struck_is_destroyed_by_a_d() -> None:
    other = Engine("siphon", "greek_fire", "Siphon", "arabs", ("0410",), Facing.S)
    b = battle(field(12, 26), *CREW, engines=(CATAPULT, other), rules=SIEGE, phase=3)
    assert shot(b, "0410", 5, 6, 8).battle.engines["siphon"].state is EngineState.DESTROYED
    assert shot(b, "0410", 5, 6, 3).battle.engines["siphon"].state is EngineState.READY


@pytest.mark.rule("GUI-10.4.4")
@pytest.mark.rule("RUL-1035")
def test_a_stone_does_nothing_to_stone_walls_and_those_in_a_tower() -> None:
    inside = man("Basil", "0410", side="arabs")
    j = shot(siege(*CREW, inside, traits=("tower 0410",)), "0410", 5, 6)
    assert kinds(j.events) == ["engine_shot", "stone_fell"]


@pytest.mark.rule("GUI-10.4.3")
@pytest.mark.rule("RUL-1033")
def test_nobody_enters_the_hex_of_an_engine_unless_it_is_a_wreck() -> None:
    b = siege(*CREW, rider("Drogo", "0419", "0418"), man("Omar", "0320", side="arabs"))
    for name, start in (("hugo", "0421"), ("omar", "0320"), ("drogo", "0419")):
        found = entry_cost(b, SIEGE, b.figures[name], start, "0420")
        assert isinstance(found, Rejection) and found.rule == "GUI-10.4.3"
    wreck = Engine(
        "cat", "stone_thrower", "Catapult", "normans", ("0420",), Facing.N, state=EngineState.DESTROYED
    )
    b = siege(*CREW, engine=wreck)
    assert not isinstance(entry_cost(b, SIEGE, b.figures["hugo"], "0421", "0420"), Rejection)


@pytest.mark.rule("GUI-10.4.3")
def test_no_shot_passes_over_an_engine() -> None:
    yani = man("Yani", "0423", weapon="composite_bow")
    b = siege(yani, man("Omar", "0417", side="arabs"))
    assert isinstance(
        line_of_fire.check(b, SIEGE, b.figures["yani"], "composite_bow", "0417", "omar"), Rejection
    )


# pushing it


def four() -> tuple[Character, ...]:
    return (*CREW, man("Milo", "0320"))


def pushed(b: Battle, *steps: str, facing: str = "", **dice: Any) -> Journal:
    j = journal(b, **dice)
    order = PushOrder("cat", tuple(steps), facing)
    assert pushing.push(j, SIEGE, "normans", order, lambda man: None) is None
    return j


@pytest.mark.rule("GUI-10.4.2")
@pytest.mark.rule("RUL-1038")
def test_four_men_push_it_two_hexes_over_flat_ground_and_go_with_it() -> None:
    j = pushed(siege(*four()), "N", "N")
    assert j.battle.engines["cat"].hexes == ("0418",)
    assert {f.hex for f in j.battle.side_figures("normans")} == {"0419", "0319", "0519", "0318"}
    assert j.battle.now.busy == {"hugo", "fulk", "odo", "milo"}
    assert "3 steps" in refusal(pushing.plan(siege(*four()), SIEGE, "normans", PushOrder("cat", ("N",) * 3)))


@pytest.mark.rule("GUI-10.4.2")
def test_one_hex_over_scrub_and_none_through_trees_water_or_walls() -> None:
    rows = [". " * 12] * 26
    for code, ways in (("s", ("N",)), ("t", ()), ("w", ())):
        board = "\n".join([*rows[:18], f". . . {code} " + ". " * 8, *rows[19:]])
        b = siege(*four(), board=board)
        fine = pushing.plan(b, SIEGE, "normans", PushOrder("cat", ("N",)))
        assert isinstance(fine, Rejection) is (not ways)
        assert isinstance(pushing.plan(b, SIEGE, "normans", PushOrder("cat", ("N", "N"))), Rejection)
    b = siege(*four(), hexsides=[("0420", "N", "low_wall")])
    assert "built between" in refusal(pushing.plan(b, SIEGE, "normans", PushOrder("cat", ("N",))))


@pytest.mark.rule("GUI-10.4.2")
def test_three_men_or_a_stranger_in_the_way_do_not_do() -> None:
    assert "four men" in refusal(pushing.plan(siege(*CREW), SIEGE, "normans", PushOrder("cat", ("N",))))
    b = siege(*four(), man("Omar", "0419", side="arabs"))
    found = pushing.plan(b, SIEGE, "normans", PushOrder("cat", ("N",)))
    assert "0419" in refusal(found) or "stands next to" in refusal(found) or "four men" in refusal(found)


@pytest.mark.rule("GUI-10.4.2")
@pytest.mark.rule("RUL-1039")
def test_a_man_shot_down_on_the_way_stops_it() -> None:
    b = siege(*four())
    j = journal(b)

    def felled(name: str) -> None:
        hugo = j.battle.figures["hugo"]
        j.battle.figures["hugo"] = replace(hugo, health=Health.DEAD)

    assert pushing.push(j, SIEGE, "normans", PushOrder("cat", ("N", "N")), felled) is None
    assert j.battle.engines["cat"].hexes == ("0419",)
    assert j.events[-1].kind == "move_ended" and "Hugo is down" in j.events[-1].reason


@pytest.mark.rule("GUI-10.4.2")
def test_turning_takes_a_step_for_each_sixth_and_moves_its_second_hex() -> None:
    long = Engine("cat", "stone_thrower", "Catapult", "normans", ("0420", "0421"), Facing.N)
    men = (man("Hugo", "0422"), man("Fulk", "0321"), man("Odo", "0520"), man("Milo", "0320"))
    b = siege(*men, engine=long)
    j = pushed(b, facing="NW")
    assert j.battle.engines["cat"].facing is Facing.NW
    assert j.battle.engines["cat"].hexes == ("0420", "0521")
    assert "no room" in refusal(pushing.plan(b, SIEGE, "normans", PushOrder("cat", (), "NE")))
    assert "3 steps" in refusal(pushing.plan(siege(*four()), SIEGE, "normans", PushOrder("cat", (), "S")))


@pytest.mark.rule("GUI-10.4.2")
@pytest.mark.rule("RUL-1040")
def test_the_count_to_the_next_shot_goes_on_while_it_is_moved() -> None:
    waiting = Engine("cat", "stone_thrower", "Catapult", "normans", ("0420",), Facing.N, wait=3)
    b = pushed(siege(*four(), engine=waiting), "N").battle
    assert b.engines["cat"].wait == 2
    evolve(b, PhaseOpened(number=5, turn=3, side="normans"))
    assert b.engines["cat"].wait == 1

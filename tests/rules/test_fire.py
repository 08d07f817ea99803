"""Fires: lit, spreading, put out, left in haste, burnt down (GUI-10.2, GUI-10.3)."""

from __future__ import annotations

import pytest

from rules.assault import fire, flames, flaming_arrows
from rules.assault.fuel import fuel_at
from rules.core.facing import Facing
from rules.core.rejection import Rejection
from rules.events.burning import FireCaught
from rules.events.harm import Killed, Wounded
from rules.evolve import evolve
from rules.journal import Journal
from rules.orders.records import DouseOrder, FlameOrder, LightOrder
from rules.state.battle import Battle
from rules.state.figure import Character, Health
from rules.state.terrain import terrain_at
from rules.state.works import Engine, Flame
from rules.tactical.ways.entry import entry_cost
from rules.tactical.ways.ground import passable_for_horse
from tests.rules.kit import SIEGE, battle, field, horse, journal, kinds, man, refusal, rider

# a stockade with its platforms along the north of row 3; row 2 lies before it
WALL = """
. . . . . . .
. . . . . . .
P P P P P P P
. . . . . . .
. . . . . . .
"""
STOCKADE = (
    (
        "stockade 0103 0203 0303 0403 0503 0603 0703 0104 0204 0304 0404 0504 0604 0704 0105 0205 0305 0405 "
        "0505 0605 0705"
    ),
)


def before_the_wall(*pieces: object, **more: object) -> Battle:
    return battle(WALL, *pieces, walls=STOCKADE, rules=SIEGE, phase=3, **more)  # type: ignore[arg-type]


def stood(at: Battle, *figures: str) -> Battle:
    """As if these had stood where they are since the end of their last phase."""
    for name in figures:
        at.last.stands[name] = at.now.stands[name] = at.figures[name].hex or ""
    return at


def burning(at: Battle, *hexes: str, side: str = "normans", since: int = 1, greek: bool = False) -> Battle:
    for label in hexes:
        at.flames[label] = Flame(side=side, since=since, greek=greek)
    return at


def in_phase(at: Battle, number: int, side: str) -> Battle:
    at.phase, at.turn, at.side = number, (number + 1) // 2, side
    return at


def of(j: Journal, kind: type) -> list:  # type: ignore[type-arg]
    return [e for e in j.events if isinstance(e, kind)]


# lighting


@pytest.mark.rule("GUI-10.2.1")
def test_a_man_who_has_stood_beside_a_stockade_for_a_turn_sets_it_on_fire_without_a_die() -> None:
    b = stood(before_the_wall(man("Milo", "0302")), "milo")
    j = journal(b)
    assert fire.light(j, SIEGE, "normans", LightOrder("milo", "0303")) is None
    assert kinds(j.events) == ["fire_caught"]
    assert j.battle.flames["0303"] == Flame(side="normans", since=3)
    assert "milo" in j.battle.now.busy


@pytest.mark.rule("GUI-10.2.1")
@pytest.mark.rule("RUL-1021")
def test_who_came_in_this_turn_or_was_driven_off_lights_nothing() -> None:
    b = before_the_wall(man("Milo", "0302"))
    assert "whole turn" in refusal(fire.may_light(b, SIEGE, b.figures["milo"], "0303"))
    b = stood(b, "milo")
    b.last.stands["milo"] = "0301"
    assert "whole turn" in refusal(fire.may_light(b, SIEGE, b.figures["milo"], "0303"))
    b = stood(b, "milo")
    b.now.moved["milo"] = 1
    assert "whole turn" in refusal(fire.may_light(b, SIEGE, b.figures["milo"], "0303"))


@pytest.mark.rule("GUI-10.2.1")
def test_what_cannot_be_lit() -> None:
    b = stood(before_the_wall(man("Milo", "0302"), rider("Drogo", "0502", "0501")), "milo", "drogo")
    milo, drogo = b.figures["milo"], b.figures["drogo"]
    assert "nothing in 0301" in refusal(fire.may_light(b, SIEGE, milo, "0301"))
    assert "not next to 0503" in refusal(fire.may_light(b, SIEGE, milo, "0503"))
    assert "on foot" in refusal(fire.may_light(b, SIEGE, drogo, "0503"))
    assert "not next to 9999" in refusal(fire.may_light(b, SIEGE, milo, "9999"))
    burning(b, "0303")
    assert "burns already" in refusal(fire.may_light(b, SIEGE, milo, "0303"))
    b.now.fired.add("milo")
    assert "something else" in refusal(fire.may_light(b, SIEGE, milo, "0303"))


@pytest.mark.rule("GUI-10.2.1")
@pytest.mark.rule("RUL-1020")
def test_engines_gates_jetties_and_tents_burn_and_stone_does_not() -> None:
    b = battle(
        ". g j T X P .",
        walls=("parapet 0601",),
        engines=(Engine("e", "stone_thrower", "Catapult", "arabs", ("0101",), Facing.N),),
        rules=SIEGE,
    )
    found = [fuel_at(b, SIEGE, f"0{c}01") for c in range(1, 8)]
    assert found == ["engine", "gate", "wood", "tent", "", "", ""]


# what burns is closed


@pytest.mark.rule("GUI-10.2.4a")
def test_nobody_enters_a_burning_hex_on_foot_or_horseback() -> None:
    b = burning(battle(field(5, 5), man("Hugo", "0203"), rider("Drogo", "0403", "0402"), rules=SIEGE), "0303")
    for name, start in (("hugo", "0203"), ("drogo", "0403")):
        found = entry_cost(b, SIEGE, b.figures[name], start, "0303")
        assert isinstance(found, Rejection) and found.rule == "GUI-10.2.4a"
    assert not passable_for_horse(b, SIEGE, "0302", "0303")
    b = burning(battle(field(5, 5), man("Hugo", "0303"), rules=SIEGE), "0303")
    assert not isinstance(entry_cost(b, SIEGE, b.figures["hugo"], "0303", "0302"), Rejection)


# getting out


def caught(b: Battle, *faces: int, at: str = "0303", side: str = "normans", **dice: int) -> Journal:
    j = journal(b, *faces, **dice)
    flames.catch(j, SIEGE, at, side, "spread", "GUI-10.2.2")
    return j


@pytest.mark.rule("GUI-10.2.4a")
def test_whoever_is_in_a_hex_that_catches_fire_leaves_it_at_once() -> None:
    j = caught(battle(field(5, 5), man("Hugo", "0303", side="arabs"), rules=SIEGE))
    assert j.battle.figures["hugo"].hex != "0303"
    assert j.battle.figures["hugo"].health is Health.HEALTHY
    assert kinds(j.events) == ["fire_caught", "decision_made", "retreated"]


@pytest.mark.rule("GUI-10.2.4a")
def test_he_goes_where_fewest_enemies_may_strike_and_they_do() -> None:
    around = [man(f"N{at}", at) for at in ("0101", "0501")]
    b = battle(field(5, 5), man("Hugo", "0303", side="arabs"), *around, rules=SIEGE)
    j = caught(b)
    assert kinds(j.events).count("infiltration_tested") == 0
    ring = [man(f"N{at}", at) for at in ("0302", "0402", "0202", "0203", "0404")]
    b = battle(field(5, 5), man("Hugo", "0303", side="arabs"), *ring, rules=SIEGE)
    j = caught(b, otherwise=1)
    assert kinds(j.events).count("infiltration_tested") > 0


@pytest.mark.rule("GUI-10.2.4a")
def test_who_cannot_leave_is_wounded_in_the_first_turn_and_killed_in_the_second() -> None:
    ring = [man(f"N{at}", at) for at in ("0302", "0402", "0403", "0304", "0203", "0202")]
    b = in_phase(battle(field(5, 5), man("Hugo", "0303", side="arabs"), *ring, rules=SIEGE), 1, "normans")
    j = caught(b)
    assert j.battle.figures["hugo"].wounded
    in_phase(j.battle, 2, "arabs")
    flames.player_turn_ends(j, SIEGE)
    assert j.battle.figures["hugo"].wounded
    in_phase(j.battle, 3, "normans")
    flames.player_turn_ends(j, SIEGE)
    assert j.battle.figures["hugo"].dead


@pytest.mark.rule("GUI-10.2.4b")
@pytest.mark.parametrize(("face", "lives"), [(1, True), (6, True), (7, False), (10, False)])
def test_a_stunned_man_wakes_on_1_to_6_and_gets_out_or_perishes(face: int, lives: bool) -> None:
    hugo = man("Hugo", "0303", side="arabs", health="stunned", stunned_in=1)
    j = caught(battle(field(5, 5), hugo, rules=SIEGE), face)
    assert j.battle.figures["hugo"].dead is not lives
    if lives:
        assert j.battle.figures["hugo"].active
        assert j.battle.figures["hugo"].hex != "0303"


@pytest.mark.rule("GUI-10.2.4a")
@pytest.mark.rule("RUL-1027")
def test_riders_go_straight_back_or_ahead_and_loose_horses_bolt_or_die() -> None:
    j = caught(battle(field(5, 6), rider("Drogo", "0303", "0304", side="arabs"), rules=SIEGE))
    assert j.battle.figures["drogo"].hexes == ("0304", "0305")
    j = caught(battle(field(5, 6), rider("Drogo", "0304", "0303", side="arabs"), rules=SIEGE))
    assert j.battle.figures["drogo"].hexes == ("0305", "0304")
    j = caught(battle(field(5, 6), horse("Bay", "0303", "0304"), rules=SIEGE))
    assert j.battle.horses["bay"].hexes == ("0304", "0305")
    shut = battle("\n".join([". . . . ."] * 4), horse("Bay", "0303", "0304"), rules=SIEGE)
    assert not caught(shut).battle.horses["bay"].alive
    blocked = battle("\n".join([". . . . ."] * 4), rider("Drogo", "0303", "0304", side="arabs"), rules=SIEGE)
    assert caught(blocked).battle.figures["drogo"].wounded


# spreading and burning down


@pytest.mark.rule("GUI-10.2.2")
@pytest.mark.rule("RUL-1023")
def test_at_the_end_of_the_enemys_turn_one_die_is_rolled_for_each_wooden_hex_beside_the_fire() -> None:
    b = in_phase(burning(before_the_wall(man("Milo", "0501")), "0303", "0403"), 4, "arabs")
    j = journal(b, named={"GUI-10.2.2/0203": 8}, otherwise=7)
    flames.player_turn_ends(j, SIEGE)
    tried = {e.hex for e in j.events if e.kind == "fire_spread_tried"}
    stockade = {at for at in b.board.cells if at in b.board.owners("stockade")}
    beside = {n for at in ("0303", "0403") for n in b.board.neighbours(at)} - {"0303", "0403"}
    assert tried == {at for at in beside if terrain_at(b, at) == "platform"} | (tried & stockade)
    assert set(j.battle.flames) == {"0303", "0403", "0203"}
    assert len([e for e in j.events if e.kind == "fire_spread_tried"]) == len(tried)


@pytest.mark.rule("GUI-10.2.2")
def test_nothing_spreads_at_the_end_of_the_owners_own_turn_nor_from_what_was_put_out() -> None:
    b = in_phase(burning(before_the_wall(man("Milo", "0501")), "0303"), 3, "normans")
    j = journal(b)
    flames.player_turn_ends(j, SIEGE)
    assert j.events == []
    b = in_phase(burning(before_the_wall(man("Basil", "0304", side="arabs")), "0303"), 4, "arabs")
    j = journal(b, 8)
    fire.douse_unasked(j, SIEGE)
    flames.player_turn_ends(j, SIEGE)
    assert [e.kind for e in j.events if e.kind != "die_rolled"] == ["decision_made", "fire_fought"]
    assert j.battle.flames == {}


@pytest.mark.rule("GUI-10.2.5")
@pytest.mark.rule("RUL-1024")
def test_after_three_turns_in_a_row_the_stockade_is_down_and_can_be_walked_over() -> None:
    b = burning(before_the_wall(man("Milo", "0501")), "0303")
    j = journal(b, otherwise=1)
    for number in (4, 5, 6, 7, 8):
        assert "0303" in j.battle.flames
        in_phase(j.battle, number, "arabs" if number % 2 == 0 else "normans")
        flames.player_turn_ends(j, SIEGE)
    assert "0303" not in j.battle.flames
    assert terrain_at(j.battle, "0303") == "stockade_down"
    assert not isinstance(entry_cost(j.battle, SIEGE, man("Milo", "0302"), "0302", "0303"), Rejection)


@pytest.mark.rule("GUI-10.2.5")
def test_one_burnt_hex_is_the_end_of_the_whole_engine() -> None:
    engine = Engine("e", "stone_thrower", "Catapult", "arabs", ("0303", "0304"), Facing.N)
    b = burning(battle(field(5, 5), engines=(engine,), rules=SIEGE), "0303")
    b.flames["0303"] = Flame(side="normans", since=1, turns=2)
    j = journal(in_phase(b, 4, "arabs"), otherwise=8)
    flames.player_turn_ends(j, SIEGE)
    assert j.battle.engines["e"].state == "destroyed"
    assert j.battle.flames == {}, "the fire had spread to its other hex, and nothing is left there"


@pytest.mark.rule("GUI-10.2.5")
def test_a_gate_burns_to_its_destroyed_side_a_jetty_to_water_and_a_tent_to_open_ground() -> None:
    for code, left in (("g", "destroyed_gate"), ("j", "shallow"), ("T", "flat")):
        b = battle(f". {code} .", rules=SIEGE)
        b.flames["0201"] = Flame(side="normans", since=1, turns=2)
        j = journal(in_phase(b, 4, "arabs"), otherwise=1)
        flames.player_turn_ends(j, SIEGE)
        assert terrain_at(j.battle, "0201") == left


# putting out


@pytest.mark.rule("GUI-10.2.3")
@pytest.mark.parametrize(("face", "out"), [(8, True), (7, False)])
def test_dousing(face: int, out: bool) -> None:
    b = burning(before_the_wall(man("Basil", "0304")), "0303", side="arabs")
    j = journal(b, face)
    assert fire.douse(j, SIEGE, "normans", DouseOrder(("basil",), "0303")) is None
    assert ("0303" not in j.battle.flames) is out
    assert "basil" in j.battle.now.busy


@pytest.mark.rule("GUI-10.2.3")
@pytest.mark.rule("RUL-1022")
def test_water_at_hand_helps() -> None:
    b = burning(battle("j . w", man("Basil", "0201"), rules=SIEGE), "0101", side="arabs")
    j = journal(b, 6)
    fire.douse(j, SIEGE, "normans", DouseOrder(("basil",), "0101"))
    assert j.battle.flames == {}


@pytest.mark.rule("GUI-10.2.3")
def test_each_man_tries_once_and_who_moved_shot_or_fought_cannot() -> None:
    b = burning(before_the_wall(man("Basil", "0304"), man("Paulos", "0203")), "0303", side="arabs")
    j = journal(b, 1, 9)
    assert fire.douse(j, SIEGE, "normans", DouseOrder(("basil", "paulos"), "0303")) is None
    assert j.battle.flames == {}
    for done in ("fired", "attacked", "busy"):
        again = burning(before_the_wall(man("Basil", "0304")), "0303", side="arabs")
        getattr(again.now, done).add("basil")
        assert "something else" in refusal(fire.may_douse(again, SIEGE, again.figures["basil"], "0303"))
    again.now.busy.clear()
    again.now.moved["basil"] = 1
    assert "has moved" in refusal(fire.may_douse(again, SIEGE, again.figures["basil"], "0303"))
    assert "nothing burns" in refusal(fire.may_douse(again, SIEGE, again.figures["basil"], "0304"))


@pytest.mark.rule("GUI-10.2.3")
def test_greek_fire_cannot_be_put_out() -> None:
    b = burning(before_the_wall(man("Basil", "0304")), "0303", side="arabs", greek=True)
    assert "naphtha" in refusal(fire.may_douse(b, SIEGE, b.figures["basil"], "0303"))


@pytest.mark.rule("GUI-10.2.3")
@pytest.mark.rule("RUL-1025")
def test_idle_men_beside_a_fire_that_the_enemy_has_lit_try_unasked_but_not_at_their_own() -> None:
    b = burning(before_the_wall(man("Basil", "0304"), man("Paulos", "0204")), "0303", side="arabs")
    b.now.moved["paulos"] = 1
    j = journal(b, 2)
    fire.douse_unasked(j, SIEGE)
    assert kinds(j.events) == ["decision_made", "fire_fought"]
    own = burning(before_the_wall(man("Basil", "0304")), "0303", side="normans")
    j = journal(own)
    fire.douse_unasked(j, SIEGE)
    assert j.events == []


# burning arrows


def archer(name: str, at: str, **more: object) -> Character:
    return man(name, at, weapon="composite_bow", code="Nia", **more)  # type: ignore[arg-type]


@pytest.mark.rule("GUI-10.3")
@pytest.mark.parametrize(("face", "burns"), [(7, False), (8, True)])
def test_a_burning_arrow_lights_a_stockade_on_8_or_more(face: int, burns: bool) -> None:
    b = before_the_wall(archer("Yani", "0301"))
    j = journal(b, face)
    assert flaming_arrows.shoot(j, SIEGE, "normans", FlameOrder(("yani",), "0303")) is None
    assert ("0303" in j.battle.flames) is burns
    assert "yani" in j.battle.now.fired


@pytest.mark.rule("GUI-10.3")
def test_several_archers_shoot_until_it_burns() -> None:
    b = before_the_wall(archer("Yani", "0301"), archer("Gui", "0401"), archer("Odo", "0201"))
    j = journal(b, 1, 10)
    assert flaming_arrows.shoot(j, SIEGE, "normans", FlameOrder(("yani", "gui", "odo"), "0303")) is None
    assert j.battle.now.fired == {"yani", "gui"}


@pytest.mark.rule("GUI-10.3")
@pytest.mark.rule("RUL-1028")
def test_burning_arrows_are_for_archers_at_short_range_at_what_burns() -> None:
    b = battle(
        field(16, 4) + "\n" + "j " * 16,
        archer("Yani", "0101"), man("Hugo", "0202"), man("Suq", "0201", weapon="sling", code="Nis"),
        rules=SIEGE, phase=3,
    )  # fmt: skip
    assert "short range" in refusal(flaming_arrows.aim_at(b, SIEGE, b.figures["yani"], "1605"))
    assert "nothing" in refusal(flaming_arrows.aim_at(b, SIEGE, b.figures["yani"], "0401"))
    for name in ("hugo", "suq"):
        assert "no bow" in refusal(flaming_arrows.aim_at(b, SIEGE, b.figures[name], "0105"))
    found = flaming_arrows.aim_at(b, SIEGE, b.figures["yani"], "0105")
    assert not isinstance(found, Rejection) and (found.fuel, found.needed) == ("wood", 8)


@pytest.mark.rule("GUI-10.3")
def test_they_hurt_nobody_by_themselves_but_the_fire_drives_people_out() -> None:
    b = before_the_wall(archer("Yani", "0301"), man("Basil", "0303", side="arabs"))
    j = journal(b, 7)
    flaming_arrows.shoot(j, SIEGE, "normans", FlameOrder(("yani",), "0303"))
    assert j.battle.figures["basil"].hex == "0303"
    j = journal(b, 8)
    flaming_arrows.shoot(j, SIEGE, "normans", FlameOrder(("yani",), "0303"))
    assert j.battle.figures["basil"].hex != "0303"
    assert of(j, Wounded) == of(j, Killed) == []


@pytest.mark.rule("GUI-10.2")
def test_flames_live_in_events() -> None:
    b = battle(field(3, 3), rules=SIEGE)
    evolve(b, FireCaught(hexes=("0202",), side="arabs", cause="arrow", rule="GUI-10.3"))
    assert b.flames == {"0202": Flame(side="arabs", since=1)}

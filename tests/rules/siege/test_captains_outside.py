"""Captains of those who come out of a place: raiders in the camp, and who brings stores home; and whom the
captain of a siege sends."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from msgspec.structs import replace

from rules import engine
from rules.captains.captain import captain_orders
from rules.captains.plan import Plan
from rules.captains.raiding import free_exits, prey
from rules.captains.temper import raids
from rules.core.rejection import Rejection
from rules.orders.records import Leg, LegKind, MoveOrder
from rules.siege import fights
from rules.siege.boards import sally, supply
from rules.siege.captain import captain_plan, order_of, the_quick
from rules.siege.page import tables_of
from rules.siege.plans.plan import Act, Order
from rules.siege.plans.reading import plan_from
from rules.state.battle import Battle
from rules.state.figure import FigureId, Hex, HorseId
from rules.state.siege import Deed, Siege
from rules.state.table import Fights
from rules.tactical.deploying.placing import edge_of
from rules.tactical.moving import planning
from tests.rules.siege.board_kit import lay, rules
from tests.rules.siege.kit import PAGE


def acerenza(how: Fights = Fights.BOARD) -> Siege:
    at = engine.replay(engine.new_game("siege-castle"))
    assert isinstance(at, Siege)
    at.setup = replace(at.setup, options=replace(at.setup.options, fights=how))
    return at


def raid(at: Siege) -> Battle:
    act = Act(Deed.SALLY, men=the_quick(at, Deed.SALLY))
    party, guard = fights.sally_party(at, PAGE.tables, act), fights.camp_party(at, PAGE.tables, Order())
    return battle_of(sally.begins(at, tables_of(at), act, party, guard))


def convoy(at: Siege, found: int = 2) -> Battle:
    act = Act(Deed.SUPPLY, men=the_quick(at, Deed.SUPPLY))
    party, patrols = fights.supply_party(at, PAGE.tables, act), fights.patrols(at, PAGE.tables)
    return battle_of(supply.begins(at, tables_of(at), act, party, patrols, found))


def battle_of(opening: list[engine.Event]) -> Battle:
    battle = engine.replay(opening)
    assert isinstance(battle, Battle)
    return battle


def with_nobody_but(battle: Battle, side: str, **places: Hex) -> Battle:
    """The phase of a side in turn 2, with these men alone on the board and nobody to come."""
    kept = [battle.figures[name] for name in places]
    leave(battle, [man.id for man in kept], [led for man in kept for led in (*man.leads, man.mount or "")])
    battle = lay(battle, **places)
    battle.turn, battle.side, battle.phase = 2, side, 5
    return battle


def leave(battle: Battle, men: Collection[FigureId], horses: Collection[HorseId]) -> None:
    """Take everybody else off."""
    for known, kept in ((battle.figures, men), (battle.horses, horses), (battle.reserves, men)):
        for name in [name for name in known if name not in kept]:
            del known[name]


def moves(battle: Battle, seat: str) -> dict[FigureId, Hex]:
    """Where whoever moves goes."""
    lines = captain_orders(battle, rules(battle), seat, "bold")
    read = [line.split() for line in lines if line.startswith("MOVE") and " to " in line]
    return {words[1].lower(): words[-1] for words in read}


# whom a siege's captain sends


@pytest.mark.parametrize("deed", [Deed.SALLY, Deed.SUPPLY])
def test_on_a_board_the_quick_go_and_by_one_die_the_strong(deed: Deed) -> None:
    at = acerenza()
    sent = [at.men[name] for name in the_quick(at, deed)]
    assert len(sent) == 4 and at.commanders[at.besieged] not in the_quick(at, deed)
    slow = [man for man in sent if man.armoured]
    # of two javelinmen one may sally, of five archers two (GUI-11.4.2a)
    assert len(slow) == (1 if deed is Deed.SALLY else 0)
    [line] = plan_from(at, at.besieged, [order_of(at, deed)], PAGE).lines
    assert set(line.acts[0].men) == {man.id for man in sent}
    assert order_of(acerenza(Fights.QUICK), deed) == deed.name


@pytest.mark.parametrize("how", list(Fights))
def test_the_plan_of_a_captain_reads_as_it_was_written(how: Fights) -> None:
    at = acerenza(how)
    at.engines["thrower"] = 1
    at.stores = at.fed_until = 1
    lines = captain_plan(at, PAGE, at.besieged, "bold")
    reading = engine.read_orders(at, at.seat_of(at.besieged), lines)
    assert not [line for line in reading.lines if line.code]
    assert any("THEN SALLY" in line for line in lines) and any("THEN SUPPLY" in line for line in lines)


# raiders


def test_each_raider_goes_to_a_tent_where_neither_a_guard_nor_another_stands() -> None:
    guards = {"gilbert": "0907", "humphrey": "1707"}
    places = {"yani": "1001", "argyris": "1101", "damianos": "0901"}
    battle = with_nobody_but(raid(acerenza()), "byzantines", **places, **guards)
    for name, man in battle.figures.items():
        battle.figures[name] = replace(man, weapon="")
    went = moves(battle, "byzantines")
    assert len(set(went.values())) == 3
    board, burnable = battle.board, prey(Plan(battle, rules(battle), "byzantines"))
    for at in went.values():
        assert burnable & set(board.neighbours(at))
        assert board.distance(at, "0907") > raids().shy


def test_a_raider_who_stands_by_a_tent_lights_it() -> None:
    battle = with_nobody_but(raid(acerenza()), "byzantines", yani="1004")
    battle.now.stands = battle.last.stands = {"yani": "1004"}
    assert "LIGHT Yani 1005" in captain_orders(battle, rules(battle), "byzantines", "bold")


# stores


def test_a_party_with_stores_makes_for_the_part_of_the_edge_that_is_farther_from_enemies() -> None:
    battle = with_nobody_but(convoy(acerenza()), "byzantines", yani="1712", humphrey="2412")
    exits = frozenset(edge_of(battle.board, "east"))
    free = free_exits(Plan(battle, rules(battle), "byzantines"), exits)
    assert 2 * len(free) in (len(exits), len(exits) + 1)
    distance = battle.board.distance
    assert min(distance("2412", at) for at in free) >= max(distance("2412", at) for at in exits - free)
    to = moves(battle, "byzantines")["yani"]
    assert distance(to, "2412") > 3, "he does not go straight on"


def test_whoever_reaches_the_edge_leaves_by_it_even_beside_an_enemy() -> None:
    battle = with_nobody_but(convoy(acerenza()), "byzantines", yani="2610", humphrey="2707")
    lines = captain_orders(battle, rules(battle), "byzantines", "bold")
    assert any(line.startswith("MOVE Yani") and line.endswith("exit") for line in lines), lines


def test_a_rider_leaves_with_the_horse_that_he_leads() -> None:
    battle = convoy(acerenza(), found=1)
    led = next(horse for horse in battle.horses if horse.startswith("packhorse"))
    driver = next(man for man in battle.figures.values() if led in man.leads)
    east = edge_of(battle.board, "east")[8]
    head = battle.board.neighbours(east)[0]
    tail, behind = [at for at in battle.board.neighbours(head) if at != east][:2]
    own = replace(battle.horses[led], id="own", ridden_by=driver.id, led_by=None, front=east, rear=head)
    leave(battle, [driver.id], [led])
    battle.horses["own"] = own
    battle.horses[led] = replace(battle.horses[led], front=tail, rear=behind)
    rider = battle.figures[driver.id] = replace(driver, mount="own", hex=east, rear=head)
    battle.side, battle.turn, battle.phase_name = "byzantines", 2, ""
    order = MoveOrder(figure=rider.id, path=(Leg(LegKind.EXIT),))
    found = planning.plan(battle, rules(battle), order)
    assert not isinstance(found, Rejection) and found.hex == ""
    assert [name for name, _, hand in found.led if hand == ""] == [led]

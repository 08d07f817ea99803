"""A sally against the camp, fought out on a board."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import engine
from rules.assault import fire, flames, flaming_arrows, quivers
from rules.assault.flaming_arrows import Mark
from rules.assault.fuel import fuel_at
from rules.assault.wreckage import destroy
from rules.core.rejection import Rejection
from rules.events.burning import ArrowsPassed, FlamingArrowShot
from rules.events.movement import Left
from rules.events.siege import (
    DayEnded,
    DeedDone,
    EnginesChanged,
    FightCalled,
    FoughtQuickly,
    HorseLost,
    ManDied,
    ManTaken,
    SiegeLifted,
    TentsBurnt,
    WallRuined,
)
from rules.orders.records import FlameOrder
from rules.phases import sallying
from rules.phases.deploying import sides_that_place
from rules.phases.victory import in_words
from rules.siege import fights
from rules.siege.boards import sally
from rules.siege.plans.plan import Act, Order
from rules.state.battle import Battle
from rules.state.figure import Health, Horse
from rules.state.siege import Deed, Siege
from rules.state.table import Outcome
from rules.tactical.deploying.placing import EDGES
from tests.rules.siege.board_kit import called, evening, journal, lay, place, rules
from tests.rules.siege.kit import TABLES, all_of, day, none_of, only, theirs

BOWS = {"knight": 1, "archer": 8, "light infantry": 6}
TENT, OPEN, BESIDE, FAR = "1005", "1004", "0904", "2504"


def camp(**fields: object) -> tuple[Battle, Siege]:
    return called(place(**({"garrison": BOWS} | fields)), "SALLY")


def raid(host: object = 28, **places: str) -> tuple[Battle, Siege]:
    """Archers of the party in these hexes in their phase of turn 2, everybody else dead."""
    battle, at = camp(host=host)
    for name, man in battle.figures.items():
        if man.mount is not None:
            del battle.horses[man.mount]
        battle.figures[name] = replace(man, health=Health.DEAD, hex=None, rear=None, mount=None)
    battle.reserves = {}
    party = [man.id for man in battle.figures.values() if man.side == at.besieged and man.weapon]
    for name, hex_ in zip(party, places.values(), strict=False):
        battle.figures[name] = replace(
            battle.figures[name], health=Health.HEALTHY, hex=hex_, weapon="short_bow"
        )
    battle.turn, battle.side, battle.phase_name, battle.phase = 2, at.besieged, "", 5
    battle.now.stands = battle.last.stands = dict(zip(party, places.values(), strict=False))
    return battle, at


def bows(battle: Battle) -> list[str]:
    return [man.id for man in battle.figures.values() if man.active]


# the set-up


@pytest.mark.rule("GUI-11.4.2a")
def test_a_third_comes_upon_half_of_the_host_among_28_hexes_of_tents() -> None:
    at = place(garrison=15, host=21)
    battle, _ = called(at, "SALLY")
    assert len(sally.tents(battle.board)) == 28
    party = fights.sally_party(at, TABLES, Act(Deed.SALLY))
    guard = fights.camp_party(at, TABLES, Order())
    assert {man.id for man in battle.side_figures(at.besieged)} == {man.id for man in party}
    assert {man.id for man in battle.side_figures(at.besieger)} == {man.id for man in guard}
    assert (len(party), len(guard)) == (5, 10)


@pytest.mark.rule("GUI-11.4.2a")
def test_the_tents_are_seven_of_four_hexes_each() -> None:
    battle, _ = camp()
    left = set(sally.tents(battle.board))
    sizes = []
    while left:
        tent = [left.pop()]
        for at in tent:
            near = left & set(battle.board.neighbours(at))
            tent += near
            left -= near
        sizes.append(len(tent))
    assert sizes == [4] * 7


@pytest.mark.rule("GUI-11.4.2b")
def test_the_guard_places_first_anywhere_and_the_party_comes_by_any_edge_in_the_first_phase() -> None:
    battle, at = camp()
    assert sides_that_place(battle) == (at.besieger, at.besieged)
    assert battle.setup.sides[0].id == at.besieged
    ground = battle.deployment_of(at.seat_of(at.besieger))
    assert ground is not None and set(ground.hexes) == set(battle.board.cells)
    for man in battle.side_figures(at.besieged):
        reserve = battle.reserves[man.id]
        assert set(reserve.by) == set(EDGES) and reserve.turn == 1 and not reserve.place


@pytest.mark.rule("GUI-11.4.2b")
@pytest.mark.parametrize(("has", "stand"), [({}, (0, 0)), ({"thrower": 1, "ladder": 1}, (1, 1)),
                                            ({"thrower": 3, "ladder": 5}, (2, 2))])  # fmt: skip
def test_no_more_than_two_throwers_and_two_ladders_stand_in_the_camp(
    has: dict[str, int], stand: tuple[int, int]
) -> None:
    battle, at = camp(engines=has)
    assert (len(battle.engines), len(battle.ladders)) == stand
    assert all(engine.side == at.besieger for engine in battle.engines.values())
    covered = [at for engine in (*battle.engines.values(), *battle.ladders.values()) for at in engine.hexes]
    assert len(covered) == len(set(covered))


def test_a_plan_says_by_which_edge_the_party_comes_at_first() -> None:
    battle, at = called(place(), "SALLY from the south edge")
    assert {battle.reserves[man.id].by[0] for man in battle.side_figures(at.besieged)} == {"south"}


def test_the_day_waits_and_nothing_is_resolved_quickly() -> None:
    at = place()
    events, after = day(at, theirs(at), inside=["SALLY"])
    assert only(events, DeedDone).deed is Deed.SALLY
    assert only(events, FightCalled).attackers == tuple(
        man.id for man in fights.sally_party(at, TABLES, Act(Deed.SALLY))
    )
    assert none_of(events, FoughtQuickly, DayEnded, TentsBurnt)
    assert after.fight is not None


# how it ends


@pytest.mark.rule("GUI-11.4.2b")
def test_it_ends_when_the_party_has_left_the_map_and_nobody_has_won() -> None:
    battle, at = camp()
    for man in battle.side_figures(at.besieged):
        lay(battle, **{man.id.replace("-", "_"): "1301"})
        assert sallying.verdict(battle, at_turn_end=False) is None
        engine.evolve(battle, Left(figure=man.id, hex="1301"))
    ended = sallying.verdict(battle, at_turn_end=False)
    assert ended is not None and ended.winner == ""


@pytest.mark.rule("GUI-11.4.2b")
def test_whoever_has_nobody_left_has_lost_the_camp() -> None:
    for loser in (0, 1):
        battle, at = camp()
        side = (at.besieged, at.besieger)[loser]
        for man in battle.side_figures(side):
            battle.figures[man.id] = replace(man, health=Health.DEAD, hex=None)
            battle.reserves.pop(man.id, None)
        ended = sallying.verdict(battle, at_turn_end=False)
        assert ended is not None and ended.winner == (at.besieger, at.besieged)[loser]


def test_a_party_gives_up_when_too_few_stand_and_goes_home_with_the_last_turn() -> None:
    battle, at = camp()
    party = battle.side_figures(at.besieged)
    for number, man in enumerate(party, start=1):
        left = 100 * (len(party) - number) // len(party)
        battle.figures[man.id] = replace(man, health=Health.DEAD)
        battle.reserves.pop(man.id)
        ended = sallying.verdict(battle, at_turn_end=False)
        assert (ended is not None) == (left <= battle.setup.victory.break_at[at.besieged])
    battle, at = camp()
    battle.turn = battle.setup.victory.turns
    assert sallying.verdict(battle, at_turn_end=False) is None
    ended = sallying.verdict(battle, at_turn_end=True)
    assert ended is not None and ended.winner == ""


@pytest.mark.parametrize("guarded", [True, False])
def test_whoever_lies_stunned_when_the_others_are_gone_is_taken_by_whoever_is_there(guarded: bool) -> None:
    battle, at = raid(one=OPEN)
    [name] = bows(battle)
    battle.figures[name] = replace(battle.figures[name], health=Health.STUNNED, stunned_in=4)
    guard = battle.side_figures(at.besieger)[0]
    if guarded:
        battle.figures[guard.id] = replace(guard, health=Health.HEALTHY, hex=FAR)
    battle.outcome = sallying.verdict(battle, at_turn_end=False)
    assert battle.outcome is not None
    assert sallying.prisoners(battle) == ({name: at.besieger} if guarded else {})


# fire


@pytest.mark.rule("GUI-11.4.2c")
def test_a_torch_lights_a_tent_and_an_engine_of_the_camp() -> None:
    battle, _ = raid(one=OPEN)
    [name] = bows(battle)
    assert fire.may_light(battle, rules(battle), battle.figures[name], TENT) is None
    refused = fire.may_light(battle, rules(battle), battle.figures[name], BESIDE)
    assert isinstance(refused, Rejection)


@pytest.mark.rule("GUI-11.4.2c")
def test_each_archer_has_six_burning_arrows() -> None:
    battle, at = raid(one=OPEN)
    [name] = bows(battle)
    for number in range(6):
        assert quivers.left(battle, battle.figures[name]) == 6 - number
        told = journal(battle, {"GUI-10.3": 1})
        assert (
            flaming_arrows.shoot(told, rules(battle), at.seat_of(at.besieged), FlameOrder((name,), TENT))
            is None
        )
        assert only(told.events, FlamingArrowShot).shooter == name
        battle = told.battle
        battle.now.fired = set()
    refused = flaming_arrows.aim_at(battle, rules(battle), battle.figures[name], TENT)
    assert isinstance(refused, Rejection) and refused.rule == "GUI-11.4.2c"


@pytest.mark.rule("GUI-11.4.2c")
def test_arrows_are_shared_by_two_who_stood_side_by_side_for_a_turn() -> None:
    battle, _ = raid(one=OPEN, other=BESIDE)
    one, other = bows(battle)
    battle.marks[one] = {"burning-arrows-shot": 5}
    told = journal(battle)
    quivers.player_phase_ends(told, rules(battle))
    passed = only(told.events, ArrowsPassed)
    assert (passed.giver, passed.taker, passed.number) == (other, one, 2)
    after = told.battle
    assert [quivers.left(after, after.figures[name]) for name in (one, other)] == [3, 4]


@pytest.mark.rule("GUI-11.4.2c")
@pytest.mark.parametrize("does", ["fired", "attacked", "engaged", "busy"])
def test_whoever_moves_fights_or_shoots_hands_nothing_over(does: str) -> None:
    battle, _ = raid(one=OPEN, other=BESIDE)
    one, other = bows(battle)
    battle.marks[one] = {"burning-arrows-shot": 5}
    getattr(battle.now, does).add(other)
    told = journal(battle)
    quivers.player_phase_ends(told, rules(battle))
    assert none_of(told.events, ArrowsPassed)


@pytest.mark.rule("GUI-11.4.2c")
def test_neither_does_whoever_came_only_now_or_stands_apart() -> None:
    for places in ({"one": OPEN, "other": FAR}, {"one": OPEN, "other": BESIDE}):
        battle, _ = raid(**places)
        one, other = bows(battle)
        battle.marks[one] = {"burning-arrows-shot": 5}
        if places["other"] == BESIDE:
            battle.last.stands[other] = FAR
        told = journal(battle)
        quivers.player_phase_ends(told, rules(battle))
        assert none_of(told.events, ArrowsPassed)


@pytest.mark.rule("GUI-11.4.2c", "RUL-1151")
def test_archers_who_guard_the_camp_have_six_each_and_share_them() -> None:
    battle, at = raid(host={"knight": 1, "archer": 8, "light infantry": 6})
    guards = [man for man in battle.side_figures(at.besieger) if man.weapon][:2]
    for man, hex_ in zip(guards, (OPEN, BESIDE), strict=True):
        battle.figures[man.id] = replace(man, health=Health.HEALTHY, hex=hex_, weapon="short_bow")
    one, other = (man.id for man in guards)
    battle.side = at.besieger
    battle.now.stands = battle.last.stands = {one: OPEN, other: BESIDE}
    assert isinstance(flaming_arrows.aim_at(battle, rules(battle), battle.figures[one], TENT), Mark)
    battle.marks[one] = {"burning-arrows-shot": 6}
    refused = flaming_arrows.aim_at(battle, rules(battle), battle.figures[one], TENT)
    assert isinstance(refused, Rejection) and refused.rule == "GUI-11.4.2c"
    told = journal(battle)
    quivers.player_phase_ends(told, rules(battle))
    passed = only(told.events, ArrowsPassed)
    assert (passed.giver, passed.taker, passed.number) == (other, one, 3)


def test_elsewhere_there_is_no_end_to_burning_arrows() -> None:
    battle, _ = raid(one=OPEN)
    [name] = bows(battle)
    battle.setup = replace(battle.setup, victory=replace(battle.setup.victory, sortie=None))
    assert quivers.left(battle, battle.figures[name]) is None


# what comes back


@pytest.mark.rule("GUI-11.4.2d")
@pytest.mark.parametrize(("burnt", "burning", "days"), [(4, 0, 0), (5, 0, 1), (3, 2, 1), (12, 0, 2)])
def test_five_hexes_of_tents_cost_a_day(burnt: int, burning: int, days: int) -> None:
    battle, at = camp()
    told = journal(battle)
    hexes = sally.tents(battle.board)
    for at_ in hexes[:burnt]:
        destroy(told, rules(battle), at_, "GUI-10.2.5", "fire")
    for at_ in hexes[burnt : burnt + burning]:
        flames.catch(told, rules(battle), at_, at.besieged, "torch", "GUI-10.2.1")
    events, after = evening(at, told.battle)
    assert only(events, TentsBurnt).hexes == burnt + burning
    assert after.idle_until == (at.day + days if days else at.idle_until)


@pytest.mark.rule("GUI-11.4.2d", "RUL-1151")
def test_tents_that_the_besiegers_burn_themselves_are_burnt_too() -> None:
    battle, at = camp()
    told = journal(battle)
    for at_ in sally.tents(battle.board)[:5]:
        flames.catch(told, rules(battle), at_, at.besieger, "torch", "GUI-10.2.1")
    events, after = evening(at, told.battle)
    assert only(events, TentsBurnt).hexes == 5 and after.idle_until == at.day + 1


@pytest.mark.rule("GUI-11.4.2c")
def test_engines_and_ladders_that_burnt_are_gone() -> None:
    battle, at = camp(engines={"thrower": 3, "ladder": 2})
    told = journal(battle)
    thrower, ladder = next(iter(battle.engines.values())), next(iter(battle.ladders.values()))
    for what in (thrower, ladder):
        flames.catch(told, rules(battle), what.hexes[0], at.besieged, "torch", "GUI-10.2.1")
    for settle in rules(battle).seams.aftermaths:
        settle(told, rules(battle))
    events, after = evening(at, told.battle)
    assert {(e.what, e.by) for e in all_of(events, EnginesChanged)} == {("thrower", -1), ("ladder", -1)}
    assert after.engines == {"thrower": 2, "ladder": 1}


@pytest.mark.rule("GUI-11.4.2c")
def test_a_ladder_that_is_carried_off_takes_no_torch() -> None:
    battle, at = camp(engines={"ladder": 1})
    [ladder] = battle.ladders.values()
    bearers = tuple(man.id for man in battle.side_figures(at.besieger))[:2]
    assert fuel_at(battle, rules(battle), ladder.hexes[0]) == "wood"
    battle.ladders[ladder.id] = replace(ladder, bearers=bearers)
    assert fuel_at(battle, rules(battle), ladder.hexes[0]) == ""


@pytest.mark.rule("GUI-11.4.2c")
def test_a_ladder_in_the_camp_takes_a_torch() -> None:
    battle, at = camp(engines={"ladder": 1})
    [ladder] = battle.ladders.values()
    man = battle.side_figures(at.besieged)[1]
    near = next(at for at in battle.board.neighbours(ladder.hexes[0]) if at not in ladder.hexes)
    lay(battle, **{man.id.replace("-", "_"): near})
    battle.now.stands = battle.last.stands = {man.id: near}
    assert fire.may_light(battle, rules(battle), battle.figures[man.id], ladder.hexes[0]) is None


def test_the_dead_the_taken_and_lost_horses_come_back_and_no_wall_of_the_place_does() -> None:
    battle, at = camp(host={"knight": 6})
    party, guard = battle.side_figures(at.besieged), battle.side_figures(at.besieger)
    battle.figures[party[0].id] = replace(party[0], health=Health.DEAD)
    mount = guard[0].mount
    assert mount is not None
    battle.horses[mount] = replace(battle.horses[mount], alive=False, ridden_by=None)
    battle.figures[guard[0].id] = replace(guard[0], mount=None)
    events, after = evening(at, battle, prisoners={party[1].id: at.besieger}, damage={"1313": 1})
    assert [event.figure for event in all_of(events, ManDied)] == [party[0].id]
    assert [event.figure for event in all_of(events, ManTaken)] == [party[1].id]
    assert [event.figure for event in all_of(events, HorseLost)] == [guard[0].id]
    assert none_of(events, WallRuined, SiegeLifted)
    assert after.fight is None and only(events, DayEnded).day == at.day


@pytest.mark.parametrize(
    ("guarded", "captured", "lost"),
    [(True, False, True), (False, False, False), (False, True, True)],
    ids=["left to those who are there", "nobody takes it", "taken in the fight"],
)
def test_a_horse_that_its_side_leaves_behind_is_lost(guarded: bool, captured: bool, lost: bool) -> None:
    battle, at = called(place(garrison={"knight": 6}), "SALLY")
    rider = battle.side_figures(at.besieged)[0]
    at.men[rider.id] = replace(at.men[rider.id], mount="grey")
    for man in (*battle.side_figures(at.besieged), *battle.side_figures(at.besieger)):
        battle.figures[man.id] = replace(man, hex=None, rear=None, mount=None, left_by="0101")
    if guarded:
        guard = battle.side_figures(at.besieger)[0]
        battle.figures[guard.id] = replace(guard, hex=FAR, left_by=None)
    owner = at.besieger if captured else at.besieged
    battle.horses = {"grey": Horse("grey", "the grey", owner, front=OPEN, rear="1003")}
    battle.reserves, battle.outcome = {}, Outcome("", "the raiders have gone home")
    events, after = evening(at, battle)
    assert [event.figure for event in all_of(events, HorseLost)] == ([rider.id] if lost else [])
    assert (after.men[rider.id].mount is None) is lost


def test_a_horse_that_is_led_home_is_kept() -> None:
    battle, at = called(place(garrison={"knight": 6}), "SALLY")
    rider, other = battle.side_figures(at.besieged)[:2]
    at.men[rider.id] = replace(at.men[rider.id], mount="grey")
    battle.horses = {"grey": Horse("grey", "the grey", at.besieged, led_by=other.id)}
    for man in battle.side_figures(at.besieged):
        battle.figures[man.id] = replace(man, hex=None, rear=None, mount=None, left_by="0101")
    battle.reserves, battle.outcome = {}, Outcome("", "the raiders have gone home")
    assert none_of(evening(at, battle)[0], HorseLost)


def test_its_ends_are_told_in_words() -> None:
    battle, _ = camp()
    told = " ".join(in_words(battle.setup))
    assert "tents" in told and "6 burning arrows" in told and "points" not in told


@pytest.mark.rule("GUI-11.4.2d")
@pytest.mark.parametrize("won", [True, False])
def test_a_camp_of_whose_guard_nobody_is_left_burns_like_one_without_a_guard(won: bool) -> None:
    unguarded, alone = day(place(host=1), theirs(place(host=1)), inside=["SALLY"])
    most = only(unguarded, TentsBurnt).hexes
    assert most > 5 and alone.fight is None
    battle, at = camp(engines={"thrower": 1})
    won_by = Outcome(at.besieged if won else at.besieger, "none is left on the board")
    events, _ = evening(at, battle, won_by)
    assert [event.hexes for event in all_of(events, TentsBurnt)] == ([most] if won else [])
    assert len(all_of(events, EnginesChanged)) == won

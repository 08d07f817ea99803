"""A supply party and the patrols, fought out on a board."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import engine
from rules.core.rejection import Rejection
from rules.events.deployment import Entered, EntryDelayed, PatrolAwaited, ReservesSet
from rules.events.families import GameCalled
from rules.events.movement import Left
from rules.events.siege import FightCalled, FoughtQuickly, ManTaken, PartyFetched, StoresChanged
from rules.orders.records import Leg, LegKind
from rules.phases import sallying
from rules.phases.deploying import sides_that_place
from rules.phases.victory import in_words, score
from rules.siege import fights
from rules.state import invariants
from rules.state.battle import Battle
from rules.state.figure import Health
from rules.state.siege import Siege
from rules.state.table import Outcome
from rules.tactical.deploying import entering, patrols
from rules.tactical.deploying.placing import edge_of
from rules.tactical.moving import legs
from tests.rules.siege.board_kit import called, evening, journal, lay, place, rules
from tests.rules.siege.kit import TABLES, all_of, day, none_of, only, theirs


def party(found: int = 3, plan: str = "SUPPLY", **fields: object) -> tuple[Battle, Siege]:
    return called(place(**({"garrison": 13, "host": 28} | fields)), plan, dice={"GUI-11.4.3a": found})


def led(battle: Battle) -> list[str]:
    return [horse for man in battle.figures.values() for horse in man.leads]


def begun(battle: Battle, at: Siege, turn: int = 1) -> Battle:
    """The phase of the garrison in a turn, the patrols by the first edge named for each."""
    battle.turn, battle.side, battle.phase_name = turn, at.besieged, ""
    battle.reserves = {name: replace(r, by=r.by[:1], set=True) for name, r in battle.reserves.items()}
    return battle


# the set-up


@pytest.mark.rule("GUI-11.4.3a")
@pytest.mark.parametrize("found", [1, 4, 6])
def test_a_third_of_the_garrison_leads_the_packhorses_by_the_bridle(found: int) -> None:
    battle, at = party(found)
    men = battle.side_figures(at.besieged)
    assert len(men) == 4
    assert sorted(led(battle)) == sorted(f"packhorse-{number}" for number in range(1, found + 1))
    for man in men:
        assert len(man.leads) in (found // 4, found // 4 + 1)
        for name in man.leads:
            assert battle.horses[name].led_by == man.id and not man.mounted
    assert invariants.broken(battle) == []


@pytest.mark.rule("GUI-11.4.3a")
def test_there_are_no_more_horses_than_hands_for_them() -> None:
    battle, at = party(6, garrison=3)
    assert [len(man.leads) for man in battle.side_figures(at.besieged)] == [3]


@pytest.mark.rule("GUI-11.4.3b")
@pytest.mark.parametrize(("plan", "edge", "home"), [
    ("SUPPLY", "west", "east"), ("SUPPLY from the east edge", "east", "west"),
    ("SUPPLY from the north edge", "west", "east"),
])  # fmt: skip
def test_the_party_comes_by_the_east_or_west_edge_and_plays_first(plan: str, edge: str, home: str) -> None:
    battle, at = party(plan=plan)
    assert battle.setup.sides[0].id == at.besieged
    start = edge_of(battle.board, edge)
    for man in battle.side_figures(at.besieged):
        ground = [man.hex] if man.hex else battle.setup.deployments[0].template[man.id]
        assert all(min(battle.board.distance(here or "", one) for one in start) < 4 for here in ground)
    sortie = battle.setup.victory.sortie
    assert sortie is not None and sortie.home == edge_of(battle.board, home)
    first = [r for r in battle.reserves.values() if not r.patrol]
    assert first and all(edge not in reserve.by and len(reserve.by) == 3 for reserve in first)


@pytest.mark.rule("GUI-11.4.3b", "GUI-11.4.3c")
def test_the_first_patrol_comes_in_turn_1_and_the_others_wait_for_the_dice() -> None:
    battle, at = party()
    told_off = fights.patrols(at, TABLES)
    for number, patrol in enumerate(told_off, start=1):
        for man in patrol:
            reserve = battle.reserves[man.id]
            assert (reserve.patrol, reserve.slow) == ((0, True) if number == 1 else (number, False))
            assert battle.is_due(man.id) is False
    begun(battle, at)
    assert [battle.is_due(man.id) for man in told_off[0]] == [True] * 8
    assert not any(battle.is_due(man.id) for patrol in told_off[1:] for man in patrol)


@pytest.mark.rule("GUI-11.4.3b")
@pytest.mark.parametrize("slow", [True, False])
def test_a_patrol_has_half_its_mp_in_turn_1(slow: bool) -> None:
    battle, at = party()
    begun(battle, at)
    battle.side = at.besieger
    man = next(m for m in battle.side_figures(at.besieger) if battle.is_due(m.id) and not m.mounted)
    battle.reserves[man.id] = replace(battle.reserves[man.id], slow=slow)
    event = entering.entry(battle, rules(battle), man)
    assert isinstance(event, Entered)
    assert event.mp + event.left == (man.values.movement // 2 if slow else man.values.movement)


@pytest.mark.rule("GUI-11.4.3b")
def test_a_patrol_that_finds_no_room_tries_again_in_the_next_turn() -> None:
    battle, at = party()
    begun(battle, at, turn=2)
    battle.side = at.besieger
    man = next(m for m in battle.side_figures(at.besieger) if battle.is_due(m.id) and not m.mounted)
    for number, hex_ in enumerate(entering.entry_hexes(battle, battle.reserves[man.id].by[0])):
        other = replace(man, id=f"other-{number}", name=f"Other {number}", hex=hex_)
        battle.figures[other.id] = other
    event = entering.entry(battle, rules(battle), man)
    assert isinstance(event, EntryDelayed) and event.turn == 3


@pytest.mark.rule("GUI-11.4.3b")
def test_nobody_of_a_patrol_is_there_to_shoot_while_the_party_moves_in_turn_1() -> None:
    battle, at = party()
    assert all(man.hex is None for man in battle.side_figures(at.besieger))
    assert battle.setup.sides[0].id == at.besieged


def test_a_large_party_has_room() -> None:
    battle, at = party(6, garrison={"knight": 40, "light infantry": 40})
    assert len(battle.side_figures(at.besieged)) == 26


def test_nobody_is_asked_to_place_men_who_all_lead_horses() -> None:
    battle, at = party(6)
    assert sides_that_place(battle) == (at.besieger,) and battle.side == at.besieger
    battle, at = party(1)
    assert sides_that_place(battle) == (at.besieged, at.besieger)


# more patrols


@pytest.mark.rule("GUI-11.4.3c")
@pytest.mark.parametrize(("turn", "at_most"), [(1, 1), (2, 3), (3, 5), (4, 7), (5, 7), (9, 7)])
@pytest.mark.parametrize("over", [0, 1])
def test_a_die_brings_one_more_patrol(turn: int, at_most: int, over: int) -> None:
    battle, at = party()
    begun(battle, at, turn)
    told = journal(battle, {"GUI-11.4.3c": at_most + over})
    patrols.player_phase_ends(told, rules(battle))
    awaited = only(told.events, PatrolAwaited)
    second = {man.id for man in fights.patrols(at, TABLES)[1]}
    assert awaited.at_most == at_most and set(awaited.came) == (set() if over else second)
    after = told.battle
    assert {name for name in second if after.is_due(name)} == (set() if over else second)
    assert len(all_of(told.events, ReservesSet)) == (0 if over else 1)
    if not over:
        assert {after.reserves[name].slow for name in second} == {turn == 1}


@pytest.mark.rule("GUI-11.4.3c")
def test_several_come_one_after_another_until_there_are_none() -> None:
    battle, at = party()
    begun(battle, at, 4)
    came = []
    for _ in range(4):
        told = journal(battle, {"GUI-11.4.3c": 1})
        patrols.player_phase_ends(told, rules(battle))
        came.append(sum(len(event.came) for event in all_of(told.events, PatrolAwaited)))
        battle = told.battle
    assert came == [8, 8, 0, 0]


@pytest.mark.rule("GUI-11.4.3c")
def test_no_die_is_thrown_behind_the_besiegers_phase_or_in_other_fights() -> None:
    battle, at = party()
    begun(battle, at, 4)
    battle.side = at.besieger
    told = journal(battle)
    patrols.player_phase_ends(told, rules(battle))
    assert told.events == []


# how it ends


@pytest.mark.rule("GUI-11.4.3a")
def test_whoever_crosses_the_board_takes_along_what_he_leads() -> None:
    battle, at = party(2)
    man = next(m for m in battle.side_figures(at.besieged) if m.leads)
    home = edge_of(battle.board, "east")[10]
    battle.figures[man.id] = replace(man, hex=home)
    battle.side, battle.turn, battle.phase_name = at.besieged, 5, ""
    battle.now.left[man.id] = 3
    events = legs.events_of(battle, rules(battle), man.id, Leg(LegKind.EXIT))
    assert events == [Left(figure=man.id, hex=home, led=man.leads)]
    engine.evolve(battle, events[0])
    assert sallying.spoils(battle)["packhorses"] == 1
    assert not any("packhorse" in fault and "nowhere" in fault for fault in invariants.broken(battle))


@pytest.mark.rule("GUI-11.4.3b")
@pytest.mark.parametrize("crossed", [0, 1, 4])
def test_it_ends_when_nobody_of_the_party_is_left_and_is_won_by_one_who_crossed(crossed: int) -> None:
    battle, at = party()
    home = edge_of(battle.board, "east")[10]
    for number, man in enumerate(battle.side_figures(at.besieged)):
        assert sallying.verdict(battle, at_turn_end=False) is None
        if number < crossed:
            battle.figures[man.id] = replace(man, hex=None, left_by=home)
        else:
            battle.figures[man.id] = replace(man, health=Health.DEAD)
    ended = sallying.verdict(battle, at_turn_end=False)
    assert ended is not None and ended.winner == (at.besieged if crossed else at.besieger)


def test_each_man_who_crosses_or_falls_counts_one() -> None:
    battle, at = party(1)
    crossed, fallen = battle.side_figures(at.besieged)[:2]
    home = edge_of(battle.board, "east")[0]
    battle.figures[crossed.id] = replace(crossed, hex=None, left_by=home)
    battle.figures[fallen.id] = replace(fallen, hex=None, health=Health.DEAD)
    assert score(battle) == {at.besieged: 1, at.besieger: 1}


def test_that_no_patrol_is_there_ends_nothing_while_some_may_come() -> None:
    battle, at = party()
    for man in battle.side_figures(at.besieger):
        if not battle.reserves[man.id].patrol:
            battle.figures[man.id] = replace(man, health=Health.DEAD)
            del battle.reserves[man.id]
    assert sallying.verdict(battle, at_turn_end=False) is None


def test_its_ends_are_told_in_words() -> None:
    battle, _ = party()
    told = " ".join(in_words(battle.setup))
    assert "packhorse" in told and "patrols" in told and "points" not in told


# what comes back


@pytest.mark.rule("GUI-11.4.3a")
def test_the_packhorses_are_counted_by_the_siege_and_each_that_comes_home_is_a_day() -> None:
    at = place(day=3, stores=9)
    events, after = day(at, theirs(at) | {"GUI-11.4.3a": 5}, inside=["SUPPLY"])
    assert only(events, FightCalled).found == 5
    assert none_of(events, FoughtQuickly, PartyFetched)
    battle = engine.replay(engine.opening_of(only(events, GameCalled)))
    assert isinstance(battle, Battle) and len(led(battle)) == 5
    home = edge_of(battle.board, "east")[9]
    leaders = [man for man in battle.side_figures(at.besieged) if man.leads]
    for man in leaders[:2]:
        engine.evolve(battle, Left(figure=man.id, hex=home, led=man.leads))
    expected = sum(len(man.leads) for man in leaders[:2])
    had = after.fed_until
    ended, after = evening(after, battle, Outcome(winner=at.besieged, reason="home"))
    assert only(ended, PartyFetched) == PartyFetched(5, expected, 1)
    assert after.fed_until == had + expected
    assert only(ended, StoresChanged).cause == "convoy"


@pytest.mark.rule("GUI-11.4.3a")
def test_a_party_that_is_lost_brings_nothing() -> None:
    battle, at = party(4)
    taken = battle.side_figures(at.besieged)[0].id
    events, after = evening(
        at, battle, Outcome(winner=at.besieger, reason="lost"), prisoners={taken: at.besieger}
    )
    assert only(events, PartyFetched).home == 0
    assert none_of(events, StoresChanged)
    assert only(events, ManTaken).figure == taken and after.captured == {taken: at.besieger}


def test_a_stunned_man_left_behind_is_taken() -> None:
    battle, at = party()
    men = battle.side_figures(at.besieged)
    for man in men[1:]:
        battle.figures[man.id] = replace(man, hex=None, left_by=edge_of(battle.board, "east")[10])
    battle.figures[men[0].id] = replace(men[0], health=Health.STUNNED, stunned_in=3, leads=(), hex="1010")
    hunter = battle.side_figures(at.besieger)[-1]
    lay(battle, **{hunter.id.replace("-", "_"): "2010"})
    battle.outcome = sallying.verdict(battle, at_turn_end=False)
    assert battle.outcome is not None and battle.outcome.winner == at.besieged
    assert sallying.prisoners(battle) == {men[0].id: at.besieger}


@pytest.mark.rule("GUI-11.4.3a")
def test_the_party_leaves_by_the_edge_across_and_by_no_other_hex() -> None:
    battle, at = party(2)
    man = next(m for m in battle.side_figures(at.besieged) if m.leads)
    battle.side, battle.turn, battle.phase_name = at.besieged, 5, ""
    battle.now.left[man.id] = 3
    for here, leaves in (("1309", False), (edge_of(battle.board, "east")[10], True)):
        battle.figures[man.id] = replace(man, hex=here)
        found = legs.events_of(battle, rules(battle), man.id, Leg(LegKind.EXIT))
        assert isinstance(found, Rejection) is not leaves


@pytest.mark.rule("GUI-11.4.3b")
@pytest.mark.parametrize("edge", ["north", "south"])
def test_a_plan_that_names_an_edge_by_which_no_party_comes_stands_without_it(edge: str) -> None:
    at = place()
    [line] = engine.read_orders(at, at.besieged, [f"SUPPLY by the {edge} edge"]).lines
    assert line.canonical == "SUPPLY"

"""Places that are stormed: when, by whom, and what else comes of it, by one die and on a board (GUC-12.3,
GUC-13.5, GUC-13.6, GUC-15.3)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from rules.campaign import odds, recruiting
from rules.campaign.invariants import broken, unbalanced
from rules.campaign.plans.plan import (
    ALWAYS,
    Attack,
    Bargain,
    Besiege,
    Hold,
    Join,
    Loot,
    March,
    Measure,
    Meet,
    Meeting,
    Order,
    Recruit,
    Summon,
    Term,
)
from rules.events.base import Event
from rules.events.campaign import ConvoyTaken, GroupMoved, PlaceTaken, SiegeBegan
from rules.events.campaign_fights import AttackMade, BattleCalled, CampaignFought, Summoned
from rules.events.campaign_secrets import ManTaken, MenJoined
from rules.events.umpire import OrderFailed
from rules.state.battle import Battle
from rules.state.campaign_counters import Fate, Place
from rules.state.figure import Health
from rules.state.table import Fights
from tests.rules.campaign.board_kit import battles_of, harm, morning, on_boards, over, the_battle
from tests.rules.campaign.kit import BYZANTINES, LOMBARDS, NORMANS, TABLES, World, held, of

FOOT = "light infantry"
NOBODYS = {"basso": ""}


def before(place: str = "basso", men: int = 20, *orders: Order) -> World:
    """Robert stands before a place of the Byzantines and is to attack it."""
    world = World()
    world.group(NORMANS, world.setup.place(place).hex, {"knight": men}, leader="robert")
    world.orders(NORMANS, *(orders or (Attack(group="n1", place=place),)))
    return world


def of_nobody(world: World, place: str = "basso") -> None:
    """It belongs to no side in play."""
    world.at.places[place] = Place(place, "")


def fought(world: World) -> list[CampaignFought]:
    return [event for event in world.events if isinstance(event, CampaignFought)]


# when


def at_least(men: int) -> tuple[tuple[Term, ...], ...]:
    return ((Term(Measure.MEN, least=men),),)


@pytest.mark.rule("GUC-13.5")
@pytest.mark.parametrize(("men", "attacks"), [(20, True), (21, True), (22, False)])
def test_an_attack_is_made_if_its_terms_hold(men: int, attacks: bool) -> None:
    world = before("basso", 20, Attack(group="n1", place="basso", terms=at_least(men)))
    world.day(named={"GUC-17.2": 5}, otherwise=1)
    assert bool(of(world.events, AttackMade)) is attacks


@pytest.mark.rule("GUC-13.6a")
@pytest.mark.parametrize(
    ("measure", "least", "attacks"),
    [
        (Measure.STRONGER, 15, True), (Measure.STRONGER, 16, False),  # 21 before 6
        (Measure.PRESTIGE, 1, False), (Measure.DAY, 1, True), (Measure.DAY, 2, False),
    ],
)  # fmt: skip
def test_a_place_is_weighed_by_those_who_would_take_up_arms(
    measure: Measure, least: int, attacks: bool
) -> None:
    """RUL-1302."""
    world = before("basso", 20, Attack(group="n1", place="basso", terms=((Term(measure, least=least),),)))
    world.day(named={"GUC-17.2": 5}, otherwise=1)
    assert bool(of(world.events, AttackMade)) is attacks


@pytest.mark.rule("GUC-5.2b")
@pytest.mark.parametrize("within", [0, 5, 12])
def test_what_lies_behind_walls_decides_nothing(within: int) -> None:
    """The usual five are expected, whoever is there (RUL-1302)."""
    for least, attacks in ((16, True), (17, False)):
        terms = ((Term(Measure.STRONGER, least=least),),)
        world = before("castro", 20, Attack(group="n1", place="castro", terms=terms))
        if within:
            world.garrison("castro", {FOOT: within})
        world.day(named={"GUC-17.2": 5}, otherwise=1)
        assert bool(of(world.events, AttackMade)) is attacks


@pytest.mark.rule("GUC-13.6")
def test_who_has_stormed_a_place_moves_no_more_and_storms_no_second_time() -> None:
    """Two groups before Basso, both with orders: one storm, with both, and both stay for the day."""
    world = before("basso", 10)
    world.group(NORMANS, "0903", {"knight": 10})
    world.orders(NORMANS, Attack(group="n2", place="basso"), March(group="n2", to="0901"))
    world.day(named={"GUC-17.2": 5}, otherwise=1)
    (one,) = fought(world)
    assert one.attackers == ("n1", "n2")
    assert not [e for e in of(world.events, GroupMoved) if isinstance(e, GroupMoved) and e.group == "n2"]


@pytest.mark.rule("GUC-13.6b", "GUC-14.6b")
def test_a_group_that_helped_and_was_beaten_does_not_march_on() -> None:
    world = before("basso", 20)
    world.group(BYZANTINES, "0903", {FOOT: 6})
    world.orders(NORMANS, Meet(meeting=Meeting(fight=())))
    world.orders(BYZANTINES, March(group="b1", to="1103"), Meet(meeting=Meeting(fight=())))
    world.day(named={"GUC-17.2": 3}, otherwise=5)
    moves = [e for e in of(world.events, GroupMoved) if isinstance(e, GroupMoved) and e.group == "b1"]
    assert [move.cause for move in moves] == ["flees"]


# whom nobody defends


@pytest.mark.rule("GUC-14.6a", "GUC-5.2b")
def test_a_castle_with_nobody_in_it_is_walked_into() -> None:
    """RUL-1242: no die, no losses, no honour; men are left in it."""
    world = before("castro")
    world.day(named={"GUC-17.2": 10}, otherwise=1)
    assert not fought(world) and world.at.prestige["robert"] == 5
    assert world.at.places["castro"].side == NORMANS
    assert len(world.at.holdings["castro"].garrison) == 5
    assert len(world.at.contents["n1"].men) == 16 and not broken(world.at)


@pytest.mark.rule("GUC-12.2a")
def test_bands_that_serve_nobody_do_not_defend_what_belongs_to_nobody() -> None:
    world = before("basso")
    of_nobody(world)
    world.band("0903", {FOOT: 8})
    assert recruiting.inhabitants(world.at, "basso", TABLES) == 6
    world.orders(NORMANS, Meet(meeting=Meeting(fight=())))
    world.day(named={"GUC-17.2": 5}, otherwise=1)
    (one,) = fought(world)
    assert one.defenders == () and one.men[1] == 6


@pytest.mark.rule("GUC-12.2e", "GUC-13.6a")
def test_nobodys_townsmen_and_strange_bands_keep_out_of_a_mutiny() -> None:
    world = World()
    of_nobody(world)
    world.group(NORMANS, "0903", {FOOT: 4})
    world.band("0903", {FOOT: 5}, under="n1")
    world.band("0903", {FOOT: 6})
    world.day(named={"GUC-12.2d": 10}, otherwise=5)
    (one,) = fought(world)
    assert (one.attackers, one.men) == (("m1",), (5, 4)) and not of(world.events, MenJoined)


# what is left on the field


@pytest.mark.rule("GUC-13.4b", "GUC-14.6c")
@pytest.mark.parametrize("meeting", [Meeting(give_up=ALWAYS), Meeting(refuse=ALWAYS)])
def test_the_convoy_of_an_escort_that_is_no_more_is_the_victors(meeting: Meeting) -> None:
    """It lays down its arms, or all are caught as they slip away."""
    world = World()
    world.group(NORMANS, "0503", {FOOT: 12}, hostility=9)
    world.group(BYZANTINES, "0603", {FOOT: 3})
    world.convoy(BYZANTINES, "0603", "castro", "basso", escort="b1")
    world.orders(NORMANS, March(group="n1", to="0603", meeting=Meeting(fight=ALWAYS)))
    world.orders(BYZANTINES, Meet(meeting=meeting))
    world.day(named={"GUC-14.5a": 5}, otherwise=5)
    assert "b1" not in world.at.groups
    assert world.at.convoys["bc1"].side == NORMANS


@pytest.mark.rule("GUC-13.4b", "GUC-13.6")
def test_the_convoy_of_a_group_that_was_beaten_in_a_storm_is_the_victors() -> None:
    world = before("basso")
    world.group(BYZANTINES, "0903", {FOOT: 4})
    world.convoy(BYZANTINES, "0903", "basso", "castro", escort="b1")
    world.orders(NORMANS, Meet(meeting=Meeting(fight=())))
    world.orders(BYZANTINES, Meet(meeting=Meeting(fight=())))
    world.day(named={"GUC-17.2": 1}, otherwise=5)
    assert of(world.events, ConvoyTaken) and world.at.convoys["bc1"].side == NORMANS


@pytest.mark.rule("GUC-12.3")
def test_the_purse_of_a_castle_is_its_captors() -> None:
    world = before("castro")
    world.garrison("castro", {FOOT: 6})
    world.at.holdings["castro"] = replace(world.at.holdings["castro"], purse=20)
    world.day(named={"GUC-17.2": 1}, otherwise=1)
    assert world.at.contents["n1"].purse == 20 and world.at.holdings["castro"].purse == 0
    assert not unbalanced(world.events)


# summons


def summons(days: int = 1, men: int = 12, place: str = "basso") -> World:
    """Normans come to Basso and summon it."""
    world = World()
    world.group(NORMANS, "0803", {FOOT: men}, hostility=8)
    world.orders(BYZANTINES, Bargain(place="basso"))
    world.orders(NORMANS, March(group="n1", to="0903"))
    for _ in range(days - 1):
        world.day(otherwise=1)
    world.orders(NORMANS, Summon(group="n1", place="basso"))
    return world


@pytest.mark.rule("GUC-15.3a")
@pytest.mark.parametrize(("days", "asked"), [(1, True), (2, False)])
def test_only_who_comes_to_a_place_can_summon_it(days: int, asked: bool) -> None:
    """RUL-1301."""
    world = summons(days)
    world.day(otherwise=1)
    assert bool(of(world.events, Summoned)) is asked
    assert bool(of(world.events, OrderFailed)) is not asked


@pytest.mark.rule("GUC-15.3")
def test_a_besieged_place_has_only_the_terms_of_a_siege() -> None:
    world = summons()
    world.group(NORMANS, "0903", {FOOT: 12})
    world.orders(NORMANS, Besiege(group="n2", place="basso"))
    world.at.places["basso"] = replace(world.at.places["basso"], siege="n2", since=1)
    world.day(otherwise=1)
    assert not of(world.events, Summoned)


@pytest.mark.rule("GUC-15.3b")
def test_who_has_taken_the_price_does_not_storm_the_place_that_day() -> None:
    world = summons()
    world.orders(NORMANS, Attack(group="n1", place="basso"))
    world.day(named={"GUC-15.3b": 1}, otherwise=1)
    assert of(world.events, Summoned) and not of(world.events, AttackMade)


@pytest.mark.rule("GUC-5.2b", "GUC-15.3b")
def test_in_a_castle_that_has_come_to_terms_men_are_left() -> None:
    world = World()
    world.group(NORMANS, "0506", {FOOT: 20}, leader="robert", prestige=7, hostility=9)
    world.garrison("castro", {FOOT: 4})
    world.orders(BYZANTINES, Bargain(place="castro"))
    world.orders(NORMANS, March(group="n1", to="0606"), Summon(group="n1", place="castro"))
    world.day(named={"GUC-15.3b": 6}, otherwise=1)
    assert [e.cause for e in of(world.events, PlaceTaken) if isinstance(e, PlaceTaken)] == ["capitulation"]
    assert len(world.at.holdings["castro"].garrison) == 5


@pytest.mark.rule("GUC-15.3a")
def test_only_its_owner_says_whether_a_place_bargains() -> None:
    """Eleven before six: without a word of his it does not."""
    world = World()
    world.group(NORMANS, "0803", {FOOT: 11}, hostility=8)
    world.orders(NORMANS, March(group="n1", to="0903"), Summon(group="n1", place="basso"))
    world.orders(NORMANS, Bargain(place="basso"))
    world.orders(LOMBARDS, Bargain(place="basso"))
    world.day(otherwise=1)
    assert not of(world.events, Summoned)


@pytest.mark.rule("GUC-13.6a", "GUC-14.7b")
def test_the_wounded_in_a_place_count_among_its_men() -> None:
    world = World()
    (sick, *_), holding = world.garrison("basso", {FOOT: 3}), world.at.holdings["basso"]
    assert recruiting.inhabitants(world.at, "basso", TABLES) == 9
    rest = tuple(name for name in holding.garrison if name != sick)
    world.at.holdings["basso"] = replace(holding, garrison=rest, patients=(sick,))
    assert recruiting.inhabitants(world.at, "basso", TABLES) == 9


# two besiegers


@pytest.mark.rule("GUC-15")
def test_a_stranger_cannot_take_over_a_siege() -> None:
    """RUL-1300."""
    world = World()
    world.group(NORMANS, "0606", {FOOT: 20})
    world.garrison("castro", {FOOT: 6})
    world.orders(NORMANS, Besiege(group="n1", place="castro"))
    world.day(otherwise=1)
    world.group(LOMBARDS, "0606", {FOOT: 9})
    world.orders(LOMBARDS, Besiege(group="l1", place="castro"))
    world.orders(NORMANS, Meet(meeting=Meeting(fight=())))
    world.day(otherwise=1)
    assert world.at.places["castro"].siege == "n1"
    assert not of(world.events, SiegeBegan) and of(world.events, OrderFailed)


# on a board


def on_a_board(men: int = 20, *orders: Order, leader: str = "robert") -> World:
    """Normans march from 0803 to Basso and attack it, where fights come to boards."""
    world = on_boards()
    world.group(NORMANS, "0803", {"knight": men}, leader=leader)
    world.orders(NORMANS, March(group="n1", to="0903"), Attack(group="n1", place="basso"), *orders)
    return world


@pytest.mark.rule("GUC-12.3", "GUC-13.6a", "GUC-14.4")
def test_a_settlement_is_attacked_on_a_board_by_its_own_men() -> None:
    """They were there before: they stand opposite to where the attacker came from."""
    world = on_a_board()
    battle = the_battle(morning(world))
    (called,) = [e for e in world.events if isinstance(e, BattleCalled)]
    assert (called.attackers, called.defenders, called.storms) == (("n1",), (), "basso")
    assert [seat.id for seat in battle.setup.seats] == [NORMANS, BYZANTINES]
    assert sum(man.side == BYZANTINES for man in battle.figures.values()) == 6
    assert not fought(world)


@pytest.mark.rule("GUC-14.4", "GUC-14.1b")
@pytest.mark.parametrize(("came", "his", "theirs"), [("0902", "north", "south"), ("0904", "south", "north")])
def test_townsmen_stand_opposite_to_where_the_attacker_came_from(came: str, his: str, theirs: str) -> None:
    world = on_boards()
    world.group(NORMANS, came, {"knight": 20})
    world.orders(NORMANS, March(group="n1", to="0903"), Attack(group="n1", place="basso"))
    battle = the_battle(morning(world))
    edges = {one.seat: [area.name for area in one.areas] for one in battle.setup.deployments}
    assert edges == {NORMANS: [f"the {his} edge"], BYZANTINES: [f"the {theirs} edge"]}


@pytest.mark.rule("GUC-12.1", "GUC-13.5")
@pytest.mark.parametrize("fights", list(Fights))
def test_nobody_recruits_on_the_day_of_his_attack_among_those_whom_he_has_spared(fights: Fights) -> None:
    """RUL-1339: on the next, whichever way it was decided."""
    world = on_a_board(9, Loot(points=0), Recruit(group="n1", kinds={"peasant": 1}))
    world.setup = world.at.setup = replace(world.setup, options=replace(world.setup.options, fights=fights))
    world.at.contents["n1"] = replace(world.at.contents["n1"], purse=40, hostility=1)
    today = morning(world, **{"GUC-17.2": 5})
    if fights is Fights.BOARD:
        today = [*today, *over(world, NORMANS)]
    assert world.at.groups["n1"].hex == "0903" and not _recruited(today)
    world.orders(NORMANS, Hold(group="n1"))
    assert _recruited(world.day(otherwise=1))


def _recruited(events: Sequence[Event]) -> bool:
    return any(event.cause == "recruited" for event in events if isinstance(event, MenJoined))


@pytest.mark.rule("GUC-12.3", "GUC-12.3b", "GUC-13.6b")
def test_who_wins_there_loots_the_place_and_its_men_go_home() -> None:
    world = on_a_board(20, Loot(points=2))
    morning(world)
    over(world, NORMANS, lambda battle: harm(battle, Health.DEAD, *_townsmen(battle)[:3]))
    (one,) = fought(world)
    assert (one.place, one.ground, one.men, one.dead) == ("basso", "board", (21, 6), (0, 3))
    assert world.at.holdings["basso"].resources == 3 and world.at.contents["n1"].purse == 4
    assert world.at.places["basso"].side == BYZANTINES and world.at.prestige["robert"] == 5
    assert {world.at.fates[name].value for name in world.at.men if "basso" in name} <= {"dead", "gone"}
    assert not world.at.fights and not broken(world.at)


def _townsmen(battle: Battle) -> list[str]:
    return [man.id for man in battle.figures.values() if man.side == BYZANTINES]


@pytest.mark.rule("GUC-12.3")
def test_where_the_first_group_is_no_more_the_second_has_the_loot() -> None:
    world = on_a_board(9, leader="")
    world.group(NORMANS, "0902", {"knight": 5})
    world.orders(NORMANS, Join(terms=ALWAYS))
    morning(world)
    first = world.at.contents["n1"].men
    over(world, NORMANS, lambda battle: harm(battle, Health.DEAD, *first))
    assert "n1" not in world.at.groups
    assert world.at.contents["n2"].purse == 10 and world.at.holdings["basso"].resources == 0


@pytest.mark.rule("GUC-12.3", "GUC-14.6b")
def test_who_is_beaten_there_goes_back_and_gets_nothing() -> None:
    world = on_a_board(9)
    morning(world)
    over(world, BYZANTINES)
    assert world.at.groups["n1"].hex != "0903" and world.at.holdings["basso"].resources == 5
    assert world.at.prestige["robert"] == 4 and not broken(world.at)


@pytest.mark.rule("GUC-14.6d")
def test_a_draw_there_sends_the_attacker_away() -> None:
    world = on_a_board(9)
    morning(world)
    over(world, "")
    assert world.at.groups["n1"].hex != "0903" and world.at.prestige["robert"] == 5


@pytest.mark.rule("GUC-14.6c", "GUC-13.6b")
def test_townsmen_who_give_up_go_home_and_a_garrison_is_taken() -> None:
    world = on_a_board()
    world.garrison("basso", {FOOT: 2})
    morning(world)
    over(world, NORMANS, agreed=True)
    taken = [e.man.id for e in of(world.events, ManTaken) if isinstance(e, ManTaken)]
    assert len(taken) == 2 and not broken(world.at)


@pytest.mark.rule("GUC-14.6c", "GUC-14.8b")
def test_who_surrenders_to_townsmen_is_their_prisoner() -> None:
    """RUL-1303: a leader is held in the place, all others leave the game there; the purse stays, too."""
    world = on_a_board(9)
    world.at.contents["n1"] = replace(world.at.contents["n1"], purse=10)
    men = world.at.contents["n1"].men
    morning(world)
    over(world, BYZANTINES, agreed=True)
    assert "n1" not in world.at.groups and world.at.holdings["basso"].held == ("robert",)
    assert {world.at.fates[name] for name in men if name != "robert"} == {Fate.TAKEN}
    assert world.at.holdings["basso"].purse == 10
    assert not broken(world.at) and not unbalanced(world.events)


@pytest.mark.rule("GUC-17.3", "GUC-14.8b")
def test_a_rout_before_townsmen_leaves_them_the_wounded() -> None:
    """RUL-1218, RUL-1303."""
    world = before("basso", 5)
    wounded_already = world.at.contents["n1"].men[-1]
    world.at.men[wounded_already] = replace(world.at.men[wounded_already], health=Health.WOUNDED)
    world.resources("basso", 10)
    world.garrison("basso", {"koursor": 12})
    world.day(named={"GUC-17.2": 10}, otherwise=9)
    (one,) = fought(world)
    assert one.ends[0] == "rout"
    assert world.at.fates[wounded_already] in (Fate.TAKEN, Fate.DEAD) and not broken(world.at)


@pytest.mark.rule("GUC-14.8e")
@pytest.mark.parametrize("winner", [BYZANTINES, NORMANS])
def test_townsmen_free_their_own_whom_the_attacker_leads_along(winner: str) -> None:
    world = on_boards()
    world.group(NORMANS, "0903", {"knight": 9}, leader="robert")
    world.orders(NORMANS, Attack(group="n1", place="basso"))
    captives = held(world, "n1", 4)
    battle = the_battle(morning(world))
    assert all(battle.figures[name].bound for name in captives)
    over(world, winner)
    free = [name for name in captives if name not in world.at.captors and name not in world.at.fates]
    assert free == (list(captives) if winner == BYZANTINES else [])
    assert not broken(world.at)


@pytest.mark.rule("GUC-14.4", "GUC-14.3b")
def test_townsmen_stand_where_they_live_whoever_comes_to_help_them() -> None:
    """RUL-1294: a neighbour stands where he came from, the owner leads the townsmen."""
    world = on_boards()
    world.group(NORMANS, "0904", {"knight": 20})
    world.group(BYZANTINES, "1003", {FOOT: 5})
    world.orders(NORMANS, March(group="n1", to="0903"), Attack(group="n1", place="basso"))
    world.orders(BYZANTINES, Join(terms=ALWAYS))
    battle = the_battle(morning(world))
    edges = {one.seat: [(area.name, len(area.men)) for area in one.areas] for one in battle.setup.deployments}
    assert ("the north edge", 6) in edges[BYZANTINES] and len(edges[BYZANTINES]) == 2


@pytest.mark.rule("GUC-13.6b")
def test_townsmen_in_arms_for_a_siege_are_nobodys_prisoners_either() -> None:
    """RUL-1293: a third side attacks what others besiege."""
    world = on_boards()
    world.group(LOMBARDS, "0903", {FOOT: 20})
    world.orders(LOMBARDS, Besiege(group="l1", place="basso"))
    morning(world)
    world.at.turn += 1
    world.group(NORMANS, "0803", {"knight": 20}, leader="robert")
    world.orders(NORMANS, March(group="n1", to="0903"), Attack(group="n1", place="basso"))
    world.orders(NORMANS, Meet(meeting=Meeting(fight=())))
    world.orders(LOMBARDS, Meet(meeting=Meeting(fight=())))
    in_arms = world.at.holdings["basso"].levy
    morning(world)
    over(world, NORMANS, agreed=True)
    assert in_arms and not [name for name in in_arms if world.at.fates.get(name) is Fate.TAKEN]
    assert not set(in_arms) & set(world.at.captors)


@pytest.mark.rule("GUC-13.6a")
def test_a_besieged_place_is_weighed_as_any_other() -> None:
    """RUL-1302."""
    world = before("basso")
    assert odds.of_place(world.today(), "basso", seen_by=NORMANS).men == 6
    world.at.holdings["basso"] = replace(world.at.holdings["basso"], levy=("somebody",))
    assert odds.of_place(world.today(), "basso", seen_by=NORMANS).men == 6


@pytest.mark.rule("GUC-14.3")
def test_a_group_in_the_place_and_a_neighbour_stand_with_the_townsmen() -> None:
    world = on_a_board()
    world.group(BYZANTINES, "0903", {FOOT: 4})
    world.group(BYZANTINES, "0904", {FOOT: 5})
    world.orders(NORMANS, Meet(meeting=Meeting(fight=())))
    world.orders(BYZANTINES, Join(terms=ALWAYS), Meet(meeting=Meeting(fight=())))
    battle = the_battle(morning(world))
    assert sum(man.side == BYZANTINES for man in battle.figures.values()) == 15
    over(world, NORMANS)
    (one,) = fought(world)
    assert one.defenders == ("b1", "b2") and world.at.groups["b1"].hex != "0903"


@pytest.mark.rule("GUC-17", "GUC-17.2")
def test_a_storm_whose_clock_runs_out_is_decided_by_a_die() -> None:
    world = on_a_board()
    morning(world)
    over(world, "", unfinished=True)
    (one,) = fought(world)
    assert (one.place, one.ground, one.percent) == ("basso", "field", (0, 30)) and one.letter


@pytest.mark.rule("GUC-13.5", "GUC-17")
@pytest.mark.parametrize("place", ["castro", "basso"])
def test_walls_without_a_siege_and_what_belongs_to_nobody_are_stormed_by_a_die(place: str) -> None:
    """RUL-1294, RUL-1266."""
    world = on_boards()
    world.group(NORMANS, world.setup.place(place).hex, {"knight": 20})
    if place == "castro":
        world.garrison("castro", {FOOT: 6})
    else:
        of_nobody(world)
    world.orders(NORMANS, Attack(group="n1", place=place))
    events = morning(world, **{"GUC-17.2": 5})
    assert not battles_of(events) and fought(world)

"""Battles resolved by one die: who joins, who slips away, how it ends, where the beaten go (GUC-14,
GUC-17)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import battles, field, resolving, retreats
from rules.campaign.battles import slip_modifier, slipped
from rules.campaign.plans.plan import ALWAYS, NEVER, Join, March, Measure, Meet, Meeting, Term
from rules.core.facing import Facing
from rules.events.base import Knowledge
from rules.events.campaign import GroupGone, GroupMoved
from rules.events.campaign_fights import (
    AttackMade,
    BattleJoined,
    CampaignFought,
    FightRefused,
    GroupYielded,
    LeaderTested,
    PrisonersKilled,
    SlipTested,
)
from rules.events.campaign_secrets import ManLost, ManTaken, PrestigeChanged
from rules.siege import quick
from rules.state.campaign_counters import Fate
from rules.state.figure import Health
from tests.rules.campaign.kit import BYZANTINES, LOMBARDS, NORMANS, TABLES, Script, World, men, of, toy

FOOT = "light infantry"
FIGHT = Meeting(fight=ALWAYS)


def _field(ours: int = 9, theirs: int = 9, **kwargs: str) -> World:
    """Normans march from 0503 into 0603, where Byzantines are, and attack."""
    world = World()
    world.group(NORMANS, "0503", {FOOT: ours}, hostility=9, leader=kwargs.get("leader", ""))
    world.group(BYZANTINES, "0603", {FOOT: theirs}, leader=kwargs.get("theirs_leader", ""))
    world.orders(NORMANS, March(group="n1", to="0603", meeting=FIGHT))
    return world


def _fought(world: World) -> CampaignFought:
    (fought,) = of(world.events, CampaignFought)
    assert isinstance(fought, CampaignFought)
    return fought


# the die


@pytest.mark.rule("GUC-17.1", "GUC-17.2", "GUC-17.3")
def test_one_die_decides_by_the_difference_of_values() -> None:
    world = _field()
    world.day(named={"GUC-17.2": 3}, otherwise=1)
    fought = _fought(world)
    assert (fought.values, fought.column, fought.letter) == ((9, 9), "-20", "F")
    assert fought.ends == ("", "retreat")


@pytest.mark.rule("GUC-17.2")
@pytest.mark.parametrize(("ours", "modifier"), [(13, 0), (14, -1), (18, -2)])
def test_those_who_outnumber_the_enemy_have_it_easier(ours: int, modifier: int) -> None:
    world = _field(ours=ours)
    world.day(named={"GUC-17.2": 5}, otherwise=1)
    assert _fought(world).modifier == modifier


@pytest.mark.rule("GUC-17.1b")
@pytest.mark.parametrize(
    ("where", "percent"), [("0603", 0), ("0504", 20), ("0704", 20), ("0804", 20), ("0304", 0)]
)
def test_hills_and_rivers_help_whoever_is_there(where: str, percent: int) -> None:
    world = World()
    world.group(NORMANS, where, {FOOT: 9})
    world.group(BYZANTINES, where, {FOOT: 9})
    today = world.today(Script(otherwise=5))
    battles.attack(today, world.at.groups["n1"], world.at.groups["b1"])
    (fought,) = of(today.journal.events, CampaignFought)
    assert isinstance(fought, CampaignFought) and fought.percent == (0, percent)


@pytest.mark.rule("GUC-5.1b", "GUC-13.6b", "GUC-17.1b")
def test_the_men_of_a_settlement_fight_beside_their_own_and_go_home_afterwards() -> None:
    world = World()
    world.group(NORMANS, "0903", {FOOT: 9}, hostility=9)
    world.group(BYZANTINES, "0903", {FOOT: 9})
    today = world.today(Script(otherwise=5))
    battles.attack(today, world.at.groups["n1"], world.at.groups["b1"])
    (fought,) = of(today.journal.events, CampaignFought)
    assert isinstance(fought, CampaignFought)
    assert (fought.men, fought.percent) == ((9, 15), (0, 30))
    assert not today.at.holdings["basso"].garrison


@pytest.mark.rule("GUC-5.1b")
def test_in_a_city_thirty_take_up_arms() -> None:
    world = World()
    world.group(NORMANS, "1107", {FOOT: 9}, hostility=9)
    world.group(BYZANTINES, "1107", {FOOT: 9})
    today = world.today(Script(otherwise=5))
    battles.attack(today, world.at.groups["n1"], world.at.groups["b1"])
    (fought,) = of(today.journal.events, CampaignFought)
    assert isinstance(fought, CampaignFought) and fought.men == (9, 39)


@pytest.mark.rule("GUC-17.3")
def test_losses_are_drawn_by_dice_the_dead_first() -> None:
    """F: attackers 10 % dead, 20 % wounded; defenders 10 and 25: of nine 1, 2; 1, 2."""
    world = _field()
    world.day(named={"GUC-17.2": 3}, otherwise=1)
    for side in (NORMANS, BYZANTINES):
        fates = [
            e.fate
            for e in of(world.events, ManLost)
            if isinstance(e, ManLost) and world.at.men[e.figure].side == side
        ]
        hurt = [m for m in world.at.men.values() if m.side == side and m.health is Health.WOUNDED]
        assert (fates, len(hurt)) == ([Fate.DEAD], 2)


@pytest.mark.rule("GUC-17.4")
@pytest.mark.parametrize(("die", "result"), [(9, ""), (10, "wounded")])
def test_leaders_have_a_die_of_their_own(die: int, result: str) -> None:
    world = _field(leader="robert")
    world.day(named={"GUC-17.2": 4, "GUC-17.4": die}, otherwise=1)
    (tested,) = of(world.events, LeaderTested)
    assert isinstance(tested, LeaderTested) and (tested.figure, tested.result) == ("robert", result)
    assert world.at.men["robert"].wounded is bool(result)


# who hears of it


def test_others_hear_who_stayed_on_the_field_and_nothing_else() -> None:
    world = _field()
    world.day(named={"GUC-17.2": 2}, otherwise=1)
    fought = _fought(world)
    heard = fought.seen_by(Knowledge(LOMBARDS))
    assert isinstance(heard, CampaignFought)
    assert (heard.hex, heard.ends) == (fought.hex, fought.ends)
    assert (heard.values, heard.die, heard.dead, heard.men, heard.letter) == ((0, 0), 0, (0, 0), (0, 0), "")


# how it ends


@pytest.mark.rule("GUC-14.6b", "GUC-9b")
def test_the_beaten_flee_to_their_side_and_the_victor_stays() -> None:
    """Attackers who came from 0503 flee to it or one of the two hexes beside both."""
    world = _field(leader="robert", theirs_leader="leon")
    world.day(named={"GUC-17.2": 9}, otherwise=1)
    assert _fought(world).ends == ("retreat", "")
    assert world.at.groups["b1"].hex == "0603"
    assert world.at.groups["n1"].hex in retreats.three(world.today(), "0603", Facing.NW)
    assert {
        e.leader: e.prestige for e in of(world.events, PrestigeChanged) if isinstance(e, PrestigeChanged)
    } == {
        "robert": 4,
        "leon": 6,
    }


@pytest.mark.rule("GUC-14.6b", "GUC-14.3b")
def test_the_three_hexes_of_a_side() -> None:
    found = retreats.three(World().today(), "0603", Facing.NW)
    assert set(found) == {"0503", "0602", "0504"}
    assert all(toy().distance(near, "0603") == 1 for near in found)


@pytest.mark.rule("GUC-14.6b")
def test_who_was_there_flees_away_from_the_attacker() -> None:
    world = _field()
    world.day(named={"GUC-17.2": 2}, otherwise=1)
    assert world.at.groups["n1"].hex == "0603"
    assert world.at.groups["b1"].hex in retreats.three(world.today(), "0603", Facing.SE)


@pytest.mark.rule("GUC-14.6d", "GUC-17.3")
def test_where_both_give_way_both_leave_and_nobody_has_won() -> None:
    """E: as a battle of twelve turns."""
    world = _field(leader="robert", theirs_leader="leon")
    world.day(named={"GUC-17.2": 5}, otherwise=1)
    assert _fought(world).letter == "E"
    assert world.at.groups["n1"].hex in retreats.three(world.today(), "0603", Facing.NW)
    assert world.at.groups["b1"].hex in retreats.three(world.today(), "0603", Facing.SE)
    assert not of(world.events, PrestigeChanged)


@pytest.mark.rule("GUC-14.6a")
def test_of_a_side_with_nobody_left_the_counter_goes_and_the_other_stays() -> None:
    world = World()
    world.group(NORMANS, "0603", {FOOT: 9}, leader="robert")
    world.group(BYZANTINES, "0603", {FOOT: 3})
    today = world.today()
    for name in world.at.contents["b1"].men:
        resolving.slain(today, name, "battle")
    field.ended(today, "0603", battles.Line(("n1",)), battles.Line(("b1",)), ("", ""))
    assert [e.group for e in of(today.journal.events, GroupGone) if isinstance(e, GroupGone)] == ["b1"]
    assert today.at.groups["n1"].hex == "0603" and today.at.prestige["robert"] == 6


@pytest.mark.rule("GUC-17.3")
def test_a_rout_leaves_the_wounded_in_the_enemy_s_hands() -> None:
    """RUL-1218: A and B are a rout, C a retreat."""
    taken: dict[str, int] = {}
    for face, letter, theirs in ((8, "B", 130), (6, "C", 130)):
        world = _field(theirs=theirs)
        world.day(named={"GUC-17.2": face}, otherwise=1)
        assert _fought(world).letter == letter
        taken[letter] = len(of(world.events, ManTaken))
    assert taken["B"] > 0 and taken["C"] == 0


@pytest.mark.rule("GUC-14.6c")
def test_who_lays_down_his_arms_is_taken_with_everything() -> None:
    world = _field(leader="robert", theirs_leader="leon")
    world.at.contents["b1"] = replace(world.at.contents["b1"], purse=8)
    world.orders(BYZANTINES, Meet(meeting=Meeting(give_up=((Term(Measure.STRONGER, most=0),),))))
    world.day(otherwise=1)
    assert of(world.events, GroupYielded) and not of(world.events, CampaignFought)
    assert len(world.at.contents["n1"].captives) == 10 and "b1" not in world.at.groups
    assert world.at.contents["n1"].purse == 8
    assert world.at.prestige["robert"] == 6 and world.at.captors["leon"] == NORMANS


# refusing


@pytest.mark.rule("GUC-14.5a")
@pytest.mark.parametrize(
    ("total", "result"),
    [
        (-1, "unharmed"), (1, "unharmed"), (4, "unharmed"), (5, "taken"), (7, "taken"), (8, "wounded"),
        (9, "wounded"), (10, "killed"), (12, "killed"),
    ],
)  # fmt: skip
def test_the_table_of_those_who_slip_away(total: int, result: str) -> None:
    assert slipped(total, TABLES) == result


@pytest.mark.rule("GUC-14.5a")
def test_riders_and_armour_help_and_wounds_do_not() -> None:
    (knight,) = men({"knight": 1}, NORMANS)
    (foot,) = men({FOOT: 1}, NORMANS)
    assert slip_modifier(knight, TABLES) == -2
    assert slip_modifier(replace(knight, mount=None), TABLES) == -1
    assert slip_modifier(foot, TABLES) == 0
    assert slip_modifier(replace(foot, health=Health.WOUNDED), TABLES) == 2


@pytest.mark.rule("GUC-14.5a", "GUC-14.5b")
def test_a_group_that_refuses_is_tested_man_by_man_and_gives_way() -> None:
    world = _field(ours=9, theirs=3, theirs_leader="leon")
    world.orders(BYZANTINES, Meet(meeting=Meeting(refuse=ALWAYS)))
    world.day(5, 8, 4, 10, otherwise=1)
    assert of(world.events, FightRefused) and not of(world.events, CampaignFought)
    results = [e.result for e in of(world.events, SlipTested) if isinstance(e, SlipTested)]
    assert sorted(results) == ["killed", "taken", "unharmed", "wounded"] or len(results) == 4
    assert world.at.prestige["leon"] == 4
    assert world.at.groups["b1"].hex == "0704"  # opposite to where the attackers came from


@pytest.mark.rule("GUC-14.5a")
def test_prisoners_of_those_who_slip_away_stay_with_the_attacker() -> None:
    world = _field(theirs=5)
    world.orders(BYZANTINES, Meet(meeting=Meeting(refuse=ALWAYS)))
    world.day(named={"GUC-14.5a": 5}, otherwise=1)
    assert len(world.at.contents["n1"].captives) == 5 and "b1" not in world.at.groups


@pytest.mark.rule("GUC-14.5a")
@pytest.mark.parametrize(("least", "refused"), [(-3, False), (-4, True)])
def test_it_refuses_when_its_orders_say_so(least: int, refused: bool) -> None:
    world = _field(ours=9, theirs=5)
    world.orders(
        BYZANTINES, Meet(meeting=Meeting(refuse=((Term(Measure.STRONGER, least=least, most=least),),)))
    )
    world.day(otherwise=1)
    assert bool(of(world.events, FightRefused)) is refused


@pytest.mark.rule("GUC-14.8c")
def test_two_men_can_guard_nobody() -> None:
    world = _field(ours=1, theirs=3, leader="robert")
    world.orders(BYZANTINES, Meet(meeting=Meeting(give_up=ALWAYS)))
    world.day(otherwise=1)
    assert of(world.events, PrisonersKilled)
    assert not world.at.captors
    assert [e.fate for e in of(world.events, ManLost) if isinstance(e, ManLost)] == [Fate.DEAD] * 3


# who joins


def _beside(norman: int, byzantine: int) -> World:
    """Normans attack in 0603; more Normans are in 0602, more Byzantines in 0604."""
    world = _field()
    world.group(NORMANS, "0602", {FOOT: norman})
    world.group(BYZANTINES, "0604", {FOOT: byzantine})
    return world


def _comers(world: World) -> list[str]:
    return [e.group for e in of(world.events, BattleJoined) if isinstance(e, BattleJoined)]


@pytest.mark.rule("GUC-14.3", "GUC-14.3b")
def test_neighbours_of_both_sides_may_come() -> None:
    world = _beside(4, 4)
    world.orders(NORMANS, Join())
    world.orders(BYZANTINES, Join())
    world.day(named={"GUC-17.2": 4}, otherwise=1)
    assert sorted(_comers(world)) == ["b2", "n2"]
    fought = _fought(world)
    assert (fought.attackers, fought.defenders, fought.men) == (("n1", "n2"), ("b1", "b2"), (13, 13))
    came = {
        e.group: e.path
        for e in of(world.events, GroupMoved)
        if isinstance(e, GroupMoved) and e.cause == "joins"
    }
    assert came == {"n2": ("0602", "0603"), "b2": ("0604", "0603")}


@pytest.mark.rule("GUC-14.3")
def test_without_orders_those_come_whose_friends_are_worth_less() -> None:
    world = _field(ours=9, theirs=8)
    world.group(NORMANS, "0602", {FOOT: 4})
    world.group(BYZANTINES, "0604", {FOOT: 4})
    world.day(named={"GUC-17.2": 4}, otherwise=1)
    assert _comers(world) == ["b2", "n2"]  # eight against nine; then twelve against nine


@pytest.mark.rule("GUC-14.3")
@pytest.mark.parametrize(
    ("order", "comes"),
    [
        (Join(never=True), False),
        (Join(group="n2", never=True), False),
        (Join(group="n2", beside="n1"), True),
        (Join(group="n2", beside="n7"), False),
        (Join(group="n2", fights=("n1", "n7")), True),
        (Join(group="n2", fights=("n7",)), False),
        (Join(terms=((Term(Measure.MEN, least=5),),)), False),
        (Join(terms=((Term(Measure.MEN, least=4),),)), True),
        (Join(terms=NEVER), False),
    ],
)
def test_it_comes_as_ordered(order: Join, comes: bool) -> None:
    world = _beside(4, 4)
    world.orders(NORMANS, order)
    world.orders(BYZANTINES, Join(never=True))
    world.day(named={"GUC-17.2": 4}, otherwise=1)
    assert (_comers(world) == ["n2"]) is comes


@pytest.mark.rule("GUC-14.3")
def test_two_hexes_away_is_too_far_and_others_do_not_come() -> None:
    world = _field()
    world.group(NORMANS, "0601", {FOOT: 4})
    world.group(LOMBARDS, "0602", {FOOT: 4})
    world.orders(NORMANS, Join())
    world.orders(LOMBARDS, Join())
    world.day(named={"GUC-17.2": 4}, otherwise=1)
    assert not _comers(world)


@pytest.mark.rule("GUC-14.3c")
def test_who_has_joined_moves_no_more_and_who_has_moved_may_join() -> None:
    world = _beside(4, 4)
    world.orders(NORMANS, Join(), March(group="n2", to="0602"))
    world.orders(BYZANTINES, Join(never=True), March(group="b2", to="0904"))
    world.orders(NORMANS, March(group="n2", to="0302"))
    world.day(named={"GUC-17.2": 2}, otherwise=1)
    assert _comers(world) == ["n2"] and world.at.groups["n2"].hex == "0603"


@pytest.mark.rule("GUC-14.6b", "GUC-14.3b")
def test_each_flees_to_the_side_from_which_it_came() -> None:
    world = _beside(4, 0 + 3)
    world.orders(NORMANS, Join())
    world.orders(BYZANTINES, Join(never=True))
    world.day(named={"GUC-17.2": 10}, otherwise=1)
    assert _fought(world).ends[0]
    assert world.at.groups["n2"].hex in retreats.three(world.today(), "0603", Facing.N)
    assert world.at.groups["n1"].hex in retreats.three(world.today(), "0603", Facing.NW)


def test_a_convoy_whose_escort_is_beaten_is_the_victor_s() -> None:
    world = _field()
    convoy = world.convoy(BYZANTINES, "0603", "basso", "castro", escort="b1")
    world.day(named={"GUC-17.2": 2}, otherwise=1)
    assert world.at.convoys[convoy].side == NORMANS
    assert world.at.loads[convoy] == 5


def test_attacks_are_heard_of_by_everybody() -> None:
    world = _field()
    world.day(named={"GUC-17.2": 2}, otherwise=1)
    (made,) = of(world.events, AttackMade)
    assert made.seen_by(Knowledge(None)) is made


def test_the_value_of_a_group_counts_its_mercenaries() -> None:
    world = _field()
    world.band("0503", {FOOT: 5}, under="n1", paid=True)
    world.day(named={"GUC-17.2": 2}, otherwise=1)
    assert _fought(world).men == (14, 9)
    assert quick.value(men({FOOT: 5}, NORMANS), False, TABLES) == 5


@pytest.mark.rule("GUC-14.5a", "GUC-14.6c")
@pytest.mark.parametrize(("most", "yields"), [(0, True), (-1, False)])
def test_it_lays_down_its_arms_only_if_its_terms_hold(most: int, yields: bool) -> None:
    """Nine against nine."""
    world = _field()
    world.orders(BYZANTINES, Meet(meeting=Meeting(give_up=((Term(Measure.STRONGER, most=most),),))))
    world.day(otherwise=3)
    assert bool(of(world.events, GroupYielded)) is yields
    assert bool(of(world.events, CampaignFought)) is not yields


@pytest.mark.rule("GUC-14.7b", "GUC-5.1b")
def test_the_wounded_in_a_settlement_fight_beside_its_men() -> None:
    world = World()
    world.garrison("basso", {FOOT: 2}, wounded=2)
    world.group(NORMANS, "0903", {FOOT: 9}, hostility=9)
    world.group(BYZANTINES, "0903", {FOOT: 9})
    today = world.today(Script(otherwise=5))
    battles.attack(today, world.at.groups["n1"], world.at.groups["b1"])
    (fought,) = of(today.journal.events, CampaignFought)
    assert isinstance(fought, CampaignFought) and fought.men == (9, 9 + 6 + 2)


@pytest.mark.rule("GUC-17.2")
@pytest.mark.parametrize(
    ("ours", "theirs", "ends"),
    [(3, 0, ("", "flight")), (0, 3, ("flight", "")), (0, 0, ("draw", "draw"))],
)
def test_of_a_battle_cut_short_where_nobody_stands_no_die_is_thrown(
    ours: int, theirs: int, ends: tuple[str, str]
) -> None:
    """RUL-1272."""
    world = World()
    world.group(NORMANS, "0603", {FOOT: 3})
    world.group(BYZANTINES, "0603", {FOOT: 3})
    stand = list(world.at.in_group("n1"))[:ours], list(world.at.in_group("b1"))[:theirs]
    today, lines = world.today(Script()), (battles.Line(("n1",)), battles.Line(("b1",)))
    assert resolving.resolved(today, "0603", *lines, call="day1", stand=stand) == ends


@pytest.mark.rule("GUC-14.3b", "GUC-14.4")
def test_who_was_there_and_knows_of_nobody_stands_where_he_came_from_one_day() -> None:
    world = World()
    world.group(NORMANS, "0603", {FOOT: 3}, came="0602")
    today = world.today()
    assert retreats.from_where(today, world.at.groups["n1"], "0603", "") is Facing.N
    assert retreats.from_where(today, world.at.groups["n1"], "0603", "", "0604") is Facing.S


@pytest.mark.rule("GUC-14.6b", "GUC-14.6d")
@pytest.mark.parametrize("straight", [False, True])
def test_who_was_there_flees_toward_home_and_after_a_draw_straight_away(straight: bool) -> None:
    """His enemies came from the north; Dorf and Alto lie in the west."""
    world = World()
    world.group(NORMANS, "0603", {FOOT: 3})
    today = world.today()
    around = retreats.three(today, "0603", Facing.S)
    assert around[0] == "0604" and len(around) == 3
    retreats.flee(today, world.at.groups["n1"], "0603", "0602", straight=straight)
    found = today.at.groups["n1"].hex
    assert found == "0604" if straight else found in around[1:]


# what they know of each other behind it


@pytest.mark.rule("GUC-8.1b")
def test_behind_a_battle_each_side_knows_what_is_left_of_the_other() -> None:
    """RUL-1318: a leader who has fallen or was taken leads nobody on the sheet of his enemies."""
    world = _field(ours=12, theirs=6, theirs_leader="leon")
    world.day(named={"GUC-17.2": 1}, otherwise=1)
    fought = _fought(world)
    left = world.at.contents.get("b1")
    seen = world.at.seen[NORMANS].get("b1")
    assert fought.dead[1] > 0 and left is not None and seen is not None
    assert seen.men == len(left.men)
    assert seen.leader == (world.at.men[left.leader].name if left.leader else "")
    known = world.at.seen[BYZANTINES]["n1"]
    assert known.men == len(world.at.contents["n1"].men)


@pytest.mark.rule("GUC-8.1b", "GUC-14.5a")
def test_behind_a_battle_that_was_refused_the_attacker_knows_who_slipped_away() -> None:
    world = _field(ours=9, theirs=9)
    world.orders(BYZANTINES, Meet(group="b1", meeting=Meeting(refuse=ALWAYS)))
    world.day(10, 10, 10, *(4,) * 6, otherwise=1)
    assert of(world.events, FightRefused)
    assert world.at.seen[NORMANS]["b1"].men == len(world.at.contents["b1"].men) < 9

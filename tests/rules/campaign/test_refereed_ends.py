"""How fights end, and what stands behind them: rules whose breaking no marked test noticed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import battles, field, marching, resolving, retreats, storming
from rules.campaign.lines import Line
from rules.campaign.plans.plan import ALWAYS, Hire, Join, March
from rules.events.campaign_fights import CampaignFought
from rules.events.campaign_secrets import GroupSeen
from rules.state.campaign import Levy
from rules.state.campaign_counters import Fate
from rules.state.figure import Health
from tests.rules.campaign.board_kit import FIGHT, FOOT, attacked, harm, morning, on_boards, over, the_battle
from tests.rules.campaign.kit import BYZANTINES, LOMBARDS, NORMANS, World, of


@pytest.mark.rule("GUC-13.4b")
@pytest.mark.parametrize(
    ("ends", "whose", "prestige"),
    [
        (("", "retreat"), NORMANS, (6, 4)),
        (("retreat", ""), BYZANTINES, (4, 6)),
        (("draw", "draw"), BYZANTINES, (5, 5)),
    ],
)
def test_a_convoy_is_the_victors_whichever_line_gives_way_alive(
    ends: tuple[str, str], whose: str, prestige: tuple[int, int]
) -> None:
    """Behind a draw nobody has won it: it stays whose it was."""
    world = World()
    world.group(NORMANS, "0603", {FOOT: 9}, leader="robert", came="0503")
    world.group(BYZANTINES, "0603", {FOOT: 9}, leader="leon")
    convoy = world.convoy(BYZANTINES, "0603", "castro", "basso", escort="b1")
    today = world.today()
    today.marched.add("n1")
    field.ended(today, "0603", Line(("n1",)), Line(("b1",)), ends)
    assert today.at.convoys[convoy].side == whose
    assert (today.at.prestige["robert"], today.at.prestige["leon"]) == prestige
    assert ("n1" in today.at.groups) and ("b1" in today.at.groups)
    assert (today.at.groups["n1"].hex == "0603") is not bool(ends[0])
    assert (today.at.groups["b1"].hex == "0603") is not bool(ends[1])


@pytest.mark.rule("GUC-13.4b", "GUC-14.6a")
@pytest.mark.parametrize(("dead", "whose"), [("n1", BYZANTINES), ("b1", NORMANS)])
def test_a_convoy_is_the_victors_where_nobody_is_left_of_a_line(dead: str, whose: str) -> None:
    world = World()
    world.group(NORMANS, "0603", {FOOT: 9}, came="0503")
    world.group(BYZANTINES, "0603", {FOOT: 9})
    convoy = world.convoy(LOMBARDS, "0603", "castro", "basso", escort=dead)
    today = world.today()
    today.marched.add("n1")
    for name in today.at.contents[dead].men:
        resolving.slain(today, name, resolving.BATTLE)
    field.ended(today, "0603", Line(("n1",)), Line(("b1",)), ("", ""))
    assert dead not in today.at.groups and today.at.convoys[convoy].side == whose
    assert len(today.at.groups) == 1 and today.at.groups.popitem()[1].hex == "0603"


@pytest.mark.rule("GUC-14.7a")
@pytest.mark.parametrize("there", [True, False])
def test_a_march_to_where_its_fight_has_left_a_group_is_carried_out(there: bool) -> None:
    """It has fled to where it was to go, and its wounded make for a bed on the next day."""
    world = World()
    world.group(NORMANS, "0503", {FOOT: 9}, leader="robert", prestige=2, wounded=1)
    world.group(BYZANTINES, "0603", {FOOT: 30}, leader="leon", prestige=9, hostility=9)
    world.orders(BYZANTINES, March(group="b1", to="0503", meeting=FIGHT))
    world.orders(NORMANS, March(group="n1", to="0403" if there else "0402"))
    world.day(named={"GUC-17.2": 5}, otherwise=5)
    assert world.at.groups["n1"].hex == "0403"
    assert bool(world.plans[NORMANS].orders) is not there


@pytest.mark.rule("GUC-13.3", "GUC-11c")
def test_a_friends_mercenaries_are_not_lured_away_in_the_morning() -> None:
    """Normans and Lombards are friends; the band waits for its share."""
    world = World()
    friends = {NORMANS: (LOMBARDS,), LOMBARDS: (NORMANS,)}
    sides = tuple(replace(side, allies=friends.get(side.id, ())) for side in world.setup.sides)
    world.setup = world.at.setup = replace(world.setup, sides=sides)
    world.group(LOMBARDS, "0503", {FOOT: 4})
    band = world.band("0503", {FOOT: 5}, under="l1")
    world.group(NORMANS, "0503", {FOOT: 4}, purse=20)
    world.orders(NORMANS, Hire())
    marching.find(today := world.today(), today.at.groups["n1"])
    assert today.at.groups[band].under == "l1" and today.at.contents["n1"].purse == 40


@pytest.mark.rule("GUC-13.3")
def test_who_wants_no_mercenaries_is_told_nothing_of_those_beside_him() -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 4}, purse=20)
    world.band("0503", {FOOT: 5})
    marching.find(today := world.today(), today.at.groups["n1"])
    assert not of(today.journal.events, GroupSeen)


@pytest.mark.rule("GUC-14.6a", "GUC-14.6d")
@pytest.mark.parametrize(("side", "ends"), [(NORMANS, ("destroyed", "")), (BYZANTINES, ("", "destroyed"))])
def test_a_line_of_which_nobody_lives_is_destroyed(side: str, ends: tuple[str, str]) -> None:
    world = attacked()
    morning(world)
    winner = BYZANTINES if side == NORMANS else NORMANS
    dead = world.at.contents["n1" if side == NORMANS else "b1"].men
    (fought,) = of(over(world, winner, lambda battle: harm(battle, Health.DEAD, *dead)), CampaignFought)
    assert isinstance(fought, CampaignFought) and fought.ends == ends


@pytest.mark.rule("GUC-14.6d", "GUC-12.3")
@pytest.mark.parametrize("left", ["all", "mercenaries"])
def test_a_place_falls_to_a_group_that_has_beaten_its_men_and_is_still_one(left: str) -> None:
    """Where neither line gives way nobody has won it; nor have mercenaries whose employer is dead."""
    world = World()
    world.group(NORMANS, "0903", {FOOT: 4})
    world.band("0903", {FOOT: 8}, under="n1", paid=True)
    today, place = world.today(), world.setup.place("basso")
    if left == "mercenaries":
        for name in today.at.contents["n1"].men:
            today.at.fates[name] = Fate.DEAD
        today.at.contents["n1"] = replace(today.at.contents["n1"], men=())
    ends = ("", "") if left == "all" else ("", "retreat")
    names = world.garrison("basso", {FOOT: 2})
    levy = Levy(side=BYZANTINES, place="basso", men=names, fresh=())
    storming.ended(today, place, Line(("n1",)), Line((), levy), ends)
    assert today.at.holdings["basso"].resources == world.setup.place("basso").resources
    assert ("n1" in today.at.groups) is (left == "all")


def _beside(*, friends: bool = True) -> World:
    """Normans and Lombards in one hex, of whom the Normans are attacked."""
    world = on_boards()
    allies = {NORMANS: (LOMBARDS,), LOMBARDS: (NORMANS,)} if friends else {}
    sides = tuple(replace(side, allies=allies.get(side.id, ())) for side in world.setup.sides)
    world.setup = world.at.setup = replace(world.setup, sides=sides)
    world.group(NORMANS, "0603", {FOOT: 9})
    world.group(LOMBARDS, "0603", {FOOT: 6}, came="0602")
    world.group(BYZANTINES, "0703", {FOOT: 12}, hostility=9)
    world.orders(BYZANTINES, March(group="b1", to="0603", meeting=FIGHT))
    return world


@pytest.mark.rule("GUC-14.3", "GUC-14.4")
@pytest.mark.parametrize(
    ("friends", "wants", "comes"), [(True, None, True), (True, False, False), (False, True, False)]
)
def test_an_ally_in_the_very_hex_may_join_a_battle_there(
    friends: bool, wants: bool | None, comes: bool
) -> None:
    """RUL-1338: he stands where who was there before stands, and flees by that edge."""
    world = _beside(friends=friends)
    if wants is not None:
        world.orders(LOMBARDS, Join(group="l1", never=not wants, terms=ALWAYS))
    battle = the_battle(morning(world))
    edges = {one.seat: [area.name for area in one.areas] for one in battle.setup.deployments}
    assert (LOMBARDS in edges) is comes and edges.get(LOMBARDS, edges[NORMANS]) == edges[NORMANS]
    assert world.at.groups["l1"].hex == "0603"
    if comes:
        over(world, BYZANTINES)
        behind = retreats.three(world.today(), "0603", retreats.opposite_to("0603", "0703"))
        assert {world.at.groups["n1"].hex, world.at.groups["l1"].hex} <= set(behind)


@pytest.mark.rule("GUC-14.3c")
def test_whoever_has_fought_in_the_hex_today_joins_no_other_battle_there() -> None:
    """RUL-1338."""
    world = _beside()
    world.orders(LOMBARDS, Join(group="l1", terms=ALWAYS))
    today = world.today()
    today.done.add("l1")
    ours, theirs = ["b1"], ["n1"]
    battles.join(today, "0603", ours, theirs, BYZANTINES, NORMANS)
    assert theirs == ["n1"]

"""What is won and lost at places, and who guards prisoners there: cases that a referee has found who knows
the book alone (GUC-9, GUC-13.6, GUC-14.8, GUC-17.3)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import battles, field, prisoners
from rules.campaign.invariants import broken
from rules.campaign.plans.plan import ALWAYS, Attack, Besiege, March, Meeting
from rules.events.campaign import PlaceTaken
from rules.events.campaign_fights import CampaignFought, PrisonersKilled
from rules.events.campaign_secrets import ManLost, ManTaken, VictoryCounted
from rules.events.siege import FightOver, FoughtQuickly, RefugeHeld
from rules.state.battle import Battle
from rules.state.campaign_counters import Fate
from rules.state.figure import Health
from tests.rules.campaign.board_kit import FIGHT, harm, morning, on_boards, over, the_battle
from tests.rules.campaign.kit import BYZANTINES, NORMANS, Script, World, held, of
from tests.rules.campaign.siege_kit import NOTHING, conducted, first, laid, within

FOOT = "light infantry"


def leon_within(world: World, place: str = "castro", prestige: int = 5) -> None:
    """He is in a place, and leads no group."""
    group = world.group(BYZANTINES, "1201", {}, leader="leon", prestige=prestige)
    del world.at.groups[group], world.at.contents[group]
    holding = world.at.holdings[place]
    world.at.holdings[place] = replace(holding, garrison=(*holding.garrison, "leon"))
    world.at.men["leon"] = replace(world.at.men["leon"], mount=None)


def besieged(*, resources: int = 4, inside: int = 12, men: int = 20) -> World:
    """Robert besieges Castro, and Leon is in it; both have a prestige of 5."""
    world = laid(men=men, within=inside, resources=resources)
    leon_within(world)
    return world


# how a storm ends


@pytest.mark.rule("GUC-17.3", "GUC-14.6d")
def test_a_storm_in_which_both_give_way_is_a_draw() -> None:
    world = World()
    world.group(NORMANS, "0903", {FOOT: 10}, leader="robert")
    world.resources("basso", 6)
    world.orders(NORMANS, Attack(group="n1", place="basso"))
    world.day(named={"GUC-17.2": 6}, otherwise=1)
    (fought,) = of(world.events, CampaignFought)
    assert isinstance(fought, CampaignFought) and fought.letter == "E" and all(fought.ends)
    assert world.at.prestige["robert"] == 5, "nobody has won"
    assert world.at.holdings["basso"].resources == 6 and not world.at.contents["n1"].purse
    assert world.at.groups["n1"].hex != "0903"
    assert not broken(world.at)


@pytest.mark.rule("GUC-17.3", "GUC-14.6d")
def test_in_such_a_storm_those_who_helped_the_place_go_too() -> None:
    world = World()
    world.group(NORMANS, "0903", {FOOT: 20}, leader="robert")
    world.group(BYZANTINES, "0903", {FOOT: 8}, leader="leon")
    world.orders(NORMANS, Attack(group="n1", place="basso"))
    world.day(named={"GUC-17.2": 6}, otherwise=1)
    fought = of(world.events, CampaignFought)
    assert [f.ends for f in fought if isinstance(f, CampaignFought)] == [("retreat", "retreat")]
    assert world.at.prestige == {"robert": 5, "leon": 5}
    assert world.at.groups["n1"].hex != "0903" and world.at.groups["b1"].hex != "0903"


# prestige of the fights of a siege


@pytest.mark.rule("GUC-9b", "GUC-15.1")
@pytest.mark.parametrize("does", ["ASSAULT", "REST"])
def test_hunger_behind_an_assault_that_was_not_won_is_no_battle_won(does: str) -> None:
    world = laid(within=6, resources=1)
    for _ in range(3):
        conducted(world, NORMANS, does)
        world.day(named={**NOTHING, "GUC-17.2": 10}, otherwise=1)
        if of(world.events, PlaceTaken):
            break
    (taken,) = of(world.events, PlaceTaken)
    assert isinstance(taken, PlaceTaken) and taken.cause == "siege"
    fights = within(world.events, FoughtQuickly)
    assert [f.letter for f in fights if isinstance(f, FoughtQuickly)] == ["C"] * (does == "ASSAULT")
    assert world.at.prestige["robert"] == 5


@pytest.mark.rule("GUC-9b")
@pytest.mark.parametrize(
    ("side", "deed", "inside", "men", "die", "ends", "prestige"),
    [
        (BYZANTINES, "BATTLE", 12, 20, 1, ("", "rout"), (6, 4)),
        (BYZANTINES, "BATTLE", 60, 12, 10, ("rout", ""), (4, 6)),
        (BYZANTINES, "SALLY", 12, 20, 10, ("retreat", ""), (6, 4)),
        (BYZANTINES, "SALLY", 60, 4, 1, ("", "rout"), (4, 6)),
        (NORMANS, "ASSAULT", 6, 40, 1, ("", "surrender"), (6, 4)),
        (NORMANS, "ASSAULT", 60, 12, 10, ("lifted", ""), (4, 6)),
        (NORMANS, "ASSAULT", 12, 20, 10, ("", ""), (5, 5)),
    ],
)
def test_every_tactical_battle_of_a_siege_counts_for_both_leaders(
    side: str, deed: str, inside: int, men: int, die: int, ends: tuple[str, str], prestige: tuple[int, int]
) -> None:
    world = besieged(inside=inside, men=men)
    conducted(world, side, deed)
    world.day(named={**first(side), "GUC-17.2": die}, otherwise=1)
    (fought,) = within(world.events, FoughtQuickly)
    assert isinstance(fought, FoughtQuickly) and fought.ends == ends
    assert (world.at.prestige["robert"], world.at.prestige["leon"]) == prestige
    assert not broken(world.at)


@pytest.mark.rule("GUC-9b")
def test_a_supply_party_is_no_battle() -> None:
    """RUL-1290."""
    world = besieged()
    conducted(world, BYZANTINES, "SUPPLY")
    world.day(named={**first(BYZANTINES), "GUC-17.2": 1}, otherwise=1)
    assert within(world.events, FoughtQuickly)
    assert (world.at.prestige["robert"], world.at.prestige["leon"]) == (5, 5)


@pytest.mark.rule("GUC-9b")
def test_an_assault_that_leaves_nothing_but_the_refuge_is_won() -> None:
    """RUL-1290."""
    for die in range(1, 11):
        world = besieged(inside=20, men=40)
        conducted(world, NORMANS, "ASSAULT")
        world.day(named={**first(NORMANS), "GUC-17.2": die}, otherwise=1)
        if within(world.events, RefugeHeld):
            assert (world.at.prestige["robert"], world.at.prestige["leon"]) == (6, 4)
            return
    raise AssertionError("no die that leaves the refuge")


@pytest.mark.rule("GUC-9b", "GUC-9c")
def test_all_groups_of_the_besieger_have_won() -> None:
    """RUL-1290; a group without a leader counts it."""
    world = besieged()
    world.group(NORMANS, "0606", {FOOT: 5})
    conducted(world, BYZANTINES, "BATTLE")
    world.day(named={**first(BYZANTINES), "GUC-17.2": 1}, otherwise=1)
    assert world.at.prestige["robert"] == 6
    assert [e.group for e in of(world.events, VictoryCounted) if isinstance(e, VictoryCounted)] == ["n2"]


@pytest.mark.rule("GUC-9b")
def test_a_leader_in_a_castle_that_is_stormed_without_a_siege_has_lost() -> None:
    for die, prestige in ((1, (6, 4)), (10, (4, 6))):
        world = World()
        world.group(NORMANS, "0606", {FOOT: 30 if die == 1 else 6}, leader="robert")
        world.garrison("castro", {FOOT: 6 if die == 1 else 30})
        leon_within(world)
        world.orders(NORMANS, Attack(group="n1", place="castro"))
        world.day(named={"GUC-17.2": die}, otherwise=1)
        assert (world.at.prestige["robert"], world.at.prestige["leon"]) == prestige


@pytest.mark.rule("GUC-9b")
def test_a_leader_who_fights_with_the_townsmen_has_won_or_lost_with_them() -> None:
    world = World()
    world.group(NORMANS, "0803", {"knight": 30}, leader="robert", hostility=9)
    world.group(BYZANTINES, "0903", {FOOT: 5})
    leon_within(world, "basso")
    world.orders(NORMANS, March(group="n1", to="0903", meeting=Meeting(fight=ALWAYS)))
    world.day(named={"GUC-17.2": 1}, otherwise=1)
    assert of(world.events, CampaignFought)
    assert (world.at.prestige["robert"], world.at.prestige["leon"]) == (6, 4)


# prestige of a siege on boards


def _on_board(side: str, deed: str, *, inside: int = 6) -> tuple[World, Battle]:
    world = on_boards()
    world.group(NORMANS, "0606", {FOOT: 20, "archer": 4}, leader="robert", hostility=9)
    world.garrison("castro", {FOOT: inside})
    world.orders(NORMANS, Besiege(group="n1", place="castro"))
    world.day(otherwise=1)
    leon_within(world)
    conducted(world, side, deed)
    return world, the_battle(morning(world, **first(side)))


@pytest.mark.rule("GUC-9b")
@pytest.mark.parametrize(
    ("side", "deed", "winner", "prestige"),
    [
        (BYZANTINES, "BATTLE", NORMANS, (6, 4)),
        (BYZANTINES, "BATTLE", BYZANTINES, (4, 6)),
        (BYZANTINES, "BATTLE", "", (5, 5)),
        (BYZANTINES, "SALLY", NORMANS, (6, 4)),
        (BYZANTINES, "SALLY", BYZANTINES, (4, 6)),
        (NORMANS, "ASSAULT", BYZANTINES, (4, 6)),
        (NORMANS, "ASSAULT", "", (5, 5)),
        (BYZANTINES, "SUPPLY", NORMANS, (5, 5)),
    ],
)
def test_on_boards_they_count_alike(side: str, deed: str, winner: str, prestige: tuple[int, int]) -> None:
    world, _ = _on_board(side, deed, inside=12)
    over(world, winner)
    assert within(world.events, FightOver)
    assert (world.at.prestige["robert"], world.at.prestige["leon"]) == prestige
    assert not broken(world.at)


@pytest.mark.rule("GUC-9b")
def test_a_leader_who_is_taken_in_an_assault_has_lost_it() -> None:
    world, battle = _on_board(NORMANS, "ASSAULT")
    theirs = [man.id for man in battle.side_figures(BYZANTINES)]

    def change(battle: Battle) -> None:
        for name in theirs:
            battle.figures[name] = replace(battle.figures[name], hex=None, left_by="0101")

    over(world, NORMANS, change, agreed=True)
    assert world.at.captors["leon"] == NORMANS
    assert (world.at.prestige["robert"], world.at.prestige["leon"]) == (6, 4)


@pytest.mark.rule("GUC-9b")
def test_an_assault_on_a_place_of_nobodys_is_won_or_lost_like_others() -> None:
    for die, men, inside, prestige in ((1, 40, 6, 6), (10, 4, 60, 4)):
        world = World()
        world.at.places["castro"] = replace(world.at.places["castro"], side="")
        world.group(NORMANS, "0606", {FOOT: men}, leader="robert")
        world.garrison("castro", {FOOT: inside})
        world.orders(NORMANS, Besiege(group="n1", place="castro"))
        world.day(otherwise=1)
        conducted(world, NORMANS, "ASSAULT")
        world.day(named={**first(NORMANS), "GUC-17.2": die}, otherwise=1)
        assert within(world.events, FoughtQuickly)
        assert world.at.prestige["robert"] == prestige


# who can guard prisoners


@pytest.mark.rule("GUC-14.8a", "GUC-14.8c")
def test_any_group_of_the_victors_can_guard_a_garrison_that_was_stormed() -> None:
    """RUL-1291."""
    world = World()
    world.group(NORMANS, "0606", {}, leader="robert")
    world.group(NORMANS, "0606", {"knight": 20})
    world.garrison("castro", {FOOT: 4})
    world.orders(NORMANS, Attack(group="n1", place="castro"))
    world.day(named={"GUC-17.2": 1}, otherwise=1)
    assert world.at.places["castro"].side == NORMANS
    assert not of(world.events, PrisonersKilled)
    lost = [e for e in of(world.events, ManLost) if isinstance(e, ManLost) and e.cause == "massacre"]
    assert not lost and len(of(world.events, ManTaken)) == 3


@pytest.mark.rule("GUC-14.8c", "GUC-15.2b")
def test_any_group_of_the_besiegers_can_guard_those_who_starved() -> None:
    """RUL-1291."""
    world = laid(men=0, within=4, resources=0)
    world.at.contents["n1"] = replace(world.at.contents["n1"], men=("robert",))
    world.group(NORMANS, "0606", {"knight": 12})
    world.day(named={**NOTHING, "GUC-15.1": 6}, otherwise=1)
    assert of(world.events, PlaceTaken) and not of(world.events, PrisonersKilled)
    assert not [e for e in of(world.events, ManLost) if isinstance(e, ManLost) and e.cause == "massacre"]


def _yielded(world: World) -> None:
    today = world.today()
    battles.surrender(today, today.at.groups["b1"], today.at.groups["n1"])
    world.keep(today)


@pytest.mark.rule("GUC-14.8a", "GUC-14.8c")
@pytest.mark.parametrize(
    ("mercenaries", "others", "guards"),
    [(12, 0, "n1"), (2, 0, "n1"), (0, 4, "n2"), (1, 0, ""), (0, 0, "")],
)
def test_mercenaries_and_groups_beside_the_victor_can_guard_those_who_yield(
    mercenaries: int, others: int, guards: str
) -> None:
    """RUL-1291: three men in all, with their leader."""
    world = World()
    world.group(NORMANS, "0603", {}, leader="robert")
    world.group(BYZANTINES, "0603", {FOOT: 4})
    if mercenaries:
        world.band("0603", {FOOT: mercenaries}, under="n1", paid=True)
    if others:
        world.group(NORMANS, "0603", {FOOT: others})
    _yielded(world)
    assert bool(of(world.events, PrisonersKilled)) is not bool(guards)
    assert not guards or len(world.at.contents[guards].captives) == 4


@pytest.mark.rule("GUC-14.8a", "GUC-8.1a")
def test_a_group_that_dissolves_today_guards_nobody() -> None:
    world = World()
    world.group(NORMANS, "0603", {FOOT: 1})
    world.group(BYZANTINES, "0603", {FOOT: 4})
    world.group(NORMANS, "0603", {FOOT: 4})
    world.band("0603", {FOOT: 8}, under="n1", paid=True)
    _yielded(world)
    assert len(world.at.contents["n2"].captives) == 4


@pytest.mark.rule("GUC-14.5a", "GUC-14.8c")
def test_a_group_beside_the_attacker_guards_those_taken_while_they_slip_away() -> None:
    world = World()
    world.group(NORMANS, "0603", {}, leader="robert")
    world.group(NORMANS, "0603", {FOOT: 6})
    world.group(BYZANTINES, "0603", {FOOT: 4})
    today = world.today(Script(otherwise=6))
    battles.refuse(today, today.at.groups["b1"], today.at.groups["n1"])
    world.keep(today)
    assert len(world.at.contents["n2"].captives) == 4


# guards who fall


@pytest.mark.rule("GUC-14.8a", "GUC-14.6a")
@pytest.mark.parametrize("left", [0, 2])
def test_prisoners_whose_guards_fall_in_a_line_that_wins_go_on_with_another_group(left: int) -> None:
    """RUL-1292."""
    world = on_boards()
    world.group(NORMANS, "0503", {FOOT: 5}, hostility=9)
    world.group(NORMANS, "0503", {FOOT: 9}, hostility=9)
    captives = held(world)
    world.group(BYZANTINES, "0603", {FOOT: 6})
    world.orders(BYZANTINES, March(group="b2", to="0503", meeting=FIGHT))
    guards = world.at.contents["n1"].men
    morning(world)
    battle = the_battle(world.events)
    theirs = [man.id for man in battle.side_figures(BYZANTINES) if man.id not in captives]

    def change(battle: Battle) -> None:
        harm(battle, Health.DEAD, *guards[left:], *theirs)

    over(world, NORMANS, change)
    assert "n1" not in world.at.groups and "n2" in world.at.groups
    assert [g for g in world.at.groups.values() if g.side == BYZANTINES] == []
    assert set(world.at.contents["n2"].captives) == set(captives)
    assert not broken(world.at)


@pytest.mark.rule("GUC-14.8a")
def test_so_do_those_of_a_besieger_whose_guards_fall() -> None:
    """RUL-1292."""
    world = on_boards()
    world.group(NORMANS, "0606", {FOOT: 20}, leader="robert", hostility=9)
    world.garrison("castro", {FOOT: 9})
    world.orders(NORMANS, Besiege(group="n1", place="castro"))
    world.day(otherwise=1)
    world.group(NORMANS, "0606", {FOOT: 4})
    captives = held(world, "n2")
    guards = world.at.contents["n2"].men
    conducted(world, BYZANTINES, "BATTLE")
    morning(world, **first(BYZANTINES))
    over(world, "", lambda battle: harm(battle, Health.DEAD, *guards))
    assert "n2" not in world.at.groups
    assert set(world.at.contents["n1"].captives) == set(captives)
    assert not broken(world.at)


@pytest.mark.rule("GUC-14.8a")
def test_whoever_is_taken_at_a_siege_on_a_board_is_led_by_those_who_can_guard_him() -> None:
    """RUL-1291."""
    world = on_boards()
    world.group(NORMANS, "0606", {}, leader="robert", hostility=9)
    world.garrison("castro", {FOOT: 4})
    world.orders(NORMANS, Besiege(group="n1", place="castro"))
    world.day(otherwise=1)
    world.group(NORMANS, "0606", {FOOT: 20})
    conducted(world, NORMANS, "ASSAULT")
    morning(world, **first(NORMANS))

    def change(battle: Battle) -> None:
        for man in battle.side_figures(BYZANTINES):
            battle.figures[man.id] = replace(man, hex=None, left_by="0101")

    over(world, NORMANS, change, agreed=True)
    took = [e.group for e in of(world.events, ManTaken) if isinstance(e, ManTaken) and e.group]
    assert took[0] == "n2"  # later in the day both groups become one (GUC-8.1e)


@pytest.mark.rule("GUC-14.8a")
def test_where_nobody_else_can_guard_them_they_are_free() -> None:
    """RUL-1220."""
    world = World()
    world.group(NORMANS, "0503", {FOOT: 2})
    captives = held(world)
    today = world.today()
    prisoners.taken_over(today, ["n1"])
    field.remains(today, "n1")
    assert {today.at.groups[g].side for g in today.at.groups} == {BYZANTINES}
    assert all(name not in today.at.captors for name in captives)


# townsmen


@pytest.mark.rule("GUC-13.6b")
def test_townsmen_who_give_up_on_a_board_go_home() -> None:
    """RUL-1293: the garrison that fought with them is taken."""
    world = on_boards()
    world.group(NORMANS, "0803", {FOOT: 20}, hostility=9)
    world.group(BYZANTINES, "0903", {FOOT: 5})
    garrison = world.garrison("basso", {FOOT: 2})
    mine = (*world.at.contents["b1"].men, *garrison)
    world.orders(NORMANS, March(group="n1", to="0903", meeting=FIGHT))
    morning(world)
    battle = the_battle(world.events)
    townsmen = {man.id for man in battle.side_figures(BYZANTINES)} - set(mine)
    assert len(townsmen) == 6
    over(world, NORMANS, agreed=True)
    assert set(world.at.contents["n1"].captives) == set(mine)
    assert {world.at.fates[name] for name in townsmen} == {Fate.GONE}
    assert not broken(world.at)


@pytest.mark.rule("GUC-13.6b")
def test_townsmen_in_arms_for_a_siege_go_home_on_a_board_too() -> None:
    """RUL-1293."""
    world = on_boards()
    world.group(NORMANS, "0903", {FOOT: 30}, leader="robert", hostility=9)
    garrison = world.garrison("basso", {FOOT: 4})
    world.orders(NORMANS, Besiege(group="n1", place="basso"))
    world.day(otherwise=1)
    townsmen = world.at.holdings["basso"].levy
    assert len(townsmen) == 6
    conducted(world, NORMANS, "ASSAULT", place="basso")
    morning(world, **{**NOTHING, f"GUI-11.1.3a/basso/day1/{NORMANS}": 10})

    def change(battle: Battle) -> None:
        for man in battle.side_figures(BYZANTINES):
            battle.figures[man.id] = replace(man, hex=None, left_by="0101")

    over(world, NORMANS, change, agreed=True)
    assert world.at.places["basso"].side == NORMANS
    assert set(world.at.contents["n1"].captives) | set(world.at.holdings["basso"].held) <= set(garrison)
    assert {world.at.fates[name] for name in townsmen} == {Fate.GONE}
    taken = {e.man.id for e in of(world.events, ManTaken) if isinstance(e, ManTaken)}
    assert taken == set(garrison)
    assert not broken(world.at)

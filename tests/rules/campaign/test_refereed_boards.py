"""What is easily played otherwise than the book has it: by which edge sets up who was there before, who
suffers from hunger, and whom friends set free."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import battles, custody, groups, narrate, reorganising, resolving, retreats
from rules.campaign.invariants import broken
from rules.campaign.lines import Line
from rules.campaign.plans.plan import ALWAYS, Join, March, Meet, Merge, Pick
from rules.core.facing import Facing
from rules.options import hunger
from rules.state.battle import Battle
from rules.state.campaign_counters import HUNGRY, Fate
from rules.state.figure import FigureId, Health
from tests.rules.campaign.board_kit import FIGHT, FOOT, LOTS, harm, morning, on_boards, over, the_battle
from tests.rules.campaign.kit import BYZANTINES, LOMBARDS, NORMANS, TABLES, Script, World

# edges


def _edges(battle: Battle) -> dict[str, list[str]]:
    return {d.seat: [area.name for area in d.areas] for d in battle.setup.deployments}


def _resident(came: str, newcomer_from: str, *, attacks: bool) -> World:
    """n1 has been in 0503 since yesterday; b1 marches in, and one of the two attacks."""
    world = on_boards()
    world.group(NORMANS, "0503", {FOOT: 9}, leader="robert", prestige=1, hostility=9, came=came)
    world.group(BYZANTINES, newcomer_from, {FOOT: 9}, leader="leon", prestige=9, hostility=1)
    if attacks:
        world.orders(BYZANTINES, March(group="b1", to="0503"))
        world.orders(NORMANS, Meet(group="n1", meeting=FIGHT))
    else:
        world.at.contents["b1"] = replace(world.at.contents["b1"], hostility=9)
        world.orders(BYZANTINES, March(group="b1", to="0503", meeting=FIGHT))
    return world


@pytest.mark.rule("GUC-14.4", "GUC-14.1b", "GUC-14.3b")
@pytest.mark.parametrize("attacks", [True, False])
@pytest.mark.parametrize("came", ["", "0602", "0504"])
@pytest.mark.parametrize(
    ("newcomer_from", "his", "ours"), [("0502", "north", "south"), ("0504", "south", "north")]
)
def test_who_was_there_before_stands_opposite_to_the_newcomer(
    newcomer_from: str, his: str, ours: str, came: str, attacks: bool
) -> None:
    """RUL-1287: whoever attacks, and wherever the resident came from on another day."""
    world = _resident(came, newcomer_from, attacks=attacks)
    battle = the_battle(morning(world))
    assert battle.setup.sides[0].id == (NORMANS if attacks else BYZANTINES)
    assert _edges(battle) == {NORMANS: [f"the {ours} edge"], BYZANTINES: [f"the {his} edge"]}


@pytest.mark.rule("GUC-14.6b")
def test_a_beaten_resident_flees_by_the_edge_where_he_stood() -> None:
    world = _resident("0502", "0502", attacks=True)
    morning(world)
    over(world, BYZANTINES)
    assert world.at.groups["n1"].hex in retreats.three(world.today(), "0503", Facing.S)


@pytest.mark.rule("GUC-14.4", "GUC-14.3")
def test_a_friend_who_joins_has_his_own_edge_and_the_resident_keeps_his() -> None:
    world = _resident("0502", "0502", attacks=True)
    world.group(NORMANS, "0603", {FOOT: 4})
    world.orders(NORMANS, Join(group="n2", terms=ALWAYS))
    battle = the_battle(morning(world))
    assert _edges(battle)[NORMANS][0] == "the south edge" and len(_edges(battle)[NORMANS]) == 2


def _attacked_at_once(world: World, where: str, came: str) -> Battle:
    """n1, with its mercenaries, has come and attacks b1; nothing of the day was played before."""
    for name in ("n1", *(band.id for band in world.at.stacked("n1"))):
        world.at.groups[name] = replace(world.at.groups[name], hex=where, came=came)
    today = world.today(Script(named=LOTS, otherwise=5))
    today.marched.add("n1")
    battles.attack(today, today.at.groups["n1"], today.at.groups["b1"])
    return the_battle(today.journal.events)


@pytest.mark.rule("GUC-14.4")
def test_a_resident_friend_of_the_newcomer_who_attacks_stands_with_him() -> None:
    """RUL-1287: all enemies were there before; he does not stand where he came from on another day."""
    world = on_boards()
    world.group(NORMANS, "0502", {FOOT: 9}, hostility=9)
    world.group(NORMANS, "0503", {FOOT: 4}, came="0504")
    world.group(BYZANTINES, "0503", {FOOT: 9}, came="0502")
    battle = _attacked_at_once(world, "0503", "0502")
    assert _edges(battle) == {NORMANS: ["the north edge"], BYZANTINES: ["the south edge"]}


@pytest.mark.rule("GUC-14.4")
def test_at_the_edge_of_the_land_opposite_is_opposite_too() -> None:
    """There is no hex north of 1201, but a side of the board, and a hex on that side."""
    world = on_boards()
    world.group(NORMANS, "1202", {FOOT: 9}, hostility=9)
    world.group(BYZANTINES, "1201", {FOOT: 9})
    assert retreats.opposite(world.today(), "1201", "1202") == ""
    world.orders(NORMANS, March(group="n1", to="1201", meeting=FIGHT))
    battle = the_battle(morning(world))
    assert _edges(battle) == {NORMANS: ["the south edge"], BYZANTINES: ["the north edge"]}
    over(world, NORMANS)
    assert world.at.groups["b1"].hex == "1101"


@pytest.mark.rule("GUC-14.4", "GUC-14.6d")
@pytest.mark.parametrize("gives_way", ["flees", "withdraws"])
def test_who_gave_way_into_a_hex_today_came_from_where_he_left(gives_way: str) -> None:
    """RUL-1287: he was not there in the morning."""
    world = on_boards()
    world.group(BYZANTINES, "0602", {FOOT: 9}, came="0702")
    world.group(NORMANS, "0704", {FOOT: 9}, hostility=9)
    today = world.today()
    beaten = today.at.groups["b1"]
    if gives_way == "flees":
        retreats.flee(today, beaten, "0602", "0601")
    else:
        retreats.withdraw(today, beaten, "0601")
    gone = today.at.groups["b1"]
    assert gone.came == "0602" != gone.hex and retreats.is_new(today, "b1")
    facing = retreats.side(gone.hex, "0602")
    for enemy in today.land.neighbours(gone.hex):
        assert retreats.from_where(today, gone, gone.hex, enemy) == facing


# hunger


def _with_mercenaries(own: int, unfed: int, hired: int, their_unfed: int) -> World:
    world = on_boards()
    world.group(NORMANS, "0503", {FOOT: own}, hostility=9, unfed=unfed)
    world.band("0503", {"spearman": hired}, under="n1", paid=True)
    world.at.contents["m1"] = replace(world.at.contents["m1"], unfed=their_unfed)
    world.group(BYZANTINES, "0603", {FOOT: 9})
    world.orders(NORMANS, March(group="n1", to="0603", meeting=FIGHT))
    return world


@pytest.mark.rule("GUC-8.4b")
@pytest.mark.parametrize(("hungry", "case"), [("m1", (7, 0, 12, 2)), ("n1", (12, 2, 6, 0))])
def test_on_a_board_those_suffer_who_are_unfed_and_nobody_else(
    hungry: str, case: tuple[int, int, int, int]
) -> None:
    """RUL-1289: mercenaries are fed as a group of their own."""
    world = _with_mercenaries(*case)
    assert groups.allowance(world.at, world.at.groups["n1"], TABLES) == 2
    battle = _attacked_at_once(world, "0603", "0503")
    marked = {name for name, marks in battle.marks.items() if hunger.MARK in marks}
    assert marked == set(world.at.contents[hungry].men)
    for man in battle.side_figures(NORMANS):
        whole = world.at.men[man.id].faces.healthy.movement
        assert man.faces.healthy.movement == (whole // 2 if man.id in marked else whole)


@pytest.mark.rule("GUC-8.4b", "GUC-17.2")
@pytest.mark.parametrize(
    ("own", "theirs", "added"), [(0, 0, 0), (HUNGRY, 0, 1), (0, HUNGRY, 1), (HUNGRY, HUNGRY, 1)]
)
def test_the_one_die_counts_mercenaries_as_the_march_does(own: int, theirs: int, added: int) -> None:
    world = _with_mercenaries(12, own, 12, theirs)
    lines = Line(("n1",)), Line(("b1",))
    assert resolving.hunger(world.today(), *lines) == added
    assert resolving.hunger(world.today(), *lines[::-1]) == -added
    slow = groups.allowance(world.at, world.at.groups["n1"], TABLES) == 2
    assert slow is bool(added)


@pytest.mark.rule("GUC-8.4b", "GUC-8.1c")
@pytest.mark.parametrize("pick", [None, Pick(number=5)])
@pytest.mark.parametrize(
    ("sizes", "hungry", "into_hungry", "then"),
    [((12, 3), 2, 0, 2), ((12, 20), 2, 0, 2), ((12, 12), 1, 3, 3), ((12, 3), 0, 0, 0)],
)
def test_hunger_goes_with_men_into_another_group(
    sizes: tuple[int, int], hungry: int, into_hungry: int, then: int, pick: Pick | None
) -> None:
    """RUL-1288: joined they are as hungry as the hungrier of both; who stays is as he was."""
    world = World()
    world.group(BYZANTINES, "0803", {FOOT: sizes[0]}, unfed=hungry)
    world.group(BYZANTINES, "0803", {FOOT: sizes[1]}, unfed=into_hungry)
    world.orders(BYZANTINES, Merge(group="b1", into="b2", pick=pick))
    reorganising.reorganise(today := world.today())
    assert len(today.at.contents["b2"].men) == sizes[1] + (5 if pick else sizes[0])
    assert today.at.contents["b2"].unfed == then
    if pick:
        assert today.at.contents["b1"].unfed == hungry


@pytest.mark.parametrize("pick", [None, Pick(number=5)])
def test_whoever_is_joined_by_the_unfed_is_told_what_it_does_to_him(pick: Pick | None) -> None:
    world = World()
    world.group(BYZANTINES, "0803", {FOOT: 12}, unfed=1)
    world.group(BYZANTINES, "0803", {FOOT: 3})
    world.orders(BYZANTINES, Merge(group="b1", into="b2", pick=pick))
    before = world.at.copy()
    told = [line.text for line in narrate.narrated(before, world.day(otherwise=5), BYZANTINES)]
    (line,) = [text for text in told if text.startswith("From group b1 to group b2: ")]
    assert line.endswith("; day 2 without enough: half its MP, and worse dice in a fight.")


# friends free


def _allied_with_lombards(world: World) -> World:
    allied = {NORMANS: LOMBARDS, LOMBARDS: NORMANS}
    sides = tuple(
        replace(side, allies=(allied[side.id],) if side.id in allied else ()) for side in world.setup.sides
    )
    world.setup = world.at.setup = replace(world.setup, sides=sides)
    return world


def _held_by_b1(lombards: int) -> tuple[World, tuple[FigureId, ...]]:
    """b1 holds Lombards in 0602; n1 is there too, and attacks."""
    world = _allied_with_lombards(World())
    held = world.at.contents[world.group(LOMBARDS, "0702", {FOOT: lombards})].men
    world.group(BYZANTINES, "0602", {FOOT: 6})
    world.group(NORMANS, "0602", {FOOT: 20}, hostility=9, came="0502")
    today = world.today()
    for name in held:
        custody.take(today, name, BYZANTINES, group="b1")
    world.keep(today)
    del world.at.groups["l1"], world.at.contents["l1"]
    return world, held


def _beaten(world: World) -> World:
    today = world.today(Script(named={"GUC-17.2": 1}, otherwise=1))
    today.marched.add("n1")
    battles.attack(today, today.at.groups["n1"], today.at.groups["b1"])
    world.keep(today)
    assert not broken(world.at)
    return world


@pytest.mark.rule("GUC-14.8e")
def test_prisoners_join_the_group_of_their_side_in_the_victors_line() -> None:
    """RUL-1220: whoever leads that line."""
    world, held = _held_by_b1(5)
    joins = world.group(LOMBARDS, "0502", {FOOT: 4})
    world.orders(LOMBARDS, Join(group=joins, terms=ALWAYS))
    _beaten(world)
    assert set(held) <= set(world.at.contents[joins].men) and not set(held) & set(world.at.captors)


@pytest.mark.rule("GUC-14.8e")
@pytest.mark.parametrize(("number", "free"), [(5, True), (2, False)])
def test_prisoners_of_a_friend_are_a_group_of_their_own(number: int, free: bool) -> None:
    """RUL-1220: or lost in the wild, if they are too few for one, but nobody's prisoners."""
    world, held = _held_by_b1(number)
    _beaten(world)
    assert not set(held) & {name for content in world.at.contents.values() for name in content.captives}
    own = [group for group in world.at.groups.values() if group.side == LOMBARDS]
    if free:
        assert [set(world.at.contents[group.id].men) for group in own] == [set(held)]
        assert own[0].hex == "0602"
    else:
        assert not own and {world.at.fates[name] for name in held} == {Fate.LOST}


@pytest.mark.rule("GUC-14.8e")
def test_prisoners_of_an_enemy_of_both_are_the_victors() -> None:
    world, held = _held_by_b1(5)
    world.setup = world.at.setup = World().setup
    _beaten(world)
    assert {world.at.captors.get(name) for name in held} == {NORMANS}


@pytest.mark.rule("GUC-14.6b", "GUC-14.6c", "GUC-9b", "GUC-14.8c")
@pytest.mark.parametrize("agreed", [True, False])
def test_a_battle_is_won_by_mercenaries_too_whose_employer_has_fallen_with_all_his_own(agreed: bool) -> None:
    """Whoever lays down his arms before them does not walk away: they cannot guard anybody (RUL-1281)."""
    world = on_boards()
    world.group(NORMANS, "0503", {FOOT: 4}, hostility=9)
    world.band("0503", {"spearman": 8}, under="n1", paid=True)
    world.group(BYZANTINES, "0603", {FOOT: 9}, leader="leon", prestige=5)
    world.orders(NORMANS, March(group="n1", to="0603", meeting=FIGHT))
    morning(world)
    own = world.at.contents["n1"].men
    over(world, NORMANS, lambda battle: harm(battle, Health.DEAD, *own), agreed=agreed)
    assert world.at.prestige["leon"] == 4 and set(world.at.groups) == ({"m1"} if agreed else {"m1", "b1"})
    assert (world.at.fates.get("leon") is Fate.DEAD) is agreed and not broken(world.at)

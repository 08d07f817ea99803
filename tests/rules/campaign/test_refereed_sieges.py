"""Sieges of a campaign, as a referee found them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import marching
from rules.campaign.plans.plan import ALWAYS, Hold, Join, March, Meet, Meeting
from rules.campaign.sieges import days as besieging
from rules.events.campaign import SiegePassed, SiegeRaised
from rules.events.campaign_fights import BattleJoined
from tests.rules.campaign.kit import BYZANTINES, NORMANS, Script, World, of, toy
from tests.rules.campaign.siege_kit import FOOT, NOTHING, laid, siege


def two_besiegers() -> World:
    """Robert has laid the siege of Castro, four points, on day 1; two other groups are with him: n2 of three
    men, n3 of twelve. Its first day has been played."""
    world = laid()
    world.group(NORMANS, "0606", {FOOT: 3})
    world.group(NORMANS, "0606", {FOOT: 12})
    besieging.morning(today := world.today(quiet()))
    world.keep(today)
    return world


def quiet() -> Script:
    """Nothing happens, and the besieger has the initiative."""
    return Script(named=NOTHING, otherwise=5)


@pytest.mark.rule("GUC-15", "GUC-15.1")
def test_a_siege_goes_on_when_the_group_that_laid_it_marches_away() -> None:
    """RUL-1324: as that of the larger one that stays; what was eaten is eaten."""
    world = two_besiegers()
    fed_until = siege(world).fed_until
    today = world.today()
    besieging.leave(today, world.at.groups["n1"])
    assert not of(today.journal.events, SiegeRaised)
    assert of(today.journal.events, SiegePassed) == [SiegePassed("castro", "n3")]
    assert today.at.places["castro"].siege == "n3" and today.at.places["castro"].since == 1
    record = today.at.sieges["castro"]
    assert (record.fed_until, record.day) == (fed_until, 1)


@pytest.mark.rule("GUC-15")
def test_of_those_who_stay_the_one_with_most_prestige_conducts_it() -> None:
    """RUL-1324."""
    world = two_besiegers()
    world.group(NORMANS, "0606", {FOOT: 2}, leader="drogo", prestige=1)
    besieging.leave(today := world.today(), world.at.groups["n1"])
    assert today.at.places["castro"].siege == "n4"


@pytest.mark.rule("GUC-15")
@pytest.mark.parametrize("other", ["", NORMANS, BYZANTINES], ids=["nobody", "his own", "the enemy"])
def test_only_others_of_his_side_in_the_hex_go_on_with_it(other: str) -> None:
    """RUL-1324: neither an enemy there nor friends elsewhere."""
    world = laid()
    world.group(NORMANS, "0605", {FOOT: 12})
    if other:
        world.group(other, "0606", {FOOT: 9})
    besieging.leave(today := world.today(), world.at.groups["n1"])
    goes_on = other == NORMANS
    assert bool(today.at.places["castro"].siege) is goes_on
    assert bool(of(today.journal.events, SiegeRaised)) is not goes_on
    assert ("castro" in today.at.sieges) is goes_on


@pytest.mark.rule("GUC-15")
@pytest.mark.parametrize("in_the", ["morning", "evening"])
def test_so_it_does_when_that_group_is_no_more(in_the: str) -> None:
    """RUL-1324; the day of the siege in the morning is played by those who are left."""
    world = two_besiegers()
    del world.at.groups["n1"], world.at.contents["n1"]
    today = world.today(quiet())
    if in_the == "morning":
        besieging.morning(today)
        assert today.at.sieges["castro"].day == 2
    else:
        besieging.evening(today)
    assert today.at.places["castro"].siege == "n3"
    assert not of(today.journal.events, SiegeRaised)


@pytest.mark.rule("GUC-15", "GUC-14.5a")
def test_so_it_does_when_that_group_alone_slips_away_from_a_relief() -> None:
    """RUL-1324: a whole day. Thirty Normans come, then nine Byzantines; Robert's men slip away from these,
    who give way to the thirty in the evening."""
    world = laid()
    world.group(NORMANS, "0607", {FOOT: 30}, hostility=10)
    world.group(BYZANTINES, "0605", {FOOT: 9}, hostility=9)
    world.orders(NORMANS, March(group="n2", to="0606"), Meet(group="n1", meeting=Meeting(refuse=ALWAYS)))
    world.orders(BYZANTINES, March(group="b1", to="0606", meeting=Meeting(fight=ALWAYS)))
    world.day(named=NOTHING, otherwise=1)
    assert {name: world.at.groups[name].hex for name in ("n2", "b1")} == {"n2": "0606", "b1": "0605"}
    assert world.at.groups["n1"].hex != "0606"
    assert world.at.places["castro"].siege == "n2" and not of(world.events, SiegeRaised)
    world.orders(NORMANS, Hold(group="n2"))
    world.day(named=NOTHING, otherwise=1)
    assert siege(world).day == 2 and len(siege(world).men) == 6 + 30


@pytest.mark.rule("GUC-15")
@pytest.mark.parametrize(
    ("march", "goes"),
    [
        (March(group="n1", to="0605"), True),
        (March(group="n1", to="0606"), False),
        (March(group="n1", toward="n2"), False),
        (March(group="n1", to="0303", avoid=True), False),
    ],
    ids=["away", "where it is", "after a group beside it", "where no way leads"],
)
def test_only_who_goes_away_besieges_no_more(march: March, goes: bool) -> None:
    """A line that leads nowhere opens no gates."""
    world = laid()
    if march.toward:
        world.group(NORMANS, "0606", {FOOT: 1}, leader="drogo")
    for near in toy().neighbours("0606") if march.avoid else ():
        world.group(BYZANTINES, near, {FOOT: 3}, hostility=1)
    world.orders(NORMANS, march, Hold(group="n2"))
    today = world.today(quiet())
    today.since_yesterday -= {"n2"}
    marching.march(today, today.at.groups["n1"])
    assert (today.at.groups["n1"].hex != "0606") is goes
    assert (today.at.places["castro"].siege == "n1") is not goes


def beside_the_besieger(*, wounded: int) -> World:
    """n2 takes part in the siege that Robert has laid; some of its twelve are wounded."""
    world = laid()
    world.group(NORMANS, "0606", {FOOT: 12}, wounded=wounded)
    return world


@pytest.mark.rule("GUC-14.7a", "GUC-15")
@pytest.mark.parametrize("besieged", [True, False])
def test_all_who_take_part_in_a_siege_stay_with_their_wounded(besieged: bool) -> None:
    """Besiegers stay (RUL-1282), and all groups of their side in the hex are besiegers (RUL-1285)."""
    world = beside_the_besieger(wounded=2)
    if not besieged:
        world.at.places["castro"] = replace(world.at.places["castro"], siege="")
    today = world.today()
    marching.march(today, today.at.groups["n2"])
    assert (today.at.groups["n2"].hex == "0606") is besieged


@pytest.mark.rule("GUC-14.3", "GUC-15")
@pytest.mark.parametrize("besieged", [True, False])
def test_none_of_them_joins_a_battle_next_to_the_place(besieged: bool) -> None:
    """RUL-1216."""
    world = beside_the_besieger(wounded=0)
    world.group(NORMANS, "0605", {FOOT: 3})
    world.group(BYZANTINES, "0705", {FOOT: 9}, hostility=9)
    world.orders(NORMANS, Join(group="n2"), Join(group="n1", never=True))
    world.orders(BYZANTINES, March(group="b1", to="0605", meeting=Meeting(fight=ALWAYS)))
    if not besieged:
        world.at.places["castro"] = replace(world.at.places["castro"], siege="")
    today = world.today(Script(otherwise=1))
    marching.march(today, today.at.groups["b1"])
    assert bool(of(today.journal.events, BattleJoined)) is not besieged

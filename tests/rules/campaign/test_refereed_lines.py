"""What is said of one group, band or faction goes before what is said of all, whichever line stood first."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.campaign.plans.plan import (
    ALWAYS,
    NEVER,
    Attack,
    Hire,
    Loot,
    March,
    Meet,
    Meeting,
    Order,
    Share,
)
from rules.events.campaign_fights import AttackMade
from tests.rules.campaign.kit import BYZANTINES, NORMANS, World, of

FOOT = "light infantry"
EITHER_WAY = pytest.mark.parametrize("turned", [1, -1], ids=["general first", "special first"])


def ordered(world: World, orders: Sequence[Order], turned: int) -> None:
    world.orders(NORMANS, *orders[::turned])


def in_basso(bands: int = 0) -> World:
    """Thirty men and a leader come to Basso, with four points, and win it."""
    world = World()
    world.group(NORMANS, "0803", {FOOT: 30}, leader="robert")
    for _ in range(bands):
        world.band("0803", {FOOT: 3}, under="n1")
    world.orders(NORMANS, March(group="n1", to="0903"), Attack(group="n1", place="basso"))
    return world


WON = {"GUC-17.2": 1, "GUC-12.2d": 1, "GUC-12.2g": 1}


@pytest.mark.rule("GUC-12.3")
@EITHER_WAY
def test_what_one_group_is_to_loot(turned: int) -> None:
    world = in_basso()
    ordered(world, (Loot(points=1), Loot(group="n1", points=3)), turned)
    world.day(named=WON, otherwise=1)
    assert world.at.contents["n1"].purse == 6


@pytest.mark.rule("GUC-12.2g")
@EITHER_WAY
def test_what_one_band_is_to_have_of_it(turned: int) -> None:
    world = in_basso(bands=1)
    ordered(world, (Share(points=0), Share(band="m1", points=3)), turned)
    world.day(named=WON, otherwise=1)
    assert world.at.bands["m1"].paid


@pytest.mark.rule("GUC-12.2b")
@EITHER_WAY
@pytest.mark.parametrize("own", [Hire(group="n1"), Hire(band="m1"), Hire(group="n1", band="m1")])
def test_who_is_hired_at_what_price(own: Hire, turned: int) -> None:
    world = World()
    world.group(NORMANS, "0801", {FOOT: 4}, purse=50)
    world.band("0801", {FOOT: 5})
    ordered(world, (Hire(most=2), own), turned)
    world.day(otherwise=1)
    assert world.at.groups["m1"].under == "n1"


@pytest.mark.rule("GUC-13.2")
@EITHER_WAY
@pytest.mark.parametrize("group", ["n1", ""])
def test_what_is_done_at_a_meeting_with_one_faction(group: str, turned: int) -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 9}, hostility=9)
    world.group(BYZANTINES, "0603", {FOOT: 4}, hostility=3)
    world.orders(NORMANS, March(group="n1", to="0603"))
    peace = Meeting(fight=NEVER, against=(BYZANTINES,))
    ordered(
        world, (Meet(group=group, meeting=Meeting(fight=ALWAYS)), Meet(group=group, meeting=peace)), turned
    )
    world.day(otherwise=5)
    assert not of(world.events, AttackMade)

"""A group with wounded men that has business where it stands does not leave for its sick-beds (RUL-1282)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import cures
from rules.campaign.plans.plan import Attack, Besiege, Order
from rules.events.campaign import GroupMoved, SiegeBegan
from rules.events.campaign_fights import AttackMade
from rules.state.figure import Health
from tests.rules.campaign.kit import NORMANS, World, of, toy

__all__ = ["toy"]


def wounded_before(place: str, at: str) -> World:
    world = World()
    world.group(NORMANS, at, {"light infantry": 19}, leader="robert", prestige=7, hostility=7)
    last = world.at.contents["n1"].men[-1]
    world.at.men[last] = replace(world.at.men[last], health=Health.WOUNDED)
    return world


@pytest.mark.rule("GUC-14.7a")
@pytest.mark.parametrize(
    ("order", "kind"),
    [
        (Attack(group="n1", place="basso"), AttackMade),
        (Besiege(group="n1", place="basso"), SiegeBegan),
    ],
)
def test_it_does_what_it_is_told_before_a_place(order: Order, kind: type) -> None:
    world = wounded_before("basso", "0903")
    world.orders(NORMANS, order)
    world.day(otherwise=1)
    assert of(world.events, kind) and not of(world.events, GroupMoved)


@pytest.mark.rule("GUC-14.7a")
@pytest.mark.parametrize("order", [(), (Attack(group="n1", place="castro"),)])
def test_without_orders_for_where_it_stands_it_takes_its_wounded_home(order: tuple[Order, ...]) -> None:
    world = wounded_before("basso", "0903")
    world.orders(NORMANS, *order)
    world.day(otherwise=1)
    assert of(world.events, GroupMoved)


@pytest.mark.rule("GUC-14.7a")
@pytest.mark.parametrize(
    ("wounded", "besieges", "seeks"), [(1, False, True), (1, True, False), (0, False, False)]
)
def test_only_a_group_with_wounded_that_besieges_nothing_seeks_a_refuge(
    wounded: int, besieges: bool, seeks: bool
) -> None:
    world = World()
    world.group(NORMANS, "0606", {"light infantry": 9}, wounded=wounded)
    if besieges:
        world.at.places["castro"] = replace(world.at.places["castro"], siege="n1")
    assert bool(cures.refuge(world.today(), world.at.groups["n1"])) is seeks

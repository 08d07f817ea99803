"""Groups that are divided and joined on one morning, as a referee found them."""

from __future__ import annotations

from itertools import permutations

import pytest

from rules.campaign import reorganising
from rules.campaign.plans.plan import Merge, Pick, Split
from tests.rules.campaign.kit import NORMANS, World

FOOT = "light infantry"


def morning(world: World) -> None:
    today = world.today()
    reorganising.reorganise(today)
    world.keep(today)


def three(*, leader: str = "") -> World:
    """Five of hostility 8, six of 2, four of 9."""
    world = World()
    for men, level in ((5, 8), (6, 2), (4, 9)):
        led = leader if men == 4 else ""
        world.group(NORMANS, "0503", {FOOT: men - bool(led)}, hostility=level, leader=led, prestige=6)
    return world


@pytest.mark.rule("GUC-8.1c")
@pytest.mark.parametrize("order", list(permutations(("n1", "n2", "n3"))), ids="-".join)
def test_of_three_that_are_joined_the_largest_brings_its_hostility(order: tuple[str, str, str]) -> None:
    """RUL-1323: five and four are nine only behind the joining."""
    world = three()
    first, second, third = order
    world.orders(NORMANS, Merge(group=third, into=second), Merge(group=second, into=first))
    morning(world)
    assert list(world.at.groups) == [first] and world.at.contents[first].hostility == 2


@pytest.mark.rule("GUC-8.1c", "GUC-8.1e")
def test_so_it_does_where_they_are_joined_by_themselves() -> None:
    """Under the leader of the smallest (RUL-1323)."""
    world = three(leader="robert")
    world.at.turn = 2
    morning(world)
    assert list(world.at.groups) == ["n3"] and world.at.contents["n3"].leader == "robert"
    assert world.at.contents["n3"].hostility == 2


@pytest.mark.rule("GUC-8.1c")
@pytest.mark.parametrize(("many", "level"), [(4, 9), (3, 2)], ids=["more than those there", "as many"])
@pytest.mark.parametrize("by_itself", [True, False], ids=["divided first", "without their counter"])
def test_men_who_go_over_into_another_group_are_a_part_like_others(
    many: int, level: int, by_itself: bool
) -> None:
    world = World()
    world.group(NORMANS, "0503", {FOOT: 12}, hostility=9)
    world.group(NORMANS, "0503", {FOOT: 3}, hostility=2)
    if by_itself:
        world.orders(NORMANS, Split(group="n1", pick=Pick(number=many)), Merge(group="n3", into="n2"))
    else:
        world.orders(NORMANS, Merge(group="n1", into="n2", pick=Pick(number=many)))
    today = world.today()
    today.since_yesterday = frozenset()  # those who stay are not joined by themselves
    reorganising.reorganise(today)
    assert len(today.at.contents["n2"].men) == 3 + many
    assert today.at.contents["n2"].hostility == level


@pytest.mark.rule("GUC-8.1c")
def test_a_leader_who_goes_over_with_as_many_brings_the_hostility_of_his_group() -> None:
    """Of equal parts the one with more prestige (RUL-1205)."""
    world = World()
    world.group(NORMANS, "0503", {FOOT: 9}, hostility=9, leader="robert")
    world.group(NORMANS, "0503", {FOOT: 3}, hostility=2)
    names = ("robert", *world.at.contents["n1"].men[1:3])
    world.orders(NORMANS, Merge(group="n1", into="n2", pick=Pick(names=names)))
    today = world.today()
    today.since_yesterday = frozenset()
    reorganising.reorganise(today)
    content = today.at.contents["n2"]
    assert (content.leader, content.hostility) == ("robert", 9)

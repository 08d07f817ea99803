"""Armies that are larger than the ground along their edge."""

from __future__ import annotations

from functools import cache

import pytest

from rules import engine
from rules.campaign.plans.plan import March
from rules.events.deployment import Entered, EntryDelayed
from rules.options import hunger
from rules.state.battle import Battle
from rules.state.deployment import Reserve
from rules.state.figure import Health
from rules.state.invariants import broken
from tests.rules.campaign.board_kit import FIGHT, FOOT, harm, morning, on_boards, the_battle
from tests.rules.campaign.kit import BYZANTINES, NORMANS, replay
from tests.rules.campaign.worlds import dice

RIDERS = 260


@cache
def _called() -> Battle:
    """Riders, unfed for two days, come by half an edge of four panels upon a few men on foot."""
    world = on_boards()
    world.group(NORMANS, "0503", {"knight": RIDERS}, hostility=9, unfed=2)
    world.group(BYZANTINES, "0504", {FOOT: 20})
    world.orders(NORMANS, March(group="n1", to="0504", meeting=FIGHT))
    return the_battle(morning(world))


@pytest.mark.rule("GUC-14.4")
def test_an_army_without_room_for_it_fills_half_of_the_board_and_the_rest_comes_by_its_edge() -> None:
    """RUL-1335."""
    battle = _called().copy()
    ours = battle.side_figures(NORMANS)
    assert len(ours) == RIDERS and not broken(battle)
    later = battle.reserves
    assert later and {battle.figures[name].side for name in later} == {NORMANS}
    (area,) = next(one.areas for one in battle.setup.deployments if one.seat == NORMANS)
    assert set(later.values()) == {Reserve(by=("A1401",), turn=2, announced=True)}
    assert "A1401" in area.hexes and len(area.hexes) <= len(battle.board.cells) // 2


@pytest.mark.rule("GUC-14.4")
def test_who_found_no_room_comes_from_the_second_turn_on_as_there_is_room() -> None:
    """RUL-1335."""
    battle = _called().copy()
    later = set(battle.reserves)
    while battle.turn < 2 or battle.side != NORMANS:  # both set up, and play a turn
        replay(engine.adjudicate(battle, dice(1)), battle)
        assert set(battle.reserves) == later
    standing = [man for man in battle.side_figures(NORMANS) if man.hex]
    assert len(standing) == RIDERS - len(later)
    for man in standing:
        if man.hex and battle.board.distance(man.hex, "A1401") < 3:
            harm(battle, Health.DEAD, man.id)
    events = engine.adjudicate(battle, dice(2))
    came = [event.figure for event in events if isinstance(event, Entered)]
    delayed = [event.figure for event in events if isinstance(event, EntryDelayed)]
    assert came and sorted((*came, *delayed)) == sorted(later)


@pytest.mark.rule("GUC-8.4b")
def test_whoever_comes_later_hungers_as_the_others_do() -> None:
    battle = _called()
    (mp,) = {man.values.movement for man in battle.side_figures(NORMANS)}
    fed = on_boards()
    fed.group(NORMANS, "0503", {"knight": 3})
    assert mp == fed.at.men[fed.at.contents["n1"].men[0]].values.movement // 2
    assert all(hunger.MARK in battle.marks[name] for name in battle.reserves)

"""Campaigns whose players go days ahead of battles on boards, for tests: played by captains and by
whoever has read nothing, with boards that end by chance, in any order and at any moment."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from rules import engine
from rules.campaign import scenarios
from rules.campaign.guiscard import GUISCARD_CAMPAIGN
from rules.campaign.plans.at_random import careless_orders
from rules.events.base import Event
from rules.evolve import replay
from rules.state.battle import Battle
from rules.state.campaign import Campaign
from rules.state.figure import Health
from rules.state.table import Fights, Options, Outcome
from rules.views.masking import view_for
from tests.rules.campaign.board_kit import battles_of
from tests.rules.campaign.worlds import dice

Exchange = tuple[Campaign, list[Event]]
"""The state before, and what came."""


def agreed(days_ahead: int) -> Options:
    return Options(fights=Fights.BOARD, days_ahead=days_ahead)


def begins(scenario: str, days_ahead: int) -> list[Event]:
    return scenarios.opened(scenarios.campaigns()[scenario], GUISCARD_CAMPAIGN, agreed(days_ahead), "", {})


MOST = 40


def played(
    seed: int, scenario: str = "campaign-apulia", days_ahead: int = 2, most: int = MOST
) -> Sequence[Exchange]:
    """Exchange by exchange: orders are filed, a phase is played, a battle is told. Those of a game are played
    once for all who look at them."""
    return _played(seed, scenario, days_ahead)[:most]


@lru_cache(maxsize=32)
def _played(seed: int, scenario: str, days_ahead: int) -> Sequence[Exchange]:
    return tuple(_exchanges(seed, scenario, days_ahead))


def _exchanges(seed: int, scenario: str, days_ahead: int) -> Iterator[Exchange]:
    chance = random.Random(seed)
    at = replay(begins(scenario, days_ahead))
    assert isinstance(at, Campaign)
    boards: dict[str, Battle] = {}
    tempers = {seat.id: chance.choice(("bold", "cautious", "careless")) for seat in at.setup.seats}
    for exchange in range(MOST):
        if at.outcome is not None:
            return
        awaiting = engine.awaiting(at)
        open_ = [call for call in at.calls if call in at.fights]
        if open_ and (awaiting.rests or chance.random() < 0.25):
            call = chance.choice(list(awaiting.rests) or open_)
            events: list[Event] = [_over(at, call, boards.pop(call), chance)]
        else:
            for seat in awaiting.seats:
                if tempers[seat] == "careless":
                    lines = careless_orders(view_for(at, seat), seat, chance)
                else:
                    lines = engine.captain_orders(at, seat, tempers[seat])
                reading = engine.read_orders(at, seat, lines)
                replay([engine.accept_orders(at, seat, reading)], at)
            events = engine.adjudicate(at, dice(1000 * seed + exchange))
            boards |= battles_of(events)
        before = at.copy()
        replay(events, at)
        yield before, events


def _over(at: Campaign, call: str, battle: Battle, chance: random.Random) -> Event:
    """It ends somehow."""
    for man in list(battle.figures.values()):
        health = chance.choice((Health.HEALTHY, Health.HEALTHY, man.health, Health.WOUNDED, Health.DEAD))
        battle.figures[man.id] = replace(man, health=health if not man.wounded else Health.DEAD)
    sides = [side.id for side in battle.setup.sides]
    kind = chance.random()
    battle.outcome = Outcome(
        winner="" if kind < 0.3 else chance.choice(sides),
        reason="over",
        agreed=kind > 0.9,
        unfinished=kind < 0.1,
    )
    return engine.told(at, call, battle, name="k", game="g", head="h", events=9)

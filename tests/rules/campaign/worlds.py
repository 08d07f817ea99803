"""Campaigns played by chance: orders of every kind for whoever is there, sensible or not."""

from __future__ import annotations

import random
from collections.abc import Iterator

from rules.campaign import days, scenarios
from rules.campaign.guiscard import GUISCARD_CAMPAIGN
from rules.campaign.in_force import campaign_tables
from rules.campaign.plans.at_random import plan_by_chance
from rules.core.dice import KeyedDice
from rules.events.base import Event
from rules.evolve import replay
from rules.state.campaign import Campaign
from rules.state.table import Options

TABLES = campaign_tables()


def begun(scenario: str = "campaign-ofanto") -> Campaign:
    """A campaign before its first day."""
    found = scenarios.campaigns()[scenario]
    state = replay(scenarios.opened(found, GUISCARD_CAMPAIGN, Options(), "", {}))
    assert isinstance(state, Campaign)
    return state


def first_events(scenario: str = "campaign-ofanto") -> list[Event]:
    return scenarios.opened(scenarios.campaigns()[scenario], GUISCARD_CAMPAIGN, Options(), "", {})


def dice(seed: int, *chains: str) -> KeyedDice:
    key = seed.to_bytes(8, "big")
    return KeyedDice(key, {"umpire": key + b"u", **{chain: key + chain.encode() for chain in chains}})


def lines_played(
    seed: int, most: int = 30, scenario: str = "campaign-ofanto"
) -> Iterator[tuple[Campaign, list[Event]]]:
    """The state before each exchange, and what it brought."""
    at = begun(scenario)
    chance = random.Random(seed)
    for exchange in range(most):
        if at.outcome is not None:
            return
        plans = {seat.id: plan_by_chance(at, seat.id, chance) for seat in at.setup.seats}
        events = days.adjudicated(at, GUISCARD_CAMPAIGN, dice(1000 * seed + exchange), plans)
        before = at.copy()
        replay(events, at)
        yield before, events

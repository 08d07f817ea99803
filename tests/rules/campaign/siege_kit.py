"""Sieges in a campaign, laid out by hand for tests."""

from __future__ import annotations

from collections.abc import Sequence

from rules.campaign.plans.plan import (
    Besiege,
    Conduct,
)
from rules.events import codec
from rules.events.base import Event
from rules.events.campaign_sieges import InSiege
from rules.state.siege import Siege
from tests.rules.campaign.kit import NORMANS, World

FOOT = "light infantry"
NOTHING = {"GUI-11.1.2a": 1}
"""No event."""


def laid(
    place: str = "castro", at: str = "0606", *, men: int = 20, within: int = 6, resources: int = 4
) -> World:
    """A siege in the evening of day 1: its own first day is the campaign's second."""
    world = World()
    world.group(NORMANS, at, {FOOT: men, "archer": 4}, leader="robert")
    world.garrison(place, {FOOT: within})
    world.resources(place, resources)
    world.orders(NORMANS, Besiege(group="n1", place=place))
    world.day(otherwise=1)
    return world


def conducted(world: World, side: str, *lines: str, place: str = "castro") -> None:
    world.orders(side, *(Conduct(place=place, line=line) for line in lines))


def within(events: Sequence[Event], *kinds: type[Event]) -> list[Event]:
    """What happened at sieges."""
    found = [codec.begun_with((e.event,))[0] for e in events if isinstance(e, InSiege)]
    return [event for event in found if not kinds or isinstance(event, kinds)]


def siege(world: World, place: str = "castro") -> Siege:
    return world.at.sieges[place]


def day_of_event(world: World, sum_of_dice: tuple[int, int], **named: int) -> None:
    """A day with an event; five are added to its dice during the first nine days."""
    dice = {f"p1/GUI-11.1.2a/castro/day{siege(world).day + 1}/event//{n}": face
            for n, face in enumerate(sum_of_dice, 1)}  # fmt: skip
    world.day(named={**dice, **{name.replace("_", "."): face for name, face in named.items()}}, otherwise=1)


def assaulted(*, letter_die: int = 5, **how: int) -> World:
    world = laid(**how)  # type: ignore[arg-type]
    conducted(world, NORMANS, "ASSAULT")
    world.day(named={**NOTHING, "GUC-17.2": letter_die}, otherwise=1)
    return world


def first(side: str) -> dict[str, int]:
    """Nothing happens on the siege's first day but what a side does that acts on it."""
    return {**NOTHING, f"GUI-11.1.3a/castro/day1/{side}": 10}

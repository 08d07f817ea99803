"""Which kinds of events there are: those of the table, which every game has, and those that each
scale brings."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import NamedTuple

from rules.events import (
    asking,
    burning,
    campaign,
    campaign_fights,
    campaign_secrets,
    campaign_sieges,
    captives,
    charge,
    combat,
    creation,
    custody,
    deployment,
    ending,
    families,
    formation,
    harm,
    ladders,
    marks,
    missile,
    movement,
    sequel,
    sequence,
    siege,
    siege_engines,
    structures,
    terms,
    umpire,
    works,
)
from rules.events.base import Event
from rules.events.upcasting import UPCASTERS, Schema, Upcaster


class Kinds(NamedTuple):
    """The kinds of events that a scale brings, and the steps up from how they were stored before."""

    scale: str
    events: tuple[type[Event], ...]
    upcasters: Mapping[Schema, Upcaster] = {}


def kinds_in(*modules: ModuleType) -> tuple[type[Event], ...]:
    """All events that are stored under a name, of those that some files define."""
    return tuple(
        thing
        for module in modules
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, Event) and thing.kind
        if thing.__module__ == module.__name__
    )


TABLE = Kinds("table", kinds_in(sequence, umpire, custody, asking, terms, families, ending))
BATTLE = Kinds(
    "battle",
    kinds_in(
        creation, deployment, movement, missile, charge, combat, formation, harm, ladders, marks, structures,
        works, burning, siege_engines, sequel, captives
    ),
    UPCASTERS,
)  # fmt: skip
SIEGE = Kinds("siege", kinds_in(siege))
CAMPAIGN = Kinds("campaign", kinds_in(campaign, campaign_secrets, campaign_fights, campaign_sieges))

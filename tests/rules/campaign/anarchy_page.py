"""A page of THE ANARCHY's campaign: loyalty in place of hostility, what a noble loses by looting, its own
figures.

The day is the engine's: nothing of it is touched."""

from __future__ import annotations

from dataclasses import replace

from msgspec.structs import replace as with_rows

from rules.campaign.guiscard import GUISCARD_CAMPAIGN
from rules.campaign.meeting import Party, by_headcount, by_prestige
from rules.core.tables import Tables
from rules.events.campaign_fights import Tested
from rules.state.campaign_counters import Founded

ROYALISTS = "normans"
"""The side to whose king loyalty is due; all others are against him."""


def loyalty(tables: Tables, own: Party, other: Party) -> Tested:
    """The loyalty of a group to the king, as the noble of the other and the difference of headcount change
    it: up for a royalist who comes, down for a rebel (ANC-7a, ANC-7b, ANC-7e, ANC-7f)."""
    sign = 1 if other.side == ROYALISTS else -1
    return Tested(
        side=own.side,
        group=own.group,
        level=own.level,
        by_prestige=sign * by_prestige(tables, other.prestige),
        by_headcount=sign * by_headcount(tables, other.men - own.men),
        men=own.men,
        prestige=own.prestige,
    )


def allegiance(total: int) -> str:
    """Four or less is a rebel's loyalty, seven or more a royalist's, what is between neutral (ANC-7c)."""
    return "rebel" if total <= 4 else "royalist" if total >= 7 else "neutral"


def opposed(tables: Tables, own: Tested, other: Tested) -> bool:
    """Opposite factions may fight; where either is neutral nothing happens (ANC-7b)."""
    return {allegiance(own.total), allegiance(other.total)} == {"rebel", "royalist"}


def loot_costs(place: Founded) -> int:
    """A point for a settlement, two for a monastic house (ANC-9d)."""
    return 2 if place.monastery else 1


def _tables() -> Tables:
    """Wounded men have three MP less (ANC-15.7a)."""
    tables = GUISCARD_CAMPAIGN.tables.as_dict()
    figures = tables["campaign-figures"]
    rows = tuple(("wounded move", -3) if row[0] == "wounded move" else row for row in figures.rows)
    return Tables({**tables, "campaign-figures": with_rows(figures, rows=rows)})


ANARCHY_CAMPAIGN = replace(
    GUISCARD_CAMPAIGN,
    id="anarchy-campaign-test",
    title="THE ANARCHY, campaign",
    cites=("ANC", "ANA"),
    weigh=loyalty,
    may_fight=opposed,
    loot_costs=loot_costs,
    tables=_tables(),
)

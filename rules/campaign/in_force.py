"""What a campaign is played on and by: the tables and the land that it began with."""

from __future__ import annotations

import hashlib
from functools import cache

from rules.campaign.land import Land
from rules.campaign.land_file import LANDS, land, shipped_campaign_tables
from rules.core.tables import RuleTable, Tables
from rules.siege.page import shipped_siege_tables
from rules.state.campaign import Campaign


@cache
def campaign_tables() -> Tables:
    """All tables of campaigns, with those of sieges and quick fights."""
    return Tables({**shipped_siege_tables().as_dict(), **shipped_campaign_tables().as_dict()})


def tables_of(at: Campaign) -> Tables:
    """The tables that a campaign began with."""
    return _pinned(tuple(at.setup.tables.values()))


@cache
def _pinned(tables: tuple[RuleTable, ...]) -> Tables:
    return Tables({table.id: table for table in tables})


def land_of(at: Campaign) -> Land:
    return land(at.setup.land)


@cache
def mark_of(land_id: str) -> str:
    """The mark of a land's file, by which a game knows again the one that it began on."""
    return hashlib.sha256((LANDS / f"{land_id}.toml").read_bytes()).hexdigest()[:16]

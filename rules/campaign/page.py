"""The page of a book about campaigns: which steps a day has, how hostility is weighed, by which tables.

The day's engine (rules.campaign.days) knows no book: another book is another page (GUC-6a)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.campaign.meeting import Weighing
from rules.campaign.sieges.page import Sieges
from rules.campaign.today import Today
from rules.core.tables import Tables
from rules.events.campaign_fights import Tested
from rules.state.campaign_counters import Founded


@dataclass(frozen=True)
class Step:
    """A step of the day, which all seats finish before the next."""

    id: str
    title: str
    act: Callable[[Today], None]


@dataclass(frozen=True, eq=False)
class CampaignPage:
    """``id`` names its rules in the first event of a game, ``cites`` the systems of its rule ids. ``weigh``:
    how two that meet are tested (GUC-7b, or loyalty), ``may_fight``: whether the first of them may open a
    fight by it; ``loot_costs``: what it costs a leader's prestige to loot a place; ``sieges``: by which page
    of sieges its places are besieged; ``ends``: why a campaign is over, by the words of the log."""

    id: str
    title: str
    cites: tuple[str, ...]
    steps: tuple[Step, ...]
    weigh: Weighing
    may_fight: Callable[[Tables, Tested, Tested], bool]
    loot_costs: Callable[[Founded], int]
    sieges: Sieges
    tables: Tables
    ends: Mapping[str, str]

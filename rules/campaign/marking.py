"""What a group is once its men have changed: whether they all ride, and who leads it (GUC-8.1d, GUC-9a)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.campaign.today import Today, all_ride
from rules.events.campaign import GroupMarked
from rules.events.campaign_secrets import LeaderNamed
from rules.state.campaign import Campaign
from rules.state.campaign_counters import GroupId
from rules.state.figure import FigureId


def foremost(at: Campaign, men: Iterable[FigureId]) -> FigureId:
    """Of some men the leader with most prestige, the first of equal ones; "" if nobody has any."""
    return max((name for name in men if name in at.prestige), key=lambda name: at.prestige[name], default="")


def mark(today: Today, group: GroupId) -> None:
    """The cavalry marker lies on a group that is made up of riders alone (GUC-8.1d). If nobody leads it the
    foremost of the leaders among its men does (GUC-9a, RUL-1295)."""
    at = today.at
    content = at.content(group)
    rides = bool(content.men) and all_ride(at.in_group(group))
    if rides != at.groups[group].riders:
        today.record(GroupMarked(group, rides))
    leads = content.leader or foremost(at, content.men)
    if leads != content.leader:
        to = today.of(at.groups[group].side)
        today.record(LeaderNamed(to=to, group=group, leader=leads, hostility=content.hostility))

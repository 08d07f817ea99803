"""Who may move while battles are fought out on boards.

Ruling RUL-1260: nobody moves whose turn could touch an open battle, or a group that waits for one and would
have moved before; nor does anybody in a hex of it. That is told from what lies open to all, hexes and
markers, so that waiting tells nothing of what a group holds."""

from __future__ import annotations

from collections.abc import Iterable

from rules.campaign.ahead import BATTLE, fights_of, marked
from rules.campaign.today import Today
from rules.state.campaign_counters import Group, GroupId


def must_wait(today: Today, group: Group, waiting: Iterable[GroupId]) -> bool:
    """Whether its turn has to wait. ``waiting``: those before it who do."""
    at = today.at
    fights = fights_of(at, at.day)
    if not fights or (group.id in today.done and not group.mercenaries):
        return False
    far = marked(at, group, today.tables) + BATTLE
    distance = today.land.distance
    return any(distance(group.hex, at.fights[call].hex) <= far + BATTLE for call in fights) or any(
        distance(group.hex, at.groups[name].hex) <= far + marked(at, at.groups[name], today.tables) + BATTLE
        for name in waiting
    )

"""Who may move while battles are fought out on boards.

Ruling RUL-1260: nobody moves whose turn could touch an open battle, or a group that waits for one and would
have moved before; nor does anybody in a hex of it. That is told from what lies open to all, hexes and
markers, so that waiting tells nothing of what a group holds."""

from __future__ import annotations

from collections.abc import Iterable

from rules.campaign.today import Today
from rules.state.campaign import Group, GroupId

BATTLE = 1
"""So many hexes around its own a battle can touch: those from which groups join it, those to which they flee
(GUC-14.3, GUC-14.6b)."""


def must_wait(today: Today, group: Group, waiting: Iterable[GroupId]) -> bool:
    """Whether its turn has to wait. ``waiting``: those before it who do."""
    at = today.at
    if not at.fights or (group.id in today.done and not group.mercenaries):
        return False
    far = _steps(today, group) + BATTLE
    distance = today.land.distance
    return any(distance(group.hex, fight.hex) <= far + BATTLE for fight in at.fights.values()) or any(
        distance(group.hex, at.groups[name].hex) <= far + _steps(today, at.groups[name]) + BATTLE
        for name in waiting
    )


def _steps(today: Today, group: Group) -> int:
    """So many hexes a group comes at most by its marker and the season: none costs less than one MP. Riders
    hidden among men on foot go as these do."""
    return max(today.figure("move riders" if group.riders else "move foot") + today.at.season, 1)

"""Whom nobody attacks or shoots at on purpose: friends, allies and neutrals.

Implements RUL-209.
"""

from __future__ import annotations

from rules.core.language import english
from rules.core.rejection import Reason, Rejection
from rules.state.battle import Battle
from rules.state.figure import Character, SideId


def spared(battle: Battle, side: SideId, target: Character, rule: str) -> Rejection | None:
    """Why a side does nothing to somebody on purpose; None if he is its enemy. ``rule``: the one that speaks
    of enemies."""
    if battle.hostile(side, target.side):
        return None
    if battle.friendly(side, target.side):
        return Rejection(rule, english("{target} is a friend", target=target.name), Reason.FRIEND)
    whose = battle.side_of(target.side).name
    why = english("{target} is of the {side}, who are neutral", target=target.name, side=whose)
    return Rejection("RUL-209", why, Reason.NEUTRAL)

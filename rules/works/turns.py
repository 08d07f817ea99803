"""Slow works: what a man must have done, and not done, to have given a whole turn to one (GUI-8.5.2b,
GUI-9.2.3.2)."""

from __future__ import annotations

from rules.core.language import english
from rules.core.rejection import Reason, Rejection
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.state.terrain import stood_a_turn


def cannot_work(
    battle: Battle, figure: Character, rule: str, *, nothing_else: bool = False
) -> Rejection | None:
    """Why somebody cannot finish a slow work in this phase; None if he can.

    He must be on foot, have stood in his hex since the end of his side's last phase, and have neither moved,
    shot nor fought in this one (RUL-847). ``nothing_else``: nor have shot in the enemy's phase."""
    if not figure.active:
        state = "dead" if figure.dead else "stunned" if figure.stunned else english("not on the board")
        if figure.bound:
            state = english("a prisoner")
        return Rejection("GUI-1.2g", english("{figure} is {state}", figure=figure.name, state=state))
    if figure.mounted:
        return Rejection(rule, english("{figure} rides: this is work for a man on foot", figure=figure.name))
    if figure.carries is not None:
        return Rejection("GUI-4.2.4", english("{figure} carries somebody", figure=figure.name))
    if figure.id in battle.now.busy:
        return Rejection(rule, english("{figure} is busy with something else", figure=figure.name))
    if figure.id in battle.now.fired or (nothing_else and figure.id in battle.last.watched):
        return Rejection(rule, english("{figure} has shot in this turn", figure=figure.name))
    if figure.id in battle.now.attacked:
        return Rejection(rule, english("{figure} has attacked in this phase", figure=figure.name))
    if battle.now.has_moved(figure.id):
        return Rejection(rule, english("{figure} has moved in this phase", figure=figure.name))
    if not stood_a_turn(battle, figure):
        return Rejection(
            rule,
            english(
                "this takes a whole turn, and {figure} has not stood in {hex} since the end of his last "
                "phase",
                figure=figure.name,
                hex=figure.hex,
            ),
            Reason.TOO_SHORT,
        )
    return None

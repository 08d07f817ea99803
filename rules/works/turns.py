"""Slow works: what a man must have done, and not done, to have given a whole turn to one (GUI-8.5.2b, GUI-9.2.3.2)."""

from __future__ import annotations

from rules.core.rejection import Rejection
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.state.terrain import stood_a_turn


def cannot_work(
    battle: Battle, figure: Character, rule: str, *, nothing_else: bool = False
) -> Rejection | None:
    """Why somebody cannot finish a slow work in this phase; None if he can.

    He must be on foot, have stood in his hex since the end of his side's last phase, and have neither moved, shot nor
    fought in this one (RUL-847). ``nothing_else``: nor have shot in the enemy's phase."""
    if not figure.active:
        state = "dead" if figure.dead else "stunned" if figure.stunned else "not on the board"
        return Rejection("GUI-1.2g", f"{figure.name} is {state}")
    if figure.mounted:
        return Rejection(rule, f"{figure.name} rides: this is work for a man on foot")
    if figure.carries is not None:
        return Rejection("GUI-4.2.4", f"{figure.name} carries somebody")
    if figure.id in battle.now.busy:
        return Rejection(rule, f"{figure.name} is busy with something else")
    if figure.id in battle.now.fired or (nothing_else and figure.id in battle.last.watched):
        return Rejection(rule, f"{figure.name} has shot in this turn")
    if figure.id in battle.now.attacked:
        return Rejection(rule, f"{figure.name} has attacked in this phase")
    if battle.now.moved.get(figure.id):
        return Rejection(rule, f"{figure.name} has moved in this phase")
    if not stood_a_turn(battle, figure):
        return Rejection(
            rule,
            f"this takes a whole turn, and {figure.name} has not stood in {figure.hex} since the end of his last phase",
        )
    return None

"""The events of closing a phase, worked out from the battle, the secret of its dice and the answers: nothing else.

A phase that is played for the first time, played on after an answer or rehearsed goes through here.
"""

from __future__ import annotations

from collections.abc import Mapping

from games import dice
from rules import engine


def closing(
    battle: engine.Battle, reason: str, secret: bytes, answers: Mapping[str, str] | None = None
) -> list[engine.Event]:
    """The closing of the open phase (or step), what the rules make of it, and the secret directly behind the end of the
    phase. Raises whatever a faulty rule raises."""
    closed = engine.PhaseClosed(phase=battle.phase, reason=reason, sheets=engine.sheets_digest(battle))
    table = engine.evolve(battle.copy(), closed)
    key = dice.phase_key(secret, battle.phase, battle.step or "", closed.sheets)
    events: list[engine.Event] = [closed]
    for event in engine.adjudicate(table, engine.KeyedDice(key), answers):
        events.append(event)
        if event.kind == "phase_ended":
            events.append(engine.SecretRevealed(phase=battle.phase, secret=secret.hex()))
    return events

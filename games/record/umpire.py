"""The events of closing a phase, worked out from the battle, the secrets of its dice and the answers:
nothing else.

A phase that is played for the first time, played on after an answer or rehearsed goes through here.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.models import Game
from games.record import dice, escrow
from rules import engine


def closed(game: Game, battle: engine.Table, reason: str) -> engine.PhaseClosed:
    """The closing of the open phase (or step) over the papers as they stand. Raises DiceKeyLost."""
    if game.form == 1:
        return engine.PhaseClosed(phase=battle.phase, reason=reason, sheets=engine.sheets_digest(battle))
    papers = tuple(
        dice.paper_digest(escrow.salt_of(game, seat.id, battle.phase), engine.paper_of(battle, seat.id))
        for seat in battle.setup.seats
    )
    return engine.PhaseClosed(phase=battle.phase, reason=reason, sheets=dice.sheets_of(papers), papers=papers)


def revealed(game: Game, battle: engine.Table) -> engine.SecretRevealed:
    """The secrets of the open phase. Raises DiceKeyLost."""
    secret = dice.secret(game, battle.phase)
    closed = dice.closed_secrets(game, battle.setup, battle.phase)
    return engine.SecretRevealed(phase=battle.phase, secret=secret.hex(), closed=closed)


def closing(
    battle: engine.Table,
    closed: engine.PhaseClosed,
    secrets: engine.SecretRevealed,
    answers: Mapping[str, str] | None = None,
) -> list[engine.Event]:
    """The closing of the open phase (or step), what the rules make of it, and the secrets directly behind the
    end of the phase. Raises whatever a faulty rule raises."""
    table = engine.evolve(battle.copy(), closed)
    dealt = dice.table(dice.shown_by(secrets), battle.phase, battle.step or "", closed.sheets)
    events: list[engine.Event] = [closed]
    for event in engine.adjudicate(table, dealt, answers):
        events.append(event)
        if event.kind == "phase_ended":
            events.append(secrets)
    return events

"""Captains: automata that sit on a seat and write orders as a player would."""

from __future__ import annotations

from games.clockwork.failpoints import failpoint
from games.models import Game, GameState
from games.play import submissions
from games.record import eventlog
from rules import engine


def play(game: Game) -> int:
    """Let every captain who owes orders for the open phase file them; returns how many did. Repeating it does
    nothing."""
    if game.state not in (GameState.RUNNING, GameState.HELD) or game.waits_for_players:
        return 0
    thinking = [s for s in game.seats.all() if s.captain and s.awaited and s.filed_seq <= game.opened_seq]
    for seat in thinking:
        battle = eventlog.load(game.pk, game.seen_version).battle
        if battle.phase != game.phase or (battle.step or "") != game.step:
            break
        lines = engine.captain_orders(battle, seat.name, seat.captain)
        command_id = f"captain:{game.phase}:{game.step}:{seat.name}"
        failpoint("captains.thought")
        submissions.submit(seat, lines, command_id, phase=game.phase, final=True)
        failpoint("captains.filed")
    return len(thinking)

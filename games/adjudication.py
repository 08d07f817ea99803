"""Closing a phase: the umpire is asked once, and what he says is appended once.

Whoever finds a game due calls ``attend``; it may be called at any time, by anybody, as often as one likes. The
umpire's work is pure and happens outside of any transaction; if the log has moved on meanwhile, it is thrown away
and decided anew.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Sequence
from datetime import timedelta

from django.db import InterfaceError, OperationalError
from django.utils import timezone

from games import announce, captains, deadlines, dice, eventlog
from games.deadlines import Due
from games.eventlog import Appended, Conflict
from games.models import Adjudication, Game, GameState
from rules import engine

logger = logging.getLogger(__name__)

MOST_TRIES = 10
MOST_TROUBLE = 5
FIRST_PAUSE = timedelta(seconds=30)


def attend(game_id: int) -> None:
    """Do what is due in a game, if anything: captains' orders, an extension, an adjudication. Never raises for a
    fault of the game itself: that is written on its row, and it is tried again later, a few times."""
    try:
        for _ in range(MOST_TRIES):
            try:
                return _attend(game_id)
            except Conflict:
                continue
        logger.warning("G%s: too much is going on, the sweep will come again", game_id)
    except Game.DoesNotExist:
        logger.info("G%s is gone", game_id)
    except (OperationalError, InterfaceError):
        raise  # the database's fault, not the game's
    except Exception as error:
        _trouble(game_id, error)


def _attend(game_id: int) -> None:
    captains.play(game_id)
    game = Game.objects.get(pk=game_id)
    match deadlines.due(game, timezone.now()):
        case Due.ALL_IN | Due.DEADLINE as reason:
            close_phase(game, reason.value)
        case Due.EXTEND:
            deadlines.extend(game)
        case Due.HOLD:
            deadlines.hold(game)
        case Due.NOTHING:
            pass


def close_phase(game: Game, reason: str) -> Appended:
    """Close the open phase (or step), adjudicate it, and append everything with reports and the new clock. ``game``
    says which version was decided upon. Closing the same phase twice does nothing the second time. Raises
    Conflict when the log has moved on, DiceKeyLost, and whatever a faulty rule raises."""
    before = eventlog.load(game.pk, game.version).battle
    events = adjudicated(game, before, reason)
    after = engine.replay(events, before.copy())
    announce.about_to_tell(before, events, after)
    awaiting = engine.awaiting(before)

    def effects(done: Appended) -> None:
        fresh = Game.objects.get(pk=game.pk)
        Adjudication.objects.create(
            game=fresh,
            turn=awaiting.turn,
            phase=awaiting.phase,
            step=before.step or "",
            key=awaiting.key,
            title=awaiting.title,
            short=awaiting.short,
            reason=reason,
            opened_seq=game.opened_seq,
            first_seq=done.first_seq,
            last_seq=done.last_seq,
            head_hash=fresh.head_hash,
        )
        if after.outcome:
            deadlines.end_game(fresh, after)
        else:
            deadlines.open_phase(fresh, after, done.last_seq)
        announce.adjudicated(fresh, before, events, after)

    command_id = f"phase:{before.phase}:{before.step or ''}:adjudicate"
    return eventlog.append(game.pk, game.version, events, command_id, effects=effects)


def adjudicated(game: Game, battle: engine.Battle, reason: str) -> list[engine.Event]:
    """The events of closing the open phase: the closing, the umpire's, and the secret once the phase is over."""
    closed = engine.PhaseClosed(phase=battle.phase, reason=reason, sheets=engine.sheets_digest(battle))
    table = engine.evolve(battle.copy(), closed)
    played = engine.adjudicate(table, dice.phase_dice(game, battle, closed.sheets))
    return [closed, *_with_secret(game, battle.phase, played)]


def _with_secret(game: Game, phase: int, played: Sequence[engine.Event]) -> list[engine.Event]:
    """The umpire's events, with the secret of the phase's dice directly behind the end of the phase."""
    events: list[engine.Event] = []
    for event in played:
        events.append(event)
        if event.kind == "phase_ended":
            secret = dice.secret(game, phase).hex()
            events.append(engine.SecretRevealed(phase=phase, secret=secret))
    return events


def _trouble(game_id: int, error: Exception) -> None:
    """Write a fault on the game's row, to be tried again later; after a few times stop the game for a person."""
    logger.error("G%s cannot be adjudicated", game_id, exc_info=error)
    game = Game.objects.get(pk=game_id)
    game.trouble = "".join(traceback.format_exception(error))[-8000:]
    game.trouble_count += 1
    game.retry_at = timezone.now() + FIRST_PAUSE * 2 ** (game.trouble_count - 1)
    fields = ["trouble", "trouble_count", "retry_at"]
    if game.trouble_count >= MOST_TROUBLE:
        game.state = GameState.BROKEN
        fields.append("state")
        announce.game_master(
            game,
            f"broken:{game.version}",
            "adjudication fails, the game is stopped",
            f"{game.phase_title} cannot be adjudicated. Nothing is lost; mend the cause, then run\n"
            f"manage.py closephase {game.label}.\n\n{game.trouble}",
        )
    game.save(update_fields=fields)

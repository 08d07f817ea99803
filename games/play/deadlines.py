"""The clock: what is due in a game, when players are reminded, and what an absent side costs.

Orders count until the umpire closes the phase, which happens within seconds of the deadline. Mail that
arrived before the deadline and is still unread keeps the phase open a little longer: our delay is not
the player's.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from enum import Enum

import msgspec
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_noop

from games.clockwork import doorbell, heartbeats
from games.clockwork.failpoints import failpoint
from games.models import (
    AbsentPolicy,
    FightEnd,
    Game,
    GameState,
    InboundMail,
    InboundState,
    Purpose,
    Question,
    Seat,
)
from games.play import questions
from games.record import eventlog
from games.reports import announce
from games.seats import seats
from pbem.calling import PROGRAM
from rules import engine

logger = logging.getLogger(__name__)

MOST_REMINDERS = 500  # games, and questions, looked at in one sweep
GRACE_FOR_UNREAD_MAIL = timedelta(minutes=5)


class Due(Enum):
    """What the clock asks for now; close reasons are the words of PhaseClosed."""

    NOTHING = ""
    ALL_IN = gettext_noop("all orders in")
    NOBODY = gettext_noop("no orders were needed")
    DEADLINE = gettext_noop("deadline")
    EXTEND = "extend"
    SILENCE = "silence"  # the clock of a question has run out
    GO_ON = "go on"  # a question is answered
    HOLD = "hold"
    FIGHT_OUT = "fight out"  # the clock of a game that another one has called


def due(game: Game, now: datetime) -> Due:
    """What is due in a game whose rows were just read."""
    if game.burnt:
        return Due.NOTHING
    if _fight_is_out(game, now):
        return Due.FIGHT_OUT
    if game.state == GameState.ASKING:
        return _due_while_asking(game, now)
    if game.state not in (GameState.RUNNING, GameState.HELD) or game.waits_for_players:
        return Due.NOTHING
    absent = seats.owing(game)
    awaited = [seat for seat in game.seats.all() if seat.awaited]
    if not absent and not any(_mending(seat, now) for seat in awaited):
        return Due.ALL_IN if awaited else Due.NOBODY
    if game.state == GameState.HELD or game.phase_due is None or not _passed(game.phase_due, now):
        return Due.NOTHING
    if _unread_since(game, game.phase_due, now):
        return Due.NOTHING
    if absent and game.absent == AbsentPolicy.WAIT:
        return Due.HOLD
    if absent and game.absent == AbsentPolicy.EXTEND_ONCE and not game.extended:
        return Due.EXTEND
    return Due.DEADLINE


UNDER_WAY = (GameState.RUNNING, GameState.HELD, GameState.ASKING, GameState.RESTING)


def _fight_is_out(game: Game, now: datetime) -> bool:
    """Whether the clock of a game that another one has called has run out, and something is to be done about
    it: people play on in it, or one die is to decide it."""
    if game.parent is None or game.state not in UNDER_WAY or not fight_is_over(game, now):
        return False
    if game.waits_for_players or _unread_since(game, game.fight_due or now, now):
        return False
    return game.parent.fight_end == FightEnd.QUICK or game.seats.filter(captain="").exists()


def fight_is_over(game: Game, now: datetime) -> bool:
    """Whether the clock of a game that another one has called has run out."""
    return game.fight_due is not None and _passed(game.fight_due, now)


def _due_while_asking(game: Game, now: datetime) -> Due:
    question = game.questions.filter(answered=None).first()
    if question is None:
        return Due.GO_ON
    at_once = question.due <= question.asked  # nobody reads mail there
    if not at_once and (not _passed(question.due, now) or _unread_since(game, question.due, now)):
        return Due.NOTHING
    return Due.SILENCE


def _passed(deadline: datetime, now: datetime) -> bool:
    """Whether a deadline has passed for good. While nobody knows yet how long the server was
    away none does."""
    return deadline <= now and heartbeats.counted_until(now) == now


def _mending(seat: Seat, now: datetime) -> bool:
    return seat.mends_until is not None and seat.mends_until > min(now, heartbeats.counted_until(now))


def _unread_since(game: Game, deadline: datetime, now: datetime) -> bool:
    """Whether mail from before a deadline may still hold orders for this game: mail to another
    game does not."""
    if now > deadline + GRACE_FOR_UNREAD_MAIL:
        return False
    unread = InboundMail.objects.filter(state=InboundState.UNREAD, received_at__lte=deadline)
    for purpose in (Purpose.BOUNCE, Purpose.PRESS, Purpose.UNSUBSCRIBE):
        unread = unread.exclude(recipient__istartswith=f"{purpose}+")
    return unread.filter(Q(game=game) | Q(game=None)).exists()


# setting the clock; all inside the transaction of the events that cause it


def open_phase(game: Game, battle: engine.Table, opened_seq: int) -> None:
    """The phase (or step) that the battle stands at is open: note whose orders it needs and until when."""
    awaiting, now = engine.awaiting(battle), timezone.now()
    game.turn, game.phase, game.step = awaiting.turn, awaiting.phase, battle.step or ""
    game.phase_key, game.phase_title, game.phase_short = awaiting.key, awaiting.title, awaiting.short
    game.opened_seq, game.extended, game.put_off, game.state = opened_seq, False, 0, GameState.RUNNING
    game.phase_due = now + game.deadline
    game.remind_at = game.phase_due - min(game.deadline / 4, questions.LONGEST_NOTICE)
    game.trouble, game.trouble_count, game.retry_at, game.rung_at = "", 0, None, now
    game.played_from = 0
    if awaiting.rests:
        game.state, game.phase_due, game.remind_at = GameState.RESTING, None, None
    failpoint("deadlines.opens")
    game.save()
    failpoint("deadlines.clock_set")
    game.seats.update(awaited=False, mends_until=None)
    game.seats.filter(name__in=awaiting.seats).update(awaited=True)
    failpoint("deadlines.opened")
    doorbell.ring_game(game.pk)


def begin_fight(game: Game) -> None:
    """The clock of a game that another one has called begins: so many days for all of it, as agreed there."""
    if game.parent is None:
        return
    days = game.parent.fight_days
    game.fight_due = timezone.now() + timedelta(days=days) if days else None
    game.save(update_fields=["fight_due"])
    failpoint("deadlines.fight_clock_set")


def wake(game: Game) -> None:
    """What a game was resting for has been told: the clock of the open phase begins. Orders that were filed
    meanwhile stand."""
    game.state, game.rung_at = GameState.RUNNING, timezone.now()
    game.phase_due = game.rung_at + game.deadline
    game.remind_at = game.phase_due - min(game.deadline / 4, questions.LONGEST_NOTICE)
    game.save(update_fields=["state", "rung_at", "phase_due", "remind_at"])
    failpoint("deadlines.woken")


def go_on(game: Game, battle: engine.Table) -> None:
    """A game that came here in its middle has its players: the clock of the open phase, or of the question in
    the middle of it, begins anew. Orders that are filed stand."""
    now = timezone.now()
    game.rung_at = now
    if game.played_from:
        question = Question.objects.select_related("seat").filter(game=game, answered=None).first()
        if question:
            hours = 0 if question.seat.captain else battle.setup.options.question_hours
            question.due = now + timedelta(hours=hours)
            question.asked, question.remind_at = now, questions.remind_at(now, question.due)
            question.save()
        game.state = GameState.ASKING
    elif engine.awaiting(battle).rests:
        game.state = GameState.RESTING
    else:
        game.state, game.phase_due = GameState.RUNNING, now + game.deadline
        game.remind_at = game.phase_due - min(game.deadline / 4, questions.LONGEST_NOTICE)
    game.save()
    begin_fight(game)
    doorbell.ring_game(game.pk)


def await_answer(game: Game, played_from: int) -> None:
    """The adjudication waits for a player's answer; what lies behind event ``played_from`` is nobody's to see
    until it is over. Nobody owes orders meanwhile."""
    game.state, game.phase_due, game.remind_at = GameState.ASKING, None, None
    game.played_from = played_from
    game.trouble, game.trouble_count, game.retry_at, game.rung_at = "", 0, None, timezone.now()
    game.save()
    failpoint("deadlines.clock_stopped")
    game.seats.update(awaited=False, mends_until=None)
    failpoint("deadlines.awaits_answer")
    doorbell.ring_game(game.pk)


def end_game(game: Game, battle: engine.Table) -> None:
    """Nothing is awaited any more."""
    game.state, game.ended, game.phase_due, game.remind_at = GameState.OVER, timezone.now(), None, None
    game.outcome = msgspec.to_builtins(battle.outcome) if battle.outcome else {}
    game.played_from = 0
    game.save()
    failpoint("deadlines.over")
    game.seats.update(awaited=False, mends_until=None)
    failpoint("deadlines.nobody_awaited")
    if game.parent_id:
        doorbell.ring_game(game.parent_id)
    if game.children.exists():
        doorbell.ring_game(game.pk)


def extend(game: Game) -> None:
    """Put the deadline off once, by half of the usual time. Raises eventlog.Conflict."""
    battle = eventlog.load(game.pk, game.version).battle
    absent = seats.owing(game)
    waited_for = seats.told_owing(game, None)
    event = engine.DeadlineExtended(
        phase=game.phase, seats=tuple(seat.name for seat in waited_for), reason="no orders"
    )

    def effects(_: eventlog.Appended) -> None:
        fresh = Game.objects.get(pk=game.pk)
        fresh.extended = True
        fresh.phase_due = timezone.now() + fresh.deadline / 2
        fresh.save(update_fields=["extended", "phase_due"])
        failpoint("deadlines.put_off")
        announce.extended(fresh, absent, battle)

    command_id = f"phase:{game.phase}:{game.step}:extend"
    failpoint("deadlines.extends")
    eventlog.append(game.pk, game.version, [event], command_id, effects=effects)
    failpoint("deadlines.extended")


def hold(game: Game) -> None:
    """The deadline passed and the players agreed to wait: tell the game master, once."""
    names = ", ".join(seat.title for seat in seats.owing(game))
    failpoint("deadlines.holds")
    with transaction.atomic():
        waiting = Game.objects.filter(pk=game.pk, version=game.version, state=GameState.RUNNING)
        if waiting.update(state=GameState.HELD):
            failpoint("deadlines.state_held")
            announce.game_master(
                game,
                f"hold:{game.phase}:{game.step}",
                f"no orders from {names}",
                f"The deadline of {game.phase_title} has passed and nothing came from {names}.\n"
                f"The game waits for these orders, or for you: {PROGRAM} closephase "
                f"{game.label} adjudicates with standing orders.",
            )
    failpoint("deadlines.held")


# reminders


def remind_all() -> int:
    """Remind whoever owes orders or an answer and has little time left; returns how many games and questions
    were looked at."""
    now = timezone.now()
    return _remind_of_orders(now) + _remind_of_questions(now)


def _remind_of_orders(now: datetime) -> int:
    near = Game.objects.filter(state=GameState.RUNNING, remind_at__lte=now, phase_due__gt=now)
    games = list(near.order_by("phase_due")[:MOST_REMINDERS])
    for game in games:
        try:
            remind(game)
        except (OperationalError, InterfaceError):
            raise  # the database's fault: he is reminded by the next sweep
        except Exception:  # one broken game must not keep the others from their reminders
            logger.exception("reminding the players of %s", game.label)
            Game.objects.filter(pk=game.pk, remind_at=game.remind_at).update(remind_at=None)
    return len(games)


def remind(game: Game) -> None:
    """Owe a reminder to every seat without orders, once a phase."""
    owing = [seat for seat in seats.owing(game) if seat.email and seat.wants_mail]
    battle = eventlog.load(game.pk, game.version).battle if owing else None
    failpoint("deadlines.reminds")
    with transaction.atomic():
        same = Game.objects.filter(pk=game.pk, remind_at=game.remind_at, phase=game.phase)
        if same.update(remind_at=None) and battle:
            for seat in owing:
                failpoint("deadlines.reminder_due")
                announce.deadline_near(game, seat, battle)
    failpoint("deadlines.reminded")


def _remind_of_questions(now: datetime) -> int:
    near = Question.objects.select_related("game", "seat").filter(
        answered=None, remind_at__lte=now, due__gt=now
    )
    waiting = list(near.filter(game__state=GameState.ASKING).order_by("due")[:MOST_REMINDERS])
    for question in waiting:
        assert question.remind_at is not None
        if _unread_since(question.game, question.remind_at, now):
            continue  # it may be the answer
        try:
            remind_of_question(question)
        except (OperationalError, InterfaceError):
            raise
        except Exception:  # one broken question must not keep the others from their reminders
            logger.exception("reminding of %s", question)
            Question.objects.filter(pk=question.pk, remind_at=question.remind_at).update(remind_at=None)
    return len(waiting)


def remind_of_question(question: Question) -> None:
    """Owe the reminder of a question to the seat that is asked, once, unless it is answered meanwhile."""
    request = questions.request_of(question)
    failpoint("deadlines.reminds_of_question")
    with transaction.atomic():
        same = Question.objects.filter(pk=question.pk, remind_at=question.remind_at, answered=None)
        if same.update(remind_at=None):
            failpoint("deadlines.question_reminder_due")
            announce.answer_awaited(question, request)
    failpoint("deadlines.reminded_of_question")

"""Closing a phase: the umpire is asked once, and what he says is appended once.

Whoever finds a game due calls ``attend``; it may be called at any time, by anybody, as often as one likes.
The umpire's work is pure and happens outside of any transaction; if the log has moved on meanwhile, it is
thrown away and decided anew.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import zip_longest

from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import prefetch_related_objects
from django.utils import timezone

from games.clockwork.failpoints import failpoint
from games.models import Adjudication, Game, GameState, rows
from games.play import absent, captains, deadlines, families, questions
from games.play.deadlines import Due
from games.record import calls, eventlog, snapshots, umpire
from games.record.eventlog import Appended, Conflict
from games.reports import announce, words
from games.reports.facts import Sights
from games.reports.layout import wrapped
from games.seats import seats
from pbem.calling import PROGRAM
from pbem.mail.headers import clean
from rules import engine

logger = logging.getLogger(__name__)

MOST_TRIES = 10
MOST_TROUBLE = 5
MOST_SHOWN = 400  # characters of an event that the game master is shown
FIRST_PAUSE = timedelta(seconds=settings.RETRY_SECONDS)
LONGEST_PAUSE = FIRST_PAUSE * 2 ** (MOST_TROUBLE - 1)


class Diverged(Exception):
    """A phase that was played again after an answer did not come to the events that the log holds. Nothing is
    appended: the rules have changed in the middle of the phase, or the log is not what it was. Its words tell
    the game master what to do."""

    def __init__(self, game: Game, seq: int, stored: engine.Event | None, found: engine.Event | None) -> None:
        [closed] = eventlog.rows(game.pk, game.played_from + 1, game.played_from + 1)
        begun = words.moment(datetime.fromtimestamp(closed.recorded_us / 1e6, UTC), None)
        happened = f"""In {game.phase_title} a player was asked. After each answer the phase is played
            again from its start, with the same orders, dice and answers, and has to come to the events
            that the log holds already. It did not. Most likely the rules were changed by an upgrade after
            the phase was closed on {begun}. Nothing was appended, nobody was shown more of the phase than
            the questions put before, and mails that come are kept."""
        way_out = """If the log is sound, run the version of this server that closed the phase; there this
            command goes on where it stopped (without --ask it ends the phase at once, and standing orders
            answer what is still to be asked). When the phase is over the new version can play the next
            one. The phase cannot be begun anew: the log is append-only, and nobody may roll its dice
            twice."""
        lines = [
            *wrapped(happened),
            "",
            f"The first difference is event {seq}:",
            *wrapped(_shown(stored), "  the log holds  "),
            *wrapped(_shown(found), "  now came out   "),
            "",
            "Whether the log is sound:",
            f"  {PROGRAM} verify {game.label}",
            *wrapped(way_out),
            f"  {PROGRAM} closephase {game.label} --ask",
        ]
        super().__init__("\n".join(lines))
        self.seq = seq


def _shown(event: engine.Event | None) -> str:
    return clean(repr(event), MOST_SHOWN) if event is not None else "nothing more"


def attend(game_id: int) -> None:
    """Do what is due in a game, if anything: captains' orders, an extension, an adjudication, its going
    on. Never raises for a fault of the game itself: that is written on its row, and it is tried again
    later, a few times."""
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
    failpoint("adjudication.attends")
    game = _with_seats(game_id)
    if _rests(game):
        return
    if families.settle(game):
        game = _with_seats(game_id)
    failpoint("adjudication.family_settled")
    if captains.play(game):
        game = _with_seats(game_id)
    failpoint("adjudication.captains_played")
    match deadlines.due(game, timezone.now()):
        case Due.ALL_IN | Due.NOBODY | Due.DEADLINE as reason:
            close_phase(game, reason.value)
        case Due.EXTEND:
            deadlines.extend(game)
        case Due.HOLD:
            deadlines.hold(game)
        case Due.FIGHT_OUT:
            fight_out(game)
        case Due.SILENCE:
            questions.run_out(game)
            failpoint("adjudication.silence_noted")
            play_on(Game.objects.get(pk=game_id))
        case Due.GO_ON:
            play_on(game)
        case Due.NOTHING:
            pass
    failpoint("adjudication.attended")


def _with_seats(game_id: int) -> Game:
    game = rows.row(Game, game_id)
    prefetch_related_objects([game], "seats")
    return game


def close_phase(game: Game, reason: str) -> Appended:
    """Close the open phase (or step), adjudicate it, and append everything with reports and the new clock,
    or, where a player has to be asked, what is decided so far with the question to him. ``game`` says which
    version was decided upon. Closing the same phase twice does nothing the second time. Raises Conflict when
    the log has moved on, DiceKeyLost, and whatever a faulty rule raises."""
    before = eventlog.load(game.pk, game.version).battle
    return _append(game, before, adjudicated(game, before, reason), recorded=0)


def play_on(game: Game) -> Appended | None:
    """Go on after an answer: play the phase again from its start, with the same dice and the answers so far,
    and append what comes behind the events that the log holds already. None while the question is open.
    Raises Diverged if other events came out, and what close_phase raises."""
    before = eventlog.load(game.pk, game.played_from).battle
    recorded = list(eventlog.events(game.pk, game.played_from + 1, game.version))
    answers = {e.name: e.choice for e in recorded if isinstance(e, engine.DecisionAnswered)}
    closed = recorded[0]
    assert isinstance(closed, engine.PhaseClosed)
    events = adjudicated(game, before, closed.reason, answers)
    for place, (stored, found) in enumerate(zip_longest(recorded, events[: len(recorded)])):
        if stored != found:
            raise Diverged(game, game.played_from + 1 + place, stored, found)
    if len(events) == len(recorded):
        return None
    return _append(game, before, events, recorded=len(recorded), count=len(answers))


def finish(game: Game) -> Appended:
    """The game master does not wait for answers: every open question of the phase is decided by standing
    orders. Raises what play_on raises."""
    done = None
    while game.played_from:
        questions.run_out(game)
        failpoint("adjudication.question_finished")
        game = Game.objects.get(pk=game.pk)
        done = play_on(game) or done
        game = Game.objects.get(pk=game.pk)
    assert done is not None
    return done


def fight_out(game: Game) -> None:
    """The clock of a game that another one has called has run out: what is still asked in the phase that is
    being played is decided by standing orders, then that is done which was agreed for it. Raises what play_on
    raises."""
    if game.played_from:
        finish(game)
        game = Game.objects.get(pk=game.pk)
    if game.state != GameState.OVER:
        families.clock_out(game)


def _append(
    game: Game, before: engine.Table, events: Sequence[engine.Event], recorded: int, count: int = 0
) -> Appended:
    """Append the events of an adjudication behind the first so many, which the log holds already; ``count``
    questions are answered."""
    after = engine.replay(events, before.copy())
    told = engine.sightings(before, events)
    last = events[-1]
    played_from = game.played_from or game.version
    sights: Sights = {}
    if not isinstance(last, engine.DecisionRequested):
        sights = announce.about_to_tell(before, told, after, game)
        families.about_to_begin(events)
    failpoint("adjudication.to_be_told")

    def effects(done: Appended) -> None:
        fresh = rows.row(Game, game.pk)
        if isinstance(last, engine.DecisionRequested):
            deadlines.await_answer(fresh, played_from)
            failpoint("adjudication.asking")
            hours = before.setup.options.question_hours
            put = questions.put(fresh, last, done.last_seq, hours)
            announce.asked(fresh, put, before, told.of(last.seat))
            return
        played = _file(fresh, before, events, played_from + 1, done.last_seq)
        failpoint("adjudication.filed")
        if played.by_deadline:
            absent.tell(fresh, seats.owing(fresh))
        if after.outcome:
            deadlines.end_game(fresh, after)
        else:
            deadlines.open_phase(fresh, after, done.last_seq)
        called = families.begin(fresh, events, played_from + 1)
        announce.adjudicated(played, before, told, after, sights)
        families.tell_of_beginnings(called)

    again = f":{count}" if count else ""
    command_id = f"phase:{before.phase}:{before.step or ''}:adjudicate{again}"
    new = told.behind(recorded)
    done = eventlog.append(game.pk, game.version, new.events, command_id, effects=effects, told=new)
    if not done.repeated and not isinstance(last, engine.DecisionRequested):
        snapshots.keep(game.pk, done.last_seq, after)
        eventlog.keep_begun(game.pk, played_from)
    return done


def _file(
    game: Game, before: engine.Table, events: Sequence[engine.Event], first_seq: int, last_seq: int
) -> Adjudication:
    """The row of an adjudication that is over."""
    awaiting, closed = engine.awaiting(before), events[0]
    assert isinstance(closed, engine.PhaseClosed)
    return Adjudication.objects.create(
        game=game,
        turn=awaiting.turn,
        phase=awaiting.phase,
        step=before.step or "",
        key=awaiting.key,
        title=awaiting.title,
        short=awaiting.short,
        reason=closed.reason,
        opened_seq=game.opened_seq,
        first_seq=first_seq,
        last_seq=last_seq,
        head_hash=game.head_hash,
    )


def adjudicated(
    game: Game, battle: engine.Table, reason: str, answers: Mapping[str, str] | None = None
) -> list[engine.Event]:
    """The events of closing the open phase: the closing, the umpire's, and the secret once the
    phase is over."""
    closed, secrets = umpire.closed(game, battle, reason), umpire.revealed(game, battle)
    failpoint("adjudication.closes")
    events = umpire.closing(battle, closed, secrets, answers)
    events = calls.completed(game, events)
    failpoint("adjudication.adjudicated")
    return events


def _rests(game: Game) -> bool:
    """Whether a game that made trouble is not to be tried again yet, however often the bell rings. A moment
    further ahead than any pause was written by a wrong clock."""
    now = timezone.now()
    return game.retry_at is not None and now < game.retry_at <= now + LONGEST_PAUSE


def _trouble(game_id: int, error: Exception) -> None:
    """Write a fault on the game's row, to be tried again later; after a few times stop the game for a person,
    and at once if trying again is of no use."""
    logger.error("G%s cannot be adjudicated", game_id, exc_info=error)
    game = Game.objects.get(pk=game_id)
    diverged = isinstance(error, Diverged)
    game.trouble = str(error) if diverged else "".join(traceback.format_exception(error))[-8000:]
    game.trouble_count += 1
    game.retry_at = timezone.now() + FIRST_PAUSE * 2 ** (game.trouble_count - 1)
    fields, subject, text = ["trouble", "trouble_count", "retry_at"], "", ""
    if game.trouble_count >= MOST_TROUBLE or diverged:
        game.state = GameState.BROKEN
        fields.append("state")
        if diverged:
            subject, text = "stopped: the rules have changed in the middle of a phase", game.trouble
        else:
            subject = "adjudication fails, the game is stopped"
            text = (
                f"{game.phase_title} cannot be adjudicated. Nothing is lost; mend the cause, then run\n"
                f"{PROGRAM} closephase {game.label}.\n\n{game.trouble}"
            )
    with transaction.atomic():  # stopped and told of it, both or neither
        game.save(update_fields=fields)
        failpoint("adjudication.in_trouble")
        if subject:
            announce.game_master(game, f"broken:{game.version}", subject, text)
    failpoint("adjudication.trouble_noted")

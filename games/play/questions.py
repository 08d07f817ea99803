"""Questions in the middle of an adjudication: answered once, by the player or by his clock.

An answer is an event of its own, appended behind the question that the log ends with. Whoever is first is
heard: a second answer finds the question closed and is told so.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from games.clockwork import doorbell
from games.clockwork.failpoints import failpoint
from games.models import Game, Question, Seat
from games.record import eventlog
from games.record.eventlog import Appended, Conflict
from games.seats import languages
from rules import engine

MOST_TRIES = 5
SHORTEST_NOTICE = timedelta(minutes=15)
LONGEST_NOTICE = timedelta(hours=24)  # of a reminder, of orders as of an answer


class Status(StrEnum):
    """What became of an answer."""

    TAKEN = "answer taken"
    UNCLEAR = "answer unclear"  # it names none of the choices, or several
    BEFORE = "answered before"  # the first answer counts
    TOO_LATE = "answer too late"  # the clock had run out


class Answered(NamedTuple):
    """The outcome of an answer to ``question``. ``trouble`` says why it is unclear; ``key`` is the choice
    that stands: for TOO_LATE what was decided without the player."""

    status: Status
    question: Question
    request: engine.DecisionRequested
    key: str = ""
    trouble: str = ""

    @property
    def words(self) -> str:
        """The choice that stands, as it was offered."""
        return words_of(self.request, self.key)


Tell = Callable[[Answered], None]


def put(game: Game, request: engine.DecisionRequested, seq: int, hours: int) -> Question:
    """The row of a question that the log ends with; its clock of so many hours begins. For a seat that no
    person plays it has run out already. Called inside the transaction of the event."""
    seat = game.seats.get(name=request.seat)
    now = timezone.now()
    answers_by_mail = bool(seat.email) and not seat.captain
    due = now + timedelta(hours=hours) if answers_by_mail else now
    failpoint("questions.puts")
    return Question.objects.create(
        game=game,
        seat=seat,
        name=request.name,
        phase=game.phase,
        seq=seq,
        asked=now,
        due=due,
        remind_at=remind_at(now, due),
    )


def remind_at(asked: datetime, due: datetime) -> datetime | None:
    """When a player is reminded of a question: as its last quarter begins, a quarter of an hour to a day
    before its end; None where that would be as soon as it is asked."""
    moment = due - min(max((due - asked) / 4, SHORTEST_NOTICE), LONGEST_NOTICE)
    return moment if moment > asked else None


def open_for(seat: Seat) -> Question | None:
    """The question that waits for a seat."""
    return Question.objects.select_related("game", "seat").filter(seat=seat, answered=None).first()


def request_of(question: Question) -> engine.DecisionRequested:
    """The question as the log holds it."""
    [event] = eventlog.events(question.game_id, question.seq, question.seq)
    assert isinstance(event, engine.DecisionRequested)
    return event


def words_of(request: engine.DecisionRequested, key: str) -> str:
    """A choice in the words in which it was offered."""
    keys = engine.parts(key)
    return " and ".join(option.words for option in request.options if option.key in keys) or key


def answer(question_id: int, text: str, tell: Tell | None = None) -> Answered:
    """Take a player's answer, a line of text, to a question. ``tell`` is called with the outcome, inside the
    transaction that appends the answer if it is taken. Raises Question.DoesNotExist; Conflict when the log
    never rests."""
    for _ in range(MOST_TRIES):
        question = Question.objects.select_related("game", "seat").get(pk=question_id)
        request = request_of(question)
        if not question.open:
            return _told(closed(question, request), tell)
        with languages.in_language_of(question.seat):
            reply = engine.read_reply(request, text)
        if not reply.key:
            return _told(Answered(Status.UNCLEAR, question, request, trouble=reply.trouble), tell)
        taken = Answered(Status.TAKEN, question, request, reply.key)
        try:
            if not _append(question, reply.key, taken, tell).repeated:
                return taken
        except Conflict:
            continue
    raise Conflict(f"question {question_id} is not at rest")


def run_out(game: Game) -> None:
    """The clock of the open question has run out: standing orders decide. Nothing happens if it
    was answered."""
    question = Question.objects.filter(game=game, answered=None).first()
    if question is not None:
        failpoint("questions.clock_out")
        _append(question, "", None, None)
        failpoint("questions.decided")


def _append(question: Question, key: str, outcome: Answered | None, tell: Tell | None) -> Appended:
    def effects(_: Appended) -> None:
        Question.objects.filter(pk=question.pk).update(answered=timezone.now(), choice=key)
        failpoint("questions.closed")
        if tell and outcome:
            tell(outcome)
        failpoint("questions.receipt_owed")
        doorbell.ring_game(question.game_id)

    event = engine.DecisionAnswered(seat=question.seat.name, name=question.name, choice=key)
    # neither a row's number, since those of another server come with a log, nor one that counts all events:
    # the command stands in the seat's own leaf
    command_id = f"answer:{question.name}"
    return eventlog.append(question.game_id, question.seq, [event], command_id, effects=effects)


def closed(question: Question, request: engine.DecisionRequested) -> Answered:
    """What became of a question that is not open any more."""
    if question.choice:
        return Answered(Status.BEFORE, question, request, question.choice)
    return Answered(Status.TOO_LATE, question, request, request.default)


def _told(outcome: Answered, tell: Tell | None) -> Answered:
    if tell:
        with transaction.atomic():
            tell(outcome)
            failpoint("questions.answer_owed")
        failpoint("questions.told")
    return outcome

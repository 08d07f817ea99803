"""The sweep: how work is found again when nobody rang, or nobody heard.

Work is rows: mail unread, games due, mail unsent. ``rung_at`` of a row keeps the sweep from ringing for it
again and again while it stands in the queue.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import TypeVar

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet
from django.utils import timezone

from games import start
from games.clockwork import doorbell, hosts
from games.clockwork.doorbell import SEND_MAIL, ring, room
from games.clockwork.failpoints import failpoint
from games.clockwork.moments import FAR_AHEAD
from games.delivery import digests, undelivered
from games.gate import inbox, kept
from games.letters import letters
from games.models import (
    FightEnd,
    Game,
    GameState,
    InboundMail,
    InboundState,
    OutboundMail,
    OutboundState,
    Question,
    Seat,
)
from games.outbox import outbox
from games.play import adjudication, deadlines, families, outages, restores, seat_requests

logger = logging.getLogger(__name__)
Row = TypeVar("Row", bound=Model)

MORE_MAILS = 4  # even if each of them waits for an answer until it gives up, the task has time enough
TROUBLE_SECONDS = 30.0  # so long whoever owes a mail does not send it himself after one that did not go out
_ringing_until = 0.0


def beat(*, started: bool = False) -> None:
    """What a clock has done every few seconds: the sweep, or where this host must not work a sign of life,
    since the others are to know that it is still there."""
    if start.may_work():
        sweep(started=started)
    else:
        hosts.seen()


def sweep(*, started: bool = False) -> int:
    """Ring for every piece of work that nobody has taken up; returns how many. ``started``: whoever has it
    done regularly has only just been started."""
    found = 0
    failpoint("queue.sweeps")
    hosts.seen()
    outages.beat(started=started)
    _each(*_BEFORE)
    for task, rows in (
        ("games.tasks.read_mail", unread_mail()),
        ("games.tasks.adjudicate_game", games_due()),
        (SEND_MAIL, unsent_mail()),
    ):
        for row in claim(rows, room(task)):
            if not ring(task, row):
                break
            found += 1
    failpoint("queue.rung_for_all")
    _each(*_BEHIND)
    failpoint("queue.swept")
    return found


_BEFORE: tuple[Callable[[], object], ...] = (restores.look, kept.take_up, letters.deliver_due)
_BEHIND: tuple[Callable[[], object], ...] = (
    deadlines.remind_all,
    undelivered.tell_game_master,
    digests.send_due,
    seat_requests.forget_old,
)
"""What is looked after in every sweep, before it looks for work and behind that."""


def _each(*parts: Callable[[], object]) -> None:
    """Each of them, though another one fails: what is wrong with daily mails keeps no phase from being
    played. Raises OperationalError and InterfaceError: a database that is away is away for all of them."""
    for part in parts:
        try:
            part()
        except (OperationalError, InterfaceError):
            raise
        except Exception:
            logger.exception("%s.%s", part.__module__, part.__name__)


def work_off() -> int:
    """Do all work that is due here and now, without any worker; returns how many pieces were done, those
    aside that failed and are left to their next time."""
    done = 0
    hosts.seen()
    outages.beat()
    _each(*_BEFORE, *_BEHIND)
    for rows, do in (
        (unread_mail(), inbox.process),
        (games_due(), adjudication.attend),
        (unsent_mail(), outbox.send),
    ):
        for row in list(rows.values_list("pk", flat=True)):
            try:
                do(row)
            except Exception:  # one bad row must not stop the others
                logger.exception("%s %s", do.__qualname__, row)
            else:
                done += 1
            failpoint("queue.piece_done")
    return done


def read(inbound_id: int, *, sending: bool) -> None:
    """Read the mail that was rung for; ``sending``: and send what answers it."""
    _owing_mail(inbox.process, inbound_id, sending)


def adjudicate(game_id: int, *, sending: bool) -> None:
    """Attend to the game that was rung for; ``sending``: and send what it owes."""
    _owing_mail(adjudication.attend, game_id, sending)


def _owing_mail(do: Callable[[int], object], row: int, sending: bool) -> None:
    """A ring for each mail would take as long as sending it. So whoever owes a few of them sends them
    himself when they are committed; but he rings while the mail server is in trouble, and goes on with
    his own work."""
    if not sending or time.monotonic() < _ringing_until:
        do(row)
        return
    owed: list[int] = []
    try:
        with doorbell.mail_listed(owed):
            do(row)
        failpoint("queue.owed")
        _send_some(owed)
    finally:
        for mail in owed:
            ring(SEND_MAIL, mail)


def _send_some(owed: list[int]) -> None:
    """Send the first mails of a list, and take them from it."""
    global _ringing_until
    for _ in owed[: 1 + MORE_MAILS]:
        if _in_trouble(outbox.send(owed.pop(0))):
            _ringing_until = time.monotonic() + TROUBLE_SECONDS
            return


def send(outbound_id: int) -> None:
    """Send the mail that was rung for, and then a few others that have waited longest. Queues are served in
    turn, and one adjudication, which takes far longer than sending, owes several mails: one mail a turn would
    leave the reports of a stormy hour behind all its adjudications."""
    failpoint("queue.sends")
    state = outbox.send(outbound_id)
    for waiting in list(unsent_mail().values_list("pk", flat=True)[:MORE_MAILS]):
        if _in_trouble(state):
            return
        state = outbox.send(waiting)
    failpoint("queue.sent")


def _in_trouble(state: OutboundState | None) -> bool:
    """Whether what became of a mail speaks of a mail server that may be in trouble."""
    return state not in (None, OutboundState.ACCEPTED, OutboundState.WITHHELD)


def claim(rows: QuerySet[Row], most: int) -> Iterable[int]:
    """The rows that nobody has rung for lately, so many at most, marked as rung for."""
    now = timezone.now()
    # a mark from the future was made by a clock that had gone ahead and was set right since
    stale = Q(rung_at__lt=now - timedelta(seconds=settings.PATIENCE_SECONDS)) | Q(rung_at__gt=now + FAR_AHEAD)
    chosen = list(rows.filter(stale).order_by("rung_at").values_list("pk", flat=True)[:most])
    rows.model._default_manager.filter(pk__in=chosen).filter(stale).update(rung_at=now)
    failpoint("queue.claimed")
    return chosen


def unread_mail() -> QuerySet[InboundMail]:
    return InboundMail.objects.filter(state=InboundState.UNREAD).order_by("received_at")


def games_due() -> QuerySet[Game]:
    """Running games whose deadline has passed, whose orders are all in, or whose captain has yet to think;
    and those whose question is answered or has waited long enough."""
    now = timezone.now()
    seats = Seat.objects.filter(game=OuterRef("pk"), awaited=True)
    missing = seats.filter(filed_seq__lte=OuterRef("opened_seq"))
    mending = seats.filter(mends_until__gt=now)
    overdue = Q(state=GameState.RUNNING, phase_due__lte=now)
    all_in = ~Exists(missing) & ~Exists(mending)
    thinking = Exists(missing.exclude(captain=""))
    waiting = Question.objects.filter(game=OuterRef("pk"), answered=None, due__gt=now)
    going_on = Q(state=GameState.ASKING) & ~Exists(waiting)
    longest = adjudication.LONGEST_PAUSE + FAR_AHEAD
    unseated = Q(state=GameState.HELD, phase_due=None)
    open_phase = ~unseated & Q(state__in=(GameState.RUNNING, GameState.HELD)) & (overdue | all_in | thinking)
    by_people = Exists(Seat.objects.filter(game=OuterRef("pk"), captain=""))
    fought_out = Q(fight_due__lte=now, state__in=deadlines.UNDER_WAY) & ~unseated
    fought_out &= by_people | Q(parent__fight_end=FightEnd.QUICK)
    return (
        Game.objects.filter(burnt=0)
        .filter(Q(retry_at=None) | Q(retry_at__lte=now) | Q(retry_at__gt=now + longest))
        .filter(open_phase | going_on | fought_out | families.due())
        .order_by(F("phase_due").asc(nulls_last=True))
    )


def unsent_mail() -> QuerySet[OutboundMail]:
    """Mail that waits for its first or next attempt, and mail whose sender has vanished."""
    now = timezone.now()
    return OutboundMail.objects.filter(outbox.waiting(now) | outbox.abandoned(now)).order_by("due_at")

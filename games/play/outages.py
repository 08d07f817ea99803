"""An outage of the server, or a clock that was set, costs no player his phase.

Mails that waited at the senders' servers meanwhile come in over the time that follows, the later the longer
it took. So after an outage of some length every deadline that fell into it, or falls soon after it, is put
off: each player has as long again as the server was away, a quarter of an hour at least and a day at most.
Where it was away for more than a day all clocks are taken to have stood still besides. A phase is put off a
few times: a machine that is away again and again, or every night, must not keep it open for ever.

A clock that was set moves everything that waits for it by as much, so that nobody has more or less time
than before.

Nothing of this happens at once: for some minutes deadlines rest, since a machine that was started may yet
find out what time it is.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.clockwork import heartbeats
from games.clockwork.failpoints import failpoint
from games.clockwork.heartbeats import Gap, Reading
from games.clockwork.moments import FAR_AHEAD
from games.models import Adjudication, Game, GameState, Heartbeat, Outage, Purpose, Question, ReplyToken, Seat
from games.play.deadlines import GRACE_FOR_UNREAD_MAIL
from games.play.questions import LONGEST_NOTICE
from games.reports import notes
from games.seats.seats import DAILY_LASTS
from pbem.calling import PROGRAM

logger = logging.getLogger(__name__)

SETTLING = timedelta(minutes=5)  # so long deadlines rest
SHORTEST_GRACE = timedelta(minutes=15)  # mail servers that could not deliver come again within as much
LONGEST_GRACE = timedelta(hours=24)
STARTS_COUNT_EVERY = timedelta(hours=1)
"""On a machine that runs, a start behind a pause of seconds is an outage so often at most: a clock that is
started again and again would put every deadline off for ever."""
WORTH_A_MAIL = timedelta(hours=1)  # of an outage that players are told of
MOST_PUT_OFF = 5  # times that outages put off what is awaited in one phase


def beat(reading: Reading | None = None, *, started: bool = False) -> None:
    """The server runs: called by every sweep. Notices that it was away, or that a clock was set, and settles
    what that means. ``started``: the sweep's clock was started just now."""
    reading = reading or heartbeats.read()
    failpoint("outages.beats")
    with transaction.atomic():
        before = heartbeats.last()
        lately = heartbeats.swept_lately(reading)
        if heartbeats.leave(before, reading) and before:
            _compare(before, reading, lately, started)
        failpoint("outages.noted")
    _settle_all(reading)


def _compare(before: Heartbeat, reading: Reading, lately: bool, started: bool) -> None:
    found = heartbeats.gap(before, reading)
    if found.jump:
        unsure = Outage.objects.filter(settled=None, length=None).first()
        _clock_was_set(found.jump, (unsure.noticed, before.at) if unsure else None)
    ran = lately or (found.usual and found.length is not None)
    if not (found.usual or lately) or (started and not (ran and _noticed_lately(reading))):
        _notice(before, found, reading)


def _noticed_lately(reading: Reading) -> bool:
    """Whether this machine, which was not started anew since, noticed an outage within the last hour."""
    since = reading.uptime - STARTS_COUNT_EVERY.total_seconds()
    return Outage.objects.filter(machine=reading.machine, uptime__range=(since, reading.uptime)).exists()


def _notice(before: Heartbeat, found: Gap, reading: Reading) -> None:
    """The server was away. If that is noticed once more before it is settled, it is one outage; then
    deadlines rest anew, but for a short pause of a machine that was not started anew: one that stops every
    few minutes would never be settled."""
    logger.warning("the server was away since %s", before.at)
    open_still = Outage.objects.filter(settled=None).first()
    row = open_still or Outage(since=before.at + found.jump, length=timedelta())
    known = row.length is not None and found.length is not None
    row.length = (row.length or timedelta()) + (found.length or timedelta()) if known else None
    if open_still is None or found.length is None or found.length >= SHORTEST_GRACE:
        row.noticed, row.machine, row.uptime = reading.now, reading.machine, reading.uptime
    row.serial = before.serial + 1
    row.save()
    failpoint("outages.noticed")


# settling


def _settle_all(reading: Reading) -> None:
    for outage in Outage.objects.filter(settled=None):
        if _is_settled(outage, reading):
            with transaction.atomic():
                if Outage.objects.filter(pk=outage.pk, settled=None).update(settled=reading.now):
                    _settle(outage, reading.now)
            failpoint("outages.settled")


def _is_settled(outage: Outage, reading: Reading) -> bool:
    """Whether the server has been back for long enough."""
    if outage.machine == reading.machine and outage.uptime <= reading.uptime:
        return reading.uptime - outage.uptime >= SETTLING.total_seconds()
    since = reading.now - outage.noticed
    return since >= SETTLING or since < -FAR_AHEAD


def _settle(outage: Outage, now: datetime) -> None:
    length = now - outage.since if outage.length is None else outage.length + SETTLING
    if length >= -FAR_AHEAD:
        make_good(length, outage.since, now, Game.objects.filter(put_off__lt=MOST_PUT_OFF))
    elif not _others_run(outage):
        _clock_was_set(length)


def _others_run(outage: Outage) -> bool:
    """Whether another machine has swept meanwhile, so that one of the two has a wrong clock."""
    return Heartbeat.objects.filter(serial__gt=outage.serial).exclude(machine=outage.machine).exists()


def make_good(length: timedelta, since: datetime, now: datetime, of: QuerySet[Game] | None = None) -> int:
    """After an outage of this length, which began at ``since``: put the deadlines off, all of them or those
    ``of`` some games; returns how many of games."""
    if length > LONGEST_GRACE:
        shift(now - since)
        since = now
    until = now + min(max(length, SHORTEST_GRACE), LONGEST_GRACE)
    first = since - GRACE_FOR_UNREAD_MAIL
    games = Game.objects.all() if of is None else of
    waiting = _keys(games.filter(state=GameState.RUNNING, phase_due__gte=first, phase_due__lt=until))
    fought = _keys(games.filter(ended=None, fight_due__gte=first, fight_due__lt=until))
    open_ = Question.objects.filter(game__in=games, answered=None, due__gt=F("asked"))
    asked = dict(open_.filter(due__gte=first, due__lt=until).values_list("pk", "game"))
    told = {"remind_at": now} if length >= WORTH_A_MAIL else {}
    count = Game.objects.filter(pk__in=waiting).update(phase_due=until, **told)
    failpoint("outages.deadlines_put_off")
    Question.objects.filter(pk__in=asked).update(due=until)
    Seat.objects.filter(mends_until__gte=first, mends_until__lt=until).update(mends_until=until)
    Game.objects.filter(pk__in=fought).update(fight_due=until)
    late = {*waiting, *fought, *asked.values()}
    Game.objects.filter(pk__in=late).update(put_off=F("put_off") + 1)
    failpoint("outages.made_good")
    logger.warning("the server was away for %s: %s deadlines are put off to %s", length, count, until)
    return count


def _keys(games: QuerySet[Game]) -> list[int]:
    return list(games.values_list("pk", flat=True))


# clocks


Era = tuple[datetime, datetime]
"""Two moments between which a clock was wrong, by that clock."""


def _clock_was_set(jump: timedelta, era: Era | None = None) -> None:
    """``era``: the machine was started with a wrong clock, which has been set right before anything went by
    it but what was begun meanwhile."""
    logger.warning("the clock was set by %s: everything that waits for it is moved by as much", jump)
    shift(jump, era)
    notes.tell_operator(
        f"clock:{timezone.now():%Y-%m-%d %H}",
        "the clock of this server was set",
        f"The clock was set by {jump}. Everything that waits for a moment was moved by as much, so nobody "
        "has more or less "
        "time than before. If deadlines were set while the clock was wrong, this names and mends them:\n\n"
        f"{PROGRAM} deadlines\n\n{PROGRAM} deadlines --mend",
    )


def shift(by: timedelta, era: Era | None = None) -> None:
    """Move every moment that somebody waits for; with an era only what was begun then."""
    waiting = Game.objects.filter(state__in=(GameState.RUNNING, GameState.HELD))
    asked = Question.objects.filter(answered=None)
    mending = Seat.objects.exclude(mends_until=None)
    fought = Game.objects.filter(ended=None).exclude(fight_due=None)
    if era:
        begun = Adjudication.objects.filter(closed__range=era)
        waiting = waiting.filter(pk__in=begun.values("game"))
        fought = fought.filter(created__range=era)
        asked, mending = asked.filter(asked__range=era), mending.filter(game__in=begun.values("game"))
    waiting.update(phase_due=F("phase_due") + by, remind_at=F("remind_at") + by)
    fought.update(fight_due=F("fight_due") + by)
    failpoint("outages.deadlines_shifted")
    asked.update(asked=F("asked") + by, due=F("due") + by, remind_at=F("remind_at") + by)
    mending.update(mends_until=F("mends_until") + by)
    lasting = ReplyToken.objects.filter(purpose=Purpose.DAILY, issued__gt=timezone.now() - by - DAILY_LASTS)
    lasting.update(issued=F("issued") + by)
    Outage.objects.filter(settled=None).exclude(length=None).update(since=F("since") + by)
    failpoint("outages.shifted")


# deadlines that a wrong clock has set


def implausible(now: datetime) -> list[Game]:
    """Running games whose deadline lies further ahead than any that this server sets."""
    running = Game.objects.filter(state=GameState.RUNNING, phase_due__gt=now).order_by("pk")
    return [game for game in running if game.phase_due and game.phase_due > now + _longest(game)]


def _longest(game: Game) -> timedelta:
    return max(game.deadline, LONGEST_GRACE) + SHORTEST_GRACE


def implausible_questions(now: datetime) -> list[Question]:
    """Open questions whose clock runs longer than it was given when it was asked, or was begun
    ahead of now."""
    asked = Question.objects.select_related("game").filter(
        Q(asked__gt=now + FAR_AHEAD), answered=None, due__gt=F("asked")
    )
    return list(asked.order_by("pk"))


def mend(now: datetime) -> tuple[int, int]:
    """Give each of them the time that a new phase, or question, has from now on; returns how many of both."""
    games, questions = implausible(now), implausible_questions(now)
    for game in games:
        due = now + game.deadline
        remind_at = due - min(game.deadline / 4, LONGEST_NOTICE)
        Game.objects.filter(pk=game.pk, phase_due=game.phase_due).update(phase_due=due, remind_at=remind_at)
    for question in questions:
        by = now - question.asked
        Question.objects.filter(pk=question.pk, asked=question.asked).update(
            asked=now, due=F("due") + by, remind_at=F("remind_at") + by
        )
    return len(games), len(questions)

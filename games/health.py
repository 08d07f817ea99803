"""How the server is: what ``/readyz`` and ``manage.py doctor`` look at, each with what to do about it.

A fault is what keeps games from going on; a note is what an operator should know."""

from __future__ import annotations

import shutil
import stat
from collections.abc import Callable, Iterable
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import QuerySet
from django.utils import timezone

from games import start
from games.clockwork import clocks, heartbeats, hosts
from games.clockwork.moments import FAR_AHEAD
from games.models import (
    Game,
    GameState,
    InboundMail,
    InboundState,
    Outage,
    OutboundMail,
    OutboundState,
)
from games.record import server_key
from pbem import bells, database_faults, version
from pbem.calling import PROGRAM
from pbem.domain.findings import Line, Mark
from pbem.starting import CannotStart

LATE = timedelta(minutes=5)
"""So long after it is due a phase, and after it came a mail, is late: something is out of order."""
SLOW_MAIL = timedelta(hours=1)
MOST_NAMED = 5
LEAST_DISK = 200_000_000
"""Bytes; below that a busy day may not fit."""


def examine() -> list[Line]:
    """Everything, in the order in which one thing rests on another: where the database is away, or of
    another version, nothing that lies in it is looked at but who may have brought that version."""
    found = [*_seen(disk), *_seen(database)]
    if any(line.topic == "database" and line.mark is Mark.MEND for line in found):
        return found + [line for line in _seen(machines) if line.mark is Mark.NOTE]
    for look in (key, clock, machines, doorbell, sweep, phases, mail_in, mail_out):
        found += _seen(look)
    return found


def _seen(look: Callable[[], Iterable[Line]]) -> list[Line]:
    """What cannot be looked at is a fault of its own."""
    try:
        return list(look())
    except DatabaseError as error:
        name = look.__name__.replace("_", " ")
        do = database_faults.remedy(error) or "look at the database's log"
        return [Line(name, Mark.MEND, f"cannot be asked: {str(error).strip()}", do)]


def disk() -> Iterable[Line]:
    free = shutil.disk_usage(settings.VAR).free
    told = f"{free / 1e9:.1f} GB free where {settings.VAR} lies"
    if free < LEAST_DISK:
        yield Line("disk", Mark.MEND, told, "make room: mail that comes in is put off until there is some")
    else:
        yield Line("disk", Mark.OK, told)


def files() -> Iterable[Line]:
    """For who asks at the machine itself."""
    if settings.VAR.stat().st_mode & stat.S_IRWXO:
        what = f"other users of this machine can look into {settings.VAR}, where reports and mails lie"
        yield Line("files", Mark.NOTE, what, f"chmod o-rwx {settings.VAR}")


def database() -> Iterable[Line]:
    try:
        connection.ensure_connection()
    except DatabaseError as error:
        what = f"cannot be reached: {str(error).strip()}"
        do = "start it, or mend PBEM_DATABASE_URL; nothing is lost: mail is put off, and phases wait"
        yield Line("database", Mark.MEND, what, database_faults.remedy(error) or do)
        return
    try:
        start.must_be_writable()
        start.same_version()
    except CannotStart as reason:
        yield Line("database", Mark.MEND, str(reason))
        return
    yield Line("database", Mark.OK, f"{connection.vendor}, with the tables of this version")


def key() -> Iterable[Line]:
    try:
        server_key.seems_ours()
    except server_key.OtherKey as error:
        yield Line("key", Mark.MEND, str(error), f"if the former one is lost: {PROGRAM} doctor --new-key")
    else:
        yield Line("key", Mark.OK, "the one that the games were begun with")


def clock() -> Iterable[Line]:
    apart = clocks.apart()
    if abs(apart) > clocks.TOO_FAR:
        do = "until then this host does no work, so that no phase ends before its time"
        yield Line("clock", Mark.MEND, clocks.words(apart), do)
    elif abs(apart) > FAR_AHEAD:
        yield Line("clock", Mark.NOTE, clocks.words(apart))
    else:
        yield Line("clock", Mark.OK, "that of the database")


def machines() -> Iterable[Line]:
    for host in hosts.of_other_versions():
        what = f"{host.name} runs version {host.version}, this machine {version.of_server()}"
        yield Line("hosts", Mark.NOTE, what, "update all hosts, one after another")


def doorbell() -> Iterable[Line]:
    if not settings.DOORBELL:
        seconds = min(settings.SWEEP_SECONDS, bells.UNRUNG_SECONDS)
        yield Line("doorbell", Mark.OK, f"none: the sweep finds work every {seconds:g} s")
        return
    try:
        from pbem.celery import app

        with app.connection_for_write() as bell:
            bell.ensure_connection(max_retries=1, timeout=2)
    except Exception as error:
        do = (
            "start Redis, or mend PBEM_REDIS_URL; until then mail waits and no phase is closed, unless "
            f"{PROGRAM} sweep --every {bells.UNRUNG_SECONDS} runs"
        )
        if settings.REDIS_URL.startswith("redis+socket:"):
            do = f"its Redis runs with the server: start that ({PROGRAM} serve)"
        yield Line(
            "doorbell", Mark.MEND, f"Redis does not answer: {' '.join(str(error).split()).rstrip('.')}", do
        )
    else:
        yield Line("doorbell", Mark.OK, "Redis answers")


def at_start() -> list[Line]:
    """What keeps a server that starts all the same from its work; a doorbell of its own only rings later."""
    own = settings.REDIS_URL.startswith("redis+socket:")
    looks = (clock,) if own else (clock, doorbell)
    return [line for look in looks for line in _seen(look) if line.mark is Mark.MEND]


def sweep() -> Iterable[Line]:
    last = heartbeats.last()
    if last is None:
        begun = hosts.first_seen()
        waited = begun is not None and timezone.now() - begun > silence()
        do = f"start the clock: {PROGRAM} serve, or smtpd --clock; without one deadlines pass unnoticed"
        yield Line("sweep", Mark.MEND if waited else Mark.NOTE, "there has never been one", do)
        return
    ago = timezone.now() - last.at
    told = f"{_words(ago)} ago, by {last.machine.split()[0] or 'a machine without a name'}"
    if ago > silence():
        yield Line("sweep", Mark.MEND, told, "start the worker and its clock: deadlines pass unnoticed")
    else:
        yield Line("sweep", Mark.OK, told)


def phases() -> Iterable[Line]:
    late = overdue()
    broken = Game.objects.filter(state=GameState.BROKEN)
    if which := _named(late):
        do = "start a worker; if one runs, its log says what it stumbles over"
        if away := Outage.objects.filter(settled=None).first():
            do = (
                "deadlines rest for five minutes, since the server was away "
                f"({away.since:%Y-%m-%d %H:%M} UTC); if that does not end, the clock is started again and "
                "again: its log says why"
            )
        yield Line("phases", Mark.MEND, f"overdue: {which}", do)
    if stopped := _named(broken):
        do = f"the mail to the game master says why; once that is mended: {PROGRAM} closephase and the game"
        yield Line("phases", Mark.NOTE, f"stopped: {stopped}", do)
    if not which and not stopped:
        yield Line("phases", Mark.OK, "none is overdue")


def _named(games: QuerySet[Game]) -> str:
    """Some of them by their labels, and how many there are besides."""
    labels = [game.label for game in games.only("pk", "called").order_by("pk")[:MOST_NAMED]]
    more = games.count() - len(labels) if len(labels) == MOST_NAMED else 0
    return ", ".join(labels) + (f" and {more} more" if more else "")


def overdue() -> QuerySet[Game]:
    """Running games whose phase should have been closed by now."""
    return Game.objects.filter(state=GameState.RUNNING, phase_due__lt=timezone.now() - LATE, burnt=0)


def mail_in() -> Iterable[Line]:
    waiting = InboundMail.objects.filter(state=InboundState.UNREAD)
    oldest = waiting.order_by("received_at").values_list("received_at", flat=True).first()
    ago = timezone.now() - oldest if oldest else timedelta()
    if oldest and ago > LATE:
        what = f"unread: {waiting.count()}, the oldest for {_words(ago)}"
        yield Line("mail in", Mark.MEND, what, "start a worker; if one runs, its log says what is wrong")
    else:
        yield Line("mail in", Mark.OK, "all read" if not oldest else "being read")


def mail_out() -> Iterable[Line]:
    waiting = OutboundMail.objects.filter(state=OutboundState.PENDING)
    late = waiting.filter(created__lt=timezone.now() - SLOW_MAIL)
    if count := late.count():
        error = late.order_by("created").values_list("last_error", flat=True).first() or "no reason is known"
        what = f"{count} have waited for more than an hour: {error[:120]}"
        yield Line(
            "mail out", Mark.NOTE, what, f"{PROGRAM} outbox lists them; {PROGRAM} mailcheck tests the way"
        )
    else:
        yield Line("mail out", Mark.OK, "none waits for long")


def silence() -> timedelta:
    """So long without a sweep the operator is told."""
    return timedelta(minutes=settings.SILENCE_MINUTES)


def _words(span: timedelta) -> str:
    seconds = max(0, int(span.total_seconds()))
    for size, word in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= 2 * size:
            return f"{seconds // size} {word}s"
    return "1 second" if seconds == 1 else f"{seconds} seconds"

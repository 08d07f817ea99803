"""The event log: one append-only stream of hashed events for each game.

A game's row holds the number of its last event and the head of its chain. ``append`` moves both with one
conditional update, which is lock, version check and chain head in one statement, alike on SQLite and
PostgreSQL. Every hash covers the one before it, so no byte of the past can change without changing the head
that every report prints.

A log of form 1 has a hash for each event. One of form 2 has a hash for each command of which everybody may
know, over leaves that can be opened one by one (games.record.leaves); what only some may know of waits for
the next such command.
"""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from django.db import connection, transaction

from games.clockwork import doorbell
from games.clockwork.failpoints import failpoint
from games.models import Command, Event, Game
from games.models.event import RARE, rare
from games.record import continuing, leaves, seals, snapshots
from games.record.stored import Stored
from rules import engine

FORM = 2  # of the logs of new games
COMMAND_LENGTH = 200
_PAGE = 2000
_SPAN = 10_000  # events read at once when a game is loaded
_COLUMNS = "game_id, seq, type, version, data, command_id, recorded_us, hash, audience, shown"


class Conflict(Exception):
    """Somebody else has appended since the game was loaded: load it again and decide again."""


class Appended(NamedTuple):
    """What an append wrote, or what the same command wrote before (``repeated``)."""

    first_seq: int
    last_seq: int
    outcome: dict[str, Any]
    repeated: bool = False


class Loaded(NamedTuple):
    """A game's state and the number of the last event in it."""

    battle: engine.Table
    version: int


# writing


def append(
    game_id: int,
    expected_version: int,
    events: Sequence[engine.Event],
    command_id: str,
    *,
    outcome: dict[str, Any] | None = None,
    effects: Callable[[Appended], None] | None = None,
    told: engine.Sightings | None = None,
) -> Appended:
    """Append a command's events after event ``expected_version``, all or none. ``told``: what is shown of
    them, from whoever has worked that out already.

    ``effects`` is called inside the transaction to write the rows that must stand or fall with the events
    (outbox, clock); it may do no I/O besides the database. A command that was carried out before is not
    carried out again: its first result is returned. Raises Conflict when the log has moved on, ValueError
    when there is nothing to append or the command's name is too long.
    """
    if not events or not 0 < len(command_id) <= COMMAND_LENGTH:
        raise ValueError(f"{len(events)} events for command {command_id!r}")
    recorded_us = time.time_ns() // 1000
    failpoint("eventlog.begins")
    with transaction.atomic():
        game = continuing.head_of(game_id, command_id)
        if game.done and (before := _done_before(game_id, command_id)):
            return before
        if game.version != expected_version:
            raise Conflict(f"G{game_id} is at event {game.version}, not {expected_version}")
        if told is None:
            told = _told(game_id, game, events)
        chained = continuing.chained(game, told, command_id, recorded_us, partial(rows, game_id))
        failpoint("eventlog.chained")
        if not _moved(game_id, expected_version, chained):
            if before := _done_before(game_id, command_id):
                return before
            raise Conflict(f"G{game_id} has moved on from event {expected_version}")
        failpoint("eventlog.moved")
        insert(game_id, chained.rows)
        failpoint("eventlog.inserted")
        done = Appended(chained.rows[0].seq, chained.rows[-1].seq, outcome or {})
        placed = (command_id, done.first_seq, done.last_seq)
        seal = seals.of_command(game.uuid, *placed, leaves.stands_on(chained.rows), done.outcome)
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO games_command (game_id, command_id, first_seq, last_seq, outcome, seal)"
                " VALUES (%s, %s, %s, %s, %s, %s)",
                [game_id, *placed, json.dumps(done.outcome), seal],
            )
        failpoint("eventlog.command_noted")
        if effects:
            effects(done)
        failpoint("eventlog.effects_written")
    failpoint("eventlog.committed")
    return done


def _moved(game_id: int, version: int, chained: continuing.Chained) -> bool:
    """Move the head of a game that still is at ``version``; whether it was."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_game SET version = %s, head_hash = %s, links = %s, linked_seq = %s, audiences = %s"
            " WHERE id = %s AND version = %s",
            [
                chained.rows[-1].seq, chained.head, chained.links, chained.linked_seq,
                " ".join(chained.audiences),
                game_id, version,
            ],
        )  # fmt: skip
        return bool(cursor.rowcount == 1)


def _done_before(game_id: int, command_id: str) -> Appended | None:
    command = Command.objects.filter(game_id=game_id, command_id=command_id).first()
    if command is None:
        return None
    return Appended(command.first_seq, command.last_seq, command.outcome, repeated=True)


def is_done(game_id: int, command_id: str) -> bool:
    """Whether a command was carried out."""
    return _done_before(game_id, command_id) is not None


def _told(game_id: int, game: continuing.Head, events: Sequence[engine.Event]) -> engine.Sightings:
    """What is shown of a command's events; the state before them is looked at only if it matters."""
    begins = isinstance(events[0], engine.Created)
    asks = engine.asks_what_is_known(events) and not begins
    before = load(game_id, game.version).battle if asks else None
    return engine.sightings(before, events, leaves.seats_of(game.audiences))


def insert(game_id: int, rows: Sequence[Stored]) -> None:
    if connection.vendor == "postgresql":
        # one round trip instead of one statement a row
        copy = f"COPY games_event ({_COLUMNS}) FROM STDIN"
        with connection.cursor() as cursor, connection.wrap_database_errors, cursor.copy(copy) as copying:
            for row in rows:
                copying.write_row((game_id, *row))
        return
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO games_event ({_COLUMNS}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            [(game_id, *row) for row in rows],
        )


# reading


def rows(game_id: int, first: int = 1, last: int | None = None) -> Iterator[Stored]:
    """The rows of a game from event ``first`` to event ``last`` (both included), in order."""
    query = (
        "SELECT seq, type, version, data, command_id, recorded_us, hash, audience, shown FROM games_event"
        " WHERE game_id = %s AND seq >= %s"
    )
    values = [game_id, first]
    if last is not None:
        query, values = f"{query} AND seq <= %s", [*values, last]
    with connection.cursor() as cursor:
        cursor.execute(f"{query} ORDER BY seq", values)
        while page := cursor.fetchmany(_PAGE):
            yield from map(Stored._make, page)


def events(game_id: int, first: int = 1, last: int | None = None) -> Iterator[engine.Event]:
    """The events of a game from ``first`` to ``last`` (both included), in order."""
    return (row.event for row in rows(game_id, first, last))


def seen(game: Game, seat: str | None, first: int, last: int) -> list[engine.Event]:
    """What a seat (None: the public) was shown of the events from ``first`` to ``last`` (both included), by
    the record."""
    return seen_in(game, seat, list(rows(game.pk, first, last)))


def seen_in(game: Game, seat: str | None, rows: Sequence[Stored]) -> list[engine.Event]:
    """What a seat (None: the public) was shown of some rows."""
    return [event for _, event in seen_at(game, seat, rows)]


def seen_at(game: Game, seat: str | None, rows: Sequence[Stored]) -> list[tuple[int, engine.Event]]:
    """The same, each with its place in the log."""
    audiences = game.audiences.split()
    return [(row.seq, shown) for row in rows if (shown := leaves.seen_in(row, audiences, seat)) is not None]


class Cited(NamedTuple):
    """Where an event of a log of form 2 stands for him who may know it: the third record of his
    in command 57."""

    command: int
    record: int


def cited(game_id: int, seq: int) -> Cited:
    """How the seat whose event this is can name it; the numbers tell nothing of what others wrote. Links are
    counted from the last one back, since it is new events that are cited, however long the log is."""
    with connection.cursor() as cursor:
        cursor.execute(_CITED, {"game": game_id, "seq": seq, "none": b""})
        links, record = cursor.fetchall()[0]
    return Cited(links + 1, record)


_CITED = """
    SELECT
        (SELECT links FROM games_game WHERE id = %(game)s)
        - (SELECT count(*) FROM games_event WHERE game_id = %(game)s AND seq >= %(seq)s AND hash <> %(none)s),
        (SELECT count(*) FROM games_event AS own WHERE own.game_id = %(game)s AND own.seq <= %(seq)s
            AND own.audience = (SELECT audience FROM games_event WHERE game_id = %(game)s AND seq = %(seq)s)
            AND own.seq > coalesce((SELECT seq FROM games_event WHERE game_id = %(game)s AND seq < %(seq)s
                AND hash <> %(none)s ORDER BY seq DESC LIMIT 1), 0))
"""


def events_of_type(game_id: int, kind: str, first: int, last: int) -> Iterator[engine.Event]:
    """The events of one stored type from ``first`` to ``last`` (both included), in order."""
    rows = rare(game_id) if kind in RARE else Event.objects.filter(game_id=game_id).order_by("seq")
    found = rows.filter(type=kind, seq__range=(first, last))
    for version, data in found.values_list("version", "data"):
        yield engine.decode(kind, version, bytes(data))


class _Kept(NamedTuple):
    version: int
    hash: bytes
    battle: engine.Table
    begun: _Kept | None = None  # where the last adjudication began: the next report may tell from there


# the games this process has replayed lately; only ever a short cut, never needed (DESIGN: nothing is kept on
# a process), so it may be emptied at any time
_kept: OrderedDict[int, _Kept] = OrderedDict()
_MOST_KEPT = 40  # of most games two states
_keeping = threading.Lock()


def load(game_id: int, version: int | None = None) -> Loaded:
    """The battle after event ``version`` (None: after the last), the caller's own to change. Raises
    Game.DoesNotExist, and ValueError for a game without events. Where much had to be replayed for want of a
    snapshot, a worker is asked to make one: whoever waits for the battle does not wait for that."""
    if version is None:
        version = Game.objects.values_list("version", flat=True).get(pk=game_id)
    loaded, replayed = _load(game_id, version)
    if replayed > snapshots.SPACING and snapshots.lacking(game_id, version):
        doorbell.ring_snapshot(game_id)
    return loaded


def keep_snapshot(game_id: int) -> None:
    """Make a snapshot of where a game stands, if it has none near that: after an upgrade of the rules, say,
    of a game that is over and so makes none by itself; of a long one also of where it stood."""
    if game := Game.objects.filter(pk=game_id, version__gt=0).first():
        last = game.seen_version
        for version in (*range(snapshots.LANDMARKS, last, snapshots.LANDMARKS), last):
            loaded, _ = _load(game_id, version)
            snapshots.keep(game_id, loaded.version, loaded.battle)


def _load(game_id: int, version: int) -> tuple[Loaded, int]:
    """The battle after an event, and how many events were applied to what was at hand."""
    kept = _still_true(game_id, version)
    battle, behind = (kept.battle.copy(), kept.version) if kept else (None, 0)
    if version - behind > snapshots.SPACING:
        found = snapshots.nearest(game_id, version)
        if found and found.seq > behind:
            behind, battle = found
    battle = _folded(game_id, battle, behind + 1, version)
    if battle is None:
        raise ValueError(f"G{game_id} has no events")
    if (kept is None or kept.version < version) and (stored := mark_of(game_id, version)):
        _keep(game_id, _Kept(version, stored, battle.copy()))
    return Loaded(battle, version), version - behind


def _folded(game_id: int, battle: engine.Table | None, first: int, last: int) -> engine.Table | None:
    """The battle with the events ``first`` to ``last`` applied to it, read span by span: a long game never
    lies in memory as a whole."""
    for start in range(first, last + 1, _SPAN):
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT type, version, data FROM games_event WHERE game_id = %s AND seq BETWEEN %s AND %s "
                "ORDER BY seq",
                [game_id, start, min(start + _SPAN - 1, last)],
            )
            battle = engine.fold(cursor, battle)
    return battle


def mark_of(game_id: int, seq: int) -> bytes | None:
    """What tells an event from any other in its place: its hash, or for one that ends no link what it
    says, and when."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT hash, data, command_id, recorded_us FROM games_event WHERE game_id = %s AND seq = %s",
            [game_id, seq],
        )
        row = cursor.fetchone()
    if row is None or row[0]:
        return None if row is None else row[0]
    return hashlib.sha256(b"%b/%b/%d" % (row[1], row[2].encode(), row[3])).digest()


def head_at(game_id: int, seq: int) -> bytes | None:
    """The head of the log when event ``seq`` was its last; None if it never was, or the head was of an
    earlier event."""
    found = Event.objects.filter(game_id=game_id, seq=seq).values_list("hash", flat=True).first()
    return bytes(found) if found else None


def _still_true(game_id: int, version: int) -> _Kept | None:
    """What was kept of a game, if it is not newer than ``version`` and the log still holds
    that very event."""
    kept = _kept.get(game_id)
    while kept is not None and kept.version > version:
        kept = kept.begun
    if kept is None:
        return None
    return kept if mark_of(game_id, kept.version) == kept.hash else None


def keep_begun(game_id: int, version: int) -> None:
    """An adjudication has begun from this version: if it is at hand it stays so until the next one, though
    newer ones come."""
    with _keeping:
        kept = _kept.get(game_id)
        if kept is not None and kept.version == version:
            _kept[game_id] = kept._replace(begun=kept._replace(begun=None))


def _keep(game_id: int, kept: _Kept) -> None:
    with _keeping:
        before = _kept.get(game_id)
        _kept[game_id] = kept._replace(begun=before.begun if before else None)
        _kept.move_to_end(game_id)
        while len(_kept) > _MOST_KEPT:
            _kept.popitem(last=False)


def forget() -> None:
    """Empty the memory of this process."""
    with _keeping:
        _kept.clear()

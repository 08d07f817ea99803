"""Checking a game from its first byte: chain, promises, dice, escrow, digests.

``check`` reads the log as it lies in the database, or in a file, and trusts nothing: it hashes every row
again, follows the revealed secrets back to the commitment, rolls every die again, replays the events and
compares the digests that the phases ended with (games.proof.audit). It names the first thing wrong.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Max

from games.models import Command, Event, Game
from games.proof import linked
from games.proof.audit import Auditor
from games.proof.findings import Broken, Closed, Fault, Log, Verified
from games.record import chaining, eventlog, roots
from games.record.stored import Stored

__all__ = ["Broken", "Closed", "Fault", "Log", "Verified", "check", "check_chain", "check_log"]


def check(game: Game) -> Verified:
    """Recompute everything of a stored game. Raises Broken with the first fault, Closed."""
    auditor = Auditor(_log_of(game))
    for row in _stored(game):
        auditor.follow(row)
    return auditor.finish()


def check_log(log: Log) -> Verified:
    """The same for a log that is stored nowhere yet. Raises Broken with the first fault, Closed."""
    auditor = Auditor(log)
    for row in _chained(log):
        auditor.follow(row)
    return auditor.finish()


def check_chain(game: Game) -> int:
    """Recompute the hashes alone, from the first byte to the head; the number of events. Raises Broken."""
    return sum(1 for _ in _stored(game))


def _log_of(game: Game) -> Log:
    return Log(
        game.uuid,
        game.version,
        bytes(game.head_hash),
        game.commitment,
        lambda: _rows(game),
        game.form,
        _roots_of(game),
    )


def _roots_of(game: Game) -> tuple[bytes, ...]:
    """Those of the salts of a log of form 2. Raises Closed where they are not to be had."""
    if game.form == 1:
        return ()
    try:
        return tuple(roots.all_of_game(game))
    except roots.DiceKeyLost as error:
        raise Closed(f"its leaves cannot be opened: {error}") from error


def _stored(game: Game) -> Iterator[Stored]:
    """The rows of a game, each with its place, hash and command checked before it is given out; the
    head at the end."""
    commands = {c.command_id: c for c in Command.objects.filter(game=game)}
    for row in _chained(_log_of(game)):
        command = commands.get(row.command_id)
        if command is None or not command.first_seq <= row.seq <= command.last_seq:
            raise Broken(row.seq, Fault.COMMAND, f"{row.command_id} is not known to have written it")
        yield row
    _refuse_surplus(game)


def _refuse_surplus(game: Game) -> None:
    """No event may lie beyond the head; the game may be going on while we read, so the head is read last."""
    last = Event.objects.filter(game=game).aggregate(last=Max("seq"))["last"] or 0
    head = Game.objects.values_list("version", flat=True).get(pk=game.pk)
    if last > head:
        raise Broken(last, Fault.EXTRA, f"the log ends with event {last}, its head is event {head}")


def _rows(game: Game) -> Iterator[Stored]:
    """The rows as they lie there; a value of the wrong kind is a fault of its row."""
    seq = 0
    rows = eventlog.rows(game.pk, first=-(2**62), last=game.version)
    while True:
        try:
            row = next(rows)
        except StopIteration:
            return
        except Exception as error:
            raise Broken(seq + 1, Fault.CONTENT, f"{type(error).__name__}: {error}") from error
        if not (
            isinstance(row.hash, bytes) and isinstance(row.data, bytes)
        ):  # SQLite keeps whatever it is given
            raise Broken(seq + 1, Fault.CONTENT, "its content or its hash is no bytes")
        seq = row.seq
        yield row


# the chain


def _chained(log: Log) -> Iterator[Stored]:
    """The rows, each with its place and hash checked before it is given out; the head at the end. Raises
    Closed for a log of form 2 whose root is not known."""
    if log.form == 2:
        yield from linked.chained(log)
        return
    head, place = chaining.genesis(log.uuid), 0
    for place, row in enumerate(log.rows(), start=1):
        digest = _hash(log, head, row)
        if row.seq != place or digest != row.hash:
            raise _fault_of_chain(log, place, head)
        head = digest
        yield row
    if place != log.events or head != log.head:
        raise _fault_of_end(log, place, head)


def _hash(log: Log, previous: bytes, row: Stored, seq: int | None = None) -> bytes:
    try:
        number = row.seq if seq is None else seq
        return chaining.link(log.uuid, previous, number, row.recorded_us, row.command_id, row)
    except Exception as error:  # a number that fits no field, a text that is none
        raise Broken(max(row.seq, 1), Fault.CONTENT, f"{type(error).__name__}: {error}") from error


def _fault_of_chain(log: Log, place: int, previous: bytes) -> Broken:
    """Which fault it is that the row at ``place`` does not fit behind the hash ``previous``."""
    rows = list(log.rows())
    behind = rows[place - 1 :]
    if len(rows) > log.events:
        return Broken(place, Fault.EXTRA, f"there are {len(rows)} events, the head knows {log.events}")
    numbered = [row for row in behind if row.seq == place]
    if any(_hash(log, previous, row) == row.hash for row in numbered):
        return Broken(place, Fault.ORDER, f"here stands event {behind[0].seq}, event {place} further down")
    fits = any(_hash(log, previous, row, place) == row.hash for row in behind)
    if not numbered and fits:
        return Broken(place, Fault.CONTENT, "its number was changed")
    if not numbered:
        fault = Fault.MISSING if any(row.seq > place for row in behind) else Fault.EXTRA
        return Broken(place, fault, f"the next row is event {behind[0].seq}")
    if fits:
        return Broken(place, Fault.ORDER, "another event stands in its place")
    digest = _hash(log, previous, numbered[0])
    rest = {row.seq: row for row in behind}
    if any(_leads_to_head(log, rest, place, link) for link in (numbered[0].hash, digest)):
        words = f"its hash is {numbered[0].hash.hex()}, its content gives {digest.hex()}"
        return Broken(place, Fault.CONTENT, words)
    return Broken(place, Fault.FOREIGN_FORK, "from here on these are events of another game or history")


def _leads_to_head(log: Log, rest: dict[int, Stored], seq: int, head: bytes) -> bool:
    """Whether the rows behind event ``seq`` lead from its hash to the head of the log."""
    while (row := rest.get(seq + 1)) and _hash(log, head, row) == row.hash:
        seq, head = seq + 1, row.hash
    return head == log.head


def _fault_of_end(log: Log, events: int, head: bytes) -> Broken:
    """Which fault it is that a sound chain is not the one that the head is of."""
    if head == log.head:
        words = f"the head speaks of {log.events} events, its hash is that of {events}"
        return Broken(max(events, 1), Fault.CONTENT, words)
    if events < log.events:
        words = f"the log ends with event {events}, its head is event {log.events}"
        return Broken(events + 1, Fault.TRUNCATED, words)
    if any(row.hash == log.head for row in log.rows()):
        return Broken(events, Fault.EXTRA, "there are events behind the head")
    words = f"the head is {log.head.hex()}, the last event gives {head.hex()}"
    return Broken(max(events, 1), Fault.FOREIGN_FORK, words)

"""Checking the chain of a log of form 2: link by link, every leaf opened with the root of its salts."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence

import msgspec

from games.proof.findings import Broken, Closed, Fault, Log
from games.record import leaves
from games.record.stored import Stored
from rules import engine

_UNFIT = (ValueError, IndexError, KeyError, TypeError, AttributeError, struct.error, msgspec.MsgspecError)


def chained(log: Log) -> Iterator[Stored]:
    """The rows, each with its place and link checked before it is given out; the head at the end. Raises
    Broken; Closed where the root is not known."""
    if not log.roots:
        raise Closed("the root of its salts is not open: nothing of it can be checked yet")
    walk = _Walk(log)
    for linked in leaves.grouped(log.rows()):
        walk.through(linked)
        yield from linked
    if walk.place != log.events or walk.head != log.head:
        raise _fault_of_end(log, walk)
    walk.refuse_unbound()


class _Walk:
    """How far the chain has been followed."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.head, self.number, self.place = leaves.genesis(log.uuid), 0, 0
        self._audiences: tuple[str, ...] = ()
        self._waiting: Sequence[Stored] = ()  # for their link

    def through(self, linked: Sequence[Stored]) -> None:
        first = self.place + 1
        for row in linked:
            self.place += 1
            if row.seq != self.place:
                raise _fault_of_places(self.log, self.place)
        if not self._audiences:
            self._audiences = self._declared(linked[0])
        if not linked[-1].hash:
            self._waiting = linked
            return
        self.number += 1
        self._compare_leaves(first, linked)
        head = self._link(first, self.head, self.number, linked)
        if head != linked[-1].hash:
            raise self._fault_of_link(first, linked[-1].hash, head)
        self.head = head
        self._audiences = leaves.lengthened(
            self._audiences, [row.event for row in linked if row.type == leaves.LENGTHENS]
        )

    def refuse_unbound(self) -> None:
        """Nothing waits for its link but what not everybody may know of. Raises Broken."""
        for row in self._waiting:
            if not 0 <= row.audience < len(self._audiences):
                raise Broken(row.seq, Fault.CONTENT, f"there is no audience {row.audience}")
            if leaves.open_to_others([row], self._audiences):
                words = f"the link of command {self.number + 1} is not there, and nothing binds this event"
                raise Broken(row.seq, Fault.TRUNCATED, words)

    def _declared(self, row: Stored) -> tuple[str, ...]:
        if not engine.creates(row.type):
            raise Broken(1, Fault.MISSING, "the event that creates the game is not here")
        try:
            return leaves.declared_by(row.event)
        except (engine.UnknownEvent, *_UNFIT) as error:
            words = f"the event that creates the game cannot be read: {error}"
            raise Broken(1, Fault.CONTENT, words) from error

    def _digests(self, first: int, number: int, linked: Sequence[Stored]) -> list[bytes]:
        try:
            salt = leaves.of_root(self.log.roots[0], self.log.uuid, number)
            return leaves.digests(linked, self._audiences, salt)
        except _UNFIT as error:
            raise Broken(
                first, Fault.CONTENT, f"command {number}: {type(error).__name__}: {error}"
            ) from error

    def _link(self, first: int, head: bytes, number: int, linked: Sequence[Stored]) -> bytes:
        return leaves.link(head, number, self._digests(first, number, linked))

    def _compare_leaves(self, first: int, linked: Sequence[Stored]) -> None:
        """With the digests on record, if there are any: they tell which leaf it is."""
        stored = self.log.leaves.get(self.number)
        if stored is None:
            return
        found = self._digests(first, self.number, linked)
        if len(stored) != len(found):
            raise Broken(
                first, Fault.CONTENT, f"command {self.number} has {len(stored)} leaves, not {len(found)}"
            )
        for audience, there, here in zip(self._audiences, stored, found, strict=True):
            if there != here:
                words = f"command {self.number}: the leaf of {audience} is not what its digest says"
                raise Broken(first, Fault.CONTENT, words)

    def _fault_of_link(self, first: int, stored: bytes, found: bytes) -> Broken:
        """Which fault it is that a link is not what its hash says."""
        if any(self._leads_to_head(first, head) for head in (stored, found)):
            words = f"command {self.number}: its hash is {stored.hex()}, its leaves give {found.hex()}"
            return Broken(first, Fault.CONTENT, words)
        return Broken(first, Fault.FOREIGN_FORK, "from here on these are events of another game or history")

    def _leads_to_head(self, first: int, head: bytes) -> bool:
        """Whether the links behind the one that begins with event ``first`` lead from its hash to the
        head of the log."""
        number, behind = self.number, 0
        for linked in leaves.grouped(row for row in self.log.rows() if row.seq >= first):
            behind += 1
            if behind == 1 or not linked[-1].hash:
                continue
            number += 1
            head = self._link(first, head, number, linked)
            if head != linked[-1].hash:
                return False
        return head == self.log.head


def _fault_of_places(log: Log, place: int) -> Broken:
    """Which fault it is that another event stands at ``place``."""
    rows = list(log.rows())
    behind = rows[place - 1 :]
    if len(rows) > log.events:
        return Broken(place, Fault.EXTRA, f"there are {len(rows)} events, the head knows {log.events}")
    if any(row.seq == place for row in behind):
        return Broken(place, Fault.ORDER, f"here stands event {behind[0].seq}, event {place} further down")
    if len(rows) == log.events:
        return Broken(place, Fault.CONTENT, "its number was changed")
    fault = Fault.MISSING if any(row.seq > place for row in behind) else Fault.EXTRA
    return Broken(place, fault, f"the next row is event {behind[0].seq}")


def _fault_of_end(log: Log, walk: _Walk) -> Broken:
    """Which fault it is that a sound chain is not the one that the head is of."""
    events = walk.place
    if walk.head == log.head and events > log.events:
        return Broken(log.events + 1, Fault.EXTRA, f"there are {events} events, the head knows {log.events}")
    if events < log.events:
        words = f"the log ends with event {events}, its head is event {log.events}"
        return Broken(events + 1, Fault.TRUNCATED, words)
    if any(row.hash == log.head for row in log.rows()):
        return Broken(max(events, 1), Fault.EXTRA, "there are events behind the head")
    words = f"the head is {log.head.hex()}, the last command gives {walk.head.hex()}"
    return Broken(max(events, 1), Fault.FOREIGN_FORK, words)

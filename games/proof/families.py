"""Whether the games of a family fit together: what a game says of those that it has called against what
follows from its root, and against their own logs.

Each log is checked by itself elsewhere (games.proof.verification). What only two logs show together is
compared here, whether they lie in the database or in a file. A child that was told before a fork belongs to
the family in which it was played: the fork's own log has its end, and no more is asked.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from uuid import UUID

import msgspec

from games.proof.findings import Broken, Fault
from games.record import calls
from games.record.stored import Stored
from rules import engine

KINDS = ("game_called", "game_called_again", "game_told")
MOST_GAMES, MOST_DEPTH = 1000, 20
_FILLED_IN = ("name", "game", "opening")


class Member(NamedTuple):
    """A game of a family, by its log. ``roots``: those of its salts that are known, its own first, then those
    of the games that it was forked from."""

    label: str
    uuid: UUID
    rows: Sequence[Stored]
    roots: tuple[bytes, ...] = ()

    @property
    def calls(self) -> bool:
        """Whether it has ever called another game."""
        return any(row.type in KINDS for row in self.rows)

    @property
    def parent(self) -> str:
        """The UUID of the game that called it, as it says itself; "" for the top of a family."""
        event = _event(self.rows[1]) if len(self.rows) > 1 else None
        return event.parent if isinstance(event, engine.CalledFrom) else ""

    @property
    def is_over(self) -> bool:
        """Whether its log has come to its end."""
        return bool(self.rows) and self.rows[-1].type in ("game_ended", "called_off")

    def head_over(self, seq: int) -> str:
        """The head that covers an event; "" where it waits for its link."""
        return next((row.hash.hex() for row in self.rows[seq - 1 :] if row.hash), "")


class Call(NamedTuple):
    """A call as a log has it last: in event ``seq``, and told in event ``told_seq`` (0: not yet)."""

    seq: int
    event: engine.GameCalled
    told_seq: int = 0
    told: engine.GameTold | None = None


@dataclass
class Calls:
    """What the log of one game says of those that it has called. ``made``: those that belong to its family,
    by their UUID; ``over``: whether it is over itself; ``tables``: its state before each event that tells."""

    made: dict[str, Call] = field(default_factory=dict)
    over: bool = False
    tables: dict[int, engine.Table] = field(default_factory=dict)
    faults: list[Broken] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def _event(row: Stored) -> engine.Event | None:
    """What a row says; None where this code cannot read it, as is told elsewhere."""
    try:
        return row.event
    except Exception:  # whatever lies there: the audit of that log names it
        return None


# one log


def calls_of(member: Member) -> Calls:
    """The calls of a log, each against the root that it follows from. Never raises."""
    if not member.calls:
        return Calls()
    follower = _Follower(member)
    for row in member.rows:
        event = _event(row)
        if event is None:
            break
        try:
            follower.follow(row.seq, event)
        except Exception:  # the events before contradict this one: the audit of the log names the place
            break
    follower.finish()
    return follower.found


class _Follower:
    """Follows one log that calls others."""

    def __init__(self, member: Member) -> None:
        self.member, self.found = member, Calls()
        self._names = [UUID(e.parent) for e in self._forks()] + [member.uuid]
        self._part = 0  # so many forks were passed
        self._taken: set[str] = set()
        self._left: calls.Names | None = None  # of the letters that the root of this part gives
        self._open: dict[str, Call] = {}
        self._again: dict[str, Call] = {}  # those that the fork has to call once more
        self._renewed = ""
        self._battle: engine.Table | None = None

    def _forks(self) -> Iterator[engine.Forked]:
        for row in self.member.rows:
            event = _event(row) if row.type == engine.Forked.kind else None
            if isinstance(event, engine.Forked):
                yield event

    def follow(self, seq: int, event: engine.Event) -> None:
        if self._again and not isinstance(event, engine.GameCalledAgain):
            self._all_again(seq)
        match event:
            case engine.Forked():
                self._part, self._renewed, self._left = self._part + 1, "", None
                self._again, self.found.made = dict(self._open), {}
            case engine.DiceRenewed():
                self._renewed = event.commitment
            case engine.GameCalledAgain():
                self._called_again(seq, event)
            case engine.GameCalled():
                self._called(seq, event, self._next_name())
            case engine.GameTold():
                self._told(seq, event)
        self._battle = engine.evolve(self._battle, event)
        self.found.over = self._battle.outcome is not None

    def finish(self) -> None:
        if self._again:
            self._all_again(len(self.member.rows))

    def _wrong(self, seq: int, fault: Fault, words: str) -> None:
        self.found.faults.append(Broken(seq, fault, words))

    @property
    def _root(self) -> bytes:
        """That of the game which wrote this part of the log, if it is known."""
        place = len(self._names) - 1 - self._part
        return self.member.roots[place] if place < len(self.member.roots) else b""

    def _next_name(self) -> str:
        if not self._root:
            return ""
        self._left = self._left or calls.Names(self._root, self._names[self._part])
        return self._left.next(self._taken)

    def _called(self, seq: int, event: engine.GameCalled, name: str) -> None:
        self._taken.add(event.name)
        if event.game in self.found.made:
            self._wrong(seq, Fault.FAMILY, f"{event.call}: this game was called before")
        self._open[event.call] = self.found.made[event.game] = Call(seq, event)
        if self._root:
            self._follows(seq, event, name)

    def _follows(self, seq: int, event: engine.GameCalled, name: str) -> None:
        """Whether all that the server promised in a call follows from the root."""
        parent = self._names[self._part]
        try:
            bare = calls.bare(event)
            assert isinstance(bare, engine.GameCalled)
            expected = calls.of_call(self._root, parent, bare, name, self._renewed)
        except engine.UnknownEvent as error:
            words = f"{event.call}: how it begins cannot be read here, and was not checked: {error}"
            self.found.notes.append(words)
            told = (event.name, event.game)
            uuid = calls.uuid_of(self._root, parent, event.call, self._renewed)
            if told != (name, str(uuid)):
                self._wrong(
                    seq, Fault.FAMILY, f"{event.call}: its name or UUID does not follow from the root"
                )
            return
        except (calls.CannotCall, AssertionError, IndexError, ValueError) as error:
            return self._wrong(seq, Fault.FAMILY, f"{event.call} is the beginning of no game: {error}")
        if event.name != expected.name:
            words = f"{event.call} is called {event.name!r}, the root gives {expected.name!r}"
            self._wrong(seq, Fault.FAMILY, words)
        elif event.game != expected.game:
            words = f"{event.call} is the game {event.game}, the root gives {expected.game}"
            self._wrong(seq, Fault.FAMILY, words)
        elif event != expected:
            words = f"{event.call}: dice and salts that do not follow from the root"
            self._wrong(seq, Fault.COMMITMENT, words)

    def _called_again(self, seq: int, event: engine.GameCalledAgain) -> None:
        before = self._again.pop(event.call, None)
        if before is None:
            words = f"{event.call} is called again, and was not open when the fork began"
            self._wrong(seq, Fault.FAMILY, words)
        elif not _alike(before.event, event):
            self._wrong(seq, Fault.FAMILY, f"{event.call} is called again with another beginning")
        self._called(seq, event, before.event.name if before else event.name)

    def _all_again(self, seq: int) -> None:
        words = f"a fork calls again what was open when it began, and {', '.join(self._again)} it does not"
        self._wrong(seq, Fault.FAMILY, words)
        self._again = {}

    def _told(self, seq: int, event: engine.GameTold) -> None:
        call = self._open.pop(event.call, None)
        if call is None:
            return self._wrong(seq, Fault.FAMILY, f"{event.call} is told, and no such call is open")
        if (event.game, event.name) != (call.event.game, call.event.name):
            self._wrong(seq, Fault.FAMILY, f"{event.call} is told of another game than was called")
        if call.event.game in self.found.made and self._battle is not None:
            self.found.made[call.event.game] = call._replace(told_seq=seq, told=event)
            self.found.tables[seq] = self._battle.copy()


def _alike(called: engine.GameCalled, again: engine.GameCalledAgain) -> bool:
    """Whether a call is made again as it was, but for what the server filled in."""
    if called.name != again.name:
        return False
    try:
        return msgspec.structs.asdict(calls.bare(called)) == msgspec.structs.asdict(calls.bare(again))
    except (engine.UnknownEvent, AssertionError, ValueError):
        one, other = (msgspec.structs.asdict(event) for event in (called, again))
        return all(one[name] == other[name] for name in one if name not in _FILLED_IN)


# two logs


def of_child(parent: Member, said: Calls, child: Member) -> tuple[list[Broken], list[str]]:
    """In what a child and the game that called it do not fit together, each fault at its place in the child;
    and what this server cannot check. Never raises."""
    call = said.made.get(str(child.uuid))
    if call is None:
        words = f"{parent.label} has not called it"
        return [Broken(2 if child.parent else 1, Fault.EXTRA, words)], []
    faults = list(_begins_so(parent, call, child))
    if call.told is None:
        if said.over and not child.is_over:
            words = f"{parent.label}, which has called it, is over, and it is not"
            faults.append(Broken(len(child.rows), Fault.FAMILY, words))
        return faults, []
    more, notes = _ends_so(parent, call, call.told, said.tables[call.told_seq], child)
    return [*faults, *more], notes


def missing(parent: Member, said: Calls, here: Container[str]) -> Iterator[Broken]:
    """The games that one has called and that are not here."""
    for uuid, call in said.made.items():
        if uuid not in here:
            words = f"{parent.label}-{call.event.name} ({call.event.call}), called here, is missing"
            yield Broken(call.seq, Fault.MISSING, words)


def _begins_so(parent: Member, call: Call, child: Member) -> Iterator[Broken]:
    """A child begins as the call says, with a word on where it was called from behind its first event."""
    first, *rest = call.event.opening or (None,)
    own = [(row.type, row.version, row.data.decode(errors="replace")) for row in child.rows[: len(rest) + 2]]
    origin = _event(child.rows[1]) if len(child.rows) > 1 else None
    if first is None or own[:1] != [(first.type, first.version, first.data)]:
        yield Broken(1, Fault.FAMILY, f"{parent.label} called a game that begins otherwise")
        return
    if not isinstance(origin, engine.CalledFrom):
        yield Broken(2, Fault.FAMILY, "its second event does not say which game called it")
        return
    head = parent.head_over(call.seq)
    if (origin.parent, origin.seq, origin.head) != (str(parent.uuid), call.seq, head):
        words = (
            f"called from event {origin.seq} of {origin.parent} under {origin.head}; it was event {call.seq} "
            f"of {parent.uuid} under {head}"
        )
        yield Broken(2, Fault.FAMILY, words)
    for place, (found, told) in enumerate(zip(own[2:], rest, strict=False), start=3):
        if found != (told.type, told.version, told.data):
            yield Broken(place, Fault.FAMILY, f"{parent.label} called a game that begins otherwise")
            return
    if len(own) < len(rest) + 2:
        yield Broken(len(own) + 1, Fault.TRUNCATED, "its first events are not all there")


def _ends_so(
    parent: Member, call: Call, told: engine.GameTold, table: engine.Table, child: Member
) -> tuple[list[Broken], list[str]]:
    """A child that was told is over, nothing stands behind its end, and its parent was told what it says."""
    events, where = len(child.rows), f"event {call.told_seq} of {parent.label}"
    if events > told.events:
        words = f"{where} tells of its end after {told.events} events, and it goes on"
        return [Broken(max(told.events, 0) + 1, Fault.EXTRA, words)], []
    if events < told.events:
        words = f"{where} tells of its end after {told.events} events, there are {events}"
        return [Broken(events + 1, Fault.TRUNCATED, words)], []
    if told.head != (head := child.head_over(events)):
        return [Broken(events, Fault.FAMILY, f"{where} tells of the head {told.head}; it is {head}")], []
    battle = _replayed(child)
    if battle is None:
        return [], []  # its own audit tells why
    if battle.outcome is None:
        return [Broken(events, Fault.FAMILY, f"{where} tells of its end, and it is not over")], []
    if battle.outcome != told.outcome:
        return [Broken(events, Fault.FAMILY, f"{where} tells of another end")], []
    return _comes_back(call, told, table, battle, where, events)


def _comes_back(
    call: Call, told: engine.GameTold, table: engine.Table, battle: engine.Table, where: str, events: int
) -> tuple[list[Broken], list[str]]:
    """What came back, and what each seat saw of it, is what the rules make of the child."""
    unknown = engine.missing_rules(battle.setup)
    try:
        expected = engine.told(
            table, told.call, battle,
            name=told.name, game=told.game, head=told.head, events=told.events,
        )  # fmt: skip
    except Exception as error:
        unknown = unknown or f"{type(error).__name__}: {error}"
    if unknown:
        return [], [f"what came back was not checked: {unknown}"]
    if expected.back != told.back:
        return [Broken(events, Fault.FAMILY, f"{where}: something else came back than its log gives")], []
    if expected.seen != told.seen:
        return [Broken(events, Fault.FAMILY, f"{where}: the seats saw something else than its log gives")], []
    return [], []


def _replayed(member: Member) -> engine.Table | None:
    try:
        return engine.replay(row.event for row in member.rows)
    except Exception:  # whatever its log makes replay stumble over, its audit names
        return None

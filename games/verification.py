"""Checking a stored game from its first byte: chain, dice, escrow, digests.

``check`` reads the log as it lies in the database and trusts nothing: it hashes every row again, follows the
revealed secrets back to the commitment, rolls every die again, replays the events and compares the digests that the
phases ended with. It names the first thing wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import Max

from games import dice, escrow, eventlog
from games.eventlog import Stored
from games.models import Command, Event, Game
from rules import engine


class Fault(StrEnum):
    """The classes of fault."""

    CONTENT = "content"  # a row does not have the hash it was stored with
    ORDER = "order"  # an event is missing, doubled or out of place
    TAIL = "tail"  # the log is shorter or longer than its head says
    HEAD = "head"  # the last hash is not the one the game's row holds
    COMMAND = "command"  # the command table tells another story
    UNREADABLE = "unreadable"  # this code cannot read the event
    REPLAY = "replay"  # the event cannot have happened to this state
    SHEETS = "sheets"  # the phase was closed over other order sheets than those in the log
    COMMITMENT = "commitment"  # a revealed secret does not lead back to the commitment
    DIE = "die"  # a die shows another face than its secret gives
    FORK = "fork"  # a fork's events are not those of the game it names
    ESCROW = "escrow"  # orders are not those that their receipt promised
    DIGEST = "digest"  # the replayed state is not the one the phase ended with


class Broken(Exception):
    """A log is not what it was: where, and in which way."""

    def __init__(self, seq: int, fault: Fault, words: str) -> None:
        super().__init__(f"event {seq}: {fault}: {words}")
        self.seq, self.fault = seq, fault


@dataclass
class Verified:
    """What was checked."""

    events: int = 0
    dice: int = 0
    phases: int = 0
    unrevealed: int = 0
    escrows: int = 0
    escrows_of_parent: int = 0
    head: str = ""


@dataclass
class Umpire:
    """Follows closings, secrets and dice through a log. A die belongs to the phase closed last; it can be checked
    when that phase's secret is revealed."""

    commitment: str
    phase: int = 0
    step: str = ""
    sheets: str = ""
    secrets: dict[int, bytes] = field(default_factory=dict)
    waiting: list[tuple[int, tuple[int, str, str], engine.DieRolled]] = field(default_factory=list)
    filed: list[tuple[int, engine.OrdersAccepted]] = field(default_factory=list)
    rolled: int = 0
    opened: int = 0
    of_parent: int = 0

    def close(self, seq: int, event: engine.PhaseClosed, battle: engine.Battle) -> None:
        found = engine.sheets_digest(battle)
        if event.sheets != found or event.phase != battle.phase:
            raise Broken(
                seq,
                Fault.SHEETS,
                f"phase {event.phase} was closed over {event.sheets}, the log holds phase {battle.phase}, {found}",
            )
        self.phase, self.step, self.sheets = battle.phase, battle.step or "", event.sheets

    def roll(self, seq: int, event: engine.DieRolled) -> None:
        self.waiting.append((seq, (self.phase, self.step, self.sheets), event))

    def accept(self, seq: int, event: engine.OrdersAccepted) -> None:
        if event.escrow:
            self.filed.append((seq, event))
        elif self.filed or self.opened or self.of_parent:
            raise Broken(seq, Fault.ESCROW, f"the orders of {event.seat} have none, orders before them have")

    def reveal(self, seq: int, event: engine.SecretRevealed) -> None:
        try:
            secret = bytes.fromhex(event.secret)
        except ValueError:
            raise Broken(seq, Fault.COMMITMENT, "the secret is not hexadecimal") from None
        earlier = max((phase for phase in self.secrets if phase < event.phase), default=0)
        root = self.secrets[earlier].hex() if earlier else self.commitment
        if not dice.leads_to(secret, event.phase - earlier, root):
            raise Broken(seq, Fault.COMMITMENT, f"the secret of phase {event.phase} does not lead to {root}")
        self.secrets[event.phase] = secret
        self.open_escrow(event.phase, secret)
        self.settle()

    def open_escrow(self, phase: int, secret: bytes) -> None:
        """Compare the orders of a phase with what their receipts promised."""
        for seq, accepted in self.filed:
            if accepted.phase != phase or not escrow.agrees(secret, accepted):
                raise Broken(seq, Fault.ESCROW, f"the orders of {accepted.seat} are not what was promised")
            self.opened += 1
        self.filed = []

    def fork(self, seq: int, event: engine.Forked) -> None:
        """From here on the secrets are the fork's own. Orders filed for this phase are sealed with the parent's secret,
        which this log never shows: they are counted and not opened. Dice must not hide behind the same excuse."""
        if self.waiting and self.commitment:
            raise Broken(seq, Fault.FORK, f"{len(self.waiting)} dice before it were never proved")
        self.commitment, self.secrets = event.commitment, {}
        self.of_parent += len(self.filed)
        self.filed = []

    def settle(self) -> None:
        """Roll every die again whose secret is known."""
        still = []
        keyed: dict[tuple[int, str, str], engine.KeyedDice] = {}
        for seq, closing, event in self.waiting:
            phase = closing[0]
            if phase not in self.secrets:
                still.append((seq, closing, event))
                continue
            if closing not in keyed:
                keyed[closing] = engine.KeyedDice(dice.phase_key(self.secrets[phase], *closing))
            face = keyed[closing].roll(event.name, event.sides)
            if face != event.face:
                raise Broken(seq, Fault.DIE, f"{event.name} shows {event.face}, its secret gives {face}")
            self.rolled += 1
        self.waiting = still


def check(game: Game) -> Verified:
    """Recompute everything. Raises Broken with the first fault."""
    result = Verified(head=game.head)
    battle: engine.Battle | None = None
    umpire = Umpire("")
    for row in _chained(game):
        event = _read(row)
        if battle is not None:
            _against(umpire, battle, row.seq, event)
            if isinstance(event, engine.Forked):
                _compare_parent(game, row.seq, event)
        battle = _evolved(battle, row.seq, event)
        if row.seq == 1:
            umpire.commitment = battle.setup.commitment
        result.events += 1
        result.phases += event.kind == "phase_ended"
    result.dice, result.unrevealed = umpire.rolled, len(umpire.waiting)
    result.escrows, result.escrows_of_parent = umpire.opened, umpire.of_parent
    return result


def check_chain(game: Game) -> int:
    """Recompute the hashes alone, from the first byte to the head; the number of events. Raises Broken."""
    return sum(1 for _ in _chained(game))


def _against(umpire: Umpire, battle: engine.Battle, seq: int, event: Any) -> None:
    """Check an event against the state before it."""
    match event:
        case engine.PhaseClosed():
            umpire.close(seq, event, battle)
        case engine.OrdersAccepted():
            umpire.accept(seq, event)
        case engine.DieRolled():
            umpire.roll(seq, event)
        case engine.SecretRevealed():
            umpire.reveal(seq, event)
        case engine.Forked():
            umpire.fork(seq, event)
        case _ if event.kind == "phase_ended":
            _compare_digest(seq, event, battle)


def _evolved(battle: engine.Battle | None, seq: int, event: engine.Event) -> engine.Battle:
    try:
        return engine.evolve(battle, event)
    except Exception as error:
        raise Broken(seq, Fault.REPLAY, f"{event.kind}: {type(error).__name__} {error}") from error


def _compare_digest(seq: int, event: Any, battle: engine.Battle) -> None:
    found = engine.digest(battle)
    if event.digest != found:
        raise Broken(seq, Fault.DIGEST, f"the phase ended with {event.digest}, replay gives {found}")


def _compare_parent(game: Game, seq: int, event: engine.Forked) -> None:
    """The events before a fork, chained as those of its parent, give the hash that the parent's log has there."""
    try:
        parent = UUID(event.parent)
    except ValueError:
        raise Broken(seq, Fault.FORK, f"{event.parent!r} is no game") from None
    if parent == game.uuid:  # it would have changed its commitment under its players' eyes
        raise Broken(seq, Fault.FORK, "a game cannot be a fork of itself")
    head = eventlog.genesis(parent)
    for row in eventlog.rows(game.pk, last=seq - 1):
        head = eventlog.link(parent, head, row.seq, row.recorded_us, row.command_id, row)
    if event.seq != seq - 1 or head.hex() != event.head:
        raise Broken(
            seq, Fault.FORK, f"event {event.seq} of {parent} is {event.head}, these events give {head.hex()}"
        )


def _read(row: Stored) -> engine.Event:
    try:
        return row.event
    except (engine.UnknownEvent, msgspec.MsgspecError, ValueError) as error:
        raise Broken(row.seq, Fault.UNREADABLE, str(error)) from error


def _chained(game: Game) -> Iterator[Stored]:
    """The rows, each with its place, hash and command checked before it is given out; the head at the end."""
    commands = {c.command_id: c for c in Command.objects.filter(game=game)}
    head, seq = eventlog.genesis(game.uuid), 0
    for row in _rows(game):
        seq += 1
        if row.seq != seq:
            raise Broken(seq, Fault.ORDER, f"the next row is event {row.seq}")
        head = _hash(game, head, row)
        if head != row.hash:
            raise Broken(seq, Fault.CONTENT, f"its hash is {row.hash.hex()}, its content gives {head.hex()}")
        command = commands.get(row.command_id)
        if command is None or not command.first_seq <= seq <= command.last_seq:
            raise Broken(seq, Fault.COMMAND, f"{row.command_id} is not known to have written it")
        yield row
    if seq != game.version:
        raise Broken(seq + 1, Fault.TAIL, f"the log ends with event {seq}, its head is event {game.version}")
    _refuse_surplus(game)
    if head != bytes(game.head_hash):
        raise Broken(seq, Fault.HEAD, f"the head is {game.head}, the last event gives {head.hex()}")


def _refuse_surplus(game: Game) -> None:
    """No event may lie beyond the head; the game may be going on while we read, so the head is read last."""
    last = Event.objects.filter(game=game).aggregate(last=Max("seq"))["last"] or 0
    head = Game.objects.values_list("version", flat=True).get(pk=game.pk)
    if last > head:
        raise Broken(last, Fault.TAIL, f"the log ends with event {last}, its head is event {head}")


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
        if not isinstance(row.data, bytes) or not isinstance(row.hash, bytes):
            raise Broken(row.seq, Fault.CONTENT, "what should be bytes is not")
        seq = row.seq
        yield row


def _hash(game: Game, previous: bytes, row: Stored) -> bytes:
    try:
        return eventlog.link(game.uuid, previous, row.seq, row.recorded_us, row.command_id, row)
    except Exception as error:  # a number that fits no field, a text that is none
        raise Broken(row.seq, Fault.CONTENT, f"{type(error).__name__}: {error}") from error

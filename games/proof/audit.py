"""Following a log event by event: orders, closings, dice, secrets and promises must agree with each other and
with the rules' own replay. Whether the rows are chained is games.proof.verification's to check.

Faults are gathered, not raised: a secret shown at the end of a phase may prove that an order at its beginning
was changed, and the first event that is wrong is the one to be named.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec

from games.proof.findings import Broken, Fault, Log, Verified
from games.proof.phase_secrets import PhaseSecrets, is_promise
from games.proof.salted import Salted
from games.record import chaining, dice, leaves
from games.record.stored import Stored
from rules import engine

# what may stand in a log while orders are awaited
BETWEEN = frozenset(
    {
        "orders_accepted",
        "asking_chosen",
        "deadline_extended",
        "handed_over",
        "taken_over",
        "forked",
        "audiences_added",
        "dice_renewed",
        "game_told",
        "game_called_again",
        "draw_offered",
        "draw_refused",
        "end_agreed",
    }
)


class Auditor:
    """Follows one log from its first event; ``finish`` tells what came of it."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.found = Verified(head=log.head.hex())
        self.faults: list[Broken] = []
        self.battle: engine.Table | None = None
        self._lost = False  # an event could not be read or replayed: what comes behind says nothing
        self._last = ""  # the type of the event before
        self._open = False  # orders are awaited
        self._secrets = PhaseSecrets(self.found, self._wrong)
        self._owed = 0  # the event that ended a phase whose secret must come next
        self._closed: set[tuple[int, str]] = set()
        self._audiences: tuple[str, ...] = ()
        self._salted = Salted(log.uuid, log.roots, lambda: iter(log.rows()))
        self._escrow_begun = False
        self._called = False  # by another game
        self._identity: UUID | None = None  # of the game that the last fork began

    def follow(self, row: Stored) -> None:
        """The next event."""
        self.found.events = row.seq
        if self._lost:
            return
        try:
            event = row.event
        except (engine.UnknownEvent, msgspec.MsgspecError, ValueError) as error:
            return self._lose(row.seq, Fault.UNREADABLE, str(error))
        self._in_its_place(row, event)
        self._against(row, event)
        if isinstance(event, engine.Created) and self.battle is not None:
            return  # out of place, as was told; it changes nothing
        try:
            self.battle = engine.evolve(self.battle, event)
        except Exception as error:
            return self._lose(row.seq, Fault.REPLAY, f"{row.type}: {type(error).__name__} {error}")
        self._behind(row.seq, event)
        self._as_shown(row, event)
        if row.type not in BETWEEN:
            stepwise = self.battle.setup.options.pace is engine.Pace.STEP
            self._open = row.type == "phase_opened" or (stepwise and row.type == "step_began")
        self._last = row.type

    def finish(self) -> Verified:
        """What was checked. Raises Broken for the first event that is wrong."""
        if not self._lost:
            self._owe_nothing()
            promise = self._secrets.promise
            if promise != self.log.commitment:
                words = f"the promise is {promise}, the game's row or head line says {self.log.commitment}"
                self._wrong(self._secrets.promised_at, Fault.COMMITMENT, words)
            self._own_fork(self.log.uuid)
            self._under_salt()
        if self.faults:
            raise min(self.faults, key=lambda fault: fault.seq)
        self.found.unrevealed = len(self._secrets.thrown)
        self.found.escrows_waiting = len(self._secrets.filed)
        return self.found

    def _under_salt(self) -> None:
        """What the roots open of a log of form 2."""
        faults = {
            "paper": Fault.CONTENT,
            "escrow": Fault.ESCROW,
            "fork": Fault.FOREIGN_FORK,
            "root": Fault.COMMITMENT,
        }
        for complaint in self._salted.complaints():
            self._wrong(complaint.seq, faults[complaint.about], complaint.words)
        self.found.escrows += self._salted.escrows
        self.found.closed = self._salted.closed

    def _as_shown(self, row: Stored, event: engine.Event) -> None:
        """In a log of form 2 a record stands in the leaf of its audience, and where others were shown a
        poorer one, that is what the truth gives. What depends on what they knew is for the rules to say
        (games.proof.sights)."""
        if self.log.form == 1:
            return
        if not self._audiences:
            self._audiences = leaves.declared_by(event)
        try:
            place = self._audiences.index(engine.audience_of(event))
        except ValueError:
            place = -1
        if row.audience != place:
            words = f"a {row.type} in the leaf of audience {row.audience}, it belongs to {place}"
            self._wrong(row.seq, Fault.CONTENT, words)
        elif not event.by_knowledge and row.shown != _shown(event, self._audiences):
            self._wrong(row.seq, Fault.CONTENT, "others were shown something else than this")
        self._audiences = leaves.lengthened(self._audiences, [event])

    def _wrong(self, seq: int, fault: Fault, words: str) -> None:
        self.faults.append(Broken(seq, fault, words))

    def _lose(self, seq: int, fault: Fault, words: str) -> None:
        self._wrong(seq, fault, words)
        self._lost = True

    # what may follow what

    def _in_its_place(self, row: Stored, event: engine.Event) -> None:
        created = isinstance(event, engine.Created)
        if created is not (row.seq == 1):
            fault = Fault.EXTRA if created else Fault.MISSING
            self._wrong(row.seq, fault, "a game is created once, by its first event")
        if self._owed and not isinstance(event, engine.SecretRevealed):
            self._owe_nothing()
        if isinstance(event, engine.SecretRevealed) and self._last != "phase_ended":
            words = f"a secret is shown as its phase ends, not behind {self._last}"
            self._wrong(row.seq, Fault.COMMITMENT, words)
        if row.type in ("phase_opened", "game_ended") and self._secrets.thrown:
            words = "dice were rolled before, and their secret was never shown"
            self._wrong(row.seq, Fault.COMMITMENT, words)
        self._in_its_family(row.seq, event)
        if self._last in ("game_ended", "called_off"):
            self._wrong(row.seq, Fault.EXTRA, f"{row.type} behind the end of the game")
        if self._last == "handed_over" and not isinstance(event, engine.TakenOver):
            words = f"{row.type} behind the event that handed the game over: only taken_over can stand here"
            self._wrong(row.seq, Fault.ORDER, words)
        if isinstance(event, engine.HandedOver | engine.TakenOver) and not self._open:
            self._wrong(row.seq, Fault.ORDER, "a game changes hands while orders are awaited")
        if isinstance(event, engine.TakenOver) and (event.why == engine.Taking.HANDED_OVER) is not (
            self._last == "handed_over"
        ):
            self._wrong(row.seq, Fault.ORDER, f"taken over ({event.why}) behind {self._last}")

    def _in_its_family(self, seq: int, event: engine.Event) -> None:
        """Where a game can call another, be told, be called and be called off."""
        match event:
            case engine.GameCalledAgain() if self._last not in ("forked", "game_called_again"):
                self._wrong(seq, Fault.ORDER, f"a call is made again behind a fork, not behind {self._last}")
            case engine.GameCalledAgain():
                pass
            case engine.GameCalled() if self._open:
                self._wrong(seq, Fault.ORDER, "a game is called while a phase is played")
            case engine.GameTold() if not self._open:
                self._wrong(seq, Fault.ORDER, "a game is told of another while orders are awaited")
            case engine.CalledFrom():
                self._called = True
                if seq != 2:
                    self._wrong(seq, Fault.ORDER, "which game called this one stands in its second event")
            case engine.CalledOff() if not self._called:
                self._wrong(seq, Fault.EXTRA, "it is called off, and no game has called it")
            case engine.CalledOff() if not self._open:
                self._wrong(seq, Fault.ORDER, f"called off behind {self._last}, in the middle of a phase")

    def _owe_nothing(self) -> None:
        if self._owed:
            self._wrong(self._owed, Fault.COMMITMENT, "a phase ended here and its secret was never shown")
        self._owed = 0

    def _against(self, row: Stored, event: engine.Event) -> None:
        """Check an event against the state before it."""
        if self.battle is None:
            return
        match event:
            case engine.PhaseClosed():
                self._close(row.seq, event, self.battle)
            case engine.OrdersAccepted():
                self._accept(row.seq, event, self.battle)
            case engine.DieRolled():
                self._secrets.roll(row.seq, event, self.battle)
            case engine.SecretRevealed():
                self._reveal(row.seq, event, self.battle)
            case engine.Forked():
                self._fork(row, event)
            case engine.DiceRenewed():
                self._renew(row.seq, event, self.battle)
            case engine.PhaseOpened() if event.number != self.battle.phase + 1:
                words = f"phase {event.number} begins behind phase {self.battle.phase}"
                self._wrong(row.seq, Fault.ORDER, words)
            case _ if row.type == "phase_ended":
                self._end(row.seq, event, self.battle)

    def _behind(self, seq: int, event: engine.Event) -> None:
        """What an event changes for those behind it."""
        assert self.battle is not None
        if isinstance(event, engine.PhaseOpened):
            self._secrets.begin()
        if isinstance(event, engine.Forked | engine.DiceRenewed) or seq == 1:
            self._promised(seq, event, self.battle.setup)
        elif self.battle.setup.commitment != self._secrets.promise:
            self._wrong(seq, Fault.COMMITMENT, "the promise changed, and neither by a fork nor by new dice")

    def _promised(self, seq: int, event: engine.Event, setup: engine.Setup) -> None:
        """From here on the secrets lead back to these promises."""
        self._secrets.promised(seq, setup.commitment)
        if (self.log.form == 2) is (setup.promises is None):
            return self._wrong(seq, Fault.COMMITMENT, f"no promises for a log of form {self.log.form}")
        if setup.promises is not None:
            self._secrets.promised_by_chain(seq, setup.commitment, setup.promises)
            if not isinstance(event, engine.DiceRenewed):
                self._salted.promised(seq, setup.promises)

    # phases and orders

    def _close(self, seq: int, event: engine.PhaseClosed, battle: engine.Table) -> None:
        sheets, step = self._sheets(event, battle), battle.step or ""
        if event.phase != battle.phase:
            self._wrong(seq, Fault.ORDER, f"phase {event.phase} is closed while {battle.phase} is open")
        if (battle.phase, step) in self._closed:
            self._wrong(seq, Fault.EXTRA, "this was closed before: no phase is rolled twice")
        elif not self._open:
            self._wrong(seq, Fault.ORDER, "closed where no orders are awaited")
        if event.sheets != sheets:
            self._wrong(
                seq, Fault.CONTENT, f"closed over {event.sheets}, the orders in the log give {sheets}"
            )
        self._closed.add((battle.phase, step))
        self._secrets.table = step, event.sheets
        self.found.closings += 1
        if self.log.form == 2:
            self._salted.closed_over(seq, event, battle)

    def _sheets(self, event: engine.PhaseClosed, battle: engine.Table) -> str:
        if self.log.form == 1:
            return engine.sheets_digest(battle)
        try:
            whole = len(event.papers) == len(battle.setup.seats)
            return dice.sheets_of(event.papers) if whole else f"{len(event.papers)} papers"
        except ValueError:
            return "papers that are not hexadecimal"

    def _accept(self, seq: int, event: engine.OrdersAccepted, battle: engine.Table) -> None:
        if event.phase != battle.phase or not self._open:
            self._wrong(seq, Fault.ORDER, f"orders for phase {event.phase} when they could not be taken")
        if event.escrow and self.log.form == 2:
            self._salted.filed(seq, event)
        elif event.escrow:
            self._escrow_begun = True
            self._secrets.filed.append((seq, event))
        elif self._escrow_begun or self.log.form == 2:
            self._wrong(seq, Fault.ESCROW, f"the orders of {event.seat} have none, orders before them have")
        else:
            self.found.orders_without += 1

    def _end(self, seq: int, event: Any, battle: engine.Table) -> None:
        if event.number != battle.phase:
            words = f"phase {event.number} ends while phase {battle.phase} is played"
            self._wrong(seq, Fault.ORDER, words)
        if event.digest != (found := engine.digest(battle)):
            self._wrong(seq, Fault.DIGEST, f"the phase ended with {event.digest}, replay gives {found}")
        self.found.phases += 1
        self._owed = seq if self._secrets.promise else 0

    def _reveal(self, seq: int, event: engine.SecretRevealed, battle: engine.Table) -> None:
        self._owed = 0
        try:
            secrets = dice.shown_by(event)
        except ValueError:
            return self._lose(seq, Fault.UNREADABLE, "the secret is not hexadecimal")
        self._secrets.reveal(seq, event, secrets, battle)

    # other dice

    def _renew(self, seq: int, event: engine.DiceRenewed, battle: engine.Table) -> None:
        """New dice from the open phase on. What was filed and rolled for it before is opened by the secret
        in the event."""
        if event.phase != battle.phase or not self._open:
            self._wrong(seq, Fault.ORDER, "dice are renewed while orders for their phase are awaited")
        if not is_promise(event.commitment):
            self._wrong(seq, Fault.COMMITMENT, f"new dice are promised, not {event.commitment!r}")
        self._secrets.give_up(seq, event)
        before, after = battle.setup.promises, event.promises
        if before and (after is None or (after.root, after.audiences) != (before.root, before.audiences)):
            self._wrong(seq, Fault.COMMITMENT, "dice are renewed, not the root of the salts or the audiences")
        self.found.renewals.append((seq, event.phase, event.why))

    def _fork(self, row: Stored, event: engine.Forked) -> None:
        if self._last != "phase_opened":
            self._wrong(row.seq, Fault.ORDER, f"a fork begins as a phase opens, not behind {self._last}")
        try:
            parent = UUID(event.parent)
        except ValueError:
            return self._wrong(row.seq, Fault.FOREIGN_FORK, f"{event.parent!r} is no game")
        self._own_fork(parent)
        self._promised_by_fork(row.seq, event)
        if event.seq != row.seq - 1:
            words = f"this is event {row.seq}, and not behind event {event.seq}"
            self._wrong(row.seq, Fault.FOREIGN_FORK, words)
        elif self.log.form == 2:
            self._salted.forked(row.seq, parent, event.head)
        elif (head := self._head_under(parent, row.seq)) != event.head:
            words = f"event {event.seq} of {parent} is {event.head}, these events give {head}"
            self._wrong(row.seq, Fault.FOREIGN_FORK, words)
        self._identity = chaining.identity(row.data)
        self.found.forks.append((row.seq, event.parent, event.head))

    def _promised_by_fork(self, seq: int, event: engine.Forked) -> None:
        if not is_promise(event.commitment):
            self._wrong(seq, Fault.COMMITMENT, f"a fork promises dice of its own, not {event.commitment!r}")

    def _own_fork(self, uuid: UUID) -> None:
        """The last fork has to be the beginning of the game with this UUID, which is made from
        that very event."""
        if self._identity not in (None, uuid):
            seq = self.found.forks[-1][0]
            words = f"this began the game {self._identity}; {uuid} was another, or was running already"
            self._wrong(seq, Fault.FOREIGN_FORK, words)

    def _head_under(self, parent: UUID, seq: int) -> str:
        """The hash of the event before ``seq`` in the log of the parent, to which these events belong."""
        head = chaining.genesis(parent)
        for row in self.log.rows():
            if row.seq >= seq:
                break
            head = chaining.link(parent, head, row.seq, row.recorded_us, row.command_id, row)
        return head.hex()


def _shown(event: engine.Event, audiences: Sequence[str]) -> bytes:
    """The poorer records that belong to an event, whatever anybody knew."""
    if not leaves.has_poorer(event):
        return b""
    return leaves.shown_of(engine.sightings(None, [event], leaves.seats_of(audiences)), 0, audiences)

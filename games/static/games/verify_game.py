#!/usr/bin/env python3
"""Check a game of Battles by Mail yourself. One file, Python 3.9 or later, nothing to install, no network.

    python3 verify_game.py game.jsonl                          everything that the file can prove
    python3 verify_game.py game.jsonl 8d31a6f0...90e2 ...      and: are these hashes from my mails in it?
    python3 verify_game.py game.jsonl --seen reports.txt       and: is all that these mails show in it?
    python3 verify_game.py game.jsonl --dice 3                 and: list the dice of phase 3

The file is an exported game: its first line is the head, every other line an event. The answer is 0 if all is well, 1
if something is wrong, 2 if there is nothing to check. What is wrong is put into one of nine classes:

    content       an event is not what its hash says; or it contradicts the events around it
    order         events have changed places, or stand where they cannot
    missing       an event is not there, those behind it are
    extra         an event is there twice, or does not belong to the game
    truncated     the end is not there
    foreign fork  the events belong to another game, or to another history of this game;
                  or what lies before a fork is not the past of the game it names
    die           a die shows another face than its secret gives
    commitment    a secret is not the one that was promised before the game
    escrow        orders are not the ones that their receipt promised

How the server makes what is checked here (H is SHA-256, HMAC is HMAC-SHA-256, numbers are big-endian):

    chain       hash(0) = H("pbem-genesis-1" + uuid)
                hash(n) = H("pbem-log-1" + uuid + n as 8 bytes + hash(n-1) + microseconds as 8 bytes
                            + length as 4 bytes + command + length as 4 bytes + type
                            + version as 4 bytes + length as 4 bytes + data)
    promise     S(0) is published before the first order; S(k-1) = H(S(k)); S(k) is revealed after phase k
    sheets      H of the JSON of [phase, {seat: orders}, {seat: standing orders}], with {seat: salt word} behind them
                if there are any; names in alphabetical order, no blanks
    dice        key  = HMAC(S(phase), "pbem-phase-1/PHASE/STEP/SHEETS"), STEP empty unless played step by step
                face = first 8 bytes of HMAC(key, "NAME#0") as a number, modulo the sides, plus 1; a number of the
                last, incomplete round of 2**64 is passed over and "NAME#1" is taken, and so on
    escrow      HMAC(HMAC(S(phase), "pbem-escrow-1/PHASE/SEAT"),
                     JSON of [seat, phase, orders, standing orders, renewed, salt word])
    fork        the events before "forked" are the parent's: chained under its uuid they give the head named there;
                from there on S(0) is the promise in that event, and the uuid of the game that begins there is the
                first 16 bytes of H("pbem-fork-1" + data): nobody can put a fork into a game that is running
    new dice    "dice_renewed" gives another S(0) for the phase that is open and those behind it, counted as before; the
                secret in it is the S(phase) that is given up: it opens what was filed and rolled for the phase before

A careless forger changes bytes: the chain shows it. A careful one computes the chain anew behind his change. Then the
file alone still shows a changed die, secret, promise, fork or order, and a phase that was closed twice; that a man was
moved elsewhere it cannot show, nor that the server, which knows the secrets, played a whole phase anew over other
orders. But every hash behind the change is another, and the reports that you kept show hashes: with --seen the program
finds any change before the last report. Give it all your mails.

What no file can prove, and what you still trust the server for, is printed at the end of every check.
"""

from __future__ import annotations

import argparse
import email
import email.policy
import hashlib
import hmac
import json
import re
import struct
import sys
import uuid
from typing import Any, NamedTuple

FORMAT = "pbem-log-1"
MOST_SIDES = 1000
LEAVE_OPEN = (
    "orders_accepted",
    "asking_chosen",
    "deadline_extended",
    "handed_over",
    "taken_over",
    "forked",
    "dice_renewed",
)  # what may happen while orders are awaited

TRUST = """\
What this file cannot prove
  That the rules were kept: {digests} digests of the battle need the rules themselves
  (the server's own "verify" knows them).
  That this is the game you played: give this program your mails (--seen). Who can
  write the whole file anew can move a man in it; not so that your mails agree.
  That the server kept its secrets. It knows the dice secrets before you do, and can
  read orders that arrive before the deadline. It can change neither; but in league
  with a player it could tell him what the others ordered, or let him try many
  wordings of his last mail until the dice suit him.
  That no mail was refused or held back: keep your receipts. Orders that have one
  cannot vanish unseen."""


class Fault(Exception):
    """Something is wrong: which class, at which event (0: the head line), and why."""

    def __init__(self, kind: str, seq: int, words: str) -> None:
        super().__init__(f"{kind}, event {seq}: {words}")
        self.kind, self.seq, self.words = kind, seq, words


class Fork(NamedTuple):
    """Where a game of its own began: at which event, from which game, and the hashes of the events before as the parent's."""

    seq: int
    parent: str
    hashes: list[str]


class NoGame(Exception):
    """This is no exported game."""


class Head(NamedTuple):
    """The first line of the file."""

    uuid: bytes
    label: str
    events: int
    head: str
    commitment: str  # the newest: a fork has one of its own
    title: str


class Line(NamedTuple):
    """An event as it stands in the file; ``place`` is its place in the file, ``seq`` the number that it claims."""

    place: int
    seq: int
    type: str
    version: int
    data: str
    command: str
    recorded_us: int
    hash: str


class Checked:
    """What was found sound, counted."""

    def __init__(self) -> None:
        self.title = ""
        self.events = self.secrets = self.phases = self.digests = 0
        self.dice = self.dice_waiting = self.dice_unpromised = 0
        self.escrows = self.escrows_waiting = self.orders_without = 0
        self.handed_over: list[tuple[int, str]] = []  # (event, in words)
        self.renewals: list[tuple[int, int, str]] = []  # (event, phase, why)
        self.promises: list[str] = []
        self.shown: list[str] = []  # the secrets
        self.forks: list[Fork] = []
        self.rolled: list[tuple[int, str, int, int]] = []  # (phase, name, sides, face)
        self.seen: list[str] = []


# ---- reading the file


def read(text: str) -> tuple[Head, list[Line]]:
    """The head and the events of a file. Raises NoGame, or Fault for lines that cannot be read."""
    rows = text.split("\n")
    whole = rows[-1] == ""
    if whole:
        rows.pop()
    if not rows:
        raise NoGame("the file is empty")
    head = _head(rows[0])
    lines = []
    for place, row in enumerate(rows[1:], start=1):
        try:
            lines.append(_line(place, row))
        except (ValueError, KeyError, TypeError) as error:
            if place == len(rows) - 1 and not whole:
                raise Fault("truncated", place, "the file breaks off in the middle of this line") from None
            raise Fault("content", place, f"the line cannot be read ({error!r})") from None
    return head, lines


def _head(row: str) -> Head:
    try:
        values = json.loads(row)
        if "seq" in values and "format" not in values:
            raise Fault("missing", 0, "the file begins with an event, its head line is gone")
        if values.get("format") != FORMAT:
            raise NoGame(f"the first line does not say that this is a {FORMAT} file")
        head = Head(
            uuid.UUID(values["uuid"]).bytes,
            _text(values["label"]),
            _number(values["events"]),
            _text(values["head"]),
            _text(values["commitment"]),
            _text(values.get("title", "")),
        )
        genesis = _text(values["genesis"])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise NoGame(f"the first line is no head of a game ({error!r})") from None
    if genesis != first_hash(head.uuid):
        raise Fault("content", 0, "the head line names a game and a beginning that do not belong together")
    return head


def _line(place: int, row: str) -> Line:
    values = json.loads(row)
    return Line(
        place,
        _number(values["seq"]),
        _text(values["type"]),
        _number(values["version"]),
        _text(values["data"]),
        _text(values["command"]),
        _number(values["recorded_us"]),
        _text(values["hash"]),
    )


def _number(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 2**63:
        raise ValueError(f"{value!r} is no number")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no text")
    value.encode()
    return value


# ---- the chain of hashes


def first_hash(game: bytes) -> str:
    """What the first event's hash stands on."""
    return hashlib.sha256(b"pbem-genesis-1" + game).hexdigest()


def hash_of(game: bytes, previous: str, line: Line, seq: int | None = None) -> str:
    """The hash of an event behind the event with the hash ``previous``."""
    command, kind, data = line.command.encode(), line.type.encode(), line.data.encode()
    try:
        return hashlib.sha256(
            b"pbem-log-1"
            + game
            + struct.pack(">Q", line.seq if seq is None else seq)
            + bytes.fromhex(previous)
            + struct.pack(">Q", line.recorded_us)
            + struct.pack(">I", len(command))
            + command
            + struct.pack(">I", len(kind))
            + kind
            + struct.pack(">II", line.version, len(data))
            + data
        ).hexdigest()
    except (ValueError, struct.error):  # a hash that is none, a version that fits no field
        return ""


def hashes_under(game: bytes, lines: list[Line]) -> list[str]:
    """The hashes that the events have in the log of another game."""
    hashes, previous = [], first_hash(game)
    for line in lines:
        previous = hash_of(game, previous, line)
        hashes.append(previous)
    return hashes


def fork_named(line: Line) -> str:
    """The uuid of the game that a fork began."""
    return str(uuid.UUID(bytes=hashlib.sha256(b"pbem-fork-1" + line.data.encode()).digest()[:16]))


def check_chain(head: Head, lines: list[Line]) -> None:
    """Every event in its place, unchanged, up to the head. Raises Fault."""
    previous = first_hash(head.uuid)
    for line in lines:
        if line.seq != line.place or hash_of(head.uuid, previous, line) != line.hash:
            raise _chain_fault(head, lines)
        previous = line.hash
    if len(lines) != head.events or previous != head.head:
        raise _chain_fault(head, lines)


class _Links:
    """Which event can follow which, by their hashes."""

    def __init__(self, head: Head, lines: list[Line]) -> None:
        self.game, self.head = head.uuid, head.head
        self.by_number: dict[int, list[Line]] = {}
        for line in lines:
            self.by_number.setdefault(line.seq, []).append(line)

    def after(self, previous: str, seq: int) -> list[Line]:
        """The events that fit behind a hash, each once; of equal ones that which stands in its place."""
        found: dict[str, Line] = {}
        for line in self.by_number.get(seq, ()):
            if hash_of(self.game, previous, line) == line.hash and (
                line.hash not in found or line.place == line.seq
            ):
                found[line.hash] = line
        return list(found.values())

    def longest(self, previous: str, seq: int) -> list[Line]:
        """The longest chain of events from here on; one that leads to the head before all others."""
        chain: list[Line] = []
        while True:
            fitting = self.after(previous, seq + len(chain))
            if not fitting:
                return chain
            if len(fitting) > 1:
                ways = [[line, *self.longest(line.hash, line.seq + 1)] for line in fitting]
                return chain + max(ways, key=self._worth)
            chain.append(fitting[0])
            previous = fitting[0].hash

    def _worth(self, chain: list[Line]) -> tuple[bool, int]:
        return any(line.hash == self.head for line in chain), len(chain)


def _chain_fault(head: Head, lines: list[Line]) -> Fault:
    """Which fault a broken chain has, and where."""
    links = _Links(head, lines)
    genesis = first_hash(head.uuid)
    chain = links.longest(genesis, 1)
    ends = next((line.seq for line in chain if line.hash == head.head), 0)
    if ends:
        return _fault_of_places(head, lines, chain[:ends])
    known = {line.place for line in chain}
    others = [line for line in lines if line.place not in known]
    if not others:
        return _fault_at_end(head, chain)
    return _fault_behind(head, links, others, chain[-1].hash if chain else genesis, len(chain) + 1)


def _fault_of_places(head: Head, lines: list[Line], chain: list[Line]) -> Fault:
    """Every event up to the head is there: then it is the places that are wrong."""
    for place, line in enumerate(lines, start=1):
        if place > len(chain):
            return Fault("extra", place, f"the game ends with event {len(chain)}, more is behind it")
        if line.place != chain[place - 1].place:
            if len(lines) > len(chain):
                return Fault("extra", place, f"here stands an event numbered {line.seq} that does not belong")
            return Fault("order", place, f"here stands event {line.seq}, event {place} stands further down")
    return Fault(
        "content", 0, f"the head line speaks of {head.events} events, its hash is that of {len(chain)}"
    )


def _fault_at_end(head: Head, chain: list[Line]) -> Fault:
    """All events of the file are one chain, and the head is not in it."""
    if len(chain) < head.events:
        return Fault("truncated", len(chain) + 1, f"the file ends with event {len(chain)} of {head.events}")
    words = "all events fit together, but they are not the history that the head names"
    return Fault("foreign fork", len(chain), words)


def _fault_behind(head: Head, links: _Links, others: list[Line], previous: str, seq: int) -> Fault:
    """The chain breaks off before event ``seq``, and there are events that are not part of it."""
    unnumbered = [line for line in others if hash_of(head.uuid, previous, line, seq) == line.hash]
    here = [line for line in others if line.seq == seq]
    if not here:
        if unnumbered:
            return Fault("content", seq, f"its number was changed to {unnumbered[0].seq}")
        if any(line.seq > seq for line in others):
            return Fault("missing", seq, "it is not in the file, events behind it are")
        return Fault("extra", others[0].place, f"here stands an event numbered {others[0].seq} once more")
    if unnumbered:
        return Fault("order", seq, f"it stands in the place of event {unnumbered[0].seq}")
    for line in here:
        for link in (line.hash, hash_of(head.uuid, previous, line)):
            rest = links.longest(link, seq + 1)
            if (rest[-1].hash if rest else link) == head.head:
                return Fault("content", seq, f"a {_words(line.type)} whose hash gives another content")
    return Fault("foreign fork", seq, "from here on the events are those of another game or another history")


# ---- promises and dice


def leads_to(secret: bytes, steps: int, promise: str) -> bool:
    """Whether hashing a secret so many times gives the promise."""
    for _ in range(steps):
        secret = hashlib.sha256(secret).digest()
    return secret.hex() == promise


def mac(key: bytes, message: str) -> bytes:
    return hmac.new(key, message.encode(), hashlib.sha256).digest()


def roll(key: bytes, name: str, sides: int) -> int:
    """The face of a die, from 1 to its sides."""
    limit, counter = 2**64 - 2**64 % sides, 0
    while True:
        number = int.from_bytes(mac(key, f"{name}#{counter}")[:8], "big")
        if number < limit:
            return number % sides + 1
        counter += 1


def canonical(value: Any) -> str:
    """JSON without blanks, names in alphabetical order."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def escrow_of(secret: bytes, event: dict[str, Any]) -> str:
    """The hash that the receipt of these orders showed."""
    seat, phase = event["seat"], event["phase"]
    sheet = [seat, phase, event["orders"], event["standing"], event.get("renewed", []), event.get("salt", "")]
    return mac(mac(secret, f"pbem-escrow-1/{phase}/{seat}"), canonical(sheet)).hex()


class Umpire:
    """Follows the game event by event, and knows of the rules nothing but when orders are taken and dice rolled."""

    def __init__(self, head: Head) -> None:
        self.head = head
        self.checked = Checked()
        self.faults: list[Fault] = []
        self.stepwise = False
        self.phase, self.step = 0, ""
        self.open = False  # orders may come now
        self.table: str | None = None  # the step that was closed last: its dice are being rolled
        self.closings: dict[tuple[int, str], str] = {}
        self.sheets: dict[str, Any] = {}
        self.standing: dict[str, Any] = {}
        self.salts: dict[str, str] = {}
        self.filed: list[tuple[int, dict[str, Any]]] = []  # with an escrow, until the secret is known
        self.thrown: list[tuple[int, str, dict[str, Any]]] = []  # with its step, until the secret is known
        self.names: set[str] = set()
        self.lines: list[Line] = []
        self.promise, self.promised_at = "", 1  # the promise that is being kept, and the event that gave it
        self.secret_phase, self.secret = 0, ""
        self.owed: int = 0  # the event that ended a phase whose secret must come next
        self.last = ""  # the type of the event before
        self.born = ""  # the uuid of the game that the last fork began
        self.escrow_begun = False

    def follow(self, line: Line) -> None:
        """The next event."""
        self.lines.append(line)
        try:
            event = json.loads(line.data)
            self._in_its_place(line.seq, line.type, event)
            take = EVENTS.get(line.type)
            if take is not None:
                take(self, line.seq, event)
            if line.type not in LEAVE_OPEN:
                self.open = line.type == "phase_opened" or (self.stepwise and line.type == "step_began")
        except (ValueError, KeyError, TypeError, AttributeError, ZeroDivisionError) as error:
            self._wrong("content", line.seq, f"a {_words(line.type)} that cannot be read ({error!r})")
        self.last = line.type

    def finish(self) -> Checked:
        """What was checked. Raises the first Fault."""
        self._owe_nothing()
        if self.promise != self.head.commitment:
            self._wrong(
                "commitment", self.promised_at, "the promise in the head line is not the one given here"
            )
        self._own_fork(str(uuid.UUID(bytes=self.head.uuid)))
        if self.faults:
            raise min(self.faults, key=lambda fault: fault.seq)
        self.checked.events = len(self.lines)
        self.checked.dice_waiting = len(self.thrown)
        self.checked.escrows_waiting = len(self.filed)
        return self.checked

    def _in_its_place(self, seq: int, kind: str, event: dict[str, Any]) -> None:
        if seq == 1 and kind != "game_created":
            self._wrong("missing", seq, "the event that creates the game is not here")
        if kind != "secret_revealed":
            self._owe_nothing()
        if self.last == "game_ended":
            self._wrong("extra", seq, f"a {_words(kind)} behind the end of the game")
        if self.last == "handed_over" and kind != "taken_over":
            self._wrong("order", seq, f"a {_words(kind)} behind the event that handed the game over")
        if kind in ("handed_over", "taken_over") and not self.open:
            self._wrong("order", seq, "a game changes hands while orders are awaited")
        if kind == "taken_over" and (event["why"] == "handed over") is not (self.last == "handed_over"):
            self._wrong("order", seq, f"taken over ({event['why']}) behind {_words(self.last)}")

    def _owe_nothing(self) -> None:
        if self.owed:
            self._wrong("commitment", self.owed, "a phase ended here and its secret was never shown")
        self.owed = 0

    def _wrong(self, kind: str, seq: int, words: str) -> None:
        self.faults.append(Fault(kind, seq, words))

    # what happens in a game, by the types of the events

    def _game_created(self, seq: int, event: dict[str, Any]) -> None:
        setup = event["setup"]
        self.checked.title = str(setup.get("title", ""))
        self.stepwise = setup.get("options", {}).get("pace") == "step"
        if seq != 1:
            self._wrong("extra", seq, "a game begins once")
        else:
            self._promised(seq, setup.get("commitment", ""))

    def _forked(self, seq: int, event: dict[str, Any]) -> None:
        fork = Fork(seq, event["parent"], self._as_parents(event["parent"], seq))
        if self.last != "phase_opened":
            self._wrong("order", seq, f"a fork begins as a phase opens, not behind {_words(self.last)}")
        self._own_fork(fork.parent)
        if event["seq"] != seq - 1 or fork.hashes[-1:] != [event["head"]]:
            self._wrong("foreign fork", seq, f"the events before are not those of {fork.parent}")
        if not re.fullmatch("[0-9a-f]{64}", event["commitment"]):
            self._wrong("commitment", seq, "a fork promises dice of its own")
        self.checked.forks.append(fork)
        self.born = fork_named(self.lines[-1])
        self._promised(seq, event["commitment"])

    def _as_parents(self, parent: str, seq: int) -> list[str]:
        """The hashes of the events before ``seq`` in the parent's log; none if it cannot be the parent."""
        try:
            return hashes_under(uuid.UUID(parent).bytes, self.lines[: seq - 1])
        except ValueError:
            return []

    def _own_fork(self, game: str) -> None:
        """The last fork has to be the beginning of this game, whose uuid is made from that very event."""
        if self.born and self.born != game:
            words = f"this is where the game {self.born} began; {game} was another, or was running already"
            self._wrong("foreign fork", self.checked.forks[-1].seq, words)

    def _handed_over(self, seq: int, event: dict[str, Any]) -> None:
        self.checked.handed_over.append((seq, f"handed over to {event.get('to') or 'another server'}"))

    def _taken_over(self, seq: int, event: dict[str, Any]) -> None:
        self.checked.handed_over.append((seq, f"taken over by {event['by']}, {event['why']}"))

    def _dice_renewed(self, seq: int, event: dict[str, Any]) -> None:
        phase, secret = event["phase"], event.get("secret", "")
        if phase != self.phase or not self.open:
            self._wrong("order", seq, "dice are renewed while orders for their phase are awaited")
        if not re.fullmatch("[0-9a-f]{64}", event["commitment"]):
            self._wrong("commitment", seq, "new dice have to be promised")
        if secret:
            self._given_up(seq, phase, bytes.fromhex(secret))
        elif self.filed or self.thrown:
            self._wrong("escrow", seq, "orders or dice of this phase lie under a secret that is not shown")
        self.checked.renewals.append((seq, phase, str(event["why"])))
        self.filed, self.thrown = [], []
        self._promised(seq, event["commitment"])

    def _given_up(self, seq: int, phase: int, secret: bytes) -> None:
        """The secret of the open phase under the promise that is given up."""
        if phase <= self.secret_phase or not leads_to(secret, phase - self.secret_phase, self.secret):
            self._wrong("commitment", seq, "the secret that is given up does not hash back to the promise")
            return
        self.checked.shown.append(secret.hex())
        self._open_escrow(secret)
        self._roll_again(secret)

    def _promised(self, seq: int, promise: str) -> None:
        """From here on the secrets lead back to this promise."""
        self.promise, self.promised_at = _text(promise), seq
        self.checked.promises.append(promise)
        self.secret_phase, self.secret = 0, promise

    def _phase_opened(self, seq: int, event: dict[str, Any]) -> None:
        if event["number"] != self.phase + 1:
            self._wrong("order", seq, f"phase {event['number']} begins behind phase {self.phase}")
        self.phase, self.step, self.table = event["number"], "", None
        self.filed, self.thrown, self.names = [], [], set()

    def _step_began(self, _: int, event: dict[str, Any]) -> None:
        self.step = str(event["step"])

    def _orders_accepted(self, seq: int, event: dict[str, Any]) -> None:
        seat = event["seat"]
        if event["phase"] != self.phase or not self.open:
            self._wrong("order", seq, f"orders for phase {event['phase']} when they could not be taken")
        self.sheets[seat], self.standing[seat] = event["orders"], event["standing"]
        self.salts.pop(seat, None)
        if event.get("salt"):
            self.salts[seat] = event["salt"]
        if event.get("escrow"):
            self.escrow_begun = True
            self.filed.append((seq, event))
        elif self.escrow_begun:
            self._wrong("escrow", seq, "these orders have no escrow, orders before them have")
        else:
            self.checked.orders_without += 1

    def _phase_closed(self, seq: int, event: dict[str, Any]) -> None:
        if event["phase"] != self.phase:
            self._wrong("order", seq, f"phase {event['phase']} is closed while phase {self.phase} is open")
        if (self.phase, self.step) in self.closings:
            self._wrong("extra", seq, "this was closed before: nobody may roll the dice of a phase twice")
        sheets: list[Any] = [self.phase, self.sheets, self.standing]
        sheets += [self.salts] if self.salts else []
        if hashlib.sha256(canonical(sheets).encode()).hexdigest() != event["sheets"]:
            self._wrong("content", seq, "closed over other orders than those in the file")
        self.closings[self.phase, self.step] = event["sheets"]
        self.table = self.step
        self.checked.phases += 1

    def _die_rolled(self, seq: int, event: dict[str, Any]) -> None:
        if not self.promise:
            self.checked.dice_unpromised += 1
            return
        if self.table is None:
            self._wrong("die", seq, f"{event['name']} was rolled before orders were closed")
            return
        if event["name"] in self.names or not event["name"].startswith(f"p{self.phase}/"):
            self._wrong("die", seq, f"{event['name']} was rolled twice, or in the wrong phase")
        if type(event["sides"]) is not int or not 2 <= event["sides"] <= MOST_SIDES:
            self._wrong("die", seq, f"{event['name']} is no die: {event['sides']} sides")
            return
        self.names.add(event["name"])
        self.thrown.append((seq, self.table, event))

    def _phase_ended(self, seq: int, event: dict[str, Any]) -> None:
        if event["number"] != self.phase:
            self._wrong("order", seq, f"phase {event['number']} ends while phase {self.phase} is played")
        self.checked.digests += 1
        self.sheets, self.salts = {}, {}
        self.owed = seq if self.promise else 0

    def _secret_revealed(self, seq: int, event: dict[str, Any]) -> None:
        self.owed = 0
        phase, secret = event["phase"], bytes.fromhex(event["secret"])
        if phase != self.phase or phase <= self.secret_phase:
            self._wrong("commitment", seq, f"the secret of phase {phase} in phase {self.phase}")
        elif not leads_to(secret, phase - self.secret_phase, self.secret):
            self._wrong("commitment", seq, f"the secret of phase {phase} does not hash back to the promise")
        else:
            self.checked.secrets += 1
            self.checked.shown.append(secret.hex())
            self.secret_phase, self.secret = phase, secret.hex()
            self._open_escrow(secret)
            self._roll_again(secret)
        self.filed, self.thrown = [], []

    # when the secret of a phase is known

    def _open_escrow(self, secret: bytes) -> None:
        for seq, event in self.filed:
            if escrow_of(secret, event) == event["escrow"]:
                self.checked.escrows += 1
            else:
                self._wrong("escrow", seq, f"not the orders of {event['seat']} that the receipt promised")

    def _roll_again(self, secret: bytes) -> None:
        keys = {}
        for seq, step, die in self.thrown:
            if step not in keys:
                sheets = self.closings.get((self.phase, step), "")
                keys[step] = mac(secret, f"pbem-phase-1/{self.phase}/{step}/{sheets}")
            face = roll(keys[step], die["name"], die["sides"])
            if face == die["face"]:
                self.checked.dice += 1
                self.checked.rolled.append((self.phase, die["name"], die["sides"], face))
            else:
                self._wrong("die", seq, f"{die['name']} shows {die['face']}, its secret gives {face}")


EVENTS = {
    "game_created": Umpire._game_created,
    "forked": Umpire._forked,
    "dice_renewed": Umpire._dice_renewed,
    "handed_over": Umpire._handed_over,
    "taken_over": Umpire._taken_over,
    "phase_opened": Umpire._phase_opened,
    "step_began": Umpire._step_began,
    "orders_accepted": Umpire._orders_accepted,
    "phase_closed": Umpire._phase_closed,
    "die_rolled": Umpire._die_rolled,
    "phase_ended": Umpire._phase_ended,
    "secret_revealed": Umpire._secret_revealed,
}


# ---- what mails show

LABELS = ("head", "before", "escrow", "promise", "secret")
SHOWN = re.compile(rf"\b({'|'.join(LABELS)})\s+([0-9a-f]{{64}})\b", re.I)


def shown_in(text: str) -> list[tuple[str, str]]:
    """(label, hash) for every line of reports and receipts such as "head    8d31a6f0...", quoted or not, once each."""
    text = re.sub(r"^(?:[ \t]*>)+[ \t]?", "", text.replace("\xa0", " "), flags=re.M)
    return list(dict.fromkeys((label.lower(), shown.lower()) for label, shown in SHOWN.findall(text)))


def said_in(raw: bytes) -> str:
    """The text of a file: a mail as it was saved (.eml), or what was copied out of one."""
    message = email.message_from_bytes(raw, policy=email.policy.default)
    if message["Message-ID"]:
        part = message.get_body(preferencelist=("plain", "html"))
        return str(part.get_content()) if part else ""
    return raw.decode(errors="replace")


def compare(lines: list[Line], checked: Checked, mail: str, text: str) -> None:
    """Whether all that a mail shows is in the game. Raises Fault."""
    shown = shown_in(text)
    for label, value in shown:
        if label in ("promise", "secret"):
            if value not in (checked.promises if label == "promise" else checked.shown):
                raise Fault("commitment", len(lines), f"{mail}: the {label} {value} is nowhere in this game")
            continue
        try:
            find_seen(lines, value, checked.forks)
        except Fault as fault:
            raise Fault(fault.kind, fault.seq, f"{mail}: the {label} {fault.words}") from None
    if shown:
        checked.seen.append(f"{mail}: {_count(len(shown), 'hash', 'hashes')}, all of this game")


def find_seen(lines: list[Line], seen: str, forks: list[Fork]) -> str:
    """Where a hash from a mail ("8d31a6f0...90e2" or whole) stands. Raises Fault."""
    begin, _, end = seen.strip().lower().replace("\u2026", "...").partition("...")
    if len(begin) < 6 or not set(begin + end) <= set("0123456789abcdef"):
        raise NoGame(f"{seen!r} is no hash from a mail")
    born = forks[-1].seq if forks else 0
    for line in lines:
        if line.hash.startswith(begin) and line.hash.endswith(end):
            if line.seq < born:
                raise Fault("foreign fork", born, f"{seen} {EARLIER.format(line.seq, born)}")
            return f"{seen} is the head of the log after event {line.seq}"
        if line.type == "orders_accepted":
            event = json.loads(line.data)
            if event.get("escrow", "").startswith(begin) and event["escrow"].endswith(end):
                words = f"the escrow of the orders of {event['seat']} for phase {event['phase']}"
                return f"{seen} is {words}, event {line.seq}"
    for fork in forks:
        for number, found in enumerate(fork.hashes, start=1):
            if found.startswith(begin) and found.endswith(end):
                return f"{seen} is the head of {fork.parent} after event {number}, before the fork"
    words = (
        "is nowhere in this game: it was mailed by another history of it, or the file is older than the mail"
    )
    raise Fault("foreign fork", len(lines), f"{seen} {words}")


EARLIER = (
    "is the head after event {}, but this game began with the fork at event {} and can have mailed nothing before: if a"
    " mail shows this hash, the fork was put into a game that was running"
)


# ---- telling


def check(
    text: str, seen: list[str] | None = None, mails: dict[str, str] | None = None
) -> tuple[Head, Checked]:
    """Check a whole file, with hashes from mails, or with the text of mails by their names. Raises Fault with the first
    thing that is wrong, NoGame for a file that is no game."""
    head, lines = read(text)
    check_chain(head, lines)
    umpire = Umpire(head)
    for line in lines:
        umpire.follow(line)
    checked = umpire.finish()
    checked.seen = [find_seen(lines, one, checked.forks) for one in seen or []]
    for mail, said in (mails or {}).items():
        compare(lines, checked, mail, said)
    return head, checked


def _words(kind: str) -> str:
    return kind.replace("_", " ")


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def report(head: Head, checked: Checked) -> str:
    """What was checked, to be read by people."""
    told = [f"{head.label}  {head.title or checked.title}".rstrip(), ""]

    def line(mark: str, words: str) -> None:
        told.append(f"  {mark:<6}{words}")

    line("ok", f"{_count(checked.events, 'event')} in one unbroken chain")
    line("", f"head {head.head}")
    for fork in checked.forks:
        line("ok", f"forked at event {fork.seq}, with a promise of its own, from {fork.parent},")
        line("", f"whose head there, to be compared with its mails, is {fork.hashes[-1]}")
    for seq, words in checked.handed_over:
        line("ok", f"{words}, event {seq}: the promise stays")
    for seq, phase, why in checked.renewals:
        line("look", f"new dice from phase {phase}, event {seq}, because: {why}")
        line("", "the server chose them then; what it knew of the orders filed before, it could use")
    if head.commitment:
        shown = _count(checked.secrets, "secret")
        line("ok", f"{shown} of the dice shown so far, hashing back to the promise")
        line("", f"promise {head.commitment}")
        line("ok", f"{_count(checked.dice, 'die', 'dice')} rolled again, every face agrees")
        if checked.dice_waiting:
            waiting = _count(checked.dice_waiting, "die", "dice")
            line("later", f"{waiting} of the phase that is being played, to be checked when it is over")
    elif checked.dice_unpromised:
        line("not", f"{_count(checked.dice_unpromised, 'die', 'dice')}: this game promised no dice")
    if checked.phases:
        line("ok", f"{_count(checked.phases, 'closing')} over exactly the orders in the file")
    if checked.escrows:
        line("ok", f"{_count(checked.escrows, 'set')} of orders as promised by their receipts")
    if checked.escrows_waiting:
        waiting = _count(checked.escrows_waiting, "set")
        line("later", f"{waiting} of orders for the phase that is open, to be checked when it is over")
    if checked.orders_without:
        line("not", f"{_count(checked.orders_without, 'set')} of orders from before receipts had an escrow")
    for words in checked.seen:
        line("ok", words)
    told += ["", TRUST.format(digests=checked.digests)]
    return "\n".join(told)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="verify_game.py", description="Check an exported game of Battles by Mail."
    )
    parser.add_argument("file", help="the exported game, or - for what is piped in")
    parser.add_argument("hashes", nargs="*", metavar="HASH", help="a head or an escrow from your mails")
    parser.add_argument(
        "--seen", nargs="+", default=[], metavar="FILE", help="mails, or files with text copied from them"
    )
    parser.add_argument("--dice", type=int, metavar="PHASE", help="list the dice of a phase")
    chosen = parser.parse_args(arguments)
    try:
        raw = sys.stdin.buffer.read() if chosen.file == "-" else _bytes_of(chosen.file)
        head, checked = check(_decoded(raw), chosen.hashes, _mails(chosen.seen))
    except (OSError, NoGame) as error:
        print(f"Nothing checked: {error}")
        return 2
    except Fault as fault:
        where = f"event {fault.seq}" if fault.seq else "the head line"
        print(f"WRONG  {fault.kind} at {where}\n       {fault.words}")
        return 1
    print(report(head, checked))
    if chosen.dice is not None:
        print(f"\nDice of phase {chosen.dice}")
        for phase, name, sides, face in checked.rolled:
            if phase == chosen.dice:
                print(f"  {face:>3} of {sides:<4} {name}")
    return 0


def _bytes_of(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _mails(paths: list[str]) -> dict[str, str]:
    """What these files say."""
    told = {path: said_in(_bytes_of(path)) for path in paths}
    if told and not any(shown_in(text) for text in told.values()):
        raise NoGame("no head, escrow, promise or secret stands in these mails")
    return told


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Fault("content", raw[: error.start].count(b"\n"), "bytes that are no text") from None


if __name__ == "__main__":
    sys.exit(main())

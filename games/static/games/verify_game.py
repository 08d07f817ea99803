#!/usr/bin/env python3
"""Check a game of Battles by Mail yourself. One file, Python 3.9 or later, nothing to install, no network.

    python3 verify_game.py game.jsonl                          everything that the file can prove
    python3 verify_game.py game.jsonl 8d31a6f0...90e2 ...      and: are these hashes from my mails in it?
    python3 verify_game.py game.jsonl --seen reports.txt       and: is all that these mails show in it?
    python3 verify_game.py game.jsonl --dice 3                 and: list the dice of phase 3
    python3 verify_game.py game.jsonl --json                   the same for programs to read

The file is an exported game, or what one seat may know of a game that is still played: its first line is the
head, the others are events and, in a log of the second form, links. A game that has called others stands in
one file with them ("pbem-family-2"): behind a first line each of them as by itself. The answer is 0 if all is
well, 1 if something is wrong, 2 if there is nothing to check, or nothing yet because it is closed. What is
wrong is put into one of ten classes:

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
    family        a game and the one that called it do not fit together

How the server makes what is checked here (H is SHA-256, HMAC is HMAC-SHA-256, numbers are big-endian):

    chain       hash(0) = H("pbem-genesis-1" + uuid)
                hash(n) = H("pbem-log-1" + uuid + n as 8 bytes + hash(n-1) + microseconds as 8 bytes
                            + length as 4 bytes + command + length as 4 bytes + type
                            + version as 4 bytes + length as 4 bytes + data)
    promise     S(0) is published before the first order; S(k-1) = H(S(k)); S(k) is revealed after phase k
    sheets      H of the JSON of [phase, {seat: orders}, {seat: standing orders}], with {seat: salt word}
                behind them if there are any; names in alphabetical order, no blanks
    dice        key  = HMAC(S(phase), "pbem-phase-1/PHASE/STEP/SHEETS"), STEP empty unless played step by step
                face = first 8 bytes of HMAC(key, "NAME#0") as a number, modulo the sides, plus 1; a number
                of the last, incomplete round of 2**64 is passed over and "NAME#1" is taken, and so on
    escrow      HMAC(HMAC(S(phase), "pbem-escrow-1/PHASE/SEAT"),
                     JSON of [seat, phase, orders, standing orders, renewed, salt word])
    fork        the events before "forked" are the parent's: chained under its uuid they give the head named
                there; from there on S(0) is the promise in that event, and the uuid of the game that begins
                there is the first 16 bytes of H("pbem-fork-1" + data): nobody can put a fork into a game that
                is running
    new dice    "dice_renewed" gives another S(0) for the phase that is open and those behind it, counted as
                before; the secret in it is the S(phase) that is given up: it opens what was filed and rolled
                for the phase before

In a log of the second form ("pbem-log-2") nothing that only some may know is hashed without a salt, and
the chain has a link for each command (what only one seat may know of waits for the next link that others
may know of):

    root        32 bytes; H("pbem-root-2" + root) is promised in the first event; it is told when the game is
                over
    audiences   named in the first event: the table (what all may know), the umpire, each seat;
                root(audience) = HMAC(root, "pbem-audience-2/UUID/AUDIENCE")
    chain       link(0) = H("pbem-genesis-2" + uuid)
                link(n) = H("pbem-link-2" + link(n-1) + n as 8 bytes + number of leaves as 2 bytes
                            + their digests)
    leaf        H("pbem-leaf-2" + salt + items, each behind its length as 4 bytes), one for each audience in
                their order; salt = HMAC(root(audience), "pbem-leaf-2/n")
    items       "E" + type + version as 4 bytes + data, in the leaf of him who may know it; where others were
                shown less, theirs hold the poorer record; "C" + command + microseconds as 8 bytes, where a
                command begins, in the leaf of him whose doing it was (text behind its length as 4 bytes); the
                umpire's leaf ends with "O" + the places of the audiences of all records in their order,
                2 bytes each, before them 0x8000 + the place of him whose command begins
    papers      digest = H("pbem-paper-2" + salt + JSON of [seat, phase, orders, standing orders, salt word]),
                salt = HMAC(root(seat), "pbem-paper-2/PHASE"); sheets = H("pbem-papers-2" + the digests of all
                seats)
    escrow      HMAC(the same salt, the JSON as above)
    dice        a chain of secrets for open dice, one for each side, one for the umpire alone, all promised
                in the first event; the key as above, from the secret of the chain that a die names
    fork        the events before "forked" give the parent's head under the parent's uuid and root

A game may call others ("game_called", whole in the umpire's leaf until the family is over). Who knows the
root of the game that calls can make all again that the server promised of the one that is called:

    family      first line: {"format": "pbem-family-2", "view": "all", "games": 3}; behind it the games, each
                with the head line and all other lines that its own file has: the top first, children behind
                the game that called them. In the file of one seat ("view": "seat:NAME") only the games in
                which it plays; that there are others is not told. Where one of its seats below was given to
                somebody else, "given": [["G12-k", "SEAT"]] says why that game is not there
    child       root = HMAC(root, "pbem-child-root-2/UUID/CALL"); uuid = first 16 bytes of HMAC(root,
                "pbem-child-uuid-2/UUID/CALL"); the S(0) of its chains of dice lies a number of steps
                ("length") before HMAC(seed, "pbem-chain-2/CHAIN"), where seed = HMAC(root,
                "pbem-child-dice-2/UUID/CALL"). UUID is that of the game that calls; behind "dice_renewed"
                CALL is followed by "/" and the promise given there
    letter      of a child: the letters without i and o in the order of HMAC(root, "pbem-child-name-2/UUID/
                LETTER"), behind the last of them two, and so on; the first that no call before has
    beginning   the first events of a child are those in the call; behind the first "called_from" names the
                parent, the event of the call and the hash of the link in which it stands
    end         "game_told" in the parent names the child's last head, number of events and outcome; nothing
                stands behind them. A child of a game that is over is over
    fork        what was told stays told; what was open is called again, as it was, behind "forked"

A careless forger changes bytes: the chain shows it. A careful one computes the chain anew behind his change.
Then the file alone still shows a changed die, secret, promise, fork or order, and a phase that was closed
twice; that a man was moved elsewhere it cannot show, nor that the server, which knows the secrets, played a
whole phase anew over other orders. But every hash behind the change is another, and the reports that you kept
show hashes: with --seen the program finds any change before the last report. Give it all your mails: those
that are of another game are named and passed over.

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

FORMAT, FORMAT_2, FAMILY = "pbem-log-1", "pbem-log-2", "pbem-family-2"
ALL, TABLE, UMPIRE = "all", "table", "umpire"
MOST_SIDES = 1000
MOST_GAMES, MOST_DEPTH = 1000, 20  # of a family
MOST_STEPS = 1_000_000  # from one secret to another: no chain is nearly so long
STEP = re.compile("[a-z]+(-[a-z]+)*")  # each book has its own
UNFIT = (
    ValueError, KeyError, TypeError, AttributeError, IndexError, ArithmeticError, RecursionError,
    struct.error,
)  # fmt: skip
"""What a value of the wrong kind, size or depth raises where it is used."""
HASH = re.compile("[0-9a-f]{64}")
LEAVE_OPEN = (
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
)  # what may happen while orders are awaited
ENDS = ("game_ended", "called_off")

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


def printable(text: str) -> str:
    """A line in which nothing can end the line, move the cursor or hide: what a file says is put between
    our own words."""
    return "".join(c if c.isprintable() or c == "\xa0" else repr(c)[1:-1] for c in text)


class Fault(Exception):
    """Something is wrong: which class, at which event (0: the head line), and why."""

    def __init__(self, kind: str, seq: int, words: str, place: str = "") -> None:
        self.place = place or (f"event {seq}" if seq else "the head line")
        self.kind, self.seq, self.words = kind, seq, printable(words)
        super().__init__(f"{kind}, {self.place}: {self.words}")


class Fork(NamedTuple):
    """Where a game of its own began: at which event, from which game, and the hashes of the events before as
    the parent's."""

    seq: int
    parent: str
    hashes: list[str]


class NoGame(Exception):
    """This is no exported game."""


class Closed(NoGame):
    """A whole log of the second form whose root is not told yet: its digests fit together, more
    cannot be said."""


class Head(NamedTuple):
    """The first line of the file."""

    uuid: bytes
    label: str
    events: int
    head: str
    commitment: str  # the newest: a fork has one of its own
    title: str


class Line(NamedTuple):
    """An event as it stands in the file; ``place`` is its place in the file, ``seq`` the number
    that it claims."""

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
        self.links = self.papers = self.waiting = 0  # of the second form
        self.closed_leaves = self.closed_papers = self.closed_forks = 0
        self.view = ALL
        self.passed_over: list[str] = []  # mails of other games
        self.kin: list[tuple[str, str]] = []  # marks and words
        self.family: list[tuple[Head, Checked]] = []  # the games that it called, and what they called
        self.unseen: list[str] = []  # what mails show that stands in closed leaves, if anywhere


# ---- reading the file


def loads(text: str) -> Any:
    """JSON that can be read in one way only: no name twice, no number that is none, no half of a character.
    Raises ValueError."""
    try:
        value = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except RecursionError:
        raise ValueError("too many brackets within each other") from None
    if "\\u" in text:
        json.dumps(value, ensure_ascii=False).encode()
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands there twice")
    return found


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number")


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
        except UNFIT as error:
            if place == len(rows) - 1 and not whole:
                raise Fault("truncated", place, "the file breaks off in the middle of this line") from None
            raise Fault("content", place, f"the line cannot be read ({error!r})") from None
    return head, lines


def _head(row: str) -> Head:
    try:
        values = loads(row)
        if "seq" in values and "format" not in values:
            raise Fault("missing", 0, "the file begins with an event, its head line is gone")
        if values.get("format") != FORMAT:
            raise NoGame(f"the first line does not say that this is a {FORMAT} or {FORMAT_2} file")
        head = Head(
            uuid.UUID(values["uuid"]).bytes,
            _text(values["label"]),
            _number(values["events"]),
            _text(values["head"]),
            _text(values["commitment"]),
            _text(values.get("title", "")),
        )
        genesis = _text(values["genesis"])
    except UNFIT as error:
        raise NoGame(f"the first line is no head of a game ({error!r})") from None
    if genesis != first_hash(head.uuid):
        raise Fault("content", 0, "the head line names a game and a beginning that do not belong together")
    return head


def _line(place: int, row: str) -> Line:
    values = loads(row)
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
    if not 0 <= steps <= MOST_STEPS:
        return False
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


def known_as(kind: str) -> str:
    """The type of an event; all that begin a game are read alike, of whatever scale it is."""
    return "game_created" if kind.endswith("_created") else kind


class Umpire:
    """Follows the game event by event, and knows of the rules nothing but when orders are taken and
    dice rolled."""

    events: dict[str, Any] = {}  # what is done with each type

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
        self.whole = True  # the file holds everything, and not what one seat may know
        self.called = False  # by another game

    def follow(self, line: Line) -> None:
        """The next event."""
        self.lines.append(line)
        try:
            event = loads(line.data)
            self._in_its_place(line.seq, line.type, event)
            take = self.events.get(known_as(line.type))
            if take is not None:
                take(self, line.seq, event)
            if line.type not in LEAVE_OPEN:
                self.open = line.type == "phase_opened" or (self.stepwise and line.type == "step_began")
        except UNFIT as error:
            self.wrong("content", line.seq, f"a {_words(line.type)} that cannot be read ({error!r})")
        self.last = line.type

    def finish(self) -> Checked:
        """What was checked. Raises the first Fault."""
        self._owe_nothing()
        if self.promise != self.head.commitment:
            self.wrong(
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
        if seq == 1 and known_as(kind) != "game_created":
            self.wrong("missing", seq, "the event that creates the game is not here")
        if kind != "secret_revealed":
            self._owe_nothing()
        self._in_its_family(seq, kind)
        if self.last in ENDS:
            self.wrong("extra", seq, f"a {_words(kind)} behind the end of the game")
        if self.last == "handed_over" and kind != "taken_over":
            self.wrong("order", seq, f"a {_words(kind)} behind the event that handed the game over")
        if kind == "secret_revealed" and self.last != "phase_ended":
            self.wrong(
                "commitment", seq, f"a secret is shown as its phase ends, not behind {_words(self.last)}"
            )
        if kind in ("phase_opened", "game_ended") and self.thrown:
            self.wrong("commitment", seq, "dice were rolled before, and their secret was never shown")
        if kind in ("handed_over", "taken_over") and not self.open:
            self.wrong("order", seq, "a game changes hands while orders are awaited")
        if kind == "taken_over" and (event["why"] == "handed over") is not (self.last == "handed_over"):
            self.wrong("order", seq, f"taken over ({event['why']}) behind {_words(self.last)}")

    def _in_its_family(self, seq: int, kind: str) -> None:
        """Where a game can call another, be told, be called and be called off."""
        if kind == "game_called_again" and self.last not in ("forked", kind):
            self.wrong("order", seq, f"a call is made again behind a fork, not behind {_words(self.last)}")
        if kind == "game_called" and self.open and self.whole:
            self.wrong("order", seq, "a game is called while a phase is played")
        if kind == "game_told" and not self.open and self.whole:
            self.wrong("order", seq, "a game is told of another while orders are awaited")
        if kind == "called_from":
            self.called = True
            if seq != 2:
                self.wrong("order", seq, "which game called this one stands in its second event")
        if kind == "called_off" and self.whole:
            if not self.called:
                self.wrong("extra", seq, "it is called off, and no game has called it")
            elif not self.open:
                self.wrong("order", seq, f"called off behind {_words(self.last)}, in the middle of a phase")

    def _owe_nothing(self) -> None:
        if self.owed:
            self.wrong("commitment", self.owed, "a phase ended here and its secret was never shown")
        self.owed = 0

    def wrong(self, kind: str, seq: int, words: str) -> None:
        self.faults.append(Fault(kind, seq, words))

    # what happens in a game, by the types of the events

    def _game_created(self, seq: int, event: dict[str, Any]) -> None:
        setup = event["setup"]
        self.checked.title = str(setup.get("title", ""))
        self.stepwise = setup.get("options", {}).get("pace") == "step"
        if seq != 1:
            self.wrong("extra", seq, "a game begins once")
        else:
            self._promised(seq, setup.get("commitment", ""))

    def _forked(self, seq: int, event: dict[str, Any]) -> None:
        fork = Fork(seq, event["parent"], self._as_parents(event["parent"], seq))
        if self.last != "phase_opened":
            self.wrong("order", seq, f"a fork begins as a phase opens, not behind {_words(self.last)}")
        self._own_fork(fork.parent)
        if event["seq"] != seq - 1 or fork.hashes[-1:] != [event["head"]]:
            self.wrong("foreign fork", seq, f"the events before are not those of {fork.parent}")
        if not HASH.fullmatch(event["commitment"]):
            self.wrong("commitment", seq, "a fork promises dice of its own")
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
            self.wrong("foreign fork", self.checked.forks[-1].seq, words)

    def _handed_over(self, seq: int, event: dict[str, Any]) -> None:
        self.checked.handed_over.append((seq, f"handed over to {event.get('to') or 'another server'}"))

    def _taken_over(self, seq: int, event: dict[str, Any]) -> None:
        self.checked.handed_over.append((seq, f"taken over by {event['by']}, {event['why']}"))

    def _dice_renewed(self, seq: int, event: dict[str, Any]) -> None:
        phase, secret = _number(event["phase"]), event.get("secret", "")
        if phase != self.phase or not self.open:
            self.wrong("order", seq, "dice are renewed while orders for their phase are awaited")
        if not HASH.fullmatch(event["commitment"]):
            self.wrong("commitment", seq, "new dice have to be promised")
        if secret:
            self._given_up(seq, phase, _bytes_32(secret))
        elif self.filed or self.thrown:
            self.wrong("escrow", seq, "orders or dice of this phase lie under a secret that is not shown")
        self.checked.renewals.append((seq, phase, str(event["why"])))
        self.filed, self.thrown, self.table = [], [], None
        self._promised(seq, event["commitment"])

    def _given_up(self, seq: int, phase: int, secret: bytes) -> None:
        """The secret of the open phase under the promise that is given up."""
        if phase <= self.secret_phase or not leads_to(secret, phase - self.secret_phase, self.secret):
            self.wrong("commitment", seq, "the secret that is given up does not hash back to the promise")
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
        if _number(event["number"]) != self.phase + 1:
            self.wrong("order", seq, f"phase {event['number']} begins behind phase {self.phase}")
        self.phase, self.step, self.table = event["number"], "", None
        self.filed, self.thrown, self.names = [], [], set()

    def _step_began(self, seq: int, event: dict[str, Any]) -> None:
        self.step = _text(event["step"])
        if not STEP.fullmatch(self.step):
            self.wrong("content", seq, f"{self.step[:40]!r} is no name of a step")

    def _orders_accepted(self, seq: int, event: dict[str, Any]) -> None:
        seat = event["seat"]
        if _number(event["phase"]) != self.phase or not self.open:
            self.wrong("order", seq, f"orders for phase {event['phase']} when they could not be taken")
        self.sheets[seat], self.standing[seat] = event["orders"], event["standing"]
        self.salts.pop(seat, None)
        if event.get("salt"):
            self.salts[seat] = event["salt"]
        if _text(event.get("escrow", "")):
            self.escrow_begun = True
            self.filed.append((seq, event))
        elif self.escrow_begun:
            self.wrong("escrow", seq, "these orders have no escrow, orders before them have")
        else:
            self.checked.orders_without += 1

    def _closing(self, seq: int, phase: int) -> None:
        if phase != self.phase:
            self.wrong("order", seq, f"phase {phase} is closed while phase {self.phase} is open")
        if (self.phase, self.step) in self.closings:
            self.wrong("extra", seq, "this was closed before: nobody may roll the dice of a phase twice")
        elif not self.open:
            self.wrong("order", seq, "closed where no orders are awaited")

    def _phase_closed(self, seq: int, event: dict[str, Any]) -> None:
        self._closing(seq, _number(event["phase"]))
        sheets: list[Any] = [self.phase, self.sheets, self.standing]
        sheets += [self.salts] if self.salts else []
        if hashlib.sha256(canonical(sheets).encode()).hexdigest() != event["sheets"]:
            self.wrong("content", seq, "closed over other orders than those in the file")
        self.closings[self.phase, self.step] = event["sheets"]
        self.table = self.step
        self.checked.phases += 1

    def _die_rolled(self, seq: int, event: dict[str, Any]) -> None:
        if not self.promise:
            self.checked.dice_unpromised += 1
            return
        if self.table is None:
            self.wrong("die", seq, f"{event['name']} was rolled before orders were closed")
            return
        if event["name"] in self.names or not event["name"].startswith(f"p{self.phase}/"):
            self.wrong("die", seq, f"{event['name']} was rolled twice, or in the wrong phase")
        if type(event["sides"]) is not int or not 2 <= event["sides"] <= MOST_SIDES:
            self.wrong("die", seq, f"{event['name']} is no die: {event['sides']} sides")
            return
        self.names.add(event["name"])
        self.thrown.append((seq, self.table, event))

    def _phase_ended(self, seq: int, event: dict[str, Any]) -> None:
        if _number(event["number"]) != self.phase:
            self.wrong("order", seq, f"phase {event['number']} ends while phase {self.phase} is played")
        self.checked.digests += 1
        self.sheets, self.salts = {}, {}
        self.owed = seq if self.promise else 0

    def _secret_revealed(self, seq: int, event: dict[str, Any]) -> None:
        self.owed = 0
        phase, secret = _number(event["phase"]), bytes.fromhex(event["secret"])
        if phase != self.phase or phase <= self.secret_phase:
            self.wrong("commitment", seq, f"the secret of phase {phase} in phase {self.phase}")
        elif not leads_to(secret, phase - self.secret_phase, self.secret):
            self.wrong("commitment", seq, f"the secret of phase {phase} does not hash back to the promise")
        else:
            self.checked.secrets += 1
            self.checked.shown.append(secret.hex())
            self.secret_phase, self.secret = phase, secret.hex()
            self._open_escrow(secret)
            self._roll_again(secret)
        self.filed, self.thrown, self.table = [], [], None

    # when the secret of a phase is known

    def _open_escrow(self, secret: bytes) -> None:
        for seq, event in self.filed:
            if escrow_of(secret, event) == event["escrow"]:
                self.checked.escrows += 1
            else:
                self.wrong("escrow", seq, f"not the orders of {event['seat']} that the receipt promised")

    def _roll_again(self, secret: bytes) -> None:
        keys = {}
        for seq, step, die in self.thrown:
            if step not in keys:
                sheets = self.closings.get((self.phase, step), "")
                keys[step] = mac(secret, f"pbem-phase-1/{self.phase}/{step}/{sheets}")
            face = roll(keys[step], die["name"], die["sides"])
            if face == die["face"] and type(die["face"]) is int:
                self.checked.dice += 1
                self.checked.rolled.append((self.phase, die["name"], die["sides"], face))
            else:
                self.wrong("die", seq, f"{die['name']} shows {die['face']}, its secret gives {face}")


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
Umpire.events = EVENTS


# ---- the second form of the log

WRITTEN = (
    "orders_accepted", "asking_chosen", "decision_answered", "draw_offered", "draw_refused", "end_agreed",
)  # fmt: skip  # commands that begin so are a seat's
PUBLIC = (
    "game_created", "phase_opened", "step_began", "phase_closed", "game_ended", "asking_chosen",
    "deadline_extended", "handed_over", "taken_over", "forked", "audiences_added", "called_off",
    "draw_offered", "draw_refused", "end_agreed",
)  # fmt: skip
OF_FAMILY = ("game_called", "game_called_again", "game_told", "called_from")
"""Records of the umpire, of which others are shown as much as they may know."""
OF_ONE_SIDE = ("reserves_called", "reserves_set", "entry_delayed")
"""Records that name the seats which may know of them, or nobody: then all may."""
IN_WHOLE = {"link", "audience", "type", "version", "data", "seq", "command", "recorded_us"}
IN_PART = ({"link", "audience", "type", "version", "data"}, {"link", "audience", "command", "recorded_us"})
"""What the lines of records say in a whole file, and in that of one seat: a record, or the beginning
of a command."""


class Record(NamedTuple):
    """An event as it stands in the file, or (without a type) the beginning of a command that the reader may
    know. ``seq`` is 0 where numbers are not told."""

    link: int
    seq: int
    audience: str
    type: str
    version: int
    data: str
    command: str
    recorded_us: int
    shown: list[tuple[str, str, int, str]]


class Link(NamedTuple):
    """The line behind the records of a link."""

    number: int
    hash: str
    leaves: list[str]
    salts: dict[str, bytes]
    records: list[Record]


class Head2(NamedTuple):
    """The first line of a file of the second form."""

    uuid: bytes
    label: str
    events: int
    links: int
    head: str
    commitment: str
    title: str
    view: str
    roots: list[bytes]
    papers: dict[int, bytes]  # the salts of one's own papers, by phase


def is_second_form(text: str) -> bool:
    try:
        values = loads(text.split("\n", 1)[0])
        return isinstance(values, dict) and values.get("format") == FORMAT_2
    except ValueError:
        return False


def read_2(text: str) -> tuple[Head2, list[Link], list[Record]]:
    """The head, the links with their records, and what waits for a link. Raises NoGame, or Fault."""
    rows = text.split("\n")
    whole = rows[-1] == ""
    if whole:
        rows.pop()
    head = _head_2(rows[0])
    links: list[Link] = []
    held: list[Record] = []
    for place, row in enumerate(rows[1:], start=1):
        try:
            values = loads(row)
            if "leaves" in values and "type" not in values:
                links.append(_link_2(values, held, head.view))
                held = []
            else:
                held.append(_record_2(values, head.view))
        except UNFIT as error:
            if place == len(rows) - 1 and not whole:
                words = "the file breaks off in the middle of this line"
                raise Fault("truncated", place, words, f"line {place + 1}") from None
            raise Fault("content", place, f"it cannot be read ({error!r})", f"line {place + 1}") from None
    if not whole:
        raise Fault(
            "truncated", len(rows) - 1, "the file breaks off in the middle of this line", f"line {len(rows)}"
        )
    return head, links, held


def _head_2(row: str) -> Head2:
    try:
        values = loads(row)
        head = Head2(
            uuid.UUID(values["uuid"]).bytes,
            _text(values["label"]),
            _number(values.get("events", 0)),
            _number(values["links"]),
            _text(values["head"]),
            _text(values["commitment"]),
            _text(values.get("title", "")),
            _text(values["view"]),
            [_bytes_32(root) for root in values.get("roots", [])],
            {int(phase): _bytes_32(salt) for phase, salt in values.get("papers", {}).items()},
        )
        genesis = _text(values["genesis"])
    except UNFIT as error:
        raise NoGame(f"the first line is no head of a game ({error!r})") from None
    if genesis != hashlib.sha256(b"pbem-genesis-2" + head.uuid).hexdigest():
        raise Fault("content", 0, "the head line names a game and a beginning that do not belong together")
    return head


def _bytes_32(value: Any) -> bytes:
    if not HASH.fullmatch(_text(value)):
        raise ValueError(f"{value!r} is no hash")
    return bytes.fromhex(value)


def _record_2(values: dict[str, Any], view: str) -> Record:
    names = set(values)
    if names - {"shown"} != IN_WHOLE if view == ALL else names not in IN_PART:
        raise ValueError("other fields than such a line has")
    if "type" in names and not values["type"]:
        raise ValueError("an event of no type")
    shown = [
        (_text(s["audience"]), _text(s["type"]), _number(s["version"]), _text(s["data"]))
        for s in values.get("shown", [])
    ]
    return Record(
        _number(values["link"]),
        _number(values.get("seq", 0)),
        _text(values["audience"]),
        _text(values.get("type", "")),
        _number(values.get("version", 0)),
        _text(values.get("data", "")),
        _text(values.get("command", "")),
        _number(values.get("recorded_us", 0)),
        shown,
    )


def _link_2(values: dict[str, Any], records: list[Record], view: str) -> Link:
    if set(values) != {"link", "hash", "leaves"} | ({"salts"} if view != ALL else set()):
        raise ValueError("other fields than such a line has")
    salts = {_text(name): _bytes_32(salt) for name, salt in values.get("salts", {}).items()}
    digests = [_text(digest) for digest in values["leaves"]]
    for digest in [*digests, values["hash"]]:
        _bytes_32(digest)
    return Link(_number(values["link"]), _text(values["hash"]), digests, salts, records)


# the chain of links


def _lengthy(value: bytes) -> bytes:
    return struct.pack(">I", len(value)) + value


def item_of(kind: str, version: int, data: str) -> bytes:
    return b"E" + _lengthy(kind.encode()) + struct.pack(">I", version) + _lengthy(data.encode())


def leaf_of(salt: bytes, items: list[bytes]) -> str:
    return hashlib.sha256(b"pbem-leaf-2" + salt + b"".join(map(_lengthy, items))).hexdigest()


def link_of(previous: str, number: int, digests: list[str]) -> str:
    content = b"pbem-link-2" + bytes.fromhex(previous) + struct.pack(">QH", number, len(digests))
    return hashlib.sha256(content + b"".join(map(bytes.fromhex, digests))).hexdigest()


def audience_root(root: bytes, game: bytes, audience: str) -> bytes:
    return mac(root, f"pbem-audience-2/{uuid.UUID(bytes=game)}/{audience}")


def caused_by(record: Record) -> str:
    """The audience whose doing the command was that begins with this record."""
    return f"seat:{loads(record.data)['seat']}" if record.type in WRITTEN else UMPIRE


def items_of(records: list[Record], audiences: list[str], view: str) -> dict[str, list[bytes]]:
    """What the leaves hold, by their audiences; in the file of one seat only its own and the table's
    mean anything."""
    leaves: dict[str, list[bytes]] = {audience: [] for audience in audiences}
    order, last, when = b"O", "", 0
    for record in records:
        if view != ALL:
            begins = b"C" + _lengthy(record.command.encode()) + struct.pack(">Q", record.recorded_us)
            item = item_of(record.type, record.version, record.data) if record.type else begins
            leaves[record.audience].append(item)
            continue
        if record.command != last:
            last, by = record.command, caused_by(record)
            leaves[by].append(b"C" + _lengthy(last.encode()) + struct.pack(">Q", record.recorded_us))
            order += struct.pack(">H", 0x8000 + audiences.index(by))
            when = record.recorded_us
        if record.recorded_us != when:
            raise ValueError("another time than that of its command")
        leaves[record.audience].append(item_of(record.type, record.version, record.data))
        order += struct.pack(">H", audiences.index(record.audience))
        for audience, kind, version, data in record.shown:
            leaves[audience].append(item_of(kind, version, data))
    if view == ALL:
        leaves[UMPIRE].append(order)
    return leaves


def promised_in(record: Record) -> dict[str, Any]:
    """The promises of the first event. Raises Fault."""
    if known_as(record.type) != "game_created":
        raise Fault("missing", 1, "the event that creates the game is not here")
    try:
        setup = loads(record.data)["setup"]
        promises, seats = dict(setup["promises"]), [_text(seat["id"]) for seat in setup["seats"]]
        named = [_text(audience) for audience in promises["audiences"]]
        if not {TABLE, UMPIRE, *map("seat:{}".format, seats)} <= set(named):
            raise ValueError("somebody is no audience of it")
        if len(set(named)) != len(named) or len(set(seats)) != len(seats):
            raise ValueError("a seat or an audience is named twice")
        return promises
    except UNFIT as error:
        raise Fault("content", 1, f"the event that creates the game cannot be read ({error!r})") from None


def first_event(links: list[Link], held: list[Record]) -> Record:
    records = links[0].records if links else held
    return next((record for record in records if record.type), Record(1, 1, "", "", 0, "", "", 0, []))


def _where(link: Link) -> tuple[int, str]:
    """The number of a link's first event, and its place in words."""
    return next(
        (record.seq for record in link.records if record.seq), 0
    ) or link.number, f"command {link.number}"


def check_places(head: Head2, links: list[Link], held: list[Record]) -> None:
    """Every record and every link in its place. Raises Fault."""
    if head.view == ALL:
        seqs = [record.seq for link in links for record in link.records] + [record.seq for record in held]
        for place, seq in enumerate(seqs, start=1):
            if seq != place:
                raise _fault_of_seqs(head, seqs, place)
    for place, link in enumerate(links, start=1):
        numbers = [one.number for one in links]
        if link.number != place:
            kind = (
                "order" if place in numbers else "missing" if max(numbers[place - 1 :]) > place else "extra"
            )
            raise Fault(kind, _where(link)[0], f"here stands command {link.number}", f"command {place}")
        if head.view == ALL and not link.records:
            raise Fault("content", place, "nothing stands in it", f"command {place}")
        for record in link.records:
            if record.link != place:
                raise Fault(
                    "content",
                    _where(link)[0],
                    f"a record says that it is of {record.link}",
                    f"command {place}",
                )
    if head.view == ALL and len(seqs) < head.events:
        raise Fault("truncated", len(seqs) + 1, f"the file ends with event {len(seqs)} of {head.events}")
    if len(links) < head.links:
        words = f"the file ends with command {len(links)} of {head.links}"
        raise Fault("truncated", len(links) + 1, words, f"command {len(links) + 1}")
    if len(links) > head.links or (head.view == ALL and len(seqs) > head.events):
        raise Fault("extra", head.links + 1, "the head line knows of fewer", f"command {head.links + 1}")


def check_view(head: Head2, links: list[Link], held: list[Record], seats: list[str]) -> None:
    """The file holds what its reader may know, all of it opened, and nothing else; what waits for a link is
    nothing of which everybody may know. Raises Fault."""
    if head.view not in (ALL, TABLE, *map("seat:{}".format, seats)):
        raise Fault("content", 0, f"{head.view} is nobody in this game")
    if (head.roots and head.view != ALL) or (head.papers and head.view in (ALL, TABLE)):
        raise Fault("content", 0, "the salts in the head line are not its reader's to know")
    own = {TABLE, head.view}
    for link in links if head.view != ALL else ():
        seq, place = _where(link)
        if strange := {record.audience for record in link.records} - own:
            raise Fault("content", seq, f"a record for {min(strange)} in the file of {head.view}", place)
        if closed := own - set(link.salts):
            raise Fault(
                "content", seq, f"the leaf of {min(closed)} is not opened: its salt is not there", place
            )
    for record in held:
        mine = TABLE not in (record.audience, *(audience for audience, *_ in record.shown))
        if not mine or (head.view != ALL and record.audience not in own) or record.link != len(links) + 1:
            words = "the line of this command is not there, and nothing binds what stands here"
            raise Fault("truncated", record.seq or len(links) + 1, words, f"command {len(links) + 1}")


def _fault_of_seqs(head: Head2, seqs: list[int], place: int) -> Fault:
    behind = seqs[place - 1 :]
    if len(seqs) > head.events:
        return Fault("extra", place, f"here stands an event numbered {behind[0]} that does not belong")
    if place in behind:
        return Fault("order", place, f"here stands event {behind[0]}, event {place} stands further down")
    if len(seqs) == head.events:
        return Fault("content", place, f"its number was changed to {behind[0]}")
    if any(seq > place for seq in behind):
        return Fault("missing", place, "it is not in the file, events behind it are")
    return Fault("extra", place, f"here stands an event numbered {behind[0]} once more")


def lengthened(audiences: list[str], link: Link) -> list[str]:
    """The audiences of the links behind this one. Raises Fault."""
    try:
        for record in link.records:
            if record.type == "audiences_added":
                audiences = [*audiences, *map(_text, loads(record.data)["audiences"])]
        if len(set(audiences)) != len(audiences):
            raise ValueError("an audience is named twice")
    except UNFIT as error:
        seq, place = _where(link)
        raise Fault("content", seq, f"audiences that cannot be read ({error!r})", place) from None
    return audiences


class Chain:
    """Follows the links, opening every leaf that can be opened."""

    def __init__(self, head: Head2, audiences: list[str]) -> None:
        self.head, self.audiences = head, list(audiences)
        self.hash = hashlib.sha256(b"pbem-genesis-2" + head.uuid).hexdigest()
        self.closed = 0

    def follow(self, link: Link, behind: list[Link]) -> None:
        """The next link. Raises Fault."""
        seq, place = _where(link)
        if len(link.leaves) != len(self.audiences):
            raise Fault("content", seq, f"{len(link.leaves)} leaves, not {len(self.audiences)}", place)
        try:
            items = items_of(link.records, self.audiences, self.head.view)
        except UNFIT as error:
            raise Fault("content", seq, f"a record that belongs into no leaf ({error!r})", place) from None
        for place_of_it, audience in enumerate(self.audiences):
            digest = link.leaves[place_of_it]
            salt = self._salt(link, audience)
            if salt is None:
                self.closed += 1
                continue
            if leaf_of(salt, items[audience]) != digest:
                words = (
                    f"the leaf of {audience} is not what its digest says: something was changed, put in or "
                    "left out"
                )
                raise Fault("content", seq, words, place)
        found = link_of(self.hash, link.number, link.leaves)
        if found != link.hash:
            raise self._fault(seq, place, link, found, behind)
        self.hash = found
        self.audiences = lengthened(self.audiences, link)

    def _salt(self, link: Link, audience: str) -> bytes | None:
        if self.head.roots:
            return mac(
                audience_root(self.head.roots[0], self.head.uuid, audience), f"pbem-leaf-2/{link.number}"
            )
        return link.salts.get(audience)

    def _fault(self, seq: int, place: str, link: Link, found: str, behind: list[Link]) -> Fault:
        for start in (found, link.hash):
            last = start
            for later in behind:
                last = link_of(last, later.number, later.leaves)
            if last == self.head.head:
                return Fault("content", seq, "its hash or a digest was changed", place)
        return Fault("foreign fork", seq, "from here on this is another game or another history", place)


# what happens in it


class Umpire2(Umpire):
    """Follows a log of the second form, or what one seat may know of it."""

    def __init__(self, head: Head2) -> None:
        super().__init__(Head(head.uuid, head.label, head.events, head.head, head.commitment, head.title))
        self.head2 = head
        self.checked.view, self.whole = head.view, head.view == ALL
        self.seats: list[dict[str, Any]] = []
        self.since, self.shown_chains = 0, {}  # type: ignore[var-annotated]
        self.promised_roots: list[tuple[int, str]] = []
        self.claims: list[
            tuple[int, int, str, str, int, str, str]
        ] = []  # fork, seq, what, seat, phase, told, text
        self.fork_heads: list[tuple[int, bytes, str]] = []
        self.linked: list[Link] = []

    def finish(self) -> Checked:
        self._under_salt()
        return super().finish()

    def _promised_2(self, seq: int, commitment: str, promises: dict[str, Any]) -> None:
        self._promised(seq, commitment)
        if not all(
            HASH.fullmatch(_text(end)) for end in (commitment, promises["root"], *promises["chains"].values())
        ):
            self.wrong("commitment", seq, "dice and salts have to be promised")
        self.since = _number(promises.get("since", 0))
        self.secret_phase = self.since
        self.shown_chains = {name: (self.since, end) for name, end in promises["chains"].items()}
        self.promised_roots.append((seq, promises["root"]))

    def _created_2(self, seq: int, event: dict[str, Any]) -> None:
        setup = event["setup"]
        self.seats = setup["seats"]
        self._game_created(seq, event)
        self._promised_2(seq, setup.get("commitment", ""), setup["promises"])
        self.checked.promises.pop()

    def _seats_of(self, chain: str) -> list[str]:
        return [seat["id"] for seat in self.seats if chain == f"side:{seat['side']}"]

    def _accepted_2(self, seq: int, event: dict[str, Any]) -> None:
        seat, phase = event["seat"], event["phase"]
        if phase != self.phase or not self.open:
            self.wrong("order", seq, f"orders for phase {phase} when they could not be taken")
        self.sheets[seat], self.standing[seat] = event["orders"], event["standing"]
        self.salts.pop(seat, None)
        if event.get("salt"):
            self.salts[seat] = event["salt"]
        if not event.get("escrow"):
            self.wrong("escrow", seq, "these orders have no escrow")
            return
        sheet = [
            seat,
            phase,
            event["orders"],
            event["standing"],
            event.get("renewed", []),
            event.get("salt", ""),
        ]
        self._claim(seq, "escrow", seat, phase, event["escrow"], canonical(sheet))

    def _line_done_2(self, seq: int, event: dict[str, Any]) -> None:
        """A line of a campaign's orders that is carried out stands no more in the papers of its seat."""
        left = list(self.standing.get(event["seat"], []))
        if event["line"] in left:
            left.remove(event["line"])
        self.standing[event["seat"]] = left

    def _claim(self, seq: int, what: str, seat: str, phase: int, told: str, text: str) -> None:
        self.claims.append((len(self.fork_heads), seq, what, seat, phase, told, text))

    def _closed_2(self, seq: int, event: dict[str, Any]) -> None:
        self._closing(seq, _number(event["phase"]))
        papers = event.get("papers", [])
        mixed = hashlib.sha256(b"pbem-papers-2" + b"".join(map(_bytes_32, papers))).hexdigest()
        if mixed != event["sheets"] or len(papers) != len(self.seats):
            self.wrong("content", seq, "closed over other papers than those named")
        for number, told in enumerate(papers[: len(self.seats)]):
            seat = self.seats[number]
            known = seat["id"] if self.head2.view in (ALL, f"seat:{seat['id']}") else ""
            if known:
                sheet, standing = self.sheets.get(known, []), self.standing.get(known, [])
                final = [known, self.phase, sheet, standing, self.salts.get(known, "")]
                self._claim(seq, "paper", known, self.phase, told, canonical(final))
            else:
                self.checked.closed_papers += 1
        self.closings[self.phase, self.step] = event["sheets"]
        self.table = self.step
        self.checked.phases += 1

    def _rolled_2(self, seq: int, event: dict[str, Any]) -> None:
        chain = event.get("chain", "")
        if self.table is None:
            self.wrong("die", seq, f"{event['name']} was rolled before orders were closed")
            return
        if f"{chain}|{event['name']}" in self.names or not event["name"].startswith(f"p{self.phase}/"):
            self.wrong("die", seq, f"{event['name']} was rolled twice, or in the wrong phase")
        if type(event["sides"]) is not int or not 2 <= event["sides"] <= MOST_SIDES:
            self.wrong("die", seq, f"{event['name']} is no die: {event['sides']} sides")
            return
        if chain and (chain not in self.shown_chains or event.get("seats", []) != self._seats_of(chain)):
            self.wrong(
                "die", seq, f"{event['name']} is of the chain {chain}, or not for {event.get('seats')}"
            )
            return
        self.names.add(f"{chain}|{event['name']}")
        self.thrown.append((seq, self.table, event))

    def _revealed_2(self, seq: int, event: dict[str, Any]) -> None:
        self.owed = 0
        phase, told = event["phase"], {one["chain"]: one for one in event.get("closed", [])}
        secrets = {"": bytes.fromhex(event["secret"])}
        secrets.update((chain, bytes.fromhex(one["secret"])) for chain, one in told.items())
        wanted = set(self.shown_chains) if self.head2.view == ALL else set(told)
        if set(told) != wanted or any(one["seats"] != self._seats_of(chain) for chain, one in told.items()):
            self.wrong("commitment", seq, "the secrets of other chains than were promised, or for others")
            return
        if phase != self.phase or phase <= self.secret_phase:
            self.wrong("commitment", seq, f"the secret of phase {phase} in phase {self.phase}")
            return
        for chain, secret in secrets.items():
            since, end = self.shown_chains[chain] if chain else (self.secret_phase, self.secret)
            if not leads_to(secret, phase - since, end):
                self.wrong(
                    "commitment", seq, f"the secret of phase {phase} does not hash back to the promise"
                )
                return
        self.checked.secrets += 1
        self.checked.shown.append(secrets[""].hex())
        self.secret_phase, self.secret = phase, secrets[""].hex()
        self.shown_chains.update((chain, (phase, secrets[chain].hex())) for chain in told)
        self._again_2(secrets)

    def _again_2(self, secrets: dict[str, bytes]) -> None:
        keys: dict[tuple[str, str], bytes] = {}
        for seq, step, die in self.thrown:
            chain = die.get("chain", "")
            if (chain, step) not in keys:
                sheets = self.closings.get((self.phase, step), "")
                keys[chain, step] = mac(secrets[chain], f"pbem-phase-1/{self.phase}/{step}/{sheets}")
            face = roll(keys[chain, step], die["name"], die["sides"])
            if face == die["face"] and type(die["face"]) is int:
                self.checked.dice += 1
                self.checked.rolled.append((self.phase, die["name"], die["sides"], face))
            else:
                self.wrong("die", seq, f"{die['name']} shows {die['face']}, its secret gives {face}")
        self.thrown, self.table = [], None

    def _forked_2(self, seq: int, event: dict[str, Any]) -> None:
        if self.last != "phase_opened":
            self.wrong("order", seq, f"a fork begins as a phase opens, not behind {_words(self.last)}")
        self._own_fork(event["parent"])
        if self.head2.view == ALL and event["seq"] != seq - 1:
            self.wrong("foreign fork", seq, f"this is event {seq}, and not behind event {event['seq']}")
        self.checked.forks.append(Fork(seq, event["parent"], [event["head"]]))
        self.born = fork_named(self.lines[-1])
        try:
            self.fork_heads.append((seq, uuid.UUID(event["parent"]).bytes, event["head"]))
        except ValueError:
            self.wrong("foreign fork", seq, f"{event['parent']!r} is no game")
        if not HASH.fullmatch(event["commitment"]) or "promises" not in event:
            self.wrong("commitment", seq, "a fork promises dice and salts of its own")
            return
        self._promised_2(seq, event["commitment"], event["promises"])

    def _renewed_2(self, seq: int, event: dict[str, Any]) -> None:
        phase, secret, promises = event["phase"], event.get("secret", ""), event["promises"]
        if phase != self.phase or not self.open:
            self.wrong("order", seq, "dice are renewed while orders for their phase are awaited")
        if not HASH.fullmatch(event["commitment"]) or promises["root"] != self.promised_roots[-1][1]:
            self.wrong("commitment", seq, "new dice have to be promised, and nothing but dice is renewed")
        if secret:
            self._given_up_2(seq, event)
        elif self.thrown:
            self.wrong("escrow", seq, "dice of this phase lie under a secret that is not shown")
        self.checked.renewals.append((seq, phase, str(event["why"])))
        self.thrown, self.table = [], None
        self._promised_2(seq, event["commitment"], promises)
        self.promised_roots.pop()  # it is the one that was promised before

    def _given_up_2(self, seq: int, event: dict[str, Any]) -> None:
        """The secrets of the open phase under the promises that are given up."""
        secrets = {"": bytes.fromhex(event["secret"])}
        secrets.update((one["chain"], bytes.fromhex(one["secret"])) for one in event.get("closed", []))
        for chain, secret in secrets.items():
            since, end = self.shown_chains[chain] if chain else (self.secret_phase, self.secret)
            if event["phase"] <= since or not leads_to(secret, event["phase"] - since, end):
                self.wrong("commitment", seq, "the secret that is given up does not hash back to the promise")
                return
        self.checked.shown.append(secrets[""].hex())
        self._again_2(secrets)

    # with the roots of the salts

    def _under_salt(self) -> None:
        for game, (seq, promise) in enumerate(self.promised_roots):
            root = self._root(game)
            if root and hashlib.sha256(b"pbem-root-2" + root).hexdigest() != promise:
                self.wrong("commitment", seq, "the root of its salts is not the one that was promised")
                return
        if len(self.head2.roots) > len(self.fork_heads) + 1:
            self.wrong("content", 0, "more roots than there are games before this one")
        for game, seq, what, seat, phase, told, text in self.claims:
            salt = self._paper_salt(game, seat, phase)
            if not salt and self.head2.view != ALL and game == len(self.fork_heads):
                kind = "escrow" if what == "escrow" else "content"
                self.wrong(kind, seq, f"the salt of the papers of phase {phase} is not in the file")
            elif not salt:
                self.checked.closed_papers += 1
            elif what == "escrow":
                if mac(salt, text).hex() != told:
                    self.wrong("escrow", seq, f"not the orders of {seat} that the receipt promised")
                self.checked.escrows += 1
            elif hashlib.sha256(b"pbem-paper-2" + salt + text.encode()).hexdigest() != told:
                self.wrong("content", seq, f"closed over another paper of {seat} than that in the file")
            else:
                self.checked.papers += 1
        for game, (seq, parent, told) in enumerate(self.fork_heads):
            self._check_fork(game, seq, parent, told)

    def _root(self, game: int) -> bytes:
        """The root of the game of so many forks before, if the file tells it."""
        place = len(self.fork_heads) - game
        return self.head2.roots[place] if 0 <= place < len(self.head2.roots) else b""

    def _name(self, game: int) -> bytes:
        return self.fork_heads[game][1] if game < len(self.fork_heads) else self.head2.uuid

    def _paper_salt(self, game: int, seat: str, phase: int) -> bytes:
        root = self._root(game)
        if root:
            return mac(audience_root(root, self._name(game), f"seat:{seat}"), f"pbem-paper-2/{phase}")
        return self.head2.papers.get(phase, b"") if game == len(self.fork_heads) else b""

    def _check_fork(self, game: int, seq: int, parent: bytes, told: str) -> None:
        """The records before a fork, linked as the parent's, have to give its head."""
        root = self._root(game)
        if not root:
            self.checked.closed_forks += 1
            return
        hashes = [hashlib.sha256(b"pbem-genesis-2" + parent).hexdigest()]
        audiences: list[str] = []
        for number, link in enumerate((one for one in self.linked if one.records[0].seq < seq), start=1):
            audiences = audiences or list(promised_in(link.records[0])["audiences"])
            items = items_of(link.records, audiences, ALL)
            digests = [
                leaf_of(mac(audience_root(root, parent, one), f"pbem-leaf-2/{number}"), items[one])
                for one in audiences
            ]
            hashes.append(link_of(hashes[-1], number, digests))
            audiences = lengthened(audiences, link)
        if hashes[-1] != told:
            self.wrong("foreign fork", seq, f"the events before are not those of {uuid.UUID(bytes=parent)}")
        fork = self.checked.forks[game]
        self.checked.forks[game] = fork._replace(hashes=hashes[1:])


EVENTS_2 = {
    **EVENTS,
    "game_created": Umpire2._created_2,
    "orders_accepted": Umpire2._accepted_2,
    "campaign_line_done": Umpire2._line_done_2,
    "phase_closed": Umpire2._closed_2,
    "die_rolled": Umpire2._rolled_2,
    "secret_revealed": Umpire2._revealed_2,
    "forked": Umpire2._forked_2,
    "dice_renewed": Umpire2._renewed_2,
}
Umpire2.events = EVENTS_2


def poorer(record: Record, seats: list[str]) -> list[tuple[str, str, int, str]] | None:
    """What others have to be shown in place of a record of the umpire's; None where this program
    cannot know."""
    data = loads(record.data)

    def told(audience: str, **changes: Any) -> tuple[str, str, int, str]:
        values = {**data, **changes}
        values = {name: value for name, value in values.items() if value != []}
        text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
        return audience, record.type, record.version, text

    if record.type in OF_FAMILY:
        return _shown_of_family(record, data, seats)
    if record.type == "phase_ended":
        return [told(TABLE, digest="")]
    if record.type == "die_rolled" or record.type in OF_ONE_SIDE:
        return [told(f"seat:{seat}") for seat in seats if seat in data.get("seats", [])]
    if record.type in ("secret_revealed", "dice_renewed"):
        shown = [told(TABLE, closed=[])]
        for seat in seats:
            own = [one for one in data.get("closed", []) if seat in one["seats"]]
            shown += [told(f"seat:{seat}", closed=own)] if own else []
        return shown
    return None


def _shown_of_family(
    record: Record, data: dict[str, Any], seats: list[str]
) -> list[tuple[str, str, int, str]]:
    """What the table and seats are shown of a call, or of the end of a game that was called."""

    def told(audience: str, values: dict[str, Any]) -> tuple[str, str, int, str]:
        return audience, record.type, record.version, json.dumps(values, ensure_ascii=False)

    if record.type == "called_from":
        return []
    if record.type == "game_told":
        known = data.get("seen", {})
        kept = {name: value for name, value in data.items() if name not in ("seen", "back")}
        shown = {seat: known.get(seat, known.get("")) for seat in ("", *seats)}
        found = [
            told(
                f"seat:{seat}" if seat else TABLE, {**kept, "game": "", "head": "", "events": 0, "back": back}
            )
            for seat, back in shown.items()
            if back is not None and (not seat or shown[""] is None or canonical(back) != canonical(shown[""]))
        ]
        return found
    kept = {name: value for name, value in data.items() if name not in ("captains", "game")}
    if data.get("openly"):
        return [told(TABLE, {**kept, "opening": []})]
    return [told(f"seat:{seat}", {**kept, "opening": []}) for seat in seats if seat in data.get("known", [])]


def misplaced(record: Record, view: str, seats: list[str]) -> str:
    """What is wrong with who may know of a record, in words; "" for nothing."""
    try:
        if known_as(record.type) == "game_created":
            return _misplaced_beginning(record, view)
        belongs = belongs_to(record, view)
        if belongs not in (None, record.audience):
            return f"{_words(record.type)} in the leaf of {record.audience}, not of {belongs or 'others'}"
        expected = poorer(record, seats) if record.audience == UMPIRE else []
        if view == ALL and expected is not None and _plain(record.shown) != _plain(expected):
            return "others were shown something else than this"
    except UNFIT as error:
        return f"a {_words(record.type)} that cannot be read ({error!r})"
    return ""


def _misplaced_beginning(record: Record, view: str) -> str:
    """What is wrong with who may know how a game begins: all may know all of it; or the truth is the
    umpire's, and everybody is shown a poorer one with the same set-up and promises."""
    if record.audience == TABLE:
        return "others were shown something else than this" if record.shown else ""
    if record.audience != (UMPIRE if view == ALL else view):
        return f"{_words(record.type)} in the leaf of {record.audience}"
    if view != ALL:
        return ""  # held against that of the table as it is read
    if TABLE not in {audience for audience, *_ in record.shown}:
        return "nobody was shown how the game begins"
    for _, kind, version, data in record.shown:
        if (kind, version) != (record.type, record.version) or _setup(data) != _setup(record.data):
            return "others were shown another beginning than this"
    return ""


def _setup(data: str) -> str:
    return canonical(loads(data)["setup"])


def belongs_to(record: Record, view: str) -> str | None:
    """The audience in whose leaf a record has to stand; None where this program cannot know."""
    event = loads(record.data)
    if known_as(record.type) in PUBLIC:
        return TABLE
    if record.type in WRITTEN:
        return f"seat:{event['seat']}"
    if record.type in OF_FAMILY:
        own = TABLE if event.get("openly") else {TABLE: ""}.get(view, view)
        told = record.audience if record.audience in (TABLE, view) else ""
        return UMPIRE if view == ALL else {"called_from": "", "game_told": told}.get(record.type, own)
    kept = {
        "die_rolled": event.get("chain"),
        "secret_revealed": event.get("closed"),
        "dice_renewed": event.get("closed"),
        "phase_ended": view == ALL,
        **{kind: event.get("seats") for kind in OF_ONE_SIDE},
    }
    if record.type not in kept:
        return None
    hidden = {ALL: UMPIRE, TABLE: ""}.get(view, view)
    return hidden if kept[record.type] else TABLE


def _plain(shown: list[tuple[str, str, int, str]]) -> list[tuple[str, str, int, Any]]:
    return sorted(((a, kind, version, canonical(loads(data))) for a, kind, version, data in shown), key=str)


def in_order(link: Link, view: str) -> list[Record]:
    """The records of a link as they can be followed. In the file of one seat it is not told how its own came
    among those of the table: what it wrote comes first, what it was shown of the dice behind the closing that
    they were rolled for."""
    records = [record for record in link.records if record.type]
    if view in (ALL, TABLE):
        return records
    own = [record for record in records if record.audience == view]
    dice = [record for record in own if record.type == "die_rolled"]
    secrets = [record for record in own if record.type in ("secret_revealed", "dice_renewed")]
    told = [record for record in own if record.type in WRITTEN]
    begun = [record for record in own if known_as(record.type) == "game_created"]
    table = [record for record in records if record.audience == TABLE]
    if not any(record.type == "phase_closed" for record in table):
        told += dice
    for record in table:
        told.append(_begun(record, begun) if begun else _richer(record, secrets))
        if record.type == "phase_closed":
            told += dice
    return told + secrets


def _begun(record: Record, own: list[Record]) -> Record:
    """What a seat was shown of how the game begins: more than others, and the same set-up. Raises Fault."""
    if known_as(record.type) != "game_created":
        return record
    mine = own.pop(0)
    if mine.type != record.type or _setup(mine.data) != _setup(record.data):
        raise Fault("content", record.link, "all were shown another beginning", f"command {record.link}")
    return mine


def _richer(record: Record, secrets: list[Record]) -> Record:
    """What a seat was shown in place of a record of the table: the same, and the secrets of its side besides.
    Raises Fault."""
    if not secrets or record.type != secrets[0].type:
        return record
    own = secrets.pop(0)
    if canonical({**loads(own.data), "closed": []}) != canonical({**loads(record.data), "closed": []}):
        raise Fault("content", record.link, "all were shown another secret", f"command {record.link}")
    return own


class Game(NamedTuple):
    """A game of the second form that was found sound by itself."""

    head2: Head2
    head: Head
    links: list[Link]
    held: list[Record]
    lines: list[Line]
    checked: Checked

    @property
    def name(self) -> str:
        """Its uuid."""
        return str(uuid.UUID(bytes=self.head2.uuid))


def check_2(text: str) -> Game:
    """Check a game of the second form. Raises Fault, NoGame, Closed."""
    head, links, held = read_2(text)
    check_places(head, links, held)
    created = first_event(links, held)
    chain = Chain(head, promised_in(created)["audiences"])
    seats = [seat["id"] for seat in loads(created.data)["setup"]["seats"]]
    check_view(head, links, held, seats)
    for number, link in enumerate(links):
        chain.follow(link, links[number + 1 :])
    if chain.hash != head.head:
        raise Fault(
            "foreign fork",
            _where(links[-1])[0] if links else 0,
            "this is not the history that the head names",
        )
    if head.view == ALL and not head.roots:
        raise Closed(
            f"closed, not checked: {_count(len(links), 'link')} whose digests lead to the head {head.head}; "
            "what they are"
            " of can be checked when the game is over and its root told"
        )
    umpire = Umpire2(head)
    umpire.linked = links
    lines: list[Line] = []
    for link in [*links, Link(len(links) + 1, "", [], {}, held)]:
        for record in link.records:
            if record.type and (words := misplaced(record, head.view, seats)):
                umpire.wrong("content", record.seq or len(lines) + 1, words)
        records = in_order(link, head.view)
        for record in records:
            seq = len(lines) + 1
            last = link.hash if record is records[-1] else ""
            lines.append(
                Line(
                    seq,
                    seq,
                    record.type,
                    record.version,
                    record.data,
                    record.command,
                    record.recorded_us,
                    last,
                )
            )
            umpire.follow(lines[-1])
    checked = umpire.finish()
    checked.links, checked.closed_leaves = len(links), chain.closed
    checked.waiting = sum(record.type != "" for record in held)
    return Game(head, umpire.head, links, held, lines, checked)


# ---- families

LETTERS = "abcdefghjkmnpqrstuvwxyz"
ORIGIN = ("parent", "seq", "head")


class Call(NamedTuple):
    """A call as the log has it last, and what it says of its end."""

    seq: int
    event: dict[str, Any]
    told_seq: int = 0
    told: dict[str, Any] | None = None


def is_family(text: str) -> bool:
    try:
        values = loads(text.split("\n", 1)[0])
        return isinstance(values, dict) and values.get("format") == FAMILY
    except ValueError:
        return False


def family_head(first: str) -> tuple[str, int, list[tuple[str, str]]]:
    """Whose file of a family it is, how many games it holds, which seats were given away. Raises NoGame."""
    values = loads(first)
    try:
        view, games = _text(values["view"]), _number(values["games"])
        given = [(_text(label), _text(seat)) for label, seat in values.get("given", ())]
    except UNFIT as error:
        raise NoGame(f"the first line is no head of a family ({error!r})") from None
    if set(values) - {"given"} != {"format", "view", "games"} or games < 2 or (given and view == ALL):
        raise NoGame("the first line is no head of a family")
    return view, games, given


def games_in(text: str) -> tuple[str, list[tuple[str, str]], list[str]]:
    """Whose file of a family it is, the seats that were given away, and the texts of its games. Raises
    NoGame, Fault."""
    first, _, rest = text.partition("\n")
    view, games, given = family_head(first)
    if games > MOST_GAMES:
        raise NoGame(f"a family of {games} games; this program reads up to {MOST_GAMES}")
    parts: list[list[str]] = []
    for place, row in enumerate(rest.split("\n"), start=2):
        if '"format"' in row:  # what an event says has other quotes
            if len(parts) == games:
                raise Fault("extra", 0, f"the first line knows of {games} games", f"line {place}")
            parts.append([])
        elif not parts and row:
            raise Fault("missing", 0, "the head line of the first game is not here", f"line {place}")
        if parts:
            parts[-1].append(row)
    if len(parts) < games:
        raise Fault("truncated", 0, f"the file ends with game {len(parts)} of {games}", "the end")
    *whole, last = ["\n".join(rows) for rows in parts]
    return view, given, [*(part + "\n" for part in whole), last]


def check_family(text: str) -> list[Game]:
    """Check the games of a family, each by itself and all together. Raises Fault, NoGame, Closed."""
    view, given, texts = games_in(text)
    games: list[Game] = []
    closed: list[str] = []
    for part in texts:
        label = _label_of(part)
        if part is texts[-1] and "\n" not in part:
            raise Fault(
                "truncated", 0, "the file breaks off in the middle of this line", f"{label}, the head"
            )
        if not is_second_form(part):
            raise Fault("family", 0, "only games of the second form call others", f"{label}, the head line")
        try:
            games.append(check_2(part))
        except Closed as why:
            closed.append(f"{label}: {why}")
        except Fault as fault:
            raise Fault(fault.kind, fault.seq, fault.words, f"{label}, {fault.place}") from None
        except UNFIT as error:
            raise Fault("content", 0, f"it cannot be followed ({error!r})", label) from None
    if closed:
        raise Closed("\n".join(closed))
    try:
        return fit_together(games) if view == ALL else fit_in_part(games, view, given)
    except UNFIT as error:
        raise Fault("family", 0, f"the games cannot be compared ({error!r})") from None


def _label_of(text: str) -> str:
    try:
        return printable(str(loads(text.split("\n", 1)[0])["label"]))[:60]
    except UNFIT:
        return "a game"


def _wrong(game: Game, kind: str, seq: int, words: str) -> Fault:
    return Fault(
        kind, seq, words, f"{printable(game.head.label)}, " + (f"event {seq}" if seq else "the head line")
    )


# the whole of it


def fit_together(games: list[Game]) -> list[Game]:
    """Each game against the one that called it. Raises Fault."""
    known: dict[str, Game] = {}
    depth: dict[str, int] = {}
    for place, game in enumerate(games):
        above = origin_of(game).get("parent", "")
        if game.head2.view != ALL:
            raise _wrong(game, "content", 0, "only what a seat may know of it")
        if game.name in known:
            raise _wrong(game, "extra", 0, "it stands in the file twice")
        if place and not above:
            raise _wrong(game, "extra", 0, "no game has called it: a file holds one family, its top first")
        if place and above not in known:
            raise _wrong(game, "missing", 2, f"the game that called it, {above}, does not stand before it")
        depth[game.name] = depth[above] + 1 if place else 1
        if depth[game.name] > MOST_DEPTH:
            raise _wrong(game, "family", 0, f"more than {MOST_DEPTH} games that called each other")
        known[game.name] = game
    calls = {name: calls_of(game) for name, game in known.items()}
    for game in games:
        check_calls(game, calls[game.name], known)
        if parent := known.get(origin_of(game).get("parent", "")):
            check_child(parent, calls[parent.name].get(game.name), game)
    return games


def origin_of(game: Game) -> dict[str, Any]:
    """What the second event says of the game that called this one."""
    if len(game.lines) < 2 or game.lines[1].type != "called_from":
        return {}
    event = loads(game.lines[1].data)
    return {"parent": _text(event["parent"]), "seq": _number(event["seq"]), "head": _text(event["head"])}


def check_calls(game: Game, made: dict[str, Call], known: dict[str, Game]) -> None:
    """What was called is here, and as roots are told, all of it is over. Raises Fault."""
    if (made or len(known) > 1) and game.lines[-1].type not in ENDS:
        words = "the roots of a family are told when all its games are over, and this one is not"
        raise _wrong(game, "truncated", len(game.lines) + 1, words)
    for name, call in made.items():
        if name not in known:
            words = f"{game.head.label}-{call.event['name']}, called here, is not in the file"
            raise _wrong(game, "missing", call.seq, words)
    if made:
        told = sum(call.told is not None for call in made.values())
        words = f"{_count(len(made), 'game')} called, as its root gives them; {told} told"
        game.checked.kin.append(("ok", words))
    if (above := origin_of(game).get("parent", "")) and above not in known:
        words = f"called by {above}: the file of its family shows whether it was so"
        game.checked.kin.append(("not", words))


def calls_of(game: Game) -> dict[str, Call]:
    """The calls that belong to the family of a game, by the uuids of the games that they called. Raises
    Fault."""
    follower = Caller(game)
    for line in game.lines:
        if line.type in CALLS:
            try:
                follower.follow(line.seq, line.type, loads(line.data))
            except UNFIT as error:
                words = f"a {_words(line.type)} that cannot be read ({error!r})"
                raise _wrong(game, "content", line.seq, words) from None
        elif follower.again:
            follower.all_again(line.seq)
    if follower.again:
        follower.all_again(len(game.lines))
    return follower.made


CALLS = ("forked", "dice_renewed", "game_called", "game_called_again", "game_told")


class Caller:
    """Follows the calls of one log."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.names = [fork.parent for fork in game.checked.forks] + [game.name]
        self.part = 0  # so many forks were passed
        self.renewed = ""
        self.taken: set[str] = set()
        self.left: Any = None  # the letters that the root of this part gives, but for the first
        self.first = ""
        self.open: dict[str, Call] = {}
        self.again: dict[str, Call] = {}  # what the fork has to call once more
        self.made: dict[str, Call] = {}

    def follow(self, seq: int, kind: str, event: dict[str, Any]) -> None:
        if self.again and kind != "game_called_again":
            self.all_again(seq)
        if kind == "forked":
            self.part, self.renewed, self.first = self.part + 1, "", ""
            self.again, self.made = dict(self.open), {}
        elif kind == "dice_renewed":
            self.renewed = _text(event["commitment"])
        elif kind == "game_told":
            self._told(seq, event)
        else:
            self._called(seq, kind, event)

    def _root(self) -> bytes:
        place = len(self.names) - 1 - self.part
        return self.game.head2.roots[place] if place < len(self.game.head2.roots) else b""

    def _called(self, seq: int, kind: str, event: dict[str, Any]) -> None:
        call, name, child = (_text(event[field]) for field in ("call", "name", "game"))
        root = self._root()
        expected = self._next_letters(root) if root else name
        if kind == "game_called_again":
            before = self.again.pop(call, None)
            if before is None:
                raise self._wrong(
                    seq, "family", f"{call} is called again, and was not open when the fork began"
                )
            if bare(before.event) != bare(event):
                raise self._wrong(seq, "family", f"{call} is called again with another beginning")
            expected = before.event["name"]
        elif call in self.open:
            raise self._wrong(seq, "family", f"{call} is called already")
        self.taken.add(name)
        if name != expected:
            raise self._wrong(seq, "family", f"{call} is called {name!r}, the root gives {expected!r}")
        if root:
            self._follows(seq, call, child, event, root)
        if child in self.made:
            raise self._wrong(seq, "family", f"{call}: this game was called before")
        self.open[call] = self.made[child] = Call(seq, event)

    def _next_letters(self, root: bytes) -> str:
        """What the next child is called: the first of its names that no other has."""
        if not self.first:
            self.left = letters_of(root, self.names[self.part])
            self.first = next(self.left)
        while self.first in self.taken:
            self.first = next(self.left)
        return self.first

    def _follows(self, seq: int, call: str, child: str, event: dict[str, Any], root: bytes) -> None:
        """Whether all that the server promised follows from the root."""
        named = f"{self.names[self.part]}/{call}" + (f"/{self.renewed}" if self.renewed else "")
        found = str(uuid.UUID(bytes=mac(root, f"pbem-child-uuid-2/{named}")[:16]))
        if child != found:
            raise self._wrong(seq, "family", f"{call} is the game {child}, the root gives {found}")
        setup = loads(event["opening"][0]["data"])["setup"]
        promises = setup["promises"]
        salts = hashlib.sha256(b"pbem-root-2" + mac(root, f"pbem-child-root-2/{named}")).hexdigest()
        seed, length = mac(root, f"pbem-child-dice-2/{named}"), _number(promises["length"])
        chains = {"": setup["commitment"], **promises["chains"]}
        wanted = {"", "umpire", *(f"side:{side['id']}" for side in setup["sides"])}
        kept = promises["root"] == salts and set(chains) == wanted and "" not in promises["chains"]
        kept = kept and not promises.get("since", 0)
        for chain, end in chains.items():
            kept = kept and length <= MOST_CHAIN and leads_to(mac(seed, f"pbem-chain-2/{chain}"), length, end)
        if not kept:
            raise self._wrong(seq, "commitment", f"{call}: dice and salts that do not follow from the root")

    def _told(self, seq: int, event: dict[str, Any]) -> None:
        call = self.open.pop(_text(event["call"]), None)
        if call is None:
            raise self._wrong(seq, "family", f"{event['call']} is told, and no such call is open")
        if (event["game"], event["name"]) != (call.event["game"], call.event["name"]):
            raise self._wrong(seq, "family", f"{event['call']} is told of another game than was called")
        if event["game"] in self.made:
            self.made[event["game"]] = call._replace(told_seq=seq, told=event)

    def all_again(self, seq: int) -> None:
        left = ", ".join(self.again)
        raise self._wrong(seq, "family", f"a fork calls again what was open when it began; not so {left}")

    def _wrong(self, seq: int, kind: str, words: str) -> Fault:
        return _wrong(self.game, kind, seq, words)


MOST_CHAIN = 10_000  # secrets of a chain of a game that was called: the server makes 1000


def letters_of(root: bytes, parent: str) -> Any:
    """What the children of a game are called, one after the other."""
    order = sorted(LETTERS, key=lambda one: mac(root, f"pbem-child-name-2/{parent}/{one}"))
    names = list(order)
    for name in names:
        yield name
        names += [name + letter for letter in order]


def bare(event: dict[str, Any]) -> str:
    """A call without what the server promised in it."""
    first, *rest = event["opening"]
    data = loads(first["data"])
    data["setup"] = {k: v for k, v in data["setup"].items() if k not in ("commitment", "promises")}
    kept = {name: value for name, value in event.items() if name not in ("game", "opening")}
    return canonical([kept, first["type"], first["version"], data, rest])


def check_child(parent: Game, call: Call | None, child: Game) -> None:
    """A child begins and ends as the game says that called it. Raises Fault."""
    if call is None:
        raise _wrong(child, "extra", 2, f"{parent.head.label} has not called it")
    label = f"{parent.head.label}-{call.event['name']}"
    if child.head.label != label:
        raise _wrong(child, "family", 0, f"its label is not the one under which it was called, {label}")
    opening = [(one["type"], one["version"], one["data"]) for one in call.event["opening"]]
    own = [(line.type, line.version, line.data) for line in child.lines[: len(opening) + 1]]
    if own[:1] != opening[:1] or own[2:] != opening[1 : len(own) - 1]:
        place = 1 if own[:1] != opening[:1] else 3
        raise _wrong(child, "family", place, f"{parent.head.label} called a game that begins otherwise")
    if len(own) < len(opening) + 1:
        raise _wrong(child, "truncated", len(own) + 1, "its first events are not all there")
    origin = origin_of(child)
    if (origin["seq"], origin["head"]) != (call.seq, head_over(parent, call.seq)):
        words = f"it was called in event {call.seq} of {parent.head.label}, under another head than it says"
        raise _wrong(child, "family", 2, words)
    ended = child.lines[-1].type in ENDS
    if call.told is not None:
        check_end(parent, call, call.told, child)
    elif parent.lines[-1].type in ENDS and not ended:
        raise _wrong(child, "family", len(child.lines), f"{parent.head.label}, which called it, is over")
    words = f"called by {parent.head.label} in event {call.seq}"
    child.checked.kin.append(("ok", words + (f", told in event {call.told_seq}" if call.told else "")))


def head_over(game: Game, seq: int) -> str:
    """The hash of the link in which an event stands."""
    return next((link.hash for link in game.links if link.records[-1].seq >= seq), "")


def check_end(parent: Game, call: Call, told: dict[str, Any], child: Game) -> None:
    where, events = f"event {call.told_seq} of {parent.head.label}", len(child.lines)
    if events > told["events"]:
        words = f"{where} tells of its end after {told['events']} events, and it goes on"
        raise _wrong(child, "extra", told["events"] + 1, words)
    if events < told["events"]:
        words = f"{where} tells of its end after {told['events']} events, there are {events}"
        raise _wrong(child, "truncated", events + 1, words)
    if told["head"] != child.head2.head or child.held:
        raise _wrong(child, "family", events, f"{where} tells of another head: {told['head']}")
    last = child.lines[-1]
    if last.type != "game_ended" or canonical(loads(last.data)["outcome"]) != canonical(told["outcome"]):
        raise _wrong(child, "family", events, f"{where} tells of another end")


# what a seat may know of it


def fit_in_part(games: list[Game], view: str, given: list[tuple[str, str]]) -> list[Game]:
    """The games in which a seat plays, as far as it is told of them, but for seats that were given to
    somebody else. Raises Fault."""
    top, *others = games
    if top.head2.view != view:
        raise _wrong(top, "content", 0, f"the file is that of {view}")
    absent: list[tuple[str, str]] = []
    known: dict[tuple[str, str], Game] = {}
    calls: dict[tuple[str, str], dict[str, list[dict[str, Any]]]] = {}
    for place, game in enumerate(games):
        key = game.head.label, game.head2.view
        if key in known:
            raise _wrong(game, "extra", 0, "it stands in the file twice")
        if not game.head2.view.startswith("seat:"):
            raise _wrong(game, "content", 0, f"the file is that of {view}")
        if place:
            called_in_part(game, calls)
        for (label, _), other in known.items():
            if label == game.head.label and (other.name, other.head2.head) != (game.name, game.head2.head):
                raise _wrong(game, "family", 0, "its seats have different games under this label")
        known[key], calls[key] = game, shown_calls(game)
    for (label, own), made in calls.items():
        for name, records in made.items():
            for seat, ours in records[0]["seats"].items():
                below = f"{label}-{name}"
                if f"seat:{ours}" != own or (below, f"seat:{seat}") in known:
                    continue
                if (below, seat) not in given:
                    raise _wrong(known[label, own], "missing", 0, f"{below} is not in the file")
                words = f"{below}: somebody else plays {seat} there, it is said; its file shows it"
                known[label, own].checked.kin.append(("not", words))
                absent.append((below, seat))
    if sorted(absent) != sorted(given):
        raise _wrong(top, "family", 0, "seats are said to be given away that this seat does not have")
    return [top, *others]


def called_in_part(game: Game, calls: dict[tuple[str, str], dict[str, list[dict[str, Any]]]]) -> None:
    """A game in which the seat plays was called by one that stands before it, for this seat. Raises Fault."""
    above, _, name = game.head.label.rpartition("-")
    seat = game.head2.view.partition(":")[2]
    for (label, own), made in calls.items():
        records = made.get(name, [])
        if label == above and records and f"seat:{records[0]['seats'].get(seat)}" == own:
            for told in records[1:]:
                last = game.lines[-1]
                ended = last.type == "game_ended" and loads(last.data)["outcome"]
                if canonical(ended) != canonical(told["outcome"]):
                    raise _wrong(game, "family", 0, f"{above} was told of another end")
            game.checked.kin.append(("ok", f"called by {above}" + (", and told" if records[1:] else "")))
            return
    raise _wrong(game, "family", 0, f"no game of the file has called it for {game.head2.view}")


def shown_calls(game: Game) -> dict[str, list[dict[str, Any]]]:
    """What a seat was shown of the calls of a game since it was forked, by their names: the call, then its
    end."""
    found: dict[str, list[dict[str, Any]]] = {}
    for records in [*(link.records for link in game.links), game.held]:
        events = [(record.type, loads(record.data)) for record in records if record.type in CALLS]
        if any(kind == "forked" for kind, _ in events):
            found = {}
        for kind, event in events:
            if kind in ("game_called", "game_called_again"):
                found[_text(event["name"])] = [event]
        for kind, event in events:
            if kind == "game_told" and event["name"] in found:
                found[event["name"]].append(event)
    return found


# ---- what mails show

LABELS = ("head", "before", "escrow", "promise", "secret")
SHOWN = re.compile(rf"\b({'|'.join(LABELS)})\s+([0-9a-f]{{64}})\b", re.I)


def shown_in(text: str) -> list[tuple[str, str]]:
    """(label, hash) for every line of reports and receipts such as "head    8d31a6f0...", quoted or not, once
    each."""
    text = re.sub(r"^(?:[ \t]*>)+[ \t]?", "", text.replace("\xa0", " "), flags=re.M)
    return list(dict.fromkeys((label.lower(), shown.lower()) for label, shown in SHOWN.findall(text)))


LABEL = "[0-9]{1,9}(?:-[a-z]{1,9}){0,20}"
NAMED = (
    re.compile(rf"^Subject:.*\[(G{LABEL})\b", re.I | re.M),
    re.compile(rf"\bgame (G{LABEL})\b"),
    re.compile(rf"#ORDERS (G{LABEL})\b"),
    re.compile(rf"/g/({LABEL})\b"),
)
PART = re.compile(
    r"^(?=[0-9]+ \w+ [0-9]+\s?: \[G[0-9])", re.M
)  # "2 OF 3: [G12 T4 Norman] ...", in any language


def said_in(raw: bytes) -> str:
    """The text of a file: a mail as it was saved (.eml), with its subject, or what was copied out of one."""
    try:
        message = email.message_from_bytes(raw, policy=email.policy.default)
        if message["Message-ID"]:
            part = message.get_body(preferencelist=("plain", "html"))
            return f"Subject: {message['Subject']}\n\n{part.get_content() if part else ''}"
    except Exception:  # a mail that Python's own library stumbles over: then as it lies there
        return raw.decode(errors="replace")
    return raw.decode(errors="replace")


def parts_of(mail: str, text: str) -> dict[str, str]:
    """A daily mail holds those of several games, each below a heading of its own: its parts, by names
    of their own."""
    _, *parts = PART.split(text)
    if not parts:
        return {mail: text}
    return {f"{mail}, part {number}": f"Subject: {part}" for number, part in enumerate(parts, start=1)}


def other_game(head: Head, lines: list[Line], checked: Checked, text: str) -> str:
    """The game that a mail is of, if that is another: it names one, and nothing that it shows is of this
    game. Whoever gave the file another name is found out all the same: the promise of its dice, the secrets
    and the heads are these."""
    named = {f"G{found.lower().lstrip('g')}" for pattern in NAMED for found in pattern.findall(text)}
    if not named or head.label in named:
        return ""
    ours = {line.hash for line in lines} | set(checked.shown) | {head.commitment}
    ours |= {loads(line.data).get("escrow", "") for line in lines if line.type == "orders_accepted"}
    # a parent goes on behind its fork: the head before the fork is shown by both
    shown = {value for label, value in shown_in(text) if label != "before"}
    for fork in checked.forks:
        ours |= set(fork.hashes)
    return "" if shown & ours else " and ".join(sorted(named))


def compare(head: Head, lines: list[Line], checked: Checked, mail: str, text: str) -> None:
    """Whether all that a mail shows is in the game; one of another game is passed over. Raises Fault."""
    shown = shown_in(text)
    if shown and (other := other_game(head, lines, checked, text)):
        checked.passed_over.append(f"{mail}: of {other}, passed over")
        return
    hidden = 0
    for label, value in shown:
        if label in ("promise", "secret"):
            if value not in (checked.promises if label == "promise" else checked.shown):
                raise Fault("commitment", len(lines), f"{mail}: the {label} {value} is nowhere in this game")
            continue
        try:
            find_seen(lines, value, checked.forks)
        except Fault as fault:
            if label != "escrow" or checked.view != TABLE:
                raise Fault(fault.kind, fault.seq, f"{mail}: the {label} {fault.words}") from None
            hidden += 1  # of a seat, whose leaves are all closed in the file for everybody
    if hidden:
        checked.unseen.append(f"{mail}: {_count(hidden, 'escrow')}, for the file of your seat to open")
    if len(shown) > hidden:
        checked.seen.append(f"{mail}: {_count(len(shown) - hidden, 'hash', 'hashes')}, all of this game")


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
            event = loads(line.data)
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
    "is the head after event {}, but this game began with the fork at event {} and can have mailed nothing "
    "before: if a mail shows this hash, the fork was put into a game that was running"
)


# ---- telling


def check_1(text: str) -> tuple[Head, list[Line], Checked]:
    """Check a file of the first form. Raises Fault, NoGame."""
    head, lines = read(text)
    check_chain(head, lines)
    umpire = Umpire(head)
    for line in lines:
        umpire.follow(line)
    return head, lines, umpire.finish()


def check(
    text: str, seen: list[str] | None = None, mails: dict[str, str] | None = None
) -> tuple[Head, Checked]:
    """Check a whole file, with hashes from mails, or with the text of mails by their names. Raises Fault with
    the first thing that is wrong, NoGame for a file that is no game. Of a family it is the top that is
    answered, with the others in ``Checked.family``."""
    try:
        games = checked_games(text)
    except UNFIT as error:
        raise Fault("content", 0, f"the file cannot be followed ({error!r})") from None
    head, _, checked = games[0]
    checked.seen = [first_found(games, one) for one in seen or []]
    for mail, said in (mails or {}).items():
        for part, told in parts_of(mail, said).items():
            compare_any(games, part, told)
    if checked.passed_over and not any(of_it.seen for _, _, of_it in games):
        raise NoGame("no mail is of this game\n" + "\n".join(checked.passed_over))
    checked.family = [(below, of_it) for below, _, of_it in games[1:]]
    return head, checked


def checked_games(text: str) -> list[tuple[Head, list[Line], Checked]]:
    """The games of a file, each found sound. Raises Fault, NoGame, Closed."""
    if is_family(text):
        return [(game.head, game.lines, game.checked) for game in check_family(text)]
    if not is_second_form(text):
        return [check_1(text)]
    game = check_2(text)
    if game.head2.view == ALL:
        fit_together([game])
    return [(game.head, game.lines, game.checked)]


def first_found(games: list[tuple[Head, list[Line], Checked]], seen: str) -> str:
    """Where a hash from a mail stands, in whichever game of a family. Raises Fault."""
    faults = []
    for head, lines, checked in games:
        try:
            found = find_seen(lines, seen, checked.forks)
            return f"{head.label}: {found}" if len(games) > 1 else found
        except Fault as fault:
            faults.append(fault)
    raise faults[0]


def compare_any(games: list[tuple[Head, list[Line], Checked]], mail: str, text: str) -> None:
    """Whether all that a mail shows is in the game of a family that it is of; one of another game is passed
    over. Raises Fault."""
    faults = []
    for head, lines, checked in games:
        if len(games) > 1 and other_game(head, lines, checked, text):
            continue
        try:
            return compare(head, lines, checked, mail, text)
        except Fault as fault:
            faults.append(fault)
    if faults:
        raise faults[0]
    compare(*games[0], mail, text)


def _words(kind: str) -> str:
    return kind.replace("_", " ")


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def report(head: Head, checked: Checked) -> str:
    """What was checked, to be read by people."""
    told, digests = [], 0
    for one, of_it in ((head, checked), *checked.family):
        told += [printable(f"{one.label}  {one.title or of_it.title}".rstrip()), ""]
        for mark, words in (*_of_chain(one, of_it), *of_it.kin, *_of_dice(one, of_it), *_of_orders(of_it)):
            told.append(f"  {mark:<8}{printable(words)}")
        told.append("")
        digests += of_it.digests
    return "\n".join([*told, TRUST.format(digests=digests)])


COUNTED = (
    "view", "events", "links", "phases", "secrets", "dice", "dice_waiting", "escrows", "escrows_waiting",
    "papers", "waiting", "closed_leaves", "closed_papers", "closed_forks",
)  # fmt: skip


def as_json(head: Head, checked: Checked) -> str:
    """What was checked, to be read by programs: each game of the file in a list."""
    games = [
        {
            "label": one.label,
            "uuid": str(uuid.UUID(bytes=one.uuid)),
            "head": one.head,
            **{name: getattr(of_it, name) for name in COUNTED},
            "family": [f"{mark}: {words}" for mark, words in of_it.kin],
            "seen": of_it.seen,
        }
        for one, of_it in ((head, checked), *checked.family)
    ]
    return json.dumps({"games": games}, indent=1)


def _of_chain(head: Head, checked: Checked) -> Any:  # lines: a mark and words
    links = f", {_count(checked.links, 'link')}" if checked.links else ""
    yield "ok", f"{_count(checked.events - checked.waiting, 'event')}{links} in one unbroken chain"
    yield "", f"head {head.head}"
    if checked.waiting:
        yield "later", f"{_count(checked.waiting, 'event')} behind it: the next command binds them"
    if checked.view != ALL:
        own = "" if checked.view == TABLE else " and its own"
        yield "", f"as {checked.view} may know it: all leaves of the table{own} opened"
    if checked.closed_leaves:
        leaves = _count(checked.closed_leaves, "leaf", "leaves")
        yield "closed", f"{leaves} of others: they open when the game is over"
    for fork in checked.forks:
        yield "ok", f"forked at event {fork.seq}, with a promise of its own, from {fork.parent},"
        yield "", f"whose head there, to be compared with its mails, is {fork.hashes[-1]}"
    if checked.closed_forks:
        yield "closed", "that this is the past of the game it names: it opens when that game is over"
    for seq, words in checked.handed_over:
        yield "ok", f"{words}, event {seq}: the promise stays"
    for seq, phase, why in checked.renewals:
        yield "look", f"new dice from phase {phase}, event {seq}, because: {why}"
        yield "", "the server chose them then; what it knew of the orders filed before, it could use"


def _of_dice(head: Head, checked: Checked) -> Any:
    if head.commitment:
        shown = _count(checked.secrets, "secret")
        yield "ok", f"{shown} of the dice shown so far, hashing back to the promise"
        yield "", f"promise {head.commitment}"
        yield "ok", f"{_count(checked.dice, 'die', 'dice')} rolled again, every face agrees"
        if checked.dice_waiting:
            waiting = _count(checked.dice_waiting, "die", "dice")
            yield "later", f"{waiting} of the phase that is being played, to be checked when it is over"
    elif checked.dice_unpromised:
        yield "not", f"{_count(checked.dice_unpromised, 'die', 'dice')}: this game promised no dice"


def _of_orders(checked: Checked) -> Any:
    if checked.phases:
        over = "the papers named there" if checked.links else "exactly the orders in the file"
        yield "ok", f"{_count(checked.phases, 'closing')} over {over}"
    if checked.papers:
        yield "ok", f"{_count(checked.papers, 'final paper')} mixed into the dice as written"
    if checked.escrows:
        yield "ok", f"{_count(checked.escrows, 'set')} of orders as promised by their receipts"
    if checked.escrows_waiting:
        waiting = _count(checked.escrows_waiting, "set")
        yield "later", f"{waiting} of orders for the phase that is open, to be checked when it is over"
    if checked.closed_papers:
        yield "closed", f"{_count(checked.closed_papers, 'paper')} of others: they open when the game is over"
    if checked.orders_without:
        yield "not", f"{_count(checked.orders_without, 'set')} of orders from before receipts had an escrow"
    for words in checked.seen:
        yield "ok", words
    for words in checked.unseen:
        yield "closed", words
    for words in checked.passed_over:
        yield "other", words


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
    parser.add_argument("--json", action="store_true", help="answer as JSON")
    chosen = parser.parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a title need not suit the terminal
    try:
        raw = sys.stdin.buffer.read() if chosen.file == "-" else _bytes_of(chosen.file)
        head, checked = check(_decoded(raw), chosen.hashes, _mails(chosen.seen))
    except (OSError, NoGame) as error:
        print(json.dumps({"nothing": str(error)}) if chosen.json else f"Nothing checked: {error}")
        return 2
    except Fault as fault:
        wrong = {"wrong": fault.kind, "place": fault.place, "words": fault.words}
        lines = f"WRONG  {fault.kind} at {fault.place}\n       {fault.words}"
        print(json.dumps(wrong) if chosen.json else lines)
        return 1
    print(as_json(head, checked) if chosen.json else report(head, checked))
    if chosen.dice is not None and not chosen.json:
        for one, of_it in ((head, checked), *checked.family):
            print(f"\nDice of phase {chosen.dice}" + (f" of {one.label}" if checked.family else ""))
            for phase, name, sides, face in of_it.rolled:
                if phase == chosen.dice:
                    print(f"  {face:>3} of {sides:<4} {printable(name)}")
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

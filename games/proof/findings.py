"""What comes of checking a log: the first fault and its class, or what was found sound."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple
from uuid import UUID

from games.record.stored import Stored


class Fault(StrEnum):
    """The classes of fault. The first ten are those that the stand-alone verifier knows too."""

    CONTENT = "content"  # an event is not what its hash says, or contradicts the events around it
    ORDER = "order"  # an event stands where it cannot
    MISSING = "missing"  # an event is not there, those behind it are
    EXTRA = "extra"  # an event is there twice, or does not belong to the game
    TRUNCATED = "truncated"  # the end is not there
    FOREIGN_FORK = "foreign fork"  # another game or history, or a fork that is none of the game it names
    DIE = "die"  # a die shows another face than its secret gives
    COMMITMENT = "commitment"  # a secret is not the one that was promised
    ESCROW = "escrow"  # orders are not those that their receipt promised
    FAMILY = "family"  # two games of a family do not fit together
    COMMAND = "command"  # the command table tells another story
    UNREADABLE = "unreadable"  # this code cannot read the event
    REPLAY = "replay"  # the event cannot have happened to this state
    DIGEST = "digest"  # the replayed state is not the one the phase ended with


class Broken(Exception):
    """A log is not what it was: where (``game``: in which game of a family), and in which way."""

    def __init__(self, seq: int, fault: Fault, words: str, game: str = "") -> None:
        super().__init__(f"{f'{game}, ' if game else ''}event {seq}: {fault}: {words}")
        self.seq, self.fault, self.words = seq, fault, words


class Closed(Exception):
    """A log of form 2 whose root is not known: nothing can be said of it yet."""


class Log(NamedTuple):
    """A log as it claims to be, wherever it lies. ``rows`` gives them from the first, each time it is
    called. Of form 2: ``roots`` are those of its salts that are known, its own first, then those of the
    games that it was forked from; ``leaves`` gives the digests of a link's leaves, where they are on record,
    by the link's number."""

    uuid: UUID
    events: int
    head: bytes
    commitment: str
    rows: Callable[[], Iterable[Stored]]
    form: int = 1
    roots: tuple[bytes, ...] = ()
    leaves: Mapping[int, tuple[bytes, ...]] = {}


@dataclass
class Verified:
    """What was checked."""

    head: str = ""
    events: int = 0
    phases: int = 0
    secrets: int = 0
    dice: int = 0
    unrevealed: int = 0
    unpromised: int = 0
    closings: int = 0
    escrows: int = 0
    escrows_waiting: int = 0
    orders_without: int = 0
    links: int = 0  # of form 2
    closed: int = 0  # papers, escrows and forks whose root is not open yet
    # event, parent, and the parent's head there
    forks: list[tuple[int, str, str]] = field(default_factory=list)
    # event, phase, and why the dice of this phase and those behind it are other ones
    renewals: list[tuple[int, int, str]] = field(default_factory=list)

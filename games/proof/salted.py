"""What of a log of form 2 can be checked only with the roots of its salts: papers, escrows, and the
past of a fork.

It is gathered while the log is followed, and checked at its end: which root a salt came from shows only when
all forks are known. What stands before a fork was salted by the game that it was forked from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple
from uuid import UUID

from games.record import chaining, dice, escrow, roots
from games.record.stored import Stored
from rules import engine


class Complaint(NamedTuple):
    """Something that is not what its salt says: ``about`` is "paper", "escrow", "fork" or "root"."""

    seq: int
    about: str
    words: str


class _Paper(NamedTuple):
    """A final paper, or orders with their escrow, of the game of so many forks before."""

    game: int
    seq: int
    seat: str
    phase: int
    promised: str
    digest: Callable[[bytes], str]
    about: str


class _Fork(NamedTuple):
    seq: int
    parent: UUID
    head: str


class Salted:
    """The claims of one log. ``opened`` are the roots that are known: the game's own, then its
    parent's, and so on."""

    def __init__(self, uuid: UUID, opened: Sequence[bytes], rows: Callable[[], Iterator[Stored]]) -> None:
        self._uuid, self._opened, self._rows = uuid, opened, rows
        self._papers: list[_Paper] = []
        self._forks: list[_Fork] = []
        self._promised: list[tuple[int, str]] = []
        self.escrows = self.closed = 0

    # gathering

    def promised(self, seq: int, promises: engine.Promises) -> None:
        """The root that the salts of the game, or of the fork, that begins here are made from."""
        self._promised.append((seq, promises.root))

    def filed(self, seq: int, accepted: engine.OrdersAccepted) -> None:
        def digest(salt: bytes) -> str:
            return escrow.escrow_of(salt, accepted)

        of_it = (accepted.seat, accepted.phase, accepted.escrow)
        self._papers.append(_Paper(len(self._forks), seq, *of_it, digest, "escrow"))

    def closed_over(self, seq: int, event: engine.PhaseClosed, battle: engine.Table) -> None:
        for seat, promised in zip(battle.setup.seats, event.papers, strict=False):
            paper = engine.paper_of(battle, seat.id)

            def digest(salt: bytes, paper: bytes = paper) -> str:
                return dice.paper_digest(salt, paper)

            of_it = (seat.id, event.phase, promised)
            self._papers.append(_Paper(len(self._forks), seq, *of_it, digest, "paper"))

    def forked(self, seq: int, parent: UUID, head: str) -> None:
        self._forks.append(_Fork(seq, parent, head))

    # checking

    def complaints(self) -> Iterator[Complaint]:
        """What is wrong; what cannot be checked for want of a root is counted (``closed``)."""
        if len(self._opened) > len(self._promised):
            yield Complaint(1, "root", "there are more roots than games before this one")
        for game, (seq, promise) in enumerate(self._promised):
            root = self._root(game)
            if root and roots.promise_of(root) != promise:
                yield Complaint(seq, "root", "the root of its salts is not the one that was promised")
                return
        for paper in self._papers:
            yield from self._of_paper(paper)
        for game, fork in enumerate(self._forks):
            yield from self._of_fork(game, fork)

    def _of_paper(self, paper: _Paper) -> Iterator[Complaint]:
        root = self._root(paper.game)
        if not root:
            self.closed += 1
            return
        salt = roots.paper_salt(root, self._name(paper.game), paper.seat, paper.phase)
        if paper.digest(salt) == paper.promised:
            self.escrows += paper.about == "escrow"
        elif paper.about == "escrow":
            yield Complaint(paper.seq, "escrow", f"the orders of {paper.seat} are not what was promised")
        else:
            yield Complaint(
                paper.seq, "paper", f"closed over another paper of {paper.seat} than that in the log"
            )

    def _of_fork(self, game: int, fork: _Fork) -> Iterator[Complaint]:
        root = self._root(game)
        if not root:
            self.closed += 1
            return
        before = (row for row in self._rows() if row.seq < fork.seq)
        head = b""
        for row in chaining.relinked(fork.parent, before, root):
            head = row.hash
        if head.hex() != fork.head:
            words = f"the events before are not those of {fork.parent}, whose head is said to be {fork.head}"
            yield Complaint(fork.seq, "fork", words)

    def _root(self, game: int) -> bytes:
        """The root of the game of so many forks before, if it is known."""
        place = len(self._forks) - game
        return self._opened[place] if 0 <= place < len(self._opened) else b""

    def _name(self, game: int) -> UUID:
        return self._forks[game].parent if game < len(self._forks) else self._uuid

"""A game that calls another, is told how it ended, and the one that was called.

A call holds the whole beginning of the child, made from the state of the parent, so that the child reads
nothing of its parent. What only the two logs together show is the umpire's until the family is over.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from rules.events.base import Audience, Event, Knowledge
from rules.state.families import Beginning, Returned
from rules.state.figure import SeatId
from rules.state.table import Outcome


class GameCalled(Event, frozen=True, kw_only=True):
    """A child game begins. ``call`` names it within this log; ``seats`` says who of this table plays which of
    its seats, ``captains`` which temper plays a seat that nobody has. ``known``: the seats that may know of
    it; ``openly``: everybody may. ``opening``: its first events.

    The server fills in ``name``, what it is called within the family, ``game``, its UUID, and the promises in
    the first event of its ``opening``: all of them follow from the secrets that this game is committed to, so
    that a call leaves nobody anything to choose."""

    kind: ClassVar[str] = "game_called"
    audience: ClassVar[Audience] = Audience.UMPIRE
    call: str
    seats: dict[SeatId, SeatId]
    opening: tuple[Beginning, ...]
    captains: dict[SeatId, str] = {}
    known: tuple[SeatId, ...] = ()
    openly: bool = False
    name: str = ""
    game: str = ""

    def known_to(self, seat: str | None) -> bool:
        """Whether a seat (None: the public) may know of it."""
        return self.openly or seat in self.known

    def seen_by(self, knowledge: Knowledge) -> Event | None:
        """Those who know of it are told its name; what it begins with they see as far as they play it."""
        return replace(self, opening=(), captains={}, game="") if self.known_to(knowledge.seat) else None


class GameCalledAgain(GameCalled, frozen=True, kw_only=True):
    """In a fork: a child that was open when the fork began starts once more, as the fork's own, with the
    beginning that it had and other dice."""

    kind: ClassVar[str] = "game_called_again"


class GameTold(Event, frozen=True, kw_only=True):
    """A child is over. ``head`` is the last of its log, which has so many ``events``; ``back`` is what comes
    back. ``seen``: the same as each seat of this table that may know of it saw it there; under "" what
    everybody else may know, if it was fought openly."""

    kind: ClassVar[str] = "game_told"
    audience: ClassVar[Audience] = Audience.UMPIRE
    call: str
    name: str
    game: str
    head: str
    events: int
    outcome: Outcome
    back: Returned
    seen: dict[SeatId, Returned] = {}

    def seen_by(self, knowledge: Knowledge) -> Event | None:
        """What a seat saw in the child enters what it knows, and no more."""
        back = self.seen.get(knowledge.seat or "", self.seen.get(""))
        return None if back is None else replace(self, game="", head="", events=0, back=back, seen={})


class CalledFrom(Event, frozen=True):
    """The second event of a child: which game called it (its UUID), in which event, whose hash is ``head``.
    Nobody is shown it before the family is over."""

    kind: ClassVar[str] = "called_from"
    audience: ClassVar[Audience] = Audience.UMPIRE
    parent: str
    seq: int
    head: str


class CalledOff(Event, frozen=True):
    """The game that called this one is over, and so is this one: nobody has won. ``unfinished``: it is the
    clock of this one that has run out, and the other settles what stands."""

    kind: ClassVar[str] = "called_off"
    why: str
    unfinished: bool = False

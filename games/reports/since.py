"""One mail a game turn: of which phases a seat is still to be told, and when it is time to.

A phase after which nothing is wanted from a seat is no reason to write to it: its next report tells of it
too, unless its player wants a mail after each. What has to be told follows from the log and that wish alone,
so that whoever finds a game due, and on whatever server, tells the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from games.models import Adjudication, Game, rows
from games.record import eventlog
from rules import engine

MOST_AHEAD = 10
"""So many turns ahead of an earlier one none is opened."""
_AT_ONCE = 8  # adjudications that are read


class Untold(NamedTuple):
    """A phase (or step) of which a seat has had no mail, the state before it, and what the seat saw of it."""

    played: Adjudication
    before: engine.Table
    shown: Sequence[engine.Event]


class Course:
    """The adjudications of a game up to the one that is to be told now, with the states between them and what
    was seen of them, each loaded once. They are counted from that one back, which has place 0: however long
    the game is, it is a few of them that matter."""

    def __init__(
        self,
        game: Game,
        before: engine.Table,
        told: engine.Sightings,
        after: engine.Table,
        each_phase: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        """``before``, ``told`` and ``after``: the last adjudication, which may not be on record yet;
        ``each_phase``: the seats that are written to after every phase, from which event on."""
        self.game = game
        self._each_phase = each_phase
        self._on_record = game.adjudications.filter(first_seq__lte=game.version).order_by("-first_seq")
        self._rows: list[Adjudication | None] = []  # the newest first; None behind the oldest
        self._turn = engine.awaiting(before).turn
        self._states = {0: before, 1: after}
        self._seen = {(seat.id, 0): told.of(seat.id) for seat in after.setup.seats}

    def untold(self, seat: str) -> tuple[Untold, ...]:
        """What was adjudicated before the last time and since the seat was last told of anything, oldest
        first."""
        found: list[Untold] = []
        while (played := self._row(place := -1 - len(found))) and not self._is_told(seat, place):
            found.append(Untold(played, self._state(place), self._shown(seat, place)))
        return tuple(reversed(found))

    def is_told(self, seat: str) -> bool:
        """Whether a seat gets a mail after the last adjudication."""
        return self._is_told(seat, 0)

    def _is_told(self, seat: str, place: int) -> bool:
        """After the adjudication with this place: its orders are wanted, nobody plays on (the game is over,
        rests or is settled), others go on without it, another game was called, a turn is over in which it had
        no say, as one has whose men are all down, or it wants to be told each time."""
        if self._wants_each(seat, place):
            return True
        awaiting = engine.awaiting(self._state(place + 1))
        if awaiting.over or awaiting.rests or awaiting.settled or seat in (*awaiting.seats, *awaiting.waits):
            return True
        if any(isinstance(event, engine.GameCalled) for event in self._shown(seat, place)):
            return True
        if self._rested(place):
            return True
        turn = self._turn_of(place)
        if awaiting.turn == turn:
            return False
        return not any(seat in engine.awaiting(self._state(one)).seats for one in self._of_turn(turn, place))

    def _wants_each(self, seat: str, place: int) -> bool:
        """Those not on record yet come after all that is."""
        begun = self._each_phase.get(seat)
        if begun is None:
            return False
        played = self._row(place) if place else None
        return played is None or played.first_seq > begun

    def _row(self, place: int) -> Adjudication | None:
        """The adjudication with this place, below 0; None before the first."""
        while len(self._rows) < -place:
            have = len(self._rows)
            self._rows += [*self._on_record[have : have + _AT_ONCE], None]
            if len(self._rows) > have + _AT_ONCE:
                self._rows.pop()  # there may be more
        return self._rows[-place - 1]

    def _turn_of(self, place: int) -> int:
        played = self._row(place) if place else None
        return played.turn if played else self._turn

    def _of_turn(self, turn: int, last: int) -> Iterator[int]:
        """The adjudications of a turn up to this place, the newest first; between them may be some of turns
        that were opened ahead of it."""
        place = last
        while place == 0 or self._row(place):
            if self._turn_of(place) == turn:
                yield place
            elif self._turn_of(place) < turn - MOST_AHEAD:
                return
            place -= 1

    def _rested(self, place: int) -> bool:
        """Whether the game rested behind the adjudication with this place; the state before the next shows
        it going on already. Only a game that calls others rests."""
        played = self._row(place) if place else None
        if played is None or not self._calls_others:
            return False
        return bool(engine.awaiting(eventlog.load(self.game.pk, played.last_seq).battle).rests)

    @cached_property
    def _calls_others(self) -> bool:
        return bool(rows.values("SELECT 1 FROM games_game WHERE parent_id = %s LIMIT 1", self.game.pk))

    def _state(self, place: int) -> engine.Table:
        """The state before the adjudication with this place; 1: the state after the last."""
        if place not in self._states:
            played = self._row(place)
            assert played is not None
            self._states[place] = eventlog.load(self.game.pk, played.first_seq - 1).battle
        return self._states[place]

    def _shown(self, seat: str, place: int) -> Sequence[engine.Event]:
        if (seat, place) not in self._seen:
            played = self._row(place)
            assert played is not None
            self._seen[seat, place] = eventlog.seen(self.game, seat, played.first_seq, played.last_seq)
        return self._seen[seat, place]

"""One mail a game turn: of which phases a seat is still to be told, and when it is time to.

A phase after which nothing is wanted from a seat is no reason to write to it: its next report tells of it
too, unless its player wants a mail after each. What has to be told follows from the log and that wish alone,
so that whoever finds a game due, and on whatever server, tells the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from games.models import Adjudication, Game
from games.record import eventlog
from rules import engine


class Untold(NamedTuple):
    """A phase (or step) of which a seat has had no mail, the state before it, and what the seat saw of it."""

    played: Adjudication
    before: engine.Table
    shown: Sequence[engine.Event]


class Course:
    """The adjudications of a game up to the one that is to be told now, with the states between them and what
    was seen of them, each loaded once."""

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
        self.played = list(game.adjudications.filter(first_seq__lte=game.version).order_by("first_seq"))
        self._turns = [*(played.turn for played in self.played), engine.awaiting(before).turn]
        self._states = {len(self.played): before, len(self._turns): after}
        self._seen = {(seat.id, len(self.played)): told.of(seat.id) for seat in after.setup.seats}

    def untold(self, seat: str) -> tuple[Untold, ...]:
        """What was adjudicated before the last time and since the seat was last told of anything, oldest
        first."""
        first = len(self.played)
        while first and not self._is_told(seat, first):
            first -= 1
        places = range(first, len(self.played))
        return tuple(Untold(self.played[n], self._state(n), self._shown(seat, n)) for n in places)

    def is_told(self, seat: str) -> bool:
        """Whether a seat gets a mail after the last adjudication."""
        return self._is_told(seat, len(self._turns))

    def _is_told(self, seat: str, places: int) -> bool:
        """After so many adjudications: its orders are wanted, nobody plays on (the game is over, rests or is
        settled), others go on without it, another game was called, a turn is over in which it had no say, as
        one has whose men are all down, or it wants to be told each time."""
        if self._wants_each(seat, places):
            return True
        awaiting = engine.awaiting(self._state(places))
        if awaiting.over or awaiting.rests or awaiting.settled or seat in (*awaiting.seats, *awaiting.waits):
            return True
        if any(isinstance(event, engine.GameCalled) for event in self._shown(seat, places - 1)):
            return True
        turn = self._turns[places - 1]
        if awaiting.turn == turn:
            return False
        of_turn = (place for place in range(places) if self._turns[place] == turn)
        return not any(seat in engine.awaiting(self._state(place)).seats for place in of_turn)

    def _wants_each(self, seat: str, places: int) -> bool:
        """Those not on record yet come after all that is."""
        begun = self._each_phase.get(seat)
        if begun is None:
            return False
        return places > len(self.played) or self.played[places - 1].first_seq > begun

    def _state(self, place: int) -> engine.Table:
        """The state before the adjudication with this place, counted from 0."""
        if place not in self._states:
            version = self.played[place].first_seq - 1
            self._states[place] = eventlog.load(self.game.pk, version).battle
        return self._states[place]

    def _shown(self, seat: str, place: int) -> Sequence[engine.Event]:
        if (seat, place) not in self._seen:
            played = self.played[place]
            self._seen[seat, place] = eventlog.seen(self.game, seat, played.first_seq, played.last_seq)
        return self._seen[seat, place]

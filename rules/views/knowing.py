"""What happened, as those saw it who were shown something of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.events.base import Event, Knowledge, is_open
from rules.evolve import evolve
from rules.state.figure import SeatId
from rules.state.table import Table
from rules.views.masking import view_for


@dataclass(frozen=True)
class Sightings:
    """Some events, and by seat (None: the public) what was shown of each: itself, a poorer one, nothing."""

    events: Sequence[Event]
    shown: Mapping[SeatId | None, Sequence[Event | None]]

    def of(self, seat: SeatId | None) -> list[Event]:
        """The records that a seat was shown, in their order."""
        return [shown for shown in self.shown[seat] if shown is not None]

    def behind(self, count: int) -> Sightings:
        """Those of all but the first so many events."""
        rest = {seat: shown[count:] for seat, shown in self.shown.items()}
        return Sightings(self.events[count:], rest)


def sightings(
    before: Table | None, events: Sequence[Event], seats: Sequence[SeatId] | None = None
) -> Sightings:
    """What some seats (None: all at the table) and the public are shown of events, each of whom knows what he
    was shown before them: ``before`` is the true state before the first (None: they begin a log), needed only
    where one of them is ``by_knowledge``. Raises LookupError where it is needed and not given."""
    if seats is None:
        seats = [seat.id for seat in before.setup.seats] if before is not None else []
    return Sightings(events, {reader: _shown(before, events, reader) for reader in (None, *seats)})


def seen(before: Table | None, events: Sequence[Event], seat: SeatId | None) -> list[Event]:
    """The records that a seat is shown of events, in their order. Raises as ``sightings`` does."""
    return [shown for shown in _shown(before, events, seat) if shown is not None]


def asks_what_is_known(events: Sequence[Event]) -> bool:
    """Whether what is shown of some events depends on what those know who are shown it."""
    return any(type(event).by_knowledge for event in events)


def _shown(before: Table | None, events: Sequence[Event], seat: SeatId | None) -> list[Event | None]:
    if not asks_what_is_known(events):
        eyes = Knowledge(seat)
        return [event if is_open(type(event)) else event.seen_by(eyes) for event in events]
    known = None if before is None else view_for(before, seat)
    found: list[Event | None] = []
    for event in events:
        shown = event.seen_by(Knowledge(seat, known))
        found.append(shown)
        if shown is not None:
            known = evolve(known, shown)
    return found

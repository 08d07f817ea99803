"""The seats of a family that go with each other: whoever plays one plays those that stand for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from games.models import GameState, Seat


def with_all_below(seats: Iterable[Seat]) -> list[Seat]:
    """Seats, each before those that stand for it in the games of its family below, open or over."""
    tops = list(seats)
    below = _below(tops)
    return list({one.pk: one for seat in tops for one in _under(seat, below)}.values())


def with_all_played_below(seats: Iterable[Seat]) -> list[Seat]:
    """The same, without those that somebody else has got since: a game that is over keeps who played it, and
    he plays no more what it has called."""
    tops = list(seats)
    below = _below(tops)
    found = {one.pk: one for seat in tops for one in _under(seat, below) if _plays(seat, one)}
    return list(found.values())


def _plays(top: Seat, row: Seat) -> bool:
    return row is top or row.game.state == GameState.OVER or row.email.lower() == top.email.lower()


def _below(tops: Sequence[Seat]) -> dict[int, list[Seat]]:
    """By the key of a seat those that stand for it, of all seats below some."""
    below: dict[int, list[Seat]] = defaultdict(list)
    level = [seat.pk for seat in tops if seat.pk]
    while level:
        found = Seat.objects.filter(stands_for__in=level, alone=False)
        if not found.exists():  # as for most: the rows with their games take many times as long
            break
        level = []
        rows = found.select_related("game__parent", "stands_for")
        for row in rows.order_by("game__created", "game__called", "order"):
            assert row.stands_for_id is not None
            below[row.stands_for_id].append(row)
            level.append(row.pk)
    return below


def _under(seat: Seat, below: dict[int, list[Seat]]) -> Iterator[Seat]:
    yield seat
    for row in below[seat.pk]:
        yield from _under(row, below)


def follow(seat: Seat) -> list[Seat]:
    """Those of games that are not over: they go with the seat when it gets another player."""
    return [row for row in with_all_below([seat])[1:] if row.game.state != GameState.OVER]


def lent(seats: Iterable[Seat]) -> list[Seat]:
    """Those that stand for some seats, and that somebody else leads than their players."""
    above = [seat.pk for seat in seats if seat.pk]
    rows = Seat.objects.filter(stands_for__in=above, alone=True)
    found = rows.select_related("game__parent", "stands_for__game")
    return [row for row in found if row.stands_for and row.email.lower() != row.stands_for.email.lower()]

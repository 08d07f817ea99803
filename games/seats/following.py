"""The seats of a family that go with each other: whoever plays one plays those that stand for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from games.models import GameState, Seat


def with_all_below(seats: Iterable[Seat]) -> list[Seat]:
    """Seats, each before those that stand for it in the games of its family below, open or over."""
    tops = list(seats)
    below: dict[int, list[Seat]] = defaultdict(list)
    level = [seat.pk for seat in tops if seat.pk]
    while level:
        rows = Seat.objects.filter(stands_for__in=level, alone=False).select_related(
            "game__parent", "stands_for"
        )
        level = []
        for row in rows.order_by("game__created", "game__called", "order"):
            assert row.stands_for_id is not None
            below[row.stands_for_id].append(row)
            level.append(row.pk)

    def under(seat: Seat) -> Iterator[Seat]:
        yield seat
        for row in below[seat.pk]:
            yield from under(row)

    return list({one.pk: one for seat in tops for one in under(seat)}.values())


def follow(seat: Seat) -> list[Seat]:
    """Those of games that are not over: they go with the seat when it gets another player."""
    return [row for row in with_all_below([seat])[1:] if row.game.state != GameState.OVER]

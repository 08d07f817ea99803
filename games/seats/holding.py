"""Seats that nobody else changes until the present transaction ends.

Always in one order, so that two who hold several never wait for each other: a game before its seats, those of
games that nobody called before those that stand for them, and within a generation by their keys. Whoever
calls a game holds the seats above it while he writes those below; so whoever has held those above finds all
that there are below.
"""

from __future__ import annotations

from collections.abc import Callable

from django.db.models import QuerySet

from games.models import Game, Seat


def hold(wanted: Callable[[], QuerySet[Seat]]) -> list[Seat]:
    """Hold the seats that ``wanted`` finds, asked anew for each generation; as they are now. Inside a
    transaction."""
    held: list[Seat] = []
    top = "game__parent"
    while (rest := wanted().exclude(pk__in=[seat.pk for seat in held])).exists():
        generation = rest.filter(**{f"{top}__isnull": True}).order_by("pk")
        # no key of a seat ever changes: whoever writes a row that names one need not wait
        held += generation.select_for_update(of=("self",), no_key=True)
        top += "__parent"
    return held


def hold_all_of(game_id: int) -> list[Seat]:
    """Hold a game and all its seats: whoever writes to the log of a game has it before he writes to them."""
    Game.objects.select_for_update(no_key=True).values_list("pk").get(pk=game_id)
    return hold(lambda: Seat.objects.filter(game=game_id))

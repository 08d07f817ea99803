"""The rows that the address of a page names. Its mark (games.views.lasting) asks for them, and then the page:
they are read once, so that the mark is of that very page."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.http import HttpRequest

from games.models import Adjudication, Game

Row = TypeVar("Row")


def game(request: HttpRequest, number: int) -> Game | None:
    """A game with its seats."""
    rows = Game.objects.prefetch_related("seats")
    return _once(request, ("game", number), lambda: rows.filter(pk=number).first())


def turn(request: HttpRequest, number: int, key: str) -> Adjudication | None:
    """An adjudication by its key, "t3-normans", with its game."""

    def found() -> Adjudication | None:
        played = Adjudication.objects.filter(game_id=number, key=key).order_by("pk").first()
        above = game(request, number) if played else None
        if played and above:
            played.game = above
        return played

    return _once(request, ("turn", number, key), found)


def _once(request: HttpRequest, name: tuple[object, ...], read: Callable[[], Row]) -> Row:
    kept: dict[tuple[object, ...], Row] = vars(request).setdefault("_sought", {})
    if name not in kept:
        kept[name] = read()
    return kept[name]

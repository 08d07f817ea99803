"""The rows that the address of a page names. Its mark (games.views.lasting) asks for the game, and then the
page: it is read once, so that the mark is of that very page."""

from __future__ import annotations

from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest

from games.models import Adjudication, Game


def game(request: HttpRequest, number: int) -> Game | None:
    """A game. Without its seats: whoever has the page already needs none of their rows."""
    kept: dict[int, Game | None] = vars(request).setdefault("_games_sought", {})
    if number not in kept:
        kept[number] = Game.objects.filter(pk=number).first()
    return kept[number]


def found(request: HttpRequest, number: int) -> Game:
    """A game with its seats. Raises Http404."""
    if sought := game(request, number):
        prefetch_related_objects([sought], "seats")
        return sought
    raise Http404("There is no such game.")


def turn(request: HttpRequest, number: int, key: str) -> Adjudication | None:
    """An adjudication by its key, "t3-normans", with its game."""
    above = game(request, number)
    played = Adjudication.objects.filter(game_id=number, key=key).order_by("pk").first() if above else None
    if played and above:
        played.game = above
    return played

"""What the commands about games share: "G12" on the command line."""

from __future__ import annotations

from django.core.management.base import CommandError

from games.models import Game


def game_called(label: str) -> Game:
    """The game of a label such as G12 or 12. Raises CommandError."""
    number = label.strip().upper().removeprefix("G")
    if not (number.isascii() and number.isdigit()):
        raise CommandError(f"{label!r} is no game; games are called G12")
    game = Game.objects.filter(pk=int(number)).first()
    if game is None:
        raise CommandError(f"there is no game G{number}")
    return game

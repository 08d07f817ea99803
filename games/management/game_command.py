"""What the commands about games share: "G12" on the command line, "G12-k" for a game that another called."""

from __future__ import annotations

import re

from django.core.management.base import CommandError

from games.models import Game

_LABEL = re.compile(r"G?(\d+)((?:-[a-z]+)*)", re.ASCII | re.IGNORECASE)


def game_called(label: str) -> Game:
    """The game of a label such as G12, 12 or G12-k. Raises CommandError."""
    match = _LABEL.fullmatch(label.strip())
    if not match:
        raise CommandError(f"{label!r} is no game; games are called G12, or G12-k")
    number, letters = match[1], match[2].lower()
    rows = Game.objects.filter(called=number + letters) if letters else Game.objects.filter(pk=int(number))
    game = rows.first()
    if game is None:
        raise CommandError(f"there is no game G{number}{letters}")
    return game

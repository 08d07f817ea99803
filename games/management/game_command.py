"""What the commands about games share: "G12" on the command line, or "G12-k" for a game that it called."""

from __future__ import annotations

import re

from django.core.management.base import CommandError

from games.models import Game
from games.record import numbers


def game_called(label: str) -> Game:
    """The game of a label such as G12, 12 or G12-k. Raises CommandError."""
    number = label.strip().lower().removeprefix("g")
    if not re.fullmatch(numbers.NUMBER, number, re.ASCII):
        raise CommandError(f"{label!r} is no game; games are called G12, and what G12 has called G12-k")
    game = numbers.game_of(number)
    if game is None:
        raise CommandError(f"there is no game G{number}")
    return game

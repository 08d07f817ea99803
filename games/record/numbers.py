"""What a game is called outside of the database: 31, or 31-k if G31 has called it, 31-k-b if G31-k has.

The primary key of a game that another one called is drawn, and stands nowhere but in the database.
"""

from __future__ import annotations

import re
from functools import lru_cache

from games.models import Game

NUMBER = r"\d{1,15}(?:-[a-z]{1,4})*"
"""A number in a text."""
PLAIN = r"[0-9]+(?:-[a-z]{1,4})*"
"""A number in an address of a page."""
NOBODY = 0
"""The key of no game."""
_WHOLE = re.compile(NUMBER, re.ASCII)


def key_of(number: str) -> int:
    """The primary key of a game that is called so; of a child that there is not NOBODY. Takes any text and
    never raises."""
    number = number.strip().lower()
    if not _WHOLE.fullmatch(number):
        return NOBODY
    if number.isdigit():
        return int(number)
    return Game.objects.filter(called=number).values_list("pk", flat=True).first() or NOBODY


def game_of(number: str) -> Game | None:
    """The game that is called so."""
    key = key_of(number)
    return Game.objects.filter(pk=key).first() if key else None


def number_of(key: int) -> str:
    """What the game with a primary key is called. Raises Game.DoesNotExist for a child that is not there."""
    return str(key) if key >= 0 else _called(key)


@lru_cache(maxsize=4096)
def _called(key: int) -> str:
    """It never changes: what is called otherwise has another key."""
    return str(Game.objects.values_list("called", flat=True).get(pk=key))

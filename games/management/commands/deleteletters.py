"""manage.py deleteletters G12: the words of its players' letters, taken out of the database for good."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from games.letters import letters
from games.management.game_command import game_called
from pbem.commands import ChangesGames


class Command(ChangesGames):
    help = (
        "Delete the letters of a game, and empty the mails that they came in and went out with. The log of "
        "the game is not touched: letters are no part of it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="G12")
        parser.add_argument("--days", type=int, default=0, help="only what is older than so many days")

    def handle(self, *args: Any, **options: Any) -> None:
        game = game_called(options["game"])
        count = letters.delete(game, timezone.now() - timedelta(days=max(0, options["days"])))
        self.stdout.write(f"{game.label}: {count} letters deleted")

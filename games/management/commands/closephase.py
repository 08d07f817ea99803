"""manage.py closephase G12: the game master closes the open phase now."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import adjudication
from games.management.game_command import game_called
from games.models import Game, GameState


class Command(BaseCommand):
    help = (
        "Close the open phase and adjudicate it with the orders that stand. In the middle of a phase whose adjudication "
        "waits for a player's answer: let standing orders answer, and end it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="G12")

    def handle(self, *args: Any, **options: Any) -> None:
        game = game_called(options["game"])
        states = (GameState.RUNNING, GameState.HELD, GameState.BROKEN, GameState.ASKING)
        if game.state not in states:
            raise CommandError(f"{game.label} has no open phase: {game.get_state_display()}")
        if game.played_from:
            done = adjudication.finish(game)
        else:
            done = adjudication.close_phase(game, "game master")
        after = Game.objects.get(pk=game.pk)
        self.stdout.write(
            f"{game.label}: events {done.first_seq} to {done.last_seq}; now {after.phase_title or 'over'}"
        )

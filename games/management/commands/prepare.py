"""What a server on one machine needs before it starts: tables, files for the browser, an open game."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, call_command
from django.db import DEFAULT_DB_ALIAS

from games import health
from games.management.commands.migrate import alone
from games.models import Game, GameState
from games.play import restores
from games.play.creation import Captain, create_game
from pbem import static_names
from pbem.starting import begin
from rules import engine


class Command(BaseCommand):
    help = "Make ready what serve needs, and say how the server will be reached. serve does it by itself."
    requires_system_checks: list[str] = []

    def handle(self, *_: Any, **options: Any) -> None:
        call_command("migrate", verbosity=0)
        begin()
        static_names.collect()
        with alone(DEFAULT_DB_ALIAS):  # two first starts at once need one game between them
            game = open_game()
        self._welcome(game)

    def _welcome(self, game: Game) -> None:
        free = ", ".join(seat.title for seat in game.seats.all() if not seat.taken)
        mail = {
            "file": (
                f"Mails to players are written to {settings.EMAIL_FILE_PATH} (set PBEM_MAIL_HOST to send "
                "them)."
            ),
            "smtp": f"Mails to players go out through {settings.EMAIL_HOST}:{settings.EMAIL_PORT}.",
        }.get(settings.MAIL_BACKEND, f"Mails to players go out through {settings.MAIL_BACKEND}.")
        for fault in health.at_start():
            self.stderr.write(f"Note: {fault.found}: {fault.do}.")
        if unanswered := restores.unanswered():
            self.stderr.write(f"Note: {unanswered}.\n{restores.COMMANDS}")
        for line in (
            f"Pages:    {settings.BASE_URL}/",
            f"Join:     {settings.BASE_URL}/g/{game.number} has a free seat ({free}) against a captain",
            f"Orders:   reply to a report; this server takes mail at {settings.MAIL_LISTEN}",
            mail,
            f"Logs:     {settings.VAR / 'log'}. Ctrl-C stops everything.",
        ):
            self.stdout.write(line)


def open_game() -> Game:
    """A game with a free seat against a captain: the newest there is, else a new one."""
    found = Game.objects.filter(state=GameState.OPEN).order_by("-pk").first()
    if found is not None:
        return found
    scenario = engine.scenarios()[0]
    others = {seat.id: Captain("cautious") for seat in scenario.seats[1:]}
    return create_game(scenario.slug, others)

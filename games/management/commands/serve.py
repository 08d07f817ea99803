"""The whole server on one machine: web, mail in, worker, clock, Redis; until Ctrl-C."""

from __future__ import annotations

import contextlib
import os
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandParser, call_command

from games.models import Game, GameState
from games.play import restores
from games.play.creation import Captain, create_game
from pbem import launcher
from pbem.places import address
from pbem.starting import begin_or_end
from rules import engine


class Command(BaseCommand):
    help = (
        "Start everything: web, mail in, worker, clock, and Redis if there is one. Ctrl-C stops it cleanly."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--listen", default="127.0.0.1:8000", help="address of the pages")

    def handle(self, *_: Any, **options: Any) -> None:
        host, port = address("--listen", str(options["listen"]))
        base_url = os.environ.get("PBEM_BASE_URL") or f"http://localhost:{port}"
        self.stdout.write(f"Starting {_bell()}the mail listener, a worker, the clock and the pages ...")
        call_command("migrate", verbosity=0)
        begin_or_end()
        with contextlib.suppress(OSError):  # without room for them they are found where they are
            call_command("collectstatic", verbosity=0, interactive=False)
        launcher.become(f"{host}:{port}", base_url, self._welcome(open_game(), base_url))

    def _welcome(self, game: Game, base_url: str) -> list[str]:
        """What is told when everything runs."""
        free = ", ".join(seat.title for seat in game.seats.all() if not seat.taken)
        mail = {
            "file": (
                f"Mails to players are written to {settings.EMAIL_FILE_PATH} (set PBEM_MAIL_HOST to send "
                "them)."
            ),
            "smtp": f"Mails to players go out through {settings.EMAIL_HOST}:{settings.EMAIL_PORT}.",
        }.get(settings.MAIL_BACKEND, f"Mails to players go out through {settings.MAIL_BACKEND}.")
        if unanswered := restores.unanswered():
            self.stderr.write(f"Note: {unanswered}.\n{restores.COMMANDS}")
        return [
            f"Pages:    {base_url}/",
            f"Join:     {base_url}/g/{game.number} has a free seat ({free}) against a captain",
            f"Orders:   reply to a report; this server takes mail at {settings.MAIL_LISTEN}",
            mail,
            f"Logs:     {settings.VAR / 'log'}. Ctrl-C stops everything.",
        ]


def _bell() -> str:
    if not settings.DOORBELL:
        return "without a doorbell (neither Redis nor Valkey is here) "
    return "Redis, " if settings.REDIS_URL.startswith("redis+socket:") else ""


def open_game() -> Game:
    """A game with a free seat against a captain: the newest there is, else a new one."""
    found = Game.objects.filter(state=GameState.OPEN).order_by("-pk").first()
    if found is not None:
        return found
    scenario = engine.scenarios()[0]
    others = {seat.id: Captain("cautious") for seat in scenario.seats[1:]}
    return create_game(scenario.slug, others)

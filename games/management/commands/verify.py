"""manage.py verify --all | G12 ...: recompute chain, dice and digests."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from games import append_only, verification
from games.management.game_command import game_called
from games.models import Game


class Command(BaseCommand):
    help = "Check stored games from their first byte; exit 1 and name the place if anything was changed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", metavar="G12")
        parser.add_argument("--all", action="store_true", help="every stored game")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["games"] and not options["all"]:
            raise CommandError("name a game (G12), or say --all")
        games = Game.objects.order_by("pk") if options["all"] else map(game_called, options["games"])
        broken = [game.label for game in games if not self._verify(game)]
        if not append_only.installed(connection):
            self.stdout.write(self.style.WARNING("the triggers that keep the log append-only are missing"))
        if broken:
            raise CommandError(f"broken: {', '.join(broken)}")

    def _verify(self, game: Game) -> bool:
        try:
            found = verification.check(game)
        except verification.Broken as fault:
            self.stdout.write(self.style.ERROR(f"{game.label} BROKEN at {fault}"))
            return False
        waiting = f", {found.unrevealed} dice not revealed yet" if found.unrevealed else ""
        self.stdout.write(
            f"{game.label} ok: {found.events} events, {found.phases} phases, {found.dice} dice{waiting},"
            f" {found.escrows} orders in escrow, head {found.head[:16]}"
        )
        return True

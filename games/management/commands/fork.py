"""manage.py fork G12 --at 5: a game of its own that begins from another's past."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser

from games.management.commands.creategame import taker
from games.management.game_command import game_called
from games.models import Game, GameState
from games.play import creation
from games.proof import forks
from pbem.calling import PROGRAM
from pbem.commands import ChangesGames


class Command(ChangesGames):
    help = (
        "Make a new game out of the past of another, up to the opening of a phase: for a what-if, or to go "
        "on after a ruling. It has dice of its own; the other game stays as it is."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="G12")
        parser.add_argument(
            "--at",
            required=True,
            metavar="PHASE",
            help="the phase that is played otherwise: 5, or t3-normans",
        )
        parser.add_argument("--title", default="")
        parser.add_argument("--why", default="", help="a word on the reason, for the log")
        parser.add_argument(
            "--seat", action="append", default=[], metavar="SEAT=WHO", help="as in creategame"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        parent = game_called(options["game"])
        try:
            takers = dict(taker(text) for text in options["seat"])
            known = set(parent.seats.values_list("name", flat=True))
            if unknown := set(takers) - known:
                raise CommandError(
                    f"{parent.label} has the seats {', '.join(sorted(known))}, not {', '.join(unknown)}"
                )
            game = forks.fork(parent, options["at"], title=options["title"], why=options["why"])
        except ValueError as error:
            raise CommandError(str(error)) from error
        for seat in game.seats.all():
            if who := takers.get(seat.name):
                creation.take_seat(seat, who)
        game = Game.objects.get(pk=game.pk)
        self.stdout.write(f"{game.label} {game.title}: branches off {parent.label} at {game.phase_title}")
        free = [seat.name for seat in game.seats.all() if not seat.taken]
        if free:
            self.stdout.write(
                f"It goes on when all seats are taken ({PROGRAM} seatplayer); free: {', '.join(free)}"
            )
        if parent.state != GameState.OVER:
            self.stdout.write(
                f"{parent.label} is not over. When {game.label} ends, its pages show all orders of their "
                "common past."
            )

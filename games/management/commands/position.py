"""manage.py position G12 [--at t3-normans] [--seat NAME | --truth] [--dice] [-o FILE]: how things stand as
a position file, to be played and asked by manage.py judge."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.judge import moments
from games.management.game_command import game_called
from rules import engine


class Command(BaseCommand):
    help = (
        "Write how things stand in a game as a position file (docs/positions.md): as everybody may know it, "
        "as a seat does, or all of it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="G12")
        parser.add_argument(
            "--at", default="", metavar="t3-normans", help="as this phase was about to be played; else now"
        )
        eyes = parser.add_mutually_exclusive_group()
        eyes.add_argument("--seat", metavar="NAME", help="what this seat knows")
        eyes.add_argument(
            "--truth", action="store_true", help="everything, with the orders of all seats: tell no player"
        )
        parser.add_argument("--dice", action="store_true", help="with what was thrown in that phase")
        parser.add_argument("-o", "--output", type=Path, help="the file (else standard output)")

    def handle(self, *args: Any, **options: Any) -> None:
        game = game_called(options["game"])
        names = [row.name for row in game.seats.all()]
        if options["seat"] and options["seat"] not in names:
            raise CommandError(f"{game.label} has the seats {', '.join(names)}, not {options['seat']}")
        try:
            text = moments.position(
                game,
                options["at"].strip().lower(),
                options["seat"],
                truth=options["truth"],
                dice=options["dice"],
            )
            if options["output"]:
                options["output"].write_text(text, "utf-8")
        except (moments.UnknownMoment, engine.CannotBeWritten, engine.UnknownRuleset, OSError) as error:
            raise CommandError(str(error)) from None
        if not options["output"]:
            self.stdout.write(text, ending="")

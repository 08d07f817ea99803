"""manage.py export G12 [-o FILE]: a game's log as canonical JSON lines."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games import export
from games.management.game_command import game_called


class Command(BaseCommand):
    help = "Write a game's log as one file that can be checked without this server."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="G12")
        parser.add_argument("-o", "--output", type=Path, help="the file (else standard output)")

    def handle(self, *args: Any, **options: Any) -> None:
        lines = export.lines(game_called(options["game"]))
        if options["output"]:
            with options["output"].open("wb") as file:
                file.writelines(lines)
        else:
            sys.stdout.buffer.writelines(lines)
            sys.stdout.buffer.flush()

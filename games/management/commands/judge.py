"""Play a position file and answer what it asks (docs/positions.md)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.judge import judged


class Command(BaseCommand):
    help = "Play a position file through the engine and answer what it asks."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="+", help="position files; - for standard input")
        parser.add_argument("--json", action="store_true", help="one JSON object a line")
        parser.add_argument("--events", action="store_true", help="show every event")
        parser.add_argument("--seconds", type=int, default=judged.SECONDS, help="of computing for each file")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self._judge(options)
        except BrokenPipeError:  # whoever reads has read enough
            sys.stderr.close()

    def _judge(self, options: dict[str, Any]) -> None:
        faulty = 0
        for name in options["file"]:
            found = judged.judged(_text(name), max(1, options["seconds"]))
            faulty += any(one.kind == "fault" for one in found)
            if len(options["file"]) > 1 and not options["json"]:
                self.stdout.write(f"== {name}")
            if options["json"]:
                for one in found:
                    self.stdout.write(msgspec.json.encode(one).decode())
            else:
                for line in judged.as_text(found, events=options["events"]):
                    self.stdout.write(line)
        if faulty:
            raise CommandError(f"{faulty} of {len(options['file'])} files are to be mended", returncode=1)


def _text(name: str) -> str:
    if name == "-":
        return sys.stdin.buffer.read().decode("utf-8", "replace")
    try:
        return Path(name).read_text("utf-8", "replace")
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from None

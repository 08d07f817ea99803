"""manage.py doctor: what is wrong with this server, in plain words, and how to mend it; exit code 1 if
anything."""

from __future__ import annotations

import textwrap
from typing import Any

from django.core import checks
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import health
from games.record import server_key
from pbem import version
from pbem.domain.findings import Line, Mark
from pbem.mail import way_out

WIDTH = 100


class Command(BaseCommand):
    help = "Say in plain words what is wrong with this server, and how to mend it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--new-key",
            action="store_true",
            help="the former secret key is lost: go on with this one; games begun with that one stop",
        )
        parser.add_argument("--settings-too", action="store_true", help="also what is missing for strangers")

    def handle(self, *_: Any, **options: Any) -> None:
        if options["new_key"]:
            server_key.take_this_one()
        self.stdout.write(f"version {version.of_server()}\n\n")
        found = [*health.examine(), *health.files(), *way_out.examine()]
        if options["settings_too"]:
            messages = checks.run_checks(include_deployment_checks=True)
            found += [_line(message) for message in messages if not message.is_silenced()]
        for line in found:
            self._tell(line)
        if faults := sum(line.mark is Mark.MEND for line in found):
            raise CommandError(f"{faults} thing{'s' if faults > 1 else ''} to mend", returncode=1)
        self.stdout.write("\nNothing to mend.\n")

    def _tell(self, line: Line) -> None:
        self.stdout.write(f"{line.mark:5} {line.topic:10}  {line.found}\n")
        for part in textwrap.wrap(line.do, WIDTH, break_long_words=False, break_on_hyphens=False):
            self.stdout.write(f"{' ' * 18}{part}\n")


def _line(message: checks.CheckMessage) -> Line:
    mark = Mark.MEND if message.level >= checks.ERROR else Mark.NOTE
    return Line("settings", mark, str(message.msg), str(message.hint or ""))

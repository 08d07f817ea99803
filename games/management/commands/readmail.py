"""A dry reading of a mail file. manage.py runs games.gate.dry_mailbox without coming here; this is for
call_command."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management import BaseCommand, CommandParser

from games.gate import dry_mailbox


class Command(BaseCommand):
    help = "Show how a mail file would be read, without doing anything."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a mail as it travels (.eml), or - for standard input")
        parser.add_argument("--json", action="store_true", help="everything, for programs")

    def handle(self, *_: Any, **options: Any) -> None:
        arguments = [options["file"], *(["--json"] if options["json"] else [])]
        if code := dry_mailbox.main(arguments, self.stdout, self.stderr):
            sys.exit(code)

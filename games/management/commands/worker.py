"""What reads, adjudicates and sends: becomes Celery's worker once it is known that it may work."""

from __future__ import annotations

import os
from typing import Any

from django.core.management import BaseCommand, CommandParser

from pbem.processes import worker_command
from pbem.starting import begin


class Command(BaseCommand):
    help = "Read mail, play phases, send mail: all that the doorbell rings for."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--processes", type=int, default=0, help="0: as PBEM_WORKERS says")
        parser.add_argument("--clock", action="store_true", help="and have the sweep run (one in a server)")

    def handle(self, *_: Any, **options: Any) -> None:
        begin()
        command = worker_command(options["processes"], clock=options["clock"])
        os.execv(command[0], command)

"""The pages: becomes the web server once it is known that it may serve."""

from __future__ import annotations

import os
from typing import Any

from django.core.management import BaseCommand, CommandParser

from pbem import static_names
from pbem.places import address
from pbem.processes import must_be_free, web_command
from pbem.starting import begin


class Command(BaseCommand):
    help = "Serve the pages. Put a proxy with TLS in front (docs/operators/production.md)."
    requires_system_checks: list[str] = []  # the process that this becomes loads the pages itself

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--listen", default="127.0.0.1:8000", help="host:port")

    def handle(self, *_: Any, **options: Any) -> None:
        begin()
        host, port = address("--listen", str(options["listen"]))
        must_be_free(host, port, "--listen")
        static_names.collect()
        command = web_command(host, port)
        os.execv(command[0], command)

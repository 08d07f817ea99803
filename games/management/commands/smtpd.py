"""The SMTP listener: takes mail for our own domain, stores it, and says so. It relays nothing."""

from __future__ import annotations

import asyncio
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandParser

from games import silence
from games.doors import listener
from pbem.starting import begin_or_end


class Command(BaseCommand):
    help = (
        "Listen for mail at PBEM_MAIL_LISTEN. Put a real mail server with TLS and spam checks in front of it."
    )
    requires_system_checks: list[str] = []  # they would load the pages, and with them everything

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--listen", default=settings.MAIL_LISTEN, help="host:port")
        parser.add_argument("--clock", action="store_true", help="have the sweep run as well, in a thread")

    def handle(self, *_: Any, **options: Any) -> None:
        begin_or_end()
        if options["clock"]:
            from games.management.commands import clock  # with all rules, which a listener alone never loads

            clock.beside()
        asyncio.run(listener.serve(listener.smtp, options["listen"], self.say, silence.look))

    def say(self, words: str) -> None:
        self.stdout.write(words)
        self.stdout.flush()

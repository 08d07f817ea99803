"""The LMTP listener, for a mail server that hands mail over on the same machine."""

from __future__ import annotations

import asyncio
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandParser

from games import silence
from games.doors import listener
from pbem.starting import begin_or_end


class Command(BaseCommand):
    help = "Listen for mail by LMTP at PBEM_MAIL_LMTP_LISTEN: a unix socket, or host:port of this machine."
    requires_system_checks: list[str] = []  # they would load the pages, and with them everything

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--listen", default=settings.MAIL_LMTP_LISTEN, help="path of a unix socket, or host:port"
        )

    def handle(self, *_: Any, **options: Any) -> None:
        begin_or_end()
        asyncio.run(listener.serve(listener.lmtp, options["listen"], self.say, silence.look))

    def say(self, words: str) -> None:
        self.stdout.write(words)
        self.stdout.flush()

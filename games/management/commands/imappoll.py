"""The IMAP poller: fetches mail from an ordinary mailbox until it is told to end."""

from __future__ import annotations

import signal
import threading
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser

from games import silence
from games.doors import imap
from pbem.starting import begin_or_end


class Command(BaseCommand):
    help = "Fetch mail from the mailbox PBEM_MAIL_IMAP_URL, as it comes. One of these is enough."
    requires_system_checks: list[str] = []  # they would load the pages, and with them everything

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="fetch what is there and end, for cron")

    def handle(self, *_: Any, **options: Any) -> None:
        begin_or_end()
        try:
            mailbox = imap.account(settings.MAIL_IMAP_URL, settings.MAIL_IMAP_DONE)
        except ValueError as error:
            raise CommandError(f"PBEM_MAIL_IMAP_URL: {error}") from None
        if options["once"]:
            return self._once(mailbox)
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        imap.poll(mailbox, stop, self.say, silence.look)

    def _once(self, mailbox: imap.Account) -> None:
        try:
            with imap.opened(mailbox) as box:
                while number := imap.fetch(box, mailbox):
                    self.say(f"{number} mails stored")
        except imap.TROUBLE as error:
            raise CommandError(f"the mailbox cannot be read ({type(error).__name__}: {error})") from None

    def say(self, words: str) -> None:
        self.stdout.write(words)
        self.stdout.flush()

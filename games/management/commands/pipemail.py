"""One mail from standard input, for mail servers that deliver through a pipe.

Exit codes are those of sysexits.h, which mail servers understand: 0 the mail is stored, 65 it is no mail, 75
come again later.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from django.core.management import BaseCommand, CommandParser

from games.doors import arrivals
from pbem.calling import PROGRAM
from pbem.mail.limits import SMTP_BYTES
from pbem.starting import begin

OK, NO_MAIL, COME_AGAIN = os.EX_OK, os.EX_DATAERR, os.EX_TEMPFAIL


class Command(BaseCommand):
    help = (
        f"Read one mail from standard input and store it: {PROGRAM} pipemail [--sender A] [RECIPIENT ...] < "
        "MAIL"
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "recipients", nargs="*", help="envelope recipients; without them the headers count"
        )
        parser.add_argument("--sender", help='envelope sender; "" for bounces')

    def handle(self, *_: Any, **options: Any) -> None:
        raw = sys.stdin.buffer.read(SMTP_BYTES + 1)
        sys.exit(self._store(raw, options["sender"], options["recipients"]))

    def _store(self, raw: bytes, sender: str | None, recipients: list[str]) -> int:
        if not raw.strip():
            self.stderr.write("there is no mail on standard input")
            return NO_MAIL
        if len(raw) > SMTP_BYTES:
            self.stderr.write(f"the mail is larger than {SMTP_BYTES} bytes")
            return NO_MAIL
        if raw.startswith(b"From "):  # a mailbox's separator line
            raw = raw.partition(b"\n")[2]
        try:
            begin()
            arrivals.receive(raw, "pipe", sender, recipients)
        except Exception as error:
            self.stderr.write(f"not stored, come again: {error}")
            return COME_AGAIN
        return OK

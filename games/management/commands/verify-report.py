"""manage.py verify-report [FILE] [--game G12]: does a report belong to the log?"""

from __future__ import annotations

import email
import email.policy
import sys
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.game_command import game_called
from games.proof import verification, witnesses
from games.proof.witnesses import Verdict
from games.reports.layout import wrapped


class Command(BaseCommand):
    help = (
        "Check a report that somebody kept, a mail file (.eml) or its text, against the log of its game as "
        "it is now; exit 1 if it does not belong there. From standard input where no file is named."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, metavar="FILE")
        parser.add_argument("--game", metavar="G12", help="the game that it is said to be of")

    def handle(self, *args: Any, **options: Any) -> None:
        game = game_called(options["game"]) if options["game"] else None
        try:
            raw = options["file"].read_bytes() if options["file"] else sys.stdin.buffer.read()
        except OSError as error:
            raise CommandError(str(error)) from error
        found = witnesses.examine(_text(raw), game)
        for claim in found.claims:
            self.stdout.write(f"{claim.what}: {claim.words}")
        if found.verdict in (Verdict.BELONGS, Verdict.IN_PART) and found.game:
            try:
                verification.check(found.game)
            except verification.Broken as fault:
                raise CommandError(
                    f"the report fits, but the log of {found.game.label} is not sound: {fault}"
                ) from None
        if found.verdict not in (Verdict.BELONGS, Verdict.IN_PART):
            raise CommandError(found.words)
        for line in wrapped(found.words):
            self.stdout.write(line)


def _text(raw: bytes) -> str:
    """What a mail says, with its subject; or the text as it is."""
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    if not message["Message-ID"]:
        return raw.decode(errors="replace")
    body = message.get_body(preferencelist=("plain", "html"))
    said = body.get_content() if body else ""
    return f"Subject: {message['Subject']}\n\n{said}"

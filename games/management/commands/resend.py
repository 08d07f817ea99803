"""manage.py resend 217 218 | --all: send mails again that were rejected or given up."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser

from games.models import OutboundMail
from games.outbox import outbox
from pbem.commands import ChangesGames


class Command(ChangesGames):
    help = "Send mails again that were rejected or given up, to the same address. /gm and `outbox` list them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("mails", nargs="*", type=int, metavar="MAIL")
        parser.add_argument("--all", action="store_true", help="all that were rejected or given up")

    def handle(self, *args: Any, **options: Any) -> None:
        if bool(options["mails"]) == options["all"]:
            raise CommandError("name mails by their numbers, or say --all")
        mails = OutboundMail.objects.defer("rendered").order_by("pk")
        if options["all"]:
            mails = mails.filter(state__in=outbox.UNDELIVERED)
        else:
            mails = mails.filter(pk__in=options["mails"])
            if strange := sorted(set(options["mails"]) - {mail.pk for mail in mails}):
                raise CommandError(f"there is no outgoing mail {', '.join(map(str, strange))}")
        sent = 0
        for mail in mails:
            if outbox.send_again(mail):
                sent += 1
                self.stdout.write(f"mail {mail.pk} to {mail.to} goes out again")
            else:
                self.stdout.write(f"mail {mail.pk} to {mail.to} is {mail.state}: nothing to do")
        self.stdout.write(f"{sent} of {len(mails)}")

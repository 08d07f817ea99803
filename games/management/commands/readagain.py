"""manage.py readagain 217: read a mail once more that was held, passed over or could not be read."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import inbox
from games.models import InboundMail, InboundState


class Command(BaseCommand):
    help = "Read a mail once more, after what stood in its way was put right. Mails are numbered on /gm."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("mail", type=int, metavar="MAIL")

    def handle(self, *args: Any, **options: Any) -> None:
        mail = InboundMail.objects.defer("raw", "payload").filter(pk=options["mail"]).first()
        if mail is None:
            raise CommandError(f"there is no mail {options['mail']}")
        if mail.state == InboundState.DONE:
            raise CommandError(f"mail {mail.pk} was carried out ({mail.reason}); it is not read twice")
        inbox.redeliver(mail)
        inbox.process(mail.pk)
        mail.refresh_from_db(fields=["state", "reason"])
        self.stdout.write(f"mail {mail.pk}: {mail.state}" + (f" ({mail.reason})" if mail.reason else ""))

"""manage.py readagain 217: read a mail once more that was held, passed over or could not be read."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser

from games.gate import confirmations, handling, inbox
from games.models import Handling, InboundMail, InboundState, Released
from pbem.calling import PROGRAM
from pbem.commands import ChangesGames


class Command(ChangesGames):
    help = "Read a mail once more, after what stood in its way was put right. Mails are numbered on /gm."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("mail", type=int, metavar="MAIL")
        parser.add_argument(
            "--through",
            action="store_true",
            help="carry a held mail out although what it was held for remains",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        mail = InboundMail.objects.defer("raw", "payload").filter(pk=options["mail"]).first()
        if mail is None:
            raise CommandError(f"there is no mail {options['mail']}")
        if mail.state == InboundState.DONE:
            raise CommandError(f"mail {mail.pk} was carried out ({mail.reason}); it is not read twice")
        through = options["through"]
        if through and not confirmations.release(mail, Released.GAME_MASTER, PROGRAM, Handling.LET_THROUGH):
            raise CommandError(f"mail {mail.pk} is not held, it is {mail.state} ({mail.reason})")
        if not through:
            handling.note(mail, PROGRAM, Handling.READ_AGAIN)
            inbox.redeliver(mail)
        inbox.process(mail.pk)
        mail.refresh_from_db(fields=["state", "reason"])
        self.stdout.write(f"mail {mail.pk}: {mail.state}" + (f" ({mail.reason})" if mail.reason else ""))

"""manage.py outbox: how it stands with outgoing mail."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.db.models import Count

from games.delivery import undelivered
from games.models import OutboundMail, OutboundState

MOST_NAMED = 50


class Command(BaseCommand):
    help = "Count outgoing mails by their state, and name those that were not delivered."

    def handle(self, *args: Any, **options: Any) -> None:
        states = OutboundMail.objects.order_by().values_list("state").annotate(Count("pk"))
        counts = dict(states)
        self.stdout.write(", ".join(f"{counts.get(state, 0)} {state}" for state in OutboundState.values))
        self.stdout.write(f"{undelivered.possibly_doubled().count()} perhaps delivered twice")
        for mail in undelivered.on_the_desk()[:MOST_NAMED]:
            doubt = ", may have arrived" if mail.in_doubt_since else ""
            why = " ".join(mail.last_error.split())[:100]
            self.stdout.write(f"  {mail.pk} {mail.state}{doubt}: {mail.subject} to {mail.to}: {why}")

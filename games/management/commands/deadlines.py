"""manage.py deadlines [--mend] [--outage HOURS]: deadlines that a wrong clock has set, and an outage that
nobody noticed."""

from __future__ import annotations

import math
from datetime import timedelta
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from games.play import outages
from games.reports import words
from pbem.commands import ChangesGames

MOST_HOURS = 24 * 366


class Command(ChangesGames):
    help = (
        "Name the deadlines that lie further ahead than any that this server sets: a wrong clock has set "
        "them. With --mend each gets the time that a new phase has."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--mend", action="store_true", help="set them anew, from now on")
        parser.add_argument(
            "--outage",
            type=float,
            metavar="HOURS",
            help="no mail came in for so long, though the server ran (a listener or a mail exchanger was "
            "down): put deadlines off as after an outage",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        if options["outage"] is not None:
            self._make_good(options["outage"])
        found = [(game.label, game.phase_due) for game in outages.implausible(now)]
        found += [
            (f"a question in {question.game.label}", question.due)
            for question in outages.implausible_questions(now)
        ]
        for name, due in found:
            assert due is not None
            self.stdout.write(f"{name}: {words.moment(due, None)}")
        if not found:
            self.stdout.write("No deadline lies further ahead than it can.")
        elif options["mend"]:
            with transaction.atomic():
                outages.mend(now)
            self.stdout.write(f"{len(found)} mended.")
        else:
            self.stdout.write("If the clock is right now, --mend gives each the time of a new phase.")

    def _make_good(self, hours: float) -> None:
        if not (math.isfinite(hours) and 0 < hours <= MOST_HOURS):
            raise CommandError(f"{hours} hours are no outage: a number above 0, up to {MOST_HOURS}")
        now, length = timezone.now(), timedelta(hours=hours)
        with transaction.atomic():
            count = outages.make_good(length, now - length, now)
        self.stdout.write(f"{count} deadlines put off.")

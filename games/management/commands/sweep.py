"""manage.py sweep: do all work that is due, here and now, without workers."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games import queue, start
from pbem.starting import begin_or_end

BREATH_SECONDS = 0.05


class Command(BaseCommand):
    help = "Read unread mail, adjudicate games that are due, send unsent mail: all that workers would do."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--every", type=float, metavar="SECONDS", help="go on, with this pause between rounds"
        )
        parser.add_argument("--ring", action="store_true", help="only ring for workers, as the clock does")

    def handle(self, *args: Any, **options: Any) -> None:
        begin_or_end()
        work = queue.sweep if options["ring"] else queue.work_off
        while True:
            done = work() if start.may_work() else 0
            if done or not options["every"]:
                self.stdout.write(f"{done} pieces of work")
            if not options["every"]:
                return
            more = done and work is queue.work_off  # what was done may have made more
            time.sleep(min(BREATH_SECONDS, options["every"]) if more else options["every"])

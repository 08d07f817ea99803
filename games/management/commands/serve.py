"""The whole server on one machine: web, mail in, worker, clock, Redis; until Ctrl-C."""

from __future__ import annotations

import os
import sys
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser

from pbem import bells, launcher
from pbem.places import address
from pbem.processes import StartFailed


class Command(BaseCommand):
    help = (
        "Start everything: web, mail in, worker, clock, and Redis if there is one. Ctrl-C stops it cleanly."
    )
    requires_system_checks: list[str] = []  # the processes that it starts load the pages

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--listen", default="127.0.0.1:8000", help="address of the pages")

    def handle(self, *_: Any, **options: Any) -> None:
        host, port = address("--listen", str(options["listen"]))
        _links_lead_to(f"http://localhost:{port}")
        self.stdout.write(
            f"Starting {_bell()}the mail listener, a worker, the clock and the pages{_unrung()} ..."
        )
        try:
            launcher.run(host, port)
        except StartFailed as error:
            raise CommandError(str(error)) from None


def _links_lead_to(pages: str) -> None:
    """Unless somebody has said otherwise; as a setting, so that all processes have it from their start."""
    if pages != settings.BASE_URL and not os.environ.get("PBEM_BASE_URL"):
        os.execve(
            sys.executable, [sys.executable, *sys.orig_argv[1:]], {**os.environ, "PBEM_BASE_URL": pages}
        )


def _bell() -> str:
    return "Redis, " if settings.DOORBELL and settings.REDIS_URL.startswith("redis+socket:") else ""


def _unrung() -> str:
    """Why there is no doorbell."""
    if settings.DOORBELL:
        return ""
    why = "PBEM_DOORBELL is off" if bells.server() else "neither Redis nor Valkey is here"
    return f", without a doorbell ({why})"

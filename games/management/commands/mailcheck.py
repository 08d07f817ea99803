"""``manage.py mailcheck``: are this server's mails welcome, and do they come in? Says what to mend; exit code
1 if anything."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.delivery import roundtrip
from pbem.domain import check, setup
from pbem.domain.findings import Line, Mark
from pbem.domain.records import Dns, Records, Unreachable
from pbem.domain.setup import PROVIDERS, Setup
from pbem.mail import signing

WIDTH = 100


class Command(BaseCommand):
    help = "Test SPF, DKIM, DMARC, MX and PTR of the mail domain, and a mail from this server to itself."
    records: Callable[[], Records] = Dns

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--address", action="append", default=[], help="from which mail leaves (repeat it)"
        )
        parser.add_argument(
            "--provider", help=f"which sends for this server: {', '.join(PROVIDERS)}, or its host"
        )
        parser.add_argument(
            "--patience", type=float, default=60, help="seconds to wait for the mail to come in"
        )
        parser.add_argument("--no-mail", action="store_true", help="look at the records alone")

    def handle(self, *args: Any, **options: Any) -> None:
        records = type(self).records()
        here = _setup(records, options)
        self.stdout.write(f"{here.domain}, mail goes out {_by_whom(here)}\n\n")
        lines = check.check(here, records)
        for line in lines:
            self._tell(line)
        if not options["no_mail"]:
            for line in roundtrip.travel(records, options["patience"]):
                self._tell(line)
                lines.append(line)
        to_mend = sum(line.mark is Mark.MEND for line in lines)
        if to_mend:
            raise CommandError(f"{to_mend} thing{'s' if to_mend > 1 else ''} to mend", returncode=1)
        self.stdout.write("\nNothing to mend.\n")

    def _tell(self, line: Line) -> None:
        self.stdout.write(f"{line.mark:5} {line.topic:10}  {line.found}\n")
        indent = " " * 18
        for part in textwrap.wrap(line.do, WIDTH, break_long_words=False, break_on_hyphens=False):
            self.stdout.write(f"{indent}{part}\n")


def _by_whom(here: Setup) -> str:
    if here.provider:
        known = PROVIDERS.get(here.provider)
        return f"through {known.title if known else here.provider}"
    return f"from here ({', '.join(here.addresses) or 'address unknown'})"


def _setup(records: Records, options: dict[str, Any]) -> Setup:
    provider = options["provider"] if options["provider"] is not None else setup.provider()
    key, bits, fault = "", 0, ""
    if settings.DKIM_KEY:
        try:
            key, bits = signing.public_key(settings.DKIM_KEY), signing.bits(settings.DKIM_KEY)
        except signing.BadKey as error:
            fault = str(error)
    return Setup(
        domain=settings.MAIL_DOMAIN,
        provider=provider,
        addresses=tuple(options["address"]) or (() if provider else _own_addresses(records)),
        selector=settings.DKIM_SELECTOR,
        public_key=key,
        bits=bits,
        key_fault=fault,
    )


def _own_addresses(records: Records) -> tuple[str, ...]:
    """Those of the host that serves the pages: the usual machine does both."""
    host = urlsplit(settings.BASE_URL).hostname or ""
    try:
        return tuple(records.find(host, "A") + records.find(host, "AAAA")) if "." in host else ()
    except Unreachable:
        return ()

"""What is missing before strangers may play here: ``manage.py check --deploy`` names it."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator, Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connection

from pbem import environment as env
from pbem.calling import PROGRAM
from pbem.webhooks import table

NOWHERE = ("example.org", "localhost", ".test")
"""How domains end that no mail of the world reaches."""
OTHERS = ("PBEM_ANYMAIL_", "PBEM_FAILPOINT")
"""What others than the settings ask for."""


@register(Tags.security, deploy=True)
def production(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """One warning for every setting that still has its embedded default."""
    return list(_missing())


@register(Tags.security, deploy=True)
def misspelt(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """A warning for every variable that looks like a setting of ours and is none."""
    return [
        _warning("settings", f"{name} is none of this server", _nearest(name), 12)
        for name in sorted(os.environ)
        if name.startswith("PBEM_") and not name.startswith(OTHERS) and name not in env.asked
    ]


def _nearest(name: str) -> str:
    near = difflib.get_close_matches(name, sorted(env.asked), 1)
    return f"did you mean {near[0]}?" if near else "take it out, or see docs/operators/settings.md"


@register
def webhooks(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """An error for every provider that may call and could be anybody; a warning for a door that
    stays closed."""
    hint = "set them, unless you do not need it"
    closed = [Warning(f"webhooks: {door}", hint=hint, id="pbem.W010") for door in table.closed_doors()]
    return closed + [
        Error(f"webhooks: {fault}", hint="or take the provider out of PBEM_MAIL_WEBHOOKS", id="pbem.E001")
        for fault in table.faults()
    ]


@register
def anymail(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """What Anymail has to say of its settings. As an application it would be loaded by every process, with
    what it speaks to providers by."""
    from anymail import checks

    return [*checks.check_deprecated_settings(app_configs), *checks.check_insecure_settings(app_configs)]


def _missing() -> Iterator[CheckMessage]:
    if not settings.SECRET_KEY_IS_CHOSEN:
        yield _warning(
            "secret key",
            "PBEM_SECRET_KEY is not set; the one in var/ is used",
            "set it on every machine, alike",
            1,
        )
    if connection.vendor == "sqlite":
        yield _warning(
            "database",
            "games are kept in an SQLite file",
            "one machine may stay so; several need PBEM_DATABASE_URL=postgresql://...",
            2,
        )
    if settings.DOORBELL and settings.REDIS_URL.startswith("redis+socket:"):
        yield _warning(
            "Redis", "the embedded Redis is used", "set PBEM_REDIS_URL=redis://... for several machines", 3
        )
    if settings.MAIL_DOMAIN.endswith(NOWHERE):
        yield _warning(
            "mail in",
            f"orders are taken at {settings.MAIL_DOMAIN}, which no mail reaches",
            "set PBEM_MAIL_DOMAIN to a domain used for nothing else, with its MX here or at your provider",
            4,
        )
    if settings.MAIL_BACKEND in ("file", "console"):
        yield _warning(
            "mail out",
            "outgoing mail is only written down",
            (
                "set PBEM_MAIL_HOST (SMTP), or PBEM_MAIL_BACKEND=anymail.backends.... with its "
                "PBEM_ANYMAIL_... values"
            ),
            5,
        )
    if settings.MAIL_BACKEND.startswith("anymail.") and not settings.ANYMAIL:
        yield _warning(
            "mail out", "the Anymail backend has no PBEM_ANYMAIL_... value", "see its documentation", 6
        )
    if settings.DKIM_KEY:
        yield from _bad_key()
    if not settings.BASE_URL.startswith("https://"):
        yield _warning("web", f"pages are served at {settings.BASE_URL}", "set PBEM_BASE_URL=https://...", 7)
    elif not settings.PROXIES_ARE_CHOSEN:
        yield _warning(
            "web",
            (
                "no proxy is believed, so https must end at this server itself, else pages redirect to "
                "themselves"
            ),
            "name the networks of the proxies in front with PBEM_PROXIES, e.g. 127.0.0.1; or none",
            11,
        )
    if not settings.GAME_MASTER:
        yield _warning(
            "game master",
            "nobody is told when a game needs a hand",
            "set PBEM_GAME_MASTER to a mail address",
            8,
        )
    if settings.DEBUG:
        yield _warning("web", "PBEM_DEBUG is on: errors show the inside of the server", "unset it", 9)


def _bad_key() -> Iterator[CheckMessage]:
    from pbem.mail import signing  # every process loads this module, and few of them sign

    try:
        signing.bits(settings.DKIM_KEY)
    except signing.BadKey as error:
        yield _warning(
            "mail out", str(error), f"no mail goes out until it is put right; see {PROGRAM} dkimkey", 10
        )


def _warning(topic: str, what: str, hint: str, number: int) -> CheckMessage:
    return Warning(f"{topic}: {what}", hint=hint, id=f"pbem.W{number:03}")

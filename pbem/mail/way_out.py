"""Whether mail can leave as the settings say: tried without sending any, for ``manage.py doctor``. What
becomes of it on its way is for ``manage.py mailcheck``."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import get_connection
from django.core.mail.backends import smtp

from pbem.calling import PROGRAM
from pbem.checks import NOWHERE
from pbem.domain.findings import Line, Mark

SECONDS = 10
WAITS = "until then mail waits in the outbox, for more than four days"


def examine() -> Iterator[Line]:
    """What keeps mail from leaving, if anything, and what keeps its readers from answering."""
    yield from _key()
    yield from _server()
    if settings.MAIL_BACKEND not in ("file", "console"):
        yield from _answers()


def _answers() -> Iterator[Line]:
    if urlsplit(settings.BASE_URL).hostname in ("localhost", "127.0.0.1", "::1"):
        what = f"mails name pages at {settings.BASE_URL}, which only this machine can open"
        yield Line("links", Mark.NOTE, what, "set PBEM_BASE_URL to the address by which players reach them")
    if settings.MAIL_DOMAIN.endswith(NOWHERE):
        what = f"mails ask for answers at {settings.MAIL_DOMAIN}, where no mail arrives"
        yield Line("replies", Mark.NOTE, what, "set PBEM_MAIL_DOMAIN to a domain whose mail comes here")


def _key() -> Iterator[Line]:
    if not settings.DKIM_KEY:
        return
    from pbem.mail import signing  # few processes sign

    try:
        signing.bits(settings.DKIM_KEY)
    except signing.BadKey as error:
        yield Line("signing", Mark.MEND, str(error), f"put it right, or see {PROGRAM} dkimkey; {WAITS}")


def _server() -> Iterator[Line]:
    """Providers are only asked whether their settings are there: they tell nothing without a mail."""
    try:
        connection = get_connection()
    except (ImportError, ImproperlyConfigured) as error:
        do = f"mend PBEM_MAIL_BACKEND and its PBEM_ANYMAIL_... values; {WAITS}"
        yield Line("mail server", Mark.MEND, f"mail cannot leave by {settings.EMAIL_BACKEND}: {error}", do)
        return
    if not isinstance(connection, smtp.EmailBackend):
        return
    where = f"{connection.host}:{connection.port}"
    connection.timeout = SECONDS
    try:
        connection.open()
    except OSError as error:  # smtplib's own are such, too
        what = f"{where} does not take mail from here: {' '.join(str(error).split()) or type(error).__name__}"
        yield Line("mail server", Mark.MEND, what, f"mend PBEM_MAIL_HOST and what belongs to it; {WAITS}")
    else:
        yield Line("mail server", Mark.OK, f"{where} answers")
    finally:
        connection.close()

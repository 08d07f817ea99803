"""How this server's mail goes out, as far as its domain is concerned, and what the usual providers
want published."""

from __future__ import annotations

import msgspec
from django.conf import settings


class Setup(msgspec.Struct, frozen=True):
    """``provider``: its short name, or empty where the server sends for itself, from ``addresses``;
    ``public_key`` and ``bits`` of the key with which it signs, if it does."""

    domain: str
    provider: str = ""
    addresses: tuple[str, ...] = ()
    selector: str = ""
    public_key: str = ""
    bits: int = 0
    key_fault: str = ""

    @property
    def signs(self) -> bool:
        return bool(self.public_key)


class Provider(msgspec.Struct, frozen=True):
    """What a provider's own guide tells to publish; ``selectors`` are the usual names of its keys."""

    title: str
    include: str = ""
    selectors: tuple[str, ...] = ()


PROVIDERS = {
    "amazon_ses": Provider("Amazon SES", "amazonses.com"),
    "brevo": Provider("Brevo", "spf.brevo.com", ("brevo1", "brevo2", "mail")),
    "mailersend": Provider("MailerSend", "_spf.mailersend.net", ("mlsend", "mlsend2")),
    "mailgun": Provider("Mailgun", "mailgun.org", ("mx", "smtp", "pic", "k1", "mailo")),
    "mailjet": Provider("Mailjet", "spf.mailjet.com", ("mailjet",)),
    "mandrill": Provider("Mandrill", "spf.mandrillapp.com", ("mte1", "mte2", "mandrill")),
    "postmark": Provider("Postmark", "spf.mtasv.net", ("pm",)),
    "resend": Provider("Resend", "amazonses.com", ("resend",)),
    "sendgrid": Provider("SendGrid", "sendgrid.net", ("s1", "s2")),
    "sparkpost": Provider("SparkPost", "_netblocks.sparkpostmail.com", ("scph0316",)),
}


def provider() -> str:
    """The short name of the provider that mail goes out through; a mail server of somebody else's
    counts as one."""
    path = settings.EMAIL_BACKEND.split(".")
    if path[0] == "anymail":
        return path[2] if len(path) > 2 else "anymail"
    own = settings.EMAIL_HOST in ("localhost", "127.0.0.1", "::1")
    return "" if own or settings.DKIM_KEY else settings.EMAIL_HOST

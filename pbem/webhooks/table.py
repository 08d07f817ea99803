"""The providers whose webhooks we understand, what each needs, and which of their doors are open here.

A door is a webhook: ``inbound`` for mail that came in, ``tracking`` for what became of mail that went
out. It is open if the operator names its provider in PBEM_MAIL_WEBHOOKS and has set a secret by which its
calls are known.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

import msgspec
from django.conf import settings
from django.utils.module_loading import import_string

SHARED = "WEBHOOK_SECRET"  # basic authentication, the same for all providers


class Door(msgspec.Struct, frozen=True):
    """One webhook. Any one of the ``secrets`` makes it safe; ``needs`` are other settings it
    cannot do without."""

    view: str
    secrets: tuple[str, ...] = (SHARED,)
    needs: tuple[str, ...] = ()

    def known(self) -> bool:
        """Whether calls can be told from anybody's."""
        return any(settings.ANYMAIL.get(name) for name in self.secrets)

    def lacking(self) -> list[str]:
        """The settings that are missing, by the names of their environment variables."""
        secrets = [] if self.known() else [" or ".join(variable(name) for name in self.secrets)]
        return secrets + [variable(name) for name in self.needs if not settings.ANYMAIL.get(name)]

    def load(self) -> type[Any]:
        """The class of Anymail, or ours on top of it, that checks and reads the calls."""
        view: type[Any] = import_string(self.view)
        return view


class Provider(msgspec.Struct, frozen=True):
    """A provider, by the name that stands in its address. ``package`` must be installed beside Anymail, if
    any of the settings is used that need it; without such, always."""

    title: str
    doors: Mapping[str, Door]
    package: str = ""
    package_for: tuple[str, ...] = ()

    def lacks_package(self) -> bool:
        needed = not self.package_for or any(settings.ANYMAIL.get(name) for name in self.package_for)
        return bool(self.package) and needed and find_spec(self.package) is None


def variable(setting: str) -> str:
    return f"PBEM_ANYMAIL_{setting}"


def _hook(module: str, name: str, door: str) -> str:
    return f"anymail.webhooks.{module}.{name}{door}WebhookView"


def _both(module: str, name: str, **more: Any) -> dict[str, Door]:
    """Two doors that Anymail serves and that one shared secret opens."""
    return {
        "inbound": Door(_hook(module, name, "Inbound"), **more),
        "tracking": Door(_hook(module, name, "Tracking"), **more),
    }


_MANDRILL = Door(_hook("mandrill", "Mandrill", "Combined"), secrets=("MANDRILL_WEBHOOK_KEY",))

PROVIDERS: Mapping[str, Provider] = {
    "amazon_ses": Provider(
        "Amazon SES",
        {
            "inbound": Door("pbem.webhooks.amazon.Inbound", secrets=("AMAZON_SES_SNS_TOPICS",)),
            "tracking": Door("pbem.webhooks.amazon.Tracking", secrets=("AMAZON_SES_SNS_TOPICS",)),
        },
        package="boto3",
    ),
    "brevo": Provider(
        "Brevo",
        {
            "inbound": Door(_hook("brevo", "Brevo", "Inbound"), needs=("BREVO_API_KEY",)),
            "tracking": Door(_hook("brevo", "Brevo", "Tracking")),
        },
    ),
    "mailersend": Provider(
        "MailerSend",
        {
            "inbound": Door(
                _hook("mailersend", "MailerSend", "Inbound"), secrets=("MAILERSEND_INBOUND_SECRET",)
            ),
            "tracking": Door(
                _hook("mailersend", "MailerSend", "Tracking"), secrets=("MAILERSEND_SIGNING_SECRET",)
            ),
        },
    ),
    "mailgun": Provider(
        "Mailgun",
        _both("mailgun", "Mailgun", secrets=("MAILGUN_WEBHOOK_SIGNING_KEY", "MAILGUN_API_KEY")),
    ),
    "mailjet": Provider("Mailjet", _both("mailjet", "Mailjet")),
    "mailtrap": Provider(
        "Mailtrap",
        {
            "inbound": Door(
                "pbem.webhooks.fetched.MailtrapInbound",
                secrets=("MAILTRAP_INBOUND_SECRET", SHARED),
                needs=("MAILTRAP_API_TOKEN",),
            ),
            "tracking": Door(
                _hook("mailtrap", "Mailtrap", "Tracking"), secrets=("MAILTRAP_TRACKING_SECRET", SHARED)
            ),
        },
    ),
    "mandrill": Provider("Mandrill", {"inbound": _MANDRILL, "tracking": _MANDRILL}),
    "postal": Provider("Postal", _both("postal", "Postal", secrets=("POSTAL_WEBHOOK_KEY",))),
    "postmark": Provider("Postmark", _both("postmark", "Postmark")),
    "resend": Provider(
        "Resend",
        {
            "inbound": Door(
                "pbem.webhooks.fetched.ResendInbound",
                secrets=("RESEND_INBOUND_SECRET", SHARED),
                needs=("RESEND_API_KEY",),
            ),
            "tracking": Door(
                _hook("resend", "Resend", "Tracking"), secrets=("RESEND_SIGNING_SECRET", SHARED)
            ),
        },
        package="svix",
        package_for=("RESEND_INBOUND_SECRET", "RESEND_SIGNING_SECRET"),
    ),
    "sendgrid": Provider(
        "SendGrid",
        {
            "inbound": Door(_hook("sendgrid", "SendGrid", "Inbound")),
            "tracking": Door(
                _hook("sendgrid", "SendGrid", "Tracking"),
                secrets=("SENDGRID_TRACKING_WEBHOOK_VERIFICATION_KEY", SHARED),
            ),
        },
    ),
    "sparkpost": Provider("SparkPost", _both("sparkpost", "SparkPost")),
    "unisender_go": Provider(
        "Unisender Go",
        {
            "tracking": Door(
                _hook("unisender_go", "UnisenderGo", "Tracking"), secrets=("UNISENDER_GO_API_KEY",)
            )
        },
    ),
}


def open_door(provider: str, door: str) -> Door | None:
    """The door at which a provider may knock here, if there is one."""
    if provider not in settings.MAIL_WEBHOOKS or provider not in PROVIDERS:
        return None
    found = PROVIDERS[provider].doors.get(door)
    return found if found and not found.lacking() else None


def closed_doors() -> list[str]:
    """The doors that stay closed although their provider may call at another, a sentence each."""
    found = []
    for name in settings.MAIL_WEBHOOKS:
        doors = PROVIDERS[name].doors if name in PROVIDERS else {}
        lacking = {door: what for door, provided in doors.items() if (what := provided.lacking())}
        if len(lacking) < len(doors):
            found += [
                f"/anymail/{name}/{door}/ stays closed without {' and '.join(what)}"
                for door, what in lacking.items()
            ]
    return found


def faults() -> list[str]:
    """What is wrong with the webhooks that the operator wants, a sentence each."""
    found = []
    for name in settings.MAIL_WEBHOOKS:
        provider = PROVIDERS.get(name)
        if provider is None:
            found.append(f"no provider is called {name}; known are {', '.join(PROVIDERS)}")
        elif provider.lacks_package():
            found.append(f"{provider.title} needs the package {provider.package}")
        elif all(lacking := [door.lacking() for door in provider.doors.values()]):
            words = ", or ".join(sorted({" and ".join(names) for names in lacking}))
            found.append(f"calls of {provider.title} could be anybody's: set {words}")
    return found

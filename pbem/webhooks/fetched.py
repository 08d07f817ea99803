"""Providers whose call only says that a mail lies ready: it is fetched with their interface, and
kept as it came."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urljoin

import requests
from anymail.inbound import AnymailInboundMessage
from anymail.webhooks.mailtrap import MailtrapInboundWebhookView
from anymail.webhooks.resend import ResendInboundWebhookView

from pbem.mail.limits import SMTP_BYTES

PATIENCE_SECONDS = 20


def capped(url: str, **more: Any) -> Iterator[bytes]:
    """What stands at an address, up to the size of the largest mail that we read."""
    size = 0
    with requests.get(url, stream=True, timeout=PATIENCE_SECONDS, **more) as answer:
        answer.raise_for_status()
        for chunk in answer.iter_content(64 * 1024):
            size += len(chunk)
            yield chunk
            if size > SMTP_BYTES:
                return


class MailtrapInbound(MailtrapInboundWebhookView):  # type: ignore[misc]
    """Mailtrap: each event names a message, whose raw bytes lie at an address of its own."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fetched: list[bytearray] = []

    def fetch_raw_message_chunks(self, raw_message_url: str) -> Iterator[bytes]:
        mail = bytearray()
        self.fetched.append(mail)
        for chunk in capped(raw_message_url):
            mail += chunk
            yield chunk


class ResendInbound(ResendInboundWebhookView):  # type: ignore[misc]
    """Resend: the same; a message that it keeps in no raw form is built from its parts by Anymail."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fetched: list[bytearray] = []

    def _fetch_inbound_email(self, email_id: str) -> AnymailInboundMessage:
        url = urljoin(self.api_url, f"emails/receiving/{quote(email_id, safe='')}")
        answer = requests.get(
            url, headers={"Authorization": f"Bearer {self.api_key}"}, timeout=PATIENCE_SECONDS
        )
        answer.raise_for_status()
        address = (answer.json().get("raw") or {}).get("download_url")
        if not address:
            return super()._fetch_inbound_email(email_id)
        self.fetched.append(bytearray(b"".join(capped(address))))
        return AnymailInboundMessage()

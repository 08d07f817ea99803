"""Mail that a provider hands over by webhook (django-anymail), ends in the same inbox as all other mail.

Anymail checks the provider's signature or our shared secret before it sends this signal. We only store: whatever
goes wrong later is ours and must not make the provider come again for days.
"""

from __future__ import annotations

import logging
from typing import Any

from anymail.inbound import AnymailInboundMessage
from anymail.signals import inbound
from django.dispatch import receiver

logger = logging.getLogger(__name__)


@receiver(inbound, dispatch_uid="games.inbound")
def take_in(sender: Any, event: Any, esp_name: str = "", **_: Any) -> None:
    """Store a mail. A database that is away makes the provider come again; that is right."""
    from games import inbox  # only when needed: the rules come with it

    message: AnymailInboundMessage = event.message
    envelope_from = message.envelope_sender
    recipients = [message.envelope_recipient] if message.envelope_recipient else []
    inbox.receive(message.as_bytes(), f"webhook {esp_name}"[:20], envelope_from, recipients)

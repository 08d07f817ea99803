"""A mail backend for a machine that sends nothing: every mail becomes a file that any mail program opens."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend


class EmailBackend(BaseEmailBackend):
    """Writes to EMAIL_FILE_PATH, one file a mail, named by time and recipient."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        folder = Path(settings.EMAIL_FILE_PATH)
        folder.mkdir(parents=True, exist_ok=True)
        for message in email_messages:
            moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
            recipient = "".join(c if c.isalnum() else "-" for c in message.recipients()[0].partition("@")[0])
            path = folder / f"{moment}-{recipient[:40]}-{secrets.token_hex(3)}.eml"
            _write(path, message.message().as_bytes())
        return len(email_messages)


def _write(path: Path, raw: bytes) -> None:
    """The whole file or none: a full disk leaves no half of a mail."""
    part = path.with_suffix(".part")
    try:
        part.write_bytes(raw)
        part.rename(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise

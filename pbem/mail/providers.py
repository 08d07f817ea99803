"""What a mail provider can tell of a mail when the line broke and nobody knows whether it went out.

Some know a key again that we send along: the same mail sent twice with it goes out once. Others tell by
webhook what became of a mail, and repeat there what we said about it. A plain SMTP server does neither.
"""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any, NamedTuple

METADATA = "mail"  # under this name a tracking webhook repeats the Message-ID, without its angle brackets


class Provider(NamedTuple):
    """What one provider can do; everything empty: a plain mail server."""

    remembers: timedelta = timedelta()  # how long it knows a key again, at the least
    http_header: str = ""  # where the key goes: a header of the request,
    mail_header: str = ""  # or an entry among the headers of the mail
    has_it: tuple[str, ...] = ()  # how it says that it took a mail with this key before
    works_on_it: tuple[str, ...] = ()  # how it says that it has not done with the first one yet
    tracks: bool = False  # its webhook repeats our metadata

    def knows_again(self, since: datetime | None, moment: datetime) -> bool:
        """Whether a mail that may have gone out at ``since`` can be sent again at ``moment`` and still
        go out once."""
        return since is not None and timedelta() <= moment - since < self.remembers

    def mark(self, message: Any, connection: Any, message_id: str) -> None:
        """Put our key and our metadata on a mail that is about to go out through an open connection."""
        if self.tracks:
            message.metadata = {METADATA: message_id.strip("<>")}
        if self.mail_header:
            message.extra_headers[self.mail_header] = key(message_id)
        if self.http_header:
            connection.session.headers[self.http_header] = key(message_id)


PLAIN = Provider()
_TRACKING = Provider(tracks=True)
_BREVO = Provider(
    remembers=timedelta(minutes=15),  # its pages say 15 or 30
    mail_header="idempotencyKey",
    has_it=("duplicate_parameter",),
    tracks=True,
)
_RESEND = Provider(
    remembers=timedelta(hours=24),
    http_header="Idempotency-Key",
    has_it=("invalid_idempotent_request",),  # a mail with this key, not to the byte the same, was taken
    works_on_it=("concurrent_idempotent_requests",),
    tracks=True,
)
# by the module in anymail.backends; who is not named here is treated as a plain mail server
PROVIDERS = {
    "amazon_ses": _TRACKING,
    "brevo": _BREVO,
    "mailgun": _TRACKING,
    "mailjet": _TRACKING,
    "mailtrap": _TRACKING,
    "mandrill": _TRACKING,
    "postmark": _TRACKING,
    "resend": _RESEND,
    "sendgrid": _TRACKING,
    "sendinblue": _BREVO,
    "sparkpost": _TRACKING,
    "test": _TRACKING,
    "unisender_go": _TRACKING,
}


def provider_of(backend: str) -> Provider:
    """What the provider behind a Django mail backend, given by its path, can do."""
    return PROVIDERS.get(provider_name(backend), PLAIN)


def provider_name(backend: str) -> str:
    """How Anymail calls the provider behind a Django mail backend, e.g. "postmark"; "" for a plain
    mail server."""
    package, _, rest = backend.partition(".backends.")
    return rest.partition(".")[0] if package == "anymail" else ""


def key(message_id: str) -> str:
    """The key of a mail, a UUID as Brevo wants it: always the same one for the same mail."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"mid:{message_id.strip('<>')}"))

"""What people did with mails that came in: noted for good, who, when and which mail."""

from __future__ import annotations

from games.models import Handling, InboundMail, MailHandled


def note(mail: InboundMail, who: str, what: Handling) -> None:
    """Note that somebody did something with a mail."""
    MailHandled.objects.create(mail=mail, who=who[:150], what=what)

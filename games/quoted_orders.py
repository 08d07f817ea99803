"""Orders that stood inside of quoted text: never carried out by themselves, shown to the player, and carried out when he
writes ACCEPT QUOTED, as they were shown and for the phase in which they were."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.failpoints import failpoint
from games.models import InboundMail, InboundState, OutboundMail, Seat
from games.post_commands import Asked, PostCommand
from pbem.mail.reader import ReadMail

MOST_SHOWN = 40
IN_QUOTE = "orders-in-quote"
"""Why such a mail is held."""
ACCEPTED = "accepted-from-quote"


class Accepted(NamedTuple):
    """The mail whose quoted lines a player accepts, and these lines."""

    mail: InboundMail
    lines: list[str]


def asked_for(asked: Sequence[Asked]) -> bool:
    return any(one.command is PostCommand.ACCEPT_QUOTED for one in asked)


def accepted(asked: Sequence[Asked], mail: InboundMail, found: ReadMail, seat: Seat) -> Accepted | None:
    """What ACCEPT QUOTED in this mail means: the lines shown in the answer that it replies to, else those shown last, if
    the phase in which they were shown is still open."""
    if not asked_for(asked):
        return None
    held = InboundMail.objects.filter(seat=seat, state=InboundState.HELD, reason=IN_QUOTE)
    held = held.filter(parsed__open_phase=seat.game.phase).exclude(pk=mail.pk)
    replied_to = [i for i in (found.headers.in_reply_to, *reversed(found.headers.references)) if i]
    answered = OutboundMail.objects.filter(seat=seat, message_id__in=replied_to, in_reply_to__in=held)
    shown = next((answer.in_reply_to for answer in answered), None) or held.order_by("-received_at").first()
    return Accepted(shown, [str(line) for line in shown.parsed.get("offered", ())]) if shown else None


def settle(asked: Sequence[Asked], mail: InboundMail, found: ReadMail, seat: Seat) -> None:
    """What was accepted waits no longer; called inside the transaction that files it."""
    if (taken := accepted(asked, mail, found, seat)) is not None:
        InboundMail.objects.filter(pk=taken.mail.pk).update(state=InboundState.DONE, reason=ACCEPTED)
        failpoint("quoted_orders.accepted")

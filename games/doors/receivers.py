"""Mail that a provider hands over by webhook ends in the same inbox as all other mail."""

from __future__ import annotations

from games.clockwork import tallies
from games.doors import arrivals, rates
from games.models import InboundMail, InboundState
from pbem.webhooks.arrived import Arrived


def take_in(provider: str, mail: Arrived) -> list[InboundMail]:
    """Store a mail. What is beyond the bounds of games.doors.rates is counted and let go: a provider that
    heard no would come again for days. Raises only what the database raises."""
    try:
        return arrivals.receive(
            mail.raw,
            f"webhook {provider}"[:20],
            mail.envelope_from,
            mail.recipients,
            transport_id=mail.transport_id,
            authentication=mail.authentication,
            payload=mail.payload,
            bounded=True,
        )
    except rates.TooMuch as bound:
        tallies.count(f"turned away: {bound}")
        return []


def keep(provider: str, call: Arrived, trouble: str) -> None:
    """Store a call of which nothing could be made, for the game master to look at."""
    for mail in arrivals.receive(call.raw, f"webhook {provider}"[:20], payload=call.payload):
        unread = InboundMail.objects.filter(pk=mail.pk, state=InboundState.UNREAD)
        # a payload may hold what no database stores
        detail = trouble[-8000:].replace("\0", "").encode("utf-8", "replace").decode()
        unread.update(state=InboundState.FAILED, reason="provider-call", detail=detail)

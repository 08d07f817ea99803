"""How a reader gets off the list: what stands in the header of every mail that he did not ask for."""

from __future__ import annotations

from games.models import Seat
from games.seats import seats


def headers(seat: Seat, *, everywhere: bool = False) -> dict[str, str]:
    """List-Unsubscribe, by web and by mail; one click where the page is behind HTTPS (RFC 8058). It is for
    this game's mail, or ``everywhere`` for that of all games of the player."""
    token = seats.unsubscribe_token(seat, everywhere=everywhere)
    link = seats.unsubscribe_link(token)
    found = {"List-Unsubscribe": f"<{link}>, <mailto:{seats.address_of(token)}>"}
    if link.startswith("https:"):
        found["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return found

"""Asking for a seat on the web, and following the link of the mail that comes."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client

from games.models import OutboundMail, Seat, SeatRequest
from tests.games.post_kit import opened, text_of

CARLA = {"name": "Carla", "email": "carla@example.org"}
DORA = {"name": "Dora", "email": "dora@example.org"}
BATTLE = {"against": "bold", "hours": "24", **CARLA}


def the_mail(address: str = CARLA["email"]) -> OutboundMail:
    """The newest mail to an address."""
    found = OutboundMail.objects.filter(to=address).order_by("pk").last()
    assert found
    return found


def link_in(mail: OutboundMail) -> str:
    """The path of the link that a mail about a request holds."""
    found = re.search(r"https?://[^/\s]+(/request/\S+)", text_of(opened(mail)))
    assert found
    return found[1]


def confirms(client: Client, address: str = CARLA["email"], answer: str = "take") -> Any:
    """A browser that follows the link of the newest mail and presses a button."""
    there = link_in(the_mail(address))
    assert client.get(there).status_code == 200
    return client.post(there, {"answer": answer})


def taken_by(client: Client, there: str, form: dict[str, str]) -> Seat:
    """The seat of a browser that has asked for it, and confirmed."""
    response = client.post(there, form)
    assert response.status_code == 302, response.content
    assert confirms(client, form["email"]).status_code == 302
    taken = SeatRequest.objects.latest("pk").taken
    assert taken
    return taken

"""What the tests of letters between players share: two more players, and what was written to whom."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from games.models import (
    Game,
    OutboundMail,
    Seat,
)
from tests.games import post_kit
from tests.games.post_kit import Post, opened

BODY = "Lay down your arms, and you may go home.\n\nRoger"


@pytest.fixture
def ally(game: Game, seat: Seat) -> Seat:
    """A third player, on the side of the first."""
    return Seat.objects.create(
        game=game,
        name="squires",
        title="Tancred's squires",
        side=seat.side,
        email="carla@players.example.org",
        order=7,
    )


@pytest.fixture
def rivals_post(rival: Seat) -> Post:
    return Post(rival)


def text_of(message: EmailMessage) -> str:
    return post_kit.text_of(message).replace("\r\n", "\n")


def flat(message: EmailMessage) -> str:
    """The text without its line ends."""
    return " ".join(text_of(message).split())


def mails_to(seat: Seat) -> list[OutboundMail]:
    return list(OutboundMail.objects.filter(seat=seat, kind="letter").order_by("pk"))


def the_mail_to(seat: Seat):
    [row] = mails_to(seat)
    return opened(row)


def change(game: Game, **fields: object) -> None:
    Game.objects.filter(pk=game.pk).update(**fields)


def block(whom: str, words: str = BODY) -> str:
    return f"PRESS TO {whom}\n{words}\nEND PRESS\n"

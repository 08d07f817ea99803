"""A running game and its post: letters from its players, and what they get back.

The fixtures at the end are there for every test of this directory (see conftest.py)."""

from __future__ import annotations

import email
import email.policy
from collections.abc import Iterator
from email.message import EmailMessage
from typing import Any

import pytest

from games.doors import arrivals
from games.gate import inbox
from games.models import Game, InboundMail, OutboundMail, Proof, Seat
from games.people import proven
from games.play.creation import Player, create_game
from games.record import eventlog
from games.seats import seats
from rules import engine
from tests.games.made_once import as_it_was_made, for_a_file

SCENARIO = "orchard"
ADDRESSES = {"normans": "anna@players.example.org", "lombards": "boris@players.example.org"}


def a_battle(scenario: str = SCENARIO, language: str = "en", **options: Any) -> Game:
    """A real game between Anna and Boris, who live in Rome."""
    info = next(s for s in engine.scenarios() if s.slug == scenario)
    players = {
        seat.id: Player(seat.id.title(), f"{name}@players.example.org", "Europe/Rome", language)
        for seat, name in zip(info.seats, ("anna", "boris"), strict=True)
    }
    return create_game(scenario, players, **options)


def battle_of(game: Game) -> engine.Battle:
    return eventlog.load(game.pk).battle


def seat_on_move(game: Game) -> Seat:
    return Seat.objects.select_related("game").get(game=game, awaited=True)


def seat_waiting(game: Game) -> Seat:
    return Seat.objects.select_related("game").get(game=game, awaited=False)


def men_of(game: Game, seat: Seat) -> list[str]:
    return [f.name for f in battle_of(game).figures.values() if f.seat == seat.name]


def some_orders(game: Game, seat: Seat) -> list[str]:
    """Orders that stand whatever the scenario; not in the order of our form, or they would be a
    quote of it."""
    return [f"MOVE {name} stay" for name in reversed(men_of(game, seat)[:3])]


def orders_of(game: Game, seat: Seat) -> tuple[str, ...]:
    """What a seat has filed for the phase."""
    return battle_of(game).sheets.get(seat.name, ())


def filed(game: Game, seat: Seat) -> tuple[str, ...]:
    """The same with its standing orders."""
    return (*orders_of(game, seat), *battle_of(game).standing.get(seat.name, ()))


def reads_his_mail(*held: Seat) -> None:
    """Whoever plays these seats has followed the link in his mail, to each of them."""
    for seat in held:
        proven.prove(seat, Proof.LINK)


class Post:
    """Writes letters for one seat and reads the answers."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.written = 0

    def write(self, body: str | bytes, *, sender: str = "", to: str = "", **more: Any) -> InboundMail:
        """Send a letter and let it be read; ``more`` are other headers (underscores for hyphens),
        ``envelope``, and ``dmarc``, the verdict that a trusted provider tells."""
        self.written += 1
        envelope, dmarc = more.pop("envelope", None), more.pop("dmarc", "")
        sender = sender or self.seat.email
        to = to or seats.reply_address(self.seat, Game.objects.get(pk=self.seat.game_id).phase)
        headers = {
            "From": sender,
            "To": to,
            "Subject": "Re: orders",
            "Date": f"Sun, 22 Nov 2026 18:{self.written:02d}:00 +0100",
            "Message-ID": f"<letter-{self.written}-{self.seat.pk}@players.example.org>",
            "Content-Type": "text/plain; charset=utf-8",
            **{name.replace("_", "-"): value for name, value in more.items()},
        }
        data = body.encode() if isinstance(body, str) else body
        raw = "".join(f"{name}: {value}\n" for name, value in headers.items()).encode() + b"\n" + data
        return deliver(raw, to, sender if envelope is None else envelope, dmarc)


def deliver(raw: bytes, to: str, envelope_from: str | None = None, dmarc: str = "") -> InboundMail:
    told = {"by": "provider", "dmarc": dmarc} if dmarc else {}
    [mail] = arrivals.receive(raw, "test", envelope_from, [to], authentication=told)
    inbox.process(mail.pk)
    mail.refresh_from_db()
    return mail


def answers_to(mail: InboundMail) -> list[EmailMessage]:
    return [opened(row) for row in OutboundMail.objects.filter(in_reply_to=mail)]


def the_answer(mail: InboundMail) -> EmailMessage:
    [answer] = answers_to(mail)
    return answer


def opened(row: OutboundMail) -> EmailMessage:
    message = email.message_from_bytes(bytes(row.rendered), policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return message


def text_of(message: EmailMessage) -> str:
    part = message.get_body(("plain",))
    assert isinstance(part, EmailMessage)
    return str(part.get_content())


def html_of(message: EmailMessage) -> str:
    part = message.get_body(("html",))
    assert isinstance(part, EmailMessage)
    return str(part.get_content())


# the usual game, who writes in it, and what


@pytest.fixture
def game() -> Game:
    return a_battle()


@pytest.fixture(scope="module")
def game_of_the_file(django_db_setup: None, django_db_blocker: Any) -> Iterator[Game]:
    with for_a_file(django_db_blocker):
        yield a_battle()


@pytest.fixture
def same_game(game_of_the_file: Game, db: None) -> Game:
    """The usual one, made once for a file that imports this as its ``game``."""
    as_it_was_made()
    return Game.objects.get(pk=game_of_the_file.pk)


@pytest.fixture
def seat(game: Game) -> Seat:
    return seat_on_move(game)


@pytest.fixture
def rival(game: Game) -> Seat:
    return seat_waiting(game)


@pytest.fixture
def post(seat: Seat) -> Post:
    return Post(seat)


@pytest.fixture
def orders(game: Game, seat: Seat) -> str:
    return "\n".join(some_orders(game, seat))

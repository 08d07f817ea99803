"""The desk: from an order mail to its receipt, and the picture of a report."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from email.message import EmailMessage
from itertools import count

from bench.castle_battle import moments_at_the_castle
from bench.large_battle import moments
from bench.measure import Measure, cpu_ms
from games import eventlog, inbox, seats
from games.creation import Player, create_game
from games.models import Game, OutboundMail, Seat
from games.pictures.png import png
from rules import engine

ONE_SECOND, MAILS_A_SECOND = 1000, 50


def measures() -> Iterator[Measure]:
    mail = cpu_ms(_mailing(), 5)
    yield Measure("mail_to_receipt", mail, "ms", round(ONE_SECOND / mail, 1), "one second, the sending aside")
    yield Measure(
        "mails_a_second",
        round(1000 / mail, 1),
        "mails/s",
        round(1000 / mail / MAILS_A_SECOND, 2),
        "50 on one core",
    )
    last = moments()[-1].ready
    view = engine.picture(last, "west")
    yield Measure("board_picture_first", cpu_ms(lambda: png(view), 1), "ms")
    yield Measure("board_picture", cpu_ms(lambda: png(view), 5), "ms")
    castle = engine.picture(moments_at_the_castle()[-1].ready, "south")
    yield Measure("board_picture_castle_first", cpu_ms(lambda: png(castle), 1), "ms")
    yield Measure("board_picture_castle", cpu_ms(lambda: png(castle), 5), "ms")


def _mailing() -> Callable[[], None]:
    """Sends a mail of orders for the ford, has it read and makes sure that it was answered; a new one each time."""
    players = {s: Player(s.title(), f"{s}@players.example.org") for s in ("arabs", "byzantines")}
    game = create_game("ford", players)
    battle = eventlog.load(game.pk).battle
    seat = Seat.objects.get(game=game, awaited=True)
    lines = engine.captain_orders(battle, seat.name, "bold")
    number = count(1)

    def send() -> None:
        message = EmailMessage()
        message["From"], message["Subject"] = seat.email, "Re: orders"
        message["To"] = seats.reply_address(seat, Game.objects.get(pk=game.pk).phase)
        message["Message-ID"] = f"<{next(number)}@players.example.org>"
        message.set_content("\n".join(lines) + "\n")
        [mail] = inbox.receive(message.as_bytes(), "bench", seat.email, [str(message["To"])])
        inbox.process(mail.pk)
        if not OutboundMail.objects.filter(in_reply_to=mail).exists():
            raise RuntimeError("the mail was not answered")

    return send

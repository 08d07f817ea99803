"""The desk: from an order mail to its receipt, and the picture of a report."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bench.castle_battle import moments_at_the_castle
from bench.large_battle import moments
from bench.load.letters import Captain
from bench.measure import Measure, cpu_ms
from games.doors import arrivals
from games.gate import inbox
from games.models import OutboundMail, Seat
from games.pictures.png import png
from games.play.creation import Player, create_game
from rules import engine

ONE_SECOND, MAILS_A_SECOND = 1000, 50
MAILS = 5


def measures() -> Iterator[Measure]:
    mail = cpu_ms(_mailing(MAILS), MAILS)
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


def _mailing(mails: int) -> Callable[[], None]:
    """Sends a mail of orders for the ford, has it read and makes sure that it was answered; each in a game of
    its own, since orders that change nothing need no second receipt."""
    players = {s: Player(s.title(), f"{s}@players.example.org") for s in ("arabs", "byzantines")}
    seated = iter([Seat.objects.get(game=create_game("ford", players), awaited=True) for _ in range(mails)])

    captain = Captain()

    def send() -> None:
        seat = next(seated)
        letter = captain.letter(seat.game, seat, captain.orders(seat.game, seat))
        [mail] = arrivals.receive(letter.raw, "bench", letter.sender, [letter.to])
        inbox.process(mail.pk)
        if not OutboundMail.objects.filter(in_reply_to=mail).exists():
            raise RuntimeError("the mail was not answered")

    return send

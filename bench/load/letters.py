"""What players write: orders, corrections and questions, sent as mails to the server's own listener."""

from __future__ import annotations

import smtplib
import time
from collections.abc import Iterable
from email.message import EmailMessage
from typing import NamedTuple

from games.models import Game, Seat
from games.record import eventlog
from games.seats import seats
from rules import engine

UNREADABLE = "MOVE the moon 3"
"""A line that nobody can read: the phase waits for it to be mended until its deadline."""
MAILS_A_CALL = 100


class Letter(NamedTuple):
    """A mail, and who writes it."""

    sender: str
    to: str
    raw: bytes
    message_id: str


class Captain:
    """Writes for every seat what a player would write in the first phase. Games of one scenario begin alike,
    so he thinks once for all of them."""

    def __init__(self, temper: str = "bold") -> None:
        self.temper = temper
        self._thoughts: dict[tuple[str, str], list[str]] = {}

    def orders(self, game: Game, seat: Seat) -> list[str]:
        thought = (game.scenario, seat.name)
        if thought not in self._thoughts:
            battle = eventlog.load(game.pk).battle
            self._thoughts[thought] = engine.captain_orders(battle, seat.name, self.temper)
        return self._thoughts[thought]

    def letter(self, game: Game, seat: Seat, lines: Iterable[str], number: int = 1) -> Letter:
        """A mail to the reply address of the open phase; ``number`` tells the mails of a seat apart."""
        to = seats.reply_address(seat, game.phase)
        message_id = f"<{game.pk}-{game.phase}-{number}@{seat.email.partition('@')[2]}>"
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = seat.email, to, f"Re: [{game.label}] orders"
        message["Message-ID"] = message_id
        message.set_content("\n".join(lines) + "\n")
        return Letter(seat.email, to, message.as_bytes(), message_id)


class Postbox:
    """Hands letters to the server's listener, many in one call, as a relay does."""

    def __init__(self, host: str, port: int) -> None:
        self._address = (host, port)
        self._call: smtplib.SMTP | None = None
        self._sent = 0
        self.posted: dict[str, float] = {}  # message id -> when the listener took it

    def post(self, letter: Letter) -> None:
        if self._call is None or self._sent >= MAILS_A_CALL:
            self.close()
            self._call, self._sent = smtplib.SMTP(*self._address, timeout=60), 0
        self._call.sendmail(letter.sender, [letter.to], letter.raw)
        self.posted[letter.message_id] = time.time()
        self._sent += 1

    def close(self) -> None:
        if self._call:
            self._call.quit()
            self._call = None

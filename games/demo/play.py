"""Two captains play a game to its end by mail, and somebody tells how it goes."""

from __future__ import annotations

import contextlib
import queue
import time
from collections.abc import Callable
from email.utils import formataddr
from pathlib import Path

from games.demo.mailbox import Delivered, Mailbox, post, reply, text_of
from games.models import (
    Adjudication,
    Game,
    GameState,
    InboundMail,
    InboundState,
    OutboundMail,
    OutboundState,
    Seat,
)
from games.record import eventlog
from games.reports import sheet
from pbem.calling import SERVE
from rules import engine

Tell = Callable[[str], None]


class TooSlow(Exception):
    """The game did not end in the time given."""


class Correspondence:
    """Plays one game, and those that it calls, by reading the mails that arrive and answering them."""

    def __init__(
        self, game: Game, mailbox: Mailbox, tempers: dict[str, str], listener: tuple[str, int], tell: Tell
    ) -> None:
        self.game, self.mailbox, self.tempers, self.listener, self.tell = (
            game,
            mailbox,
            tempers,
            listener,
            tell,
        )
        self._told = 0
        self._began = time.monotonic()

    def play(self, seconds: float) -> Game:
        """Answer mails until the game is over and all mail is delivered. Raises TooSlow."""
        deadline = time.monotonic() + seconds
        while True:
            with contextlib.suppress(queue.Empty):
                self._answer(self.mailbox.arrived.get(timeout=0.5))
            self._tell_progress()
            if self._is_over() and self.mailbox.arrived.empty():
                return Game.objects.get(pk=self.game.pk)
            if time.monotonic() > deadline:
                raise TooSlow(f"the game has not ended within {seconds:.0f} s; see the logs of the processes")

    def _answer(self, mail: Delivered) -> None:
        seat = self._asked(mail)
        if seat is None:
            return
        battle = eventlog.load(seat.game_id).battle
        if seat.name not in engine.awaiting(battle).seats:
            return
        lines = [*engine.captain_orders(battle, seat.name, self.tempers[seat.name]), "FINAL"]
        answer = reply(mail.message, formataddr((seat.player, seat.email)), lines)
        self.mailbox.keep(answer.as_bytes(), f"from-{seat.name}")
        post(answer, *self.listener)

    def _asked(self, mail: Delivered) -> Seat | None:
        """The seat from which a mail asks for orders, if it does."""
        if str(mail.message.get("Auto-Submitted", "")) != "auto-generated":
            return None
        text = text_of(mail.message)
        seats = Seat.objects.select_related("game").filter(game__in=self._family(), email=mail.to)
        return next((seat for seat in seats if f"#ORDERS {seat.game.label} " in text), None)

    def _family(self) -> list[Game]:
        """The game and those that it has called; these call none."""
        return [self.game, *Game.objects.filter(parent=self.game)]

    def _is_over(self) -> bool:
        if not Game.objects.filter(pk=self.game.pk, state=GameState.OVER).exists():
            return False
        family = self._family()
        unsent = OutboundMail.objects.filter(game__in=family).exclude(state=OutboundState.ACCEPTED)
        unread = InboundMail.objects.filter(game__in=family, state=InboundState.UNREAD)
        return not unsent.exists() and not unread.exists()

    def _tell_progress(self) -> None:
        for run in Adjudication.objects.filter(game=self.game, first_seq__gt=self._told).order_by(
            "first_seq"
        ):
            self._told = run.last_seq
            situation = engine.situation(eventlog.load(self.game.pk, run.last_seq).battle, None)
            standing = "; ".join(sheet.strengths(situation))
            dice = sum(
                1
                for e in eventlog.events(self.game.pk, run.first_seq, run.last_seq)
                if e.kind == "die_rolled"
            )
            elapsed = time.monotonic() - self._began
            self.tell(f"  {elapsed:5.0f} s  {run.title:<26} {dice:3d} dice   standing: {standing}")


def tell_end(game: Game, folder: Path, tell: Tell, base_url: str) -> None:
    """Who won, where the mails lie, where the archive is."""
    battle = eventlog.load(game.pk).battle
    outcome = battle.outcome
    assert outcome is not None
    won = " and ".join(battle.side_of(side).name for side in battle.winners_by(outcome))
    winner = f"{won} win" if won else "A draw"
    scores = ", ".join(f"{battle.side_of(s).name} {p}" for s, p in sorted(outcome.scores.items()))
    tell(f"\n{winner}: {outcome.reason}{f' ({scores})' if scores else ''}.")
    tell(f"{len(list(folder.glob('*.eml')))} mails, orders, receipts and reports, lie in {folder}")
    tell(f"Archive: {base_url}/g/{game.pk} once the server runs ({SERVE}).")

"""What a player says about the end of the game, told to the others whom it concerns: short notes, at once."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext

from games.models import Game, OutboundKind, Seat
from games.reports import notes
from games.reports.layout import listed
from games.seats import seats
from games.seats.languages import in_language_of
from rules import engine


def draw_offered(game: Game, by: Seat, others: Iterable[Seat], until: int) -> None:
    """A draw is offered, or one more player wants it; ``until``: the turn with whose end that lapses."""
    for seat in others:
        with in_language_of(seat):
            who = engine.named(by.title)
            text = gettext(
                "{who}: a draw is offered. If you want the game to end so, reply with the line ACCEPT DRAW, "
                "and you are asked once more before it counts. REFUSE DRAW says no. If you say nothing, the "
                "game goes on as if nothing had been offered, and the offer lapses at the end of turn "
                "{turn}. Orders in the same mail are read as ever."
            ).format(who=who, turn=until)
            _owe(
                game, seat, f"draw:{game.version}", gettext("{who}: a draw is offered").format(who=who), text
            )


def draw_refused(game: Game, by: Seat, others: Iterable[Seat]) -> None:
    """No offer of a draw stands any more."""
    for seat in others:
        with in_language_of(seat):
            who = engine.named(by.title)
            text = gettext("{who}: no draw. No offer of one stands any more, and the game goes on.").format(
                who=who
            )
            _owe(game, seat, f"no-draw:{game.version}", gettext("{who}: no draw").format(who=who), text)


def gives_up(game: Game, by: Seat, partners: Iterable[Seat], until: int) -> None:
    """A player of one's own side wants to surrender, which takes the word of all who play for it."""
    for seat in partners:
        with in_language_of(seat):
            who = engine.named(by.title)
            text = gettext(
                "{who} would surrender. That ends the game only if everybody who plays for your side says "
                "so: if you want it too, reply with the line SURRENDER, and you are asked once more before "
                "it counts. If you say nothing, the game goes on, and it lapses at the end of turn {turn}. "
                "The other side is not told."
            ).format(who=who, turn=until)
            subject = gettext("{who} would surrender").format(who=who)
            _owe(game, seat, f"gives-up:{by.pk}:{game.phase}", subject, text)


def _owe(game: Game, seat: Seat, key: str, subject: str, text: str) -> None:
    if not seat.email or seat.captain or seat.no_mail:
        return
    notes.owe(
        f"{key}:{seat.pk}",
        OutboundKind.NOTICE,
        to=seat.email,
        subject=f"[{game.label}] {subject}",
        text=text,
        game=game,
        seat=seat,
        reply_to=seats.reply_address(seat, game.phase),
    )


def names(some: Iterable[Seat]) -> str:
    """The seats by their titles, in the language spoken."""
    return listed([engine.named(seat.title) for seat in some])

"""Seats from which nothing comes any more. Their game goes on by what stands, and nobody else may know who
has not written: so the game master is told, once for each silence."""

from __future__ import annotations

from collections.abc import Iterable

from games.models import Game, Seat
from games.reports import announce, facts, words
from games.seats.languages import ENGLISH, speaking
from pbem.calling import PROGRAM
from rules import engine

SILENT = 3
"""So many deadlines in a row without orders are a silence."""
LOOKED_AT = 40
"""So many phases back, those of others among them."""


def tell(game: Game, late: Iterable[Seat]) -> None:
    """A deadline has closed a phase for which these seats sent nothing. Called inside the transaction that
    files it."""
    for seat in late:
        if seat.email and not seat.captain:
            _look(game, seat)


def _look(game: Game, seat: Seat) -> None:
    """Count the deadlines that have passed since a seat has filed orders last."""
    missed = 0
    for played in game.adjudications.order_by("-first_seq")[:LOOKED_AT]:
        if facts.orders_of_phase(played, seat.name):
            break
        missed += played.by_deadline
        if missed == SILENT:
            _tell_of(game, seat)
            break


def _tell_of(game: Game, seat: Seat) -> None:
    with speaking(ENGLISH):
        title = words.inside(engine.named(seat.title))
    announce.game_master(
        game,
        f"silent:{seat.name}:{seat.filed_seq}",
        f"nothing from {title} for {SILENT} deadlines",
        f"{SILENT} deadlines in a row have passed without orders from {title}, played by {seat.player}.\n"
        "The game goes on with what stands for that seat, and nothing has to be done. If somebody else\n"
        "is to play it:\n"
        f"{PROGRAM} seatplayer {game.label} {seat.name} --name NAME --email ADDRESS",
    )

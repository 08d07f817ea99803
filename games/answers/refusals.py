"""Why a whole mail was not read: its phase is over, the game has ended, or is not played here."""

from __future__ import annotations

from django.utils.translation import gettext

from games.models import Game, Seat
from games.play.submissions import Status
from games.reports import families
from rules import engine


def words(status: Status, game: Game, seat: Seat) -> str:
    """Why nothing of a seat's was read."""
    match status:
        case Status.PHASE_OVER:
            return gettext(
                "This mail was meant for a phase that is over; nothing in it was carried out. Open now is "
                "{phase_title}. Reply to the newest report, or to this mail: their address is the one that "
                "counts."
            ).format(phase_title=engine.translated(game.phase_title))
        case Status.GAME_OVER:
            return gettext("The game is over; orders are not taken any more. Its archive stays open to you.")
        case Status.SETTLED:
            return families.settled(game, seat)
        case Status.MOVED:
            return gettext(
                "The game is not played on this server any more; nothing in your mail was carried out. It "
                "goes on where your newest report came from: reply to that one."
            )
        case Status.NOT_STARTED:
            return gettext(
                "The game has not begun: a seat is still free. Your orders were not filed; you will be told."
            )
        case _:
            return gettext(
                "The game is stopped and its game master is told. Your mail is kept, but nothing in it was "
                "carried out. Please send it again when the game goes on."
            )


def subject(status: Status) -> str:
    """The subject of the mail that says so."""
    return {
        Status.PHASE_OVER: gettext("too late for that phase, nothing carried out"),
        Status.GAME_OVER: gettext("the game is over"),
        Status.SETTLED: gettext("this battle is fought, nothing carried out"),
        Status.MOVED: gettext("the game is played elsewhere"),
        Status.NOT_STARTED: gettext("the game has not begun"),
    }.get(status, gettext("the game is stopped"))

"""Lines that are no orders of the game to which they were sent, and are of another that the player plays in
the same family: a campaign, and the battles that it has called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext

from games.answers.bounds import Block
from games.models import GameState, Seat
from games.record import eventlog
from games.reports.layout import wrapped
from pbem.mail.headers import clean
from rules import engine

MOST_LINES = 10
MOST_LETTERS = 100
_NOT_READ = (engine.Verdict.UNREADABLE, engine.Verdict.TALK)
_NO_ORDERS = (engine.Verdict.TALK, engine.Verdict.COMMENT, engine.Verdict.COMMAND)


def found(seat: Seat, lines: Sequence[engine.LineReading]) -> dict[Seat, list[str]]:
    """By where they would be orders which of the lines of a mail are none where it went."""
    left = [line.line for line in lines if line.verdict in _NOT_READ and line.line.strip()][:MOST_LINES]
    theirs = {other: _orders_of(other, left) for other in _other_seats(seat)} if left else {}
    return {other: said for other, said in theirs.items() if said}


def blocks(meant: Mapping[Seat, Sequence[str]]) -> list[Block]:
    """Which lines are orders elsewhere, and how they get there."""
    told = []
    for other, lines in meant.items():
        where = gettext(
            "That is for {label}, {title}, and was not carried out there: write it in reply to a mail of "
            "{label}."
        ).format(label=other.game.label, title=engine.named(other.game.title))
        quoted = [f"> {clean(line)[:MOST_LETTERS]}" for line in lines]
        told.append(Block("\n".join([*quoted, *wrapped(where)]), pre=True, kept=True))
    return told


def _orders_of(seat: Seat, lines: Sequence[str]) -> list[str]:
    """Those of the lines that speak of what can be ordered in a game."""
    table = eventlog.load(seat.game_id, seat.game.seen_version).battle
    if engine.awaiting(table).over:
        return []
    return [line for line in lines if _is_order(engine.read_orders(table, seat.name, [line]))]


def _is_order(reading: engine.Reading) -> bool:
    """Whether a line was understood there, be it that it cannot be done just now. Mere assent ("ok") is for
    where it was written."""
    return any(
        line.verdict not in (*_NO_ORDERS, engine.Verdict.UNREADABLE, engine.Verdict.AMBIGUOUS)
        and line.canonical != engine.AS_PLANNED
        for line in reading.lines
    )


def _other_seats(seat: Seat) -> Iterator[Seat]:
    """Where the player of a seat plays besides: above it, and in what was called there and here."""
    above = seat.follows
    if above is not None and not above.captain:
        yield above
    called = Seat.objects.filter(stands_for__in=[one for one in (above, seat) if one is not None])
    running = called.filter(game__state=GameState.RUNNING).exclude(pk=seat.pk).order_by("game__created", "pk")
    for row in running.select_related("game"):
        if row.follows and not row.captain:
            yield row

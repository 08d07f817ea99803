"""What a player wrote for his men, found by their names, of which the post office knows none."""

from __future__ import annotations

from msgspec.structs import replace

from games.models import Seat
from games.record import eventlog
from pbem.mail import limits
from pbem.mail.lines import LineClass, MailLine
from pbem.mail.reader import ReadMail
from rules import engine

_SAID = (LineClass.TALK, LineClass.ORDER)
"""Talk, and the orders above it, on which it may bear."""


def with_names(found: ReadMail, seat: Seat) -> ReadMail:
    """A mail whose talk is talk to those too who know the seat's men: a line that was meant for one of them
    is read as an order, below the end or beside an order form as one that stands there."""
    said = [line for line in found.lines if line.kind in _SAID and line.text.strip()]
    if not any(line.kind is LineClass.TALK for line in said):
        return found
    game = seat.game
    table = eventlog.load(game.pk, game.seen_version).battle
    texts = [line.text for line in said[: limits.ORDER_LINES]]
    for_men = engine.meant_for_men(table, seat.name, texts)
    if not for_men:
        return found
    ended = found.block is not None
    lines: list[MailLine] = []
    for line in found.lines:
        ended = ended or line.kind is LineClass.END
        if line.kind is LineClass.TALK and line.text in for_men:
            line = replace(line, kind=LineClass.AFTER_END if ended else LineClass.ORDER)
        lines.append(line)
    return replace(found, lines=tuple(lines))

"""The address of a seat's newest report, when its phase is over and nothing is owed from the seat: it is the
newest mail that its player has to reply to (games.reports.since), and standing orders and questions are as
good in one phase as in another. Who leads a fight does not hang on its phase either, whichever mail of it is
answered."""

from __future__ import annotations

from collections.abc import Sequence

from games.gate.commands import LEADERS, Asked
from games.gate.whose import Addressee
from games.models import GameState, OutboundKind, OutboundMail, Purpose
from games.play import submissions
from games.record import eventlog
from games.reports import keys
from games.seats.seats import Standing
from pbem.mail.lines import LineClass
from pbem.mail.reader import ReadMail
from rules import engine


def as_it_counts(addressee: Addressee, asked: Sequence[Asked], found: ReadMail) -> Addressee:
    """The addressee of a mail, whose address is worth what one of the open phase is where what the mail says
    (``asked`` of the post office, ``found`` besides) holds in any phase."""
    if addressee.standing is not Standing.OLD:
        return addressee
    holds = _says_who_leads(addressee, asked, found)
    if holds or (_is_newest(addressee) and _holds(addressee, asked, found)):
        return addressee._replace(standing=Standing.VALID)
    return addressee


def _says_who_leads(addressee: Addressee, asked: Sequence[Asked], found: ReadMail) -> bool:
    """Whether a mail says that, and nothing else, while there is something to lead."""
    seat = addressee.seat
    if seat is None or seat.game.state == GameState.OVER or addressee.purpose != Purpose.ORDERS:
        return False
    return not found.of(LineClass.ORDER) and bool(asked) and all(one.command in LEADERS for one in asked)


def _is_newest(addressee: Addressee) -> bool:
    seat = addressee.seat
    if seat is None or addressee.purpose != Purpose.ORDERS or seat.awaited:
        return False
    if seat.game.state == GameState.OVER:
        return False
    reports = OutboundMail.objects.filter(seat=seat, kind=OutboundKind.REPORT).order_by("-pk")
    newest = reports.values_list("dedupe_key", flat=True).first()
    return newest is not None and keys.phase_of_key(newest) == addressee.phase


def _holds(addressee: Addressee, asked: Sequence[Asked], found: ReadMail) -> bool:
    lines, seat = found.of(LineClass.ORDER), addressee.seat
    assert seat is not None
    if not lines:
        return bool(asked)
    battle = eventlog.load(seat.game_id, seat.game.seen_version).battle
    return submissions.holds_in_any_phase(engine.read_orders(battle, seat.name, lines), battle, seat)

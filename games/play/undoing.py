"""UNDO: what a seat's last mail changed is taken back, one mail farther with each.

Which papers stood before is in the log: those of the seat since the phase was opened. A command whose name
says that it undoes takes its predecessor away again, so that no step is undone twice.
"""

from __future__ import annotations

from games.models import Event, Game, Seat
from games.record import eventlog
from rules import engine

MARK = ":undo"
Papers = tuple[tuple[str, ...], tuple[str, ...]]
"""The orders and the standing orders of a seat."""


def before_last(seat: Seat) -> list[str]:
    """The lines by which what stood before the seat's last mail stands again, for the phase that is open;
    none where no mail of this phase is left to be undone."""
    game = Game.objects.get(pk=seat.game_id)
    standing = eventlog.load(game.pk, game.opened_seq).battle.standing.get(seat.name, ())
    stood: list[Papers] = [((), standing)]
    rows = Event.objects.filter(
        game=game, type=engine.OrdersAccepted.kind, seq__gt=game.opened_seq, seq__lte=game.seen_version
    )
    for kind, version, data, command in rows.order_by("seq").values_list(
        "type", "version", "data", "command_id"
    ):
        event = engine.decode(kind, version, bytes(data))
        assert isinstance(event, engine.OrdersAccepted)
        if event.seat != seat.name:
            continue
        papers = (event.orders, event.standing)
        if command.endswith(MARK) and len(stood) > 1:
            stood.pop()
        if papers != stood[-1]:
            stood.append(papers)
    if len(stood) == 1:
        return []
    orders, contracts = stood[-2]
    return ["CLEAR ALL", *contracts, *orders]

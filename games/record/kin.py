"""The games that a game has called, as its seats and the public may know them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.models import Event, Game, Seat
from games.record import leaves, opening
from games.record.stored import Stored
from rules import engine

_KINDS = (engine.GameCalled.kind, engine.GameCalledAgain.kind, engine.GameTold.kind)


class Kin(NamedTuple):
    """A game that was called, with the call and its end as a reader may know them: ``told`` is None while it
    is played. ``called_at`` and ``told_at`` are the events of the log that say so (0: none yet)."""

    game: Game
    call: engine.GameCalled
    told: engine.GameTold | None
    called_at: int
    told_at: int


def known(game: Game, reader: str | None) -> list[Kin]:
    """Those that a seat (None: the public) may know of, in the order in which they were called; all of them
    once the log is opened."""
    children = {child.call: child for child in game.children.all()}
    if not children:
        return []
    opened, found = opening.is_open(game), dict[str, Kin]()
    audiences = game.audiences.split()
    for row in _rows(game, whole=opened):
        seq, shown = row.seq, row.event if opened else leaves.seen_in(row, audiences, reader)
        if isinstance(shown, engine.GameCalled) and shown.call in children:
            found[shown.call] = Kin(children[shown.call], shown, None, seq, 0)
        elif isinstance(shown, engine.GameTold) and shown.call in found:
            found[shown.call] = found[shown.call]._replace(told=shown, told_at=seq)
    return list(found.values())


def _rows(game: Game, *, whole: bool) -> list[Stored]:
    """The calls and their ends. Not ``whole``: without their truth, which holds the beginnings of games."""
    rows = Event.objects.filter(game=game, type__in=_KINDS, seq__lte=game.seen_version).order_by("seq")
    return [
        Stored(
            row.seq, row.type, row.version, bytes(row.data) if whole else b"", row.command_id,
            row.recorded_us, bytes(row.hash), row.audience, bytes(row.shown),
        )
        for row in (rows if whole else rows.defer("data"))
    ]  # fmt: skip


def may_look(game: Game, held: Sequence[Seat]) -> bool:
    """Whether whoever holds these seats, perhaps none, may look at a game: always at one that nobody has
    called, else if he sits there, if it is opened, or if the players have agreed that everybody may and he
    may know of it."""
    if game.parent is None or any(seat.game_id == game.pk for seat in held) or opening.is_open(game):
        return True
    return game.children_open and may_look(game.parent, held) and _knows(game.parent, game, held)


def look_in_vain(parent: Game | None, held: Sequence[Seat]) -> None:
    """Take as long as ``may_look`` for a game that the parent has called and of which these seats may not
    know: how long an answer takes tells nobody whether there is one."""
    if parent is not None and parent.children_open and may_look(parent, held):
        _knows(parent, None, held)


def _knows(parent: Game, child: Game | None, held: Sequence[Seat]) -> bool:
    readers = [None, *(seat.name for seat in held if seat.game_id == parent.pk)]
    return any(one.game == child for reader in readers for one in known(parent, reader))

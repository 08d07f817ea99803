"""The games that a game has called, as its seats and the public may know them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID

from msgspec.structs import replace

from games.models import Event, Game, Seat
from games.models.event import IS_RARE
from games.models.rows import values
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
    marks: tuple[str, ...]
    """What tells of what the reader is shown of both."""


class _Call(NamedTuple):
    """The same without the row of the game."""

    call: engine.GameCalled
    told: engine.GameTold | None
    called_at: int
    told_at: int
    marks: tuple[str, ...]


def known(game: Game, reader: str | None) -> list[Kin]:
    """Those that a seat (None: the public) may know of, in the order in which they were called; all of them
    once the log is opened."""
    children = list(game.children.all())
    return _with_rows(_calls(game, reader), children) if children else []


def known_between(game: Game, reader: str | None, first: int, last: int) -> list[Kin]:
    """Of those the ones whose calls or ends stand between two events of the log (both included): the others,
    of which a game of a year has many, are not read."""
    found = [
        one for one in _calls(game, reader) if first <= one.called_at <= last or first <= one.told_at <= last
    ]
    return _with_rows(found, game.children.filter(call__in=[one.call.call for one in found])) if found else []


def marks(game: Game, reader: str | None) -> list[tuple[str, ...]]:
    """What tells of all that a seat (None: the public) is shown of the games that this one has called."""
    here = set(game.children.values_list("call", flat=True))
    return [one.marks for one in _calls(game, reader) if one.call.call in here] if here else []


def _with_rows(calls: Iterable[_Call], children: Iterable[Game]) -> list[Kin]:
    """Without those that are not here."""
    here = {child.call: child for child in children}
    return [Kin(here[one.call.call], *one) for one in calls if one.call.call in here]


def _calls(game: Game, reader: str | None) -> list[_Call]:
    """What a seat may know of them, whether they are here or not."""
    found = dict[str, _Call]()
    for row, (shown, mark) in _said(_rows(game), game.audiences, reader, opening.is_open(game)).items():
        if isinstance(shown, engine.GameCalled):
            found[shown.call] = _Call(shown, None, row.seq, 0, (mark,))
        elif isinstance(shown, engine.GameTold) and shown.call in found:
            one = found[shown.call]
            found[shown.call] = one._replace(told=shown, told_at=row.seq, marks=(*one.marks, mark))
    return list(found.values())


class _Row(NamedTuple):
    """What tells a row of the log from any other, without what it says."""

    uuid: UUID
    game: int
    seq: int
    recorded_us: int
    command_id: str
    hash: bytes


def _rows(game: Game) -> list[_Row]:
    """The calls and their ends. The hash of a log binds all up to it, so that those are read once."""
    bound, seen = game.linked_seq if game.form == 2 else game.version, game.seen_version
    behind = _read(game.uuid, game.pk, bound + 1, seen) if bound < seen else ()
    before = _bound(game.uuid, game.pk, bound, bytes(game.head_hash))
    return [*(row for row in before if row.seq <= seen), *behind]


@lru_cache(maxsize=256)
def _bound(uuid: UUID, game: int, last: int, _head: bytes) -> tuple[_Row, ...]:
    return _read(uuid, game, 1, last)


def _read(uuid: UUID, game: int, first: int, last: int) -> tuple[_Row, ...]:
    found = values(_CALLS, game, *_KINDS, first, last)
    return tuple(_Row(uuid, game, seq, us, command, bytes(hash_)) for seq, us, command, hash_ in found)


_CALLS = f"""
    SELECT seq, recorded_us, command_id, hash FROM games_event
    WHERE game_id = %s AND {IS_RARE} AND type IN ({", ".join("%s" for _ in _KINDS)}) AND seq BETWEEN %s AND %s
    ORDER BY seq
"""


_Said = tuple[engine.Event | None, str]
_at_hand: OrderedDict[tuple[object, ...], _Said] = OrderedDict()
_MOST_AT_HAND = 4096  # a game of a year calls some sixty others, and each of its pages asks for all


def _said(rows: Sequence[_Row], audiences: str, reader: str | None, opened: bool) -> dict[_Row, _Said]:
    """What a seat (None: the public) is shown of each, and everybody once the log is ``opened``, and a mark
    of that. What is not at hand is read at once."""
    found = {row: _at_hand.get((row, audiences, reader, opened)) for row in rows}
    lacking = {row.seq: row for row, said in found.items() if said is None}
    if lacking:
        events = Event.objects.filter(game_id=rows[0].game, seq__in=lacking)
        for event in events if opened else events.defer("data"):
            row = lacking[event.seq]
            found[row] = _at_hand[row, audiences, reader, opened] = _shown(event, audiences, reader, opened)
    while len(_at_hand) > _MOST_AT_HAND:
        _at_hand.popitem(last=False)
    return {row: said for row, said in found.items() if said is not None}


def _shown(event: Event, audiences: str, reader: str | None, opened: bool) -> _Said:
    """Of one, with what a game begins with left out, which is most of it."""
    stored = Stored(
        event.seq, event.type, event.version, bytes(event.data) if opened else b"", event.command_id,
        event.recorded_us, bytes(event.hash), event.audience, bytes(event.shown),
    )  # fmt: skip
    shown = stored.event if opened else leaves.seen_in(stored, audiences.split(), reader)
    if isinstance(shown, engine.GameCalled):
        shown = replace(shown, opening=())
    return shown, sha256(repr(shown).encode()).hexdigest()


def may_look(game: Game, held: Sequence[Seat]) -> bool:
    """Whether whoever holds these seats, perhaps none, may look at a game: always at one that nobody has
    called, else if he sits there, if it is opened, or if the players have agreed that everybody may and he
    may know of it."""
    if game.parent is None or any(seat.game_id == game.pk for seat in held) or opening.is_open(game):
        return True
    return game.children_open and may_look(game.parent, held) and _knows(game.parent, game, held)


def looked_at(found: Sequence[Kin], held: Sequence[Seat]) -> set[int]:
    """The keys of those, called by one game, at which whoever holds these seats may look (``may_look``).
    Where that game is open its whole family is over, and nobody has to ask that of each of them."""
    parent = found[0].game.parent if found else None
    if parent is not None and opening.is_open(parent):
        return {one.game.pk for one in found if opening.past_is_over(one.game)}
    return {one.game.pk for one in found if may_look(one.game, held)}


def look_in_vain(parent: Game | None, held: Sequence[Seat]) -> None:
    """Take as long as ``may_look`` for a game that the parent has called and of which these seats may not
    know: how long an answer takes tells nobody whether there is one."""
    if parent is not None and parent.children_open and may_look(parent, held):
        _knows(parent, None, held)


def _knows(parent: Game, child: Game | None, held: Sequence[Seat]) -> bool:
    readers = [None, *(seat.name for seat in held if seat.game_id == parent.pk)]
    return any(one.game == child for reader in readers for one in known(parent, reader))

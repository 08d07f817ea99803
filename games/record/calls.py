"""What a call of another game promises: its name in the family, its UUID, its dice and its salts.

All of it follows from the root of the game that calls, to which the family's first event is committed, and
from the name of the call: calling a child leaves nobody anything to choose, and whoever knows the root when
the family is over can make it all again.

    root of the child = HMAC(root, "pbem-child-root-2/UUID/CALL")
    seed of its dice  = HMAC(root, "pbem-child-dice-2/UUID/CALL")
    its UUID          = the first 16 bytes of HMAC(root, "pbem-child-uuid-2/UUID/CALL")

Behind dice that were renewed CALL is followed by "/" and their promise: the same call may have been made in
the history that was lost, and then the secrets of that child are known.

Children are called by letters, in an order that is drawn from the root as well: who knows of two of them does
not learn how many there are between. A fork has an order of its own, and passes over the letters that the log
has already.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import count
from typing import NamedTuple, TypeVar
from uuid import UUID

from msgspec.structs import replace

from games.models import Event, Game
from games.models.event import rare
from games.record import eventlog, promises, roots
from rules import engine

LETTERS = "abcdefghjkmnpqrstuvwxyz"  # none that looks like a number
Called = TypeVar("Called", bound=engine.GameCalled)


class Secrets(NamedTuple):
    """What only the server of a child knows."""

    root: bytes
    seed: bytes


class CannotCall(ValueError):
    """A game that cannot call another; the words say why."""


def completed(game: Game, events: Sequence[engine.Event]) -> list[engine.Event]:
    """Events of a command as they go into the log of a game: calls with what the server promises of them.
    Raises CannotCall, roots.DiceKeyLost."""
    if not any(isinstance(event, engine.GameCalled) for event in events):
        return list(events)
    if game.form != 2:
        raise CannotCall(f"{game.label} has a log of form 1, which cannot hold the calls of other games")
    root, promise = root_of(game), renewed(game)
    taken, left = {event.name for event in _calls_before(game)}, Names(root, game.uuid)
    found: list[engine.Event] = []
    for event in events:
        if isinstance(event, engine.GameCalled):
            _refuse_unknown_rules(event)
            if odd := unfit(event):
                raise CannotCall(odd)
            event = of_call(root, game.uuid, event, left.next(taken), promise)
            taken.add(event.name)
        found.append(event)
    return found


def _refuse_unknown_rules(event: engine.GameCalled) -> None:
    for first in engine.opening_of(event)[:1]:
        if isinstance(first, engine.Created) and (missing := engine.missing_rules(first.setup)):
            raise CannotCall(f"{event.call} cannot be played here: {missing}")


LONGEST_CALL, LONGEST_TEMPER = 60, 20  # as their columns are wide


def unfit(event: engine.GameCalled) -> str:
    """Why no row can hold a call; "" if one can. PostgreSQL alone would say so itself."""
    named = ((event.call, LONGEST_CALL), *((temper, LONGEST_TEMPER) for temper in event.captains.values()))
    for name, longest in named:
        if not 0 < len(name) <= longest or not name.isprintable():
            return f"{name[:LONGEST_CALL]!a} names no call and no captain: up to {longest} printable letters"
    return ""


def _calls_before(game: Game) -> Iterator[engine.GameCalled]:
    """Those that the phase which is being played makes come behind its beginning, asked or not."""
    last = game.played_from or game.version
    for event in eventlog.events_of_type(game.pk, engine.GameCalled.kind, 1, last):
        assert isinstance(event, engine.GameCalled)
        yield event


def renewed(game: Game) -> str:
    """The promise of the dice of a game, if they were renewed since it began; else nothing."""
    kinds = (engine.Forked.kind, engine.DiceRenewed.kind)
    row = rare(game.pk).filter(type__in=kinds).last()
    event = engine.decode(row.type, row.version, bytes(row.data)) if row else None
    return event.commitment if isinstance(event, engine.DiceRenewed) else ""


def of_call(root: bytes, parent: UUID, event: Called, name: str, renewed: str = "") -> Called:
    """A call with its name, and the child's first event with its promises. Raises CannotCall."""
    first, *rest = engine.opening_of(event)
    if not isinstance(first, engine.Created):
        raise CannotCall(f"{event.call}: a game begins with the event that creates it, not with {first.kind}")
    secrets = secrets_of(root, parent, event.call, renewed)
    ends, promised = promises.of_secrets(first.setup, secrets.seed, secrets.root)
    opening = [engine.promising(first, ends, promised), *rest]
    return replace(
        event,
        name=name,
        game=str(uuid_of(root, parent, event.call, renewed)),
        opening=tuple(engine.beginning(one) for one in opening),
    )


def bare(event: engine.Event) -> engine.Event:
    """An event as the rules made it, without what the server filled in."""
    if not isinstance(event, engine.GameCalled):
        return event
    first, *rest = engine.opening_of(event)
    assert isinstance(first, engine.Created)
    opening = [engine.promising(first, "", None), *rest]
    return replace(event, name="", game="", opening=tuple(engine.beginning(one) for one in opening))


# from the root of the game that calls


def root_of(game: Game) -> bytes:
    """The root that what a game calls follows from. Raises roots.DiceKeyLost."""
    return roots.of_game(game)


def secrets_of(root: bytes, parent: UUID, call: str, renewed: str = "") -> Secrets:
    """The root of a child's salts, and the seed of its dice. ``renewed``: the promise of the parent's dice,
    if they were renewed before the call."""
    return Secrets(*(_drawn(root, what, parent, _told(call, renewed)) for what in ("root", "dice")))


def uuid_of(root: bytes, parent: UUID, call: str, renewed: str = "") -> UUID:
    """The UUID of a child."""
    return UUID(bytes=_drawn(root, "uuid", parent, _told(call, renewed))[:16])


def _told(call: str, renewed: str) -> str:
    return f"{call}/{renewed}" if renewed else call


def names(root: bytes, parent: UUID) -> Iterator[str]:
    """What the children of a game are called, one after the other: each letter once, then two of them."""
    order = sorted(LETTERS, key=lambda one: _drawn(root, "name", parent, one))
    return (_spelled(order, number) for number in count())


def _spelled(order: Sequence[str], number: int) -> str:
    more, place = divmod(number, len(order))
    return (_spelled(order, more - 1) if more else "") + order[place]


def next_name(root: bytes, parent: UUID, taken: Collection[str]) -> str:
    """The first of them that no child has yet."""
    return Names(root, parent).next(taken)


class Names:
    """The same for one call after the other, where names are only ever added to those that are taken."""

    def __init__(self, root: bytes, parent: UUID) -> None:
        self._left = names(root, parent)
        self._first = next(self._left)

    def next(self, taken: Collection[str]) -> str:
        """The first that no child has yet."""
        while self._first in taken:
            self._first = next(self._left)
        return self._first


def _drawn(root: bytes, what: str, parent: UUID, call: str) -> bytes:
    return hmac.digest(root, f"pbem-child-{what}-2/{parent}/{call}".encode(), "sha256")


# in a log


def head_over(game_id: int, seq: int) -> bytes:
    """The head that covers event ``seq`` of a game: that of the link in which it stands."""
    ends = Event.objects.filter(game_id=game_id, seq__gte=seq).exclude(hash=b"").order_by("seq")
    return bytes(ends.values_list("hash", flat=True)[0])


def open_calls(events: Iterable[engine.Event]) -> dict[str, engine.GameCalled]:
    """The calls of a log that are not told yet, each as the log has it last: a fork calls again what was
    open when it began."""
    found: dict[str, engine.GameCalled] = {}
    for event in events:
        if isinstance(event, engine.GameCalled):
            found[event.call] = event
        elif isinstance(event, engine.GameTold):
            found.pop(event.call, None)
    return found

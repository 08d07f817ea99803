"""The families of this server: their logs against each other (games.proof.families), and the rows that say
whose child a game is against the logs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import lru_cache
from typing import NamedTuple

from django.utils import timezone

from games.models import Game, Seat
from games.proof import families
from games.proof.families import Call, Calls, Member
from games.proof.findings import Broken
from games.proof.testimony import Odd
from games.record import eventlog, roots
from games.record.stored import Stored

SETTLING = timedelta(minutes=6)
"""How long it may take until the games that one has called are called off when it is over."""


class Kinship(NamedTuple):
    """What comes of comparing a game with its parent and its children."""

    faults: list[Broken]
    notes: list[str]


class Families:
    """Reads games of this server for one run: those that are compared one after the other have one parent."""

    def __init__(self) -> None:
        self._member = lru_cache(maxsize=8)(_read)
        self._said = lru_cache(maxsize=8)(lambda *log: families.calls_of(self._member(*log)))

    def member(self, game: Game) -> Member:
        """A game, by its log."""
        return self._member(game.pk, game.version, game.head)

    def said(self, game: Game) -> Calls:
        """What its log says of the games that it has called."""
        return self._said(game.pk, game.version, game.head)

    def below(self, game: Game) -> Iterator[Game]:
        """A game, and behind it those that it has called, each with its own, in the order of their calls."""
        yield game
        known = {str(row.uuid): row for row in game.children.all()}
        order = {uuid: place for place, uuid in enumerate(self.said(game).made if known else ())}
        for uuid in sorted(known, key=lambda uuid: (order.get(uuid, len(order)), uuid)):
            yield from self.below(known[uuid])

    def compared(self, game: Game) -> Kinship:
        """A game with its parent and its children. Its own log must be sound."""
        found = Kinship([], [])
        if game.form == 1:
            return found
        said = self.said(game)
        found.faults.extend(said.faults)
        found.notes.extend(said.notes)
        here = {str(uuid) for uuid in game.children.values_list("uuid", flat=True)}
        found.faults.extend(families.missing(self.member(game), said, here))
        if game.parent:
            self._with_parent(game, game.parent, found)
        return found

    def _with_parent(self, game: Game, parent: Game, found: Kinship) -> None:
        said = self.said(parent)
        if parent.ended and timezone.now() - parent.ended < SETTLING:
            said = replace(said, over=False)
        game = Game.objects.get(pk=game.pk)  # behind its parent: what that was told stands in it by now
        faults, notes = families.of_child(self.member(parent), said, self.member(game))
        found.faults.extend(faults)
        found.notes.extend(notes)
        found.notes.extend(
            f"seat {seat.name} was given to a player of its own: who plays {seat.stands_for.name} in "
            f"{parent.label} does not play it"
            for seat in game.seats.filter(alone=True).select_related("stands_for")
            if seat.stands_for
        )

    # rows

    def odd(self, game: Game) -> Iterator[Odd]:
        """In what the rows of a child do not say what the logs do."""
        parent = game.parent
        origin = self.member(game).parent if game.form == 2 else ""
        if origin != (str(parent.uuid) if parent else ""):
            words = f"its parent is {parent.uuid if parent else 'none'}, its log says {origin or 'none'}"
            yield Odd("the game's row", words)
        elif parent is None:
            if game.call or game.called or game.told or game.pk < 0:
                yield Odd("the game's row", "it says that another game called it, its log does not")
        elif call := self.said(parent).made.get(str(game.uuid)):
            yield from _odd_child(game, parent, call)


def _read(number: int, version: int, head: str) -> Member:
    game = Game.objects.get(pk=number)
    rows: list[Stored] = []
    try:
        for row in eventlog.rows(number, last=version):
            if not (isinstance(row.data, bytes) and isinstance(row.hash, bytes)):
                break
            rows.append(row)
    except Exception:
        pass
    try:
        known = tuple(roots.all_of_game(game)) if game.form == 2 else ()
    except roots.DiceKeyLost:
        known = ()
    return Member(game.label, game.uuid, rows, known)


def _odd_child(game: Game, parent: Game, call: Call) -> Iterator[Odd]:
    if game.pk > 0:
        yield Odd("the game's row", f"its primary key {game.pk} tells that it is there")
    expected = {
        "call": call.event.call, "called": f"{parent.number}-{call.event.name}", "told": bool(call.told_seq)
    }  # fmt: skip
    for name, value in expected.items():
        if (found := getattr(game, name)) != value:
            yield Odd("the game's row", f"{name} is {found!r}, the log of {parent.label} gives {value!r}")
    for seat in game.seats.select_related("stands_for"):
        yield from _odd_seat(seat, parent, call)


def _odd_seat(seat: Seat, parent: Game, call: Call) -> Iterator[Odd]:
    named, above = call.event.seats.get(seat.name, ""), seat.stands_for
    found = above.name if above and above.game_id == parent.pk else "" if above is None else f"{above}"
    if found != named:
        words = f"stands for {found or 'nobody'}, the log of {parent.label} gives {named or 'nobody'}"
        yield Odd(f"seat {seat.name}", words)

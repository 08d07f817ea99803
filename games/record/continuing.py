"""A command's events as rows that go on from the head of a game's chain."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterable
from typing import NamedTuple

from django.db import connection

from games.models import Game
from games.record import chaining, leaves, roots
from games.record.stored import Stored
from rules import engine

Waiting = Callable[[int, int], Iterable[Stored]]
"""Reads the rows from one number to another: those that only one seat each may know of, and no link holds
yet."""


class Head(NamedTuple):
    """A game's chain, and whether a command has been carried out. What stands behind ``form`` is
    that of form 2."""

    uuid: uuid.UUID
    version: int
    hash: bytes
    form: int
    links: int
    linked_seq: int
    audiences: tuple[str, ...]
    root: bytes
    done: bool


_HEAD = """
    SELECT uuid, version, head_hash, form, links, linked_seq, audiences, sealed_root, nonce,
        promises,
        EXISTS (SELECT 1 FROM games_command WHERE game_id = games_game.id AND command_id = %s)
    FROM games_game WHERE id = %s
"""


def head_of(game_id: int, command_id: str) -> Head:
    """One look at one moment: the two cannot contradict each other. Raises Game.DoesNotExist,
    roots.DiceKeyLost."""
    with connection.cursor() as cursor:
        cursor.execute(_HEAD, [command_id, game_id])
        row = cursor.fetchone()
    if row is None:
        raise Game.DoesNotExist(f"G{game_id}")
    number, version, head, form, links, linked_seq, audiences, sealed, nonce, promises, done = row
    identity, root = uuid.UUID(str(number)), b""
    if form == 2:
        root = roots.opened(bytes(sealed), identity, bytes(nonce), _root_promised(promises), f"G{game_id}")[0]
    return Head(
        identity, version, bytes(head), form, links, linked_seq, tuple(audiences.split()), root, bool(done)
    )


def _root_promised(promises: str) -> str:
    return str(json.loads(promises)["root"])


class Chained(NamedTuple):
    """Rows that go on from a head, and the chain behind them."""

    rows: list[Stored]
    head: bytes
    links: int
    linked_seq: int
    audiences: tuple[str, ...]


def chained(
    game: Head, told: engine.Sightings, command_id: str, recorded_us: int, waiting: Waiting
) -> Chained:
    """The rows of a command behind a head, and the chain behind them. Raises ValueError where the log has no
    room for what was shown."""
    if game.form == 2:
        return _linked(game, told, command_id, recorded_us, waiting)
    if any(_has_no_place(event) for event in told.events):
        raise ValueError("a log of form 1 has no room for what only some may know")
    head, rows = game.hash, []
    for seq, event in enumerate(told.events, start=game.version + 1):
        record = engine.encode(event)
        head = chaining.link(game.uuid, head, seq, recorded_us, command_id, record)
        rows.append(Stored(seq, *record, command_id, recorded_us, head))
    return Chained(rows, head, 0, 0, ())


def _has_no_place(event: engine.Event) -> bool:
    """Whether a log of form 1, where kinds say who sees what, cannot hold what is shown of an event."""
    begins_hidden = isinstance(event, engine.Created) and engine.audience_of(event) != engine.TABLE
    return begins_hidden or type(event).by_knowledge


def _linked(
    game: Head, told: engine.Sightings, command_id: str, recorded_us: int, waiting: Waiting
) -> Chained:
    """The rows of a command, with the link that it makes, if more than one seat may know of it."""
    places = {audience: place for place, audience in enumerate(game.audiences)}
    umpire, rows = places[engine.UMPIRE], []
    for number, event in enumerate(told.events):
        place = places[engine.audience_of(event)]
        shown = leaves.shown_of(told, number, game.audiences) if place == umpire else b""
        seq = game.version + 1 + number
        rows.append(Stored(seq, *engine.encode(event), command_id, recorded_us, b"", place, shown))
    if not leaves.open_to_others(rows, game.audiences):
        return Chained(rows, game.hash, game.links, game.linked_seq, game.audiences)
    number = game.links + 1
    held = waiting(game.linked_seq + 1, game.version) if game.linked_seq < game.version else ()
    salt = leaves.of_root(game.root, game.uuid, number)
    head = leaves.link(game.hash, number, leaves.digests([*held, *rows], game.audiences, salt))
    rows[-1] = rows[-1]._replace(hash=head)
    return Chained(rows, head, number, rows[-1].seq, leaves.lengthened(game.audiences, told.events))

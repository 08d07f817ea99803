"""Taking in a log that comes from elsewhere: another server, a file, another game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from games.models import Command, Game
from games.record import eventlog, leaves, seals
from games.record.stored import Stored

_PAGE = 2000


def take_in(game_id: int, copied: Sequence[Stored]) -> None:
    """Write rows as another log holds them behind those that are there, with their commands, and move the
    head. Nothing is checked: whoever calls this verifies the game before the transaction ends."""
    for start in range(0, len(copied), _PAGE):
        eventlog.insert(game_id, copied[start : start + _PAGE])
    commands = [(name, list(of_it)) for name, of_it in groupby(copied, key=lambda row: row.command_id)]
    game = Game.objects.get(pk=game_id)
    Command.objects.bulk_create(
        (_taken_in(game, name, rows) for name, rows in commands),
        batch_size=_PAGE,  # a statement has 65,535 values at most
    )
    game.version, game.head_hash = copied[-1].seq, copied[-1].hash
    if game.form == 2:
        _note_links(game, copied)
    game.save(update_fields=["version", "head_hash", "links", "linked_seq", "audiences"])


def _note_links(game: Game, copied: Sequence[Stored]) -> None:
    """What the row of a game says of the links that came with these rows."""
    game.head_hash = leaves.genesis(game.uuid)
    audiences: tuple[str, ...] = ()
    game.links = 0
    for linked in leaves.grouped(eventlog.rows(game.pk)):
        audiences = audiences or leaves.declared_by(linked[0].event)
        if linked[-1].hash:
            game.links, game.linked_seq, game.head_hash = game.links + 1, linked[-1].seq, linked[-1].hash
            audiences = leaves.lengthened(
                audiences, [row.event for row in linked if row.type == leaves.LENGTHENS]
            )
    game.audiences = " ".join(audiences)


def _taken_in(game: Game, command_id: str, rows: Sequence[Stored]) -> Command:
    """The row of a command that another log tells of: this server vouches for it from now on."""
    first, last = rows[0].seq, rows[-1].seq
    seal = seals.of_command(game.uuid, command_id, first, last, leaves.stands_on(rows), {})
    return Command(game=game, command_id=command_id, first_seq=first, last_seq=last, seal=seal)

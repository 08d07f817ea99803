"""A game's log as one canonical file: JSON, one line an event, the same bytes wherever and whenever it is made.

The first line is the head (format, game, its terms, number of events, head hash); every other line is an event in order, with
its stored bytes as text and its hash. Nobody's name or address is in it: the log knows seats only.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games import eventlog, terms
from games.models import Game

FORMAT = "pbem-log-1"
_encode = msgspec.json.Encoder(order="deterministic").encode


def lines(game: Game) -> Iterator[bytes]:
    """The lines of the file, each with its line end. Raises UnicodeDecodeError for a log that verify refuses."""
    yield _line(
        {
            "format": FORMAT,
            "uuid": str(game.uuid),
            "label": game.label,
            "title": game.title,
            "terms": terms.of(game),
            "events": game.version,
            "genesis": eventlog.genesis(game.uuid).hex(),
            "head": game.head,
            "commitment": game.commitment,
        }
    )
    for row in eventlog.rows(game.pk, last=game.version):
        yield _line(
            {
                "seq": row.seq,
                "type": row.type,
                "version": row.version,
                "data": row.data.decode(),
                "command": row.command_id,
                "recorded_us": row.recorded_us,
                "hash": row.hash.hex(),
            }
        )


def _line(values: dict[str, object]) -> bytes:
    return _encode(values) + b"\n"

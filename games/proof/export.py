"""A game's log as one canonical file: JSON, one line an event, the same bytes wherever and
whenever it is made.

The first line is the head (format, game, its terms, number of events, head hash); every other line is an
event in order, with its stored bytes as text. Nobody's name or address is in it: the log knows seats only. In
a log of form 1 each event's line has its hash. In one of form 2 a line behind the events of each link has the
link's hash and the digests of its leaves; the head has the roots from which all salts follow once the log is
opened (games.record.opening), and before nothing of the kind.

The file of a family begins with a line of its own (format, view, number of games); behind it stands each
game as its file would be, the top first, children behind the game that called them. A game that never called
another has a file of one game, as ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from games.models import Game
from games.record import chaining, eventlog, leaves, opening, roots, terms
from games.record.stored import Stored

FORMAT, FORMAT_2, FAMILY = "pbem-log-1", "pbem-log-2", "pbem-family-2"
ALL = "all"
_encode = msgspec.json.Encoder(order="deterministic").encode


def lines(game: Game) -> Iterator[bytes]:
    """The lines of the whole log, each with its line end. Raises UnicodeDecodeError for a log that verify
    refuses, and DiceKeyLost for one of form 2 whose roots are not to be had."""
    if game.form == 2:
        yield from _lines_2(game)
        return
    yield line(
        {
            "format": FORMAT,
            **_named(game),
            "events": game.version,
            "genesis": chaining.genesis(game.uuid).hex(),
            "head": game.head,
        }
    )
    for row in eventlog.rows(game.pk, last=game.version):
        yield line({**_told(row), "hash": row.hash.hex()})


def _lines_2(game: Game) -> Iterator[bytes]:
    known = roots.all_of_game(game)
    opened = {"roots": [root.hex() for root in known]} if opening.is_open(game) else {}
    yield line(
        {
            "format": FORMAT_2,
            "view": ALL,
            **_named(game),
            **opened,
            "events": game.version,
            "links": game.links,
            "genesis": leaves.genesis(game.uuid).hex(),
            "head": game.head,
        }
    )
    for link in links(game, known[0], game.version):
        for row in link.rows:
            yield line(
                {
                    **_told(row),
                    "link": link.number,
                    "audience": link.audiences[row.audience],
                    **_shown(row, link.audiences),
                }
            )
        if link.hash:
            yield line(told_of(link))


def family(games: Sequence[Game]) -> Iterator[bytes]:
    """The lines of games that belong together, the top of them first. Raises what ``lines`` raises."""
    if len(games) > 1:
        yield family_line(ALL, len(games))
    for game in games:
        yield from lines(game)


def family_line(view: str, games: int, given: Sequence[tuple[str, str]] = ()) -> bytes:
    """The first line of the file of a family. ``given``: seats of games that are not in it, since somebody
    else plays there than the log says."""
    first = {"format": FAMILY, "view": view, "games": games}
    return line({**first, "given": given} if given else first)


class Link(msgspec.Struct, frozen=True):
    """A link with its rows and the digests of its leaves; without a hash what waits for its link."""

    number: int
    rows: Sequence[Stored]
    audiences: tuple[str, ...]
    hash: bytes
    digests: Sequence[bytes]


def links(game: Game, root: bytes, last: int) -> Iterator[Link]:
    """The links of a game up to event ``last``."""
    audiences: tuple[str, ...] = ()
    for number, rows in enumerate(leaves.grouped(eventlog.rows(game.pk, last=last)), start=1):
        audiences = audiences or leaves.declared_by(rows[0].event)
        digests = leaves.digests(rows, audiences, leaves.of_root(root, game.uuid, number))
        yield Link(number, rows, audiences, rows[-1].hash, digests)
        added = [row.event for row in rows if row.type == leaves.LENGTHENS]
        audiences = leaves.lengthened(audiences, added)


def told_of(link: Link) -> dict[str, Any]:
    """What the line of a link says."""
    return {"link": link.number, "hash": link.hash.hex(), "leaves": [digest.hex() for digest in link.digests]}


def _named(game: Game) -> dict[str, Any]:
    return {
        "uuid": str(game.uuid),
        "label": game.label,
        "title": game.title,
        "terms": terms.told(game),
        "commitment": game.commitment,
    }


def _told(row: Stored) -> dict[str, Any]:
    return {
        "seq": row.seq,
        "type": row.type,
        "version": row.version,
        "data": row.data.decode(),
        "command": row.command_id,
        "recorded_us": row.recorded_us,
    }


def _shown(row: Stored, audiences: Sequence[str]) -> dict[str, Any]:
    """What others were shown in place of an event."""
    shown = [
        {"audience": audiences[one.audience], "type": one.type, "version": one.version, "data": one.data}
        for one in leaves.shown_in(row.shown)
    ]
    return {"shown": shown} if shown else {}


def line(values: dict[str, Any]) -> bytes:
    """A line of a file."""
    return _encode(values) + b"\n"

"""What a seat may take home of a game that is still played: its own leaves of the log and the table's,
opened, and of all other leaves their digests.

That is enough to check the chain, one's own papers and orders in escrow, and every die that one has seen.
What is closed opens when the game is over, in the file of the whole log. The numbers of events are not told:
gaps would tell who wrote how often.

Of a game that has called others it is the file of a family, with those in which this very seat plays, and it
says nothing of any others: not that they are there, nor how many. Where the game master has given one of
these seats to somebody else, the first line names it, and its game is not in the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.models import Game, Seat
from games.proof import export
from games.proof.export import Link
from games.record import eventlog, kin, leaves, roots
from games.record.stored import Stored
from rules import engine


def lines(game: Game, seat: str | None) -> Iterator[bytes]:
    """The lines of the file of a seat (None: of the public), with those of its seats in games that this one
    has called. Raises DiceKeyLost."""
    played = list(_below(game.seats.get(name=seat))) if seat and game.form == 2 else []
    if played:
        given = [one for row in (game.seats.get(name=seat), *played) for one in _given(row, played)]
        yield export.family_line(engine.seat_audience(seat or ""), len(played) + 1, given)
    yield from _of_game(game, seat)
    for below in played:
        yield from _of_game(below.game, below.name)


def _below(seat: Seat) -> Iterator[Seat]:
    """The seats of the same player in the games below, in the order in which these were called."""
    rows = seat.elsewhere.filter(game__links__gt=0, alone=False).select_related("game")
    for row in sorted(rows, key=lambda row: (_called_at(row.game), row.order)):
        yield row
        yield from _below(row)


def _given(seat: Seat, played: Sequence[Seat]) -> Iterator[tuple[str, str]]:
    """Those that are this player's by what the seat was told of the calls, and that he does not play."""
    here = {(row.game_id, row.name) for row in played}
    for one in kin.known(seat.game, seat.name):
        for name in (below for below, ours in one.call.seats.items() if ours == seat.name):
            if (one.game.pk, name) not in here:
                yield one.game.label, name


def _called_at(child: Game) -> int:
    """The event of the parent that called a child, as the child's second event says."""
    origin = next(eventlog.events(child.pk, 2, 2))
    return origin.seq if isinstance(origin, engine.CalledFrom) else 0


def _of_game(game: Game, seat: str | None) -> Iterator[bytes]:
    root = roots.of_game(game)
    seen = (engine.TABLE, engine.seat_audience(seat)) if seat else (engine.TABLE,)
    found = list(export.links(game, root, game.seen_version))
    linked = [link for link in found if link.hash]
    yield export.line(
        {
            "format": export.FORMAT_2,
            "view": seen[-1],
            "uuid": str(game.uuid),
            "label": game.label,
            "title": game.title,
            "commitment": game.commitment,
            "links": len(linked),
            "genesis": leaves.genesis(game.uuid).hex(),
            "head": linked[-1].hash.hex(),
            "papers": _papers(game, root, seat),
        }
    )
    for link in found:
        yield from (export.line({"link": link.number, **told}) for told in _records(link, seen))
        if link.hash:
            salts = {one: roots.leaf_salt(root, game.uuid, one, link.number).hex() for one in seen}
            yield export.line({**export.told_of(link), "salts": salts})


def _papers(game: Game, root: bytes, seat: str | None) -> dict[str, str]:
    """The salts of a seat's papers, by phase."""
    if seat is None:
        return {}
    phases = range(1, game.phase + 1)
    return {str(phase): roots.paper_salt(root, game.uuid, seat, phase).hex() for phase in phases}


def _records(link: Link, seen: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The items of the leaves that are seen, in the order in which they happened."""
    last = ""
    for row in link.rows:
        if row.command_id != last:
            last, by = row.command_id, leaves.caused_by(row)
            if by in seen:
                yield {"audience": by, "command": row.command_id, "recorded_us": row.recorded_us}
        if link.audiences[row.audience] in seen:
            yield {"audience": link.audiences[row.audience], **_record(row)}
        for one in leaves.shown_in(row.shown):
            if link.audiences[one.audience] in seen:
                told = {"type": one.type, "version": one.version, "data": one.data}
                yield {"audience": link.audiences[one.audience], **told}


def _record(row: Stored) -> dict[str, Any]:
    return {"type": row.type, "version": row.version, "data": row.data.decode()}

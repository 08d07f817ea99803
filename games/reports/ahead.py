"""What is worked out before the transaction that makes it true, so that no database has to wait for it: what
everybody sees, and the maps that are mailed."""

from __future__ import annotations

import msgspec

from games.models import Game, MapSize, Seat
from games.reports import facts, maps, since
from games.reports.facts import Sight, Sights
from games.seats.languages import in_language_of
from rules import engine


def draw_first_maps(battle: engine.Table) -> None:
    """What every seat sees before anything has happened."""
    for seat in battle.setup.seats:
        maps.drawn(maps.shown(battle, seat.id, battle), MapSize.LARGE)


def look(
    before: engine.Table, told: engine.Sightings, after: engine.Table, game: Game | None = None
) -> Sights:
    """What every seat sees, each in the words of his language and, for whoever is mailed it, with the map
    drawn in his size, so that no transaction has to wait for it."""
    players = {seat.name: seat for seat in game.seats.all()} if game else {}
    each = {name: seat.each_phase for name, seat in players.items() if seat.each_phase is not None}
    course = since.Course(game, before, told, after, each) if game and told.events else None
    sights: dict[str, Sight] = {}
    for reader in (seat.id for seat in after.setup.seats):
        seat = players.get(reader)
        mailed = course is None or course.is_told(reader)
        untold = course.untold(reader) if course and mailed else ()
        with in_language_of(seat):
            person = not (seat and seat.captain)  # others read no mail, and fill no form in
            sight = facts.look(reader, before, told.of(reader), after, told.events, untold, writes=person)
            mailed = mailed and person
            sights[reader] = msgspec.structs.replace(sight, mailed=mailed)
            if mailed:
                _draw(sight, seat)
    return sights


def _draw(sight: Sight, seat: Seat | None) -> None:
    """The maps of a report that is mailed."""
    maps.drawn(sight.picture, MapSize.LARGE)  # that of the archive too
    if seat and seat.map_size == MapSize.SMALL:
        maps.drawn(sight.picture, MapSize.SMALL)
    if seat and seat.html_mail:
        maps.parts(sight.picture, MapSize(seat.map_size))

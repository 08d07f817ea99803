"""Position files of the moments of a game, as somebody knows them (docs/positions.md)."""

from __future__ import annotations

from games.models import Adjudication, Game, GameState
from games.record import eventlog
from pbem.calling import PROGRAM
from rules import engine


class UnknownMoment(LookupError):
    """A game has no such moment; the message names those that it has."""


def keys(game: Game) -> list[str]:
    """The moments of a game in their order: the phases that were played and the one that is open."""
    played = list(game.adjudications.order_by("first_seq").values_list("key", flat=True))
    now = [game.phase_key] if game.phase_key and game.state != GameState.OVER else []
    return [*played, *now]


def position(
    game: Game, key: str = "", seat: str | None = None, *, truth: bool = False, dice: bool = False
) -> str:
    """The position file of how things stand (of a phase that was played by its key: as it was about to be
    played, with its orders), as a seat knows it (None: the public) or with ``truth`` all of it. ``dice``:
    with what was thrown in that phase, as far as whoever is asked for may know. Raises UnknownMoment, and
    engine.CannotBeWritten for a game whose positions have no form."""
    played = game.adjudications.filter(key=key).first() if key else None
    if key and played is None and key not in keys(game):
        raise UnknownMoment(f"{game.label} has no moment {key!r}; it has {', '.join(keys(game)) or 'none'}")
    version = played.first_seq - 1 if played else game.seen_version
    table = eventlog.load(game.pk, version).battle
    thrown = _thrown(game, played, seat, truth=truth) if dice and played else []
    whose = "all of it" if truth else f"as {seat} knows it" if seat else "as everybody may know it"
    about = [f"{game.label}, {_moment(game, table, played)}: {whose}"]
    if played and not thrown:
        about.append(f"its dice are on the page of the turn; {PROGRAM} judge wants them below [dice]")
    return engine.position_of(table, seat, truth=truth, about=about, dice=thrown)


def _moment(game: Game, table: engine.Table, played: Adjudication | None) -> str:
    if played:
        return f"{played.key}, about to be played"
    return "at its end" if table.outcome else f"{game.phase_key}, open"


def _thrown(game: Game, played: Adjudication, seat: str | None, *, truth: bool) -> list[engine.DieRolled]:
    """The dice of a phase, in their order."""
    rows = list(eventlog.rows(game.pk, played.first_seq, played.last_seq))
    events = [row.event for row in rows] if truth else eventlog.seen_in(game, seat, rows)
    return [event for event in events if isinstance(event, engine.DieRolled)]

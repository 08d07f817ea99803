"""What a report says first of all if it happened since the last one: other dice were promised, or another
server plays."""

from __future__ import annotations

import msgspec
from django.utils.translation import gettext

from games.models import Adjudication, Event, Game, rows
from games.models.event import IS_RARE
from games.record import dice, eventlog
from rules import engine


class Change(msgspec.Struct, frozen=True):
    """A change that no player made, in the reader's language. ``old`` and ``new`` are the promises of the
    dice; empty where they stay the same."""

    title: str
    words: str
    old: str = ""
    new: str = ""


def changes(game: Game, first: Adjudication | None, last: Adjudication | None) -> tuple[Change, ...]:
    """The changes since the adjudication before ``first`` (None: since the last one), up to ``last``
    (None: up to now)."""
    found = rows.rows(Event, _CHANGES, game.pk)
    if not found:  # as in most games
        return ()
    since = first.behind if first else _last_played(game)
    until = last.last_seq if last else game.version
    return tuple(_change(game, row) for row in found if since < row.seq <= until)


_CHANGES = f"""
    SELECT * FROM games_event
    WHERE game_id = %s AND {IS_RARE} AND type IN ('forked', 'taken_over', 'dice_renewed') ORDER BY seq
"""


def _last_played(game: Game) -> int:
    """The last event that was adjudicated."""
    return game.adjudications.order_by("-first_seq").values_list("last_seq", flat=True).first() or 0


def _change(game: Game, row: Event) -> Change:
    event = engine.decode(row.type, row.version, bytes(row.data))
    if isinstance(event, engine.Forked):
        return _forked(game, row.seq, event)
    if isinstance(event, engine.DiceRenewed):
        return _renewed(game, row.seq, event)
    assert isinstance(event, engine.TakenOver)
    return _taken_over(game, row.seq, event)


def _place(game: Game, seq: int) -> str:
    """Where in the log an event stands, as its readers may know it: the number of an event of form 2 would
    tell how much is in the log that they may not see."""
    if game.form == 1:
        return gettext("event {seq}").format(seq=seq)
    return gettext("command {number}").format(number=eventlog.cited(game.pk, seq).command)


def _forked(game: Game, seq: int, event: engine.Forked) -> Change:
    why = gettext(' The reason given: "{why}".').format(why=event.why) if event.why else ""
    words = gettext(
        "The dice promise of this game changed at {place} because the game is a fork: it began there from "
        "the past of the game {parent}, and has dice of its own.{why} A game that is running cannot become "
        "a fork: if you hold a report of this very game from before, show it to the others and to the game "
        "master, and check it with verify_game.py."
    ).format(place=_place(game, seq), parent=event.parent, why=why)
    title = gettext("The promise of the dice has changed")
    return Change(title, words, dice.commitment_at(game, seq), event.commitment)


def _renewed(game: Game, seq: int, event: engine.DiceRenewed) -> Change:
    words = gettext(
        "The server of this game was restored from a copy. It had played on since the copy was made, so "
        "secrets of the dice to come were known; from phase {phase} on the dice come from new ones, "
        'promised at {place}. The reason given: "{why}". What you were mailed of later phases does not '
        "count any more. Orders filed for this phase before stand."
    ).format(phase=event.phase, place=_place(game, seq), why=event.why)
    title = gettext("The promise of the dice has changed")
    return Change(title, words, dice.commitment_at(game, seq), event.commitment)


def _taken_over(game: Game, seq: int, event: engine.TakenOver) -> Change:
    how = (
        gettext("The server that had it has handed it over.")
        if event.why == engine.Taking.HANDED_OVER
        else gettext(
            "The server that had it has not handed it over, this one took it up from a copy: should the old "
            "one still send you reports, then there are two histories of this game, and the heads in the "
            "reports show it."
        )
    )
    words = gettext(
        "Since {place} this game is played by {server}. {how} The promise of the dice is the same as before."
    ).format(place=_place(game, seq), server=event.by, how=how)
    return Change(gettext("Another server plays this game"), words)

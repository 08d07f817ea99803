"""What a report says first of all if it happened since the last one: other dice were promised, or another server plays."""

from __future__ import annotations

import msgspec

from games import dice
from games.models import Adjudication, Event, Game
from rules import engine


class Change(msgspec.Struct, frozen=True):
    """A change that no player made. ``old`` and ``new`` are the promises of the dice; empty where they stay the same."""

    title: str
    words: str
    old: str = ""
    new: str = ""


def changes(game: Game, played: Adjudication | None) -> tuple[Change, ...]:
    """The changes since the adjudication before ``played`` (None: since the last one)."""
    earlier = game.adjudications.all()
    if played:
        earlier = earlier.filter(first_seq__lt=played.first_seq)
    since = earlier.order_by("-first_seq").values_list("last_seq", flat=True).first() or 0
    last = played.last_seq if played else game.version
    rows = Event.objects.filter(game=game, type__in=("forked", "taken_over"), seq__range=(since + 1, last))
    return tuple(_change(game, row) for row in rows.order_by("seq"))


def _change(game: Game, row: Event) -> Change:
    event = engine.decode(row.type, row.version, bytes(row.data))
    if isinstance(event, engine.Forked):
        return _forked(game, row.seq, event)
    assert isinstance(event, engine.TakenOver)
    return _taken_over(row.seq, event)


def _forked(game: Game, seq: int, event: engine.Forked) -> Change:
    why = f' The reason given: "{event.why}".' if event.why else ""
    words = (
        f"The dice promise of this game changed at event {seq} because the game is a fork: it began there from the past of"
        f" the game {event.parent}, and has dice of its own.{why} A game that is running cannot become a fork: if you hold a"
        " report of this very game from before, show it to the others and to the game master, and check it with"
        " verify_game.py."
    )
    return Change(
        "The promise of the dice has changed", words, dice.commitment_at(game, seq), event.commitment
    )


def _taken_over(seq: int, event: engine.TakenOver) -> Change:
    how = (
        "The server that had it has handed it over."
        if event.why == "handed over"
        else f"The server that had it has not handed it over ({event.why}): should it still send you reports, then there are"
        " two histories of this game, and the heads in the reports show it."
    )
    words = f"Since event {seq} this game is played by {event.by}. {how} The promise of the dice is the same as before."
    return Change("Another server plays this game", words)

"""Whether the database was restored from a copy, by the marks that are kept elsewhere
(games.play.mark_store): looked at when the server starts and when phases were played, and
brought up to date."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping

from django.conf import settings
from django.db.models import Max
from django.utils import timezone

from games.models import Adjudication, Game, GameState
from games.play import burnt, mark_store
from games.play.mark_store import Known, Unusable
from games.reports import notes
from pbem.calling import PROGRAM

logger = logging.getLogger(__name__)

LOOKED_AT_SECONDS = 600.0  # without any phase played
PAUSE_SECONDS = 60.0  # after a failure
COMMANDS = (
    f"If this database was restored from a copy, new dice are due:\n\n{PROGRAM} restored --all\n\n"
    "If it was not (the place is new, or its content was lost), marks are kept from now on with:\n\n"
    f"{PROGRAM} restored --none"
)
_next_look = 0.0
_looked_at: tuple[str, int | None] | None = None


def look() -> None:
    """In every sweep: compare the marks, and keep them. Nothing is done where no place is named, or nothing
    was played since the last look of this process."""
    global _next_look, _looked_at
    if not settings.MARKS:
        return
    newest = (str(settings.MARKS), Adjudication.objects.aggregate(newest=Max("pk"))["newest"])
    due = time.monotonic() >= _next_look
    if not due and (newest == _looked_at or _looked_at is None):
        return
    trouble = compare()
    _looked_at = None if trouble else newest
    _next_look = time.monotonic() + (PAUSE_SECONDS if trouble else LOOKED_AT_SECONDS)
    if trouble:
        logger.warning("marks at %s: %s", place(), trouble)
        notes.tell_operator(
            f"marks:{timezone.now():%Y-%m-%d}",
            "are the games of this server those that were played last?",
            (
                f"Marks of all games are to be kept at {place()}: {trouble}.\n\n{COMMANDS}\n\n"
                "No game is held meanwhile."
            ),
        )


def compare(*, anew: bool = False) -> str:
    """Hold the games that the marks prove to be burnt, and bring the marks up to date; what keeps us from
    that, in words. ``anew``: the operator says that what is there does not count."""
    try:
        kept = {} if anew else _kept()
        ours = mark_store.of_the_database()  # later than the marks: others may be playing and writing
        newer = {uuid: known for uuid, known in kept.items() if _is_newer(known, ours.get(uuid))}
        _burn(newer)
        merged = {**ours, **newer}
        if merged != kept:
            mark_store.write(merged)
    except Unusable as error:
        return str(error)
    lost = sum(uuid not in ours for uuid in newer)
    return f"they tell of {lost} games that this database does not have" if lost else ""


def unanswered() -> str:
    """Why nobody can tell by the marks whether a copy was restored, in words; "" where they tell, or none
    are to be kept."""
    if not settings.MARKS:
        return ""
    try:
        _kept()
    except Unusable as error:
        return f"marks of all games are to be kept at {place()}: {error}"
    return ""


def _kept() -> Mapping[str, Known]:
    """The marks that are there; raises Unusable also where some should be."""
    kept = mark_store.read()
    if kept is None and any(known.shown for known in mark_store.of_the_database().values()):
        raise Unusable("there are none")
    return kept or {}


def _is_newer(known: Known, ours: Known | None) -> bool:
    """Whether a mark knows of secrets that the database has not shown; or, under another promise, of
    a later log."""
    if ours is None:
        return True
    return known.shown > ours.shown if known.promise == ours.promise else known.events > ours.events


def _burn(newer: Mapping[str, Known]) -> None:
    for game in Game.objects.filter(uuid__in=list(newer)).exclude(
        state__in=(GameState.OVER, GameState.MOVED)
    ):
        phase = max(newer[str(game.uuid)].shown, game.phase, 1)
        burnt.burn(game, phase, burnt.BY_MARK.format(place=place(), phase=phase))


def goes_on_as_it_is(game: Game, kept: Mapping[str, Known] | None) -> bool:
    """Whether the marks know a game, and of no secret that its log has not shown."""
    ours = mark_store.of_the_database().get(str(game.uuid))
    known = (kept or {}).get(str(game.uuid))
    return not game.burnt and known is not None and not _is_newer(known, ours)


def place() -> str:
    """Where marks are kept, without a password."""
    before, at, behind = str(settings.MARKS).rpartition("@")
    return f"{before.partition('//')[0]}//...@{behind}" if at and "//" in before else str(settings.MARKS)

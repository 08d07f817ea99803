"""What players write to the game master: at once, in whatever game; by mail, and on his desk."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils import timezone

from games.letters import text, words
from games.models import Letter, LetterScope, LetterState
from games.reports import announce
from games.seats.languages import ENGLISH, speaking

KEY = "letter:"  # how the keys of the notes begin that bring him one


def bring(letter: Letter) -> None:
    """Owe the note that brings him a letter, inside the caller's transaction."""
    letter.state, letter.delivered = LetterState.DELIVERED, timezone.now()
    letter.save(update_fields=["state", "delivered"])
    with speaking(ENGLISH):
        subject = f"{words.writer(letter)} writes to you"
    announce.game_master(letter.game, f"{KEY}{letter.pk}", subject, f"{text.told(letter.text)}\n")


def received() -> QuerySet[Letter]:
    """All that he was written, newest first."""
    found = Letter.objects.filter(scope=LetterScope.NOBODY, state=LetterState.DELIVERED)
    return found.select_related("writer", "game").order_by("-written", "-pk")

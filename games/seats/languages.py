"""The languages that players may choose, and speaking to each in his own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.conf import settings
from django.utils import translation

from games.models import Seat
from games.seats import following
from rules import engine

ENGLISH = "en"
_LANGUAGE = re.compile(r"\s*language\b[\s:=]*(\S.{0,40})", re.IGNORECASE)


def choose(seat: Seat, code: str) -> None:
    """From now on the seat's player is told things in this language, in the open games too that he plays
    because he plays here."""
    if code not in dict(settings.LANGUAGES):
        return
    with_it = [row.pk for row in following.follow(seat) if not row.captain]
    Seat.objects.filter(pk__in=[seat.pk, *with_it]).exclude(language=code).update(language=code)
    seat.language = code


def choose_from_mail(seat: Seat, lines: Sequence[str]) -> None:
    """The same where a mail has a line LANGUAGE; the last of them counts."""
    for line in lines:
        if found := _LANGUAGE.match(line):
            choose(seat, engine.language_asked_for(found[1]))


@contextmanager
def in_language_of(seat: Seat | None) -> Iterator[None]:
    """All that is worded inside is in the language of a seat's player; in English for the public."""
    with speaking(seat.language if seat else ENGLISH):
        yield


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """The same for a language, in the words of mails and pages as in those of the rules."""
    code = code if code in dict(settings.LANGUAGES) else ENGLISH
    with translation.override(code), engine.speaking(code):
        yield


def in_every_language(message: str) -> list[str]:
    """A text of the catalogue in each of the languages there are, for somebody of whom none is known."""
    said = []
    for code, _ in settings.LANGUAGES:
        with speaking(code):
            said.append(translation.gettext(message))
    return said

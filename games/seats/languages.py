"""The languages that players may choose, and speaking to each in his own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import msgspec
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from games.models import Seat
from games.seats import following
from rules import engine

ENGLISH = "en"
_LANGUAGE = re.compile(r"\s*language\b[\s:=]*(\S.{0,40})", re.IGNORECASE)


def choose(seat: Seat, code: str) -> bool:
    """From now on the seat's player is told things in this language, in the open games too that he plays
    because he plays here. Whether he was told them otherwise until now."""
    if code not in dict(settings.LANGUAGES):
        return False
    other = seat.language != code
    with_it = [row.pk for row in following.follow(seat) if not row.captain]
    Seat.objects.filter(pk__in=[seat.pk, *with_it]).exclude(language=code).update(language=code)
    seat.language = code
    return other


def choose_from_mail(seat: Seat, lines: Sequence[str]) -> bool:
    """The same where a mail has a line LANGUAGE; the last of them counts. Whether one asks for the language
    that it is already."""
    before, asked = seat.language, False
    for line in lines:
        if found := _LANGUAGE.match(line):
            asked = True
            choose(seat, engine.language_asked_for(found[1]))
    return asked and seat.language == before


def already(reading: engine.Reading) -> engine.Reading:
    """What was read of a mail that asks for the language that it is already."""
    told = gettext("You read all this in English already: nothing has changed.")
    lines = tuple(
        msgspec.structs.replace(line, message=(told,))
        if line.verdict is engine.Verdict.COMMAND and _LANGUAGE.match(line.line)
        else line
        for line in reading.lines
    )
    return msgspec.structs.replace(reading, lines=lines)


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

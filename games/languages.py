"""The languages that players may choose, and speaking to each in his own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.conf import settings
from django.utils import translation

from games.models import InboundMail, Seat
from rules import engine

ENGLISH = "en"
More = ParamSpec("More")
Result = TypeVar("Result")


def names() -> dict[str, str]:
    """The codes of the languages there are, with the names they have in themselves: {"de": "Deutsch"}."""
    return dict(settings.LANGUAGES)


def known(code: str) -> str:
    """A language by its code or its name, in any spelling of case: "de", "DE", "deutsch"; empty for none of ours."""
    asked = code.strip().casefold()
    return next((c for c, name in names().items() if asked in (c, name.casefold())), "")


@contextmanager
def in_language_of(seat: Seat | None) -> Iterator[None]:
    """All that is worded inside is in the language of a seat's player; in English for the public."""
    with speaking(seat.language if seat else ENGLISH):
        yield


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """The same for a language, in the words of mails and pages as in those of the rules."""
    code = known(code) or ENGLISH
    with translation.override(code), engine.speaking(code):
        yield


def in_the_players_language(
    answer: Callable[Concatenate[InboundMail, Seat, More], Result],
) -> Callable[Concatenate[InboundMail, Seat, More], Result]:
    """For functions that answer a mail of a seat: what they say is in the language of its player."""

    @wraps(answer)
    def answered(mail: InboundMail, seat: Seat, *more: More.args, **named: More.kwargs) -> Result:
        with in_language_of(seat):
            return answer(mail, seat, *more, **named)

    return answered

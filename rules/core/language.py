"""The language in which a player is told things.

The wording stands in the code, in English; the catalogues of other languages lie in rules/locale (make messages). What
is recorded is English in every game, whoever reads it: ``english`` words it, and ``translated`` says it again in the
language of the reader.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

LOCALE = Path(__file__).resolve().parent.parent / "locale"
DOMAIN = "rules"
ENGLISH = "en"

_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)
_PLACEHOLDER = re.compile(r"\{(\w+)(?:![a-z])?(?::[^{}]*)?\}")
_DEEPEST = 6  # texts within texts


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Everything said inside is said in this language ("de"); in English where it has no catalogue."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def language() -> str:
    """The language spoken now."""
    return _spoken.get()


def english(message: str, **values: object) -> str:
    """A text in English whatever language is spoken: for the log, and for what may come to stand in it."""
    return message.format(**values) if values else message


def say(message: str, **values: object) -> str:
    """A text in the language spoken. Values that are texts of the catalogue are said in it too."""
    if _spoken.get() == ENGLISH:
        return message.format(**values) if values else message
    found = _catalogue(_spoken.get()).texts.get(message, message)
    return found.format(**_said(values)) if values else found


def say_many(singular: str, plural: str, number: int, **values: object) -> str:
    """The same of a number of things; which of a language's forms fits is for the language to say."""
    if _spoken.get() == ENGLISH:
        return (singular if number == 1 else plural).format(**values)
    found = _catalogue(_spoken.get()).plural(singular, plural, number)
    return found.format(**_said(values))


def translated(text: str) -> str:
    """A recorded English text in the language spoken; as it is, if no catalogue has it (a name, a hex, an order)."""
    spoken = _spoken.get()
    return text if spoken == ENGLISH else _translated(text, spoken, _DEEPEST)


class Pattern(NamedTuple):
    """How a text with values in it looks when they are filled in. ``known`` is the longest piece of it that never
    changes, ``weight`` how much of it that is in all."""

    message: str
    shape: re.Pattern[str]
    known: str
    weight: int


class Catalogue(NamedTuple):
    """The texts of one language."""

    texts: Mapping[str, str]
    plurals: gettext.NullTranslations
    patterns: tuple[Pattern, ...]

    def plural(self, singular: str, plural: str, number: int) -> str:
        return self.plurals.ngettext(singular, plural, number)


def placeholders(message: str) -> list[str]:
    """The names of the values in a message."""
    return _PLACEHOLDER.findall(message)


@lru_cache(maxsize=16)
def _catalogue(spoken: str) -> Catalogue:
    found = gettext.translation(DOMAIN, LOCALE, [spoken], fallback=True)
    texts: dict[str, str] = {}
    for key, text in getattr(found, "_catalog", {}).items():
        if isinstance(key, tuple):  # the forms of a plural; the first is that of one
            texts.setdefault(key[0], text)
        elif key:
            texts[key] = text
    patterns = [_pattern(message) for message in texts if _PLACEHOLDER.search(message)]
    return Catalogue(texts, found, tuple(sorted(patterns, key=lambda p: -p.weight)))


def _pattern(message: str) -> Pattern:
    """The message as a pattern of the texts that it makes."""
    pieces = _PLACEHOLDER.split(message)
    shape, named = "", set()
    for index, piece in enumerate(pieces):
        if index % 2 == 0:
            shape += re.escape(_unescaped(piece))
        elif piece in named:
            shape += f"(?P={piece})"
        else:
            named.add(piece)
            shape += f"(?P<{piece}>.+?)"
    fixed = [_unescaped(piece) for piece in pieces[::2]]
    return Pattern(
        message, re.compile(shape, re.DOTALL), max(fixed, key=len), sum(len(piece.strip()) for piece in fixed)
    )


def _unescaped(piece: str) -> str:
    return piece.replace("{{", "{").replace("}}", "}")


def _said(values: Mapping[str, object]) -> dict[str, object]:
    return {name: translated(value) if type(value) is str else value for name, value in values.items()}


@lru_cache(maxsize=8192)
def _translated(text: str, spoken: str, deep: int) -> str:
    catalogue = _catalogue(spoken)
    found = catalogue.texts.get(text)
    if found is not None:
        return found
    if deep == 0 or not text:
        return text
    for pattern in catalogue.patterns:
        if pattern.known in text and (match := pattern.shape.fullmatch(text)):
            parts = {name: _translated(part, spoken, deep - 1) for name, part in match.groupdict().items()}
            return _unformatted(catalogue.texts[pattern.message]).format(**parts)
    if text[0].isupper():
        lower = text[0].lower() + text[1:]
        said = _translated(lower, spoken, deep - 1)
        if said != lower:
            return said[0].upper() + said[1:]
    return text


def _unformatted(message: str) -> str:
    """The message without the formats of its values, which have been written out already."""
    return _PLACEHOLDER.sub(lambda found: "{" + found.group(1) + "}", message)

"""A language that nobody speaks: every text of the catalogues in circled letters, so that a plain letter in a mail is a
text that no catalogue has."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from babel.messages import Catalog
from django.conf import settings
from django.test import override_settings
from django.utils.translation import trans_real

from rules.core import language
from tests import messages

CODE = "xx"
_CIRCLED = str.maketrans(
    string.ascii_letters,
    "".join(map(chr, (*range(0x24D0, 0x24EA), *range(0x24B6, 0x24D0)))),
)
_KEPT = re.compile(r"(\{[^{}]*\}|%\(\w+\)s|%%|<[^>]*>|\n)")  # values, and the marks of HTML


def circled(text: str) -> str:
    """The text with all that is its own in circled letters."""
    return "".join(part if n % 2 else part.translate(_CIRCLED) for n, part in enumerate(_KEPT.split(text)))


def write(folder: Path) -> None:
    """The catalogues of the language below a folder."""
    place = folder / CODE / "LC_MESSAGES"
    place.mkdir(parents=True)
    for _, domain, wanted in messages.CATALOGUES:
        catalogue = Catalog(locale="de", fuzzy=False)  # two forms of number, as in English
        for message in wanted():
            if isinstance(message.id, tuple):
                catalogue.add(message.id, tuple(map(circled, message.id)))
            elif message.id:
                catalogue.add(message.id, circled(message.id))
        (place / f"{domain}.mo").write_bytes(messages.compiled(catalogue))


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """The server knows the language and no other besides English."""
    write(folder)
    ours = language.LOCALE
    chosen = [("en", "English"), (CODE, "Pseudo")]
    with override_settings(LOCALE_PATHS=[str(folder)], LANGUAGES=chosen):
        language.LOCALE = folder
        _forget()
        try:
            yield
        finally:
            language.LOCALE = ours
            _forget()
    assert CODE not in dict(settings.LANGUAGES)


def _forget() -> None:
    trans_real._translations = {}
    language._catalogue.cache_clear()
    language._translated.cache_clear()

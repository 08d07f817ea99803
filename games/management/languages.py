"""--language on the command line: "de", or any of a language's usual names."""

from __future__ import annotations

from django.conf import settings
from django.core.management.base import CommandError

from rules import engine


def language_called(name: str) -> str:
    """The code of the language that somebody names. Raises CommandError."""
    code = engine.language_asked_for(name)
    if code not in dict(settings.LANGUAGES):
        known = ", ".join(f"{code} ({name})" for code, name in settings.LANGUAGES)
        raise CommandError(f"{name!r} is none of the languages there are: {known}")
    return code

"""Positions to begin with: one of each kind of question, each as a file below samples/."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType

from django.utils.translation import gettext_noop

TITLES = MappingProxyType(
    {
        "combat": gettext_noop("Two men against one"),
        "shot": gettext_noop("An arrow over a low wall"),
        "march": gettext_noop("What a march costs"),
        "retreat": gettext_noop("Driven back by a way of his own choice"),
        "charge": gettext_noop("A charge with the lance"),
        "keep": gettext_noop("Shots from a keep and into it"),
        "asked": gettext_noop("Somebody wants to be asked"),
        "refused": gettext_noop("Orders that the umpire does not take"),
    }
)
FIRST = "combat"


@lru_cache
def example(name: str) -> str:
    """The text of an example. Raises KeyError where there is none of that name."""
    if name not in TITLES:
        raise KeyError(name)
    return files("games.judge").joinpath("samples", f"{name}.txt").read_text(encoding="utf-8")

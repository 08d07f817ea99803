"""Which lines speak of a group, a place, a name or an order word: what CLEAR takes back."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from rules.campaign.plans.addressed import Addressed
from rules.campaign.plans.names import Known
from rules.campaign.plans.plan import Order
from rules.campaign.plans.words import verb_of
from rules.orders.trouble import Misread
from rules.scenarios.rosters import plain_name


def is_known(known: Known, addressed: Addressed, about: str) -> bool:
    """Whether lines could speak of it."""
    for names in (known.any_group, known.place):
        with suppress(Misread):
            return bool(names(about))
    return bool(verb_of(about)) or plain_name(about) in addressed.names


def speaks_of(known: Known, about: str) -> Callable[[Order], bool]:
    """Whether a line has a group, place or name in it, or is of an order word."""
    word = about.strip(" .!")
    if verb := verb_of(word):
        return lambda order: verb in order.text.casefold().split()[:2]
    wanted = f" {plain_name(_named(known, word))} "
    return lambda order: wanted in f" {_words(order.text)} "


def _named(known: Known, word: str) -> str:
    with suppress(Misread):
        return known.called(known.any_group(word))
    with suppress(Misread):
        return known.place(word).name
    return word


def _words(text: str) -> str:
    return " ".join(
        plain_name(word) for word in text.replace(",", " ").replace(";", " ").replace(":", " ").split()
    )

"""What every verb family gives to the language."""

from __future__ import annotations

from collections.abc import Callable, Collection

import msgspec

from rules.core.language import english
from rules.core.modules import ModuleName
from rules.orders.cursor import Cursor
from rules.orders.lexicon import OWN, PEOPLE, Lexicon, Role
from rules.orders.records import Order
from rules.orders.trouble import Code, Misread, Trouble
from rules.orders.words import KEYWORDS
from rules.state.figure import FigureId

ANYBODY = frozenset(Role)
EVERYBODY = ("all", "everybody", "everyone")

Parse = Callable[[Cursor, "tuple[FigureId, ...] | None", str], Order]
Print = Callable[..., str]


class Verb(msgspec.Struct, frozen=True):
    """A verb family. ``words``: the spellings, the usual one first; ``parse(cursor, figures, word)`` reads on
    behind the verb, with the figures if they stood before it; ``print`` is its inverse; ``help`` has a
    sentence a line; ``module``: the advanced rules that it belongs to, read only in scenarios that switch
    them on (GUI-7)."""

    family: str
    record: type[Order]
    words: tuple[str, ...]
    parse: Parse
    print: Print
    help: str
    examples: tuple[str, ...]
    module: ModuleName | None = None

    def known_in(self, modules: Collection[str]) -> bool:
        """Whether a scenario with these advanced modules has this verb."""
        return self.module is None or self.module.id in modules


def subject(cursor: Cursor, figures: tuple[FigureId, ...] | None) -> tuple[FigureId, ...]:
    """Who is to act: the figures before the verb, those named behind it, or those of the order before on the
    same line. Empty when nobody is named: the whole seat, where the verb allows it."""
    if figures is not None:
        return figures
    cursor.skip(":")
    if cursor.accept(*EVERYBODY):
        return ()
    if cursor.name_here(OWN) is not None:
        return cursor.take_names(OWN, "and")
    if cursor.subject and _unknown_name_here(cursor):
        cursor.take_name(OWN)
    return cursor.subject


def _unknown_name_here(cursor: Cursor) -> bool:
    token = cursor.here
    return (
        token is not None
        and token.kind == "word"
        and token.plain not in KEYWORDS
        and not cursor.name_here(ANYBODY)
    )


def own_subject(cursor: Cursor, figures: tuple[FigureId, ...] | None) -> tuple[FigureId, ...]:
    """The same behind verbs that nobody else's name follows. Raises Misread for a figure that is
    not the seat's."""
    found = subject(cursor, figures)
    if not found and cursor.name_here(ANYBODY) is not None:
        cursor.take_name(OWN)
    return found


def needed_subject(cursor: Cursor, figures: tuple[FigureId, ...] | None, what: str) -> tuple[FigureId, ...]:
    """The same where somebody must be named."""
    if figures == () or cursor.sees(*EVERYBODY):
        message = english("this order is given to figures by name, not to all at once")
        raise Misread(Trouble(Code.EXPECTED, message, cursor.position))
    found = subject(cursor, figures)
    if found:
        return found
    if cursor.likely and cursor.name_here(PEOPLE) is None:
        return cursor.likely
    if cursor.done:
        cursor.fail_expected(what)
    return cursor.take_names(OWN, "and")


def joined(figures: tuple[FigureId, ...], lexicon: Lexicon) -> str:
    return " + ".join(lexicon[f] for f in figures)


def sentence(*parts: str) -> str:
    """The parts that are not empty, with blanks between them."""
    return " ".join(part for part in parts if part)


def one_subject(cursor: Cursor, figures: tuple[FigureId, ...] | None, what: str) -> FigureId:
    """The same where exactly one man acts."""
    start = cursor.position
    found = needed_subject(cursor, figures, what)
    if len(found) > 1:
        raise Misread(Trouble(Code.EXPECTED, english("this is one man's work: write a line for each"), start))
    return found[0]

"""FREE: a prisoner is let loose by a friend beside him."""

from __future__ import annotations

from rules.core.language import english
from rules.core.modules import CAPTIVES
from rules.orders.captive_records import FreeOrder
from rules.orders.cursor import Cursor
from rules.orders.lexicon import OWN, PEOPLE, Lexicon
from rules.orders.trouble import Code, Misread, Trouble
from rules.orders.verb import EVERYBODY, Verb, one_subject, sentence
from rules.state.figure import FigureId

_WHO = english("the man who frees him")


def parse(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> FreeOrder:
    """Who, and whom he frees: "FREE Ugo by Drogo" is read as well."""
    start = cursor.position
    if figures is not None:
        who, whom = one_subject(cursor, figures, _WHO), _captive(cursor)
    else:
        who, whom = _both(cursor)
    if who == whom:
        words = english("nobody frees himself: first who does it, then whom he frees")
        raise Misread(Trouble(Code.EXPECTED, words, start))
    return FreeOrder(who, whom)


def _both(cursor: Cursor) -> tuple[FigureId, FigureId]:
    cursor.skip(":")
    if cursor.sees(*EVERYBODY):
        one_subject(cursor, None, _WHO)
    begins = cursor.at
    whom = _captive(cursor)
    if cursor.accept("by", "with"):
        return cursor.take_name(OWN), whom
    cursor.at = begins
    who = cursor.take_name(OWN)
    return who, _captive(cursor)


def _captive(cursor: Cursor) -> FigureId:
    cursor.skip(":", ",", "the", "prisoner", "captive", "and", "to")
    return cursor.take_name(PEOPLE)


def print_(order: FreeOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    return sentence("FREE", lexicon[order.figure], lexicon[order.captive])


FREE = Verb(
    "FREE",
    FreeOrder,
    ("free", "release", "unbind", "untie"),
    parse,
    print_,
    english(
        "A man on foot who has stood beside a prisoner of his own side since the end of his last phase, and "
        "does nothing else in\n"
        "this one, lets him loose. Whoever is free again has no arms before he has stood for a whole turn "
        "beside somebody dead or\n"
        "stunned, whose he takes (GUC-14.8e). For battles into which prisoners were led."
    ),
    ("FREE Milo Tancred",),
    CAPTIVES,
)

"""TEAR: the canvas of a tent comes down."""

from __future__ import annotations

from rules.core.language import english
from rules.core.modules import BUILDINGS
from rules.orders.cursor import Cursor
from rules.orders.lexicon import Lexicon
from rules.orders.structure_records import TearOrder
from rules.orders.verb import Verb, one_subject, sentence
from rules.state.figure import FigureId


def parse(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> TearOrder:
    """Who, and the tent's hex; "down the tent in" may stand between."""
    _pass_over(cursor)
    who = one_subject(cursor, figures, english("the man who tears it down"))
    _pass_over(cursor)
    return TearOrder(who, cursor.take_hex(english("the hex of the tent")))


def _pass_over(cursor: Cursor) -> None:
    cursor.skip("down", "the", "canvas", "tent", "of", "in", "at")


def print_(order: TearOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    return sentence("TEAR", lexicon[order.figure], order.hex)


TEAR = Verb(
    "TEAR",
    TearOrder,
    ("tear", "rip", "slash"),
    parse,
    print_,
    english(
        "A man who has stood beside a tent hex, or in it, since the end of his last phase and does nothing "
        "else in this one\n"
        "tears its canvas down; from then on the hex is an opening (GUI-8.5.2b). For scenarios with "
        "buildings."
    ),
    ("TEAR Milo 0508",),
    BUILDINGS,
)

"""BREAK: a formation is dissolved, or lowers its shields."""

from __future__ import annotations

from rules.core.language import english
from rules.core.modules import TACTICS
from rules.orders.cursor import Cursor
from rules.orders.lexicon import Lexicon
from rules.orders.records import BreakOrder
from rules.orders.verb import Verb, joined, needed_subject, sentence
from rules.state.figure import FigureId

_TORTOISE = ("tortoise", "foulkon", "testudo", "turtle")
_FILLING = ("the", "formation", "of", "up", "line", "their", "ranks")


def parse(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> BreakOrder:
    """Whose formation, and whether only the shields come down."""
    cursor.skip(*_FILLING)
    tortoise = cursor.accept(*_TORTOISE)
    cursor.skip(*_FILLING)
    who = needed_subject(cursor, figures, english("one of the formation"))
    cursor.skip(*_FILLING)
    return BreakOrder(who, cursor.accept(*_TORTOISE) or tortoise)


def print_(order: BreakOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    return sentence("BREAK", "tortoise" if order.tortoise else "formation", joined(order.figures, lexicon))


BREAK = Verb(
    "BREAK",
    BreakOrder,
    ("break", "break up", "dissolve", "disband"),
    parse,
    print_,
    english(
        "The formation of the man named is dissolved, everybody is his own man again (GUI-7.3.1a); 'BREAK "
        "tortoise' only\n"
        "lowers the shields (GUI-7.3.2a)."
    ),
    ("BREAK formation Okeanos", "BREAK tortoise Okeanos"),
    module=TACTICS,
)

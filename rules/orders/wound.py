"""WOUND: who takes the injury of a joint combat, a standing order."""

from __future__ import annotations

from rules.core.language import english
from rules.orders.cursor import Cursor
from rules.orders.lexicon import OWN, Lexicon
from rules.orders.records import WoundOrder
from rules.orders.verb import Verb, sentence
from rules.state.figure import FigureId


def parse(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> WoundOrder:
    """The names in order."""
    if figures is not None:
        cursor.accept("first")
        return WoundOrder(figures)
    cursor.skip("first", "to", "goes")
    return WoundOrder(cursor.take_names(OWN, "then", "and", "before"))


def print_(order: WoundOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    return sentence("WOUND first", " then ".join(lexicon[f] for f in order.first))


WOUND = Verb(
    "WOUND",
    WoundOrder,
    ("wound", "wounds", "injure"),
    parse,
    print_,
    english(
        "A standing order: when a joint combat injures one of yours, the first of these who took part "
        "(GUI-6.2d)."
    ),
    ("WOUND first Tybalt then Fursa",),
)

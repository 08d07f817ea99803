"""RETREAT: which way to give ground, a standing order."""

from __future__ import annotations

from rules.core.language import english
from rules.orders.cursor import Cursor
from rules.orders.lexicon import Lexicon
from rules.orders.records import RetreatOrder
from rules.orders.verb import Verb, joined, own_subject, sentence
from rules.state.figure import FigureId


def parse(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> RetreatOrder:
    """Who, and towards which hex."""
    who = own_subject(cursor, figures)
    cursor.skip("toward", "towards", "to", "in", "direction", "of")
    return RetreatOrder(who, cursor.take_hex(english("'toward' and a hex")))


def print_(order: RetreatOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    return sentence("RETREAT", joined(order.figures, lexicon), "toward", order.toward)


RETREAT = Verb(
    "RETREAT",
    RetreatOrder,
    ("retreat", "fall back", "falls back", "withdraw", "give ground"),
    parse,
    print_,
    english(
        "A standing order: of the ways that the rules leave open, give ground by the one that leads nearest to this hex;\nan unhorsed rider falls on that side (GUI-6.5a, GUI-5.4.4a, GUI-6.8a). Without a name it is for all of yours.\nIt moves nobody by itself: to go away, MOVE."
    ),
    ("RETREAT toward 0101", "RETREAT Drogo toward 0508"),
)

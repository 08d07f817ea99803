"""HAUL: two men drag corpses or a carcass to the next hex."""

from __future__ import annotations

from rules.core.language import english
from rules.orders.cursor import Cursor
from rules.orders.lexicon import Lexicon
from rules.orders.records import HaulOrder
from rules.orders.verb import Verb, joined, needed_subject, sentence
from rules.state.figure import FigureId

_LOADS = {"bodies": "bodies", "body": "bodies", "corpses": "bodies", "corpse": "bodies", "carcass": "carcass"}


def parse(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> HaulOrder:
    """Who, what, from where, to where."""
    who = needed_subject(cursor, figures, english("the two who haul"))
    cursor.skip("the", "dead", "three", "two", "a")
    what = "bodies"
    if length := cursor.sees(*_LOADS):
        what = _LOADS[cursor.words[cursor.at].plain]
        cursor.at += length
    cursor.accept("from", "in", "at", "of")
    start = cursor.take_hex(english("the hex where they lie"))
    cursor.skip("to", "into")
    return HaulOrder(who, start, cursor.take_hex(english("the hex to haul them to")), what)


def print_(order: HaulOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    return sentence("HAUL", joined(order.figures, lexicon), order.what, order.start, "TO", order.end)


HAUL = Verb(
    "HAUL",
    HaulOrder,
    ("haul", "drag", "shift"),
    parse,
    print_,
    english(
        "Two men on foot give their phase to clearing a hex: up to three bodies, or one carcass, go to a "
        "hex next to it\n"
        "(GUI-4.2.3a)."
    ),
    ("HAUL Tybalt + Fursa bodies 0405 TO 0406", "HAUL Tybalt + Fursa carcass 0405 TO 0406"),
)

"""OPEN and CLOSE: a bascule gate goes up or down."""

from __future__ import annotations

from rules.orders.cursor import Cursor
from rules.orders.lexicon import Lexicon
from rules.orders.structure_records import CloseOrder, OpenOrder
from rules.orders.verb import Verb, one_subject, sentence
from rules.state.figure import FigureId, Hex


def parse_open(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> OpenOrder:
    """Who, and which gate if a hex follows."""
    return OpenOrder(*_who_and_where(cursor, figures))


def parse_close(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> CloseOrder:
    """The same."""
    return CloseOrder(*_who_and_where(cursor, figures))


def _who_and_where(cursor: Cursor, figures: tuple[FigureId, ...] | None) -> tuple[FigureId, Hex]:
    before = _gate(cursor)
    cursor.skip("with", "by")
    who = one_subject(cursor, figures, "the man who works the gate")
    return who, _gate(cursor) or before


def _gate(cursor: Cursor) -> Hex:
    cursor.skip("the")
    cursor.accept("gate")
    cursor.skip("in", "at")
    return cursor.take_hex() if cursor.sees_hex() else ""


def print_(order: OpenOrder | CloseOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    return sentence(
        "OPEN" if isinstance(order, OpenOrder) else "CLOSE", lexicon[order.figure], "gate", order.hex
    )


OPEN = Verb(
    "OPEN",
    OpenOrder,
    ("open",),
    parse_open,
    print_,
    """A man on foot who has stood on a hex behind the gate since the end of his last phase raises it, instead of shooting
or fighting (GUI-9.2.3.2). A hex names the gate where there are several. For scenarios with castles.""",
    ("OPEN Milo gate",),
    "castles",
)
CLOSE = Verb(
    "CLOSE",
    CloseOrder,
    ("close", "shut", "lower"),
    parse_close,
    print_,
    """The same for lowering a gate that is open; not while anybody, or a horse, is under it (GUI-9.2.3.2). For scenarios
with castles.""",
    ("CLOSE Milo gate", "IF 1313 is free THEN CLOSE Milo gate"),
    "castles",
)

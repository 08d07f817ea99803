"""OPEN and CLOSE: a bascule gate goes up or down."""

from __future__ import annotations

from rules.core.language import english
from rules.core.modules import CASTLES
from rules.orders import siege_reading
from rules.orders.cursor import Cursor
from rules.orders.lexicon import Lexicon
from rules.orders.records import CloseWhenOrder, OpenWhenOrder
from rules.orders.structure_records import CloseOrder, OpenOrder
from rules.orders.verb import Verb, one_subject, sentence
from rules.state.figure import FigureId, Hex


def parse_open(
    cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str
) -> OpenOrder | OpenWhenOrder | CloseWhenOrder:
    """Who, and which gate if a hex follows; or when, from now on."""
    return siege_reading.gate(cursor, figures, opens=True) or OpenOrder(*_who_and_where(cursor, figures))


def parse_close(
    cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str
) -> CloseOrder | OpenWhenOrder | CloseWhenOrder:
    """The same."""
    return siege_reading.gate(cursor, figures, opens=False) or CloseOrder(*_who_and_where(cursor, figures))


def _who_and_where(cursor: Cursor, figures: tuple[FigureId, ...] | None) -> tuple[FigureId, Hex]:
    before = _gate(cursor)
    cursor.skip("with", "by")
    who = one_subject(cursor, figures, english("the man who works the gate"))
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
    english(
        "A man on foot who has stood on a hex behind the gate since the end of his last phase raises it, "
        "instead of shooting\n"
        "or fighting (GUI-9.2.3.2). A hex names the gate where there are several. For scenarios with "
        "castles."
    ),
    ("OPEN Milo gate",),
    CASTLES,
)
CLOSE = Verb(
    "CLOSE",
    CloseOrder,
    ("close", "shut", "lower"),
    parse_close,
    print_,
    english(
        "The same for lowering a gate that is open; not while anybody, or a horse, is under it "
        "(GUI-9.2.3.2). For scenarios\n"
        "with castles."
    ),
    ("CLOSE Milo gate", "IF 1313 is free THEN CLOSE Milo gate"),
    CASTLES,
)
OPEN_WHEN = Verb(
    "OPEN",
    OpenWhenOrder,
    ("open",),
    parse_open,
    siege_reading.print_gate,
    english(
        "A standing order for a man behind the gate who has nothing else to do in your combat step: he "
        "raises it when no enemy is\n"
        "within so many hexes of it, 'always', or 'never' (GUI-9.2.3.2). It waits while a CLOSE of yours "
        "would lower the gate."
    ),
    ("OPEN Milo gate when no enemy is within 8", "OPEN gate always from turn 4"),
    CASTLES,
)
CLOSE_WHEN = Verb(
    "CLOSE",
    CloseWhenOrder,
    ("close",),
    parse_close,
    siege_reading.print_gate,
    english(
        "A standing order for a man behind the gate who has nothing else to do in your combat step: he "
        "lowers it when an enemy is\n"
        "within so many hexes of it, 'always', or 'never' (GUI-9.2.3.2). Without a name it is for all of "
        "yours."
    ),
    ("CLOSE Milo gate when an enemy is within 4", "CLOSE gate always until turn 6", "CLOSE Milo gate never"),
    CASTLES,
)

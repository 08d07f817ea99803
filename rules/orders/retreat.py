"""RETREAT: which way to give ground, a standing order."""

from __future__ import annotations

from rules.core.language import english
from rules.orders.cursor import Cursor
from rules.orders.lexicon import Lexicon
from rules.orders.records import RetreatOrder
from rules.orders.routes import VIA, no_more_hexes, one_mans_way, print_route, read_route
from rules.orders.verb import Verb, joined, own_subject, sentence
from rules.state.figure import FigureId


def parse(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> RetreatOrder:
    """Who, and towards which hex or by which; a single hex without a word before it is a direction."""
    who = own_subject(cursor, figures)
    here = cursor.at
    if cursor.sees(*VIA) or cursor.sees_hex():
        named = cursor.sees(*VIA) > 0
        route = read_route(cursor)
        if named or len(route) > 1:
            return RetreatOrder(one_mans_way(cursor, who), path=route)
        cursor.at = here
    cursor.skip("toward", "towards", "to", "in", "direction", "of")
    toward = cursor.take_hex(english("'toward' and a hex, or 'via' and every hex of the way"))
    no_more_hexes(cursor)
    return RetreatOrder(who, toward)


def print_(order: RetreatOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    where = print_route(order.path) or f"toward {order.toward}"
    return sentence("RETREAT", joined(order.figures, lexicon), where)


RETREAT = Verb(
    "RETREAT",
    RetreatOrder,
    ("retreat", "fall back", "falls back", "withdraw", "give ground"),
    parse,
    print_,
    english(
        "A standing order: of the ways that the rules leave open, give ground by the one that leads nearest "
        "to this hex,\n"
        "whoever may strike at him there; an unhorsed rider falls on that side (GUI-6.5a, GUI-5.4.4a, "
        "GUI-6.8a). Or name the way\n"
        "of one man hex by hex: if it is not open when he is driven back, the report says why, and he goes "
        "as without an order.\n"
        "Without a name it is for all of yours. It moves nobody by itself: to go away, MOVE."
    ),
    ("RETREAT toward 0101", "RETREAT Drogo toward 0508", "RETREAT Drogo via 0507 0508"),
)

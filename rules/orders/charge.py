"""CHARGE: a rider gallops at an enemy, announced before anybody moves."""

from __future__ import annotations

from rules.core.language import english
from rules.core.modules import TACTICS
from rules.orders.cursor import Cursor
from rules.orders.lexicon import Lexicon, Role
from rules.orders.records import ChargeOrder
from rules.orders.routes import print_route, read_route
from rules.orders.trouble import Code, Misread, Trouble
from rules.orders.verb import Verb, needed_subject, sentence
from rules.state.figure import FigureId

_ENEMY = frozenset({Role.ENEMY})


def parse(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> ChargeOrder:
    """Who, at whom, and over which hexes."""
    start = cursor.position
    who = needed_subject(cursor, figures, english("who charges"))
    if len(who) > 1:
        message = english("each charge has a target of its own: one rider a line")
        raise Misread(Trouble(Code.EXPECTED, message, start))
    cursor.skip("at", "on", "upon", "against", "into", "down", "the", "enemy")
    at = cursor.take_names(_ENEMY, "then", "or", "else")
    return ChargeOrder(who[0], at, read_route(cursor))


def print_(order: ChargeOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    return sentence(
        "CHARGE",
        lexicon[order.figure],
        "AT",
        " then ".join(lexicon[f] for f in order.at),
        print_route(order.route),
    )


CHARGE = Verb(
    "CHARGE",
    ChargeOrder,
    ("charge", "gallop"),
    parse,
    print_,
    english(
        "A rider announces a charge before anybody moves (GUI-7.2): at an enemy before him whom he sees, "
        "over at least six\n"
        "hexes without sharp turns, the last four straight at him; with half of his attack more. Several "
        "names: the first whom\n"
        "he can charge. 'via' and every hex up to the one before the target, else the best way is found. "
        "Charges are ridden\n"
        "before all moves and fought, each by itself, before all other combats. Who charges neither moves "
        "nor attacks otherwise.\n"
        "For scenarios with the rules of combat tactics."
    ),
    (
        "CHARGE Robert AT Jemal",
        "CHARGE Robert AT Jemal then Shakil",
        "CHARGE Robert AT Jemal via 0303 0304 0305 0306 0307 0308",
    ),
    module=TACTICS,
)

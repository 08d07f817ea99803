"""ADVANCE: what a winner does, a standing order."""

from __future__ import annotations

from rules.core.language import english
from rules.orders.cursor import Cursor
from rules.orders.lexicon import Lexicon
from rules.orders.records import AdvanceOrder
from rules.orders.routes import no_more_hexes, one_mans_way, print_route, read_route
from rules.orders.terms import begins_terms
from rules.orders.verb import Verb, joined, own_subject, sentence
from rules.state.figure import FigureId

_WHEN = {
    "never": "never", "no": "never", "not": "never",
    "always": "always", "one hex": "always", "yes": "always",
    "if alone": "alone", "only if alone": "alone", "when alone": "alone", "alone": "alone",
}  # fmt: skip


def parse(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> AdvanceOrder:
    """Who, when, and towards which hex or by which."""
    who = own_subject(cursor, figures)
    when = ""
    if length := cursor.sees(*_WHEN):
        when = _WHEN[" ".join(t.plain for t in cursor.words[cursor.at : cursor.at + length])]
        cursor.at += length
    toward = ""
    if (
        when != "never"
        and not begins_terms(cursor)
        and cursor.accept("toward", "towards", "to", "in the direction of")
    ):
        toward = cursor.take_hex()
        no_more_hexes(cursor)
    elif when != "never" and not begins_terms(cursor) and (route := read_route(cursor)):
        return AdvanceOrder(one_mans_way(cursor, who), when or "always", path=route)
    if not when and not toward and not begins_terms(cursor):
        cursor.fail_expected(
            english("'never', 'always', 'if alone', 'toward' and a hex, or 'via' and every hex of the way")
        )
    return AdvanceOrder(who, when or "always", toward)


def print_(order: AdvanceOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    when = "if alone" if order.when == "alone" else order.when
    where = print_route(order.path) or (f"toward {order.toward}" if order.toward else "")
    if where and order.when == "always":
        when = ""
    return sentence("ADVANCE", joined(order.figures, lexicon), when, where)


ADVANCE = Verb(
    "ADVANCE",
    AdvanceOrder,
    ("advance", "follow up", "pursue"),
    parse,
    print_,
    english(
        "A standing order: whether a winner enters the hex that the loser left (GUI-6.6a): never, always, "
        "if alone (only\n"
        "where no other enemy would touch him); toward a hex: goes on that way as far as half his allowance "
        "allows.\n"
        "Or name the way of one man hex by hex, from the hex that is given up: if it is not open then, the "
        "report says why, and he\n"
        "does what he does without an order. Without a name it is for all of yours. To move, MOVE."
    ),
    (
        "ADVANCE never",
        "ADVANCE Robert always",
        "ADVANCE if alone",
        "ADVANCE Drogo toward 0710",
        "ADVANCE Drogo via 0708 0709",
    ),
)

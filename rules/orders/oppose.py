"""OPPOSE: whom to test when enemies pass, a standing order."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.language import english
from rules.orders.cursor import Cursor
from rules.orders.lexicon import Lexicon
from rules.orders.picks import print_pick, read_pick
from rules.orders.qualities import OF_A_PASSAGE
from rules.orders.records import OpposeOrder, Pick
from rules.orders.terms import begins_terms
from rules.orders.verb import Verb, joined, sentence, subject
from rules.state.figure import FigureId

_ANYBODY = Pick(how="first")


def parse(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> OpposeOrder:
    """Who, and whom."""
    who = subject(cursor, figures)
    if cursor.accept("never", "nobody", "no one", "none"):
        return OpposeOrder(who, hold=True)
    if cursor.accept("always", "everybody", "everyone", "all") or cursor.done or begins_terms(cursor):
        return OpposeOrder(who)
    before_others = cursor.sees("first") > 0
    at = read_pick(cursor, "first", "then", "or", "and", also=OF_A_PASSAGE)
    return OpposeOrder(who, replace(at, how="first") if at.names and before_others else at)


def print_(order: OpposeOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    if order.hold:
        words = "never"
    elif order.at == _ANYBODY:
        words = "always"
    else:
        manner = order.at.how or "only"
        words = (
            f"{manner} {print_pick(order.at, lexicon)}" if order.at.names else print_pick(order.at, lexicon)
        )
    return sentence("OPPOSE", joined(order.figures, lexicon), words)


OPPOSE = Verb(
    "OPPOSE",
    OpposeOrder,
    ("oppose", "intercept", "bar"),
    parse,
    print_,
    english(
        "A standing order: whom to test for infiltration when enemies pass (GUI-4.3a); each of yours may do "
        "so once a\n"
        "phase. 'first Robert' keeps the test for Robert as long as he may still pass; 'only Robert' spares "
        "everybody else; or\n"
        "the kinds that FIRE knows; always (so it is without an order); never. Without a name it is for all "
        "of yours."
    ),
    ("OPPOSE Argyris first Robert then Drogo", "OPPOSE Argyris only mounted", "OPPOSE Argyris never"),
)

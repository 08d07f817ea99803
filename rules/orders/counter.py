"""COUNTER: which charges to ride against, a standing order."""

from __future__ import annotations

from rules.core.language import english
from rules.core.modules import TACTICS
from rules.orders.cursor import Cursor
from rules.orders.lexicon import Lexicon
from rules.orders.picks import print_pick, read_pick
from rules.orders.records import CounterOrder, Pick
from rules.orders.terms import begins_terms
from rules.orders.verb import Verb, joined, sentence, subject
from rules.state.figure import FigureId

_ANYBODY = Pick(how="anyone")
_SHARE = "a share in percent"


def parse(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> CounterOrder:
    """Who, against whom, and at which strength."""
    who = subject(cursor, figures)
    cursor.skip("with", "any", "and")
    cursor.accept("charge by", "charges by", "charge of", "charge", "charges", "charging")
    if cursor.accept("never", "nobody", "no one", "none", "not"):
        return CounterOrder(who, hold=True)
    plain = cursor.done or cursor.accept("always", "everybody", "everyone", "all") or _plainly(cursor)
    at = _ANYBODY if plain else read_pick(cursor, "anyone", "then", "or", "and")
    return CounterOrder(who, at, _share(cursor))


def _plainly(cursor: Cursor) -> bool:
    """Whether nothing is said of the charger."""
    return begins_terms(cursor) or bool(cursor.sees("then", ";", "else", "otherwise", "at", "if"))


def _share(cursor: Cursor) -> int:
    back = cursor.at
    cursor.skip("if", "only", "at", "least", "with")
    if cursor.sees_number():
        share = cursor.take_number(_SHARE)
        cursor.accept("percent", "per cent")
        cursor.accept("or better", "or more", "at least")
        return max(0, share)
    cursor.at = back
    return 0


def print_(order: CounterOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    who = joined(order.figures, lexicon)
    if order.hold:
        return sentence("COUNTER", who, "never")
    at = print_pick(order.at, lexicon)
    return sentence(
        "COUNTER",
        who,
        "charge",
        f"only {at}" if order.at.names else at,
        f"at {order.at_least} percent or better" if order.at_least else "",
    )


COUNTER = Verb(
    "COUNTER",
    CounterOrder,
    ("counter", "counter-charge", "countercharge"),
    parse,
    print_,
    english(
        "A standing order: which charges a rider meets at the gallop, with half of his defence more "
        "(GUI-7.2.2): anyone's,\n"
        "only those of the named, the kinds that FIRE knows, or never, as without an order. 'at 40 percent "
        "or better': only if\n"
        "his defence is at least so much of the charge's attack, both raised. He rides at once, at most "
        "half as far as the charge,\n"
        "into its last two hexes, and nobody may shoot at the charger then. Without a name it is for all of "
        "yours.\n"
        "For scenarios with the rules of combat tactics."
    ),
    (
        "COUNTER Argyris charge anyone",
        "COUNTER Argyris charge only Okeanos",
        "COUNTER Argyris charge anyone at 40 percent or better",
        "COUNTER Argyris never",
    ),
    module=TACTICS,
)

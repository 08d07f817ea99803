"""ATTACK: hand-to-hand combat."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.language import english
from rules.orders.cursor import Cursor
from rules.orders.lexicon import OWN, Lexicon
from rules.orders.picks import print_pick, read_pick
from rules.orders.records import AttackOrder, Pick
from rules.orders.verb import Verb, joined, sentence, subject
from rules.state.figure import FigureId

_SEPARATELY = (
    "one by one",
    "one after another",
    "one after the other",
    "separately",
    "singly",
    "each",
    "in turn",
)
_OR_BETTER = ("or better", "or more", "or higher", "and better", "at least", "or over")
_TOGETHER = ("together", "jointly", "all together")


def parse(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> AttackOrder:
    """Who, whom, and at which weight."""
    cursor.accept("with", "by")
    who = subject(cursor, figures)
    pooled = _pooled(cursor)
    cursor.accept("on", "upon", "against")
    at_least = _at_least(cursor)
    cursor.accept("on", "upon", "against", "at")
    on = Pick(how="best") if at_least and cursor.done else read_pick(cursor, "best", "and")
    if cursor.accept("with", "by") and not figures:
        who = cursor.take_names(OWN, "and")
    pooled = _pooled(cursor) if pooled is None else pooled
    if not at_least:
        at_least = _at_least(cursor)
    pooled = _pooled(cursor) if pooled is None else pooled
    if on.names and not who:
        on = replace(on, how="anyone")  # whoever of the seat can reach them
    return AttackOrder(who, on, at_least, pooled is not False)


def _pooled(cursor: Cursor) -> bool | None:
    back = cursor.at
    cursor.skip()
    if cursor.accept(*_SEPARATELY):
        return False
    if cursor.accept(*_TOGETHER):
        return True
    cursor.at = back
    return None


def _at_least(cursor: Cursor) -> str:
    """The threshold of "at +5 or better"."""
    back = cursor.at
    cursor.skip("if", "only", "at", "least", "with", "when", "odds", "of", "differential", "is")
    found = cursor.accept_threshold(*_OR_BETTER)
    if not found:
        cursor.at = back
    return found


def print_(order: AttackOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    on = print_pick(order.on, lexicon, joint=" + ")
    return sentence(
        "ATTACK",
        joined(order.figures, lexicon),
        f"ON {on}" if order.on.names else on,
        "" if order.pooled else "separately",
        f"at {order.at_least} or better" if order.at_least else "",
    )


ATTACK = Verb(
    "ATTACK",
    AttackOrder,
    ("attack", "atk", "att", "fight", "strike", "assault", "hit"),
    parse,
    print_,
    english(
        "Hand-to-hand, after all moves. Several attackers joined by + add their strengths (GUI-6.2b); "
        "'separately' lets\n"
        "them strike one after another. ON a name or several joined by +, or: best, anyone, weakest, "
        "nearest, perhaps with the\n"
        "kinds that FIRE knows. 'at +5 or better' attacks only if strength less defence is at least that.\n"
        "Without attackers it is for all of yours who touch an enemy and have not fought yet."
    ),
    (
        "ATTACK Robert + Drogo ON Okeanos",
        "ATTACK Robert best",
        "ATTACK anyone at +5 or better",
        "ATTACK Robert ON weakest unarmoured",
    ),
)

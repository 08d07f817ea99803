"""REFUSE: whose attacks not to wait for, a standing order."""

from __future__ import annotations

from rules.core.language import english
from rules.core.modules import TACTICS
from rules.orders.cursor import Cursor
from rules.orders.lexicon import Lexicon
from rules.orders.picks import print_pick, read_pick
from rules.orders.qualities import OF_AN_ATTACK
from rules.orders.records import Pick, RefuseOrder
from rules.orders.terms import begins_terms
from rules.orders.verb import Verb, joined, sentence, subject
from rules.state.figure import FigureId

_ANYBODY = Pick(how="anyone")
_AT = ("at", "if at", "from")
_OR_BETTER = ("or better", "or worse", "or more", "or higher", "and more", "and better")
_THOUGH_TESTED = ("even if tested", "even when tested", "though tested", "at any risk", "even past enemies")


def parse(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> RefuseOrder:
    """Who, from whom, at which weight, and at which risk."""
    who = subject(cursor, figures)
    cursor.skip("combat", "combats", "fight", "to", "attacks")
    if cursor.accept("never", "nobody", "no one", "none"):
        return RefuseOrder(who, hold=True)
    at = _ANYBODY
    if not cursor.accept("always", "everybody", "everyone", "all") and not _plainly(cursor):
        cursor.accept("against", "from", "by", "of")
        at = read_pick(cursor, "anyone", "then", "or", "and", also=OF_AN_ATTACK)
    back = cursor.at
    at_least = cursor.accept_threshold(*_OR_BETTER) if cursor.accept(*_AT) else ""
    if not at_least:
        cursor.at = back
    return RefuseOrder(who, at, at_least, cursor.accept(*_THOUGH_TESTED))


def _plainly(cursor: Cursor) -> bool:
    """Whether nothing is said of the attackers."""
    if cursor.done or begins_terms(cursor) or cursor.sees("then", ";", "else", "otherwise", *_THOUGH_TESTED):
        return True
    back = cursor.at
    found = cursor.accept(*_AT) and cursor.accept_threshold(*_OR_BETTER)
    cursor.at = back
    return bool(found)


def print_(order: RefuseOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    who = joined(order.figures, lexicon)
    if order.hold:
        return sentence("REFUSE", who, "never")
    return sentence(
        "REFUSE",
        who,
        "always" if order.at == _ANYBODY else f"against {print_pick(order.at, lexicon, joint=' or ')}",
        f"at {order.at_least} or better" if order.at_least else "",
        "even if tested" if order.though_tested else "",
    )


REFUSE = Verb(
    "REFUSE",
    RefuseOrder,
    ("refuse", "refuse combat", "evade"),
    parse,
    print_,
    english(
        "A standing order: do not wait for an attack if you have more MP than all who attack; a rider goes "
        "two hexes\n"
        "straight back, a man on foot one, through empty hexes and out of their reach (GUI-7.4). Without it "
        "everybody stands\n"
        "and fights. 'against' names attackers or the kinds that FIRE knows; 'at +5 or better' only if the "
        "attackers have that\n"
        "differential; 'even if tested' also where enemies beside the way may strike. Without a name it is "
        "for all of yours."
    ),
    (
        "REFUSE Hassan against mounted",
        "REFUSE Hassan always at +5 or better even if tested",
        "REFUSE Hassan never",
    ),
    module=TACTICS,
)

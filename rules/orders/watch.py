"""WATCH: fire in the enemy's phase, a standing order."""

from __future__ import annotations

from rules.orders.cursor import Cursor
from rules.orders.fire import read_half
from rules.orders.lexicon import Lexicon
from rules.orders.picks import print_pick, read_pick
from rules.orders.records import Pick, WatchOrder
from rules.orders.trouble import Code, Misread, Trouble
from rules.orders.verb import Verb, joined, sentence, subject
from rules.state.figure import FigureId

_BEHIND = ("then", ";", "else", "otherwise")


def parse(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> WatchOrder:
    """Who, for whom, and whether only once."""
    who = subject(cursor, figures)
    cursor.skip("and", "to")
    if cursor.accept("hold fire", "hold", "holds fire", "holds", "never", "nobody", "no one", "none"):
        return WatchOrder(who, hold=True)
    cursor.accept("fire", "fires", "shoot", "shoots", "for")
    cursor.accept("at", "on", "upon", "for")
    once = _once(cursor)
    half = read_half(cursor)
    if half:
        cursor.skip("of")
    start = cursor.position
    plainly = cursor.done or cursor.sees(*_BEHIND)
    at = Pick(how="first") if plainly or once else read_pick(cursor, "first", "then", "or")
    if at.names and not who and cursor.sees("hold", "fire", "never"):
        name = cursor.lexicon[at.names[0]]
        raise Misread(Trouble(Code.NOT_YOURS, f"{name} is not under your command", start))
    half = half or read_half(cursor)
    once = _once(cursor) or once
    return WatchOrder(who, at, half, once)


def _once(cursor: Cursor) -> bool:
    back = cursor.at
    cursor.skip("and", "but")
    if cursor.accept("at most once", "only once", "once only", "once", "one time", "not more than once"):
        return True
    cursor.at = back
    return False


def print_(order: WatchOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    who = joined(order.figures, lexicon)
    if order.hold:
        return sentence("WATCH", who, "hold")
    return sentence(
        "WATCH",
        who,
        "fire at",
        print_pick(order.at, lexicon),
        f"{order.half} half" if order.half else "",
        "at most once" if order.once else "",
    )


WATCH = Verb(
    "WATCH",
    WatchOrder,
    ("watch", "guard", "overwatch", "cover"),
    parse,
    print_,
    """A standing order: fire while the enemy moves (GUI-5.3b), at the first that fits, or hold. It lasts until you
replace it. The same words as behind FIRE say at whom; 'at most once' spends the order with the first shot.
Without a name it is for all of yours who can shoot and have no WATCH of their own.""",
    (
        "WATCH Yani fire at first mounted within 8 at most once",
        "WATCH Yani fire at Jemal then Shakil",
        "WATCH Yani hold",
    ),
)

"""WATCH: fire in the enemy's phase, a standing order."""

from __future__ import annotations

from rules.core.language import english
from rules.orders.cursor import Cursor
from rules.orders.fire import read_half
from rules.orders.lexicon import Lexicon
from rules.orders.picks import print_pick, read_pick
from rules.orders.qualities import OF_A_SHOT
from rules.orders.records import ALWAYS, Pick, Terms, WatchOrder
from rules.orders.terms import begins_terms, read_times
from rules.orders.trouble import Code, Misread, Trouble
from rules.orders.verb import Verb, joined, sentence, subject
from rules.state.figure import FigureId

_BEHIND = ("then", ";", "else", "otherwise")
_ANYBODY = Pick(how="first")


def parse(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> WatchOrder:
    """Who, for whom, and whether only once."""
    everybody = figures is None and cursor.accept(
        "anyone fire", "anyone fires", "anyone shoot", "anyone shoots"
    )
    who = () if everybody else subject(cursor, figures)
    cursor.skip("and", "to")
    if cursor.accept("hold fire", "hold", "holds fire", "holds", "never", "nobody", "no one", "none"):
        return WatchOrder(who, hold=True)
    cursor.accept("fire", "fires", "shoot", "shoots", "for")
    early = read_times(cursor)
    cursor.accept("at", "on", "upon", "for")
    early = early or read_times(cursor)
    half = read_half(cursor)
    if half:
        cursor.skip("of")
    start = cursor.position
    plainly = cursor.done or cursor.sees(*_BEHIND) or begins_terms(cursor)
    if not plainly and early is not None:
        cursor.accept("fire", "fires", "shoot", "shoots")
        cursor.accept("at", "on", "upon", "for")
    at = _ANYBODY if plainly else read_pick(cursor, "first", "then", "or", also=OF_A_SHOT, orders=True)
    if at.names and not who and cursor.sees("hold", "fire", "never"):
        name = cursor.lexicon[at.names[0]]
        raise Misread(Trouble(Code.NOT_YOURS, english("{name} is not under your command", name=name), start))
    terms = ALWAYS
    if early is not None:
        terms = Terms(once_a_turn=True) if early.a_turn else Terms(times=early.often)
    return WatchOrder(who, at, half or read_half(cursor), terms=terms)


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
    )


WATCH = Verb(
    "WATCH",
    WatchOrder,
    ("watch", "guard", "overwatch", "cover"),
    parse,
    print_,
    english(
        "A standing order: fire while the enemy moves (GUI-5.3b), at the first that fits, or hold. It lasts "
        "until you\n"
        "replace it. The same words as behind FIRE say at whom; also: in front, in arc NE, entering 0406 "
        "0407, leaving cover,\n"
        "charging, not through friends. 'then' joins further choices in order of preference; 'at most once' "
        "spends the order with\n"
        "the first shot; HELP TERMS tells what else may stand behind it.\n"
        "Without a name it is for all of yours who can shoot and have no WATCH of their own."
    ),
    (
        "WATCH Yani fire at first mounted within 8 at most once",
        "WATCH Yani fire at Jemal then Shakil",
        "WATCH Yani fire at Jemal then mounted not through friends",
        "WATCH Yani hold",
    ),
)

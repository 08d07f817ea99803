"""EVACUATE: which way out of the flames, a standing order."""

from __future__ import annotations

from rules.core.language import english
from rules.core.modules import WORKS
from rules.orders.cursor import Cursor
from rules.orders.lexicon import Lexicon
from rules.orders.records import EvacuateOrder
from rules.orders.verb import Verb, joined, own_subject, sentence
from rules.state.figure import FigureId


def parse(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> EvacuateOrder:
    """Who, and towards which hex."""
    who = own_subject(cursor, figures)
    cursor.skip("toward", "towards", "to", "in", "direction", "of")
    return EvacuateOrder(who, cursor.take_hex(english("'toward' and a hex")))


def print_(order: EvacuateOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    return sentence("EVACUATE", joined(order.figures, lexicon), "toward", order.toward)


EVACUATE = Verb(
    "EVACUATE",
    EvacuateOrder,
    ("evacuate", "escape", "escape fire"),
    parse,
    print_,
    english(
        "A standing order: whoever is in a hex that catches fire gets out by the way that leads nearest to "
        "this hex, past as few\n"
        "enemies as can be (GUI-10.2.4a). Without it his RETREAT counts. Without a name it is for all of "
        "yours. It moves nobody by\n"
        "itself: to go away, MOVE."
    ),
    ("EVACUATE toward 0101", "EVACUATE Milo toward 0508"),
    module=WORKS,
)

"""DOUSE: men try to put out a fire."""

from __future__ import annotations

from rules.core.language import english
from rules.core.modules import WORKS
from rules.orders import siege_reading
from rules.orders.cursor import Cursor
from rules.orders.lexicon import Lexicon
from rules.orders.records import DouseAnyOrder, DouseOrder
from rules.orders.verb import Verb, joined, needed_subject, sentence
from rules.state.figure import FigureId

_FILLING = ("a", "the", "fire", "fires", "flames", "at", "in", "out")


def parse(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> DouseOrder | DouseAnyOrder:
    """Who, and which hex; or any fire, from now on."""
    lasting = siege_reading.douse(cursor, figures)
    if lasting is not None:
        return lasting
    who = needed_subject(cursor, figures, english("who puts the fire out"))
    cursor.skip(*_FILLING)
    return DouseOrder(who, cursor.take_hex(english("the burning hex")))


def print_(order: DouseOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    return sentence("DOUSE", joined(order.figures, lexicon), order.hex)


DOUSE = Verb(
    "DOUSE",
    DouseOrder,
    ("douse", "extinguish", "quench", "put out"),
    parse,
    print_,
    english(
        "Each of them, next to a burning hex, tries once to put it out, in the combat step. He may not "
        "move, shoot or fight in\n"
        "that phase (GUI-10.2.3). Burning naphtha cannot be put out. Idle men beside a fire that the enemy "
        "has lit try it without\n"
        "being told."
    ),
    ("DOUSE Milo 0508", "DOUSE Milo + Yani 0508"),
    module=WORKS,
)

DOUSE_ANY = Verb(
    "DOUSE",
    DouseAnyOrder,
    ("douse",),
    parse,
    siege_reading.print_douse,
    english(
        "A standing order for men beside a fire who have nothing else to do in your combat step: 'any enemy "
        "fire' they try to put\n"
        "out without an order too; 'any fire' also what your side has lit; 'in' hexes only there; 'never' "
        "lets it burn\n"
        "(GUI-10.2.3). Without a name it is for all of yours."
    ),
    (
        "DOUSE Milo any fire in 0405 0406",
        "DOUSE any enemy fire unless Milo is next to an enemy",
        "DOUSE never",
    ),
    module=WORKS,
)

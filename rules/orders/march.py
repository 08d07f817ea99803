"""MARCH: a formation moves as one."""

from __future__ import annotations

from rules.core.language import english
from rules.core.modules import TACTICS
from rules.orders import move
from rules.orders.cursor import Cursor
from rules.orders.lexicon import Lexicon
from rules.orders.records import MarchOrder, MoveOrder
from rules.orders.trouble import Code, Misread, Trouble
from rules.orders.verb import Verb, joined, needed_subject, sentence
from rules.state.figure import FigureId

MOST_STEPS = 9
_FILLING = ("the", "formation", "of", "with", "to", "towards", "toward", "then", "and", "in")


def parse(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> MarchOrder | MoveOrder:
    """Whose formation, and its steps. Behind "march" may also stand what stands behind MOVE: that
    is then meant."""
    start = cursor.at
    cursor.skip("the", "formation", "of", "with")
    who = needed_subject(cursor, figures, english("one of the formation"))
    steps = _steps(cursor)
    if not steps:
        cursor.at = start
        return move.parse(cursor, figures, word)
    return MarchOrder(who, steps)


def _steps(cursor: Cursor) -> tuple[str, ...]:
    steps: list[str] = []
    while not cursor.done:
        back = cursor.at
        cursor.skip(*_FILLING)
        times = 1
        start = cursor.position
        if cursor.sees_number():
            times = cursor.take_number(english("a number of hexes"))
            cursor.skip("hex", "hexes", *_FILLING)
        if not cursor.sees_facing():
            cursor.at = back
            break
        direction = cursor.take_facing()
        if not 1 <= times <= MOST_STEPS - len(steps):
            message = english("a formation goes no further than {most} hexes in one order", most=MOST_STEPS)
            raise Misread(Trouble(Code.EXPECTED, message, start))
        steps += [direction] * times
    return tuple(steps)


def print_(order: MarchOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    return sentence("MARCH", joined(order.figures, lexicon), *order.steps)


MARCH = Verb(
    "MARCH",
    MarchOrder,
    ("march",),
    parse,
    print_,
    english(
        "The whole formation of the man named goes hex by hex in these directions and keeps its front: 3 MP "
        "in a phase, a\n"
        "tortoise 2 (GUI-7.3.1b, GUI-7.3.2b). Everybody must be unhurt. A MOVE takes a man out of the "
        "formation."
    ),
    ("MARCH Okeanos N N", "MARCH Okeanos NE 2 hexes N"),
    module=TACTICS,
)

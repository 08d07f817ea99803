"""PUSH: men move a stone thrower."""

from __future__ import annotations

from rules.core.language import english
from rules.core.modules import WORKS
from rules.orders.cursor import Cursor
from rules.orders.lexicon import ENGINES, OWN, Lexicon
from rules.orders.records import PushOrder
from rules.orders.shoot import WITH_CREW
from rules.orders.trouble import Code, Misread, Trouble
from rules.orders.verb import Verb, joined, sentence
from rules.state.figure import FigureId

MOST_STEPS = 9
_FILLING = ("to", "towards", "toward", "then", "and", "the", "hex", "hexes")


def parse(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> PushOrder:
    """The engine, its steps, where it is to look afterwards, and who pushes."""
    cursor.skip("the")
    engine = cursor.take_name(ENGINES)
    who = figures or ()
    steps: list[str] = []
    facing = ""
    while not cursor.done:
        back = cursor.at
        cursor.skip(*_FILLING)
        if cursor.accept("facing", "face", "turn", "turning"):
            cursor.skip(*_FILLING)
            facing = cursor.take_facing()
        elif cursor.accept(*WITH_CREW):
            who = cursor.take_names(OWN, "and")
        elif cursor.sees_facing() and len(steps) < MOST_STEPS:
            steps.append(cursor.take_facing())
        else:
            cursor.at = back
            break
    if not steps and not facing:
        message = english(
            "a direction was expected: N, NE, SE, S, SW or NW, or 'facing' and where it is to look"
        )
        raise Misread(Trouble(Code.EXPECTED, message, cursor.position))
    return PushOrder(engine, tuple(steps), facing, who)


def print_(order: PushOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    return sentence(
        "PUSH",
        lexicon[order.engine],
        *order.steps,
        f"facing {order.facing}" if order.facing else "",
        f"with {joined(order.figures, lexicon)}" if order.figures else "",
    )


PUSH = Verb(
    "PUSH",
    PushOrder,
    ("push", "shove"),
    parse,
    print_,
    english(
        "Four men beside a stone thrower push it hex by hex in these directions and go with it: two hexes "
        "on flat ground, one\n"
        "over scrub, slopes or stairs (GUI-10.4.2). 'facing' turns it at the end, which counts as a hex of "
        "flat ground for each\n"
        "sixth of the circle. They do nothing else in the phase."
    ),
    ("PUSH Catapult N N", "PUSH Catapult N facing NE with Tybalt + Fursa + Milo + Yani"),
    module=WORKS,
)

"""LIGHT: somebody sets fire to a work or an engine."""

from __future__ import annotations

from rules.core.language import english
from rules.core.modules import WORKS
from rules.orders.cursor import Cursor
from rules.orders.lexicon import Lexicon
from rules.orders.records import LightOrder
from rules.orders.trouble import Code, Misread, Trouble
from rules.orders.verb import Verb, needed_subject, sentence
from rules.state.figure import FigureId

_FILLING = ("a", "the", "fire", "fires", "to", "at", "in", "up", "engine", "work")


def parse(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> LightOrder:
    """Who, and which hex."""
    start = cursor.position
    who = needed_subject(cursor, figures, english("who lights the fire"))
    if len(who) > 1:
        raise Misread(
            Trouble(Code.EXPECTED, english("one man lights one fire: write a line for each"), start)
        )
    cursor.skip(*_FILLING)
    return LightOrder(who[0], cursor.take_hex(english("the hex to set on fire")))


def print_(order: LightOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    return sentence("LIGHT", lexicon[order.figure], order.hex)


LIGHT = Verb(
    "LIGHT",
    LightOrder,
    ("light", "ignite", "kindle", "set fire"),
    parse,
    print_,
    english(
        "Sets fire to a hex next to him: a stockade, a platform, a gate, a jetty, a tent, an engine, "
        "spilled naphtha. He must\n"
        "have stood beside it for a whole turn, since the end of your last phase, does it in the combat "
        "step instead of shooting\n"
        "and fighting, and needs no die (GUI-10.2.1)."
    ),
    ("LIGHT Milo 0508",),
    module=WORKS,
)

"""FALL: where a man comes down who falls from a ladder or rope, a standing order."""

from __future__ import annotations

from rules.core.language import english
from rules.core.modules import WORKS
from rules.orders.cursor import Cursor
from rules.orders.lexicon import PEOPLE, Lexicon
from rules.orders.records import FallOrder
from rules.orders.verb import Verb, joined, own_subject, sentence
from rules.state.figure import FigureId

_ENEMY = ("an enemy", "any enemy", "the enemy", "enemy", "enemies", "anyone", "anybody")


def parse(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> FallOrder:
    """Who, and towards which hex or on whom."""
    who = own_subject(cursor, figures)
    cursor.skip("down")
    if not cursor.accept("on top of", "on", "onto", "upon"):
        cursor.skip("toward", "towards", "to", "in", "into", "direction", "of")
        return FallOrder(who, cursor.take_hex(english("'toward' and a hex, or 'on' and a name")))
    if cursor.sees_hex():
        return FallOrder(who, cursor.take_hex())
    if cursor.accept(*_ENEMY):
        return FallOrder(who, enemy=True)
    return FallOrder(who, on=cursor.take_names(PEOPLE, "then", "or", "and"))


def print_(order: FallOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    who = joined(order.figures, lexicon)
    if order.toward:
        return sentence("FALL", who, "toward", order.toward)
    onto = "an enemy" if order.enemy else " then ".join(lexicon[f] for f in order.on)
    return sentence("FALL", who, "on", onto)


FALL = Verb(
    "FALL",
    FallOrder,
    ("fall",),
    parse,
    print_,
    english(
        "A standing order: where a man of yours comes down who falls from a ladder or a rope, in a hex next "
        "to its foot (GUI-10.1.6c).\n"
        "'toward' and a hex: in that very hex if it is one of them, whoever is there, else in the empty one "
        "nearest to it. 'on' and\n"
        "names, or 'on an enemy': on the first of them who is there. He is wounded by the fall, and whoever "
        "is under him stunned; either\n"
        "dies if he was hurt before. Where it cannot be he comes down as without an order: on nobody, far "
        "from enemies, or as his\n"
        "RETREAT says. Without a name it is for all of yours."
    ),
    ("FALL Milo toward 0508", "FALL on an enemy", "FALL Milo on Argyris then Okeanos"),
    module=WORKS,
)

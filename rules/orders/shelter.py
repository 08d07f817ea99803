"""SHELTER: from whom somebody keeps covered in cross-fire."""

from __future__ import annotations

from rules.orders.cursor import Cursor
from rules.orders.lexicon import TARGETS, Lexicon
from rules.orders.structure_records import ShelterOrder
from rules.orders.verb import Verb, one_subject, sentence
from rules.state.figure import FigureId


def parse(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> ShelterOrder:
    """Who, and the enemy or the hex from which shots come."""
    who = one_subject(cursor, figures, "who is to be sheltered")
    cursor.skip("from", "against", "towards", "the", "side", "of")
    if cursor.sees_hex():
        return ShelterOrder(who, hex=cursor.take_hex())
    if cursor.done:
        cursor.fail_expected("an enemy or a hex from where he is shot at")
    return ShelterOrder(who, foe=cursor.take_name(TARGETS))


def print_(order: ShelterOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    return sentence("SHELTER", lexicon[order.figure], "FROM", lexicon[order.foe] if order.foe else order.hex)


SHELTER = Verb(
    "SHELTER",
    ShelterOrder,
    ("shelter",),
    parse,
    print_,
    """In a doorway, or in a hex with the corner of a house, one is covered towards one side only (GUI-8.3.5, GUI-8.3.6,
GUI-9.4.3a). Where enemies can shoot at him from two, he keeps the side of the enemy or the hex named here, until he is
told otherwise; unless told he keeps the side with more shooters, at a corner that of the best shot. For scenarios with
buildings.""",
    ("SHELTER Robert FROM Jemal", "SHELTER Robert FROM 0405"),
    "buildings",
)

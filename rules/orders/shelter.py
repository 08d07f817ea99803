"""SHELTER: from whom somebody keeps covered in cross-fire, a standing order."""

from __future__ import annotations

from rules.core.language import english
from rules.core.modules import BUILDINGS
from rules.orders.cursor import Cursor
from rules.orders.lexicon import TARGETS, Lexicon
from rules.orders.records import ShelterOrder
from rules.orders.verb import Verb, joined, own_subject, sentence
from rules.state.figure import FigureId


def parse(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> ShelterOrder:
    """Who, and the enemy or the hex from which shots come."""
    who = own_subject(cursor, figures)
    cursor.skip("from", "against", "towards", "the", "side", "of")
    if cursor.sees_hex():
        return ShelterOrder(who, hex=cursor.take_hex())
    if cursor.done:
        cursor.fail_expected(english("an enemy or a hex from where he is shot at"))
    return ShelterOrder(who, foe=cursor.take_name(TARGETS))


def print_(order: ShelterOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    whom = lexicon[order.foe] if order.foe else order.hex
    return sentence("SHELTER", joined(order.figures, lexicon), "FROM", whom)


SHELTER = Verb(
    "SHELTER",
    ShelterOrder,
    ("shelter",),
    parse,
    print_,
    english(
        "A standing order. In a doorway, or in a hex with the corner of a house, one is covered towards one "
        "side only (GUI-8.3.5, GUI-8.3.6,\n"
        "GUI-9.4.3a). Where enemies can shoot at him from two, he keeps the side of the enemy or the hex "
        "named here;\n"
        "unless told he keeps the side with more shooters, at a corner that of the best shot. Without a "
        "name it is for all of\n"
        "yours. For scenarios with buildings."
    ),
    ("SHELTER Robert FROM Jemal", "SHELTER Robert FROM Jemal until Jemal is down after that FROM 0405"),
    BUILDINGS,
)

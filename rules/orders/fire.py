"""FIRE: a shot in the own phase."""

from __future__ import annotations

from rules.core.language import english
from rules.orders.cursor import Cursor
from rules.orders.lexicon import Lexicon
from rules.orders.picks import print_pick, read_pick
from rules.orders.records import FireOrder
from rules.orders.verb import Verb, joined, needed_subject, sentence
from rules.state.figure import FigureId

_HALVES = ("front", "rear")


def parse(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> FireOrder:
    """Who, at whom, and with what."""
    who = needed_subject(cursor, figures, english("who shoots"))
    weapon = read_weapon(cursor)
    cursor.accept("at", "on", "upon", "against")
    half = read_half(cursor)
    if half:
        cursor.skip("of")
    at = read_pick(cursor, "nearest", "then", "or", "else")
    half = half or read_half(cursor)
    weapon = read_weapon(cursor) or weapon
    return FireOrder(who, at, half or read_half(cursor), weapon)


def read_half(cursor: Cursor) -> str:
    """The half of a rider's counter to aim at, if one is named."""
    for half in _HALVES:
        if cursor.accept(
            f"in the {half} half", f"the {half} half", f"{half} half", f"in the {half}", f"the {half}", half
        ):
            return half
    return ""


def read_weapon(cursor: Cursor) -> str:
    """A thrown lance, if it is named."""
    if cursor.accept(
        "with his lance", "with the lance", "with a lance", "with lance", "his lance", "the lance", "lance"
    ):
        return "lance"
    return ""


def print_(order: FireOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    return sentence(
        "FIRE",
        joined(order.figures, lexicon),
        "AT",
        print_pick(order.at, lexicon),
        f"{order.half} half" if order.half else "",
        f"with {order.weapon}" if order.weapon else "",
    )


FIRE = Verb(
    "FIRE",
    FireOrder,
    ("fire", "shoot", "throw", "hurl", "loose"),
    parse,
    print_,
    english(
        "A shot before anybody moves. AT a name, several names in order of preference ('Jemal then "
        "Shakil'), or a way of\n"
        "choosing: nearest, first, weakest, best or anyone, perhaps with mounted, foot, armoured, "
        "unarmoured, wounded, unhurt,\n"
        "stunned, archer, leader or horse; within 8; at short range; in light cover (at most); in 0406.\n"
        "Against a rider: front half or rear half. 'with lance' throws the lance (GUI-5c).\n"
        "Who shoots cannot attack in the same phase (GUI-5.2b)."
    ),
    (
        "FIRE Yani AT Jemal",
        "FIRE Yani AT Jemal then Shakil",
        "FIRE Yani + Gui AT nearest unarmoured within 6",
        "FIRE Drogo AT Shakil with lance",
    ),
)

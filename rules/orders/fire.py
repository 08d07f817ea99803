"""FIRE: a shot in the own phase."""

from __future__ import annotations

from rules.core.language import english
from rules.orders.cursor import Cursor
from rules.orders.lexicon import Lexicon
from rules.orders.picks import print_pick, read_pick
from rules.orders.records import FireOrder, Pick
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
    at = read_pick(cursor, "best", "then", "or", "else") if not _left_open(cursor) else Pick(how="best")
    half = half or read_half(cursor)
    weapon = read_weapon(cursor) or weapon
    return FireOrder(who, at, half or read_half(cursor), weapon)


def _left_open(cursor: Cursor) -> bool:
    """Whether nobody is named to shoot at: "FIRE Odo", "at the enemy"."""
    back = cursor.at
    cursor.skip("the", "any")
    cursor.accept("enemy", "enemies", "somebody", "someone")
    if cursor.here is None:
        return True
    cursor.at = back
    return False


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
        "A shot before anybody moves. AT a name, several names in order of preference, joined by THEN, "
        "or a way of\n"
        "choosing: nearest, first, weakest, best or anyone, perhaps with mounted, foot, armoured, "
        "unarmoured, wounded, unhurt,\n"
        "stunned, archer, leader or horse; within 8; at short range; in light cover (at most); in 0406.\n"
        "With nobody named: best, the shot that is expected to do most harm. "
        "Against a rider: front half or rear half. 'with lance' throws the lance (GUI-5c).\n"
        "Who shoots cannot attack in the same phase (GUI-5.2b)."
    ),
    (
        "FIRE Yani AT Jemal",
        "FIRE Yani",
        "FIRE Yani AT Jemal then Shakil",
        "FIRE Yani + Gui AT nearest unarmoured within 6",
        "FIRE Drogo AT Shakil with lance",
    ),
)

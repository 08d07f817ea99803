"""FORM: hoplites lock into a formation, or raise their shields."""

from __future__ import annotations

from rules.core.facing import Facing
from rules.core.language import english
from rules.core.modules import TACTICS
from rules.orders.cursor import Cursor
from rules.orders.lexicon import Lexicon
from rules.orders.records import FormOrder
from rules.orders.trouble import Code, Misread, Trouble
from rules.orders.verb import Verb, joined, needed_subject, sentence
from rules.state.figure import FigureId

_TORTOISE = ("tortoise", "foulkon", "testudo", "turtle")
_FILLING = ("a", "the", "up", "line", "formation", "in", "into", "as", "with", "of", "from", "ranks")


def parse(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> FormOrder:
    """Who, whether under their shields, and to which front."""
    tortoise = _tortoise(cursor)
    who = needed_subject(cursor, figures, english("the hoplites who form up"))
    tortoise = _tortoise(cursor) or tortoise
    front: tuple[str, ...] = ()
    if cursor.accept("facing", "face", "towards", "toward", "to"):
        front = _front(cursor)
        tortoise = _tortoise(cursor) or tortoise
    if not front and not tortoise:
        cursor.fail_expected(english("'facing' and a direction"))
    return FormOrder(who, front, tortoise)


def _tortoise(cursor: Cursor) -> bool:
    cursor.skip(*_FILLING)
    found = cursor.accept(*_TORTOISE)
    if found:
        cursor.skip(*_FILLING)
    return found


def _front(cursor: Cursor) -> tuple[str, ...]:
    """One direction, or the two between which the row looks, the anticlockwise one first."""
    start = cursor.position
    first = Facing(cursor.take_facing())
    back = cursor.at
    if not (cursor.accept("and", "+", "&", "or") and cursor.sees_facing()):
        cursor.at = back
        return (first.value,)
    second = Facing(cursor.take_facing())
    if second is first.turned(1):
        return (first.value, second.value)
    if first is second.turned(1):
        return (second.value, first.value)
    message = english(
        "a row looks between two neighbouring directions, {first} and {second} are not",
        first=first.value,
        second=second.value,
    )
    raise Misread(Trouble(Code.DIRECTION, message, start))


def print_(order: FormOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    return sentence(
        "FORM",
        "tortoise" if order.tortoise else "",
        joined(order.figures, lexicon),
        f"facing {' and '.join(order.front)}" if order.front else "",
    )


FORM = Verb(
    "FORM",
    FormOrder,
    ("form", "form up"),
    parse,
    print_,
    english(
        "Three or more hoplites who stand side by side in a straight row, with up to two rows behind it, "
        "lock into a\n"
        "formation after the moves in the lines above (GUI-7.3.1a). A row looks between two directions: "
        "name either, or both\n"
        "where it matters. 'FORM tortoise' raises the shields of one that is two ranks deep (GUI-7.3.2a).\n"
        "They stay in it until somebody is moved out of it; FORM anew to fill gaps or to raise broken pikes."
    ),
    (
        "FORM Okeanos + Nikolaos + Basilios facing NE",
        "FORM Okeanos + Nikolaos + Basilios facing N and NE",
        "FORM tortoise Okeanos",
    ),
    module=TACTICS,
)

"""A way named hex by hex, as CHARGE, RETREAT and ADVANCE know it: "via 0305 0306"."""

from __future__ import annotations

from rules.core.language import english
from rules.orders.cursor import Cursor
from rules.orders.trouble import Code, Misread, Trouble
from rules.state.figure import FigureId, Hex

VIA = ("via", "by", "by way of", "along", "over", "through")


def read_route(cursor: Cursor) -> tuple[Hex, ...]:
    """The hexes that stand here, with or without a word before them; none where none do."""
    if not cursor.accept(*VIA) and not cursor.sees_hex():
        return ()
    route = [cursor.take_hex()]
    back = cursor.at
    cursor.skip("to", "and", "then")
    while cursor.sees_hex():
        route.append(cursor.take_hex())
        back = cursor.at
        cursor.skip("to", "and", "then")
    cursor.at = back
    return tuple(route)


def one_mans_way(cursor: Cursor, figures: tuple[FigureId, ...]) -> tuple[FigureId, ...]:
    """Whose way it is. Raises Misread unless that is one man."""
    if len(figures) != 1:
        message = english("a way hex by hex is one man's: write a line for each, with his name")
        raise Misread(Trouble(Code.EXPECTED, message, cursor.position))
    return figures


def no_more_hexes(cursor: Cursor) -> None:
    """Behind "toward" and a hex. Raises Misread where another stands."""
    if cursor.sees_hex():
        message = english("behind 'toward' stands one hex; for a way write 'via' and every hex of it")
        raise Misread(Trouble(Code.LEFT_OVER, message, cursor.position))


def print_route(route: tuple[Hex, ...]) -> str:
    return f"via {' '.join(route)}" if route else ""

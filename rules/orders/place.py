"""PLACE and ENTER: where men stand before the first turn, and when reserves come."""

from __future__ import annotations

from rules.core.language import english
from rules.core.modules import SETUP
from rules.orders.cursor import Cursor
from rules.orders.groups import print_group, whom
from rules.orders.lexicon import Lexicon
from rules.orders.placement_records import EnterOrder, PlaceOrder
from rules.orders.verb import Verb, joined, sentence
from rules.state.figure import FigureId

_WHERE = ("at", "in", "on", "to", "into", "upon", "onto", "inside", "within", "by", "hex", "hexes", "as")
_BY = ("by", "at", "from", "via", "over", "through", "on", "in", "the", "edge", "side", "of", "map", "board")
_EDGES = {
    spelt: edge for edge in ("north", "east", "south", "west") for spelt in (edge, f"{edge}ern", edge[0])
}


_IN_WORDS = {
    "north": english("the north"),
    "east": english("the east"),
    "south": english("the south"),
    "west": english("the west"),
}
_TURN = english("the number of a turn")


def edge_in_words(by: str) -> str:
    """ "the north", or the hex itself; in English, for the record."""
    return _IN_WORDS.get(by, by)


def parse_place(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> PlaceOrder:
    """Who, and where: hexes, a named place, or nothing for the places of the scenario."""
    who, kinds = whom(cursor, figures, english("who is to be placed, such as Robert, archers or everybody"))
    cursor.skip(*_WHERE)
    area = _area(cursor)
    hexes: list[str] = []
    while not area and cursor.sees_hex():
        hexes.append(cursor.take_hex())
        cursor.skip("and", "+", "&", "or")
    facing = cursor.take_facing() if cursor.accept("facing", "face", "towards", "toward") else ""
    if not area and not hexes and not cursor.done and not cursor.sees(";", "then"):
        cursor.fail_expected(_expected(cursor.lexicon))
    return PlaceOrder(who, kinds, tuple(hexes), area, facing)


def _area(cursor: Cursor) -> str:
    """The place named here; none if a hex stands here, or nothing."""
    for area in sorted(cursor.lexicon.grounds, key=len, reverse=True):
        bare = area.removeprefix("the ")
        if cursor.accept(f"the {bare}", bare):
            return area
    return ""


def _expected(lexicon: Lexicon) -> str:
    return english("a hex such as 0305, or one of {areas}", areas=", ".join(lexicon.grounds))


def parse_enter(cursor: Cursor, figures: tuple[FigureId, ...] | None, word: str) -> EnterOrder:
    """Who, by which edge or hex, and in which turn, the two in any order."""
    who, kinds = whom(cursor, figures, english("who is held back, such as Drogo or knights"))
    by, turn = "", 0
    while not cursor.done:
        if cursor.accept("turn", "in turn", "on turn", "from turn", "at turn", "from turn on"):
            turn = cursor.take_number(_TURN)
            if not turn:  # 0 stands for nothing said
                cursor.at -= 1
                cursor.fail_expected(_TURN)
            cursor.skip("on")
        elif not by and cursor.sees_hex():
            by = cursor.take_hex()
        elif not by and cursor.sees(*_EDGES):
            assert cursor.here is not None
            by = _EDGES[cursor.here.plain]
            cursor.at += 1
        elif cursor.sees(*_BY):
            cursor.at += 1
        else:
            break
    return EnterOrder(who, kinds, by, turn)


def _who(order: PlaceOrder | EnterOrder, lexicon: Lexicon) -> str:
    return joined(order.figures, lexicon) if order.figures else print_group(order.kinds)


def print_place(order: PlaceOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    joint = "-" if len(order.figures) == 1 else " "
    return sentence(
        "PLACE",
        _who(order, lexicon),
        f"at {order.area or joint.join(order.hexes)}" if order.area or order.hexes else "",
        f"facing {order.facing}" if order.facing else "",
    )


def print_enter(order: EnterOrder, lexicon: Lexicon) -> str:
    """The canonical spelling."""
    return sentence(
        "ENTER",
        _who(order, lexicon),
        f"by {order.by}" if order.by else "",
        f"turn {order.turn}" if order.turn else "",
    )


PLACE = Verb(
    "PLACE",
    PlaceOrder,
    ("place", "deploy", "station"),
    parse_place,
    print_place,
    english(
        "In the set-up, before the first turn: where men stand. Name them, or a group: archers, knights, "
        "everybody on foot,\n"
        "everybody. Behind that a hex, one for each; a place that your report names ('at the wall'): then "
        "each takes the free\n"
        "hex of it that is nearest to his usual one; or nothing for the usual ones. A rider takes two "
        "hexes, the one of the\n"
        "horse's head first, or one and 'facing' a direction. Who has no order is placed as the form shows "
        "him, or in the\n"
        "nearest free hex. Orders for one man go before those for a group, and a later order takes the "
        "place of an earlier one."
    ),
    (
        "PLACE Tancred at 0305",
        "PLACE Drogo at 0305-0304",
        "PLACE Tybalt + Fursa at 0405 0406",
        "PLACE archers at the wall",
        "PLACE everybody on foot at the wall",
        "PLACE Drogo at 0305 facing N",
        "PLACE everybody",
    ),
    module=SETUP,
)

ENTER = Verb(
    "ENTER",
    EnterOrder,
    ("enter", "hold back"),
    parse_enter,
    print_enter,
    english(
        "In the set-up: who is held in reserve, by which edge of the board or which of its hexes he comes, "
        "and in which turn.\n"
        "He enters in the movement step of that turn, pays the MP of the hex, and may be given a MOVE from "
        "there in the same\n"
        "mail. Is the hex taken, he enters by the nearest free one of that edge; is there none, he waits a "
        "turn. Who may be held\n"
        "back, by which edges and from which turn on, is told in your report."
    ),
    ("ENTER Drogo by north turn 3", "ENTER knights by 0110 turn 3", "ENTER Drogo"),
    module=SETUP,
)

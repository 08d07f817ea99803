"""What the receipt says of a way that a RETREAT or ADVANCE names hex by hex (GUI-6.5a, GUI-6.6a)."""

from __future__ import annotations

from itertools import pairwise

from rules.core.language import english, say
from rules.core.rejection import Rejection
from rules.desk.checked import Checked, refused
from rules.desk.desk import Desk
from rules.orders.records import AdvanceOrder, RetreatOrder
from rules.tactical.retreating.ordered_ways import rest_of


def check_way(desk: Desk, order: RetreatOrder | AdvanceOrder) -> Checked:
    """Refuse a way with a gap; tell what was understood, and when it counts. Nothing of an order
    without one."""
    battle = desk.battle
    rule = "GUI-6.5a" if isinstance(order, RetreatOrder) else "GUI-6.6a"
    for link in order.links:
        assert isinstance(link, RetreatOrder | AdvanceOrder)
        for before, at in pairwise(link.path):
            if not battle.board.adjacent(before, at):
                why = english("{at} is not next to {before}: name every hex of the way", at=at, before=before)
                return refused(Rejection(rule, why))
        if len(set(link.path)) < len(link.path):
            return refused(Rejection(rule, english("the way leads through the same hex twice")))
    if not order.path:
        return Checked()
    figure = battle.figures[order.figures[0]]
    way = " > ".join(order.path)
    if isinstance(order, RetreatOrder):
        told = say("Driven back, {figure} goes by {way}, as far as he has to.", figure=figure.name, way=way)
    else:
        told = say("Having won, {figure} goes by {way} to its end.", figure=figure.name, way=way)
    else_ = say(
        "If that is not open to him then, the report says why, and he does what he does without an order."
    )
    first = rest_of(order.path, figure.hex or "")[:1]
    if figure.hex is None or (first and battle.board.adjacent(figure.hex, first[0])):
        return Checked((told, else_), rule)
    away = say(
        "He stands in {at} now: it counts only if {first} is next to him by then.",
        at=figure.hex,
        first=order.path[0],
    )
    return Checked((told, away, else_), rule, note=True)

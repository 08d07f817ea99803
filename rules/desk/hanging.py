"""Which lines of a mail may hang on lines below them: such a mail is read a second time, knowing what
stands in the end."""

from __future__ import annotations

from collections.abc import Sequence

from rules.desk.sheet import Sheet, Slot
from rules.orders.records import ChargeOrder, FireOrder, MoveOrder, Order, ShootOrder
from rules.state.figure import FigureId


def may_hang_together(orders: Sequence[Order], slots: Sequence[frozenset[Slot]], sheet: Sheet) -> bool:
    """Whether what is said of a line may hang on one below it: a charge, which goes first; crews of engines,
    who do not move; who shoots first and is to go somewhere; a man who is ordered twice; and who is ordered
    anew, but may keep what he had. ``slots``: the places that each line takes."""
    held = [some for some in slots if some]
    if len(held) < 2:
        return False
    if any(isinstance(order, ChargeOrder | ShootOrder) for order in orders):
        return True
    taken = [slot for some in held for slot in some]
    old = {slot for entry in sheet.orders for slot in entry.slots}
    if len(set(taken)) < len(taken) or old & set(taken):
        return True
    going = {figure for order in (*orders, *(e.order for e in sheet.orders)) for figure in who_goes(order)}
    return any(going.intersection(order.figures) for order in orders if isinstance(order, FireOrder))


def who_goes(order: Order) -> tuple[FigureId, ...]:
    """Who leaves his place by a charge or a move."""
    if isinstance(order, ChargeOrder) or (isinstance(order, MoveOrder) and not order.stay):
        return (order.figure,)
    return ()

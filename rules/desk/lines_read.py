"""What the parts of lines hold that were read."""

from __future__ import annotations

from collections.abc import Sequence

from rules.desk.sheet import Slot, slots_of
from rules.orders.parser import Part
from rules.orders.records import IfOrder, Order


def orders_of(parsed: Sequence[tuple[str, tuple[Part, ...]]]) -> list[Order]:
    return [part.order for _, parts in parsed for part in parts if part.order is not None]


def slots_in(parts: tuple[Part, ...]) -> frozenset[Slot]:
    """The places that the orders of a line take, without those under a condition."""
    orders = [part.order for part in parts if part.order is not None]
    return frozenset(slot for order in orders if not isinstance(order, IfOrder) for slot in slots_of(order))

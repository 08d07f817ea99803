"""What stands, below a receipt: all orders, or where there is no room for them those that were not
just said in it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from django.utils.translation import ngettext

from games.answers import bounds
from games.answers.transcript import Answered
from games.reports.layout import wrapped
from rules import engine

MORE = 2  # lines that tell how many orders more there are


class Stands(msgspec.Struct, frozen=True):
    """The orders of the phase and those until changed that are shown; what is said of the others, each
    below its kind."""

    orders: tuple[str, ...]
    standing: tuple[str, ...]
    more_orders: str = ""
    more_standing: str = ""

    @property
    def height(self) -> int:
        """The lines that they take below their title."""
        shown = sum(map(_lines, (*self.orders, *self.standing)))
        more = sum(len(wrapped(text, "  ")) for text in (self.more_orders, self.more_standing) if text)
        heading = bool(self.standing or self.more_standing)
        return shown + more + heading + (not self.orders and not self.more_orders)


def whole(reading: engine.Reading) -> Stands:
    """All that stands."""
    return Stands(reading.orders, reading.standing)


def not_said(reading: engine.Reading, said: Sequence[Answered]) -> Stands:
    """What stands without that which was just said to the lines of a mail, of which only verbs and names are
    told."""
    told = {answer.order for answer in said if answer.mark != "mend"}
    orders = tuple(order for order in reading.orders if order not in told)
    standing = tuple(order for order in reading.standing if order not in told)
    return Stands(
        orders,
        standing,
        _above([order for order in reading.orders if order in told], reading, bool(orders)),
        _above([order for order in reading.standing if order in told], reading, bool(standing)),
    )


def within(stands: Stands, room: int, page: str) -> Stands:
    """As much of it as so many lines hold, and how many more of each kind are on the page."""
    if stands.height <= room:
        return stands
    wanted = [sum(map(_lines, some)) for some in (stands.orders, stands.standing)]
    given = bounds.shares(wanted, room - (stands.height - sum(wanted)))
    orders, more_orders = _first(stands.orders, given[0])
    standing, more_standing = _first(stands.standing, given[1])
    told = ngettext(
        "and {number} order more, to be seen on your page: {page}",
        "and {number} orders more, to be seen on your page: {page}",
        more_orders,
    ).format(number=more_orders, page=page)
    until_changed = ngettext(
        "and {number} standing order more, to be seen on your page: {page}",
        "and {number} standing orders more, to be seen on your page: {page}",
        more_standing,
    ).format(number=more_standing, page=page)
    return Stands(
        orders,
        standing,
        " ".join(text for text in (stands.more_orders, told if more_orders else "") if text),
        " ".join(text for text in (stands.more_standing, until_changed if more_standing else "") if text),
    )


def _first(orders: tuple[str, ...], room: int) -> tuple[tuple[str, ...], int]:
    lengths = [_lines(order) for order in orders]
    if sum(lengths) <= room:
        return orders, 0
    kept = bounds.first_of(lengths, room - MORE)
    return orders[:kept], len(orders) - kept


def _lines(order: str) -> int:
    return len(wrapped(order, "  ", "    "))


def _above(orders: Sequence[str], reading: engine.Reading, besides: bool) -> str:
    """ "3 orders, said above: FIRE Gilbert, Ralph; ATTACK Hugo": who has which order, at a glance."""
    number = len(orders)
    if not number:
        return ""
    if besides:
        text = ngettext("and {number} order said above", "and {number} orders said above", number)
    else:
        text = ngettext("{number} order, said above", "{number} orders, said above", number)
    men: dict[str, list[str]] = {}
    for order in orders:
        verb, names = reading.bound.get(order, (order.partition(" ")[0], ()))
        men.setdefault(verb, []).extend(names)
    told = (f"{verb} {', '.join(dict.fromkeys(names))}".rstrip() for verb, names in men.items())
    return f"{text.format(number=number)}: {'; '.join(told)}"

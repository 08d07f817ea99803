"""What stands for a seat: orders of the phase in the order of their lines, and standing orders.

A later order takes the place of earlier ones of the same family for the figures that it names. Within one
mail, orders under IF stand beside each other, so that "IF ... THEN", "IF ... THEN" and a plain order can
follow one another.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec
from msgspec.structs import replace

from rules.core.language import say
from rules.orders.lexicon import Lexicon
from rules.orders.own_groups import groups_in, is_group, print_group
from rules.orders.parser import parse, print_order
from rules.orders.records import (
    AttackOrder,
    BreakOrder,
    CarryOrder,
    ChargeOrder,
    EnterOrder,
    FormOrder,
    HaulOrder,
    IfOrder,
    LayOrder,
    MoveOrder,
    Order,
    PlaceOrder,
    PullOrder,
    RaiseOrder,
    ShiftOrder,
    StandingOrder,
    WoundOrder,
    figures_of,
)
from rules.orders.trouble import Trouble, listed
from rules.state.battle import Battle
from rules.state.figure import FigureId, SeatId

Slot = tuple[str, FigureId]


class Entry(msgspec.Struct, frozen=True):
    """An order that stands, its canonical text, the places that it takes, and whether this very
    mail brought it."""

    order: Order
    text: str
    slots: frozenset[Slot]
    new: bool


def slots_of(order: Order) -> frozenset[Slot]:
    """The places that an order takes: its family for each figure; the figure is empty for the whole seat."""
    if isinstance(order, IfOrder):
        held = [order.then, *([order.otherwise] if order.otherwise is not None else [])]
        return frozenset(slot for inner in held for slot in slots_of(inner))
    if isinstance(order, WoundOrder):
        return frozenset({("WoundOrder", "")})
    if isinstance(order, PlaceOrder | EnterOrder) and order.kinds:
        return frozenset({("PLACE", " ".join(order.kinds))})
    if isinstance(order, EnterOrder) and not order.figures:
        return frozenset({("ENTER", "")})
    family = order.slot or type(order).__name__
    if isinstance(order, FormOrder | BreakOrder) and order.tortoise:
        family = "SHIELDS"
    if isinstance(order, FormOrder) and order.tortoise and order.front:
        return frozenset((kind, f) for kind in ("FormOrder", "SHIELDS") for f in order.figures)
    engine = getattr(order, "engine", "")
    if engine:  # one order for an engine, whoever works it
        return frozenset({(family, engine), *((family, figure) for figure in figures_of(order))})
    return frozenset((family, figure) for figure in figures_of(order) or ("",))


def without(order: Order, figures: frozenset[FigureId]) -> Order | None:
    """What is left of an order when some of its figures get another one; None if nothing sensible is. A joint
    attack and a haul were meant for these figures together."""
    if isinstance(order, (MoveOrder, ChargeOrder, HaulOrder, IfOrder, WoundOrder, FormOrder)):
        return None
    if isinstance(order, PlaceOrder) and order.hexes:
        return None
    if isinstance(order, (CarryOrder, RaiseOrder, ShiftOrder, LayOrder, PullOrder)):
        return None
    if hasattr(order, "figure") or getattr(order, "engine", "") in figures:
        return None
    if isinstance(order, AttackOrder) and order.pooled and order.figures:
        return None
    rest = tuple(f for f in figures_of(order) if f not in figures)
    if not rest:
        return None
    return order.bound_to(rest) if isinstance(order, StandingOrder) else replace(order, figures=rest)


def told_together(orders: Iterable[Order]) -> list[Order]:
    """Standing orders that are the same but for the men, as one with all of them."""
    together: dict[Order, list[FigureId]] = {}
    for order in orders:
        men = figures_of(order)
        alone = order.bound_to(()) if isinstance(order, StandingOrder) and len(men) == 1 else order
        together.setdefault(alone, []).extend(men if alone is not order else ())
    return [
        order.bound_to(tuple(men)) if men and isinstance(order, StandingOrder) else order
        for order, men in together.items()
    ]


def of_the_living(order: Order, dead: Collection[FigureId]) -> Order | None:
    """A standing order without the men who are dead; None if it was for nobody else."""
    if isinstance(order, WoundOrder):
        first = tuple(figure for figure in order.first if figure not in dead)
        return replace(order, first=first) if first else None
    fallen = frozenset(figures_of(order)) & frozenset(dead)
    if not fallen:
        return order
    rest = without(order, fallen)
    return order if rest is None and fallen < frozenset(figures_of(order)) else rest


def in_force(battle: Battle, seat: SeatId, lexicon: Lexicon) -> Sheet:
    """What stands for a seat now: what it has filed, less the standing orders that have spent themselves, and
    without the dead. A standing order that counts how often it was used keeps its words, by which it is
    counted, while anybody is left to follow it."""
    spent, counted = battle.spent_orders.get(seat, ()), battle.progress.get(seat, {})
    filed = (text for text in battle.standing.get(seat, ()) if text not in spent)
    sheet = Sheet(lexicon, battle.sheets.get(seat, ()), filed)
    dead = [figure.id for figure in battle.figures.values() if figure.dead]
    sheet.leave_out(dead, counted)
    return sheet


class Sheet:
    """The sets of one seat, changed line by line."""

    def __init__(self, lexicon: Lexicon, orders: Iterable[str], standing: Iterable[str]) -> None:
        self.lexicon = lexicon
        papers = list(standing)
        self.orders = self._read(orders)
        self.standing = self._read(line for line in papers if not is_group(line))
        self.groups = groups_in(papers, lexicon)

    def _read(self, lines: Iterable[str]) -> list[Entry]:
        """Lines as filed before; one that can no longer be read is dropped, since nobody could
        carry it out."""
        read = ((parse(line, self.lexicon), line) for line in lines)
        return [
            Entry(order, line, slots_of(order), False)
            for order, line in read
            if not isinstance(order, Trouble)
        ]

    def leave_out(self, dead: Collection[FigureId], counted: Collection[str]) -> None:
        """Keep the standing orders of those who are not dead."""
        kept: list[Entry] = []
        for entry in self.standing:
            rest = of_the_living(entry.order, dead)
            if rest is not None:
                same = rest == entry.order or entry.text in counted
                kept.append(entry if same else self._entry(rest, new=entry.new))
        self.standing = kept

    def _entry(self, order: Order, *, new: bool) -> Entry:
        return Entry(order, print_order(order, self.lexicon), slots_of(order), new)

    def copy(self) -> Sheet:
        other = Sheet(self.lexicon, (), ())
        other.orders, other.standing = list(self.orders), list(self.standing)
        other.groups = dict(self.groups)
        return other

    def texts(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        groups = (print_group(name, men, self.lexicon) for name, men in self.groups.items())
        return tuple(e.text for e in self.orders), (*(e.text for e in self.standing), *groups)

    def every(self, kind: type[Order]) -> list[Order]:
        """The orders of a type that hold without condition."""
        return [e.order for e in (*self.orders, *self.standing) if isinstance(e.order, kind)]

    def file(self, order: Order) -> list[str]:
        """Put an order on the sheet; what that does to earlier ones, in words."""
        entries = self.standing if order.standing else self.orders
        told: list[str] = []
        kept: list[Entry] = []
        gone: list[Order] = []
        slots = slots_of(order)
        for entry in entries:
            shared = entry.slots & slots
            if not shared or self._beside(entry, order):
                kept.append(entry)
                continue
            rest = without(entry.order, frozenset(figure for _, figure in shared))
            if rest is not None:
                kept.append(self._entry(rest, new=entry.new))
            if rest is None and order.standing and entry.order != order:
                gone.append(entry.order)
            else:
                told += self._told(entry, order, rest)
        for one in told_together(gone):
            told.append(say("Instead of {order}{left}.", order=print_order(one, self.lexicon), left=""))
        entries[:] = [*kept, self._entry(order, new=True)]
        return told

    def _beside(self, entry: Entry, order: Order) -> bool:
        if not entry.new:
            return False
        both = isinstance(entry.order, IfOrder), isinstance(order, IfOrder)
        if both == (True, True):
            assert isinstance(entry.order, IfOrder) and isinstance(order, IfOrder)
            return entry.order.facts != order.facts
        return any(both)

    def _told(self, entry: Entry, order: Order, rest: Order | None) -> list[str]:
        if entry.order == order:
            return []
        if rest is not None:
            return [say("{order} becomes {rest}.", order=entry.text, rest=print_order(rest, self.lexicon))]
        others = [self.lexicon[f] for f in figures_of(entry.order) if f not in figures_of(order)]
        left = (
            say("; with it {others} lost the order too", others=listed(others, "and"))
            if others and not order.standing
            else ""
        )
        return [say("Instead of {order}{left}.", order=entry.text, left=left)]

    def own_exceptions(self, order: Order) -> list[str]:
        """The orders of single figures that go before one for the whole seat."""
        if figures_of(order) or isinstance(order, (WoundOrder, IfOrder)):
            return []
        entries = self.standing if order.standing else self.orders
        own = [e.order for e in entries if type(e.order) is type(order) and figures_of(e.order)]
        return [print_order(one, self.lexicon) for one in told_together(own)]

    def clear(self, what: str) -> int:
        """Take back "orders", "standing" or "all" (groups too, which nobody counts); how many there were."""
        count = 0
        if what in ("orders", "all"):
            count += len(self.orders)
            self.orders = []
        if what in ("standing", "all"):
            count += len(self.standing)
            self.standing = []
        if what == "all":
            self.groups = {}
        return count

    def clear_figure(self, figure: FigureId) -> list[str]:
        """Take back all that names a figure; the orders that went or changed."""
        gone: list[str] = []
        for entries in (self.orders, self.standing):
            kept: list[Entry] = []
            for entry in entries:
                if figure not in figures_of(entry.order):
                    kept.append(entry)
                    continue
                gone.append(entry.text)
                rest = without(entry.order, frozenset({figure}))
                if rest is not None:
                    kept.append(self._entry(rest, new=entry.new))
            entries[:] = kept
        return gone

"""Terms that the random player puts behind his standing orders, and chains of them; mostly such
as make sense."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from rules.captains.draw import Draw
from rules.orders.records import (
    AdvanceOrder,
    EvacuateOrder,
    Fact,
    FallOrder,
    Pick,
    RetreatOrder,
    ShelterOrder,
    StandingOrder,
    Terms,
    WatchOrder,
    WoundOrder,
)
from rules.orders.terms import opposite
from rules.state.figure import FigureId, Hex

_TESTS = ("down", "up", "dead", "wounded", "mounted", "fired at", "next to")
_FACINGS = ("front", "N", "NE", "SE", "S", "SW", "NW")


def random_chain(
    draw: Draw, give: Callable[[], StandingOrder], people: Sequence[FigureId], hexes: Sequence[Hex], turn: int
) -> StandingOrder:
    """An order from ``give``, in one of three cases with terms, in one of nine with another of its
    kind behind it."""
    order = give()
    if not draw.chance(35):
        return order
    order = replace(_qualified(draw, order, hexes), terms=_terms(draw, order, people, hexes, turn))
    if draw.chance(30) and (order.terms.times or order.terms.until or order.terms.last_turn):
        following = give()
        bound = _figures(order)
        one_mans = isinstance(following, RetreatOrder | AdvanceOrder) and following.path and len(bound) != 1
        if type(following) is type(order) and not isinstance(order, WoundOrder) and not one_mans:
            return replace(order, after_that=following.bound_to(bound))
    return order


def _figures(order: StandingOrder) -> tuple[FigureId, ...]:
    return tuple(getattr(order, "figures", ()))


def _qualified(draw: Draw, order: StandingOrder, hexes: Sequence[Hex]) -> StandingOrder:
    """A watch with something more asked of its target."""
    if not isinstance(order, WatchOrder) or order.hold:
        return order
    match draw.below(6):
        case 0:
            at = replace(order.at, clear=True)
        case 1:
            at = replace(order.at, leaving_cover=True)
        case 2:
            at = replace(order.at, arc=draw.one(_FACINGS))
        case 3:
            at = replace(order.at, entering=draw.some(hexes, 4))
        case 4:
            at = replace(order.at, or_else=Pick(how="anyone"))
        case _:
            at = order.at
    return replace(order, at=at)


def _terms(
    draw: Draw, order: StandingOrder, people: Sequence[FigureId], hexes: Sequence[Hex], turn: int
) -> Terms:
    directs = WoundOrder | RetreatOrder | EvacuateOrder | ShelterOrder | FallOrder
    acts = not isinstance(order, directs) and not getattr(order, "hold", False)
    acts = acts and not (isinstance(order, AdvanceOrder) and order.when == "never")
    waits = (_fact(draw, people, hexes),) if draw.chance(30) else ()
    until = ((_fact(draw, people, hexes),),) if draw.chance(40) else ()
    if until and (until[0][0] in waits or opposite(until[0][0]) in waits):
        until = ()
    return Terms(
        times=1 + draw.below(3) if acts and draw.chance(40) else 0,
        once_a_turn=acts and draw.chance(15),
        first_turn=turn + draw.below(2) if draw.chance(15) else 0,
        last_turn=turn + 1 + draw.below(3) if draw.chance(25) else 0,
        facts=waits,
        until=until,
    )


def _fact(draw: Draw, people: Sequence[FigureId], hexes: Sequence[Hex]) -> Fact:
    negated = draw.chance(30)
    if draw.chance(20):
        return Fact(draw.one(hexes), "free", negated=negated)
    if draw.chance(15):
        return Fact(draw.one(people), "at", hex=draw.one(hexes), negated=negated)
    return Fact(draw.one(people), draw.one(_TESTS), negated=negated)

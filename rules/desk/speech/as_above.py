"""The same order as the one above, for others."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.core.language import english, say
from rules.desk.speech.clause import Clause, Unsure
from rules.desk.speech.company import names
from rules.desk.speech.named import Named
from rules.orders.fire_records import LightOrder
from rules.orders.lexicon import Lexicon
from rules.orders.records import (
    AttackOrder,
    ChargeOrder,
    FireOrder,
    LegKind,
    MoveOrder,
    Order,
    StandingOrder,
    figures_of,
)
from rules.orders.trouble import Code, Trouble
from rules.state.figure import FigureId


def as_above(named: Named, clause: Clause, lexicon: Lexicon, told: list[str]) -> Iterator[Order]:
    """What the line above told others, for those of this clause. Raises Unsure where that is not clear."""
    before = named.orders
    if any(isinstance(order, StandingOrder) for order in before):
        yield from _lasting(before, clause)
        return
    copies = {_for(order, "?") for order in before}
    if len(copies) != 1 or not before:
        raise Unsure(which_order())
    if isinstance(before[0], MoveOrder) and not _is_for_anybody(before[0]):
        raise Unsure(which_order())
    told.append(say("As {names} above.", names=names(tuple(figures_of(before[0])), lexicon)))
    for man in clause.who:
        copy = _for(before[0], man)
        if copy is None:
            raise Unsure(which_order())
        yield copy


def _is_for_anybody(move: MoveOrder) -> bool:
    """Whether a move says nothing that only one can do: to stay, to climb, to look somewhere."""
    return not move.to and all(leg.kind is LegKind.CLIMB for leg in move.path)


def _lasting(before: tuple[Order, ...], clause: Clause) -> Iterator[Order]:
    copies: list[Order | None] = []
    for order in before:
        each = isinstance(order, MoveOrder)
        copies += [_lasting_for(order, who) for who in ([(m,) for m in clause.who] if each else [clause.who])]
    if not all(copies):
        raise Unsure(which_order())
    yield from dict.fromkeys(copy for copy in copies if copy is not None)


def _lasting_for(order: Order, who: tuple[FigureId, ...]) -> Order | None:
    """The same standing order for others, if it was for men by name; and the same stay."""
    if isinstance(order, StandingOrder) and figures_of(order):
        return replace(order, figures=who)
    return replace(order, figure=who[0]) if isinstance(order, MoveOrder) and order.stay and who else None


def _for(order: Order, man: FigureId) -> Order | None:
    """The same order for somebody else; None where it cannot be his."""
    if isinstance(order, MoveOrder | ChargeOrder | LightOrder):
        return replace(order, figure=man)
    if isinstance(order, FireOrder | AttackOrder):
        return replace(order, figures=(man,))
    return None


def which_order() -> Trouble:
    return Trouble(
        Code.EXPECTED, english("which order is meant by that is not sure: write it out once more"), 0
    )

"""Two orders for one man of which the second can never be carried out once the first has been: what the
receipt of either says.

An order of one family takes the place of an earlier one (sheet.py); these stand side by side. What an order
does to a man is listed here; whether that keeps him from another is asked of the rules themselves, on the
board as the moves ordered leave it. Concerns GUI-4.2.3a, GUI-5.2b, GUI-8.5.2b, GUI-9.2.3.2 and GUI-10.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.assault import carrying
from rules.core.language import say, translated
from rules.core.rejection import Rejection
from rules.desk.checked import Checked
from rules.desk.desk import Desk
from rules.desk.receipts.fires import crews
from rules.desk.sheet import slots_of
from rules.desk.steps import is_over, place_of
from rules.orders.parser import print_order
from rules.orders.records import (
    AttackOrder,
    CarryOrder,
    ChargeOrder,
    FireOrder,
    IfOrder,
    LayOrder,
    MoveOrder,
    Order,
    PushOrder,
    RaiseOrder,
    ShootOrder,
    figures_of,
)
from rules.state.battle import Battle
from rules.state.figure import FigureId

Men = frozenset[FigureId]
# Told with the odds of the attack, once all lines are read (attacks.py, shots.py).
_TOLD_ELSEWHERE = ((FireOrder, AttackOrder), (ChargeOrder, AttackOrder))


def with_clashes(desk: Desk, order: Order, checked: Checked) -> Checked:
    """The receipt of an order of the phase, with what other orders on the sheet it shuts out, or is
    shut out by."""
    if checked.refused or order.standing or isinstance(order, IfOrder):
        return checked
    found = list(_clashes(desk, order))
    if not found:
        return checked
    message = (*checked.message, *(told for told, _ in found))
    return replace(checked, message=message, rule=checked.rule or found[0][1], note=True)


def _clashes(desk: Desk, order: Order) -> Iterator[tuple[str, str]]:
    """What is said of each other order with which it cannot be, and the rule."""
    mine = _men(desk, order)
    for other in _standing_beside(desk, order):
        shared = mine & _men(desk, other)
        if not shared:
            continue
        # in the same step the line above comes first
        first, second = sorted((other, order), key=lambda o: place_of(desk.rules, desk.battle, o))
        if (type(first), type(second)) in _TOLD_ELSEWHERE or _stays(first) or _stays(second):
            continue
        why = _shut_out(desk, first, second, shared)
        if why is None:
            continue
        text = print_order(other, desk.sheet.lexicon)
        reason = translated(why.why)
        if second is not order:
            told = say("If this is done, {order} cannot be: {why}.", order=text, why=reason)
        elif desk.imagined.undone(first):
            told = say("{order} stands as well: if it can be done after all, this cannot.", order=text)
        else:
            told = say(
                "{order} stands as well: after that this cannot be done, for {why}.", order=text, why=reason
            )
        yield told, why.rule


def _standing_beside(desk: Desk, order: Order) -> list[Order]:
    """The other orders of the phase that hold without condition and will stand beside this one."""
    taken = slots_of(order)
    others = (entry.order for entry in desk.sheet.orders if not entry.slots & taken)
    return [o for o in others if not isinstance(o, IfOrder) and not is_over(desk.rules, desk.battle, o)]


def _men(desk: Desk, order: Order) -> Men:
    """Whom an order needs, be he named in it or not."""
    engine = isinstance(order, ShootOrder | PushOrder)
    crew = crews(desk.battle, desk.rules, desk.seat, (order,)) if engine else set()
    return frozenset((*figures_of(order), *crew))


def _shut_out(desk: Desk, first: Order, second: Order, men: Men) -> Rejection | None:
    """Why the second cannot be carried out after the first, if it could be without it: where everybody stands
    now, else where the moves ordered lead him."""
    found = _after(desk, desk.battle, first, second, men)
    elsewhere = isinstance(first, CarryOrder) or _forbidden(desk, desk.battle, second, men) is not None
    if found is None and elsewhere:
        board = desk.imagined.draft.copy()
        board.now = desk.battle.now.copy()
        found = _after(desk, board, first, second, men)
    return found


def _after(desk: Desk, board: Battle, first: Order, second: Order, men: Men) -> Rejection | None:
    marked = board.copy()
    for man in men:
        for mark in desk.rules.orders[type(first)].does:
            mark(marked, man)
    if isinstance(first, CarryOrder) and not _set_down(desk, first):
        _take_up(marked, first)
    before, after = _forbidden(desk, board, second, men), _forbidden(desk, marked, second, men)
    return after if after != before else None


def _stays(order: Order) -> bool:
    return isinstance(order, MoveOrder) and order.stay


def _set_down(desk: Desk, order: CarryOrder) -> bool:
    """Whether the two who carry a ladder are to put it up or lay it down in the same phase."""
    down = (*desk.sheet.every(RaiseOrder), *desk.sheet.every(LayOrder))
    return any(set(figures_of(other)) == set(order.figures) for other in down)


def _take_up(board: Battle, order: CarryOrder) -> None:
    ladder = carrying.ladder_of(board, order.figures)
    if not isinstance(ladder, Rejection):
        board.ladders[ladder.id] = replace(ladder, bearers=order.figures)


def _forbidden(desk: Desk, board: Battle, order: Order, men: Men) -> Rejection | None:
    """Why an order cannot be carried out on a board, as far as these men are concerned."""
    forbidden = desk.rules.orders[type(order)].forbidden
    return None if forbidden is None else forbidden(board, desk.rules, order, men)

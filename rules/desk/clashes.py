"""Two orders for one man of which the second can never be carried out once the first has been: what the receipt of either says.

An order of one family takes the place of an earlier one (sheet.py); these stand side by side. What an order does to a man is
listed here; whether that keeps him from another is asked of the rules themselves, on the board as the moves ordered leave it.
Concerns GUI-4.2.3a, GUI-5.2b, GUI-8.5.2b, GUI-9.2.3.2 and GUI-10.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from rules.assault import carrying, fire, grapnels, ladders, pushing, shooting
from rules.core.language import say, translated
from rules.core.rejection import Rejection
from rules.desk.checked import Checked
from rules.desk.desk import Desk
from rules.desk.fires import crews
from rules.desk.sheet import slots_of
from rules.desk.steps import is_over, place_of
from rules.orders.parser import print_order
from rules.orders.records import (
    AttackOrder,
    BreakOrder,
    CarryOrder,
    ChargeOrder,
    CloseOrder,
    CoilOrder,
    CutOrder,
    DouseOrder,
    EnterOrder,
    FireOrder,
    FlameOrder,
    FormOrder,
    HaulOrder,
    IfOrder,
    LayOrder,
    LightOrder,
    MarchOrder,
    MoveOrder,
    OpenOrder,
    Order,
    PlaceOrder,
    PullOrder,
    PushOrder,
    RaiseOrder,
    ShelterOrder,
    ShiftOrder,
    ShootOrder,
    TearOrder,
    ThrowOrder,
    ToppleOrder,
    figures_of,
)
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import FigureId
from rules.tactical import bodies, charge, forming, odds, weapons
from rules.tactical.move_planning import cannot_move
from rules.works import gates, tents

Men = frozenset[FigureId]
# Told with the odds of the attack, once all lines are read (attacks.py, shots.py).
_TOLD_ELSEWHERE = ((FireOrder, AttackOrder), (ChargeOrder, AttackOrder))


def with_clashes(desk: Desk, order: Order, checked: Checked) -> Checked:
    """The receipt of an order of the phase, with what other orders on the sheet it shuts out, or is shut out by."""
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
        # in the same step the line above comes first
        first, second = sorted((other, order), key=lambda o: place_of(desk.rules, desk.battle, o))
        if not shared or (type(first), type(second)) in _TOLD_ELSEWHERE or _stays(first) or _stays(second):
            continue
        why = _shut_out(desk, first, second, shared)
        if why is None:
            continue
        text = print_order(other, desk.sheet.lexicon)
        reason = translated(why.why)
        told = (
            say("{order} stands as well: after that this cannot be done, for {why}.", order=text, why=reason)
            if second is order
            else say("If this is done, {order} cannot be: {why}.", order=text, why=reason)
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
    """Why the second cannot be carried out after the first, if it could be without it: where everybody stands now, else where
    the moves ordered lead him."""
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
        for mark in DOES[type(first)]:
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


# what an order does to a man


Mark = Callable[[Battle, FigureId], None]


def _in(name: str) -> Mark:
    def mark(board: Battle, man: FigureId) -> None:
        getattr(board.now, name).add(man)

    return mark


def _has_moved(board: Battle, man: FigureId) -> None:
    """As if he had begun to move and had MP enough: how far they take him is not the question here."""
    board.now.left.setdefault(man, board.figures[man].values.movement)


def _has_spent(board: Battle, man: FigureId) -> None:
    board.now.spent[man] = board.now.spent.get(man, 0) + 1


_FIRED, _BUSY, _WORKED, _ATTACKED = _in("fired"), _in("busy"), _in("worked"), _in("attacked")

DOES: dict[type[Order], tuple[Mark, ...]] = {
    ShelterOrder: (),
    PlaceOrder: (),
    EnterOrder: (),
    FireOrder: (_FIRED,),
    FlameOrder: (_FIRED,),
    ShootOrder: (_BUSY,),
    ChargeOrder: (_has_moved, _ATTACKED),
    MoveOrder: (_has_moved,),
    MarchOrder: (_has_moved,),
    FormOrder: (),
    BreakOrder: (),
    HaulOrder: (_BUSY,),
    PushOrder: (_has_moved, _BUSY),
    CarryOrder: (_has_moved,),
    RaiseOrder: (_WORKED,),
    LayOrder: (_WORKED,),
    CoilOrder: (_WORKED,),
    ShiftOrder: (_has_spent,),
    ThrowOrder: (_BUSY,),
    AttackOrder: (_ATTACKED,),
    TearOrder: (_BUSY,),
    OpenOrder: (_BUSY,),
    CloseOrder: (_BUSY,),
    LightOrder: (_BUSY,),
    DouseOrder: (_BUSY,),
    ToppleOrder: (_BUSY,),
    CutOrder: (_BUSY,),
    PullOrder: (_BUSY,),
}


# what keeps a man from an order


def _forbidden(desk: Desk, board: Battle, order: Order, men: Men) -> Rejection | None:
    """Why an order cannot be carried out on a board, as far as these men are concerned. At an engine whoever is not named can
    be replaced; the others may still be too few."""
    if isinstance(order, ShootOrder):
        return _refusal(shooting.check(board, desk.rules, desk.seat, order))
    if isinstance(order, PushOrder):
        return _refusal(pushing.plan(board, desk.rules, desk.seat, order))
    return _FORBIDDEN[type(order)](board, desk.rules, order, men)


Forbidden = Callable[[Battle, Ruleset, Any, Men], Rejection | None]


def _refusal(found: object) -> Rejection | None:
    return found if isinstance(found, Rejection) else None


def _each(check: Callable[[Battle, Ruleset, Any, FigureId], object]) -> Forbidden:
    def forbidden(board: Battle, rules: Ruleset, order: Order, men: Men) -> Rejection | None:
        refusals = (_refusal(check(board, rules, order, man)) for man in sorted(men))
        return next((r for r in refusals if r is not None), None)

    return forbidden


def _shot(board: Battle, rules: Ruleset, order: FireOrder | FlameOrder, man: FigureId) -> Rejection | None:
    shooter = board.figures[man]
    return weapons.may_fire_offensively(board, rules, shooter, weapons.weapon_of(board, rules, shooter))


_NEVER: Forbidden = lambda board, rules, order, men: None  # noqa: E731
_BY_MOVING: Forbidden = _each(lambda b, r, o, man: cannot_move(b, b.figures[man]))
_IN_RANKS: Forbidden = _each(lambda b, r, o, man: forming.idle(b, (man,)))

_FORBIDDEN: dict[type[Order], Forbidden] = {
    ShelterOrder: _NEVER,
    PlaceOrder: _NEVER,
    EnterOrder: _NEVER,
    FireOrder: _each(_shot),
    FlameOrder: _each(_shot),
    ChargeOrder: _each(lambda b, r, o, man: charge.cannot_ride(b, b.figures[man])),
    MoveOrder: _BY_MOVING,
    MarchOrder: _BY_MOVING,
    FormOrder: _IN_RANKS,
    BreakOrder: _IN_RANKS,
    HaulOrder: lambda b, r, o, men: bodies.check_haul(b, r, o),
    CarryOrder: lambda b, r, o, men: _refusal(carrying.planned(b, r, o)),
    RaiseOrder: lambda b, r, o, men: ladders.the_two(b, r, o.figures, "GUI-10.1.2b"),
    LayOrder: lambda b, r, o, men: ladders.the_two(b, r, o.figures, ladders.CARRYING),
    ShiftOrder: lambda b, r, o, men: _refusal(ladders.shifted(b, r, o)),
    CoilOrder: lambda b, r, o, men: _refusal(grapnels.coiled(b, r, o)),
    ThrowOrder: lambda b, r, o, men: _refusal(grapnels.thrown(b, r, o)),
    AttackOrder: _each(lambda b, r, o, man: odds.attacker_refusal(b, b.figures[man])),
    TearOrder: lambda b, r, o, men: tents.cannot_tear(b, r, o),
    OpenOrder: lambda b, r, o, men: gates.cannot_work_gate(b, r, o),
    CloseOrder: lambda b, r, o, men: gates.cannot_work_gate(b, r, o),
    LightOrder: _each(lambda b, r, o, man: fire.may_light(b, r, b.figures[man], o.hex)),
    DouseOrder: _each(lambda b, r, o, man: fire.may_douse(b, r, b.figures[man], o.hex)),
    ToppleOrder: lambda b, r, o, men: _refusal(ladders.can_topple(b, r, o)),
    CutOrder: lambda b, r, o, men: _refusal(grapnels.can_cut(b, r, o)),
    PullOrder: lambda b, r, o, men: _refusal(grapnels.can_pull(b, r, o)),
}

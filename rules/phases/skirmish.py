"""What is done in the steps of a player phase of open battle.

Implements GUI-2.1a to GUI-2.1f, GUI-2b. Their order, and whose phase follows whose, is a book's choice
(sequence.py).
"""

from __future__ import annotations

from collections.abc import Callable

from rules.assault import falling_off
from rules.core.language import english
from rules.core.rejection import Rejection
from rules.events.combat import CombatsDeclared
from rules.events.harm import Recovered
from rules.events.movement import StayDeclared
from rules.events.umpire import OrderFailed
from rules.journal import Journal
from rules.orders.records import (
    AttackOrder,
    BreakOrder,
    ChargeOrder,
    FireOrder,
    FormOrder,
    HaulOrder,
    MarchOrder,
    MoveOrder,
    Order,
    figures_of,
)
from rules.phases import charging
from rules.phases.attacks import carry_out_attack, engaged_by
from rules.phases.due import Due, Filing, as_things_stand, due_now, due_orders, filings
from rules.phases.firing import carry_out_fire
from rules.ruleset import Ruleset
from rules.state.figure import FigureId, SeatId
from rules.tactical import weapons
from rules.tactical.deploying import entering
from rules.tactical.formations import aftermath, drill, keeping
from rules.tactical.harm import surrounded
from rules.tactical.moving import bodies, movement
from rules.tactical.shooting import defensive_fire
from rules.tactical.shooting.watching import willing_to_fire


def offensive_fire(journal: Journal, rules: Ruleset) -> None:
    """Step 1: missile troops of the side in phase shoot as ordered, one after another (GUI-2.1a)."""
    for due in due_orders(journal, rules, rules.orders_in("fire")):
        order = due.order
        if isinstance(order, FireOrder):
            for shooter in order.figures:
                refusal = carry_out_fire(journal, rules, shooter, order)
                _tell_failure(journal, due, refusal, shooter)
        else:
            _carry_out(journal, rules, due)


def charges(journal: Journal, rules: Ruleset) -> None:
    """Step 2: charges are announced one by one and answered at once (GUI-2.1b, GUI-7.2). They belong to
    the advanced module of combat tactics: while it is not in force nobody can order one, and the step
    passes in its place."""
    for due in due_orders(journal, rules, rules.orders_in("charges")):
        assert isinstance(due.order, ChargeOrder)
        refusal = charging.announce(journal, rules, due.order)
        _tell_failure(journal, due, refusal, due.order.figure)


def movement_with_defensive_fire(journal: Journal, rules: Ruleset) -> None:
    """Step 3: first the charges, then moves in the order filed, interrupted by defensive fire; whoever was
    given no move stays, and may be shot at where he stands when all moves are done (GUI-2.1c, GUI-5.3e)."""
    willing = willing_to_fire(journal, rules)

    def interrupt(mover: str) -> None:
        defensive_fire.interrupt(journal, rules, mover, willing)

    charging.ride(journal, rules, interrupt)
    # before anybody moves (GUI-2a, RUL-203)
    entering.enter(journal, rules)
    drilled: set[str] = set()
    for due in due_orders(journal, rules, rules.orders_in("movement")):
        if isinstance(due.order, MoveOrder):
            _move(journal, rules, due, due.order, interrupt)
        else:
            if isinstance(due.order, FormOrder | MarchOrder | BreakOrder):
                drilled.update(figures_of(due.order))
            refusal = do_work(journal, rules, due.seat, due.order, interrupt)
            _tell_failure(journal, due, refusal, "")
        aftermath.settle(journal, rules)
    keeping.unasked(journal, rules, drilled)
    falling_off.get_off(journal, rules)
    battle = journal.battle
    for figure in battle.side_figures(battle.side):
        if figure.active and figure.id not in battle.now.left and figure.id not in battle.now.staying:
            journal.record(StayDeclared(figure=figure.id))
    defensive_fire.at_standing(journal, rules, willing)


def do_work(
    journal: Journal, rules: Ruleset, seat: SeatId, order: Order, interrupt: Callable[[str], None]
) -> Rejection | None:
    """What is done in the movement step besides moving; why it cannot be."""
    if isinstance(order, HaulOrder):
        refusal = bodies.check_haul(journal.battle, rules, order)
        if refusal is None:
            bodies.resolve_haul(journal, rules, order)
        return refusal
    if isinstance(order, FormOrder | MarchOrder | BreakOrder):
        return drill.carry_out(journal, rules, order, interrupt)
    act = rules.orders[type(order)].carry_out
    assert act is not None
    found: Rejection | None = act(journal, rules, seat, order, interrupt)
    return found


def _move(
    journal: Journal, rules: Ruleset, due: Due, order: MoveOrder, interrupt: Callable[[str], None]
) -> None:
    battle = journal.battle
    figure = battle.figures[order.figure]
    if not figure.active or figure.id in battle.now.left or figure.id in battle.now.busy:
        left = figure.id in battle.now.left
        told = english("{figure} has moved already") if left else english("{figure} cannot move now")
        _tell_failure(journal, due, Rejection("GUI-2.1c", english(told, figure=figure.name)), figure.id)
        return
    limit = weapons.movement_limit(battle, rules, figure, fired=figure.id in battle.now.fired, watching=False)
    movement.resolve_move(journal, rules, order, interrupt, limit=limit)
    surrounded.check(journal, rules)


def close_combat(journal: Journal, rules: Ruleset) -> None:
    """Step 4: combats one at a time in the order filed, each with its advance at once (GUI-2.1d,
    GUI-6d, GUI-6.6b).

    The step also hosts the special actions of buildings, castles and sieges (GUI-2.1e): each is an order
    family of its own that takes the place of the figure's attack. An IF is looked at when the orders before
    it have been carried out.
    """
    planned = list(filings(journal.battle, rules.orders_in("combat")))
    engaged: list[str] = charging.engaged(journal)
    charging.close_ranks(journal, rules)
    for number, filing in enumerate(planned):
        # who fights is told as things stand before the first combat; an IF is looked at for good in its turn
        due = as_things_stand(journal.battle, rules, filing)
        if due is not None and isinstance(due.order, AttackOrder):
            spoken_for = _spoken_for(planned, number) | frozenset(engaged)
            engaged += engaged_by(journal.battle, rules, due.seat, due.order, spoken_for)
    if engaged:
        journal.record(CombatsDeclared(engaged=tuple(dict.fromkeys(engaged))))
    charging.fight(journal, rules)
    busy: set[str] = set()
    for number, filing in enumerate(planned):
        due = due_now(journal, rules, filing)
        if due is None:
            continue
        busy.update(figures_of(due.order))
        if isinstance(due.order, AttackOrder):
            refusals = carry_out_attack(journal, rules, due.seat, due.order, _spoken_for(planned, number))
            for refusal in refusals:
                _tell_failure(journal, due, refusal, "")
        else:
            _carry_out(journal, rules, due)
    for module in rules.later_first:
        for unasked in module.unasked:
            unasked(journal, rules, frozenset(busy))


def _carry_out(journal: Journal, rules: Ruleset, due: Due, *after_step: Callable[[str], None]) -> None:
    """A special action of a module, by the function that it names (GUI-2.1e)."""
    act = rules.orders[type(due.order)].carry_out
    assert act is not None
    _tell_failure(journal, due, act(journal, rules, due.seat, due.order, *after_step), "")
    aftermath.settle(journal, rules)


def _spoken_for(planned: list[Filing], number: int) -> frozenset[FigureId]:
    """The figures whose own ATTACK, or special action, is still to come, be it under an IF: an order for
    everybody leaves them alone, but takes up those whose own could not be carried out."""
    return frozenset(
        figure
        for later in planned[number + 1 :]
        if later.seat == planned[number].seat
        for branch in later.branches
        for figure in figures_of(branch)
    )


def recovery(journal: Journal, rules: Ruleset) -> None:
    """Step 5: whoever of the side in phase was stunned before this phase stands up. A man stunned in his own
    phase stays down through the enemy's (GUI-2.1f)."""
    battle = journal.battle
    for figure in battle.side_figures(battle.side):
        if figure.living and figure.stunned and figure.stunned_in < battle.phase:
            journal.record(Recovered(figure=figure.id))


def _tell_failure(journal: Journal, due: Due, refusal: Rejection | None, figure: str) -> None:
    if refusal is not None:
        journal.record(
            OrderFailed(seat=due.seat, order=due.text, rule=refusal.rule, why=refusal.why, figure=figure)
        )

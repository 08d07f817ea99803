"""In a game played step by step: which orders can still be given in the step that is open (GUI-2.1g)."""

from __future__ import annotations

from rules.orders.records import AttackOrder, ChargeOrder, FireOrder, IfOrder, Order
from rules.phases import special
from rules.state.battle import Battle, Pace, Step

IN_TURN = (Step.FIRE, Step.CHARGES, Step.MOVEMENT, Step.COMBAT, Step.STUNNED)


def step_of(order: Order) -> Step:
    """The step in which an order of the phase is carried out; the later one for an IF with two."""
    if isinstance(order, IfOrder):
        steps = [step_of(order.then), *([step_of(order.otherwise)] if order.otherwise is not None else [])]
        return max(steps, key=IN_TURN.index)
    if isinstance(order, FireOrder) or type(order) in special.IN_FIRE:
        return Step.FIRE
    if isinstance(order, ChargeOrder):
        return Step.CHARGES
    fights = isinstance(order, AttackOrder) or type(order) in special.IN_COMBAT
    return Step.COMBAT if fights else Step.MOVEMENT


def is_over(battle: Battle, step: Step) -> bool:
    """Whether a step of the open phase has passed. In a game played phase by phase none has while orders are taken."""
    if battle.setup.options.pace is not Pace.STEP or battle.step is None:
        return False
    return IN_TURN.index(step) < IN_TURN.index(battle.step)

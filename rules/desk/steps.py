"""In a game played step by step: which orders can still be given in the step that is open (GUI-2.1g)."""

from __future__ import annotations

from rules.core.modules import SETUP
from rules.orders.records import IfOrder, Order
from rules.ruleset import Ruleset, Step
from rules.state.battle import Battle
from rules.state.table import Pace


def place_of(rules: Ruleset, battle: Battle, order: Order | type[Order]) -> int:
    """When in the open phase an order, or one of a kind, is carried out: the place of its step, counted from
    0; of an IF with two orders that of the later one."""
    if isinstance(order, IfOrder):
        branches = [order.then, *([order.otherwise] if order.otherwise is not None else [])]
        return max(place_of(rules, battle, branch) for branch in branches)
    kind = order if isinstance(order, type) else type(order)
    phase = rules.phase_of(battle)
    return rules.places_in(phase).get(kind, len(phase.steps) - 1)


def step_of(rules: Ruleset, battle: Battle, order: Order | type[Order]) -> Step:
    """The step of the open phase in which an order is carried out; the later one for an IF with two."""
    return rules.phase_of(battle).steps[place_of(rules, battle, order)]


def belongs(rules: Ruleset, battle: Battle, order: Order | type[Order]) -> bool:
    """Whether an order of the phase is one for the phase that is open, and not for another of the sequence:
    nobody is placed once the battle goes on, and nobody moves before."""
    if isinstance(order, IfOrder):
        branches = [order.then, *([order.otherwise] if order.otherwise is not None else [])]
        return all(belongs(rules, battle, branch) for branch in branches)
    kind = order if isinstance(order, type) else type(order)
    open_now = rules.phase_of(battle)
    return kind in rules.places_in(open_now) or not any(
        kind in rules.places_in(phase) for phase in rules.sequence.phases
    )


def sets_up(battle: Battle) -> bool:
    """Whether the open phase is a set-up: men are placed in it, and nothing else is done (GUI-2a)."""
    return battle.phase_name == SETUP.id


def is_over(rules: Ruleset, battle: Battle, order: Order | type[Order]) -> bool:
    """Whether the step that carries an order out has passed. In a game played phase by phase none has while
    orders are taken."""
    return _stops(battle) and place_of(rules, battle, order) < _reached(rules, battle)


def is_open(rules: Ruleset, battle: Battle, order: Order | type[Order]) -> bool:
    """Whether an order would be carried out in the step for which orders are taken now; all are in a game
    played phase by phase."""
    return not _stops(battle) or place_of(rules, battle, order) == _reached(rules, battle)


def _stops(battle: Battle) -> bool:
    return battle.setup.options.pace is Pace.STEP and battle.step is not None


def _reached(rules: Ruleset, battle: Battle) -> int:
    return [step.id for step in rules.phase_of(battle).steps].index(battle.step or "")

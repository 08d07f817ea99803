"""What the random player does with the rules of combat tactics: charges, formations, fights
refused (GUI-7)."""

from __future__ import annotations

from rules.captains.draw import Draw
from rules.core.facing import FACINGS, Facing
from rules.core.rejection import Rejection
from rules.orders.records import (
    BreakOrder,
    ChargeOrder,
    CounterOrder,
    FormOrder,
    MarchOrder,
    Order,
    Pick,
    RefuseOrder,
)
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId
from rules.tactical.charging import charge
from rules.tactical.formations import close_order

Figures = list[Character]
MOST_STEPS = 3
TRIES = 3


def random_drills(battle: Battle, rules: Ruleset, draw: Draw, mine: Figures) -> list[Order]:
    """Orders for one's hoplites: to form up, march, raise or lower shields, break up; mostly such as
    can be obeyed."""
    found: list[Order] = []
    own = {f.id for f in mine}
    standing = [f for f in battle.formations.values() if own & f.places.keys()]
    for formation in standing:
        if draw.chance(70):
            found.append(_drill(draw, (draw.one(sorted(formation.places)),)))
    taken = {f for formation in standing for f in formation.places}
    loose = [f for f in mine if f.hoplite and f.active and f.id not in taken]
    if len(loose) >= TRIES and draw.chance(60):
        found.append(_form(battle, rules, draw, loose))
    if mine and draw.chance(3):
        found.append(_drill(draw, (draw.one(mine).id,)))
    return found


def _drill(draw: Draw, who: tuple[FigureId, ...]) -> Order:
    match draw.below(10):
        case 0:
            return BreakOrder(who)
        case 1:
            return BreakOrder(who, tortoise=True)
        case 2 | 3:
            return FormOrder(who, tortoise=True)
        case _:
            towards = draw.one(FACINGS).value
            steps = tuple(
                towards if draw.chance(70) else draw.one(FACINGS).value
                for _ in range(1 + draw.below(MOST_STEPS))
            )
            return MarchOrder(who, steps)


def _form(battle: Battle, rules: Ruleset, draw: Draw, loose: Figures) -> Order:
    """A row that stands, seen over one of its fronts, or any three men."""
    places = {f.id: f.hex for f in loose if f.hex is not None}
    rows = []
    for front in FACINGS:
        men = [f for rank in close_order.arranged(battle.board, rules, places, front) for f in rank]
        if men:
            rows.append((front, men))
    tortoise = draw.chance(15)
    if not rows or draw.chance(5):
        men = [f.id for f in draw.some(loose, 6)]
        return FormOrder(tuple(men), (draw.one(FACINGS).value,), tortoise)
    front, men = draw.one(rows)
    return FormOrder(tuple(men), _words(draw, front), tortoise)


def _words(draw: Draw, front: Facing) -> tuple[str, ...]:
    both = (front.value, front.turned(1).value)
    return both if draw.chance(50) else (draw.one(both),)


def random_charges(
    battle: Battle, rules: Ruleset, draw: Draw, mine: Figures, enemies: Figures
) -> list[Order]:
    """Charges at whoever can be charged among a few tries; now and then at anybody."""
    found: list[Order] = []
    for rider in (f for f in mine if f.mounted and f.active):
        if not draw.chance(50):
            continue
        targets = draw.some(enemies, TRIES)
        plans = [charge.planned(battle, rules, rider.id, enemy.id) for enemy in targets]
        possible = [plan for plan in plans if not isinstance(plan, Rejection)]
        if possible:
            route = possible[0].route if draw.chance(40) else ()
            names = (possible[0].target,) if route else tuple(plan.target for plan in possible)
            found.append(ChargeOrder(rider.id, names, route))
        elif draw.chance(5):
            found.append(ChargeOrder(rider.id, (targets[0].id,), tuple(battle.board.cells)[:6]))
    return found


def random_counter(draw: Draw, who: tuple[FigureId, ...], at: Pick, hold: bool) -> CounterOrder:
    """A standing order for charges by the enemy."""
    if hold:
        return CounterOrder(who, hold=True)
    return CounterOrder(who, at, draw.one((0, 0, 30, 60, 100)))


def random_refusal(
    rules: Ruleset, draw: Draw, who: tuple[FigureId, ...], at: Pick, hold: bool
) -> RefuseOrder:
    """A standing order for attacks by the enemy."""
    if hold:
        return RefuseOrder(who, hold=True)
    at_least = rules.policies.weighing.written(draw.below(16)) if draw.chance(30) else ""
    return RefuseOrder(who, at, at_least, draw.chance(40))

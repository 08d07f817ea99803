"""Hoplites keep together: a captain forms them up where they stand in a row, and nobody leaves a formation."""

from __future__ import annotations

from rules.captains.plan import Plan
from rules.core.facing import FACINGS, Facing
from rules.state.figure import Character
from rules.tactical import formations


def keep_ranks(plan: Plan) -> None:
    """Those in formation stay in it; unhurt hoplites who stand in a row form up towards the nearest enemy (GUI-7.3)."""
    if not plan.rules.has("tactics"):
        return
    free = []
    for figure in plan.mine():
        if formations.formation_of(plan.battle, plan.rules, figure.id) is not None:
            plan.moved.add(figure.id)
        elif figure.hoplite and not figure.wounded and not figure.mounted and figure.carries is None:
            free.append(figure)
    places = {f.id: f.hex for f in free if f.hex is not None}
    found = [(formations.arranged(plan.battle.board, plan.rules, places, front), front) for front in FACINGS]
    best = max(found, key=lambda f: (sum(map(len, f[0])), _before(plan, free, f[1])))
    ranks, front = best
    if not ranks:
        return
    figures = [f for rank in ranks for f in rank]
    names = " + ".join(plan.figure(f).name for f in figures)
    plan.lines.append(f"FORM {names} facing {front.value} and {front.turned(1).value}")
    plan.moved.update(figures)


def _before(plan: Plan, men: list[Character], front: Facing) -> int:
    """How many enemies stand towards a front, seen from the first man."""
    start = men[0].hex if men else None
    if start is None:
        return 0
    corner = 2 * front.number + 1
    turns = [
        (plan.battle.board.bearing(start, e.hex) - corner) % 12
        for e in plan.enemies()
        if e.hex is not None and e.hex != start
    ]
    return sum(1 for turn in turns if turn <= 2 or turn >= 10)

"""Men who were hurt by somebody whom they passed, where another way to the same end would have been safer.

A way is compared with the safest one to the same hex and facing, by the planner's own figure
(planning.Plan.harm), on the board as it was when the man set out; shots and combats are the same, since only
the way differs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from rules import engine
from rules.books.registry import rules_of
from rules.core.rejection import Rejection
from rules.events.movement import InfiltrationTested, MoveBegan
from rules.orders.lexicon import lexicon_of
from rules.orders.parser import read_line
from rules.orders.records import SAFEST, MoveOrder
from rules.state.figure import FigureId, SideId
from rules.tactical.moving import planning
from rules.tactical.weapons import movement_limit

HURT = frozenset({"wounded", "killed"})


Hurt = Counter[tuple[SideId, str, bool]]
"""How often: the mover's side, the worst that befell him, and whether there was a safer way."""


def hurt_on_the_way(before: engine.Battle, events: Sequence[engine.Event]) -> Hurt:
    """The moves of a phase that hurt the mover."""
    worst: dict[FigureId, str] = {}
    for event in events:
        if isinstance(event, InfiltrationTested) and event.during == "move" and event.result in HURT:
            worst[event.mover] = min(worst.get(event.mover, event.result), event.result)
    found: Hurt = Counter()
    if not worst:
        return found
    battle = before.copy()
    for event in events:
        if isinstance(event, MoveBegan) and event.figure in worst:
            figure = battle.figures[event.figure]
            found[figure.side, worst[figure.id], _had_a_safer_way(battle, figure.id)] += 1
        engine.evolve(battle, event)
    return found


def _had_a_safer_way(battle: engine.Battle, mover: FigureId) -> bool:
    order = _order_of(battle, mover)
    if order is None:
        return False
    rules, figure = rules_of(battle), battle.figures[mover]
    limit = movement_limit(battle, rules, figure, fired=mover in battle.now.fired, watching=False)
    ordered = planning.plan(battle, rules, order, limit=limit)
    if isinstance(ordered, Rejection) or not ordered.hex:
        return False
    storey = ordered.legs[-1].storey if ordered.legs else 0
    safest = MoveOrder(mover, to=ordered.hex, facing=ordered.facing, storey=storey, way=SAFEST)
    other = planning.plan(battle, rules, safest, limit=limit)
    return not isinstance(other, Rejection) and other.harm < ordered.harm


def _order_of(battle: engine.Battle, mover: FigureId) -> MoveOrder | None:
    """What he was told, from the sheet of his seat."""
    seat = battle.figures[mover].seat
    lexicon = lexicon_of(battle, seat)
    for line in battle.sheets.get(seat, ()):
        for part in read_line(line, lexicon):
            order = part.order
            if isinstance(order, MoveOrder) and order.figure == mover:
                return replace(order, stops=())
    return None

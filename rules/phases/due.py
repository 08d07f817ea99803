"""Which filed orders are due in a step: those of its family, and what the IFs around them say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.events.umpire import ConditionChecked
from rules.journal import Journal
from rules.orders.filed import filed_orders
from rules.orders.records import IfOrder, Order
from rules.ruleset import Ruleset
from rules.state.figure import SeatId
from rules.tactical.facts import holds


class Due(NamedTuple):
    """An order that is to be carried out now: whose it is and the text it was filed under."""

    seat: SeatId
    order: Order
    text: str


def due_orders(journal: Journal, rules: Ruleset, family: tuple[type[Order], ...]) -> Iterator[Due]:
    """The orders of the side in phase that belong to a family of verbs, seat by seat in their fixed order, each as
    filed (GUI-2b, GUI-6d). An IF is looked at when its turn comes, once."""
    battle = journal.battle
    for seat in battle.seats_of(battle.side):
        for filed in filed_orders(battle, seat.id, battle.sheets.get(seat.id, ())):
            order = filed.order
            if isinstance(order, IfOrder):
                chosen = _choose(journal, rules, seat.id, order, filed.text, family)
                if chosen is not None:
                    yield Due(seat.id, chosen, filed.text)
            elif isinstance(order, family):
                yield Due(seat.id, order, filed.text)


def _choose(
    journal: Journal, rules: Ruleset, seat: SeatId, order: IfOrder, text: str, family: tuple[type[Order], ...]
) -> Order | None:
    branches = (order.then, order.otherwise)
    if not any(isinstance(branch, family) for branch in branches):
        return None
    key = f"{seat}: {text}"
    if key not in journal.battle.now.checked:
        condition = text.split(" THEN ")[0].removeprefix("IF ")
        journal.record(
            ConditionChecked(
                seat=seat, order=text, condition=condition, holds=holds(journal.battle, rules, order.facts)
            )
        )
    chosen = branches[0] if journal.battle.now.checked[key] else branches[1]
    return chosen if isinstance(chosen, family) else None

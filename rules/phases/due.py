"""Which filed orders are due in a step: those of its family, and what the IFs around them say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.events.umpire import ConditionChecked
from rules.journal import Journal
from rules.orders.filed import filed_orders
from rules.orders.records import IfOrder, Order
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import SeatId
from rules.tactical.instructions.facts import holds

Family = tuple[type[Order], ...]


class Due(NamedTuple):
    """An order that is to be carried out now: whose it is and the text it was filed under."""

    seat: SeatId
    order: Order
    text: str


class Filing(NamedTuple):
    """An order, or an IF with one, that belongs to a family of verbs and whose turn is still to come."""

    seat: SeatId
    order: Order
    text: str
    family: Family

    @property
    def branches(self) -> tuple[Order, ...]:
        """What it may come to in this step: the order itself, or those of an IF that belong here."""
        if not isinstance(self.order, IfOrder):
            return (self.order,)
        return tuple(
            branch for branch in (self.order.then, self.order.otherwise) if isinstance(branch, self.family)
        )

    @property
    def key(self) -> str:
        return f"{self.seat}: {self.text}"


def filings(battle: Battle, family: Family) -> Iterator[Filing]:
    """What those in phase have filed of a family of verbs, seat by seat in their fixed order, each as filed
    (GUI-2b, GUI-6d)."""
    for seat in battle.seats_in_phase:
        for filed in filed_orders(battle, seat.id, battle.sheets.get(seat.id, ())):
            filing = Filing(seat.id, filed.order, filed.text, family)
            if any(isinstance(branch, family) for branch in filing.branches):
                yield filing


def due_orders(journal: Journal, rules: Ruleset, family: Family) -> Iterator[Due]:
    """The orders of a step one after another. An IF is looked at when its turn comes, once: whoever asks for
    the next order has carried out the one before."""
    for filing in filings(journal.battle, family):
        due = due_now(journal, rules, filing)
        if due is not None:
            yield due


def due_now(journal: Journal, rules: Ruleset, filing: Filing) -> Due | None:
    """What is to be carried out of an order whose turn has come; nothing where its IF says so, which is
    looked at now."""
    order = filing.order
    if isinstance(order, IfOrder) and filing.key not in journal.battle.now.checked:
        condition = filing.text.split(" THEN ")[0].removeprefix("IF ")
        true = holds(journal.battle, rules, order.facts)
        journal.record(ConditionChecked(seat=filing.seat, order=filing.text, condition=condition, holds=true))
    return as_things_stand(journal.battle, rules, filing)


def as_things_stand(battle: Battle, rules: Ruleset, filing: Filing) -> Due | None:
    """What an order would come to if its turn came now; nothing is looked at for good."""
    chosen: Order | None = filing.order
    if isinstance(filing.order, IfOrder):
        known = battle.now.checked.get(filing.key)
        true = holds(battle, rules, filing.order.facts) if known is None else known
        chosen = filing.order.then if true else filing.order.otherwise
    return Due(filing.seat, chosen, filing.text) if isinstance(chosen, filing.family) else None

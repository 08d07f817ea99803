"""The orders to a formation, and what each brings about: FORM, MARCH, BREAK (GUI-7.3.1, GUI-7.3.2)."""

from __future__ import annotations

from rules.core.rejection import Rejection
from rules.events.base import Event
from rules.journal import Journal
from rules.orders.records import BreakOrder, FormOrder, MarchOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.tactical.formations.forming import breaking, forming
from rules.tactical.formations.marching import AfterStep, march, plan_march, undisturbed

DrillOrder = FormOrder | MarchOrder | BreakOrder


def carry_out(journal: Journal, rules: Ruleset, order: DrillOrder, after_step: AfterStep) -> Rejection | None:
    """Do what is ordered in the movement step (GUI-7.3.1a, GUI-7.3.2a); the reason where it
    cannot be done."""
    if isinstance(order, MarchOrder):
        return march(journal, rules, order, after_step)
    events = events_of(journal.battle, rules, order)
    if isinstance(events, Rejection):
        return events
    for event in events:
        journal.record(event)
    return None


def events_of(battle: Battle, rules: Ruleset, order: DrillOrder) -> list[Event] | Rejection:
    """What an order brings about now if nobody interferes, or why it cannot be carried out."""
    if isinstance(order, MarchOrder):
        planned = plan_march(battle, rules, order)
        return planned if isinstance(planned, Rejection) else undisturbed(battle, rules, *planned)
    if isinstance(order, BreakOrder):
        return breaking(battle, rules, order)
    return forming(battle, rules, order)

"""Charges in the phase: announced and answered in step 2, ridden in step 3, fought in step 4 (GUI-7.2)."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.rejection import Rejection
from rules.events.charge import (
    ChargeAnnounced,
    ChargeLost,
    ChargeRidden,
    CounterChargeAnnounced,
    CounterChargeLost,
    RodeClose,
)
from rules.journal import Journal
from rules.orders.records import ChargeOrder
from rules.ruleset import Ruleset
from rules.state.battle import Charge, ChargeState
from rules.state.figure import FigureId
from rules.tactical import charge_combat, combat, counter_charge, movement
from rules.tactical.charge import first_planned, own_share, ride_order


def announce(journal: Journal, rules: Ruleset, order: ChargeOrder) -> Rejection | None:
    """One charge is announced and answered at once, before the next (GUI-7.2.1a, GUI-7.2.2a); why it cannot be, if none
    of those named can be charged."""
    found = first_planned(journal.battle, rules, order)
    if isinstance(found, Rejection):
        return found
    journal.record(ChargeAnnounced(figure=found.rider, target=found.target, route=found.route))
    _answer(journal, rules, found.rider)
    return None


def _answer(journal: Journal, rules: Ruleset, charger: FigureId) -> None:
    wish = counter_charge.wished(journal.battle, rules, charger)
    if wish is None:
        return
    rider, route = wish.answer
    seat = journal.battle.figures[rider].seat
    journal.decided(
        seat, "counter", f"counter-charge {charger}", "GUI-7.2.2a", figure=rider, order=wish.order
    )
    journal.record(CounterChargeAnnounced(figure=rider, charger=charger, route=route))


def ride(journal: Journal, rules: Ruleset, interrupt: Callable[[str], None]) -> None:
    """All charges in the order announced, before any other move (GUI-7.2.2f).

    Ruling RUL-705: whoever counter-charges rides first; if he does not get there, the charge goes on to its target."""
    for rider, charge in list(journal.battle.now.charges.items()):
        if charge.state is ChargeState.ANNOUNCED:
            if charge.counter:
                _ride_against(journal, rules, rider, charge)
            _ride_home(journal, rules, rider, interrupt)


def _ride_against(journal: Journal, rules: Ruleset, charger: FigureId, charge: Charge) -> None:
    movement.resolve_move(journal, rules, ride_order(charge.counter, charge.answer), lambda mover: None)
    counter = journal.battle.figures[charge.counter]
    if not counter.active or not counter.mounted or counter.hex != charge.answer[-1]:
        why = f"{counter.name} does not reach {charge.answer[-1]}"
        journal.record(CounterChargeLost(figure=counter.id, charger=charger, why=why, rule="GUI-7.2.2f"))


def _ride_home(
    journal: Journal, rules: Ruleset, rider_id: FigureId, interrupt: Callable[[str], None]
) -> None:
    charge = journal.battle.now.charges[rider_id]
    way = own_share(rules, charge)
    movement.resolve_move(journal, rules, ride_order(rider_id, way), interrupt)
    rider = journal.battle.figures[rider_id]
    if rider.active and rider.mounted and rider.hex == way[-1]:
        journal.record(ChargeRidden(figure=rider_id, foe=charge.foe))
    else:
        why = f"{rider.name} does not reach {way[-1]}"
        journal.record(ChargeLost(figure=rider_id, why=why, rule="GUI-7.2.2f"))


def engaged(journal: Journal) -> list[FigureId]:
    """Everybody who will be in the combat of a charge (GUI-6.6d)."""
    charges = journal.battle.now.charges.items()
    return [f for rider, c in charges if c.state is ChargeState.HOME for f in (rider, c.foe)]


def close_ranks(journal: Journal, rules: Ruleset) -> None:
    """Before the first combat it is settled who charged in a closed group (GUI-7.2.4, GUI-7.2.5)."""
    for rule, figures in charge_combat.closed_groups(journal.battle, rules):
        journal.record(RodeClose(figures=figures, rule=rule))


def fight(journal: Journal, rules: Ruleset) -> None:
    """The combats of the charges that came home, in the order announced, each by itself and before all others
    (GUI-7.2.3b, RUL-707). Nobody who rides against a charge goes out of its way again (GUI-7.4)."""
    for rider, charge in list(journal.battle.now.charges.items()):
        if charge.state is not ChargeState.HOME:
            continue
        found = charge_combat.bout(journal.battle, rules, rider)
        if isinstance(found, Rejection):
            journal.record(ChargeLost(figure=rider, why=found.why, rule=found.rule))
            continue
        if charge.counter:
            combat.fight(journal, rules, found)
        else:
            combat.resolve_combat(journal, rules, found.attackers, found.defenders)
        if journal.battle.now.charges[rider].state is ChargeState.HOME:
            why = f"{journal.battle.figures[charge.foe].name} did not wait for it"
            journal.record(ChargeLost(figure=rider, why=why, rule="GUI-7.4a"))

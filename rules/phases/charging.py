"""Charges in the phase: announced and answered in step 2, ridden in step 3, fought in step 4 (GUI-7.2)."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.choices import Choice
from rules.core.language import english
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
from rules.state.battle import Battle, Charge, ChargeState
from rules.state.figure import FigureId, SeatId
from rules.tactical.charging import combats, countering
from rules.tactical.charging.charge import Route, first_planned, own_share, ride_order
from rules.tactical.charging.countering import Answer
from rules.tactical.fighting import combat
from rules.tactical.instructions.questions import in_state, placed
from rules.tactical.moving import movement

_NOBODY = "nobody"


def announce(journal: Journal, rules: Ruleset, order: ChargeOrder) -> Rejection | None:
    """One charge is announced and answered at once, before the next (GUI-7.2.1a, GUI-7.2.2a); why it cannot
    be, if none of those named can be charged."""
    found = first_planned(journal.battle, rules, order)
    if isinstance(found, Rejection):
        return found
    journal.record(ChargeAnnounced(figure=found.rider, target=found.target, route=found.route))
    _answer(journal, rules, found.rider)
    return None


def _answer(journal: Journal, rules: Ruleset, charger: FigureId) -> None:
    """At most one rider meets a charge (GUI-7.2.2a): the seats that are asked have the first word, in the
    order of the muster; then the standing orders of the others speak."""
    side = journal.battle.figures[charger].side
    hostile = journal.battle.enemies_of(side)
    seats = [s.id for s in journal.battle.setup.seats if s.side in hostile and journal.asks(s.id, "counter")]
    possible = countering.answers(journal.battle, rules, charger) if seats else None
    for seat in seats:
        own = [a for a in possible or () if journal.battle.figures[a.rider].seat == seat]
        if own and _announced(journal, charger, _asked(journal, rules, charger, seat, own)):
            return
        possible = [a for a in possible or () if a not in own]
    wish = countering.wished(journal.battle, rules, charger, possible)
    if wish is not None:
        seat = journal.battle.figures[wish.answer.rider].seat
        _note(journal, seat, charger, wish.answer.rider, order=wish.order)
        _announced(journal, charger, wish.answer)


def _asked(
    journal: Journal, rules: Ruleset, charger: FigureId, seat: SeatId, own: list[Answer]
) -> Answer | None:
    """Whom a seat that is asked sends against a charge; after silence its COUNTER orders decide."""
    battle = journal.battle
    wish = countering.wished(battle, rules, charger, own)
    charge = battle.now.charges[charger]
    answer = journal.ask(
        seat,
        "counter",
        wish.answer.rider if wish else _NOBODY,
        "GUI-7.2.2a",
        english(
            "{figure} charges {other_figure} by {route}. Who meets the charge?",
            figure=placed(battle.figures[charger]),
            other_figure=placed(battle.figures[charge.target]),
            route=" > ".join(charge.route),
        ),
        lambda: [Choice(_NOBODY, "nobody"), *(_offered(battle, rules, charger, a) for a in own)],
        order=wish.order if wish else "",
    )
    if not answer:
        if wish:
            _note(journal, seat, charger, wish.answer.rider, order=wish.order)
        return wish.answer if wish else None
    _note(journal, seat, charger, "" if answer == _NOBODY else answer, answered=True)
    return next((a for a in own if a.rider == answer), None)


def _offered(battle: Battle, rules: Ruleset, charger: FigureId, answer: Answer) -> Choice:
    rider = battle.figures[answer.rider]
    share = combats.defence_share(rules, rider, battle.figures[charger])
    return Choice(
        answer.rider,
        english(
            "{in_state}, over {route}; his defence is {share} % of the charge",
            in_state=in_state(rider),
            route=" > ".join(answer.route),
            share=share,
        ),
    )


def _note(
    journal: Journal,
    seat: SeatId,
    charger: FigureId,
    rider: FigureId,
    order: str = "",
    answered: bool = False,
) -> None:
    chosen = f"counter-charge {charger}" if rider else _NOBODY
    journal.decided(seat, "counter", chosen, "GUI-7.2.2a", figure=rider, order=order, answered=answered)


def _announced(journal: Journal, charger: FigureId, answer: Answer | None) -> bool:
    if answer is None:
        return False
    journal.record(CounterChargeAnnounced(figure=answer.rider, charger=charger, route=answer.route))
    return True


def ride(journal: Journal, rules: Ruleset, interrupt: Callable[[str], None]) -> None:
    """All charges in the order announced, before any other move (GUI-7.2.2f).

    Ruling RUL-705: whoever counter-charges rides first; if he does not get there, the charge goes on
    to its target."""
    for rider, charge in list(journal.battle.now.charges.items()):
        if charge.state is ChargeState.ANNOUNCED:
            if charge.counter:
                _ride_against(journal, rules, rider, charge)
            _ride_home(journal, rules, rider, interrupt)


def _ride_against(journal: Journal, rules: Ruleset, charger: FigureId, charge: Charge) -> None:
    movement.resolve_move(journal, rules, ride_order(charge.counter, charge.answer), lambda mover: None)
    counter = journal.battle.figures[charge.counter]
    if not _has_ridden(journal.battle, charge.counter, charge.answer):
        why = english("{counter} does not reach {answer}", counter=counter.name, answer=charge.answer[-1])
        journal.record(CounterChargeLost(figure=counter.id, charger=charger, why=why, rule="GUI-7.2.2f"))


def _ride_home(
    journal: Journal, rules: Ruleset, rider_id: FigureId, interrupt: Callable[[str], None]
) -> None:
    charge = journal.battle.now.charges[rider_id]
    way = own_share(rules, charge)
    movement.resolve_move(journal, rules, ride_order(rider_id, way), interrupt)
    if _has_ridden(journal.battle, rider_id, way):
        journal.record(ChargeRidden(figure=rider_id, foe=charge.foe))
    else:
        why = english(
            "{figure} does not reach {way}", figure=journal.battle.figures[rider_id].name, way=way[-1]
        )
        journal.record(ChargeLost(figure=rider_id, why=why, rule="GUI-7.2.2f"))


def _has_ridden(battle: Battle, rider_id: FigureId, way: Route) -> bool:
    """Whether a rider has entered every hex of his way and sits in its last: a way may come by
    there twice."""
    rider = battle.figures[rider_id]
    all_of_it = battle.now.moved.get(rider_id, 0) >= len(way)
    return rider.active and rider.mounted and rider.hex == way[-1] and all_of_it


def engaged(journal: Journal) -> list[FigureId]:
    """Everybody who will be in the combat of a charge (GUI-6.6d)."""
    charges = journal.battle.now.charges.items()
    return [f for rider, c in charges if c.state is ChargeState.HOME for f in (rider, c.foe)]


def close_ranks(journal: Journal, rules: Ruleset) -> None:
    """Before the first combat it is settled who charged in a closed group (GUI-7.2.4, GUI-7.2.5)."""
    for rule, figures in combats.closed_groups(journal.battle, rules):
        journal.record(RodeClose(figures=figures, rule=rule))


def fight(journal: Journal, rules: Ruleset) -> None:
    """The combats of the charges that came home, in the order announced, each by itself and before all others
    (GUI-7.2.3b, RUL-707). Nobody who rides against a charge goes out of its way again (GUI-7.4)."""
    for rider, charge in list(journal.battle.now.charges.items()):
        if charge.state is not ChargeState.HOME:
            continue
        found = combats.bout(journal.battle, rules, rider)
        if isinstance(found, Rejection):
            journal.record(ChargeLost(figure=rider, why=found.why, rule=found.rule))
            continue
        if charge.counter:
            combat.fight(journal, rules, found)
        else:
            combat.resolve_combat(journal, rules, found.attackers, found.defenders)
        if journal.battle.now.charges[rider].state is ChargeState.HOME:
            why = english("{figure} did not wait for it", figure=journal.battle.figures[charge.foe].name)
            journal.record(ChargeLost(figure=rider, why=why, rule="GUI-7.4a"))

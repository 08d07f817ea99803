"""The set-up of a side: its seats place their men and lay out their reserves, each by his own orders.

Implements GUI-2a where a scenario leaves its set-up to the players (RUL-201, RUL-203).
"""

from __future__ import annotations

from rules.events.deployment import Placed, ReservesSet
from rules.events.umpire import OrderFailed
from rules.journal import Journal
from rules.orders.filed import filed_orders
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.deployment import Reserve
from rules.state.figure import FigureId, SeatId
from rules.tactical.deploying.deployment import drawn_up
from rules.tactical.deploying.entering import show


def place(journal: Journal, rules: Ruleset) -> None:
    """Seat by seat in their fixed order; what cannot be done of an order is told its owner, and the man
    stands elsewhere."""
    for seat in journal.battle.seats_in_phase:
        filed = filed_orders(journal.battle, seat.id, journal.battle.sheets.get(seat.id, ()))
        found = drawn_up(journal.battle, rules, seat.id, [line.order for line in filed])
        texts = {line.order: line.text for line in filed}
        for trouble in found.troubles:
            journal.record(
                OrderFailed(
                    seat=seat.id,
                    order=texts[trouble.order],
                    rule=trouble.why.rule,
                    why=trouble.why.why,
                    figure=trouble.figure,
                )
            )
        if found.places:
            show(journal, found.places)
            journal.record(Placed(seat=seat.id, places=found.places))
        _hold_back(journal, seat.id, found.reserves)


def _hold_back(journal: Journal, seat: SeatId, reserves: dict[FigureId, Reserve]) -> None:
    """The other side is told of those whom the scenario announces, and of nobody else."""
    friends = tuple(s.id for s in journal.battle.seats_of(journal.battle.seat(seat).side))
    for announced, known in ((True, ()), (False, friends)):
        some = {name: reserve for name, reserve in reserves.items() if reserve.announced is announced}
        if some:
            journal.record(ReservesSet(seats=known, seat=seat, reserves=some))


def sides_that_place(battle: Battle) -> tuple[str, ...]:
    """The sides that have a set-up, in the order of the scenario."""
    return tuple(dict.fromkeys(battle.seat(d.seat).side for d in battle.setup.deployments))


def seats_that_place(battle: Battle) -> tuple[SeatId, ...]:
    """The seats that owe orders in a set-up: those of the side that have somebody to place."""
    placing = {d.seat for d in battle.setup.deployments}
    return tuple(seat.id for seat in battle.seats_in_phase if seat.id in placing)

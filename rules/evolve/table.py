"""The sequence of play and the umpire's acts."""

from __future__ import annotations

from msgspec.structs import replace

from rules.events.asking import AskingChosen, DecisionAnswered, DecisionRequested
from rules.events.sequence import GameEnded, PhaseEnded, PhaseOpened, StepBegan
from rules.events.terms import (
    StandingOrderHeld,
    StandingOrderPassedOn,
    StandingOrderUsed,
    StoppedAsOrdered,
)
from rules.events.umpire import (
    DeadlineExtended,
    DecisionMade,
    DieRolled,
    OrderFailed,
    OrdersAccepted,
    PhaseClosed,
    SecretRevealed,
    StandingOrderSpent,
)
from rules.evolve.registry import handles, leaves_alone
from rules.state.table import Progress, Table

OFFERS_LAST = 1  # turns behind that in which a draw was offered


@handles(Table, PhaseOpened)
def opened(table: Table, event: PhaseOpened) -> None:
    table.turn, table.phase, table.side = event.turn, event.number, event.side
    table.step, table.phase_name = None, event.name
    lasting = event.turn - OFFERS_LAST
    table.draw_offers = {seat: turn for seat, turn in table.draw_offers.items() if turn >= lasting}


@handles(Table, StepBegan)
def _step(table: Table, event: StepBegan) -> None:
    table.step = event.step


@handles(Table, PhaseEnded)
def _ended(table: Table, event: PhaseEnded) -> None:
    table.sheets = {}
    table.salts = {}


@handles(Table, GameEnded)
def _game_ended(table: Table, event: GameEnded) -> None:
    table.outcome = event.outcome


@handles(Table, OrdersAccepted)
def _orders(table: Table, event: OrdersAccepted) -> None:
    table.sheets[event.seat] = event.orders
    table.standing[event.seat] = event.standing
    table.salts = {seat: word for seat, word in table.salts.items() if seat != event.seat}
    if event.salt:
        table.salts[event.seat] = event.salt
    spent = table.spent_orders.get(event.seat, ())
    table.spent_orders[event.seat] = tuple(
        line for line in spent if line in event.standing and line not in event.renewed
    )
    going_on = {
        line: how_far
        for line, how_far in table.progress.get(event.seat, {}).items()
        if line in event.standing and line not in event.renewed
    }
    table.progress = {seat: orders for seat, orders in table.progress.items() if seat != event.seat}
    if going_on:
        table.progress[event.seat] = going_on


@handles(Table, AskingChosen)
def _asking(table: Table, event: AskingChosen) -> None:
    table.asked = {seat: kinds for seat, kinds in table.asked.items() if seat != event.seat}
    if event.kinds:
        table.asked[event.seat] = event.kinds


@handles(Table, StandingOrderSpent)
def _spent(table: Table, event: StandingOrderSpent) -> None:
    table.spent_orders[event.seat] = (*table.spent_orders.get(event.seat, ()), event.order)


@handles(Table, StandingOrderUsed)
def _used(table: Table, event: StandingOrderUsed) -> None:
    orders = table.progress.setdefault(event.seat, {})
    so_far = orders.get(event.order, Progress())
    orders[event.order] = replace(so_far, times=so_far.times + 1, turn=event.turn)


@handles(Table, StandingOrderPassedOn)
def _passed_on(table: Table, event: StandingOrderPassedOn) -> None:
    table.progress.setdefault(event.seat, {})[event.order] = Progress(link=event.link)


leaves_alone(
    Table,
    PhaseClosed,
    SecretRevealed,
    DeadlineExtended,
    DieRolled,
    DecisionMade,
    DecisionRequested,
    DecisionAnswered,
    OrderFailed,
    StandingOrderHeld,
    StoppedAsOrdered,
)

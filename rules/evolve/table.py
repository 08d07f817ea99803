"""The sequence of play and the umpire's acts."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.tables import Table
from rules.events.asking import AskingChosen, DecisionAnswered, DecisionRequested
from rules.events.contract import (
    StandingOrderHeld,
    StandingOrderPassedOn,
    StandingOrderUsed,
    StoppedAsOrdered,
)
from rules.events.sequence import GameCreated, GameEnded, PhaseEnded, PhaseOpened, StepBegan
from rules.events.umpire import (
    ConditionChecked,
    DeadlineExtended,
    DecisionMade,
    DieRolled,
    OrderFailed,
    OrdersAccepted,
    PhaseClosed,
    SecretRevealed,
    StandingOrderSpent,
)
from rules.evolve.registry import HANDLERS, handles, leaves_alone
from rules.state.battle import Battle, PhaseRecord, Progress
from rules.state.board import board_of
from rules.state.pieces import Pieces

# The modules with works to which a man gives whole turns (GUI-8.5.2b, GUI-9.2.3.2, GUI-10.2.1).
_WORKING = frozenset({"buildings", "castles", "works"})

_SHARED_TABLES: dict[str, dict[str, Table]] = {}


def _created(_: Battle | None, event: GameCreated) -> Battle:
    # one board for all games on the same map, so that looking it up is a comparison of identities; one set of tables
    board = board_of(event.setup.board).data
    tables = event.setup.tables
    if tables:
        tables = _SHARED_TABLES.setdefault(event.setup.tables_digest, tables)
    return Battle(
        setup=replace(event.setup, board=board, tables=tables),
        figures=Pieces((f.id, f) for f in event.figures),
        horses=Pieces((h.id, h) for h in event.horses),
        ladders={ladder.id: ladder for ladder in event.ladders},
        engines=Pieces((e.id, e) for e in event.engines),
        overlays=Pieces((o.id, o) for o in event.overlays),
        formations={f.id: f for f in event.formations},
    )


HANDLERS[GameCreated] = _created


@handles(PhaseOpened)
def _opened(battle: Battle, event: PhaseOpened) -> None:
    battle.turn, battle.phase, battle.side = event.turn, event.number, event.side
    battle.step, battle.phase_name = None, event.name
    battle.before, battle.last = battle.last, battle.now
    battle.now = PhaseRecord(number=event.number)
    for engine in battle.engines.values():
        if engine.side == event.side and engine.wait:
            battle.engines[engine.id] = replace(engine, wait=engine.wait - 1)
    if _WORKING & set(battle.setup.modules):
        battle.now.stands = {f.id: f.hex for f in battle.figures.values() if f.hex is not None and f.living}


@handles(StepBegan)
def _step(battle: Battle, event: StepBegan) -> None:
    battle.step = event.step


@handles(PhaseEnded)
def _ended(battle: Battle, event: PhaseEnded) -> None:
    battle.sheets = {}
    battle.salts = {}


@handles(GameEnded)
def _game_ended(battle: Battle, event: GameEnded) -> None:
    battle.outcome = event.outcome


@handles(OrdersAccepted)
def _orders(battle: Battle, event: OrdersAccepted) -> None:
    battle.sheets[event.seat] = event.orders
    battle.standing[event.seat] = event.standing
    battle.salts = {seat: word for seat, word in battle.salts.items() if seat != event.seat}
    if event.salt:
        battle.salts[event.seat] = event.salt
    spent = battle.spent_orders.get(event.seat, ())
    battle.spent_orders[event.seat] = tuple(
        line for line in spent if line in event.standing and line not in event.renewed
    )
    going_on = {
        line: how_far
        for line, how_far in battle.progress.get(event.seat, {}).items()
        if line in event.standing and line not in event.renewed
    }
    battle.progress = {seat: orders for seat, orders in battle.progress.items() if seat != event.seat}
    if going_on:
        battle.progress[event.seat] = going_on


@handles(AskingChosen)
def _asking(battle: Battle, event: AskingChosen) -> None:
    battle.asked = {seat: kinds for seat, kinds in battle.asked.items() if seat != event.seat}
    if event.kinds:
        battle.asked[event.seat] = event.kinds


@handles(StandingOrderSpent)
def _spent(battle: Battle, event: StandingOrderSpent) -> None:
    battle.spent_orders[event.seat] = (*battle.spent_orders.get(event.seat, ()), event.order)


@handles(StandingOrderUsed)
def _used(battle: Battle, event: StandingOrderUsed) -> None:
    orders = battle.progress.setdefault(event.seat, {})
    so_far = orders.get(event.order, Progress())
    orders[event.order] = replace(so_far, times=so_far.times + 1, turn=event.turn)


@handles(StandingOrderPassedOn)
def _passed_on(battle: Battle, event: StandingOrderPassedOn) -> None:
    battle.progress.setdefault(event.seat, {})[event.order] = Progress(link=event.link)


@handles(ConditionChecked)
def _checked(battle: Battle, event: ConditionChecked) -> None:
    battle.now.checked[f"{event.seat}: {event.order}"] = event.holds


for _recorded in (
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
):
    leaves_alone(_recorded)
